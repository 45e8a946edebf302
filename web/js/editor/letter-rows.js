// Rows of letters in a map document, a letter a hex: its ground, and what that is known from.

/** @import { LayoutHex } from "protocol" */

/**
 * Rows of letters, and what each letter stands for.
 * @typedef {{ legend?: Record<string, string>, rows: string }} LetterTable
 */

/** @param {LetterTable} ruled */
function lines(ruled) {
  return ruled.rows.split("\n").filter((line) => line !== "");
}

/**
 * The letter of a hex. `place`: the hex as the layout has it, with `column` and `row`.
 * @param {LetterTable | undefined} ruled
 * @param {LayoutHex} sheetHex
 */
export function letter(ruled, sheetHex) {
  return ruled ? (lines(ruled)[sheetHex.row]?.[sheetHex.column] ?? null) : null;
}

/**
 * What the letter of a hex stands for, if anything is said of it.
 * @param {LetterTable | undefined} ruled
 * @param {LayoutHex | null} sheetHex
 */
export function wordAt(ruled, sheetHex) {
  const here = sheetHex && letter(ruled, sheetHex);
  return here ? ruled?.legend?.[here] : undefined;
}

/** Every letter at once: a function from a hex's place to its letter. @param {LetterTable | undefined} ruled */
export function reader(ruled) {
  const rows = ruled ? lines(ruled) : [];
  return (/** @type {LayoutHex} */ sheetHex) => rows[sheetHex.row]?.[sheetHex.column] ?? null;
}

/**
 * Writes a hex's letter.
 * @param {LetterTable} ruled
 * @param {LayoutHex} sheetHex
 * @param {string} letter
 */
export function write(ruled, sheetHex, letter) {
  const rows = lines(ruled);
  const row = rows[sheetHex.row] ?? "";
  rows[sheetHex.row] = row.slice(0, sheetHex.column) + letter + row.slice(sheetHex.column + 1);
  ruled.rows = `${rows.join("\n")}\n`;
}

/**
 * The order in which letters are offered, plain ground first and firm knowledge first; others come
 * after.
 */
const ORDER = [".", "f", "r", "h", "t", "~", "=", "#"];
const SURE = ["p", "r", "s", "o", "h", "."];

/**
 * The letters that can be written, with their words: `[["f", "forest"], …]`. The one for "no hex"
 * is not for painting.
 * @param {LetterTable | undefined} ruled
 */
export function legend(ruled) {
  const order = ruled?.legend?.p ? SURE : ORDER;
  const rank = (/** @type {string} */ letter) => (order.includes(letter) ? order.indexOf(letter) : order.length);
  return Object.entries(ruled?.legend ?? {})
    .filter(([letter]) => letter !== "-")
    .sort(([a], [b]) => rank(a) - rank(b));
}

/**
 * Rows for a sheet of another size: what was there stays, what is new gets the letter.
 * @param {LetterTable} ruled
 * @param {number} columns
 * @param {number} rows
 * @param {string} letter
 */
export function resize(ruled, columns, rows, letter) {
  const old = lines(ruled);
  const line = (text = "") => text.slice(0, columns).padEnd(columns, letter);
  ruled.rows = `${Array.from({ length: rows }, (_, row) => line(old[row])).join("\n")}\n`;
}
