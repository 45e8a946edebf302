// Back on a phone closes what is open over the map before it leaves the page.

/** Where the sidebar is a sheet at the foot, as in small.css. */
export const SMALL = matchMedia("(max-width: 720px), (max-width: 900px) and (orientation: portrait)");

/**
 * Something that can lie over the page: `element` shows by an attribute whether it is open.
 * @typedef {{ element: HTMLElement, isOpen: () => boolean, close: () => void }} Cover
 */

/**
 * Gives each open cover an entry of the history, which Back takes away. A cover that is closed in
 * another way takes its entry away itself, so that the history does not grow.
 * @param {Cover[]} covers
 */
export function closeByBack(covers) {
  /**
   * Those that are open, the last opened last.
   * @type {Cover[]}
   */
  let open = [];
  /** Whether the page itself is going back, which ends with a `popstate`. */
  let going = false;
  const depth = () => Number(history.state?.open ?? 0);

  /** Brings the history to as many entries as covers are open. */
  const settle = () => {
    const now = SMALL.matches ? covers.filter((cover) => cover.isOpen()) : [];
    open = [...open.filter((cover) => now.includes(cover)), ...now.filter((cover) => !open.includes(cover))];
    if (going) return;
    for (let at = depth(); at < open.length; at++) history.pushState({ open: at + 1 }, "");
    if (depth() === open.length) return;
    going = true;
    history.go(open.length - depth());
  };
  addEventListener("popstate", () => {
    if (!going) for (const cover of open.splice(depth()).reverse()) cover.close();
    going = false;
    settle();
  });
  const observer = new MutationObserver(settle);
  for (const { element } of covers)
    observer.observe(element, { attributeFilter: ["open", "hidden", "class", "data-open"] });
  SMALL.addEventListener("change", settle);
  settle();
}
