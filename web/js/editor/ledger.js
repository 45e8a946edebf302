// Entries that are alike as the rows of a table: a number each, or a few, and what they rest on. One
// goes down the printed chart and writes row by row.

import { h } from "../common/html.js";
import { entryFaults, fieldAt } from "./drawn-form.js";
import { control } from "./field-control.js";
import { get, set, within } from "./field-path.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { Column, Spec } from "./form-specs.js"
 * @import { ToolState } from "./tool-state.js"
 */

/** Whether what is written is read from the printed game: then its source becomes that. */
let printed = true;

const PRINTED = "printed";

/**
 * Writes a value into a row; `printed`: it is read from the printed game, and its source becomes that.
 * @param {ToolState} toolState
 * @param {string} role
 * @param {string} row
 * @param {string} title
 * @param {Column} column
 * @param {unknown} to
 * @param {boolean} printed
 */
export function writeRow(toolState, role, row, title, { key, spec, rests = [] }, to, printed) {
  const at = within(row, key);
  toolState.change(
    `${title}: ${spec.label.toLowerCase()}`,
    (open) => {
      const file = open(role);
      set(file, at, to);
      // What is left out rests on nothing.
      for (const rest of printed ? rests : [])
        if (get(file, within(row, rest)) !== undefined) set(file, within(row, rest), PRINTED);
    },
    `ledger ${role} ${at}`,
  );
}

/**
 * The table at a place.
 * @param {ToolState} toolState
 * @param {string} role
 * @param {string} fieldPath
 * @param {Spec} spec
 * @returns {Child}
 */
export function ledger(toolState, role, fieldPath, spec) {
  const value = toolState.value(role, fieldPath);
  const rows = spec.listed?.(value) ?? [];
  const columns = spec.columns ?? [];
  if (!rows.length) return null;
  /** @type {Child[]} */
  const faults = [];

  /** @type {(row: string, title: string, column: Column) => Child} */
  const cell = (row, title, column) => {
    const { key, spec: own, within: home } = column;
    // What a row has no table for it has no field for: a regiment that cannot dismount.
    if (home && toolState.value(role, within(row, home)) === undefined) return h("td", null);
    const at = within(row, key);
    const { attributes, fault } = fieldAt("ledger", role, at);
    faults.push(fault("p"));
    const label = `${title}, ${own.label.toLowerCase()}`;
    const input = control(
      own,
      toolState.value(role, at),
      { ...attributes, class: "cell", "data-kind": own.kind, "aria-label": label },
      {
        on: (to) => writeRow(toolState, role, row, title, column, to, printed),
        rest: () => toolState.packDocument.rest(),
      },
    );
    return h("td", null, input);
  };

  return h(
    "div",
    { key: spec.label, class: "entry chart ledger", "data-entry": fieldPath, "data-role": role },
    h(
      "div",
      { class: "chart-scroll", tabindex: 0, role: "region", "aria-label": spec.label },
      h(
        "table",
        { class: "chart-cells" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("td", null),
            columns.map(({ spec: own }) => h("th", { scope: "col" }, own.label)),
          ),
        ),
        h(
          "tbody",
          null,
          rows.map(([key, title]) =>
            h(
              "tr",
              null,
              h("th", { scope: "row" }, title),
              columns.map((column) => cell(within(fieldPath, key), title, column)),
            ),
          ),
        ),
      ),
    ),
    faults,
    columns.some(({ rests }) => rests) &&
      h(
        "label",
        { class: "tick" },
        h("input", {
          type: "checkbox",
          key: `printed ${role} ${fieldPath} ${spec.label}`,
          checked: printed,
          onchange: (event) => (printed = event.target.checked),
        }),
        h("span", null, "What I type is read from the printed game"),
      ),
    entryFaults(role, fieldPath),
  );
}
