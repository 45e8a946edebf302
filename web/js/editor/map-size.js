// The size of a sheet, and a sheet with nothing on it.

import { truthy } from "../common/truthy.js";
import * as letterRows from "./letter-rows.js";

/**
 * @import { LetterTable } from "./letter-rows.js"
 * @import { DataFile } from "protocol"
 */

const NONE = "-";

/**
 * Where the outermost column and row of a sheet have no hexes, in turn: that pattern stays at the
 * edge.
 * @param {LetterTable} ruled
 * @param {number} columns
 * @param {number} height
 */
function ragged(ruled, columns, height) {
  const lines = ruled.rows.split("\n").filter(truthy);
  const foot = [0, 1].map((i) => lines.at(-1)?.[i] === NONE);
  const flank = [0, 1].map((i) => lines[i]?.at(-1) === NONE && !foot[0] && !foot[1]);
  return (/** @type {number} */ column, /** @type {number} */ row) =>
    (row === height - 1 && foot[column % 2]) || (column === columns - 1 && flank[row % 2]);
}

/**
 * @param {LetterTable} ruled
 * @param {number} columns
 * @param {number} height
 * @param {string} letter
 */
function fit(ruled, columns, height, letter) {
  const gap = ragged(ruled, columns, height);
  letterRows.resize(ruled, columns, height, letter);
  const lines = ruled.rows.split("\n").filter(truthy);
  const fitted = lines.map((line, row) =>
    [...line].map((one, column) => (gap(column, row) ? NONE : one === NONE ? letter : one)).join(""),
  );
  ruled.rows = `${fitted.join("\n")}\n`;
}

/**
 * Makes a map document larger or smaller; new hexes are clear ground, and a guess.
 * @param {DataFile} map
 * @param {number} columns
 * @param {number} height
 */
export function resize(map, columns, height) {
  const letterOf = (/** @type {LetterTable} */ ruled, /** @type {string} */ word) =>
    letterRows.legend(ruled).find(([, text]) => text === word)?.[0] ?? ".";
  fit(map.ground, columns, height, letterOf(map.ground, "clear"));
  if (map.certainty) fit(map.certainty, columns, height, letterOf(map.certainty, "guess"));
  map.grid.columns = columns;
  map.grid.rows = height;
}

/** Takes everything off a map document but its grid. @param {DataFile} map */
export function empty(map) {
  for (const key of Object.keys(map)) if (Array.isArray(map[key])) delete map[key];
  const clear = letterRows.legend(map.ground).find(([, text]) => text === "clear")?.[0] ?? ".";
  map.ground.rows = map.ground.rows.replace(/[^-\s]/g, clear);
  if (map.certainty) map.certainty.rows = map.certainty.rows.replace(/[^-\s]/g, ".");
}
