// The counters of a battle by brigade: both faces of each, what they rest on, and the form of the
// one in hand.

import { h } from "../../../common/html.js";
import * as said from "../../../common/words.js";
import { entryFaults } from "../../../editor/drawn-form.js";
import { field, fields } from "../../../editor/form.js";
import { ledger } from "../../../editor/form-specs.js";
import { LABELS } from "../../../editor/source-labels.js";
import { faces } from "./faces.js";
import { colour, roster, startOf, starts } from "./roster.js";
import { BRIGADES, FACES, START, UNIT } from "./unit-forms.js";

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
  const { packDocument } = toolState;
  const wrong = new Set(
    faults.map(({ file, place = "" }) => {
      const role = packDocument.role(file);
      if (role === "scenario") return String(startOf(packDocument, place));
      return role === "units" ? /^unit\.(\d+)/.exec(place)?.[1] : undefined;
    }),
  );
  const units = roster(packDocument);
  colour(units);
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
        faces(chosen),
        fields(toolState, "units", `unit.${chosen.index}`, UNIT),
        start(toolState, chosen),
        entryFaults("units", `unit.${chosen.index}`),
      ),
    said.EACH_SIDE.map((side) => [
      h("h3", null, said.side(side)),
      groups
        .filter(([, whose, list]) => whose === side && list.length)
        .map(([name, whose, list]) => [
          h("h4", { class: "small" }, `${name} (${list.length}) `, tableButton(toolState, `${whose} ${name}`, name)),
          asTable.has(`${whose} ${name}`) ? printed(toolState, name, list) : null,
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

/** The brigades whose counters are shown as a table. */
const asTable = new Set();

/**
 * @param {ToolState} toolState
 * @param {string} key
 * @param {string} name
 */
function tableButton(toolState, key, name) {
  const open = asTable.has(key);
  const toggle = () => {
    if (open) asTable.delete(key);
    else asTable.add(key);
    toolState.draw();
  };
  return h(
    "button",
    {
      type: "button",
      class: "plain small-button",
      key: `table ${key}`,
      "aria-expanded": String(open),
      onclick: toggle,
    },
    open ? "Close the table" : "As a table",
    h("span", { class: "aloud" }, `: the counters of ${name}`),
  );
}

/**
 * What is printed on the counters of a brigade.
 * @param {ToolState} toolState
 * @param {string} name
 * @param {EditorUnit[]} list
 */
function printed(toolState, name, list) {
  const rows = list.map((unit) => /** @type {[string, string]} */ ([`unit.${unit.index}`, unit.name]));
  const columns = list.some((unit) => unit.dismounted) ? FACES : FACES.filter((column) => !column.within);
  return field(toolState, "units", "", ledger(rows, columns, { label: `The counters of ${name}` }));
}

/**
 * Where a unit begins in the scenario that is open, or that it takes no part in it.
 * @param {ToolState} toolState
 * @param {EditorUnit} unit
 */
function start(toolState, unit) {
  const at = starts(toolState.packDocument).findIndex((one) => one.unit === unit.id);
  return [
    h("h3", null, "In this scenario"),
    at < 0
      ? h("p", { class: "hint" }, "It takes no part. The tool Units places it on the map.")
      : h(
          "div",
          { class: "entry", "data-entry": `at.${at}`, "data-role": "scenario" },
          fields(toolState, "scenario", `at.${at}`, START),
          entryFaults("scenario", `at.${at}`),
        ),
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
      key: `unit-${unit.index}`,
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
