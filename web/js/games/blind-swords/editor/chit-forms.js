// What the forms call the fields of the chits.

import {
  choice,
  chosen,
  eachOf,
  ledger,
  long,
  number,
  optional,
  rule,
  side,
  tables,
  text,
  ticks,
} from "../../../editor/form-specs.js";
import { ORDERS } from "./chart-forms.js";
import { label, sourceColumn } from "./labels.js";
import { brigades } from "./open-files.js";

/** @import { Shape } from "../../../editor/form-specs.js" */

/** @type {[string, string][]} */
const MOMENTS = [
  ["on-draw", "as it is drawn"],
  ["held-step", "before a draw"],
  ["end-turn", "at the end of the turn"],
  ["own-order-given", "own order given"],
  ["enemy-order-given", "enemy order given"],
  ["own-fire-declared", "own fire declared"],
  ["enemy-fire-declared", "enemy fire declared"],
  ["own-close-declared", "own Close Combat declared"],
  ["enemy-close-declared", "enemy Close Combat declared"],
  ["own-command-roll-failed", "own command roll failed"],
  ["own-retreat-ordered", "own retreat ordered"],
];
/** @type {[string, string][]} */
const EFFECTS = [
  "rebel-yell",
  "good-ground",
  "take-aim",
  "low-ammo",
  "find-ammo",
  "quick-march",
  "fatigue",
  "command-confusion",
  "confident",
  "firefight",
  "reserve-move",
  "rally",
  "inspired-leadership",
  "hold-the-line",
  "nothing",
].map((effect) => [effect, effect.replaceAll("-", " ")]);
/** @type {[string, string][]} */
const WILD = [
  ["fortunes-of-war", "Fortunes of War"],
  ["fog-of-war", "Fog of War"],
];
const id = text("Short name in files");

const COMMANDER = tables("Commander by commander", "commander", {
  name: text("Name"),
  side: side(),
  "active-on": number("Active on a die up to"),
  casualty: number("His replacement, up to"),
  aware: number("Once aware, up to", optional),
  label: label(),
  case: rule(),
  id,
});

const GENERAL = tables("General by general", "general", {
  name: text("Name"),
  side: side(),
  rating: number("Command Rating"),
  casualty: number("His replacement’s"),
  released: number("Rating once released", optional),
  brigade: chosen("Commands the brigade", brigades, optional),
  division: text("Commands the division", optional),
  label: label("Rating: source"),
  "casualty-label": label("Replacement: source"),
  case: rule(),
  id,
});

/** @type {Shape} */
export const CHITS = {
  commander: ledger(
    "Commanders",
    eachOf((entry) => entry.name),
    [
      { key: "active-on", spec: number("Active up to"), rests: ["label"] },
      { key: "casualty", spec: number("Replacement"), rests: ["label"] },
      sourceColumn(),
    ],
    { detail: COMMANDER },
  ),
  command: ledger(
    "Generals of brigades and divisions",
    eachOf((entry) => entry.name),
    [
      { key: "rating", spec: number("Rating"), rests: ["label"] },
      sourceColumn(),
      { key: "casualty", spec: number("Replacement"), rests: ["casualty-label"] },
      sourceColumn("casualty-label"),
    ],
    { detail: GENERAL },
  ),
  event: tables("Event chits", "Event chit", {
    name: text("Name"),
    side: side(),
    text: long("What it does"),
    effect: choice("Effect", EFFECTS),
    columns: number("Columns it shifts", optional),
    orders: {
      kind: "cells",
      label: "Orders it changes to, by the die",
      heads: () => ["1", "2", "3", "4", "5", "6"],
      rows: () => [{ title: "Order", cells: "" }],
      cell: "choice",
      choices: [["", "no change"], ...ORDERS],
      ...optional,
    },
    moments: ticks("May be played", () => MOMENTS),
    "name-label": label("Name: source"),
    label: label("Effect: source"),
    case: rule(),
    id,
  }),
  wild: tables("Wild chits", "Wild chit", {
    name: text("Name"),
    effect: choice("Effect", WILD),
    label: label(),
    case: rule(),
    id,
  }),
  source: long("Source"),
};
