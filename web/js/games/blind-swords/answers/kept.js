// What this browser keeps of how its player wants to be asked: settings for all games, and what was
// said in one game.

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

const SETTINGS = "longroll.answers";
/** @type {Settings} */
const USUAL = { "fire-back": "ask", waits: [] };

/** @type {Map<string, object>} */
const here = new Map();

/**
 * @param {string} key
 * @returns {object}
 */
function read(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null");
    if (kept && typeof kept === "object") return kept;
  } catch {
    // Then only this page remembers.
  }
  return here.get(key) ?? {};
}

/**
 * @param {string} key
 * @param {object} value
 */
function write(key, value) {
  here.set(key, value);
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Then it is kept as long as the page.
  }
}

/** @returns {Settings} */
export function settings() {
  const kept = { ...USUAL, ...read(SETTINGS) };
  return { ...kept, waits: Array.isArray(kept.waits) ? kept.waits : [] };
}

/** @param {Partial<Settings>} change */
export function set(change) {
  write(SETTINGS, { ...settings(), ...change });
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
  write(`${SETTINGS}.${game}`, { ...ofGame(game), ...change });
}
