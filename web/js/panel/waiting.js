// The orders when nothing is asked of this seat: the other side is at it, the game is over, or one
// looks back.

import { twoPeople } from "../agreement/waiting-offers.js";
import { actions, h } from "../common/html.js";
import { ending, rewinding, rewindTo } from "../texts/agreement.js";
import { verdicts } from "../texts/dice.js";
import * as texts from "../texts/panel.js";
import { opponent } from "./opponent.js";
import { level as reached } from "./victory.js";

/**
 * @import { Audit } from "../dice/audit.js"
 * @import { Play } from "../game/play.js"
 * @import { Replay } from "../game/replay.js"
 * @import { Telling } from "../game/telling.js"
 * @import { TurnLesson } from "./turn-lesson.js"
 * @import { View } from "protocol"
 */

/**
 * What can be done once the game is over; `checked` is what the page found of its dice.
 * @typedef {{
 *   replay: Replay, download: () => void, victory: () => void, review: () => void,
 *   check: () => void, telling: Telling, learn: TurnLesson,
 *   checked: { verdict: Audit["verdict"] | null } | null,
 * }} WaitingActions
 */

/**
 * @param {Play} play
 * @param {WaitingActions} options
 */
export function waiting(play, options) {
  const { replay, telling, learn } = options;
  const { view, session } = play;
  const { again } = session.pace;
  if (play.past && again && play.past === again.view) {
    const side = again.entries?.at(-1)?.side ?? view.question?.side ?? view.phasing;
    if (side) return [opponent(play, { commander: session.commands(side) ?? "", side, telling, learn }), toNow(play)];
  }
  if (play.past) {
    return [
      h("h2", null, replay.rewinding ? rewindTo : texts.lookingBack),
      h("p", null, replay.rewinding ? rewinding(twoPeople(session)) : texts.earlier),
      actions(h("button", { onclick: () => replay.close() }, texts.backToNow)),
    ];
  }
  if (view.phase === "over") return over(view, options);
  const { question } = view;
  if (!question) return [h("p", { class: "hint" }, texts.noQuestion)];
  const commander = play.session.commands(question.side);
  if (commander) return [opponent(play, { commander, side: question.side, telling, learn }), play.page.waiting(play)];
  const doing = play.page.doing(question);
  return [
    h(
      "div",
      { class: `asked side-${question.side}` },
      h("h2", null, session.you ? texts.waitingFor(question.side) : texts.theirs(question.side, doing)),
      h("p", null, session.you ? texts.it(doing) : texts.watching),
    ),
    play.page.waiting(play),
  ];
}

/**
 * The way back from what was shown before.
 * @param {Play} play
 */
function toNow(play) {
  return actions(
    h("button", { id: "pace-present", class: "primary", onclick: () => play.session.pace.present() }, texts.backToNow),
  );
}

/**
 * @param {View} view
 * @param {WaitingActions} options
 */
function over(view, { replay, download, victory, review, check, checked }) {
  const { dice, ended, victory: points } = view;
  return [
    h(
      "div",
      { class: `asked side-${(ended ? ended.winner : points.leader) ?? "none"}` },
      h("h2", null, texts.over),
      h("p", { class: "verdict" }, ended ? ending(ended) : reached(points)),
    ),
    actions(
      h("button", { id: "see-points", onclick: victory }, texts.victoryPoints),
      h("button", { id: "see-replay", class: "primary", onclick: () => replay.start() }, texts.replay),
      h("button", { id: "see-review", onclick: review }, texts.review),
      h("button", { id: "save-record", onclick: download }, texts.download),
    ),
    dice.revealed &&
      h(
        "p",
        { class: `dice-checked ${checked?.verdict ?? ""}`, id: "dice-checked", role: "status" },
        checked?.verdict ? verdicts[checked.verdict] : texts.diceChecking,
        " ",
        h("button", { class: "plain", id: "see-dice", onclick: check }, texts.diceChecked),
      ),
  ];
}
