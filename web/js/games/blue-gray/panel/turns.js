// The turn track: where we are, which turns are night, who is due when.

import { chip } from "../../../board/counter-face.js";
import { h } from "../../../common/html.js";
import { truthy } from "../../../common/truthy.js";
import * as words from "../../../common/words.js";
import { counter } from "../counters.js";
import * as terms from "../words.js";

/** @import { BlueGrayUnit, BlueGrayView } from "protocol/blue-gray" */

/** @param {BlueGrayView} view */
export function turnsPanel(view) {
  const night = new Set(view.night);
  const rows = [];
  for (let turn = 1; turn <= view.turns; turn++) {
    const due = view.units.filter((unit) => unit.status === "due" && unit.turn === turn);
    const now = turn === view.turn && view.phase !== "over";
    const past = turn < view.turn || view.phase === "over";
    rows.push(
      h(
        "li",
        {
          class: ["turn", now && "now", past && "past", night.has(turn) && "night"].filter(truthy).join(" "),
          "aria-current": now ? "step" : null,
        },
        h("span", { class: "turn-number" }, turn),
        h(
          "span",
          { class: "turn-text" },
          night.has(turn) && h("span", { class: "moon" }, "☾ Night"),
          now && h("span", { class: "here" }, terms.phase(view)),
          due.length > 0 && past && h("span", { class: "small" }, "delayed"),
          night.has(turn) &&
            view["night-rules"].map((rule) =>
              h("span", { class: "small night-rule" }, `${words.side(rule.side)}: ${rule.text} `, words.cited(rule)),
            ),
          !past && late(due),
        ),
        due.length > 0 &&
          h(
            "span",
            { class: "due" },
            due.map((unit) => [chip(counter(unit), 30), h("span", { class: "aloud" }, `${terms.unit(unit)} `)]),
          ),
      ),
    );
  }
  return h("ol", { class: "turns", "aria-label": "Turn track" }, rows);
}

/**
 * Whether who is due then is lost if it stays away.
 * @param {BlueGrayUnit[]} due
 */
function late(due) {
  const note = due.flatMap((unit) => unit.notes ?? []).find((one) => one.urgent);
  return note ? h("span", { class: "small warning" }, "must enter then, or is lost ", words.cited(note)) : null;
}
