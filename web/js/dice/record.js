// The lines of a record and the hashes that chain them: "The record" in docs/protocol.md.

import { hashOf } from "./hash.js";

/** @import { BySide, ClockSettings, Entry } from "protocol" */

/**
 * @typedef {{
 *   longroll: number, commitment: string, secret?: string, shares?: string, links?: boolean, seats?: BySide<string>,
 *   dice?: number[],
 *   practice?: boolean, clock?: ClockSettings, rules?: number,
 * }} RecordHeader
 */
/** @typedef {Entry & { prev?: string }} RecordEntry */

/**
 * By code points, as the server sorts, not by the halves of pairs.
 * @param {[string, unknown]} options
 * @param {[string, unknown]} options
 */
function byName([a], [b]) {
  const [one, other] = [[...a], [...b]];
  const at = one.findIndex((letter, index) => letter !== other[index]);
  if (at < 0) return one.length - other.length;
  if (at >= other.length) return 1;
  return (one[at].codePointAt(0) ?? 0) - (other[at].codePointAt(0) ?? 0);
}

/**
 * JSON in the one form that is hashed: names sorted, no white space.
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).sort(byName);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`;
}

/** @param {string} line */
function hashOfLine(line) {
  return hashOf("longroll line 1\0", line);
}

/**
 * The hash of a header, without the secret of the dice that copies for one machine hold.
 * @param {RecordHeader} options
 */
export function headerHash({ secret: _, ...header }) {
  return hashOfLine(canonical(header));
}

/**
 * The hash of an entry after a line with the hash `prev`.
 * @param {string} prev
 * @param {RecordEntry} entry
 */
export function entryHash(prev, entry) {
  return hashOfLine(canonical({ ...entry, prev }));
}

/**
 * A record as text: `{header, entries}`.
 * @param {string} text
 * @returns {{ header: RecordHeader, entries: RecordEntry[] }}
 */
export function read(text) {
  const [header, ...entries] = text
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line));
  return { header, entries };
}
