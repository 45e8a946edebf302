// A panel is drawn anew while a computer plays, and a form when the server has looked at it. A press of the mouse that
// began on a button or a fold before and ends on the same one after would be lost: the browser sees two. It counts here.

/**
 * The button that something is in, or the head of a fold.
 * @param {EventTarget | null} target
 * @returns {HTMLElement | null}
 */
function buttonAt(target) {
  return target instanceof Element ? target.closest("button, summary") : null;
}

/**
 * What a button is known by when it is drawn anew.
 * @param {HTMLElement} button
 */
function keyOf(button) {
  return button.id || button.dataset.key;
}

/** Lets presses of the mouse count whose button is drawn anew before they end. */
export function keepPresses() {
  /** @type {HTMLElement | null} */
  let pressed = null;
  addEventListener(
    "pointerdown",
    ({ pointerType, button, target }) => {
      // A finger's click is given to whatever is under it at the end.
      pressed = pointerType === "mouse" && button === 0 ? buttonAt(target) : null;
    },
    { capture: true },
  );
  addEventListener(
    "pointerup",
    ({ target }) => {
      const before = pressed;
      pressed = null;
      const now = buttonAt(target);
      if (!before || before.isConnected || !now || now.matches(":disabled")) return;
      if (keyOf(now) && keyOf(now) === keyOf(before)) now.click();
    },
    { capture: true },
  );
}
