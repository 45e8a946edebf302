// What the forms call the fields of Blue & Gray's files: the map, the order of battle, a scenario.

import {
  BORDER,
  CHAIN,
  DOUBT,
  EDGE,
  FERRY,
  hex,
  long,
  number,
  optional,
  PLACE,
  rule,
  ruled,
  SIDES,
  SPOT,
  side,
  table,
  tables,
  text,
  words,
  yes,
} from "../../../editor/form-specs.js";

/** @import { Shape, Spec } from "../../../editor/form-specs.js" */

/** @type {[string, string][]} */
const TYPES = ["infantry", "cavalry", "artillery", "train"].map((type) => [type, type]);
const type = (/** @type {Partial<Spec>} */ more = {}) => ({ kind: "choice", label: "Type", choices: TYPES, ...more });

/** @type {Shape} */
export const MAP = {
  title: text("Title"),
  about: long("About the map"),
  hex_metres: number("Metres across a hex"),
  grid: table("The grid", {
    layout: {
      kind: "choice",
      label: "Hexes lie",
      choices: [
        ["flat-even-lower", "flat side up, even columns lower"],
        ["pointy-odd-west", "corner up, odd rows to the west"],
      ],
    },
    numbering: text("Numbering"),
    columns: number("Columns"),
    rows: number("Rows"),
    first_column: number("First column's number"),
    first_row: number("First row's number"),
  }),
  ground: table("Ground, letter by letter", ruled),
  certainty: table("Certainty, letter by letter", ruled, optional),
  road: tables("Roads", "road", CHAIN),
  trail: tables("Trails", "trail", CHAIN),
  creek: tables("Creeks", "creek", BORDER),
  bridge: tables("Bridges", "bridge", SPOT),
  ford: tables("Fords", "ford", SPOT),
  works: tables("Works", "line of works", BORDER),
  ferry: tables("Ferries", "ferry", FERRY),
  river: tables("Courses of rivers", "river", CHAIN),
  place: tables("Names", "name", PLACE),
  edge: tables("Ways off the sheet", "way", EDGE),
  doubt: tables("Doubts", "doubt", DOUBT),
};

/** @type {Shape} */
export const UNIT = {
  name: text("Name on the counter"),
  id: text("Short name in files"),
  side: side(),
  type: type(),
  strength: number("Strength"),
  movement: number("Movement allowance (6 if empty)", optional),
  hex: hex("Begins in hex", optional),
  turn: number("Arrives on game-turn", optional),
  entry: words("Enters at hexes", optional),
  note: long("Note", optional),
  recorded: text("Spelling in the 1975 folder", optional),
};

/** @type {Shape} */
const TRAITS = {
  "never-attacks": rule("Never attacks: case", optional),
  "gives-way": rule("Gives way: case", optional),
  "stacks-with-nothing": rule("Stacks with nothing: case", optional),
  "lets-nothing-through": rule("Lets nothing through: case", optional),
  "roads-only": rule("Moves on roads only: case", optional),
  "never-displaced": rule("Is never displaced: case", optional),
  "no-zone": rule("Has no zone of control: case", optional),
  "never-advances": rule("Never advances: case", optional),
  immobile: rule("Cannot move: case", optional),
  withdraws: table("Withdraws", { upto: number("Up to hexes"), case: rule() }, optional),
};

/** @type {Shape} */
export const SCENARIO = {
  title: text("Title"),
  edition: text("Edition"),
  id: text("Short name in files and addresses"),
  date: text("Date"),
  about: long("About the battle"),
  notes: { kind: "lines", label: "Notes, one a line", optional: true },
  turns: number("Game-turns"),
  night: { kind: "turns", label: "Night game-turns", of: "turns" },
  first: side("Moves first"),
  exclusive: text("Exclusive rules in the reference"),
  map: text("Map"),
  "orders-of-battle": table("Order of battle", { file: text("File") }),
  reinforcements: table("Reinforcements", {
    case: rule(),
    column: yes("Each further unit through a hex pays more"),
    "only-empty": yes("Only into empty hexes"),
    "into-zones": yes("May enter in an enemy zone"),
    late: {
      kind: "choice",
      label: "A unit that cannot enter is",
      choices: [
        ["delayed", "delayed"],
        ["lost", "lost"],
      ],
    },
    "zones-case": rule("Zones: case", optional),
    "late-case": rule("Delay: case", optional),
    "cost-case": rule("Cost: case", optional),
    "stacking-case": rule("Stacking: case", optional),
  }),
  quota: table(
    "Movement quota",
    {
      side: side(),
      limit: number("Units a turn"),
      case: rule(),
      more: table(
        "Additional units once a hex is held",
        { hex: hex(), units: number("Additional units"), case: rule() },
        optional,
      ),
      exempt: table(
        "Units outside it",
        { units: words("Units"), until: number("Until game-turn"), case: rule() },
        optional,
      ),
    },
    optional,
  ),
  "night-rule": tables("Night, by side", "side's night", {
    side: side(),
    moves: yes("May move"),
    "leaves-zones": yes("May leave zones"),
    case: rule(),
  }),
  watch: tables("Victory hexes", "hex", {
    hex: hex(),
    name: text("Name"),
    holder: side("Held at first by"),
    case: rule(),
  }),
  special: tables("Units with rules of their own", "rule", {
    unit: text("Unit", optional),
    side: side("Side", optional),
    type: type(optional),
    except: words("All except", optional),
    ...TRAITS,
  }),
  change: tables("Changes to the order of battle", "change", {
    unit: text("Unit"),
    remove: yes("Takes no part", optional),
    movement: number("Movement allowance", optional),
    strength: number("Strength", optional),
    case: rule(),
  }),
  exits: table(
    "Hexes by which units leave",
    { hexes: words("Hexes"), case: rule(), cost: table("It costs", { points: number("Points"), case: rule() }) },
    optional,
  ),
  victory: table("Victory", {
    system: text("Counted by"),
    level: tables("Levels", "level", {
      upto: number("Up to points (last: empty)", optional),
      name: text("Name"),
      score: number("Score"),
      case: rule(),
    }),
    eliminated: tables("For units eliminated", "count", {
      side: side("Scores"),
      per: {
        kind: "choice",
        label: "For each",
        choices: [
          ["strength", "strength point"],
          ["unit", "unit"],
        ],
      },
      points: number("Points"),
      case: rule(),
    }),
    held: tables("For hexes held", "hex", {
      hex: hex(),
      side: { kind: "choice", label: "Scores", choices: [...SIDES, ["either", "either side"]] },
      points: number("Points"),
      case: rule(),
    }),
    taken: tables("For hexes taken", "hex", {
      hex: hex(),
      side: side("Scores"),
      points: number("Points"),
      case: rule(),
    }),
    town: tables("For town hexes", "count", {
      side: side("Scores"),
      type: type(),
      points: number("Points"),
      case: rule(),
    }),
    exited: tables("For units off the map", "count", {
      side: side("Scores"),
      points: number("Points"),
      "needs-line": yes("Only with an open road", optional),
      case: rule(),
    }),
    "not-exited": tables("For units still on the map", "unit", {
      unit: text("Unit"),
      side: side("Scores"),
      points: number("Points"),
      case: rule(),
    }),
    line: table(
      "The open road",
      { side: side(), from: words("From hexes"), edge: text("To the edge"), case: rule() },
      optional,
    ),
    isolation: table(
      "Units cut off",
      { side: side(), exits: words("Exits"), reach: number("Hexes"), case: rule() },
      optional,
    ),
  }),
};
