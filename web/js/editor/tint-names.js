// The words and letters of a map's own key, as names of tints in the style sheet.

/**
 * "forest & rough" as `forest-rough`.
 * @param {string} words
 */
export function slug(words) {
  return words
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** @type {Record<string, string>} */
const CERTAIN = { p: "printed", r: "rules", s: "setup", o: "overlap", h: "historic", ".": "guess" };

/** A letter of certainty as the server names it. @param {string | null} letter */
export function certain(letter) {
  return CERTAIN[letter ?? ""] ?? null;
}
