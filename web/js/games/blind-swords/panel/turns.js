// The turn track: the clock, and where units come on.

import { h } from "../../../common/html.js";
import { turnTrack } from "../../turn-track.js";
import * as texts from "../texts/game.js";

/**
 * @import { PanelContext } from "../../pages.js"
 * @import { SwordsView } from "protocol/blind-swords"
 */

/** @param {PanelContext<SwordsView>} context */
export function turnsPanel(context) {
  const { times } = context.view;
  return turnTrack(context, times.length, (turn, due, past) => {
    const entries = [...new Set(due.map(({ entry }) => texts.comesBy(entry, past)))].join("; ");
    return [h("b", null, times[turn - 1]), entries && h("span", { class: "small" }, entries)];
  });
}
