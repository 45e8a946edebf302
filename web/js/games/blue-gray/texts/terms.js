// The terms of Blue & Gray: units, turns, phases, odds, results. The game and its editor use them.

import { truthy } from "../../../common/truthy.js";
import { side } from "../../../common/words.js";

/** @import { BlueGrayUnit, BlueGrayView } from "protocol/blue-gray" */

/** @typedef {"id" | "name" | "side" | "type" | "strength" | "movement" | "own-movement" | "fixed"} Printed */
/**
 * What is printed on a counter, whether in a game or in a file.
 * @typedef {Pick<BlueGrayUnit, Printed | "hex"> & { ineffective?: boolean }} PrintedUnit
 */

/** @type {Partial<Record<PrintedUnit["type"], string>>} */
const LETTERS = { artillery: "a", cavalry: "c" };

/** "(1)" for a train, whose strength counts in defence only; else "5", "3a", "4c". */
export const strength = (/** @type {PrintedUnit} */ { type, strength }) =>
  type === "train" ? `(${strength})` : `${strength}${LETTERS[type] ?? ""}`;

/** The condition of a unit, the important first. */
export const condition = (/** @type {BlueGrayUnit} */ unit) =>
  [
    unit.ineffective && "ineffective",
    unit.moved && "moved",
    unit.attacked && "has fought",
    unit.retreated && "retreated",
    unit.advanced && "advanced",
  ].filter(truthy);

const moves = (/** @type {PrintedUnit} */ unit) => `moves ${unit.movement}`;
export const gait = (/** @type {PrintedUnit} */ unit) => (unit.fixed ? "cannot move" : moves(unit));

/** At the foot of a counter: how the unit moves, unless it moves as most do. */
export const foot = (/** @type {PrintedUnit} */ unit) =>
  unit.fixed ? "fixed" : unit["own-movement"] ? moves(unit) : "";

/** What is printed on a counter, in the order it is printed: "Wilder 8 moves 7". */
export const printed = (/** @type {PrintedUnit} */ unit) =>
  [unit.name, strength(unit), foot(unit), unit.ineffective && "ineffective"].filter(truthy).join(" ");

/** A unit read aloud: "Wood 5, Confederate infantry, moved". */
export const unit = (/** @type {BlueGrayUnit} */ unit) =>
  [printed(unit), `${side(unit.side)} ${unit.type}`, ...condition({ ...unit, ineffective: false })].join(", ");

/** A unit in the inspector. */
export const details = (/** @type {BlueGrayUnit} */ unit) =>
  `${side(unit.side)} ${unit.type}, strength ${strength(unit)}, ${gait(unit)}`;

export const turn = (/** @type {BlueGrayView} */ view) => `Turn ${view.turn} of ${view.turns}`;
export const phase = (/** @type {BlueGrayView} */ view) =>
  view.phase === "over" ? "Game over" : `${side(view.phasing)} ${view.phase}`;

/**
 * The results of the combat results table, by their printed letters.
 * @type {Record<string, string>}
 */
export const RESULTS = {
  Ae: "attackers eliminated",
  De: "defenders eliminated",
  Ex: "exchange",
  Ar: "attackers retreat",
  Dr: "defenders retreat",
};
