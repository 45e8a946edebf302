// What the files that are open offer to choose from: their units, brigades, chits and times.

import { side } from "../../../common/words.js";
import { noGeneral } from "../texts/editor.js";

/**
 * @import { PackDocument } from "../../../editor/pack-document.js"
 * @import { DataFile } from "protocol"
 */

/** @typedef {[string, string][]} Choices */

/**
 * The entries of a list of a file, each by its id with its name.
 * @param {PackDocument} packDocument
 * @param {string} role
 * @param {string} key
 * @returns {Choices}
 */
function named(packDocument, role, key) {
  const entries = /** @type {DataFile[]} */ (packDocument.file(role)?.[key] ?? []);
  return entries.map((one) => [one.id, one.side ? `${one.name}, ${side(one.side)}` : one.name]);
}

/** The brigades of the battle. @type {(packDocument: PackDocument) => Choices} */
export const brigades = (packDocument) => named(packDocument, "units", "brigade");

/** The units of the battle. @type {(packDocument: PackDocument) => Choices} */
export const units = (packDocument) => named(packDocument, "units", "unit");

/** The divisions that brigades of the battle belong to. @type {(packDocument: PackDocument) => Choices} */
export function divisions(packDocument) {
  const all = /** @type {DataFile[]} */ (packDocument.file("units")?.brigade ?? []);
  return [...new Set(all.map((one) => one.division).filter(Boolean))].map((name) => [name, name]);
}

/** The times of the scenario's game-turns. @type {(packDocument: PackDocument) => Choices} */
export const times = (packDocument) =>
  (packDocument.file("scenario")?.times ?? []).map((/** @type {string} */ time) => [time, time]);

/** Those who command brigades. @type {(packDocument: PackDocument) => Choices} */
export const generals = (packDocument) => [
  ...named(packDocument, "chits", "commander"),
  ...named(packDocument, "chits", "command"),
];

/** The general hit on a face of the die, or none. @type {(packDocument: PackDocument) => Choices} */
export const casualties = (packDocument) => [["", noGeneral], ...generals(packDocument)];

/** Commanders alone. @type {(packDocument: PackDocument) => Choices} */
export const commanders = (packDocument) => named(packDocument, "chits", "commander");

/** Event chits. @type {(packDocument: PackDocument) => Choices} */
export const events = (packDocument) => named(packDocument, "chits", "event");

/**
 * The Event chits of a side.
 * @param {string} whose
 * @returns {(packDocument: PackDocument) => Choices}
 */
export const eventsOf = (whose) => (packDocument) => {
  const all = /** @type {DataFile[]} */ (packDocument.file("chits")?.event ?? []);
  return all.filter((one) => one.side === whose).map((one) => [one.id, one.name]);
};

// What a scenario names for its cup: commanders, generals, Wild chits.
/** @type {(packDocument: PackDocument) => Choices} */
export const cup = (packDocument) => [...generals(packDocument), ...named(packDocument, "chits", "wild")];
