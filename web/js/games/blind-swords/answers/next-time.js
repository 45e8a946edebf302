// Standing orders where they are wanted: beside the question that they answer, and as the page
// proposes them when a game begins.

import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { singleSetting } from "../../../game/answerer.js";
import * as kept from "./kept.js";

/**
 * @import { Play } from "../../../game/play.js"
 * @import { Order } from "protocol"
 * @import { OfferedOrders } from "../prompts/offered-orders.js"
 * @import { Answering, StandingOrders, SwordsView } from "protocol/blind-swords"
 */

/** @typedef {"opportunity-fire" | "defensive-fire" | "withdrawal" | "advance" | "fire-back"} Standing */

/**
 * The standing order that answers a kind of question, and what it can say.
 * @type {Record<string, [Standing, Answering[]]>}
 */
const ANSWERS = {
  opportunity: ["opportunity-fire", ["ask", "always", "never"]],
  "defensive-fire": ["defensive-fire", ["ask", "always", "never"]],
  "fire-back": ["fire-back", ["ask", "always", "never"]],
  "cavalry-withdrawal": ["withdrawal", ["ask", "always", "never"]],
  rider: ["withdrawal", ["ask", "always", "never"]],
  advance: ["advance", ["ask", "never"]],
};

/** @type {Record<Answering, string>} */
const SAID = { ask: "ask me", always: "always", never: "never" };

/**
 * What is proposed to whoever begins: fire that costs nothing is given by itself.
 * @type {Partial<Record<Standing, Answering>>}
 */
const PROPOSED = { "opportunity-fire": "always", "defensive-fire": "always", "fire-back": "always" };
/** @type {Partial<Record<Standing, string>>} */
const TITLES = {
  "opportunity-fire": "Opportunity Fire",
  "defensive-fire": "Defensive Fire",
  "fire-back": "Fire back at a Firefight",
};

/**
 * Changes standing orders: those that the program follows are sent to it, the others kept here.
 * @param {Play} play
 * @param {StandingOrders} told
 * @param {Partial<Record<Standing, Answering>>} change
 */
function give(play, told, { "fire-back": back, ...sent }) {
  if (back) kept.set({ "fire-back": back });
  if (!Object.keys(sent).length) return play.draw();
  return play.order(/** @type {Order} */ ({ instruct: { instructions: { ...told, ...sent } } }));
}

/**
 * Ask, always or never from the next time on, beside a question.
 * @param {OfferedOrders} prompt
 */
export function nextTime(prompt) {
  const { play, question, view } = prompt;
  const [standing, ways] = ANSWERS[question.kind] ?? [];
  if (!standing || !ways || !view.instructions || play.guard) return null;
  const told = view.instructions;
  const now = standing === "fire-back" ? kept.settings()["fire-back"] : told[standing];
  return h(
    "fieldset",
    { class: "next-time" },
    h("legend", null, "From the next time on"),
    ways.map((way) =>
      h(
        "label",
        null,
        h("input", {
          type: "radio",
          name: "next-time",
          id: `next-${way}`,
          checked: now === way,
          onchange: () => give(play, told, { [standing]: way }),
        }),
        ` ${SAID[way]}`,
      ),
    ),
  );
}

/**
 * Takes the standing orders that are proposed, or declines them.
 * @param {Play} play
 * @param {StandingOrders} told
 * @param {"taken" | "declined"} proposal
 */
export function settle(play, told, proposal) {
  kept.setOfGame(play.session.game, { proposal });
  return proposal === "taken" ? give(play, told, PROPOSED) : play.draw();
}

/**
 * The standing orders that are proposed at the beginning of a game, until they are taken or
 * declined.
 * @param {Play} play
 * @param {SwordsView} view
 */
export function proposal(play, view) {
  const { session } = play;
  const told = view.instructions;
  if (!told || session.you === "both" || play.guard || kept.ofGame(session.game).proposal) return null;
  return h(
    "section",
    { class: "part proposal", "aria-label": "Standing orders" },
    h("h3", null, "Fewer questions"),
    h(
      "p",
      { class: "small" },
      words.sentence(
        `With these standing orders the program fires for you where firing costs nothing: ${words.listed(
          Object.values(TITLES),
        )} always`,
      ),
      " Change them at any question, or under Standing orders.",
    ),
    h(
      "div",
      { class: "actions" },
      h("button", { id: "take-proposal", onclick: () => settle(play, told, "taken") }, "Use these"),
      h(
        "button",
        { id: "decline-proposal", class: "plain", onclick: () => settle(play, told, "declined") },
        "Ask me each time",
      ),
    ),
  );
}

/** What the page itself is told to answer, for the panel of standing orders. */
export function pageSettings(/** @type {() => void} */ redraw) {
  const back = kept.settings()["fire-back"];
  return [
    h(
      "p",
      { class: "instruction" },
      h("label", { for: "instruct-fire-back" }, "Fire back at a Firefight "),
      h(
        "select",
        {
          id: "instruct-fire-back",
          onchange: (event) => {
            kept.set({ "fire-back": /** @type {Answering} */ (event.target.value) });
            redraw();
          },
        },
        /** @type {Answering[]} */ (["ask", "always", "never"]).map((way) =>
          h("option", { value: way, selected: back === way }, SAID[way]),
        ),
      ),
    ),
    singleSetting(redraw, "Against people it takes as long over a chit as you do, so that nobody can tell."),
  ];
}
