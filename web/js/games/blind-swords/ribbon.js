// The ribbon of the turn: its phases, the steps of the brigade that acts, and where one is.

import { h } from "../../common/html.js";
import * as texts from "./texts/game.js";

/** @import { SwordsView } from "protocol/blind-swords" */

/** @param {SwordsView} view */
export function ribbon(view) {
  if (view.phase === "over") return null;
  const { activation } = view;
  const phase = activation ? "activation" : view.phase;
  const step = activation ? (activation.step === "arrivals" ? "orders" : activation.step) : null;
  const at = texts.steps.findIndex(([, id]) => id === step);
  return h(
    "nav",
    { class: "ribbon", "aria-label": texts.turnRibbon },
    h(
      "ol",
      null,
      texts.phases.map(([name, id, tells]) => {
        const now = id === phase;
        const here = now && step === null;
        return h("li", { class: now ? "now" : "", title: tells, "aria-current": here ? "step" : null }, name);
      }),
    ),
    activation &&
      h(
        "ol",
        { class: "steps", "aria-label": texts.stepsOf(activation.name) },
        texts.steps.map(([name, id, tells], index) =>
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
