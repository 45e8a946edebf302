// The fields of Blue & Gray's files: the map, the order of battle, a scenario.

import {
  BORDER,
  CHAIN,
  choice,
  DOUBT,
  EDGE,
  FERRY,
  form,
  maybe,
  PLACE,
  RULED,
  SPOT,
  table,
  tables,
} from "../../../editor/form-specs.js";
import * as shared from "../../../texts/editor.js";
import * as texts from "../texts/editor.js";

const GRID = ["numbering columns:number rows:number first_column:number first_row:number"];

export const MAP = form(shared.MAP, "title about:long hex_metres:number", {
  grid: table({ layout: choice(shared.LAYOUTS) }, ...GRID),
  ground: table(RULED),
  certainty: maybe(table(RULED)),
  road: tables(CHAIN),
  trail: tables(CHAIN),
  creek: tables(BORDER),
  bridge: tables(SPOT),
  ford: tables(SPOT),
  works: tables(BORDER),
  ferry: tables(FERRY),
  river: tables(CHAIN),
  place: tables(PLACE),
  edge: tables(EDGE),
  doubt: tables(DOUBT),
});

const TYPE = { type: choice(texts.TYPES) };

export const UNIT = form(
  texts.UNIT,
  "name id side",
  TYPE,
  "strength:number movement:number? hex? turn:number? entry:words? note:long? recorded?",
);

const MORE = { more: maybe(table("hex units:number case")), exempt: maybe(table("units:words until:number case")) };

/** What sets a unit apart, each with the case that says so. */
const TRAITS = [
  "never-attacks:case? gives-way:case? stacks-with-nothing:case? lets-nothing-through:case? roads-only:case?",
  "never-displaced:case? no-zone:case? never-advances:case? immobile:case?",
  { withdraws: maybe(table("upto:number case")) },
];

const SCORES = "side points:number case";
const VICTORY = table("system", {
  level: tables("upto:number? name score:number case"),
  eliminated: tables("side", { per: choice(texts.PER) }, "points:number case"),
  held: tables("hex", { side: choice(texts.HOLDERS) }, "points:number case"),
  taken: tables("hex", SCORES),
  town: tables("side", TYPE, "points:number case"),
  exited: tables("side points:number needs-line:yes? case"),
  "not-exited": tables("unit", SCORES),
  line: maybe(table("side from:words edge case")),
  isolation: maybe(table("side exits:words reach:number case")),
});

export const SCENARIO = form(
  texts.SCENARIO,
  "title edition id date about:long notes:lines? turns:number",
  { night: { kind: "turns", label: "", of: "turns" } },
  "first:side exclusive map",
  {
    "orders-of-battle": table("file"),
    reinforcements: table(
      "case column:yes only-empty:yes into-zones:yes",
      { late: choice(texts.LATE) },
      "zones-case:case? late-case:case? cost-case:case? stacking-case:case?",
    ),
    quota: maybe(table("side limit:number case", MORE)),
    "night-rule": tables("side moves:yes leaves-zones:yes case"),
    watch: tables("hex name holder:side case"),
    special: tables("unit? side?", { type: maybe(TYPE.type) }, "except:words?", ...TRAITS),
    change: tables("unit remove:yes? movement:number? strength:number? case"),
    exits: maybe(table("hexes:words case", { cost: table("points:number case") })),
    victory: VICTORY,
  },
);
