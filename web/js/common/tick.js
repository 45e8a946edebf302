// A box to tick, with what it means beside it.

import { h } from "./html.js";

/** @import { Attributes, Child } from "./html.js" */

/**
 * @param {Attributes<HTMLInputElement>} attributes of the box, but `class` and `title` of both together
 * @param {Child[]} text
 */
export function tick({ class: of, title, ...box }, ...text) {
  return h("label", { class: of, title }, h("input", { type: "checkbox", ...box }), text);
}
