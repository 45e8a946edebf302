// Once one's own player-turn is over, in a game by days: answers could be laid down for the other
// side's, so that it need not wait. It is offered once.

import { actions, h } from "../../../common/html.js";
import * as texts from "../texts/game.js";

/**
 * @import { Play } from "../../../game/play.js"
 * @import { BlueGrayView } from "protocol/blue-gray"
 */

/** A clock that gives a player whole days, in seconds. */
const DAY = 24 * 60 * 60;

/** The player-turns in which it was taken up or declined, by game. */
const DONE = new Set();

/** @param {Play} play */
export function offerAnswers(play) {
  const { session } = play;
  const view = /** @type {BlueGrayView} */ (play.view);
  const turn = `${view.game} ${view.turn} ${view.phasing}`;
  const theirs = view.seat !== null && view.phasing !== view.seat && view.phase !== "over";
  if (!theirs || session.you === null || play.past || DONE.has(turn)) return null;
  if (!view.clock || view.clock.settings.bank < DAY) return null;
  const done = () => {
    DONE.add(turn);
    play.draw();
  };
  const lay = () => {
    done();
    document.getElementById("tab-standing")?.click();
    document.getElementById("foresee-hex")?.focus();
  };
  return h(
    "section",
    { class: "part", id: "offer-answers", "aria-label": texts.offerAnswers },
    h("p", { class: "small" }, texts.whyAnswers),
    actions(
      h("button", { id: "lay-answers", onclick: lay }, texts.layAnswers),
      h("button", { id: "no-answers", class: "plain", onclick: done }, texts.notNow),
    ),
  );
}
