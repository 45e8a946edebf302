// A chart as a table of cells, each with a letter that says what it rests on: one writes in a cell, or
// chooses for it, and says of the one in hand what it is read from.

import { h } from "../common/html.js";
import { entryFaults, fieldAt, idOf } from "./drawn-form.js";
import { meant, typing } from "./field-control.js";
import { get, set, within } from "./field-path.js";
import { LABELS, labelOf } from "./source-labels.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { Spec } from "./form-specs.js"
 * @import { ToolState } from "./tool-state.js"
 * @import { DataFile } from "protocol"
 */

/**
 * A row of a chart: its title, and where below the chart its cells and its row of letters are, if it
 * has letters; `cell`: the kind of field its cells are, if they are not as those of the chart.
 * @typedef {{ title: string, cells: string, labels?: string, cell?: string }} ChartRow
 */

/**
 * The place of the cell in hand in each chart, and whether what is written is read from the printed
 * chart.
 */
const inHand = new Map();
let printed = true;

/**
 * The kind of field that the cells of a row are.
 * @param {Spec} spec
 * @param {ChartRow} row
 * @returns {Spec}
 */
function kindOf(spec, row) {
  return { kind: row.cell ?? spec.cell ?? "text", label: spec.label, choices: spec.choices };
}

/**
 * Writes the letter of a cell into its row of letters.
 * @param {DataFile} file
 * @param {string} labels
 * @param {number} index
 * @param {string} letter
 */
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
 * @param {ToolState} toolState
 * @param {string} role
 * @param {string} fieldPath
 * @param {Spec} spec
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
    toolState.change(`${spec.label}: ${to}`, (open) =>
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
      "aria-label": `${row.title}, ${heads[index] ?? index + 1}`,
      "aria-describedby": row.labels ? `${id}-rests ${id}-fault` : `${id}-fault`,
      onfocus: () => take(row, index),
    };
    const write = (/** @type {string} */ text) =>
      writeCell(toolState, role, fieldPath, spec, row, index, text, printed);
    const rest = () => toolState.packDocument.rest();
    const input =
      kind.kind === "choice"
        ? select(own, kind, String(one), (text) => {
            write(text);
            rest();
          })
        : h("input", { ...own, type: "text", size: spec.size ?? 9, ...typing(id, kind, one, write, rest) });
    if (!row.labels) return h("td", null, input);
    return h(
      "td",
      null,
      input,
      h("span", { class: `cell-label rests-${labelOf(letter)}`, "aria-hidden": "true" }, letter === "." ? "·" : letter),
      h("span", { class: "aloud", id: `${id}-rests` }, `, ${labelOf(letter)}`),
    );
  };
  const label = idOf("label", role, fieldPath);
  const which = heldRow && `${heldRow.title}, ${heads[held.index] ?? held.index + 1}: `;
  const hasLetters = rows.some((row) => row.labels);
  return h(
    "div",
    { key: spec.label, class: "entry chart", "data-entry": fieldPath, "data-role": role },
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
            heads.map((head) => h("th", { scope: "col" }, head)),
          ),
        ),
        h(
          "tbody",
          null,
          rows.map((row) =>
            h(
              "tr",
              null,
              h("th", { scope: "row" }, row.title),
              /** @type {unknown[]} */ (get(value, row.cells) ?? []).map((one, index) => cell(row, one, index)),
            ),
          ),
        ),
      ),
    ),
    faults,
    hasLetters &&
      h(
        "p",
        { class: "chart-label" },
        h("label", { for: label }, h("span", { class: "small" }, which || "Choose a cell: "), "source: "),
        h(
          "select",
          {
            id: label,
            key: `label ${key}`,
            disabled: !heldRow,
            value: (heldRow && labelOf(letters(heldRow)[held.index])) ?? (heldRow ? "reconstructed" : LABELS[0][0]),
            onchange: (event) => relabel(event.target.value),
          },
          LABELS.map(([id, , text]) => h("option", { value: id }, text)),
        ),
      ),
    hasLetters &&
      h(
        "label",
        { class: "tick" },
        h("input", {
          type: "checkbox",
          key: `printed ${key}`,
          checked: printed,
          onchange: (event) => (printed = event.target.checked),
        }),
        h("span", null, "What I type is read from the printed chart"),
      ),
    entryFaults(role, fieldPath),
  );
}

/**
 * A cell for which one of several is chosen. What stands there and is none of them can stay.
 * @param {Record<string, unknown>} attributes
 * @param {Spec} spec
 * @param {string} value
 * @param {(text: string) => void} onpick
 */
function select(attributes, spec, value, onpick) {
  const offered = spec.choices ?? [];
  /** @type {[string, string][]} */
  const own = offered.some(([one]) => one === value) ? [] : [[value, value || "—"]];
  return h(
    "select",
    { ...attributes, value, onchange: (event) => onpick(event.target.value) },
    [...own, ...offered].map(([one, text]) => h("option", { value: one }, text)),
  );
}
