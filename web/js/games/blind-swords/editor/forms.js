// What the forms call the fields of Kernstown's files: the charts, the counters, the chits, a
// scenario, the map.

import {
  BORDER,
  CHAIN,
  DOUBT,
  lines,
  long,
  number,
  optional,
  PLACE,
  rule,
  ruled,
  side,
  table,
  tables,
  text,
  words,
  yes,
} from "../../../editor/form-specs.js";
import { LABELS } from "../../../editor/source-labels.js";

/**
 * @import { ChartRow } from "../../../editor/chart-cells.js"
 * @import { Shape, Spec } from "../../../editor/form-specs.js"
 * @import { DataFile } from "protocol"
 */

/** @type {(title?: string, more?: Partial<Spec>) => Spec} */
const label = (title = "Source", more) => ({
  kind: "choice",
  label: title,
  choices: LABELS.map(([id, , said]) => [id, said]),
  ...more,
});
/** @type {[string, string][]} */
const WEAPONS = [
  ["R", "R: rifles"],
  ["S", "S: smoothbores"],
  ["C", "C: carbines"],
  ["CC", "CC: swords and pistols"],
  ["SS", "SS: sharpshooters"],
  ["Mx", "Mx: mixed guns"],
];
/** @type {(more?: Partial<Spec>) => Spec} */
const weapon = (more) => ({ kind: "choice", label: "Weapon", choices: WEAPONS, ...more });
/** @type {[string, string][]} */
const ARMS = ["infantry", "cavalry", "artillery"].map((arm) => [arm, arm]);
const source = long("Source");
const DICE = ["1", "2", "3", "4", "5", "6"];

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

const SHIFT = {
  name: text("Name"),
  columns: number("Columns (positive: to the right)"),
  label: label(),
  case: rule(),
  when: long("When"),
  id: text("Short name in files"),
};
const TEST = cells(
  "Test results, by the die",
  () => DICE,
  (value) =>
    listed(value, [
      ["depletion", (row) => `${row.test}: depletion`],
      ["skedaddle", (row) => `${row.test}: skedaddle`],
    ]),
  { size: 10 },
);
const tests = (/** @type {string} */ title) => table(title, { case: rule(), test: TEST });
const valued = (/** @type {string} */ title, key = "value", name = "Value") =>
  table(title, { [key]: number(name), label: label(), case: rule() });

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
const COSTS = [
  ["leave-skirmish", "To leave Skirmish Order"],
  ["skirmish-less", "Skirmish Order pays less"],
  ["skirmish-least", "Skirmish Order pays at least"],
  ["mount", "To mount or dismount"],
  ["exit", "To leave the map"],
  ["surprise", "Allowance in the Surprise Attack"],
];
const FACTORS = [
  "effective",
  "long",
  "extreme",
  "canister",
  "opportunity-fire",
  "supporting-defensive-fire",
  "battlefield-chaos",
  "low-ammo",
];
const capital = (/** @type {string} */ word) => `${word[0].toUpperCase()}${word.slice(1)}`.replaceAll("-", " ");

