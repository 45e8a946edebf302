// The panels beside the map.

import { h } from "../common/html.js";
import { capital, count, isolated, listed, mixed, side as name, queued } from "../common/words.js";

/** @import { Child } from "../common/html.js" */
/** @import { Control, Side } from "protocol" */

// In several panels.
export const dismiss = "Dismiss";
export const toResult = "To the result";
export const backToNow = "Back to now";
const ahead = (/** @type {string} */ what, /** @type {number} */ place) =>
  place > 0 ? `${what} ${queued(place)}` : "";

// The hex under the pointer.
export const hexTitle = (/** @type {string} */ hex) => `Hex ${hex}`;
export const outside = "Outside the scenario’s boundary: it is not in play. ";
export const heldBy = (/** @type {Control} */ { side, text }) =>
  `Held by: ${side ? name(side) : "neither side"}. ${text ?? ""} `;
export const sightFrom = "Line of sight from here";
export const restsOn = (/** @type {string} */ source) => `Source: ${source}.`;

// A refusal, and the cases of an order.
export const refusedTitle = (title = "Refused") => `${title}: `;
export const checked = (/** @type {boolean} */ legal) =>
  legal
    ? "This order is legal. These cases were checked:"
    : "This order is refused. These cases were checked, in order:";
export const outcome = (/** @type {boolean} */ passed) => (passed ? "Passed: " : "Failed: ");
export const whyLegal = "Why it is legal";

// Tabs.
export const orders = "Orders";

// Advice.
export const advice = "Advice";
export const askAdvice = "What would the general do?";
export const generalThinks = (/** @type {number} */ place) => (place ? queued(place) : "The general is thinking…");
export const generalAdvises = "The general advises";
export const follow = (/** @type {string} */ order) => `Next: ${order}`;
export const followAll = "Do all of these";
export const followFirst = (/** @type {number} */ n) => `Do the first ${n}`;
export const followAttacks = "Do all of these, end movement and attack";
export const stop = "Stop";
/** @type {(left: number, all: number) => string} */
export const ordersLeft = (left, all) => {
  if (!left) return "given";
  return left < all ? `${left} of ${count(all, "order")} still to give` : count(all, "order");
};
export const wait = "The general would wait.";
export const adviceLate = "The game went on while the general was thinking: ask again.";
export const refused = (/** @type {string} */ order) => `"${order}" was not carried out.`;
export const stopped = (/** @type {number} */ n) => `Stopped after ${count(n, "order")}.`;
export const overtaken = (/** @type {number} */ n) => `Stopped after ${count(n, "order")}: the game went another way.`;
export const stoppedAt = (/** @type {string} */ order) => `Stopped at "${order}": it was not carried out.`;
export const interrupted = (/** @type {string} */ order) =>
  `Stopped after "${order}": the other side has to answer something first.`;
export const given = (/** @type {number} */ n) => `${capital(count(n, "order was", "orders were"))} given.`;

// What the map shows.
export const show = "Show";
export const showOnMap = "What the map shows";
export const showLabel = "Show: what the map shows";
export const aids = {
  zones: ["Enemy zones", "The map shows the enemy’s zones of control."],
  reach: ["Enemy reach", "The map shows where the enemy could move."],
  sight: ["Range and sight", "Choose the hex to look from."],
  levels: ["Levels", "The map shows the level of each hex."],
  numbers: ["Hide hex numbers", "The hex numbers are hidden."],
  bare: ["Hide the counters", "The counters are hidden."],
  glass: ["Magnifier", "A magnifier follows the pointer."],
};
export const off = (/** @type {string} */ aid) => `${aid}: off.`;
export const inZone = (/** @type {string[]} */ units) => `in the zone of ${listed(units)}`;
/** @type {(side: Side | null, units: { name: string, points: number }[]) => string} */
export const inReach = (side, units) => {
  const first = listed(units.slice(0, 6).map(({ name, points }) => `${name} (${mixed(points)})`));
  return `${count(units.length, `${name(side)} unit`)} could move there: ${first}${units.length > 6 ? " and others" : ""}`;
};

// Range and line of sight.
/** @type {(hex: string, clear: number, obscured: number, blocked: number) => string} */
export const seen = (hex, clear, obscured, blocked) =>
  `From ${hex}: ${clear} hexes clear, ${obscured} obscured, ${blocked} blocked.`;
export const range = (/** @type {string} */ from, /** @type {number | null} */ range) => `From ${from}, range ${range}`;
export const beyond = ": farther than any gun reaches.";
export const blockedBy = " by ";
/** @type {(from: string, range: number, view: string, by: { text: string, hex: string }[]) => string} */
export const sightAloud = (from, range, view, by) =>
  `from ${from}, range ${range}, ${view}${by.length ? ` by ${by.map(({ text, hex }) => `${text} in ${hex}`).join(", ")}` : ""}`;
