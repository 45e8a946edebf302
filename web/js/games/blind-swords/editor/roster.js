// Kernstown's order of battle as the editor shows it: the counters of a battle, and where a
// scenario puts them.

import { onBoard } from "../../../editor/unit-list.js";
import { counter, meet } from "../counters.js";
import { counterText } from "../texts/editor.js";
import { values } from "../texts/terms.js";

/**
 * @import { PackDocument } from "../../../editor/pack-document.js"
 * @import { EditorSystem, EditorUnit } from "../../../editor/systems.js"
 * @import { DataFile, Side } from "protocol"
 * @import { SwordsCounter } from "../counters.js"
 */

/** A counter in a few words: "7 OH-a 6-4, worn 3-3, R". @param {DataFile} unit */
function said(unit) {
  return counterText(unit.name || unit.id, unit.fresh, `${unit.worn}, ${unit.weapon}`);
}

/** Where units begin in the scenario that is open, or come on. @type {(packDocument: PackDocument) => DataFile[]} */
export function starts(packDocument) {
  return packDocument.file("scenario")?.at ?? [];
}

/**
 * The unit that a place of the scenario is about, by its position in the order of battle: that of
 * `at.3.hex` is the one that the fourth entry of `at` names. `null` if it is about none.
 * @param {PackDocument} packDocument
 * @param {string} place
 */
export function startOf(packDocument, place) {
  const entry = /^at\.(\d+)/.exec(place)?.[1];
  if (entry === undefined) return null;
  const id = starts(packDocument)[Number(entry)]?.unit;
  const units = /** @type {DataFile[]} */ (packDocument.file("units")?.unit ?? []);
  const index = units.findIndex((unit) => unit.id === id);
  return index < 0 ? null : index;
}

/**
 * Every unit of the battle, `{index, …}`; those that begin on the map have a `hex`, those that come
 * later an `entry`.
 * @param {PackDocument} packDocument
 * @returns {EditorUnit[]}
 */
export function roster(packDocument) {
  const places = new Map(starts(packDocument).map((one) => [one.unit, one]));
  return (packDocument.file("units")?.unit ?? []).map((/** @type {DataFile} */ unit, /** @type {number} */ index) => {
    const at = places.get(unit.id);
    const where = !at
      ? {}
      : at.arrives
        ? { entry: [at.hex], arrives: at.arrives }
        : { hex: at.hex, hits: at.hits, skirmish: at.skirmish, onFoot: at.dismounted };
    return /** @type {EditorUnit} */ ({ ...unit, ...where, index, text: said(unit) });
  });
}

/** "6-4" as strength and cohesion. @param {string} text */
function face(text) {
  const [strength, cohesion] = String(text ?? "").split("-");
  return { strength: strength === "C" ? 0.5 : Number(strength) || 0, cohesion: Number(cohesion) || 0 };
}

/**
 * One face of a unit as a counter; `printed`: the face as its file has it.
 * @param {EditorUnit} unit
 * @param {{ printed: string, weapon: string, worn: boolean, mounted: boolean }} side
 */
export function faceOf(unit, { printed, weapon, worn, mounted }) {
  return /** @type {SwordsCounter} */ (
    /** @type {unknown} */ ({
      ...unit,
      weapon,
      worn,
      mounted,
      fragile: !unit.fresh,
      hits: unit.hits ?? 0,
      ...face(printed),
    })
  );
}

/** @type {EditorSystem["counters"]} */
export function counters(units, chosen, live) {
  colour(units);
  return onBoard(units, chosen, live, (unit) => {
    const dismounted = unit.onFoot && unit.dismounted;
    const { fresh, worn, weapon } = dismounted || unit;
    const mounted = unit.type === "cavalry" && !dismounted;
    const shown = faceOf(unit, { printed: fresh ?? worn, weapon, worn: !fresh, mounted });
    // First what is printed on it, as it is read there.
    return { ...counter(shown), text: `${unit.name} ${values(shown)}`, classes: ["blind-swords"] };
  });
}

/**
 * Gives the brigades their colours, as in a game of the scenario: only those that take part have one.
 * @param {EditorUnit[]} units
 */
export function colour(units) {
  const seen = new Map();
  for (const { brigade, side, hex, entry } of units)
    if (brigade && (hex || entry)) seen.set(brigade, { id: brigade, side });
  meet({ brigades: [...seen.values()] });
}

/**
 * A short name that no unit has yet, in the manner of its side's: `u62-new`.
 * @param {EditorUnit[]} units
 * @param {Side} whose
 */
export function fresh(units, whose) {
  const like = units.find((unit) => unit.side === whose)?.id ?? `${whose[0]}-unit`;
  const head = `${like.split("-")[0]}-new`;
  const taken = new Set(units.map((unit) => unit.id));
  for (let number = 1; ; number++) {
    const id = number === 1 ? head : `${head}-${number}`;
    if (!taken.has(id)) return id;
  }
}
