// What the program is to answer for a side, so that play between two far places does not wait for
// every small question.

import { h } from "../../../common/html.js";
import { tick } from "../../../common/tick.js";
import * as words from "../../../common/words.js";
import { onlyPlayers, otherNotTold } from "../../../texts/games.js";
import { box, choice } from "../../setting.js";
import { answers, pageSettings } from "../answers/next-time.js";
import { askingChoice } from "../chit-asking.js";
import * as texts from "../texts/game.js";

/**
 * @import { PanelContext } from "../../pages.js"
 * @import { Answering, StandingOrders, SwordsView } from "protocol/blind-swords"
 */

/** @type {["opportunity-fire" | "defensive-fire" | "withdrawal" | "advance", Answering[]][]} */
const STANDING_ORDERS = [
  ["opportunity-fire", ["ask", "always", "never"]],
  ["defensive-fire", ["ask", "always", "never"]],
  ["withdrawal", ["ask", "always", "never"]],
  ["advance", ["ask", "never"]],
];

/** @param {PanelContext<SwordsView>} options */
export function standingOrdersPanel({ view, play, session, redraw }) {
  const told = view.instructions;
  const asking = askingChoice({ view, play, session }, "standing");
  if (!told) return [h("p", { class: "hint" }, onlyPlayers), asking];
  const may = session.you !== null && !play.past && view.phase !== "over";
  const send = (/** @type {Partial<StandingOrders>} */ change) => play.instruct(change);
  const caseOf = (/** @type {keyof SwordsView["cases"]} */ field) =>
    words.caseLink(view.cases[field].case, view.cases[field].system);
  const none = told["no-chits-at"];
  return [
    h("p", { class: "small" }, texts.program(view.seat), otherNotTold),
    h(
      "div",
      { class: "instructions" },
      STANDING_ORDERS.map(([id, ways]) =>
        choice(`instruct-${id}`, [texts.standing[id], " ", caseOf(id)], answers(ways), told[id], may, (way) =>
          send({ [id]: way }),
        ),
      ),
      pageSettings(redraw),
      box("instruct-artillery", [texts.passArtillery, caseOf("artillery")], told["pass-artillery"], may, (pass) =>
        send({ "pass-artillery": pass }),
      ),
    ),
    asking,
    box("instruct-held", [texts.passHeld, caseOf("held")], Boolean(told["pass-held"]), may, (pass) =>
      send({ "pass-held": pass }),
    ),
    h("h3", null, texts.noChitWhen),
    h(
      "ul",
      { class: "plain-list instructions" },
      texts.moments.map(([id, text]) => {
        const change = (/** @type {boolean} */ add) =>
          send({ "no-chits-at": add ? [...none, id] : none.filter((one) => one !== id) });
        const attributes = { id: `instruct-${id}`, checked: none.includes(id), disabled: !may };
        return h("li", null, tick({ ...attributes, onchange: (event) => change(event.target.checked) }, " ", text));
      }),
    ),
  ];
}
