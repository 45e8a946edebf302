// The dice: for whom they wait, what binds them, what was found when they were checked.

import { h } from "../common/html.js";
import { listed, side as name } from "../common/words.js";

/** @import { Child } from "../common/html.js" */
/** @import { ShareState, Side } from "protocol" */

// Each side's share.
/** @type {Partial<Record<ShareState, (side: string) => string>>} */
export const share = {
  awaited: (side) => `The ${side} player has not joined yet.`,
  committed: (side) => `The ${side} share is committed. It will be revealed once both players have committed theirs.`,
  asked: (side) => `The ${side} share is committed and about to be revealed.`,
  bound: (side) => `The ${side} share was committed before either was revealed.`,
  unbound: (side) => `The ${side} share was not committed before the server could know the other one.`,
};
export const computer = (/** @type {string} */ side) =>
  `A computer plays the ${side} side: it has no share of the dice.`;
export const noShare = (/** @type {string} */ side) => `The ${side} player has given no share of the dice.`;

// While the dice wait.
export const orderSaved = "Your order is saved and will be given as soon as the dice can be thrown. ";
export const cancelOrder = "Cancel it";
export const players = (/** @type {Side[]} */ sides) => listed(sides.map((side) => `the ${name(side)} player`));
export const orderWaits = (/** @type {string} */ players) =>
  `The order has been given. Its dice are waiting for ${players}, whose page must be open.`;
/** @type {(players: string, absent: boolean) => string} */
export const shareAwaited = (players, absent) =>
  absent
    ? `The dice are waiting for ${players}, who has not opened this game yet. Orders that need no dice can be given meanwhile.`
    : `The dice are waiting for the share of ${players}.`;
export const shareElsewhere = "Your share of the dice was made in another browser. Open the game there";
export const clockRuns = ": while an order waits for its dice you cannot give a new one, and your clock runs.";
export const or = ", or ";
export const newShare = "give a new one here";

// The alarm.
export const distrust = "Do not trust these dice. ";
export const commitmentChanged =
  "The server's commitment has changed. When this game began it was committed to other dice " +
  "than now, so its operator could have chosen the dice. This page has not taken your seat.";
export const recordChanged = (/** @type {number} */ version) =>
  `The server sends a different record of this game than before: entry ${version} has changed.`;
export const takeAnyway = "Take the seat anyway";

// The verdict, and what was found.
export const verdicts = {
  sound: "The dice were rolled fairly.",
  unproved: "No fault was found in the dice, but not everything can be proved.",
  broken: "Something is wrong with these dice.",
};
export const marks = { good: ["✓", "Passed: "], open: ["?", "Not proved: "], bad: ["✗", "Wrong: "] };
/** @type {() => Child[]} */
export const checked = () => [
  "This page checked the commitments, the chain of the record and every die. ",
  "Whether every order followed the rules is not checked here: ",
  h("code", null, "longroll verify FILE"),
  " checks that in the downloaded record.",
];
