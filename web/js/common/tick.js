// A box to tick, with what it means beside it.

import { h } from "./html.js";

/** @import { Attributes, Child } from "./html.js" */

/**
 * @param {Attributes<HTMLInputElement>} attributes of the box
 * @param {Child[]} text
 */
export function tick(attributes, ...text) {
  return h("label", null, h("input", { type: "checkbox", ...attributes }), text);
}
