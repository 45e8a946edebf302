// What this browser keeps of how its player wants to be asked: settings for all games, and what was
// said in one game.

import { set as keep, setting } from "../../../common/settings.js";

/** @import { Answering } from "protocol/blind-swords" */

/**
 * `fire-back`: what the page answers a Firefight; `waits`: how long the player took over chits lately, in ms.
 * @typedef {{ "fire-back": Answering, waits: number[] }} Settings
 */

/**
 * `proposal`: whether the proposed standing orders were taken or declined; `keys`: the Key Chits
 * chosen last, by side; `resting`: the game-turn through which the player stands.
 * @typedef {{ proposal?: "taken" | "declined", keys?: Record<string, string[]>, resting?: number }} OfGame
 */

const SETTINGS = "answers";
/** @type {Settings} */
const USUAL = { "fire-back": "ask", waits: [] };

/**
 * @param {string} name
 * @returns {object}
 */
function read(name) {
  try {
    return Object(JSON.parse(setting(name, "{}")));
  } catch {
    return {};
  }
}

/** @returns {Settings} */
export function settings() {
  const kept = { ...USUAL, ...read(SETTINGS) };
  return { ...kept, waits: Array.isArray(kept.waits) ? kept.waits : [] };
}

/** @param {Partial<Settings>} change */
export function set(change) {
  keep(SETTINGS, JSON.stringify({ ...settings(), ...change }));
}

/**
 * @param {string} game
 * @returns {OfGame}
 */
export function ofGame(game) {
  return read(`${SETTINGS}.${game}`);
}

/**
 * @param {string} game
 * @param {Partial<OfGame>} change
 */
export function setOfGame(game, change) {
  keep(`${SETTINGS}.${game}`, JSON.stringify({ ...ofGame(game), ...change }));
}
