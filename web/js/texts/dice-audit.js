// What the check of a game's dice finds: loaded with the check alone.

import { count, side as name } from "../common/words.js";

/** @import { LineFault } from "../agreement/line.js" */
/** @import { Side } from "protocol" */

// The server's commitment.
export const noCommitment =
  "This browser had not recorded the server's commitment, so it cannot tell whether it is still the same one.";
export const commitment =
  "The record carries the server's commitment that this browser recorded before it gave its share.";
export const otherCommitment = "The record carries a different server commitment from the one this browser recorded.";

// The chain of the record.
/** @type {(number: number, version: number) => string} */
export const misnumbered = (number, version) => `Entry ${number} is numbered ${version}.`;
export const unchained = (/** @type {number} */ n) => `Entry ${n} does not contain the hash of the entry before it.`;
export const altered = (/** @type {number} */ n) =>
  `Entry ${n} does not match the entry before it: something was changed.`;
export const differs = (/** @type {number} */ n) =>
  `Up to entry ${n} the record differs from the one this browser was sent.`;
/** @type {(n: number, of: number) => string} */
export const follows = (n, of) =>
  `Up to entry ${n} of ${of} it is exactly the record this browser was sent during the game.`;

// The server's seed.
export const noSeed = "The server's seed is published when the game ends: until then the dice cannot be checked.";
export const seed = "The server's seed has the hash that was published before the first die.";
export const otherSeed = "The server's seed does not have the hash that was published before the first die.";

// Entries about the players' shares.
export const wrong = (/** @type {number} */ n, /** @type {string} */ fault) => `Entry ${n}: ${fault}.`;
export const noSide = "it does not say whose share of the dice it is";
export const lateCommitment = "a commitment came too late";
export const copiedCommitment = "a side committed to the other side's hash";
export const lateShare = "a share of the dice came too late";
export const otherShare = "a share does not have the hash that was committed to";
export const looseShare = "a share came without a commitment after the other side's was sent";
export const lateChain = "a chain was begun while an order was waiting for its dice";
export const earlyOrder = "an order was fixed too early";
export const looseLink = "a link was sent alone";
export const earlyLink = "a link was sent before an order was fixed";
export const secondLink = "a second link was sent alone";
export const otherLink = (/** @type {Side} */ side) => `the ${name(side)} link does not fit its chain`;
export const earlyLinks = "links were sent before an order was fixed";
export const noFirstLink = "the first link is missing";
export const elsewhere = (/** @type {number} */ n) => `Entry ${n}: your share was made in another browser.`;
export const notYours = (/** @type {number} */ n) => `Entry ${n} is not the share that this browser gave.`;

// Each side's share.
/** @type {Record<string, (side: string) => string>} */
export const share = {
  bound: (side) => `The ${side} share was committed before the server knew the other one, and it matches.`,
  chained: (side) =>
    `The ${side} player gave a share for every throw, each committed beforehand and revealed once the order was fixed.`,
  unbound: (side) =>
    `The ${side} share was not committed before the server could know the other one, so it could have been chosen.`,
  open: (side) => `The ${side} share was committed but never revealed: the dice were thrown without it.`,
  computer: (side) => `A computer plays the ${side} side: it has no share of the dice.`,
  none: (side) => `The ${side} player gave no share of the dice.`,
};

// When entries were made.
export const timed = (/** @type {number} */ n) => `Entry ${n} says when it was made, in a game without clocks.`;
export const untimed = (/** @type {number} */ n) => `Entry ${n} does not say when it was made.`;
export const backwards = (/** @type {number} */ n) => `Entry ${n} was made before the one before it.`;

// Orders and their dice.
export const afterEnd = (/** @type {number} */ n) => `Entry ${n} comes after the end of the game.`;
/** @type {Record<LineFault, (to?: number) => string>} */
export const lineFaults = {
  declined: () => "it declines what was not offered",
  accepted: () => "it accepts what was not offered",
  uncounted: (to) => `it goes back to entry ${to}, which is no order that counted`,
  stood: () => "it goes back to the current position",
};
export const behindDice = (/** @type {number} */ n) => `Entry ${n} goes back past dice that cannot be rolled again.`;
export const otherOrder = (/** @type {number} */ n) => `Entry ${n} is not the order that was fixed before its dice.`;
/** @type {(n: number, shown: number, counted: number) => string} */
export const miscounted = (n, shown, counted) => `Entry ${n} shows ${shown} dice but counts ${counted}.`;
export const noShares = (/** @type {number} */ n) => `Entry ${n}: its dice lack the players' shares.`;
/** @type {(n: number, shown: (number | undefined)[], thrown: (number | undefined)[]) => string} */
export const otherDice = (n, shown, thrown) =>
  `Entry ${n}: the dice show ${shown.join(", ")}, the seeds give ${thrown.join(", ")}.`;
export const practice = "The dice or the position were set by hand: this is a practice game.";
export const fair = (/** @type {number} */ n) => `${count(n, "die", "dice")}, each as the seeds determine.`;
export const noDice = "No dice were thrown.";
