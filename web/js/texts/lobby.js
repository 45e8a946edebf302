// The first page: battles, my games, packs.

import { lasting } from "../agreement/clock-time.js";
import { truthy } from "../common/truthy.js";
import { count, isolated, listedNames, side } from "../common/words.js";
import { moment } from "./agreement.js";

/** @import { Side } from "protocol" */
/** @import { Refusal } from "../session/connection.js" */
/** @import { Level } from "../lobby/players.js" */

// The way to the other pages
export const signIn = "Sign in";
export const findOpponent = (/** @type {number} */ challenges) =>
  `Find an opponent${challenges ? ` (${count(challenges, "challenge")})` : ""}`;
export const tournaments = "Tournaments";
export const library = "Library";

// My games
export const moreGames = (/** @type {number} */ n) => count(n, "more game");
export const yourTurn = "Your turn";
export const waiting = (/** @type {Side | null} */ asked) => `Waiting for the ${side(asked)} side`;
export const claim = "You can claim it";
export const over = "Over";
export const turn = (/** @type {number} */ turn, /** @type {number} */ turns) => `turn ${turn} of ${turns}`;
export const bothSides = "both sides";
export const level = (/** @type {string} */ name) => `the ${name}`;
export const against = (/** @type {string[]} */ names) => ["against ", listedNames(names)];
/** Whose clock runs: "you have", "the Union side has". */
export const has = (/** @type {Side | null} */ name) => (name ? `the ${side(name)} side has` : "you have");
export const timeUp = (/** @type {Side | null} */ name) => `${has(name)} run out of time`;
export const timeLeft = (/** @type {Side | null} */ name, /** @type {number} */ seconds) =>
  `${has(name)} ${lasting(seconds)} left`;
export const expires = (/** @type {number} */ at) => `deleted ${moment(at)} unless an order is given`;
export const inAccount = "in your account";
export const keep = "Keep in my account";
export const keepGame = (/** @type {string} */ name, /** @type {string} */ seat) => `${keep}: ${name}, ${seat}`;
export const keepAll = (/** @type {number} */ n) => `Keep all ${n} in my account`;
export const kept = (/** @type {number} */ n) =>
  `${count(n, "game is", "games are")} in your account now, wherever you sign in.`;
export const forget = "Remove";
export const forgetGame = (/** @type {string} */ name) => `Remove ${name}`;
export const sureOfAccount =
  "Remove this seat from your account and this list? Without its secret link you cannot come back to it.";
export const sure =
  "Remove this seat from the list? This browser will no longer keep its secret link; the game itself stays on the server.";

// Whom you play against
export const againstComputer = "Against the computer";
export const youCommand = "You command the";
export const versus = "against";
export const computer = "Computer opponent";
/** @type {Partial<Record<Level, string>>} */
export const LEVELS = {
  recruit: "a recruit (easy)",
  veteran: "a veteran",
  general: "a general (hard)",
  marshal: "a marshal (hard and slow)",
};

// The battles
export const pack = (/** @type {string} */ title) => isolated`From the pack “${title}”`;
export const sides = " against ";
export const scenario = (/** @type {string} */ battle) => `Scenario of ${battle}`;
/** "3 to 5 hours", "Half an hour". */
export const hours = (/** @type {number[]} */ [least, most]) => {
  const told = (/** @type {number} */ n) => (n % 1 ? `${Math.floor(n) || ""}½` : String(n));
  if (most <= 0.5) return "Half an hour";
  const unit = most > 1 ? "hours" : "hour";
  return least === most ? `${told(most)} ${unit}` : `${told(least)} to ${told(most)} ${unit}`;
};
export const complexity = "Complexity ";
export const outOf = (/** @type {number} */ n, /** @type {number} */ most) => `${n} of ${most}`;
export const play = "Play the computer";
export const invite = "Invite a friend";
export const more = "More…";
export const transcribe = "Match my copy";

// Two seats
export const links = "Two secret links";
export const linksHint =
  "Open one and send the other to your opponent. Anyone with a link can play that side, so keep it secret. " +
  "Both are kept under “My games” in this browser.";
export const link = (/** @type {Side} */ name) => `The ${side(name)} side`;
export const playHere = (/** @type {Side} */ name) => `Play the ${side(name)} side here`;

// Packs
export const compare = "Compare";
export const comparePack = (/** @type {string} */ title) => `Compare ${title} with other data`;
export const dropPack = "Remove";
export const dropThisPack = (/** @type {string} */ title) => `Remove ${title} from the list`;
export const allPacks = (/** @type {boolean} */ sharing) =>
  sharing ? "All packs, and packs shared here" : "All packs";
export const fault = (/** @type {NonNullable<Refusal["data"]["faults"]>[number]} */ { file, line, text }) =>
  `${[file, line].filter(truthy).join(", line ")}: ${text}`;
