// The lines of a record and the hashes that chain them: "The record" in docs/protocol.md.

import { hashOf } from "./hash.js";

/** By code points, as the server sorts, not by the halves of pairs. */
function byName([a], [b]) {
  const [one, other] = [[...a], [...b]];
  const at = one.findIndex((letter, index) => letter !== other[index]);
  if (at < 0) return one.length - other.length;
  if (at >= other.length) return 1;
  return one[at].codePointAt(0) - other[at].codePointAt(0);
}

/** JSON in the one form that is hashed: names sorted, no white space. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).sort(byName);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`;
}

function hashOfLine(line) {
  return hashOf("longroll line 1\0", line);
}

/** The hash of a header, without the secret of the dice that copies for one machine hold. */
export function headerHash({ secret: _, ...header }) {
  return hashOfLine(canonical(header));
}

/** The hash of an entry after a line with the hash `prev`. */
export function entryHash(prev, entry) {
  return hashOfLine(canonical({ ...entry, prev }));
}

/** A record as text: `{header, entries}`. */
export function read(text) {
  const [header, ...entries] = text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
  return { header, entries };
}
