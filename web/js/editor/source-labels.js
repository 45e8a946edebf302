// What a value of a chart or a counter rests on, in words and, where each cell of a row has one, in
// letters.

import { h } from "../common/html.js";
import * as texts from "../texts/editor.js";

/** @type {Record<string, string>} */
const LETTERS = { printed: "p", rules: "r", published: "u", reconstructed: "." };

/** `[label, letter, words]`, the surest first. */
export const LABELS = Object.entries(texts.LABELS).map(([label, text]) => [label, LETTERS[label], text]);

/** The label that a letter stands for. @param {string} letter */
export const labelOf = (letter) => LABELS.find((one) => one[1] === letter)?.[0] ?? null;

/** The letter in the colour of its label. @param {string} letter */
export const labelMark = (letter) =>
  h("span", { class: `cell-label rests-${labelOf(letter)}`, "aria-hidden": "true" }, letter === "." ? "·" : letter);

/** The key to the letters. */
export const labelKey = () =>
  h(
    "ul",
    { class: "label-key", "aria-label": texts.whence },
    LABELS.map(([, letter, text]) => h("li", null, labelMark(letter), ` ${text}`)),
  );
