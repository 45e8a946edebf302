// What the menu of a game has for its players: a draw, giving up, an adjournment, and open offers.

import { askOnceMore, open } from "../common/dialog.js";
import { h, held, make } from "../common/html.js";
import * as words from "../common/words.js";
import { ending, moment, player } from "../texts/agreement.js";
import { offer, twoPeople } from "./waiting-offers.js";

/**
 * @import { Play } from "../game/play.js"
 * @import { Seat, View } from "protocol"
 */

/** How long an adjournment lasts that is proposed: a day, in ms. */
const PROPOSED = 86_400_000;

/**
 * The part of the menu; nothing for who only watches.
 * @param {Play} play
 * @param {HTMLDialogElement} dialog
 */
export function agreements(play, dialog) {
  const close = () => dialog.close();
  const { session } = play;
  const { view, you } = session;
  if (view.ended) return h("p", { id: "how-it-ended" }, ending(view.ended));
  if (!you || view.phase === "over") return null;
  const offers = view.offers ?? [];
  const drawn = offers.some((one) => one.side === you && "draw" in one.offer);
  const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ onclick) =>
    h("button", { id, onclick }, text);
  return [
    h("h3", null, view.clock ? "Ending and adjourning" : "Ending"),
    h(
      "div",
      { class: "actions" },
      twoPeople(session) &&
        !drawn &&
        button("offer-draw", "Offer a draw", () => {
          close();
          play.agree("game.offer", { offer: { draw: {} } });
        }),
      view.clock && button("adjourn", "Adjourn…", () => adjourn(play, dialog)),
      button("resign", "Resign…", () => resign(play, dialog)),
    ),
    offers.map((one) => offer(play, one, { done: close })),
    view["no-show"] && h("p", { class: "small" }, absence(view["no-show"], you)),
  ];
}

/**
 * What comes of a player who does not come.
 * @param {NonNullable<View["no-show"]>} noShow
 * @param {Seat} you
 */
function absence({ side, from }, you) {
  const left = you === side ? "If you give no order" : `If ${player(side)} does not come`;
  return `${left}, ${you === side ? "the other player" : "you"} may end the game without a result from ${moment(from)} on.`;
}

/**
 * Asks once more before the game is given up.
 * @param {Play} play
 * @param {HTMLDialogElement} dialog
 */
function resign(play, dialog) {
  const { you, view } = play.session;
  const side = you === "both" ? view.question?.side : you;
  if (!side) return;
  const [loser, winner] = [words.side(side), words.side(words.OTHER[side])];
  const text = `The ${loser} side gives the game up, and the ${winner} side has won, whatever the points. `;
  askOnceMore(dialog, "Resign?", `${text}This cannot be taken back.`, {
    id: "resign-now",
    yes: "Resign",
    no: "Play on",
    act: () => play.agree("game.resign"),
  });
}

/**
 * A moment as a field for it takes it, in the time of this device.
 * @param {number} ms
 */
function forField(ms) {
  const date = new Date(ms);
  return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/**
 * @param {Play} play
 * @param {HTMLDialogElement} dialog
 */
function adjourn(play, dialog) {
  const until = make("input", {
    type: "datetime-local",
    id: "adjourn-until",
    required: true,
    value: forField(Date.now() + PROPOSED),
    min: forField(Date.now()),
  });
  const offer = (/** @type {Event} */ event) => {
    event.preventDefault();
    dialog.close();
    play.agree("game.offer", { offer: { adjourn: { until: Math.floor(new Date(until.value).getTime() / 1000) } } });
  };
  const form = h(
    "form",
    { onsubmit: offer },
    h("p", null, "Both clocks stand still until then, if the other player accepts. Orders can be given all the same."),
    h("p", { class: "field" }, h("label", { for: "adjourn-until" }, "Until, by this device's clock"), held(until)),
    h("div", { class: "actions" }, h("button", { id: "adjourn-offer", class: "primary", type: "submit" }, "Offer it")),
  );
  open(dialog, "Adjourn", form);
}
