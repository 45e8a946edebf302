// Small choices in the tools: one of several, yes or no, draw or erase.

import { h } from "../common/html.js";
import * as texts from "../texts/editor.js";

/**
 * @import { Attributes } from "../common/html.js"
 * @import { VNode } from "../../vendor/preact/preact.js"
 */

/** @typedef {{ value: string, text: string, swatch?: string, letter?: string }} Choice */

/** Choices by their values. @type {(choices: Record<string, string>) => Choice[]} */
export const among = (choices) => Object.entries(choices).map(([value, text]) => ({ value, text }));

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
    choices.map((one) => {
      const [id, checked] = [`${name}-${one.value}`, one.value === value];
      return h(
        "label",
        { class: "pick-one" },
        h("input", { type: "radio", name, id, value: one.value, checked, onchange: () => onpick(one.value) }),
        one.swatch && h("span", { class: `swatch ${one.swatch}`, "aria-hidden": "true" }, one.letter),
        h("span", null, one.text),
      );
    }),
  );
}

/** Yes or no. @type {(box: Attributes<HTMLInputElement>, text: string, onpick: (on: boolean) => void) => VNode} */
export const tick = (box, text, onpick) =>
  h(
    "label",
    { class: "tick" },
    h("input", { type: "checkbox", ...box, onchange: (event) => onpick(event.target.checked) }),
    h("span", null, text),
  );

/**
 * One of a list that may be long. `choices`: `[value, text]`.
 * @param {{
 *   id: string, label: string, value: string, choices: [string, string][],
 *   onpick: (value: string) => void,
 * }} options
 */
export function list({ id, label, value, choices, onpick }) {
  const known = choices.some(([one]) => one === value);
  const attributes = { id, value: known ? value : choices[0]?.[0] };
  return h(
    "p",
    { class: "list-field" },
    h("label", { for: id }, label),
    select({ ...attributes, onchange: (event) => onpick(event.target.value) }, choices),
  );
}

/** @type {(attributes: Attributes<HTMLSelectElement>, choices: [string, string][]) => VNode} */
export const select = (attributes, choices) =>
  h(
    "select",
    attributes,
    choices.map(([value, text]) => h("option", { value }, text)),
  );

// A file to choose; the same may be chosen again.
/** @type {(id: string, label: string, accept: string, take: (file: File) => unknown, box?: string) => VNode} */
export const fileField = (id, label, accept, take, box = "list-field") =>
  h(
    "p",
    { class: box },
    h("label", { for: id }, label),
    h("input", {
      type: "file",
      id,
      accept,
      onchange: ({ target }) => {
        const file = target.files?.[0];
        target.value = "";
        if (file) take(file);
      },
    }),
  );

// Whether a press draws or erases.
/** @type {(name: string, erasing: boolean, onpick: (erasing: boolean) => void) => VNode} */
export const mode = (name, erasing, onpick) =>
  choice({
    name: `${name}-mode`,
    legend: texts.pen,
    value: erasing ? "erase" : "draw",
    choices: among(texts.PEN),
    onpick: (value) => onpick(value === "erase"),
  });