/** @type {Shape} */
export const CHARTS = {
  combat: table("Combat results", {
    row: cells(
      "Combat results, by the roll",
      (file) => file.combat?.columns ?? [],
      (value) => listed(value, [["cells", (row) => row.roll]]),
    ),
    case: rule(),
    columns: words("Columns"),
    least: words("Lowest strength of each column"),
    labels: text("Source of each column, a letter each"),
  }),
  "fire-shift": tables("Column shifts of fire", "shift", SHIFT),
  "close-shift": tables("Column shifts of Close Combat", "shift", SHIFT),
  "fire-test": tests("Cohesion tests by fire"),
  "close-test": tests("Cohesion tests in Close Combat"),
  range: tables("Ranges", "weapon", {
    weapon: weapon(),
    battery: yes("For batteries"),
    canister: text("Canister", optional),
    effective: text("Effective", optional),
    long: text("Long", optional),
    extreme: text("Extreme", optional),
    label: label(),
    reason: long("Why", optional),
  }),
  factors: table(
    "Strength multipliers",
    Object.fromEntries(FACTORS.map((key) => [key, valued(capital(key), "factor", "Factor")])),
  ),
  costs: table("Movement costs", {
    case: rule(),
    ...Object.fromEntries(
      GROUND.map(([key, title]) => [
        key,
        cells(
          title,
          () => ["foot", "mounted", "batteries"],
          () => [{ title, cells: "points", labels: "labels" }],
          { cell: "number", size: 5 },
        ),
      ]),
    ),
    ...Object.fromEntries(COSTS.map(([key, title]) => [key, valued(title, "points", "Movement points")])),
  }),
  order: tables("What an order allows", "order", {
    order: text("Order"),
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
  }),
  limits: table("Limits", Object.fromEntries(LIMITS.map(([key, title]) => [key, valued(title)]))),
  fog: table("Fog of War", {
    case: rule(),
    dice: words("Results, die 1 to 6"),
    labels: text("Source of each, a letter each"),
    "union-general-upto": number("Union’s general up to die"),
    "union-general-label": label("Source of that"),
  }),
  source,
};

/** @type {Shape} */
export const UNIT = {
  name: text("Name on the counter"),
  side: side(),
  type: { kind: "choice", label: "Type", choices: ARMS },
  weapon: weapon(),
  fresh: text("Fresh face: strength-cohesion (empty: Fragile)", optional),
  worn: text("Worn face: strength-cohesion"),
  labels: table("Sources", {
    strength: label("Strength: source"),
    cohesion: label("Cohesion: source"),
    worn: label("Worn face: source"),
    weapon: label("Weapon: source"),
  }),
  dismounted: table(
    "Dismounted",
    { weapon: weapon(), fresh: text("Fresh face", optional), worn: text("Worn face"), label: label() },
    optional,
  ),
  brigade: text("Brigade", { ...optional, suggest: "brigade" }),
  regiment: text("Half of the regiment", optional),
  sharpshooter: yes("Sharpshooters", optional),
  "optional-allowance": number("Movement points by the option", optional),
  basis: long("Why", optional),
  note: long("Note", optional),
  id: text("Short name in files"),
};

/** @type {Shape} */
export const BRIGADES = {
  brigade: tables("Brigades", "brigade", {
    name: text("Name"),
    side: side(),
    division: text("Division", optional),
    id: text("Short name in files"),
  }),
  source,
};

/** @type {Shape} */
export const CHITS = { source };

/** @type {Shape} */
export const SCENARIO = {
  title: text("Title"),
  edition: text("Edition"),
  id: text("Short name in files and addresses"),
  case: rule(),
  date: text("Date"),
  about: long("About the battle"),
  notes: lines("Notes, one a line"),
  map: text("Map"),
  battle: text("Order of battle"),
  first: side("Moves first"),
  times: words("Game-turns"),
};

/** @type {Shape} */
export const MAP = {
  title: text("Title"),
  about: long("About the map"),
  ground: table("Ground, letter by letter", ruled),
  levels: table("Levels, letter by letter", ruled),
  certainty: table("Certainty, letter by letter", ruled, optional),
  turnpike: tables("Turnpikes", "turnpike", CHAIN),
  road: tables("Roads", "road", CHAIN),
  lane: tables("Lanes", "lane", CHAIN),
  stream: tables("Streams", "stream", CHAIN),
  slope: tables("Slopes", "slope", BORDER),
  steep: tables("Steep slopes", "steep slope", BORDER),
  wall: tables("Walls", "wall", { ...CHAIN, points_to: text("Its end points to", optional) }),
  place: tables("Names", "name", PLACE),
  doubt: tables("Doubts", "doubt", DOUBT),
};
