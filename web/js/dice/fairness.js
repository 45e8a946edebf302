// What is to be said of the dice: for whom they wait, what binds them, and what the page found when
// it checked them.

import { h } from "../common/html.js";
import * as words from "../common/words.js";

/**
 * @import { Play } from "../game/play.js"
 * @import { Session } from "../session/session.js"
 * @import { Audit } from "./audit.js"
 * @import { Shares } from "./shares.js"
 * @import { Commanders, Dice, Seat, ShareState, Side } from "protocol"
 */

/** @type {Partial<Record<ShareState, (side: string) => string>>} */
const STANDING = {
  awaited: (side) => `The ${side} player has not joined yet.`,
  committed: (side) => `The ${side} share is committed. It will be revealed once both players have committed theirs.`,
  asked: (side) => `The ${side} share is committed and about to be revealed.`,
  bound: (side) => `The ${side} share was committed before either was revealed.`,
  unbound: (side) => `The ${side} share was not committed before the server could know the other one.`,
};

/**
 * Each side's share in a sentence.
 * @param {{ dice: Dice, you: Seat | null, commanders: Commanders }} options
 */
export function standing({ dice, you, commanders }) {
  /** @type {readonly Side[]} */
  const sides = you === "both" ? ["union"] : words.EACH_SIDE;
  return sides.flatMap((side) => {
    const name = words.side(side);
    if (commanders[side]) return [`A computer plays the ${name} side: it has no share of the dice.`];
    const state = dice.shares?.[side];
    if (!state) return [];
    return [STANDING[state]?.(name) ?? `The ${name} player has given no share of the dice.`];
  });
}

/**
 * Told while no die has been thrown: what is not bound is to be known before one plays on.
 * @param {Session} options
 */
function looseShare({ view, shares, you, commanders }) {
  const { thrown, practice, shares: states } = view.dice;
  const loose = words.EACH_SIDE.filter(
    (side) =>
      you !== "both" &&
      !commanders[side] &&
      side !== shares.side &&
      (states?.[side] === "unbound" || states?.[side] === "none"),
  );
  if (!shares.side || thrown > 0 || practice || !loose.length) return null;
  return h(
    "div",
    { class: "dice-wait", id: "dice-loose" },
    standing({ dice: view.dice, you, commanders }).map((text) => h("p", { class: "small" }, text)),
  );
}

/**
 * For whom the dice wait, and what this seat can do about it; null if for nobody, or only for a
 * moment.
 * @param {Play} play
 */
export function diceWait(play) {
  const { session } = play;
  const { shares } = session;
  const { waiting = [], shares: states } = session.view.dice;
  const held =
    play.heldOrder &&
    h(
      "p",
      null,
      "Your order is saved and will be given as soon as the dice can be thrown. ",
      h("button", { class: "plain", id: "drop-order", onclick: () => play.dropHeldOrder() }, "Cancel it"),
    );
  if (!waiting.length) return looseShare(session);
  const others = waiting.filter((side) => side !== shares.side);
  const players = words.listed(others.map((side) => `the ${words.side(side)} player`));
  const absent = others.some((side) => states?.[side] === "awaited");
  if (!others.length && !shares.lost) return null;
  const thrown = session.view.dice.throw;
  const declared = thrown?.declared;
  return h(
    "div",
    { class: "dice-wait", id: "dice-wait", role: "status" },
    others.length > 0 &&
      declared &&
      h("p", null, `The order has been given. Its dice are waiting for ${players}, whose page must be open.`),
    others.length > 0 &&
      !declared &&
      h(
        "p",
        null,
        absent
          ? `The dice are waiting for ${players}, who has not opened this game yet. Orders that need no die can be given meanwhile.`
          : `The dice are waiting for the share of ${players}.`,
      ),
    shares.lost &&
      h(
        "p",
        null,
        "Your share of the dice was made in another browser. Open the game there",
        declared && thrown?.recorded
          ? ": while an order waits for its dice you cannot give a new one, and your clock runs."
          : [", or ", h("button", { id: "renew-share", onclick: () => shares.renew() }, "give a new one here")],
      ),
    held,
  );
}

/**
 * A warning that the server does not say what it said before.
 * @param {Shares} shares
 */
export function alarm(shares) {
  if (!shares.alarm) return null;
  const { text, anew } = shares.alarm;
  return h(
    "div",
    { class: "alarm", id: "alarm", role: "alert" },
    h("p", null, h("b", null, "Do not trust these dice. "), text),
    anew &&
      h(
        "p",
        null,
        h(
          "button",
          {
            class: "plain",
            id: "take-anyway",
            onclick: () => {
              anew();
              location.reload();
            },
          },
          "Take the seat anyway",
        ),
      ),
  );
}

const VERDICTS = {
  sound: "The dice were rolled fairly.",
  unproved: "No fault was found in the dice, but not everything can be proved.",
  broken: "Something is wrong with these dice.",
};

/**
 * The verdict in a sentence.
 * @param {{ verdict: Audit["verdict"] }} options
 */
export function verdict({ verdict }) {
  return VERDICTS[verdict];
}

const MARKS = { good: ["✓", "In order: "], open: ["?", "Not proved: "], bad: ["✗", "Wrong: "] };

/**
 * What a check found.
 * @param {Audit} audit
 */
export function findings(audit) {
  return [
    h("p", { class: `verdict ${audit.verdict}`, id: "dice-verdict" }, verdict(audit)),
    h(
      "ul",
      { class: "findings" },
      audit.findings.map(({ kind, text }) =>
        h(
          "li",
          { class: kind },
          h("span", { class: "mark", "aria-hidden": "true" }, MARKS[kind][0]),
          h("span", { class: "aloud" }, MARKS[kind][1]),
          " ",
          text,
        ),
      ),
    ),
    h(
      "p",
      { class: "small" },
      "This page checked the commitments, the chain of the record and every die. ",
      "Whether every order followed the rules is not checked here: ",
      h("code", null, "longroll verify FILE"),
      " does that with the downloaded record.",
    ),
  ];
}
