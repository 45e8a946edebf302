// Kernstown's order of battle as the editor shows it: the counters of a battle, and where a
// scenario puts them.

import { side } from "../../../common/words.js";
import { counter } from "../counters.js";
import { values } from "../words.js";

/**
 * @import { BoardCounter } from "../../../board/board.js"
 * @import { PackDocument } from "../../../editor/pack-document.js"
 * @import { EditorUnit } from "../../../editor/systems.js"
 * @import { DataFile } from "protocol"
 * @import { SwordsCounter } from "../counters.js"
 */

/**
 * A counter in a few words: "7 OH-a 6-4, worn 3-3, R".
 * @param {DataFile} unit
 */
function said(unit) {
  return `${unit.name || unit.id} ${unit.fresh ? `${unit.fresh}, worn ` : ""}${unit.worn}, ${unit.weapon}`;
}

/**
 * Every unit of the battle, `{index, …}`; those that begin on the map have a `hex`, those that come
 * later an `entry`.
 * @param {PackDocument} packDocument
 * @returns {EditorUnit[]}
 */
export function roster(packDocument) {
  const places = new Map(
    (packDocument.file("scenario")?.at ?? []).map((/** @type {DataFile} */ one) => [one.unit, one]),
  );
  return (packDocument.file("units")?.unit ?? []).map((/** @type {DataFile} */ unit, /** @type {number} */ index) => {
    const at = places.get(unit.id);
    const where = !at ? {} : at.arrives ? { entry: [at.hex], arrives: at.arrives } : { hex: at.hex };
    return /** @type {EditorUnit} */ ({ ...unit, ...where, index, text: said(unit) });
  });
}

/**
 * "6-4" as strength and cohesion.
 * @param {string} text
 */
function face(text) {
  const [strength, cohesion] = String(text ?? "").split("-");
  return { strength: strength === "C" ? 0.5 : Number(strength) || 0, cohesion: Number(cohesion) || 0 };
}

/**
 * Those on the map as counters of the board.
 * @param {EditorUnit[]} units
 * @param {number | null} chosen
 * @returns {BoardCounter[]}
 */
export function counters(units, chosen) {
  return units
    .filter((unit) => unit.hex)
    .map((unit) => {
      const shown = /** @type {SwordsCounter} */ (
        /** @type {unknown} */ ({
          ...unit,
          worn: !unit.fresh,
          fragile: !unit.fresh,
          hits: 0,
          ...face(unit.fresh ?? unit.worn),
        })
      );
      return {
        ...counter(shown),
        id: String(unit.index),
        // First what is printed on it, as it is read there.
        name: `${unit.name} ${values(shown)}, ${side(unit.side)} ${unit.type}, hex ${unit.hex}`,
        classes: ["blind-swords", ...(unit.index === chosen ? ["selected"] : [])],
        tab: false,
      };
    });
}
