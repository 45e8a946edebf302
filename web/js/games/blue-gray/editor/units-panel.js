// The order of battle as a list: who begins on the map, who comes when, and the values of the one
// that is chosen.

import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { entryFaults } from "../../../editor/drawn-form.js";
import { fields } from "../../../editor/form.js";
import { UNIT } from "./forms.js";
import { bySchedule, roster } from "./roster.js";

/**
 * @import { ToolState } from "../../../editor/tool-state.js"
 * @import { Fault } from "protocol"
 */

/**
 * `faults`: what the server finds, shown at the units it is about; `choose(index)` takes a unit in
 * hand.
 * @param {ToolState} toolState
 * @param {Fault[]} faults
 * @param {(index: number) => void} choose
 */
export function unitsPanel(toolState, faults, choose) {
  const wrong = new Set(
    faults
      .filter((fault) => toolState.packDocument.role(fault.file) === "units")
      .map((fault) => /^unit\.(\d+)/.exec(fault.place ?? "")?.[1]),
  );
  const units = roster(toolState.packDocument);
  const chosen = units[toolState.unit ?? -1];
  return [
    chosen &&
      h(
        "section",
        { class: "unit-form entry", "data-entry": `unit.${chosen.index}`, "data-role": "units" },
        h("h3", null, chosen.text),
        fields(toolState, "units", `unit.${chosen.index}`, UNIT),
        entryFaults("units", `unit.${chosen.index}`),
      ),
    words.EACH_SIDE.map((side) => [
      h("h3", null, words.side(side)),
      bySchedule(units.filter((unit) => unit.side === side)).map(([when, list]) => [
        h("h4", { class: "small" }, `${when} (${list.length})`),
        h(
          "div",
          { class: "unit-list" },
          list.map((unit) =>
            h(
              "button",
              {
                key: `unit-${unit.index}`,
                "data-index": unit.index,
                class: "toggle",
                "aria-pressed": String(unit.index === toolState.unit),
                onclick: () => choose(unit.index),
              },
              wrong.has(String(unit.index)) &&
                h("span", { class: "wrong" }, "⚠ ", h("span", { class: "aloud" }, "at fault: ")),
              unit.text,
              h("span", { class: "small" }, ` ${unit.hex ?? (unit.entry ?? []).join(" ")}`),
            ),
          ),
        ),
      ]),
    ]),
  ];
}
