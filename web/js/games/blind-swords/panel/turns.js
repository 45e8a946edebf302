// The turn track: the clock, where we are, who comes when.

import { chip } from "../../../board/counter-face.js";
import { h } from "../../../common/html.js";
import { truthy } from "../../../common/truthy.js";
import { counter } from "../counters.js";
import { phase, unitAloud } from "../words.js";

/**
 * @import { PanelContext } from "../../pages.js"
 * @import { SwordsView } from "protocol/blind-swords"
 */

/** @param {PanelContext<SwordsView>} options */
export function turnsPanel({ view }) {
  const rows = view.times.map((time, index) => {
    const turn = index + 1;
    const due = view.units.filter((unit) => unit.status === "due" && unit.turn === turn);
    const now = turn === view.turn && view.phase !== "over";
    const past = turn < view.turn || view.phase === "over";
    return h(
      "li",
      { class: ["turn", now && "now", past && "past"].filter(truthy).join(" "), "aria-current": now ? "step" : null },
      h("span", { class: "turn-number" }, turn),
      h(
        "span",
        { class: "turn-text" },
        h("b", null, time),
        now && h("span", { class: "here" }, phase(view)),
        due.length > 0 &&
          h(
            "span",
            { class: "small" },
            [...new Set(due.map((unit) => `${past ? "delayed, " : ""}by ${unit.entry}`))].join("; "),
          ),
      ),
      due.length > 0 &&
        h(
          "span",
          { class: "due" },
          due.map((unit) => [chip(counter(unit), 30), h("span", { class: "aloud" }, `${unitAloud(unit)} `)]),
        ),
    );
  });
  return h("ol", { class: "turns", "aria-label": "Turn track" }, rows);
}