export const obstacle = (/** @type {string} */ text, /** @type {string} */ hex) => `${text}, ${hex} `;

// The computer's turn.
export const asBefore = "Before the first order.";
export const paused = "Paused.";
export const thinking = (/** @type {number} */ place) => ahead("Waiting to think.", place) || "Thinking.";
export const toCome = (/** @type {number} */ n) => `${count(n, "order")} to come.`;
export const lastOrder = "The last order so far.";
export const back = "◀ Back";
export const backTitle = "Show the previous order";
export const goOn = "Continue";
export const pause = "Pause";
export const step = "Step ▶";
export const speed = "The computer’s speed ";
export const mapFollows = "The map follows";
export const mapFollowsTitle = "The map moves to where something happens";
export const dice = (/** @type {Side | null | undefined} */ side) => `${name(side)}: the dice`;
export const rolling = "Rolling.";

// Nothing is asked of this seat.
export const lookingBack = "Looking back";
export const earlier = "This is an earlier position. Return to the present to give orders.";
export const noQuestion = "There is nothing to decide.";
export const waitingFor = (/** @type {Side} */ side) => `Waiting for the ${name(side)} side`;
export const theirs = (/** @type {Side} */ side, /** @type {string} */ doing) => `The ${name(side)} side ${doing}`;
export const it = (/** @type {string} */ doing) => `It ${doing}. This page updates automatically.`;
export const watching = "You are watching.";
export const over = "The battle is over";
export const victoryPoints = "Victory points";
export const replay = "Replay";
export const review = "Review";
export const download = "Download the record";
export const diceChecking = "The dice are being checked.";
export const diceChecked = "What was checked";

// Since your turn.
export const soFar = "So far";
export const sinceYourTurn = "Since your turn";
/** @type {(attacks: number, losses: number, places: number) => string} */
export const happened = (attacks, losses, places) =>
  [attacks && count(attacks, "attack"), losses && count(losses, "loss", "losses"), places && count(places, "place")]
    .filter(Boolean)
    .join(", ");
export const quiet = "Units moved. There was no fight, and no place changed hands.";
export const ground = "Ground";
export const attacks = "Attacks";
export const losses = "Losses";
/** @type {(by: Side | null, from: Side | null | undefined, you: Side | null) => string} */
export const changedHands = (by, from, you) => (by === you ? "Won: " : from === you ? "Lost: " : `${name(by)}: `);
export const place = ({ name = "", hex = "" }) => `${name || "hex"} ${hex}`;
export const diceAloud = (/** @type {number[]} */ faces) => `Dice ${faces.join(", ")}. `;
/** @type {(side: Side, unit: string, harm: string) => string} */
export const harmed = (side, unit, harm) => `${name(side)}: ${unit} ${harm}`;
export const left = (/** @type {string} */ status) => `is ${status}`;
export const points = "Points: ";
/** @type {(points: { one: Side, more: number }[]) => string} */
export const pointsMade = (points) =>
  listed(points.map(({ one, more }) => `${name(one)} ${more > 0 ? "+" : "−"}${Math.abs(more)}`));
export const watchAgain = "Watch it again";

// The costliest order of a turn.
export const costliest = "Show my costliest order";
export const costliestTitle = "After each of your turns the general shows which order cost you most, and why";
export const reviewing = (/** @type {number} */ place) =>
  ahead("The general will review your turn.", place) || "The general is reviewing your turn…";
/** @type {(turn: number, mistake: boolean) => string} */
export const yourTurn = (turn, mistake) => `Your turn ${turn}: ${mistake ? "your costliest order" : "no costly order"}`;
export const onMap = "On the map";
export const inLog = "In the log";

// The log.
export const fromStart = "Replay from the start";
export const nothingYet = "Nothing has happened yet.";
export const takenBack = "Taken back: ";
export const via = (/** @type {string[]} */ hexes) => ` via ${listed(hexes)}.`;

// What made a result.
export const shifted = (/** @type {number} */ by) => `${count(Math.abs(by), "column")} ${by < 0 ? "left" : "right"}`;
export const column = (/** @type {string} */ column) => `column ${column}`;
export const modifiers = "Modifiers";
export const total = (/** @type {number} */ sum) => `Total ${sum}`;
/** @type {(first: string, last: string, by: string[]) => string} */
export const rolledOn = (first, last, by) =>
  first === last ? `Column ${last}` : `Column ${first}, shifted to ${last}: ${listed(by)}`;

