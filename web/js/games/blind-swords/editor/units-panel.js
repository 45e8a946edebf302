// The counters of a battle by brigade: both faces of each, what they rest on, and the form of the
// one in hand.

import { h } from "../../../common/html.js";
import * as said from "../../../common/words.js";
import { fields } from "../../../editor/form.js";
import { LABELS } from "../../../editor/source-labels.js";
import { BRIGADES, UNIT } from "./forms.js";
import { roster } from "./roster.js";

/**
 * @import { EditorUnit } from "../../../editor/systems.js"
 * @import { ToolState } from "../../../editor/tool-state.js"
 * @import { Fault, Side } from "protocol"
 * @import { Brigade } from "protocol/blind-swords"
 */

/**
 * As the unit panel of the editor: `faults` at the units they are about, `choose(index)` takes one
 * in hand.
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
  const brigades = /** @type {Brigade[]} */ (toolState.value("units", "brigade") ?? []);
  /** @type {[name: string, side: Side, units: EditorUnit[]][]} */
  const groups = [
    ...brigades.map(
      ({ id, name, side }) =>
        /** @type {[string, Side, EditorUnit[]]} */ ([name, side, units.filter((unit) => unit.brigade === id)]),
    ),
    ...said.EACH_SIDE.map(
      (side) =>
        /** @type {[string, Side, EditorUnit[]]} */ ([
          "Batteries and others",
          side,
          units.filter((unit) => unit.side === side && !unit.brigade),
        ]),
    ),
  ];
  return [
    h(
      "p",
      { class: "hint" },
      "Every scenario of the battle uses these counters. A letter gives the source of the strength.",
    ),
    chosen &&
      h(
        "section",
        { class: "unit-form entry", "data-entry": `unit.${chosen.index}`, "data-role": "units" },
        h("h3", null, chosen.text),
        fields(toolState, "units", `unit.${chosen.index}`, UNIT),
      ),
    said.EACH_SIDE.map((side) => [
      h("h3", null, said.side(side)),
      groups
        .filter(([, whose, list]) => whose === side && list.length)
        .map(([name, , list]) => [
          h("h4", { class: "small" }, `${name} (${list.length})`),
          h(
            "div",
            { class: "unit-list" },
            list.map((unit) => row(toolState, unit, wrong.has(String(unit.index)), choose)),
          ),
        ]),
    ]),
    h("h3", null, "Brigades"),
    fields(toolState, "units", "", { ...BRIGADES, unit: { kind: "none", label: "" } }),
  ];
}

/**
 * @param {ToolState} toolState
 * @param {EditorUnit} unit
 * @param {boolean} wrong
 * @param {(index: number) => void} choose
 */
function row(toolState, unit, wrong, choose) {
  const [label, letter] = LABELS.find(([id]) => id === unit.labels?.strength) ?? ["reconstructed", "."];
  return h(
    "button",
    {
      "data-key": `unit-${unit.index}`,
      "data-index": unit.index,
      class: "toggle",
      "aria-pressed": String(unit.index === toolState.unit),
      onclick: () => choose(unit.index),
    },
    wrong && h("span", { class: "wrong" }, "⚠ ", h("span", { class: "aloud" }, "at fault: ")),
    unit.text,
    h("span", { class: `cell-label rests-${label}`, "aria-hidden": "true" }, letter === "." ? "·" : letter),
    h("span", { class: "aloud" }, `, ${label}`),
    h(
      "span",
      { class: "small" },
      ` ${unit.hex ?? (unit.entry ? `${unit.arrives} by ${unit.entry}` : "not in this scenario")}`,
    ),
  );
}
