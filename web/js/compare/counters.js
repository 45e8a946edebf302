// Counters that differ, as both sides have them.

import { face } from "../board/counter-face.js";
import { h } from "../common/html.js";
import { truthy } from "../common/truthy.js";
import { lower } from "../common/words.js";
import { systemOf } from "../editor/systems.js";
import * as texts from "../texts/compare.js";
import { documentOf } from "./readings.js";

/**
 * @import { BoardCounter } from "../board/board.js"
 * @import { DifferenceTold, FactTold } from "protocol"
 * @import { Reading } from "./readings.js"
 */

const UNIT = /^unit\.(\d+)(\.|$)/;
/** The length of a counter's side in the list, in its own units. */
const SIZE = 60;

/**
 * The number of the unit that a fact of a file is about, or null.
 * @param {FactTold | undefined} fact
 */
function unitOf(fact) {
  const found = UNIT.exec(fact?.at ?? "");
  return found && Number(found[1]);
}

/**
 * The counters of one side: of the units that differ, those on the map; and a way to any of them.
 * @param {Pick<Reading, "files" | "paths">} reading
 * @param {DifferenceTold[]} differences
 * @param {"here" | "there"} which
 */
export function countersOf(reading, differences, which) {
  const system = systemOf(reading.paths);
  const units = system.roster(documentOf(reading));
  const wanted = new Set(
    differences.filter(({ file }) => file === reading.paths.units).map((difference) => unitOf(difference[which])),
  );
  const differ = units.filter(({ index }) => wanted.has(index));
  const known = new Map(differ.map((unit) => [unit.index, unit]));
  return {
    /** Those on the map. */
    counters: system.counters(
      differ.filter(({ hex }) => hex),
      null,
      false,
    ),
    /**
     * The counter that a difference is about, wherever it stands.
     * @param {DifferenceTold} difference
     * @returns {BoardCounter | null}
     */
    of(difference) {
      const index = difference.file === reading.paths.units ? unitOf(difference[which]) : null;
      const unit = index === null ? undefined : known.get(index);
      return unit ? (system.counters([{ ...unit, hex: unit.hex || "off" }], null, false)[0] ?? null) : null;
    },
  };
}

/**
 * Both counters side by side, as they are printed.
 * @param {BoardCounter | null} here
 * @param {BoardCounter | null} there
 */
export function bothCounters(here, there) {
  if (!here && !there) return null;
  const picture = (/** @type {BoardCounter} */ counter) => {
    const classes = ["counter", `side-${counter.side}`, ...(counter.classes ?? [])].filter(truthy).join(" ");
    const box = { class: "counter-picture", viewBox: "-34 -34 68 68", "aria-hidden": "true" };
    return h("svg", box, h("g", { class: classes }, face(counter, SIZE)));
  };
  const one = (/** @type {BoardCounter | null} */ counter, /** @type {string} */ whose) => {
    const drawn = counter ? picture(counter) : h("span", { class: "no-counter" }, texts.noCounter);
    return h("figure", null, drawn, h("figcaption", { class: "small" }, whose));
  };
  return h("div", { class: "both-counters" }, one(here, lower(texts.these)), one(there, lower(texts.others)));
}
