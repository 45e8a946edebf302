// What the menu of a game has for its players: a draw, giving up, an adjournment, and open offers.

import { askOnceMore, open } from "../common/dialog.js";
import { actions, h, held, make } from "../common/html.js";
import * as texts from "../texts/agreement.js";
import { offer, twoPeople } from "./waiting-offers.js";

/** @import { Play } from "../game/play.js" */

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
  if (view.ended) return h("p", { id: "how-it-ended" }, texts.ending(view.ended));
  if (!you || view.phase === "over") return null;
  const offers = view.offers ?? [];
  const drawn = offers.some((one) => one.side === you && "draw" in one.offer);
  const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ onclick) =>
    h("button", { id, onclick }, text);
  return [
    h("h3", null, texts.endings(Boolean(view.clock))),
    actions(
      twoPeople(session) &&
        !drawn &&
        button("offer-draw", texts.offerDraw, () => {
          close();
          play.agree("game.offer", { offer: { draw: {} } });
        }),
      view.clock && button("adjourn", texts.adjourn, () => adjourn(play, dialog)),
      button("resign", texts.resign, () => resign(play, dialog)),
    ),
    offers.map((one) => offer(play, one, { done: close })),
    view["no-show"] && h("p", { class: "small" }, texts.noShow(view["no-show"], you)),
  ];
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
  askOnceMore(dialog, texts.resignTitle, texts.resigns(side), {
    id: "resign-now",
    yes: texts.resignNow,
    no: texts.playOn,
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
    h("p", null, texts.aboutAdjourning),
    h("p", { class: "field" }, h("label", { for: "adjourn-until" }, texts.until), held(until)),
    actions(h("button", { id: "adjourn-offer", class: "primary", type: "submit" }, texts.offerIt)),
  );
  open(dialog, texts.adjournTitle, form);
}
