// The fields of an order of battle, and of a unit's place in a scenario.

import { choice, chosen, form, maybe, optional, table, tables } from "../../../editor/form-specs.js";
import * as texts from "../texts/editor.js";
import { column, sourceColumn, sources } from "./labels.js";
import { brigades, times } from "./open-files.js";

/** @import { Column } from "../../../editor/form-specs.js" */

export const WEAPON = { weapon: choice(texts.WEAPONS, { label: texts.COLUMN.weapon }) };

export const UNIT = form(
  texts.UNIT,
  "name side",
  { type: choice(texts.ARMS), ...WEAPON },
  "fresh? worn",
  {
    labels: table(sources("strength", "cohesion", "worn", "weapon")),
    dismounted: maybe(table(WEAPON, "fresh? worn", sources("label"))),
    brigade: chosen(brigades, optional),
  },
  "regiment? sharpshooter:yes? optional-allowance:number? basis:long? note:long? id",
);

const text = { kind: "text" };
const ofDismounted = { within: "dismounted" };
const letters = choice(Object.fromEntries(Object.keys(texts.WEAPONS).map((id) => [id, id])));

/**
 * What is printed on the counters of a brigade, a row a unit; what is written there is read from the
 * counter.
 * @type {Column[]}
 */
export const FACES = [
  column("fresh", { ...text, ...optional }, ["labels.strength", "labels.cohesion"]),
  column("worn", text, ["labels.worn"]),
  column("weapon", { ...letters, label: texts.COLUMN.weapon }, ["labels.weapon"]),
  sourceColumn("labels.strength"),
  { ...column("dismounted.fresh", { ...text, ...optional }, ["dismounted.label"]), ...ofDismounted },
  { ...column("dismounted.worn", text, ["dismounted.label"]), ...ofDismounted },
];

/** Where a unit begins in a scenario, or comes on. */
export const START = form(
  texts.START,
  "unit:none hex",
  { arrives: chosen(times, optional) },
  "hits:number? skirmish:yes? dismounted:yes?",
);

export const BRIGADES = form(texts.BRIGADES, { brigade: tables("name side division? note:long? id") }, "source:long");
