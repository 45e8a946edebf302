// Rows of letters in a map document, a letter a hex: its ground, and what that is known from.

function lines(ruled) {
  return ruled.rows.split("\n").filter((line) => line !== "");
}

/** The letter of a hex. `place`: the hex as the layout has it, with `column` and `row`. */
export function letter(ruled, place) {
  return ruled ? (lines(ruled)[place.row]?.[place.column] ?? null) : null;
}

/** Every letter at once: a function from a hex's place to its letter. */
export function reader(ruled) {
  const rows = ruled ? lines(ruled) : [];
  return (place) => rows[place.row]?.[place.column] ?? null;
}

/** Writes a hex's letter. */
export function write(ruled, place, letter) {
  const rows = lines(ruled);
  const row = rows[place.row] ?? "";
  rows[place.row] = row.slice(0, place.column) + letter + row.slice(place.column + 1);
  ruled.rows = `${rows.join("\n")}\n`;
}

/** The order in which letters are offered, plain ground first and firm knowledge first; others come after. */
const ORDER = [".", "f", "r", "h", "t", "~", "="];
const SURE = ["p", "r", "s", "o", "h", "."];

/** The letters that can be written, with their words: `[["f", "forest"], …]`. The one for "no hex" is not for painting. */
export function legend(ruled) {
  const order = ruled?.legend?.p ? SURE : ORDER;
  const rank = (letter) => (order.includes(letter) ? order.indexOf(letter) : order.length);
  return Object.entries(ruled?.legend ?? {})
    .filter(([letter]) => letter !== "-")
    .sort(([a], [b]) => rank(a) - rank(b));
}

/** Rows for a sheet of another size: what was there stays, what is new gets the letter. */
export function resize(ruled, columns, rows, letter) {
  const old = lines(ruled);
  const line = (text = "") => text.slice(0, columns).padEnd(columns, letter);
  ruled.rows = `${Array.from({ length: rows }, (_, row) => line(old[row])).join("\n")}\n`;
}