// Victory.
export const asItStands = "As it stands: ";
export const asTheyStood = " The points as they stood:";
export const sum = (/** @type {Side} */ side, /** @type {number} */ points) => `${name(side)}: ${points}`;
export const noPoints = "Nothing yet.";
export const places = "Places";
export const placeName = (/** @type {Control} */ { name, hex }) => `${name ? `${name}, ` : ""}${hex}`;
export const holder = (/** @type {Control} */ { side }) => `: ${side ? name(side) : "neither side"}. `;
/** @type {(side: Side, level: string) => string} */
export const level = (side, level) => {
  if (level === "victory") return `${name(side)} victory`;
  return /victory/i.test(level) ? `${name(side)}: ${level}` : `${name(side)} ${level} victory`;
};

// This map and this edition.
export const aboutMap = "About this map";
export const usesPack = (/** @type {string} */ pack) => isolated`This game uses the pack “${pack}”.`;
export const bySource = "Colour the hexes by their source";
export const correct = "Correct this map";
export const matchMyCopy = "Match my copy";
export const picture = "Your picture of the printed map";
export const inDoubt = (/** @type {number} */ n) => `In doubt (${n}). Choose one to see it on the map.`;
export const showAll = "Show all";
export const noNotes = "There are no notes on this map.";
export const marks = "Marks on the map";

// On to the next battle.
export const chosenByBoth = "Chosen by both players; the reasons are ours";
export const whatIsLeft = "What is left";
export const source = "Sources";
export const toBattle = "To the battle";
/** @type {(value: number, unit: string) => string} */
export const option = (value, unit) =>
  unit === "percent" ? `${value} %` : unit === "yes" ? (value ? "yes" : "no") : `${value}`;
/** @type {(strength: number, printed: number) => string} */
export const strength = (strength, printed) => (strength ? `${strength} of ${printed}` : `gone (${printed})`);
export const allLeft = "Nothing that fought in both battles was eliminated.";

// The review of a battle that is over.
export const aboutReview =
  "From each turn of this game, quick veterans play out many games for both sides, to see " +
  "how it was likely to end, and the general says what it would have done. The server does this on its " +
  "own and saves the results: you may close this page and come back.";
export const beginReview = "Review this battle";
export const resumeReview = "Continue the review";
export const tooShort = "This game ended too early for a review: it compares each turn with the next.";
/** @type {(done: number, all: number, place: number) => string} */
export const reviewed = (done, all, place) =>
  `${all ? `${done} of ${count(all, "moment")} reviewed.` : "Asking the server for its progress."} ${place ? queued(place) : ""}`;
export const momentsReviewed = "Moments reviewed";
export const offline = "The connection to the server is down; the review goes on there.";
export const steady = "The expected margin never moved by more than half a point between two moments.";
export const swings = "What decided it";
export const swingsSoFar = "Where it swung so far";
export const moment = (/** @type {{ turn: number, side: Side }} */ { turn, side }) => `turn ${turn}, ${name(side)}`;
/** @type {(by: number, to: { turn: number, side: Side } | null) => string} */
export const swing = (by, to) =>
  `the ${name(by > 0 ? "union" : "confederate")} side gained ${count(Number(Math.abs(by).toFixed(1)), "point")} ` +
  `by ${to ? `${name(to.side)} turn ${to.turn}` : "the end"}`;
export const chance = "This may be chance alone: the bands overlap.";
export const curve = "Expected margin, turn by turn";
export const scale = (/** @type {Side} */ side, /** @type {number} */ most) => `${name(side)} +${most.toFixed(0)}`;
export const margin = (/** @type {number} */ margin) => {
  const by = Math.abs(margin).toFixed(1);
  return by === "0.0" ? "even" : `${name(margin > 0 ? "union" : "confederate")} ahead by ${by}`;
};
export const end = (/** @type {number} */ points) => `The end: ${margin(points)}`;
export const momentMargin = (/** @type {string} */ moment, /** @type {number} */ points) =>
  `${moment}: ${margin(points)}`;
export const aboutCurve =
  "The expected final margin at each moment, turn by turn: the average of the games played out from there. " +
  "19 times in 20 the true average lies within the band. Click a moment to see it.";
export const theMoment = "The moment";
/**
 * @param {{ games: number, won: { union: number, confederate: number }, margin: number }} outlook
 * @param {{ union: number, confederate: number }} then the points
 */
export const outlook = ({ games, won, margin: average }, then) =>
  `Of ${count(games, "game")} played out from here the Union won ${won.union} ` +
  `and the Confederates ${won.confederate}; ${margin(average)} on average. ` +
  `The points then were ${then.union} to ${then.confederate}.`;
/** @type {(advice: string) => Child[]} */
export const wouldHaveAdvised = (advice) => ["The general would have advised: ", h("b", null, advice)];
