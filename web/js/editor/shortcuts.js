// The editor's keys; those of the board itself are the board's.

/**
 * `undo`, `redo`, `save`, `turn(step)`: to another hexside, `lift()`: true if there was something
 * to let go of.
 * @param {{
 *   undo: () => void, redo: () => void, save: () => void, turn: (step: number) => void,
 *   lift: () => boolean,
 * }} options
 */
export function shortcuts({ undo, redo, save, turn, lift }) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      // Also while one types in a form: its words are steps of the work like any other.
      if (key === "z") event.shiftKey ? redo() : undo();
      else if (key === "y") redo();
      else if (key === "s") save();
      else return;
      event.preventDefault();
      return;
    }
    if (event.altKey || /** @type {Element} */ (event.target).closest?.("input, textarea, select")) return;
    if (key === "[" || key === "]") turn(key === "]" ? 1 : -1);
    else if (event.key !== "Escape" || !lift()) return;
    event.preventDefault();
  });
}
