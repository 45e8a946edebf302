// What the program is to answer for a side, so that play between two far places does not wait for
// every small question.

import { h } from "../../../common/html.js";
import { tick } from "../../../common/tick.js";
import * as words from "../../../common/words.js";
import { pageSettings } from "../answers/next-time.js";
import { askingChoice } from "../chit-asking.js";

/**
 * @import { PanelContext } from "../../pages.js"
 * @import { Answering, StandingOrders, SwordsView } from "protocol/blind-swords"
 */

/** @typedef {StandingOrders["no-chits-at"][number]} Moment */

/** @type {["opportunity-fire" | "defensive-fire" | "withdrawal" | "advance", string, Answering[]][]} */
const STANDING_ORDERS = [
  ["opportunity-fire", "Opportunity Fire", ["ask", "always", "never"]],
  ["defensive-fire", "Defensive Fire", ["ask", "always", "never"]],
  ["withdrawal", "Cavalry withdraws", ["ask", "always", "never"]],
  ["advance", "Advance after Close Combat", ["ask", "never"]],
];
/** @type {Record<Answering, string>} */
const SAID = { ask: "ask me", always: "always", never: "never" };
/** @type {[Moment, string][]} */
const MOMENTS = [
  ["own-order-given", "my brigade has its order"],
  ["enemy-order-given", "an enemy brigade has its order"],
  ["own-fire-declared", "I declare fire"],
  ["enemy-fire-declared", "the enemy declares fire"],
  ["own-close-declared", "my Close Combat"],
  ["enemy-close-declared", "an enemy Close Combat"],
  ["own-command-roll-failed", "my command roll fails"],
  ["own-retreat-ordered", "my unit must retreat"],
];

/** @param {PanelContext<SwordsView>} options */
export function standingOrdersPanel({ view, play, session, redraw }) {
  const told = view.instructions;
  if (!told)
    return [
      h("p", { class: "hint" }, "Only players give standing orders."),
      askingChoice({ view, play, session }, "standing"),
    ];
  const may = session.you !== null && !play.past && view.phase !== "over";
  const send = (/** @type {Partial<StandingOrders>} */ change) => play.instruct(change);
  const caseOf = (/** @type {keyof SwordsView["cases"]} */ field) =>
    words.caseLink(view.cases[field].case, view.cases[field].system);
  const at = (/** @type {Moment} */ moment) => told["no-chits-at"].includes(moment);
  return [
    h(
      "p",
      { class: "small" },
      `How the program answers for the ${words.side(view.seat)} side until you change it. `,
      "The other side is not told. A question already asked is still yours to answer.",
    ),
    h(
      "div",
      { class: "instructions" },
      STANDING_ORDERS.map(([id, title, ways]) =>
        h(
          "p",
          { class: "instruction" },
          h("label", { for: `instruct-${id}` }, title, " "),
          caseOf(id),
          h(
            "select",
            {
              id: `instruct-${id}`,
              disabled: !may,
              onchange: (event) => send({ [id]: /** @type {Answering} */ (event.target.value) }),
            },
            ways.map((way) => h("option", { value: way, selected: told[id] === way }, SAID[way])),
          ),
        ),
      ),
      pageSettings(redraw),
      h(
        "p",
        null,
        tick(
          {
            id: "instruct-artillery",
            checked: told["pass-artillery"],
            disabled: !may,
            onchange: (event) => send({ "pass-artillery": event.target.checked }),
          },
          " Pass in every Artillery Step of this turn ",
        ),
        caseOf("artillery"),
      ),
    ),
    askingChoice({ view, play, session }, "standing"),
    h(
      "p",
      null,
      tick(
        {
          id: "instruct-held",
          checked: Boolean(told["pass-held"]),
          disabled: !may,
          onchange: (event) => send({ "pass-held": event.target.checked }),
        },
        " Pass in every step for held chits ",
      ),
      caseOf("held"),
    ),
    h("h3", null, "Play no chit when"),
    h(
      "ul",
      { class: "plain-list instructions" },
      MOMENTS.map(([id, text]) =>
        h(
          "li",
          null,
          h(
            "label",
            null,
            h("input", {
              type: "checkbox",
              id: `instruct-${id}`,
              checked: at(id),
              disabled: !may,
              onchange: (event) =>
                send({
                  "no-chits-at": event.target.checked
                    ? [...told["no-chits-at"], id]
                    : told["no-chits-at"].filter((one) => one !== id),
                }),
            }),
            ` ${text}`,
          ),
        ),
      ),
    ),
  ];
}
