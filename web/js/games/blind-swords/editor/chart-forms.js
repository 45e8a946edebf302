// What the forms call the fields of the charts, and of the numbers that stand on none.

import { side } from "../../../common/words.js";
import {
  choice,
  eachOf,
  HIDDEN,
  ledger,
  long,
  number,
  optional,
  rule,
  table,
  tables,
  text,
  yes,
} from "../../../editor/form-specs.js";
import { label, sourceColumn } from "./labels.js";
import { casualties } from "./open-files.js";
import { weapon } from "./unit-forms.js";

/**
 * @import { ChartRow } from "../../../editor/chart-cells.js"
 * @import { Column, Shape, Spec } from "../../../editor/form-specs.js"
 * @import { DataFile } from "protocol"
 */

const DICE = ["1", "2", "3", "4", "5", "6"];
/** @type {[string, string][]} */
const FOG = [
  ["union-chaos", "Union chaos"],
  ["confederate-chaos", "Confederate chaos"],
  ["union-wayward", "Union wayward"],
  ["confederate-wayward", "Confederate wayward"],
  ["general", "general"],
  ["rare", "rare event"],
];
/** @type {[string, string][]} */
const RARE = [
  ["foolish-attack", "foolish attack"],
  ["deception", "deception"],
  ["friendly-fire", "friendly fire"],
  ["conflicting-orders", "conflicting orders"],
  ["union-bonus", "Union bonus"],
  ["confederate-bonus", "Confederate bonus"],
];

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
/** @type {(title: string, heads: Spec["heads"], rows: Spec["rows"], more?: Partial<Spec>) => Spec} */
const cells = (title, heads, rows, more) => ({ kind: "cells", label: title, heads, rows, ...more });

/** @type {[string, string][]} */
export const ORDERS = ["attack", "defend", "maneuver", "regroup"].map((order) => [order, order]);
/** @type {[string, string][]} */
const GROUND = [
  ["clear", "Clear"],
  ["woods", "Light Woods"],
  ["orchard", "Orchard"],
  ["wall", "Wall, added"],
  ["angled", "Angled, added"],
  ["slope-up", "Up a slope, added"],
  ["steep-up", "Up a steep slope, added"],
  ["steep-down", "Down a steep slope, added"],
  ["lane", "By a lane"],
  ["road", "By a road"],
  ["march", "In March Column"],
];
/** @type {[string, string][]} */
const LIMITS = [
  ["battery-allowance", "A battery’s movement points"],
  ["stacking", "Strength points in a hex"],
  ["gun", "What a gun counts there"],
  ["panic-cohesion", "Panic up to cohesion"],
  ["panic-morale", "Panic: Morale Hits"],
  ["panic-retreat", "Panic: hexes"],
  ["rally-distance", "Rally: hexes from enemies"],
  ["return-distance", "Coming back: hexes from friends"],
  ["broken-box-1", "Broken Box, over by 1"],
  ["broken-box-2", "Broken Box, over by 2"],
  ["broken-box-3", "Broken Box, over by 3"],
  ["morale-strength", "Morale Hit: strength"],
  ["morale-cohesion", "Morale Hit: cohesion"],
  ["unsupported", "Unsupported: cohesion"],
];
/** @type {[string, string][]} */
const COSTS = [
  ["leave-skirmish", "To leave Skirmish Order"],
  ["skirmish-less", "Skirmish Order pays less"],
  ["skirmish-least", "Skirmish Order pays at least"],
  ["mount", "To mount or dismount"],
  ["exit", "To leave the map"],
  ["surprise", "Allowance in the Surprise Attack"],
];
/** @type {[string, string][]} */
const FACTORS = [
  ["effective", "Effective"],
  ["long", "Long"],
  ["extreme", "Extreme"],
  ["canister", "Canister"],
  ["opportunity-fire", "Opportunity Fire"],
  ["supporting-defensive-fire", "Supporting Defensive Fire"],
  ["battlefield-chaos", "Battlefield chaos"],
  ["low-ammo", "Low Ammo"],
];
/** @type {[string, string][]} */
const ODDS = ["3-1", "2-1", "3-2", "2-3", "1-2", "1-3"].map((odds) => [`odds-${odds}`, odds.replace("-", ":")]);
/** @type {[string, string][]} */
const COMBAT = [
  ["woods-block", "Hexes of light woods that block sight"],
  ["share", "Part that a shift for a kind of unit asks for"],
  ["hexsides-apart", "Flanking Fire: hexsides between"],
  ["flanking-hexes", "Flanking Attack: Flanking Hexes"],
  ["flanking-distance", "Flanking Attack: distance of one"],
  ["overwhelming", "Strength that BD* spares"],
  ["driven-off", "Advance: enemies so far away"],
  ["long-advance", "Advance: hexes then"],
];
/** @type {[string, string][]} */
const DISTANCES = [
  ["battery-engaged", "An enemy engages a battery"],
  ["cavalry-withdrawal", "Cavalry withdraws from"],
  ["rally-chit", "Rally chit: another of the brigade"],
];
/** @type {[string, string][]} */
const DOINGS = [
  ["quick-march", "Quick March: allowance times"],
  ["fatigue", "Fatigue: allowance times"],
  ["confident", "Confident: added to CR"],
];

