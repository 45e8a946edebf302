// When a side is asked whether it plays a chit (K43): what it chose, and the choice itself. Both
// sides may know it.

import { h } from "../../common/html.js";
import * as words from "../../common/words.js";
import * as texts from "./texts/game.js";

/**
 * @import { Play } from "../../game/play.js"
 * @import { Session } from "../../session/session.js"
 * @import { SwordsView } from "protocol/blind-swords"
 */

/**
 * The choice for the side whose player is here, with what both have chosen. `place` tells one on
 * the page from another.
 * @param {{ play: Play, view: SwordsView, session: Session }} options
 * @param {string} place
 */
export function askingChoice({ play, view, session }, place) {
  const side = session.you === "both" ? view.question?.side : session.you;
  const may = side && !play.past && view.phase !== "over";
  const ways = texts.askingWays.map(([when, title, text]) => {
    const [name, id, checked] = [`${place}-asking`, `${place}-${when}`, side && view.asking[side] === when];
    const onchange = () => play.after(() => ({ ask: { when } }));
    return h(
      "label",
      null,
      h("input", { type: "radio", name, id, value: when, checked, disabled: !may, onchange }),
      h("span", null, h("b", null, title), h("span", { class: "small block" }, text)),
    );
  });
  return h(
    "fieldset",
    { class: "asking" },
    h("legend", null, texts.whenToAsk(side), words.caseLink(view.cases.asking.case, view.cases.asking.system)),
    side && [ways, place === "ask" && h("p", { class: "small" }, texts.passInstead)],
    h("p", { class: "small asking-known" }, texts.askedWhen(view.asking)),
  );
}
