// Small choices in the tools: one of several, yes or no, draw or erase.

import { h } from "../common/html.js";

/** @typedef {{ value: string, text: string, swatch?: string, letter?: string }} Choice */

/**
 * One of several, as radio buttons. `choices`: `{value, text, swatch?, letter?}`; a swatch is a
 * class that shows its colour, with a letter on it.
 * @param {{
 *   name: string, legend: string, value: string | null, choices: Choice[],
 *   onpick: (value: string) => void,
 * }} options
 */
export function choice({ name, legend, value, choices, onpick }) {
  return h(
    "fieldset",
    { class: "pick" },
    h("legend", null, legend),
    choices.map((one) =>
      h(
        "label",
        { class: "pick-one" },
        h("input", {
          type: "radio",
          name,
          id: `${name}-${one.value}`,
          value: one.value,
          checked: one.value === value,
          onchange: () => onpick(one.value),
        }),
        one.swatch && h("span", { class: `swatch ${one.swatch}`, "aria-hidden": "true" }, one.letter),
        h("span", null, one.text),
      ),
    ),
  );
}

/**
 * Yes or no.
 * @param {{ id: string, text: string, checked: boolean, onpick: (on: boolean) => void }} options
 */
export function tick({ id, text, checked, onpick }) {
  return h(
    "label",
    { class: "tick" },
    h("input", { type: "checkbox", id, checked, onchange: (event) => onpick(event.target.checked) }),
    h("span", null, text),
  );
}

/**
 * One of a list that may be long. `choices`: `[value, text]`.
 * @param {{
 *   id: string, label: string, value: string, choices: [string, string][],
 *   onpick: (value: string) => void,
 * }} options
 */
export function list({ id, label, value, choices, onpick }) {
  return h(
    "p",
    { class: "list-field" },
    h("label", { for: id }, label),
    h(
      "select",
      {
        id,
        value: choices.some(([one]) => one === value) ? value : choices[0]?.[0],
        onchange: (event) => onpick(event.target.value),
      },
      choices.map(([one, text]) => h("option", { value: one }, text)),
    ),
  );
}

/**
 * Whether a press draws or erases.
 * @param {string} name
 * @param {boolean} erasing
 * @param {(erasing: boolean) => void} onpick
 */
export function mode(name, erasing, onpick) {
  return choice({
    name: `${name}-mode`,
    legend: "The pen",
    value: erasing ? "erase" : "draw",
    choices: [
      { value: "draw", text: "Draws" },
      { value: "erase", text: "Erases" },
    ],
    onpick: (value) => onpick(value === "erase"),
  });
}
