// Standing orders where they are wanted: beside the question that they answer, and as the page
// proposes them when a game begins.

import { actions, h } from "../../../common/html.js";
import { singleSetting } from "../../../game/answerer.js";
import { answering, standingOrders } from "../../../texts/games.js";
import { choice } from "../../setting.js";
import * as texts from "../texts/game.js";
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

/**
 * What is proposed at first: fire that costs nothing is automatic.
 * @type {Partial<Record<Standing, Answering>>}
 */
const PROPOSED = { "opportunity-fire": "always", "defensive-fire": "always", "fire-back": "always" };
/**
 * Answers with what is said of each.
 * @param {Answering[]} ways
 * @returns {[Answering, string][]}
 */
export const answers = (ways) => ways.map((way) => [way, answering[way]]);

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
    h("legend", null, texts.nextTime),
    ways.map((way) => {
      const onchange = () => give(play, told, { [standing]: way });
      const input = h("input", { type: "radio", name: "next-time", id: `next-${way}`, checked: now === way, onchange });
      return h("label", null, input, " ", answering[way]);
    }),
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
  const titles = /** @type {Standing[]} */ (Object.keys(PROPOSED)).map((one) => texts.standing[one]);
  return h(
    "section",
    { class: "part proposal", "aria-label": standingOrders },
    h("h3", null, texts.fewerQuestions),
    h("p", { class: "small" }, texts.proposed(titles)),
    actions(
      h("button", { id: "take-proposal", onclick: () => settle(play, told, "taken") }, texts.useThese),
      h(
        "button",
        { id: "decline-proposal", class: "plain", onclick: () => settle(play, told, "declined") },
        texts.askEachTime,
      ),
    ),
  );
}

/** What the page itself is told to answer, for the panel of standing orders. */
export function pageSettings(/** @type {() => void} */ redraw) {
  const change = (/** @type {string} */ way) => {
    kept.set({ "fire-back": /** @type {Answering} */ (way) });
    redraw();
  };
  const ways = answers(["ask", "always", "never"]);
  return [
    choice("instruct-fire-back", texts.standing["fire-back"], ways, kept.settings()["fire-back"], true, change),
    singleSetting(redraw, texts.singleNote),
  ];
}
