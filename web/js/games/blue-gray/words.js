// How things of Blue & Gray are said: units, turns, phases, odds, results.

import { side } from "../../common/words.js";

/** @import { BlueGrayUnit, BlueGrayView } from "protocol/blue-gray" */

/** @typedef {"id" | "name" | "side" | "type" | "strength" | "movement" | "own-movement" | "fixed"} Printed */
/**
 * What is printed on a counter, whether in a game or in a file.
 * @typedef {Pick<BlueGrayUnit, Printed | "hex"> & { ineffective?: boolean }} PrintedUnit
 */

/**
 * The letter that is printed behind a strength: artillery "a", cavalry "c", infantry nothing.
 * @param {PrintedUnit} unit
 */
export function letter(unit) {
  return unit.type === "artillery" ? "a" : unit.type === "cavalry" ? "c" : "";
}

/**
 * "(1)" for a train, whose strength counts in defence only; else "5", "3a", "4c".
 * @param {PrintedUnit} unit
 */
export function strength(unit) {
  return unit.type === "train" ? `(${unit.strength})` : `${unit.strength}${letter(unit)}`;
}

/**
 * The condition of a unit in words, the important ones first.
 * @param {BlueGrayUnit} unit
 */
export function condition(unit) {
  const words = [];
  if (unit.ineffective) words.push("ineffective");
  if (unit.moved) words.push("moved");
  if (unit.attacked) words.push("has fought");
  if (unit.retreated) words.push("retreated");
  if (unit.advanced) words.push("advanced");
  return words;
}

/**
 * How far a unit moves, if at all.
 * @param {PrintedUnit} unit
 */
export function gait(unit) {
  return unit.fixed ? "cannot move" : `moves ${unit.movement}`;
}

/**
 * What stands at the foot of a unit's counter: how it moves, unless it moves as most do.
 * @param {PrintedUnit} unit
 */
export function foot(unit) {
  if (unit.fixed) return "fixed";
  return unit["own-movement"] ? `moves ${unit.movement}` : "";
}

/**
 * What is printed on a unit's counter, in the order it is printed: "Wilder 8 moves 7".
 * @param {PrintedUnit} unit
 */
export function printed(unit) {
  const movement = foot(unit) && ` ${foot(unit)}`;
  return `${unit.name} ${strength(unit)}${movement}${unit.ineffective ? " ineffective" : ""}`;
}

/**
 * A unit in one phrase, as it is read aloud: "Wood 5, Confederate infantry, moved".
 * @param {BlueGrayUnit} unit
 */
export function unit(unit) {
  const rest = condition(unit).filter((word) => word !== "ineffective");
  return [printed(unit), `${side(unit.side)} ${unit.type}`, ...rest].join(", ");
}

/**
 * A unit as the inspector tells of it.
 * @param {BlueGrayUnit} unit
 */
export function details(unit) {
  return `${side(unit.side)} ${unit.type}, strength ${strength(unit)}, ${gait(unit)}`;
}

/**
 * "Turn 3 of 15".
 * @param {BlueGrayView} view
 */
export function turn(view) {
  return `Turn ${view.turn} of ${view.turns}`;
}

/**
 * "Union movement".
 * @param {BlueGrayView} view
 */
export function phase(view) {
  if (view.phase === "over") return "Game over";
  return `${side(view.phasing)} ${view.phase}`;
}

/**
 * Odds `{attack, defence}` or a column "3-1" as text.
 * @param {string} name
 */
export function column(name) {
  return typeof name === "string" ? name.replace("-", "–") : String(name ?? "");
}

/**
 * The results of the combat results table in words, by their printed letters.
 * @type {Record<string, string>}
 */
export const RESULTS = {
  Ae: "attackers eliminated",
  De: "defenders eliminated",
  Ex: "exchange",
  Ar: "attackers retreat",
  Dr: "defenders retreat",
};
