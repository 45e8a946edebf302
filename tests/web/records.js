// Records of games taken apart, changed, and put together again with the hashes that then chain them.

import { entryHash, headerHash } from "../../web/js/dice/record.js";

/** A record as its header and its entries. */
export function split(record) {
  const [header, ...entries] = record
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return [header, entries];
}

/** The record of a header and entries: numbered and chained anew. */
export function chained(header, entries) {
  let prev = headerHash(header);
  const lines = entries.map((entry, index) => {
    const line = { ...entry, version: index + 1, prev };
    prev = entryHash(prev, line);
    return line;
  });
  return [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
}
