// The battle page round its panels: its states, the menu, the keys, and looking back.

import { h } from "../common/html.js";
import { capital, count, EACH_SIDE, listed, side } from "../common/words.js";

/** @import { Dice, PhaseEnding, Seat, Side } from "protocol" */

const seat = (/** @type {string} */ seat) => (seat === "both" ? "both sides" : `the ${side(seat)} side`);

// The page.
export const nameless = "Longroll";
export const tabs = { log: "Log", victory: "Victory", map: "Map", review: "Review", talk: "Talk" };
export const night = "☾ Night";
export const victoryPoints = "Victory points";
export const watchingWithSeat = "You are watching, but you hold a seat in this game.";
export const playSeat = (/** @type {string} */ of) => `Play ${seat(of)}`;
export const sourcesShown = "The map shows the source of each hex.";
export const sourcesHidden = "The map is plain again.";

// What it cannot do.
export const lost = "Connection lost. Trying to reach the server; your game is kept there.";
export const noOrders = "No order can be given without a connection";
export const noGame = "There is no such game on this server.";
export const notShown = "This game cannot be shown";
export const firstPage = "To the first page";
/** @type {(map: string, status: number) => string} */
export const noMap = (map, status) => `The map "${map}" could not be loaded (${status}).`;

// Orders.
export const notDone = "Not done";
export const changed = "the position changed after your click";
export const lookingBack = "you are looking back at an earlier moment";
export const noConnection = "there is no connection";
export const tooManyClicks = "too many clicks are waiting";
export const waitsForDice = "the previous order is waiting for the dice";
export const noAnswer = "No answer";
export const answerLost = "the connection was lost";
export const clicksDropped = ". What you clicked after it was not done either";
export const playersOnly = "only a player gives orders";
export const nextUnit = "Next unit";
export const answersForMe = " Answer for me when there is only one choice";
export const askMe = "Ask me";
export const attack = (/** @type {string} */ verb, /** @type {string[]} */ hexes, /** @type {string[]} */ units) =>
  `${verb} ${listed(hexes)} with ${listed(units)}`;
export const to = (/** @type {string[]} */ hexes) => `to ${listed(hexes)}`;
export const why = { odds: "Why these odds", legal: "Why it is legal", refused: "Why it is refused" };

// The map, read aloud.
export const hex = (/** @type {string} */ hex) => `Hex ${hex}`;
export const outside = "outside the scenario's boundary";
export const held = (/** @type {Side | null | undefined} */ by) => `held by ${by ? `the ${side(by)}` : "neither side"}`;
/** @type {(unit: string, hex: string, others: string[], owes: boolean) => string} */
export const counter = (unit, hex, others, owes) =>
  `${unit}, hex ${hex}${others.length ? `, with ${listed(others)}` : ""}${owes ? ", owes an attack" : ""}`;

// The computer's orders.
export const commander = (/** @type {string} */ level) => `the ${level}`;
export const speeds = { slow: "Slow", normal: "Normal", fast: "Fast", straight: "Straight to the result" };

// The end of a phase: what is left undone, on its button, and what is asked first.
const reinforcements = (/** @type {number} */ n) => count(n, "reinforcement");
export const undone = (/** @type {PhaseEnding} */ ending) => {
  const lost = ending.lost?.reduce((sum, { units }) => sum + units.length, 0);
  return [
    ending.unmoved && `${ending.unmoved} not moved`,
    ending.attacks && `${ending.attacks} can attack`,
    ending.reinforcements && `${reinforcements(ending.reinforcements)} waiting`,
    lost && `${lost} will be lost`,
  ];
};
const able = (/** @type {PhaseEnding} */ ending) => {
  if (ending.unmoved) return `${count(ending.unmoved, "unit")} can move`;
  if (ending.attacks) return `${count(ending.attacks, "unit")} can attack`;
  if (ending.reinforcements) return `${reinforcements(ending.reinforcements)} can come on`;
  return `${count(ending.able ?? 0, "unit")} can act`;
};
export const untouched = (/** @type {PhaseEnding} */ ending) => `Nothing has been done yet, but ${able(ending)}.`;
export const points = (/** @type {Record<Side, number> | undefined} */ change) => {
  const signed = (/** @type {number} */ by) => `${by > 0 ? "+" : "−"}${Math.abs(by)}`;
  const changes = EACH_SIDE.flatMap((of) => (change?.[of] ? `${side(of)} ${signed(change[of])}` : []));
  return changes.length ? `Victory points: ${changes.join(", ")}.` : "";
};
export const ordersFirst = "Give orders first";
export const ask = (/** @type {string} */ title) => `${title}?`;

