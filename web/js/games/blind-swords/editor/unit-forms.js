// What the forms call the fields of an order of battle, and of a unit's place in a scenario.

import {
  choice,
  chosen,
  hex,
  long,
  number,
  optional,
  side,
  table,
  tables,
  text,
  yes,
} from "../../../editor/form-specs.js";
import { label, sourceColumn } from "./labels.js";
import { brigades, times } from "./open-files.js";

/** @import { Column, Shape, Spec } from "../../../editor/form-specs.js" */

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
export const weapon = (more) => choice("Weapon", WEAPONS, more);
/** @type {[string, string][]} */
const ARMS = ["infantry", "cavalry", "artillery"].map((arm) => [arm, arm]);

/** @type {Shape} */
export const UNIT = {
  name: text("Name on the counter"),
  side: side(),
  type: choice("Type", ARMS),
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
    {
      weapon: weapon(),
      fresh: text("Fresh face (empty: Fragile)", optional),
      worn: text("Worn face"),
      label: label(),
    },
    optional,
  ),
  brigade: chosen("Brigade", brigades, optional),
  regiment: text("Half of the regiment", optional),
  sharpshooter: yes("Sharpshooters", optional),
  "optional-allowance": number("Movement points by the option", optional),
  basis: long("Why", optional),
  note: long("Note", optional),
  id: text("Short name in files"),
};

/** A column of what is printed on foot, for those who can dismount. @type {(title: string, key: string, spec: Spec) => Column} */
const onFoot = (title, key, spec) => ({
  key: `dismounted.${key}`,
  spec: { ...spec, label: title },
  rests: ["dismounted.label"],
  within: "dismounted",
});

/**
 * What is printed on the counters of a brigade, a row a unit; what is written there is read from the
 * counter.
 * @type {Column[]}
 */
export const FACES = [
  { key: "fresh", spec: text("Fresh", optional), rests: ["labels.strength", "labels.cohesion"] },
  { key: "worn", spec: text("Worn"), rests: ["labels.worn"] },
  {
    key: "weapon",
    spec: choice(
      "Weapon",
      WEAPONS.map(([id]) => [id, id]),
    ),
    rests: ["labels.weapon"],
  },
  sourceColumn("labels.strength"),
  onFoot("Fresh on foot", "fresh", text("", optional)),
  onFoot("Worn on foot", "worn", text("")),
];

/** Where a unit begins in a scenario, or comes on. @type {Shape} */
export const START = {
  unit: { kind: "none", label: "" },
  hex: hex("Begins in, or comes on by"),
  arrives: chosen("Arrives at", times, optional),
  hits: number("Morale Hits", optional),
  skirmish: yes("In Skirmish Order", optional),
  dismounted: yes("Begins dismounted", optional),
};

/** @type {Shape} */
export const BRIGADES = {
  brigade: tables("Brigades", "brigade", {
    name: text("Name"),
    side: side(),
    division: text("Division", optional),
    note: long("Note", optional),
    id: text("Short name in files"),
  }),
  source: long("Source"),
};
