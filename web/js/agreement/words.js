// What players agree on beside the rules, in sentences.

import * as words from "../common/words.js";

/** @import { Ending, Entry, Offer, Side } from "protocol" */

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

/**
 * Where a game goes back to: "to after entry 12".
 * @param {number} to
 */
function there(to) {
  return to ? `to after entry ${to}` : "to the start of the game";
}

/**
 * What is offered, after "offers": "a draw", "to go back to after entry 12".
 * @param {Offer} offer
 */
export function offered({ rewind, adjourn }) {
  if (rewind) return `to go back ${there(rewind.to)}`;
  return adjourn ? `to adjourn until ${moment(adjourn.until)}` : "a draw";
}

/** @param {Offer} offer */
function thing({ rewind, adjourn }) {
  return `the offer ${rewind ? "to go back" : adjourn ? "to adjourn" : "of a draw"}`;
}

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
 * gives the entry of a version; `alone`: nobody was asked; `clocks`: whether the game has them.
 * @param {Entry} entry
 * @param {(version: number) => Entry | undefined} before
 * @param {{ alone?: boolean, clocks?: boolean }} [options]
 */
export function agreementText(entry, before, { alone = false, clocks = true } = {}) {
  const { side, offer, accept, decline, resign, claim, replace } = entry;
  if (!side) return "";
  const who = words.capital(player(side));
  if (offer) return alone && "rewind" in offer ? "" : `${who} offers ${offered(offer)}.`;
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
  if (rewind)
    return `${alone ? "The game goes" : "Both go"} back ${there(rewind.to)}: the dice will fall as they fell.`;
  if (adjourn) return `${who} accepts: the clocks stand still until ${moment(adjourn.until)}.`;
  return `${who} accepts: the game ends in a draw.`;
}