/** A column of numbers that a source belongs to. @type {(title: string, key?: string) => Column} */
const numbers = (title, key = "value") => ({ key, spec: number(title), rests: ["label"] });
/** @type {Column} */
const CASE = { key: "case", spec: rule() };

/**
 * Entries with a number each as rows of one table.
 * @param {string} title
 * @param {[string, string][]} rows
 * @param {Column[]} columns
 * @param {Shape} [more]
 * @param {Shape} [above]
 */
const rowed = (title, rows, columns, more = {}, above = {}) =>
  table(title, {
    ...above,
    "@rows": ledger(title, rows, columns),
    ...Object.fromEntries(rows.map(([key]) => [key, HIDDEN])),
    ...more,
  });
const valued = (/** @type {string} */ title, /** @type {[string, string][]} */ rows) =>
  rowed(title, rows, [numbers("Value"), sourceColumn(), CASE]);

/**
 * A table of six results with a letter for what each rests on.
 * @type {(title: string, choices: [string, string][], more: Shape) => Spec}
 */
const dice = (title, choices, more) =>
  table(title, {
    "@dice": cells(
      title,
      () => DICE,
      () => [{ title: "Die", cells: "dice", labels: "labels" }],
      { cell: "choice", choices },
    ),
    dice: HIDDEN,
    labels: HIDDEN,
    ...more,
    case: rule(),
  });

/** @type {(title: string) => Spec} */
const shifts = (title) =>
  ledger(
    title,
    eachOf((entry) => entry.name),
    [numbers("Columns", "columns"), sourceColumn(), CASE],
    {
      detail: tables(
        "Their words",
        "shift",
        {
          name: text("Name"),
          when: long("When"),
          id: text("Short name in files"),
          columns: HIDDEN,
          label: HIDDEN,
          case: HIDDEN,
        },
        { fixed: true },
      ),
    },
  );

/** @type {(title: string) => Spec} */
const tests = (title) =>
  table(title, {
    test: cells(
      `${title}, by the die`,
      () => DICE,
      (value) =>
        listed(value, [
          ["depletion", (row) => `${row.test}: depletion`],
          ["skedaddle", (row) => `${row.test}: skedaddle`],
        ]),
      { size: 10 },
    ),
    case: rule(),
  });

/** @type {(title: string) => Column} */
const band = (title) => ({ key: title.toLowerCase(), spec: text(title, optional), rests: ["label"] });

