// The order of battle as the editor shows it: which units stand where, and which are still to come.

import { onBoard } from "../../../editor/unit-list.js";
import * as texts from "../texts/editor.js";
import * as terms from "../texts/terms.js";

/**
 * @import { PackDocument } from "../../../editor/pack-document.js"
 * @import { EditorSystem, EditorUnit } from "../../../editor/systems.js"
 * @import { DataFile, Side } from "protocol"
 * @import { PrintedUnit } from "../texts/terms.js"
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

/** @type {EditorSystem["counters"]} */
export const counters = (units, chosen, live) =>
  onBoard(units, chosen, live, (unit) => ({
    text: unit.text,
    side: unit.side,
    type: unit.type,
    strength: terms.strength(printed(unit)),
    label: unit.name ?? "",
    foot: terms.foot(printed(unit)) || null,
  }));

/** A short name that no unit has yet. @type {(units: EditorUnit[], side: Side) => string} */
export function fresh(units, side) {
  for (let number = 1; ; number++) {
    const id = `${(side ?? "x")[0]}-new-${number}`;
    if (!units.some((unit) => unit.id === id)) return id;
  }
}

/** Units by when they come: `[["On the map", units], ["Game-turn 2", units], …]`. @param {EditorUnit[]} units */
export function bySchedule(units) {
  const due = units.filter((unit) => !unit.hex);
  const turns = [...new Set(due.map((unit) => unit.turn))].sort((a, b) => a - b);
  /** @type {[when: string, units: EditorUnit[]][]} */
  const all = [[texts.onMap, units.filter((unit) => unit.hex)]];
  for (const turn of turns)
    all.push([turn === undefined ? texts.nowhere : texts.gameTurn(turn), due.filter((unit) => unit.turn === turn)]);
  return all.filter(([, list]) => list.length);
}

/** What a file says of a unit, as it is printed on a counter. @param {DataFile} unit */
function printed(unit) {
  return /** @type {PrintedUnit} */ (unit);
}
