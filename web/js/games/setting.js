// How a standing order is set.

import { h } from "../common/html.js";
import { tick } from "../common/tick.js";

/** @import { Child } from "../common/html.js" */

/**
 * A choice among a few ways, with its title.
 * @param {string} id
 * @param {Child} title
 * @param {[way: string, said: string][]} ways
 * @param {string} chosen
 * @param {boolean} may
 * @param {(way: string) => unknown} choose
 * @param {Child[]} more
 */
export function choice(id, title, ways, chosen, may, choose, ...more) {
  const options = ways.map(([value, said]) => h("option", { value, selected: value === chosen }, said));
  return h(
    "div",
    { class: "instruction" },
    h("label", { for: id }, title),
    h("select", { id, disabled: !may, onchange: (event) => choose(event.target.value) }, options),
    more,
  );
}

/**
 * A box to tick, a line of its own.
 * @param {string} id
 * @param {Child} text
 * @param {boolean} checked
 * @param {boolean} may
 * @param {(checked: boolean) => unknown} change
 */
export function box(id, text, checked, may, change) {
  const ticked = tick({ id, checked, disabled: !may, onchange: (event) => change(event.target.checked) }, " ", text);
  return h("p", null, ticked);
}
