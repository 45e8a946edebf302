// Entries that are alike as the rows of a table: a number each, or a few, and what they rest on. One
// goes down the printed chart and writes row by row.

import { h } from "../common/html.js";
import * as texts from "../texts/editor.js";
import { chartTable, isPrinted, printedTick } from "./chart-table.js";
import { fieldAt } from "./drawn-form.js";
import { control } from "./field-control.js";
import { get, set, within } from "./field-path.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { Drawn } from "./form.js"
 * @import { Column } from "./form-specs.js"
 * @import { ToolState } from "./tool-state.js"
 */

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

/** The table at a place. @type {Drawn} */
export function ledger(toolState, role, fieldPath, spec) {
  const rows = spec.listed?.(toolState.value(role, fieldPath)) ?? [];
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
    const label = texts.cell(title, own.label.toLowerCase());
    const input = control(
      own,
      toolState.value(role, at),
      { ...attributes, class: "cell", "data-kind": own.kind, "aria-label": label },
      {
        on: (to) => writeRow(toolState, role, row, title, column, to, isPrinted("ledger")),
        rest: () => toolState.packDocument.rest(),
      },
    );
    return h("td", null, input);
  };

  const key = `${role} ${fieldPath} ${spec.label}`;
  return chartTable(
    { label: spec.label, role, fieldPath, class: "ledger" },
    columns.map(({ spec: own }) => own.label),
    rows.map(([key, title]) => [title, columns.map((column) => cell(within(fieldPath, key), title, column))]),
    faults,
    columns.some(({ rests }) => rests) && printedTick("ledger", key, texts.fromGame),
  );
}
