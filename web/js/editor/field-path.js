// A place in a document: the dotted path at which the server says that something is wrong,
// `unit.12.strength`.

/** @import { DataFile } from "protocol" */

/** The parts of a place: names and positions in lists. @param {string} fieldPath */
export function parts(fieldPath) {
  return fieldPath ? fieldPath.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part)) : [];
}

/**
 * What stands at a place of a document, or undefined.
 * @param {unknown} file
 * @param {string} fieldPath
 */
export function get(file, fieldPath) {
  return parts(fieldPath).reduce((/** @type {any} */ at, part) => at?.[part], file);
}

/**
 * Puts a value at a place; `undefined` takes what stands there away, out of a list too.
 * @param {DataFile} file
 * @param {string} fieldPath
 * @param {unknown} value
 */
export function set(file, fieldPath, value) {
  const way = parts(fieldPath);
  const last = way.pop() ?? "";
  const holder = way.reduce((/** @type {any} */ at, part) => (at[part] ??= {}), file);
  if (value !== undefined) holder[last] = value;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
}

/**
 * A place one step farther in.
 * @param {string} fieldPath
 * @param {string | number} part
 */
export function within(fieldPath, part) {
  return fieldPath === "" ? String(part) : `${fieldPath}.${part}`;
}

/**
 * Whether a place is another or lies within it.
 * @param {string} outer
 * @param {string} inner
 */
export function holds(outer, inner) {
  return inner === outer || outer === "" || inner.startsWith(`${outer}.`);
}
