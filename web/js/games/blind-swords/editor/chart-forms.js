// The fields of the charts, and of the numbers that stand on none.

import { EACH_SIDE, side } from "../../../common/words.js";
import { choice, eachOf, form, HIDDEN, labelled, ledger, table, tables } from "../../../editor/form-specs.js";
import * as texts from "../texts/editor.js";
import { column, sourceColumn, sources } from "./labels.js";
import { casualties } from "./open-files.js";
import { WEAPON } from "./unit-forms.js";

/**
 * @import { ChartRow } from "../../../editor/chart-cells.js"
 * @import { Column, Part, Spec } from "../../../editor/form-specs.js"
 * @import { DataFile } from "protocol"
 */

const DICE = () => ["1", "2", "3", "4", "5", "6"];

/**
 * Each entry of a list as a row of a chart.
 * @type {(value: DataFile[], titles: [key: string, title: (row: DataFile) => string][]) => ChartRow[]}
 */
const listed = (value, titles) =>
  value.flatMap((row, at) =>
    titles.map(([key, title]) => ({
      title: title(row),
      cells: `${at}.${key}`,
      labels: key === "cells" ? `${at}.labels` : `${at}.${key}-labels`,
    })),
  );
/** @type {(heads: Spec["heads"], rows: Spec["rows"], more?: Partial<Spec>) => Spec} */
const cells = (heads, rows, more) => ({ kind: "cells", label: "", heads, rows, ...more });
/** @type {(keys: object) => Record<string, Spec>} */
const hidden = (keys) => Object.fromEntries(Object.keys(keys).map((key) => [key, HIDDEN]));

/** A list that always has the same entries. @type {(...parts: Part[]) => Spec} */
const fixed = (...parts) => ({ ...tables(...parts), fixed: true });

const ODDS = Object.fromEntries(
  ["3-1", "2-1", "3-2", "2-3", "1-2", "1-3"].map((odds) => [`odds-${odds}`, odds.replace("-", ":")]),
);
/** @type {Column} */
const CASE = { key: "case", spec: form({}, "case").case };
const yes = { kind: "yes" };
const band = { kind: "text", optional: true };

// Entries with a number each as rows of one table.
/** @type {(rows: Record<string, string>, columns: Column[], ...more: Part[]) => Spec} */
const rowed = (rows, columns, ...more) =>
  table({ "@rows": ledger(Object.entries(rows), columns), ...hidden(rows) }, ...more);
const valued = (/** @type {Record<string, string>} */ rows) => rowed(rows, [column("value"), sourceColumn(), CASE]);

// A table of six results with a letter for what each rests on.
/** @type {(results: Record<string, string>, ...more: Part[]) => Spec} */
const dice = (results, ...more) => {
  const rows = () => [{ title: texts.die, cells: "dice", labels: "labels" }];
  const own = { ...choice(results), ...cells(DICE, rows, { cell: "choice" }) };
  return table({ "@rows": own }, "dice:none labels:none", ...more, "case");
};

const SHIFTS = ledger(
  eachOf((entry) => entry.name),
  [column("columns"), sourceColumn(), CASE],
  { detail: labelled(fixed("name when:long id columns:none label:none case:none"), texts.SHIFT) },
);

const TESTS = table(
  {
    test: cells(
      DICE,
      (value) =>
        listed(value, [
          ["depletion", (row) => texts.depletion(row.test)],
          ["skedaddle", (row) => texts.skedaddle(row.test)],
        ]),
      { size: 10 },
    ),
  },
  "case",
);

export const CHARTS = form(
  texts.CHARTS,
  {
    combat: table(
      {
        row: cells(
          (file) => file.combat?.columns ?? [],
          (value) => listed(value, [["cells", (row) => row.roll]]),
        ),
        "@rolls": ledger(
          (value) => eachOf((row) => row.roll)(value?.row).map(([at, title]) => [`row.${at}`, title]),
          [{ key: "roll", spec: { kind: "text", label: texts.COLUMN.roll } }],
        ),
        "@columns": cells(
          (file) =>
            (file.combat?.columns ?? []).map((/** @type {unknown} */ _, /** @type {number} */ at) => `${at + 1}`),
          () => [
            { title: texts.column, cells: "columns", labels: "labels" },
            { title: texts.strengthFrom, cells: "least", labels: "labels", cell: "number" },
          ],
          { size: 5 },
        ),
      },
      "columns:none least:none labels:none case",
    ),
    "fire-shift": SHIFTS,
    "close-shift": SHIFTS,
    "fire-test": TESTS,
    "close-test": TESTS,
    range: ledger(
      eachOf(({ weapon, battery }) => texts.range(weapon, battery)),
      [
        column("canister", band),
        column("effective", band),
        column("long", band),
        column("extreme", band),
        sourceColumn(),
      ],
      {
        detail: labelled(
          tables(WEAPON, "battery:yes reason:long?", sources("label"), "canister? effective? long:text? extreme?"),
          texts.RANGE,
        ),
      },
    ),
    factors: rowed(texts.FACTORS, [column("factor"), sourceColumn(), CASE]),
    costs: table(
      {
        "@ground": cells(
          () => texts.MOVERS,
          () =>
            Object.entries(texts.GROUND).map(([key, title]) => ({
              title,
              cells: `${key}.points`,
              labels: `${key}.labels`,
            })),
          { cell: "number", size: 5 },
        ),
        ...hidden(texts.GROUND),
      },
      ...(rowed(texts.COSTS, [column("points"), sourceColumn(), CASE]).parts ?? []),
      "case",
    ),
    order: ledger(
      eachOf(({ order }) => order),
      [
        column("infantry"),
        column("cavalry"),
        column("engages", yes),
        column("fires", yes),
        column("closes", yes),
        column("marches", yes),
        column("recovers"),
        column("rebuilds", yes),
        sourceColumn(),
        CASE,
      ],
      {
        detail: labelled(
          fixed(
            { order: choice(texts.ORDERS) },
            "infantry:number cavalry:number engages:yes fires:yes closes:yes marches:yes recovers:number rebuilds:yes",
            sources("label"),
            "case",
          ),
          texts.ORDER,
        ),
      },
    ),
    limits: valued(texts.LIMITS),
    fog: dice(texts.FOG, "union-general-upto:number", sources("union-general-label")),
    generals: table(
      {
        battle: cells(
          DICE,
          (value) =>
            Object.keys(value).flatMap((battle) =>
              EACH_SIDE.map((whose) => ({ title: `${battle}, ${side(whose)}`, cells: `${battle}.${whose}` })),
            ),
          { cell: "choice", from: casualties },
        ),
      },
      "hit:number",
      sources("label"),
      "case",
    ),
  },
  "source:long",
);

/** Numbers that the text of the rules states and that stand on no chart. */
export const NUMBERS = form(
  texts.NUMBERS,
  {
    odds: rowed(ODDS, [column("attackers"), column("defenders"), sourceColumn()], "case"),
    combat: valued(texts.COMBAT),
    distances: valued(texts.DISTANCES),
    chits: valued(texts.DOINGS),
    rare: dice(texts.RARE),
  },
  "source:long",
);
