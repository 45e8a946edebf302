// What the forms call the fields of a scenario: its turns, area and cup, its own rules, and how it is
// won. Where its units begin is told with the units.

import {
  choice,
  chosen,
  hex,
  lines,
  long,
  number,
  optional,
  rule,
  SIDES,
  side,
  table,
  tables,
  text,
  ticks,
  words,
  yes,
} from "../../../editor/form-specs.js";
import { brigades, commanders, cup, events, eventsOf, generals, times, units } from "./open-files.js";

/** @import { Shape, Spec } from "../../../editor/form-specs.js" */

/** A field for each side. @type {(label: string, of: (whose: string, name: string) => Spec, more?: Partial<Spec>) => Spec} */
const bySide = (title, of, more) =>
  table(title, Object.fromEntries(SIDES.map(([whose, name]) => [whose, of(whose, name)])), more);
const count = (/** @type {string} */ _, /** @type {string} */ name) => number(name);
const earned = {
  earns: choice("Earns", [
    ["surprise-attack", "a surprise attack"],
    ["aware", "that the commander is aware"],
  ]),
  chit: chosen("Chit", generals),
  upto: number("On a die up to"),
  bonus: number("Bonus of the attack", optional),
  case: rule(),
};
const unless = table("Unless a side holds a hex", { side: side(), hex: hex() }, optional);

/** @type {Shape} */
const VICTORY = {
  measure: choice("Counted by", [
    ["union-hexes", "hexes that the Union holds"],
    ["confederate-net", "Confederate points less the Union’s"],
    ["difference", "the difference, for whoever has more"],
  ]),
  watch: tables("Victory hexes", "hex", {
    hex: hex(),
    name: text("Name"),
    holder: side("Held at first by"),
  }),
  start: bySide("Points at the start", count, optional),
  award: tables("Points at the end of every turn", "award", {
    hexes: long("For each of the hexes"),
    union: number("Union", optional),
    confederate: number("Confederate", optional),
    from: chosen("From", times, optional),
    unless,
    case: rule(),
  }),
  bonus: tables("Points once", "bonus", {
    side: side("Scores"),
    turn: chosen("At the end of", times),
    hexes: long("For holding of the hexes"),
    points: { kind: "numbers", label: "Points for one, two, three …" },
    unless,
    case: rule(),
  }),
  casualties: bySide(
    "Points for a side’s losses",
    (_, name) => table(name, { divisor: number("Divided by"), case: rule() }),
    optional,
  ),
  exits: bySide(
    "Points for strength that leaves",
    (_, name) =>
      table(
        name,
        {
          strength: number("Strength for a point"),
          from: chosen("By choice, from", times, optional),
          "retreats-count": yes("Retreats count at any time", optional),
          case: rule(),
        },
        optional,
      ),
    optional,
  ),
  level: tables("Levels", "level", {
    name: text("Name"),
    upto: number("Up to (last: empty)", optional),
    winner: side("Won by", optional),
    score: number("Score of the winner, 0 to 1"),
  }),
  case: rule(),
};

/** @type {Shape} */
export const SCENARIO = {
  title: text("Title"),
  edition: text("Edition"),
  id: text("Short name in files and addresses"),
  case: rule(),
  date: text("Date"),
  about: long("About the battle"),
  notes: lines("Notes, one a line", optional),
  map: text("Map"),
  battle: text("Order of battle"),
  first: side("Moves first"),
  times: words("Game-turns"),
  at: { kind: "none", label: "" },
  area: table("Only part of the map", { east: long("Eastmost hex of each row"), case: rule() }, optional),
  cup: table("The cup", {
    keys: bySide("Key Chits chosen", count),
    random: bySide("Event chits that join them at random", count),
    excluded: bySide("Event chits left out", (whose, name) => ticks(name, eventsOf(whose))),
    chits: ticks("In the cup besides", cup),
    case: rule(),
  }),
  event: tables("Event chits that wait", "Event chit", {
    chit: chosen("Chit", events),
    from: chosen("Works from", times, optional),
    case: rule("Case of that", optional),
    "not-first-turn": rule("Not in the first turn: case", optional),
  }),
  commander: tables("Commanders otherwise", "commander", {
    chit: chosen("Commander", commanders),
    "active-on": number("Active on a die up to"),
    case: rule(),
  }),
  resupply: table("Batteries are resupplied", { hex: hex(), case: rule() }, optional),
  frozen: table(
    "Units that wait",
    { units: ticks("Units", units), until: chosen("Until", times), case: rule() },
    optional,
  ),
  release: table(
    "A general’s higher rating",
    {
      chit: chosen("General", generals),
      brigade: chosen("Brigade", brigades),
      hex: hex("An enemy is near"),
      distance: number("So many hexes"),
      "at-once": yes("At once"),
      case: rule(),
    },
    optional,
  ),
  "no-reserve": tables("No Brigade Reserve Movement", "brigade", {
    brigade: chosen("Brigade", brigades),
    case: rule(),
  }),
  "opening-attack": table(
    "The opening attack",
    { chit: chosen("General", generals), bonus: number("Bonus"), case: rule() },
    optional,
  ),
  "silent-batteries": table(
    "Silent batteries",
    { side: side(), chit: chosen("Until the chit of", generals), case: rule() },
    optional,
  ),
  common: bySide("Common Events", (_, name) => table(name, earned, optional), optional),
  victory: table("Victory", VICTORY),
  source: long("Source"),
};
