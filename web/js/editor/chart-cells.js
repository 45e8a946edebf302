// A chart as a table of cells, each with a letter that says what it rests on: one writes in a cell, or
// chooses for it, and says of the one in hand what it is read from.

import { h } from "../common/html.js";
import * as texts from "../texts/editor.js";
import { chartTable, isPrinted, printedTick } from "./chart-table.js";
import { select } from "./choices.js";
import { fieldAt, idOf } from "./drawn-form.js";
import { meant, typing } from "./field-control.js";
import { get, set, within } from "./field-path.js";
import { LABELS, labelMark, labelOf } from "./source-labels.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { Drawn } from "./form.js"
 * @import { Spec } from "./form-specs.js"
 * @import { ToolState } from "./tool-state.js"
 * @import { DataFile } from "protocol"
 */

/**
 * A row of a chart: its title, and where below the chart its cells and its row of letters are, if it
 * has letters; `cell`: the kind of field its cells are, if they are not as those of the chart.
 * @typedef {{ title: string, cells: string, labels?: string, cell?: string }} ChartRow
 */

/** The place of the cell in hand in each chart. */
const inHand = new Map();

/** The kind of field that the cells of a row are. @type {(spec: Spec, row: ChartRow) => Spec} */
function kindOf(spec, row) {
  return { kind: row.cell ?? spec.cell ?? "text", label: spec.label, choices: spec.choices };
}

// Writes the letter of a cell into its row.
/** @type {(file: DataFile, labels: string, index: number, letter: string) => void} */
function mark(file, labels, index, letter) {
  const all = String(get(file, labels) ?? "").split("");
  all[index] = letter;
  set(file, labels, all.join(""));
}

/**
 * Writes what a text means into a cell; `printed`: it is read from the printed chart, and its letter becomes that.
 * @param {ToolState} toolState
 * @param {string} role
 * @param {string} fieldPath
 * @param {Spec} spec
 * @param {ChartRow} row
 * @param {number} index
 * @param {string} text
 * @param {boolean} printed
 */
export function writeCell(toolState, role, fieldPath, spec, row, index, text, printed) {
  toolState.change(
    spec.label,
    (open) => {
      const file = open(role);
      set(file, within(fieldPath, within(row.cells, index)), meant(kindOf(spec, row), text));
      if (printed && row.labels) mark(file, within(fieldPath, row.labels), index, "p");
    },
    `cell ${role} ${fieldPath} ${row.cells} ${index}`,
  );
}

/**
 * The chart at a place. `spec`: `label`; `heads(file)`, the titles of its columns; `rows(value)`,
 * its rows, each `{title, cells, labels?}` with the places of its cells and of its row of letters
 * below that of the chart; `cell`, the kind of field a cell is, `choices` what can be chosen for one.
 * @type {Drawn}
 */
export function cells(toolState, role, fieldPath, spec) {
  const file = toolState.packDocument.file(role);
  const value = get(file, fieldPath);
  if (value === undefined) return null;
  const key = `${role} ${fieldPath}`;
  /** @type {Child[]} */
  const faults = [];
  const heads = spec.heads?.(file) ?? [];
  const rows = spec.rows?.(value) ?? [];
  const letters = (/** @type {ChartRow} */ row) =>
    row.labels ? String(toolState.value(role, within(fieldPath, row.labels)) ?? "") : "";
  const held = inHand.get(key);
  const heldRow = held && rows.find((row) => row.labels === held.row);
  const take = (/** @type {ChartRow} */ row, /** @type {number} */ index) => {
    if (!row.labels || (row === heldRow && held.index === index)) return;
    inHand.set(key, { row: row.labels, index });
    toolState.draw();
  };
  const relabel = (/** @type {string} */ to) => {
    const letter = LABELS.find(([id]) => id === to)?.[1];
    if (!heldRow || !letter) return;
    toolState.change(texts.paints(spec.label, to), (open) =>
      mark(open(role), within(fieldPath, held.row), held.index, letter),
    );
  };

  const cell = (/** @type {ChartRow} */ row, /** @type {unknown} */ one, /** @type {number} */ index) => {
    const { id, attributes, fault } = fieldAt("cell", role, within(fieldPath, within(row.cells, index)));
    faults.push(fault("p"));
    const letter = letters(row)[index];
    const kind = kindOf(spec, row);
    const own = {
      ...attributes,
      class: "cell",
      "aria-label": texts.cell(row.title, heads[index] ?? index + 1),
      "aria-describedby": row.labels ? `${id}-rests ${id}-fault` : `${id}-fault`,
      onfocus: () => take(row, index),
    };
    const write = (/** @type {string} */ text) =>
      writeCell(toolState, role, fieldPath, spec, row, index, text, isPrinted("chart"));
    const rest = () => toolState.packDocument.rest();
    const offered = kind.choices ?? [];
    // What stands there and is none of the choices can stay.
    /** @type {[string, string][]} */
    const stays = offered.some(([id]) => id === one) ? [] : [[String(one), String(one) || texts.noChoice]];
    const choose = (/** @type {string} */ text) => {
      write(text);
      rest();
    };
    const input =
      kind.kind === "choice"
        ? select({ ...own, value: String(one), onchange: ({ target }) => choose(target.value) }, [...stays, ...offered])
        : h("input", { ...own, type: "text", size: spec.size ?? 9, ...typing(id, kind, one, write, rest) });
    if (!row.labels) return h("td", null, input);
    const rests = h("span", { class: "aloud", id: `${id}-rests` }, `, ${labelOf(letter)}`);
    return h("td", null, input, labelMark(letter), rests);
  };
  const label = idOf("label", role, fieldPath);
  const which = heldRow && `${texts.cell(heldRow.title, heads[held.index] ?? held.index + 1)}: `;
  const hasLetters = rows.some((row) => row.labels);
  const chosen = heldRow && labelOf(letters(heldRow)[held.index]);
  const choice = { id: label, key: `label ${key}`, disabled: !heldRow };
  return chartTable(
    { label: spec.label, role, fieldPath },
    heads,
    rows.map((row) => {
      const all = /** @type {unknown[]} */ (get(value, row.cells) ?? []);
      return [row.title, all.map((one, index) => cell(row, one, index))];
    }),
    faults,
    hasLetters &&
      h(
        "p",
        { class: "chart-label" },
        h("label", { for: label }, h("span", { class: "small" }, which || texts.chooseCell), texts.source),
        select(
          {
            ...choice,
            value: chosen ?? (heldRow ? "reconstructed" : LABELS[0][0]),
            onchange: (event) => relabel(event.target.value),
          },
          LABELS.map(([id, , text]) => [id, text]),
        ),
      ),
    hasLetters && printedTick("chart", key, texts.fromChart),
  );
}
