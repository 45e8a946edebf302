// The lists of a map document, of which one that is empty is not there, and of hexes in a text.

import { truthy } from "../common/truthy.js";

/** @import { DataFile } from "protocol" */

/** The hexes or hexsides of a text. @param {unknown} text */
export const split = (text) =>
  String(text ?? "")
    .split(/\s+/)
    .filter(truthy);

/** @type {(map: DataFile, key: string, entry: DataFile) => void} */
export function push(map, key, entry) {
  map[key] = [...(map[key] ?? []), entry];
}

/** @type {(map: DataFile, key: string, index: number) => void} */
export function drop(map, key, index) {
  map[key].splice(index, 1);
  if (!map[key].length) delete map[key];
}
