// The order of battle as the editor shows it: which units stand where, and which are still to come.

import * as words from "../../../common/words.js";
import * as terms from "../words.js";

/**
 * @import { BoardCounter } from "../../../board/board.js"
 * @import { PackDocument } from "../../../editor/pack-document.js"
 * @import { EditorUnit } from "../../../editor/systems.js"
 * @import { DataFile, Side } from "protocol"
 * @import { PrintedUnit } from "../words.js"
 */

/**
 * Every unit of the order of battle that is open, `{index, ...}`, with what its file leaves out.
 * @param {PackDocument} packDocument
 * @returns {EditorUnit[]}
 */
export function roster(packDocument) {
  const allowance = packDocument.file("numbers")?.["movement-allowance"];
  return (packDocument.file("units")?.unit ?? []).map((/** @type {DataFile} */ entry, /** @type {number} */ index) => {
    const hex = typeof entry.hex === "string" ? entry.hex.trim() : null;
    const movement = entry.movement ?? allowance;
    const unit = { ...entry, index, movement, "own-movement": movement !== allowance, hex };
    return { ...unit, text: terms.printed(printed(unit)) };
  });
}

/**
 * Units as counters of the board; they are named by their position in the file.
 * @param {EditorUnit[]} units
 * @param {number | null} chosen
 * @param {boolean} live
 * @returns {BoardCounter[]}
 */
export function counters(units, chosen, live) {
  const standing = units.filter((unit) => unit.hex);
  return [...standing]
    .sort((a, b) => Number(a.index === chosen) - Number(b.index === chosen))
    .map((unit) => ({
      id: String(unit.index),
      hex: unit.hex ?? null,
      side: unit.side,
      type: unit.type,
      strength: terms.strength(printed(unit)),
      label: unit.name ?? "",
      foot: terms.foot(printed(unit)) || null,
      name: `${unit.text}, ${words.side(unit.side)} ${unit.type}, hex ${unit.hex}`,
      classes: unit.index === chosen ? ["selected"] : live ? ["active"] : [],
      drag: live,
      tab: false,
      pressed: live ? String(unit.index === chosen) : undefined,
    }));
}

/**
 * A short name that no unit has yet.
 * @param {EditorUnit[]} units
 * @param {Side} side
 */
export function fresh(units, side) {
  for (let number = 1; ; number++) {
    const id = `${(side ?? "x")[0]}-new-${number}`;
    if (!units.some((unit) => unit.id === id)) return id;
  }
}

/**
 * Units by when they come: `[["On the map", units], ["Game-turn 2", units], …]`.
 * @param {EditorUnit[]} units
 * @returns {[when: string, units: EditorUnit[]][]}
 */
export function bySchedule(units) {
  const here = units.filter((unit) => unit.hex);
  const due = units.filter((unit) => !unit.hex);
  const turns = [...new Set(due.map((unit) => unit.turn))].sort((a, b) => a - b);
  /** @type {[string, EditorUnit[]][]} */
  const all = [
    ["On the map", here],
    ...turns.map(
      (turn) =>
        /** @type {[string, EditorUnit[]]} */ ([
          turn === undefined ? "Nowhere yet" : `Game-turn ${turn}`,
          due.filter((unit) => unit.turn === turn),
        ]),
    ),
  ];
  return all.filter(([, list]) => list.length);
}

/**
 * What a file says of a unit, as it is printed on a counter.
 * @param {DataFile} unit
 */
function printed(unit) {
  return /** @type {PrintedUnit} */ (unit);
}
