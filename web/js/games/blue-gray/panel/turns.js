// The turn track: which turns are night, and who is lost that comes too late.

import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { delayed } from "../../../texts/games.js";
import { turnTrack } from "../../turn-track.js";
import * as texts from "../texts/game.js";

/**
 * @import { PanelContext } from "../../pages.js"
 * @import { BlueGrayUnit, BlueGrayView } from "protocol/blue-gray"
 */

/** @param {PanelContext<BlueGrayView>} context */
export function turnsPanel(context) {
  const { night, turns, "night-rules": rules } = context.view;
  return turnTrack(
    context,
    turns,
    (turn, due, past) => [
      night.includes(turn) && h("span", { class: "moon" }, texts.night),
      [
        due.length > 0 && past && h("span", { class: "small" }, delayed),
        night.includes(turn) &&
          rules.map((rule) => h("span", { class: "small night-rule" }, texts.nightRule(rule), words.cited(rule))),
        !past && late(due),
      ],
    ],
    night,
  );
}

/**
 * Whether who is due then is lost if it stays away.
 * @param {BlueGrayUnit[]} due
 */
function late(due) {
  const note = due.flatMap((unit) => unit.notes ?? []).find((one) => one.urgent);
  return note && h("span", { class: "small warning" }, texts.mustEnter, words.cited(note));
}
