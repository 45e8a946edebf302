// What folds away stays as its reader left it, however often it is drawn anew.

import { h } from "./html.js";

/** @import { Child } from "./html.js" */

/**
 * What readers left otherwise than it is drawn by itself.
 * @type {Map<string, boolean>}
 */
const left = new Map();

/**
 * A part that folds away. `key` names it on its page, `open` is how it is drawn until the reader
 * folds or unfolds it.
 * @param {string} key
 * @param {{ class?: string, open?: boolean }} how
 * @param {Child} summary
 * @param {Child[]} content
 */
export function folding(key, { class: name, open = false }, summary, ...content) {
  return h(
    "details",
    { key, class: name, open: left.get(key) ?? open },
    h(
      "summary",
      {
        key: `fold-${key}`,
        // Pressed, and not yet toggled.
        onclick: ({ currentTarget }) => {
          const details = /** @type {HTMLDetailsElement} */ (currentTarget.parentElement);
          if (details.open === open) left.set(key, !open);
          else left.delete(key);
        },
      },
      summary,
    ),
    content,
  );
}
