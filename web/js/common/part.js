// A section of a page under its heading, which has the id `${name}-head`.

import { h } from "./html.js";

/** @import { Attributes, Child } from "./html.js" */

/**
 * @param {string} name
 * @param {Child} title
 * @param {Attributes<HTMLElement>} attributes of the section
 * @param {Child[]} content
 */
export function part(name, title, attributes, ...content) {
  const id = `${name}-head`;
  return h("section", { "aria-labelledby": id, ...attributes }, h("h2", { id }, title), content);
}
