// What a map's hexes rest on: tints over the map, and the key to them.

import { h } from "../common/html.js";

/**
 * From the firmest to the least, as the server names them; the letter marks the tint for those who
 * do not tell colours apart.
 */
export const CERTAINTY = [
  { word: "printed", letter: "P", text: "read from the printed sheet" },
  { word: "rules", letter: "R", text: "named in the rules" },
  { word: "setup", letter: "S", text: "a unit starts here" },
  { word: "overlap", letter: "O", text: "shown by an overlapping sheet" },
  { word: "historic", letter: "H", text: "the real ground, placed by estimate" },
  { word: "guess", letter: "G", text: "a guess" },
];

const LETTERS = Object.fromEntries(CERTAINTY.map(({ word, letter }) => [word, letter]));

/**
 * What a hex rests on, in words; empty for what is not known of.
 * @param {string | undefined} certainty
 */
export function restsOn(certainty) {
  return CERTAINTY.find(({ word }) => word === certainty)?.text ?? "";
}

/**
 * Whether any hex is there that was not read from the printed sheet.
 * @param {Iterable<{ hex: string, certainty?: string | null }>} sheetHexes
 */
export function reconstructed(sheetHexes) {
  return [...sheetHexes].some(({ certainty }) => certainty && certainty !== "printed");
}

/**
 * Tints as outlines of the board. `places`: `{hex, certainty}` in any order, a layout's hexes for
 * instance.
 * @param {Iterable<{ hex: string, certainty?: string | null }>} sheetHexes
 */
export function tints(sheetHexes) {
  return [...sheetHexes]
    .filter(({ certainty }) => certainty)
    .map(({ hex, certainty }) => ({ hex, kind: `certain certain-${certainty}`, letter: LETTERS[certainty ?? ""] }));
}

/**
 * The key to those tints that occur.
 * @param {Iterable<{ hex: string, certainty?: string | null }>} sheetHexes
 */
export function certaintyKey(sheetHexes) {
  const there = new Set([...sheetHexes].map(({ certainty }) => certainty));
  return h(
    "ul",
    { class: "certainty-key" },
    CERTAINTY.filter(({ word }) => there.has(word)).map(({ word, letter, text }) =>
      h(
        "li",
        null,
        h("span", { class: `certain-swatch certain-${word}`, "aria-hidden": "true" }, letter),
        h("span", null, text),
      ),
    ),
  );
}
