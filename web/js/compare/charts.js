// Charts that differ, as both sides have them: the cells that are not alike are marked.

import { h } from "../common/html.js";
import { get } from "../editor/field-path.js";
import * as texts from "../texts/compare.js";

/** @import { DataFile, DataFiles, DifferenceTold } from "protocol" */

/** A cell of a list of rows: `combat.row.3.cells.2`. */
const CELL = /^(.+)\.(\d+)\.([^.]+)\.(\d+)$/;

/**
 * The charts that these differences are in, each as one has it and as the other has it.
 * @param {DifferenceTold[]} differences
 * @param {{ here: DataFiles, there: DataFiles }} files
 */
export function charts(differences, files) {
  /** @type {Map<string, { file: string, rows: string, field: string, here: Set<string>, there: Set<string> }>} */
  const found = new Map();
  for (const { file, here, there } of differences) {
    for (const [which, fact] of /** @type {const} */ ([
      ["here", here],
      ["there", there],
    ])) {
      const [, rows, row, field, column] = CELL.exec(fact?.at ?? "") ?? [];
      if (rows === undefined) continue;
      const key = `${file} ${rows} ${field}`;
      const chart = found.get(key) ?? { file, rows, field, here: new Set(), there: new Set() };
      chart[which].add(`${row} ${column}`);
      found.set(key, chart);
    }
  }
  return [...found.values()].map(({ file, rows, field, here, there }) =>
    h(
      "div",
      { class: "both-charts" },
      chart(texts.these, files.here[file], rows, field, here),
      chart(texts.others, files.there[file], rows, field, there),
    ),
  );
}

/**
 * @param {string} title
 * @param {DataFile | undefined} document
 * @param {string} path
 * @param {string} field
 * @param {Set<string>} marked
 */
function chart(title, document, path, field, marked) {
  const rows = /** @type {DataFile[]} */ (get(document ?? {}, path) ?? []);
  const above = path.split(".").slice(0, -1).join(".");
  const heads = /** @type {unknown[]} */ ((above ? get(document ?? {}, above) : document)?.columns ?? []);
  const cells = (/** @type {DataFile} */ row) => /** @type {unknown[]} */ (Array.isArray(row[field]) ? row[field] : []);
  const wide = Math.max(0, ...rows.map((row) => cells(row).length));
  const name = `${title}: ${above || path}`;
  const columns = heads.map((head) => h("th", { scope: "col" }, String(head)));
  const body = rows.map((row, index) => {
    const drawn = cells(row).map((cell, column) =>
      marked.has(`${index} ${column}`)
        ? h("td", { class: "differs" }, h("b", null, String(cell)), h("span", { class: "aloud" }, texts.differs))
        : h("td", null, String(cell)),
    );
    return h("tr", null, h("th", { scope: "row" }, String(row.roll ?? row.name ?? row.id ?? index + 1)), drawn);
  });
  const head = heads.length === wide && h("thead", null, h("tr", null, h("td", null), columns));
  const table = h("table", { class: "chart-cells compared" }, head, h("tbody", null, body));
  const scroll = { class: "chart-scroll", tabindex: 0, role: "region", "aria-label": name };
  return h("div", null, h("p", { class: "small", "aria-hidden": "true" }, name), h("div", scroll, table));
}

/**
 * Brings the first cell that differs into sight in each chart.
 * @param {HTMLElement} list
 */
export function revealCells(list) {
  for (const chart of list.querySelectorAll(".both-charts .chart-scroll")) {
    const cell = /** @type {HTMLElement | null} */ (chart.querySelector(".differs"));
    if (!cell) continue;
    chart.scrollLeft = cell.offsetLeft - chart.clientWidth / 2;
    chart.scrollTop = cell.offsetTop - chart.clientHeight / 2;
  }
}
