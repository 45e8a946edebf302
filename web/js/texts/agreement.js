// What players agree on beside the rules: offers, how a game ends, and clocks.

import * as words from "../common/words.js";

/** @import { Ending, Entry, Offer, Seat, Side, View } from "protocol" */

/** @param {Side} side */
export function player(side) {
  return `the ${words.side(side)} player`;
}

/** @param {Side} side */
function wins(side) {
  return `the ${words.side(side)} side has won`;
}

/**
 * A moment: "26 Nov, 18:00", with the weekday.
 * @param {number} seconds since 1970
 */
export function moment(seconds) {
  return new Date(seconds * 1000).toLocaleString([], {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
}

// Offers.
const there = (/** @type {number} */ to) => (to ? `to the position after entry ${to}` : "to the start of the game");
/** @param {Offer} offer */
const thing = ({ rewind, adjourn }) => `the offer ${rewind ? "to go back" : adjourn ? "to adjourn" : "of a draw"}`;
/** @type {(offer: Offer) => string} */
export const offered = ({ rewind, adjourn }) =>
  rewind ? `to go back ${there(rewind.to)}` : adjourn ? `to adjourn until ${moment(adjourn.until)}` : "a draw";
/** @type {(offer: Offer, by: Side) => string} */
export const offers = (offer, by) => `${words.capital(player(by))} offers ${offered(offer)}.`;
export const yourOffer = (/** @type {Offer} */ offer) =>
  `You have offered ${offered(offer)}. The other player has not answered yet.`;
export const takeBack = "Take back";
export const accept = "Accept";
export const decline = "Decline";
export const look = "Show it";
export const ok = "OK";
export const entry = (/** @type {number} */ n, /** @type {string[]} */ events) => `Entry ${n}: ${events.join(" ")}`;

// Going back.
export const offerGoingBack = "Ask to rewind to here";
export const goOn = "Rewind to here";
export const goOnTitle = "Rewind to here?";
export const rewindTo = "Rewind to which moment?";
export const rewinding = (/** @type {boolean} */ consent) =>
  `Step to it with ◀ and ▶, then choose “${consent ? `${offerGoingBack}”. The other player must agree.` : `${goOn}”.`}`;
export const aboutGoingBack =
  "The game goes back to the moment that the map shows. Later orders stay in the record but " +
  "no longer count. The dice will fall as they did.";
export const stay = "Stay";

// The menu of a game.
export const endings = (/** @type {boolean} */ clock) => (clock ? "Ending and adjourning" : "Ending");
export const offerDraw = "Offer a draw";
export const adjourn = "Adjourn…";
export const resign = "Resign…";
/** @type {(noShow: NonNullable<View["no-show"]>, you: Seat) => string} */
export const noShow = ({ side, from }, you) =>
  `${you === side ? "If you give no order, the other player" : `If ${player(side)} does not come, you`} ` +
  `may end the game without a result from ${moment(from)} on.`;
export const resignTitle = "Resign?";
export const resigns = (/** @type {Side} */ side) =>
  `The ${words.side(side)} side resigns, and ${wins(words.OTHER[side])}, whatever the points. ` +
  "This cannot be taken back.";
export const resignNow = "Resign";
export const adjournTitle = "Adjourn";
export const aboutAdjourning =
  "Both clocks stand still until then, if the other player accepts. Orders can still be given.";
export const until = "Until, by this device's clock";
export const offerIt = "Offer it";

// A player who is late, or does not come.
/** @type {(side: Side, clock: boolean) => string} */
export const absence = (side, clock) =>
  `${words.capital(player(side))} ${clock ? "keeps the game waiting" : "has not come for a week"}. ` +
  "You may end the game without a result, or wait.";
export const endGame = "End without a result";
export const yourTime = "Your time has run out. You may play on as long as the other player does not claim the game.";
export const outOfTime = (/** @type {Side} */ side) => `${words.capital(player(side))} has run out of time.`;
export const mayClaim = (/** @type {boolean} */ replaces) =>
  ` You may claim the game, ${replaces ? "let a commander play on, " : ""}or wait for the next order.`;
export const claim = "Claim the game";
export const playOn = "Play on";
export const replacement = (/** @type {Side} */ side) =>
  `A commander plays on for the ${words.side(side)} side, without a clock. ` +
  "From then on the late player can only watch.";
export const replacedBy = "Who plays on";
export const levels = { recruit: "a recruit", veteran: "a veteran", general: "a general" };

// Clocks.
export const clock = (/** @type {Side} */ side) => `${words.capital(words.side(side))} clock`;
export const thenBank = (/** @type {string} */ time) => `then ${time}`;
export const starts = (/** @type {number} */ at) =>
  `The clock starts once the other player has come, at the latest on ${moment(at)}.`;
export const adjourned = (/** @type {number} */ until) => `Adjourned until ${moment(until)}.`;
export const waits = "The clocks start once both players have come.";
export const dayOff = "A day off: the clocks are stopped.";
export const ownTime = (/** @type {Side} */ side) =>
  `A question out of turn: the ${words.side(side)} side has separate time for it.`;
export const bank = (/** @type {string} */ time) => `${time} for each player`;
export const turnTime = (/** @type {string} */ time) => `${time} added for each player-turn`;
export const answerTime = (/** @type {string} */ time) => `${time} for questions in the other’s turn`;
export const daysOff = (/** @type {string[]} */ days) => `clocks stop on ${words.listed(days.map(words.capital))}`;

// The end.
/**
 * How a game ended that was not played to its end.
 * @param {Ending} ended
 */
export function ending({ by, winner }) {
  if (by === "no-show") return "A player did not come: the game ended without a result.";
  if (!winner) return "The players agreed on a draw.";
  const loser = words.capital(player(words.OTHER[winner]));
  return by === "time" ? `${loser} ran out of time: ${wins(winner)}.` : `${loser} resigned: ${wins(winner)}.`;
}

/**
 * An entry in a sentence, where it is about what players agree on; nothing for any other. `before`
 * gives the entry of a version; `alone`: no player was asked; `clocks`: whether the game has them.
 * @param {Entry} entry
 * @param {(version: number) => Entry | undefined} before
 * @param {{ alone?: boolean, clocks?: boolean }} [options]
 */
export function agreementText(entry, before, { alone = false, clocks = true } = {}) {
  const { side, offer, accept, decline, resign, claim, replace } = entry;
  if (!side) return "";
  const who = words.capital(player(side));
  if (offer) return alone && "rewind" in offer ? "" : offers(offer, side);
  if (resign) return `${who} resigns: ${wins(words.OTHER[side])}.`;
  if (claim) {
    const absent = words.capital(player(words.OTHER[side]));
    return clocks
      ? `${absent} has run out of time: ${wins(side)}.`
      : `${absent} has not come: the game ends without a result.`;
  }
  if (replace) {
    const late = words.OTHER[side];
    return `${words.capital(player(late))} has run out of time: a ${replace} plays on for the ${words.side(late)} side.`;
  }
  const made = before(accept ?? decline ?? 0);
  if (!made?.offer) return "";
  if (decline !== undefined)
    return made.side === side ? `${who} takes ${thing(made.offer)} back.` : `${who} declines ${thing(made.offer)}.`;
  const { rewind, adjourn } = /** @type {Offer} */ (made.offer);
  if (rewind) return `${alone ? "The game goes" : "Both go"} back ${there(rewind.to)}: the dice will fall as they did.`;
  if (adjourn) return `${who} accepts: the clocks stand still until ${moment(adjourn.until)}.`;
  return `${who} accepts: the game ends in a draw.`;
}
