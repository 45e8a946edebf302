// The ribbon of the turn: its phases, the steps of the brigade that acts, and where one is.

import { h } from "../../common/html.js";

/** @import { SwordsView } from "protocol/blind-swords" */

/**
 * The phases of a game-turn in their order, each with the ids by which views name it.
 * @type {[name: string, ids: string[], tells: string][]}
 */
const PHASES = [
  ["Command", ["command-decision"], "Each side chooses Key Chits, and the cup is filled."],
  ["Artillery", ["artillery"], "The sides take turns with their batteries: fire, move or rally."],
  ["Draw", ["chit-draw"], "A chit is drawn: an event, or a brigade's turn to act. So on until the cup is empty."],
  ["Activation", ["activation"], "The brigade drawn is given an order and does its steps."],
  ["End", ["end-turn"], "Held chits for the last time, then the turn advances."],
];

/** @type {[name: string, id: string, tells: string][]} */
const STEPS = [
  ["Order", "orders", "Attack, Defend, Maneuver or Regroup."],
  ["Fire", "fire", "Its units fire at what they see in range."],
  ["Movement", "movement", "Its units march; enemies they pass may fire."],
  ["Close", "close", "Its units close with enemies next to them."],
  ["Rally", "rally", "Its shaken, worn and broken units recover."],
];

/** @param {SwordsView} view */
export function ribbon(view) {
  if (view.phase === "over") return null;
  const { activation } = view;
  const phase = activation ? "activation" : view.phase;
  const step = activation ? (activation.step === "arrivals" ? "orders" : activation.step) : null;
  const at = STEPS.findIndex(([, id]) => id === step);
  return h(
    "nav",
    { class: "ribbon", "aria-label": "Where the turn stands" },
    h(
      "ol",
      null,
      PHASES.map(([name, ids, tells]) => {
        const now = ids.includes(phase);
        const here = now && step === null;
        return h("li", { class: now ? "now" : "", title: tells, "aria-current": here ? "step" : null }, name);
      }),
    ),
    activation &&
      h(
        "ol",
        { class: "steps", "aria-label": `Steps of ${activation.name}` },
        STEPS.map(([name, id, tells], index) =>
          h(
            "li",
            {
              class: id === step ? "now" : index < at ? "past" : "",
              title: tells,
              "aria-current": id === step ? "step" : null,
            },
            name,
          ),
        ),
      ),
  );
}
