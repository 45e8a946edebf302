// The counters of a battle by brigade: both faces of each, what they rest on, and the form of the
// one in hand.

import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { entryFaults } from "../../../editor/drawn-form.js";
import { field, fields } from "../../../editor/form.js";
import { HIDDEN, ledger } from "../../../editor/form-specs.js";
import { LABELS, labelMark } from "../../../editor/source-labels.js";
import { unitForm, unitList } from "../../../editor/unit-list.js";
import * as shared from "../../../texts/editor.js";
import * as texts from "../texts/editor.js";
import { faces } from "./faces.js";
import { colour, roster, starts } from "./roster.js";
import { BRIGADES, FACES, START, UNIT } from "./unit-forms.js";

/**
 * @import { Child } from "../../../common/html.js"
 * @import { EditorSystem, EditorUnit } from "../../../editor/systems.js"
 * @import { ToolState } from "../../../editor/tool-state.js"
 * @import { Brigade } from "protocol/blind-swords"
 */

/** @type {EditorSystem["panels"][string]} */
export function unitsPanel(toolState, wrong, choose) {
  const units = roster(toolState.packDocument);
  colour(units);
  const chosen = units[toolState.unit ?? -1];
  const brigades = /** @type {Brigade[]} */ (toolState.value("units", "brigade") ?? []);
  return [
    h("p", { class: "hint" }, texts.usesThese),
    chosen &&
      unitForm(
        chosen,
        faces(chosen),
        fields(toolState, "units", `unit.${chosen.index}`, UNIT),
        start(toolState, chosen),
      ),
    words.EACH_SIDE.map((side) => {
      const own = brigades.filter((one) => one.side === side);
      const others = units.filter((unit) => unit.side === side && !unit.brigade);
      /** @type {[name: string, units: EditorUnit[]][]} */
      const groups = own.map(({ id, name }) => [name, units.filter((unit) => unit.brigade === id)]);
      return [
        h("h3", null, words.side(side)),
        [...groups, /** @type {[string, EditorUnit[]]} */ ([texts.unattached, others])]
          .filter(([, list]) => list.length)
          .map(([name, list]) => [
            h(
              "h4",
              { class: "small" },
              shared.list(name, list.length),
              " ",
              tableButton(toolState, `${side} ${name}`, name),
            ),
            asTable.has(`${side} ${name}`) ? printed(toolState, name, list) : null,
            unitList(toolState, list, wrong, choose, more),
          ]),
      ];
    }),
    h("h3", null, texts.brigades),
    fields(toolState, "units", "", { ...BRIGADES, unit: HIDDEN }),
  ];
}

/** The brigades whose counters are shown as a table. */
const asTable = new Set();

/** @type {(toolState: ToolState, key: string, name: string) => Child} */
function tableButton(toolState, key, name) {
  const open = asTable.has(key);
  const onclick = () => {
    open ? asTable.delete(key) : asTable.add(key);
    toolState.draw();
  };
  return h(
    "button",
    { type: "button", class: "plain small-button", key: `table ${key}`, "aria-expanded": String(open), onclick },
    open ? texts.closeTable : texts.asTable,
    h("span", { class: "aloud" }, texts.ofBrigade(name)),
  );
}

// What is printed on the counters of a brigade.
/** @type {(toolState: ToolState, name: string, list: EditorUnit[]) => Child} */
function printed(toolState, name, list) {
  const rows = list.map((unit) => /** @type {[string, string]} */ ([`unit.${unit.index}`, unit.name]));
  const columns = list.some((unit) => unit.dismounted) ? FACES : FACES.filter((column) => !column.within);
  return field(toolState, "units", "", ledger(rows, columns, { label: texts.countersOf(name) }));
}

// Where a unit begins in the scenario, or that it takes no part.
/** @type {(toolState: ToolState, unit: EditorUnit) => Child} */
function start(toolState, unit) {
  const at = `at.${starts(toolState.packDocument).findIndex((one) => one.unit === unit.id)}`;
  return [
    h("h3", null, texts.inScenario),
    at === "at.-1"
      ? h("p", { class: "hint" }, texts.noPart)
      : h(
          "div",
          { class: "entry", "data-entry": at, "data-role": "scenario" },
          fields(toolState, "scenario", at, START),
          entryFaults("scenario", at),
        ),
  ];
}

/** What a unit rests on, and where it is. @type {(unit: EditorUnit) => Child} */
function more(unit) {
  const [label, letter] = LABELS.find(([id]) => id === unit.labels?.strength) ?? ["reconstructed", "."];
  const where = unit.hex ?? (unit.entry ? texts.arrivesBy(unit.arrives, unit.entry) : texts.notInScenario);
  return [labelMark(letter), h("span", { class: "aloud" }, `, ${label}`), h("span", { class: "small" }, ` ${where}`)];
}
