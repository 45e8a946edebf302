// Small choices in the tools: one of several, yes or no, draw or erase.

import { h } from "../common/html.js";

/** One of several, as radio buttons. `choices`: `{value, text, swatch?, letter?}`; a swatch is a class
 * that shows its colour, with a letter on it. */
export function choice({ name, legend, value, choices, onpick }) {
  return h(
    "fieldset",
    { class: "pick" },
    h("legend", null, legend),
    choices.map((one) =>
      h(
        "label",
        { class: "pick-one" },
        h("input", { type: "radio", name, id: `${name}-${one.value}`, value: one.value, checked: one.value === value, onchange: () => onpick(one.value) }),
        one.swatch && h("span", { class: `swatch ${one.swatch}`, "aria-hidden": "true" }, one.letter),
        h("span", null, one.text),
      ),
    ),
  );
}

/** Yes or no. */
export function tick({ id, text, checked, onpick }) {
  return h("label", { class: "tick" }, h("input", { type: "checkbox", id, checked, onchange: (event) => onpick(event.target.checked) }), h("span", null, text));
}

/** One of a list that may be long. `choices`: `[value, text]`. */
export function list({ id, label, value, choices, onpick }) {
  return h(
    "p",
    { class: "list-field" },
    h("label", { for: id }, label),
    h("select", { id, onchange: (event) => onpick(event.target.value) }, choices.map(([one, text]) => h("option", { value: one, selected: one === value }, text))),
  );
}

/** Whether a press draws or erases. */
export function mode(name, erasing, onpick) {
  return choice({
    name: `${name}-mode`,
    legend: "The pen",
    value: erasing ? "erase" : "draw",
    choices: [{ value: "draw", text: "Draws" }, { value: "erase", text: "Erases" }],
    onpick: (value) => onpick(value === "erase"),
  });
}