/** @type {Shape} */
export const CHARTS = {
  combat: table("Combat results", {
    row: cells(
      "Combat results, by the roll",
      (file) => file.combat?.columns ?? [],
      (value) => listed(value, [["cells", (row) => row.roll]]),
    ),
    "@rolls": ledger(
      "Rolls of the rows",
      (value) => eachOf((row) => row.roll)(value?.row).map(([at, title]) => [`row.${at}`, title]),
      [{ key: "roll", spec: text("Roll") }],
    ),
    "@columns": cells(
      "Columns, by strength",
      (file) => (file.combat?.columns ?? []).map((/** @type {unknown} */ _, /** @type {number} */ at) => `${at + 1}`),
      () => [
        { title: "Column", cells: "columns", labels: "labels" },
        { title: "Strength from", cells: "least", labels: "labels", cell: "number" },
      ],
      { size: 5 },
    ),
    columns: HIDDEN,
    least: HIDDEN,
    labels: HIDDEN,
    case: rule(),
  }),
  "fire-shift": shifts("Column shifts of fire"),
  "close-shift": shifts("Column shifts of Close Combat"),
  "fire-test": tests("Cohesion tests by fire"),
  "close-test": tests("Cohesion tests in Close Combat"),
  range: ledger(
    "Ranges",
    eachOf(({ weapon, battery }) => `${weapon}${battery ? ", batteries" : ""}`),
    [band("Canister"), band("Effective"), band("Long"), band("Extreme"), sourceColumn()],
    {
      detail: tables("Weapons and reasons", "weapon", {
        weapon: weapon(),
        battery: yes("For batteries"),
        reason: long("Why", optional),
        label: label(),
        canister: text("Canister", optional),
        effective: text("Effective", optional),
        long: text("Long", optional),
        extreme: text("Extreme", optional),
      }),
    },
  ),
  factors: rowed("Strength multipliers", FACTORS, [numbers("Factor", "factor"), sourceColumn(), CASE]),
  costs: rowed(
    "Movement costs",
    COSTS,
    [numbers("Points", "points"), sourceColumn(), CASE],
    { case: rule() },
    {
      "@ground": cells(
        "Ground and hexsides",
        () => ["foot", "mounted", "batteries"],
        () => GROUND.map(([key, title]) => ({ title, cells: `${key}.points`, labels: `${key}.labels` })),
        { cell: "number", size: 5 },
      ),
      ...Object.fromEntries(GROUND.map(([key]) => [key, HIDDEN])),
    },
  ),
  order: ledger(
    "What an order allows",
    eachOf(({ order }) => order),
    [
      numbers("Foot", "infantry"),
      numbers("Mounted", "cavalry"),
      { key: "engages", spec: yes("Engages"), rests: ["label"] },
      { key: "fires", spec: yes("Fires"), rests: ["label"] },
      { key: "closes", spec: yes("Closes"), rests: ["label"] },
      { key: "marches", spec: yes("Marches"), rests: ["label"] },
      numbers("Recovers", "recovers"),
      { key: "rebuilds", spec: yes("Rebuilds"), rests: ["label"] },
      sourceColumn(),
      CASE,
    ],
    {
      detail: tables(
        "Order by order",
        "order",
        {
          order: choice("Order", ORDERS),
          infantry: number("Movement points on foot"),
          cavalry: number("Movement points mounted"),
          engages: yes("May move next to enemies"),
          fires: yes("Fires"),
          closes: yes("Closes"),
          marches: yes("March Column"),
          recovers: number("Morale Hits that a rally takes off"),
          rebuilds: yes("Rebuilds"),
          label: label(),
          case: rule(),
        },
        { fixed: true },
      ),
    },
  ),
  limits: valued("Limits", LIMITS),
  fog: dice("Fog of War", FOG, {
    "union-general-upto": number("Union’s general up to die"),
    "union-general-label": label("Source of that"),
  }),
  generals: table("General Casualty", {
    battle: cells(
      "Whom the colored die names",
      () => DICE,
      (value) =>
        Object.keys(value).flatMap((battle) =>
          ["union", "confederate"].map((whose) => ({
            title: `${battle}, ${side(whose)}`,
            cells: `${battle}.${whose}`,
          })),
        ),
      { cell: "choice", from: casualties },
    ),
    hit: number("Hit on a white die up to"),
    label: label(),
    case: rule(),
  }),
  source: long("Source"),
};

/** Numbers that the text of the rules states and that stand on no chart. @type {Shape} */
export const NUMBERS = {
  odds: rowed(
    "Odds of Close Combat",
    ODDS,
    [numbers("Attackers", "attackers"), numbers("to defenders", "defenders"), sourceColumn()],
    { case: rule() },
  ),
  combat: valued("Numbers of combat", COMBAT),
  distances: valued("Distances, in hexes", DISTANCES),
  chits: valued("What chits do", DOINGS),
  rare: dice("Rare events", RARE, {}),
  source: long("Source"),
};
