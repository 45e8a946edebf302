// What a value of a chart or a counter rests on, in words and, where each cell of a row has one, in
// letters.

import { h } from "../common/html.js";

/** `[label, letter, words]`, the surest first. */
export const LABELS = [
  ["printed", "p", "printed: read from the game"],
  ["rules", "r", "rules: the rulebook states it"],
  ["published", "u", "published: a public source states it"],
  ["reconstructed", ".", "reconstructed: an estimate"],
];

/**
 * The label that a letter stands for.
 * @param {string} letter
 */
export function labelOf(letter) {
  return LABELS.find((one) => one[1] === letter)?.[0] ?? null;
}

/** The key to the letters. */
export function labelKey() {
  return h(
    "ul",
    { class: "label-key", "aria-label": "Where a value comes from" },
    LABELS.map(([label, letter, text]) =>
      h(
        "li",
        null,
        h("span", { class: `cell-label rests-${label}`, "aria-hidden": "true" }, letter === "." ? "·" : letter),
        ` ${text}`,
      ),
    ),
  );
}
