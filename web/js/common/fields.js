// The fields of a form that is made once.

import { make } from "./html.js";

/**
 * A control with its label.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
export function field(label, control, hint) {
  const id = `${control.id}-hint`;
  if (hint) control.setAttribute("aria-describedby", id);
  return make(
    "p",
    { class: "field" },
    make("label", { for: control.id }, label),
    control,
    hint && make("span", { class: "hint", id }, hint),
  );
}

/**
 * `choices`: values with their texts.
 * @param {string} id
 * @param {readonly (readonly string[])[]} choices
 * @param {string} [chosen]
 */
export function select(id, choices, chosen) {
  return make("select", { id, name: id }, options(choices, chosen));
}

/**
 * @param {readonly (readonly string[])[]} choices
 * @param {string} [chosen]
 */
export function options(choices, chosen) {
  return choices.map(([value, text]) => make("option", { value, selected: value === chosen }, text));
}

/**
 * @param {string} id
 * @param {number | string} value
 * @param {number} min
 * @param {number} [max]
 * @param {Record<string, unknown>} [others] attributes
 */
export function number(id, value, min, max, others) {
  const attributes = { type: "number", id, name: id, value, min, max, step: 1, required: true, inputmode: "numeric" };
  return make("input", { ...attributes, ...others });
}

/**
 * A box to tick; the other one, of what is drawn again and again, is `tick`.
 * @param {string} id
 * @param {string} text
 * @param {Record<string, unknown>} [attributes] of the box
 */
export function check(id, text, attributes) {
  const box = make("input", { type: "checkbox", id, ...attributes });
  return { box, label: make("label", { class: "check", for: id }, box, text) };
}

/**
 * Buttons of which one is pressed.
 * @param {string} name
 * @param {readonly (readonly string[])[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} [changed]
 */
export function segments(name, choices, chosen, changed) {
  const one = (/** @type {readonly string[]} */ [value, text]) => {
    const onchange = () => changed?.(value);
    const radio = make("input", { type: "radio", name, value, checked: value === chosen, onchange });
    return make("label", { class: `segment side-${value}` }, radio, text);
  };
  return make("span", { class: "segments" }, choices.map(one));
}
