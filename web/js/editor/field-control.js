// One field of a form: what a person types, and what then stands in the document.

import { h } from "../common/html.js";
import { truthy } from "../common/truthy.js";
import * as texts from "../texts/editor.js";
import { select } from "./choices.js";
import { split } from "./map-lists.js";

/** @import { Spec } from "./form-specs.js" */

/**
 * The text that a field shows for a value.
 * @param {Spec} spec
 * @param {unknown} value
 */
export function shown(spec, value) {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.join(spec.kind === "lines" ? "\n" : " ");
  return String(value);
}

/**
 * The value that a text stands for; `undefined` for a field that may be left out and is empty.
 * @param {Spec} spec
 * @param {string} text
 * @returns {unknown}
 */
export function meant(spec, text) {
  if (spec.optional && text.trim() === "") return undefined;
  switch (spec.kind) {
    case "number":
      // What is no number goes to the server as it is, which says so in its place.
      return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
    case "words":
      return split(text);
    case "numbers":
      return split(text).map((word) => meant({ kind: "number", label: "" }, word));
    case "lines":
      return text.split("\n").filter((line) => line.trim() !== "");
    case "hex":
    case "case":
      return text.trim();
    default:
      return text;
  }
}

/** What is being typed, by the id of its field. */
let typed = { id: "", text: "" };

/**
 * What a field that is typed in has for attributes: what is written in it stays as it is as long as it means the
 * value. `on(text)` hears of every change, `rest()` when one has done typing.
 * @param {string} id
 * @param {Spec} spec
 * @param {unknown} value
 * @param {(text: string) => void} on
 * @param {() => void} rest
 */
export function typing(id, spec, value, on, rest) {
  const text = shown(spec, value);
  return {
    value: typed.id === id && shown(spec, meant(spec, typed.text)) === text ? typed.text : text,
    spellcheck: "false",
    autocomplete: "off",
    oninput: (/** @type {Event & { target: HTMLInputElement | HTMLTextAreaElement }} */ { target }) => {
      typed = { id, text: target.value };
      on(target.value);
    },
    onchange: () => {
      typed = { id: "", text: "" };
      rest();
    },
  };
}

/** What stands for no choice. @type {[string, string]} */
const NONE = ["", texts.noChoice];

/** @type {Record<string, number>} */
const LONG = { long: 3, lines: 3, rows: 6 };

/**
 * The control of a field. `on(value)` hears of every change, `rest()` when one has done typing.
 * @param {Spec} spec
 * @param {unknown} value
 * @param {{ id: string, class?: string, [name: string]: string | null | undefined }} attributes
 * @param {{ on: (value: unknown) => void, rest: () => void }} options
 */
export function control(spec, value, attributes, { on, rest }) {
  if (spec.kind === "yes")
    return h("input", {
      ...attributes,
      type: "checkbox",
      checked: value === true,
      onchange: (event) => {
        on(event.target.checked || (spec.optional ? undefined : false));
        rest();
      },
    });
  if (spec.kind === "choice") {
    const offered = spec.choices ?? [];
    const known = offered.some(([one]) => one === value);
    /** @type {[string, string]} */
    const own = [String(value), String(value)];
    const choices = [
      ...(spec.optional || value === undefined ? [NONE] : []),
      ...offered,
      ...(known || value === undefined ? [] : [own]),
    ];
    const pick = (/** @type {string} */ to) => {
      on(to === "" ? undefined : to);
      rest();
    };
    const chosen = {
      value: String(value ?? ""),
      onchange: (/** @type {Event & { target: HTMLSelectElement }} */ { target }) => pick(target.value),
    };
    return select({ ...attributes, ...chosen }, choices);
  }
  const own = { ...attributes, ...typing(attributes.id, spec, value, (text) => on(meant(spec, text)), rest) };
  if (LONG[spec.kind]) {
    const text = shown(spec, value);
    const lines =
      spec.kind === "rows" ? text.trimEnd().split("\n").length : Math.max(2, Math.min(10, Math.ceil(text.length / 38)));
    return h("textarea", { ...own, class: spec.kind === "rows" ? "rows" : "", rows: lines });
  }
  const narrow = { number: "number", hex: "hex", case: "case-field" }[spec.kind] ?? "";
  return h("input", {
    ...own,
    type: "text",
    class: [attributes.class, narrow].filter(truthy).join(" "),
    inputmode: spec.kind === "number" ? "numeric" : null,
  });
}
