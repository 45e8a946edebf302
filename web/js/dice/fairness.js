// What is to be said of the dice: for whom they wait, what binds them, and what the page found when
// it checked them.

import { h } from "../common/html.js";
import * as words from "../common/words.js";
import * as texts from "../texts/dice.js";

/**
 * @import { Play } from "../game/play.js"
 * @import { Session } from "../session/session.js"
 * @import { Audit } from "./audit.js"
 * @import { Shares } from "./shares.js"
 * @import { Commanders, Dice, Seat, Side } from "protocol"
 */

/**
 * Each side's share in a sentence.
 * @param {{ dice: Dice, you: Seat | null, commanders: Commanders }} options
 */
export function standing({ dice, you, commanders }) {
  /** @type {readonly Side[]} */
  const sides = you === "both" ? ["union"] : words.EACH_SIDE;
  return sides.flatMap((side) => {
    const name = words.side(side);
    if (commanders[side]) return [texts.computer(name)];
    const state = dice.shares?.[side];
    if (!state) return [];
    return [texts.share[state]?.(name) ?? texts.noShare(name)];
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
 * For whom the dice wait, and what this seat can do about it; null if they do not wait, or only for
 * a moment.
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
      texts.orderSaved,
      h("button", { class: "plain", id: "drop-order", onclick: () => play.dropHeldOrder() }, texts.cancelOrder),
    );
  if (!waiting.length) return looseShare(session);
  const others = waiting.filter((side) => side !== shares.side);
  const players = texts.players(others);
  const absent = others.some((side) => states?.[side] === "awaited");
  if (!others.length && !shares.lost) return null;
  const thrown = session.view.dice.throw;
  const declared = thrown?.declared;
  return h(
    "div",
    { class: "dice-wait", id: "dice-wait", role: "status" },
    others.length > 0 && h("p", null, declared ? texts.orderWaits(players) : texts.shareAwaited(players, absent)),
    shares.lost &&
      h(
        "p",
        null,
        texts.shareElsewhere,
        declared && thrown?.recorded
          ? texts.clockRuns
          : [texts.or, h("button", { id: "renew-share", onclick: () => shares.renew() }, texts.newShare)],
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
  const take = () => {
    anew?.();
    location.reload();
  };
  return h(
    "div",
    { class: "alarm", id: "alarm", role: "alert" },
    h("p", null, h("b", null, texts.distrust), text),
    anew && h("p", null, h("button", { class: "plain", id: "take-anyway", onclick: take }, texts.takeAnyway)),
  );
}

/** The verdict of a check in a sentence. */
export const verdict = (/** @type {{ verdict: Audit["verdict"] }} */ { verdict }) => texts.verdicts[verdict];

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
          h("span", { class: "mark", "aria-hidden": "true" }, texts.marks[kind][0]),
          h("span", { class: "aloud" }, texts.marks[kind][1]),
          " ",
          text,
        ),
      ),
    ),
    h("p", { class: "small" }, texts.checked()),
  ];
}
