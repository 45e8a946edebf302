// The table that charts and ledgers are: titles above and at the left, a field in each cell, and what is wrong below.

import { h } from "../common/html.js";
import { tick } from "./choices.js";
import { entryFaults } from "./drawn-form.js";

/** @import { Child } from "../common/html.js" */

/** Whether what is written is read from the printed game: then its source becomes that; by the kind of table. */
const printed = { chart: true, ledger: true };

/** @param {keyof typeof printed} kind */
export const isPrinted = (kind) => printed[kind];

/** A box to tick for that. @type {(kind: keyof typeof printed, key: string, text: string) => Child} */
export const printedTick = (kind, key, text) =>
  tick({ key: `printed ${key}`, checked: printed[kind] }, text, (on) => (printed[kind] = on));

/** @typedef {{ label: string, role: string, fieldPath: string, class?: string }} ChartPlace */
/** @type {(at: ChartPlace, heads: string[], rows: [title: string, cells: Child[]][], ...below: Child[]) => Child} */
export const chartTable = ({ label, role, fieldPath, class: kind = "" }, heads, rows, ...below) =>
  h(
    "div",
    { key: label, class: `entry chart ${kind}`.trim(), "data-entry": fieldPath, "data-role": role },
    h(
      "div",
      { class: "chart-scroll", tabindex: 0, role: "region", "aria-label": label },
      h(
        "table",
        { class: "chart-cells" },
        h("thead", null, h("tr", null, h("td", null), ...heads.map((head) => h("th", { scope: "col" }, head)))),
        h(
          "tbody",
          null,
          rows.map(([title, cells]) => h("tr", null, h("th", { scope: "row" }, title), cells)),
        ),
      ),
    ),
    ...below,
    entryFaults(role, fieldPath),
  );