// Looking back.
export const moment = "Moment of the game";
export const backOne = "One step back";
export const onOne = "One step on";
export const play = "Play";
export const pause = "Pause";
export const playOn = "Play on from here";
export const link = "Link";
export const copied = "Copied";
export const linkCopied = "Link to this moment copied. It lets people watch, not play.";
export const momentLink = "A link to this moment";
export const linkHint = "It lets people watch, not play.";
export const now = "Back to now";
export const nothingYet = "Nothing has happened yet.";
export const begins = "The game begins.";
export const place = (/** @type {number} */ at, /** @type {number} */ of) => `${at + 1} of ${of}`;
/** @type {(place: string, turn: string, phase: string) => string} */
export const caption = (place, turn, phase) => `${place}. ${turn}, ${phase}. `;

// The menu.
export const thisGame = "This game";
export const yourSeat = (/** @type {Seat | null} */ you) =>
  you === "both" ? "You play both sides on this screen." : you ? `You play ${seat(you)}.` : "You are watching.";
export const lookBack = "Look back";
export const rewind = "Rewind…";
export const rewindHint = "Choose the moment to go back to. Two players must agree.";
export const download = "Download the record";
export const allGames = "All games";
export const saved = "Every order is saved as it is given: come back through All games, or a link below.";
export const news = "Notifications and clocks";
export const clocks = (/** @type {string | null} */ set) =>
  set ? `Clocks: ${set}.` : "This game has no clocks. Two players may set them when they begin a game.";
export const accountNews = () => [h("a", { href: "/account" }, "Your account"), " notifies you by mail and elsewhere."];
export const links = "Links";
export const seatLink = (/** @type {string} */ of) => `${capital(seat(of))} (secret: anyone with it can play)`;
export const watchLink = "Watching only";
export const options = "Options";
export const noOptions = "None.";
export const dice = "Dice";
export const thrown = (/** @type {Dice} */ { practice, thrown }) =>
  `${practice ? "These dice are loaded: this is a practice game. " : ""}${count(thrown, "die", "dice")} thrown. ` +
  "The server's seed was fixed before the first throw; its fingerprint (SHA-256) is";
export const seedPublished = "The game is over and the seed is published:";
export const seedSecret = "The seed itself is published when the game ends.";
export const checkDice = "Check the dice";
export const theDice = "The dice";
export const noCheck = "The check of the dice could not be loaded. Try again when the server can be reached.";

// The keys.
export const keys = "Keys";
export const keyList = [
  ["Tab", "to the next unit that can act, then on to the panels"],
  ["N, P", "next, previous unit that can act"],
  ["arrow keys", "walk from hex to hex on the map"],
  ["Home, Page Up, End, Page Down", "walk to the upper left, upper right, lower left, lower right"],
  ["Enter", "choose the unit or the hex: move there, attack it, retreat there"],
  ["Space", "choose a unit in the hex; again for the next in the stack"],
  ["Escape", "deselect; close the rules"],
  ["A", "throw the die of the attack being drafted"],
  ["E", "end the phase"],
  ["O", "to the orders"],
  ["M", "to the map"],
  ["L", "the log"],
  ["+ − 0", "zoom in, zoom out, the whole map"],
  ["Shift and arrow keys", "move the map"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["S", "range and line of sight from the selected hex"],
  ["Z", "the enemy’s zones of control, while the key is held or until it is pressed again"],
  ["X", "where the enemy could move; likewise"],
  ["H", "hide the counters; likewise"],
  ["V", "the level of each hex in the place of its number, where the map has levels; likewise"],
  ["U", "hide the hex numbers; likewise"],
  ["G", "a magnifier; likewise"],
  ["C", "the sources of a reconstructed map"],
  ["R", "the rules"],
  ["?", "this list"],
];
export const letters = " Use single letters as keys";
export const pointers =
  "By mouse: click or drag units, wheel to zoom, drag the map, right-click a hex to pin its contents. " +
  "By touch: tap, pinch, drag; hold a hex to see what is in it.";
