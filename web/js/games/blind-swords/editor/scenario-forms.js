// The fields of a scenario: its turns, area and cup, its own rules, and how it is won. Where its units begin is told
// with the units.

import { choice, chosen, form, maybe, optional, table, tables, ticks } from "../../../editor/form-specs.js";
import * as texts from "../texts/editor.js";
import { brigades, commanders, cup, events, eventsOf, generals, times, units } from "./open-files.js";

/** @import { Shape, Spec } from "../../../editor/form-specs.js" */

const chit = { chit: chosen(generals) };
const brigade = { brigade: chosen(brigades) };
const from = { from: chosen(times, optional) };
const COUNTS = table("union:number confederate:number");
/** A table for each side. @type {(shape: Shape, left?: Partial<Spec>) => Spec} */
const bySide = (shape, left) =>
  table({ union: { ...table(shape), ...left }, confederate: { ...table(shape), ...left } });
const EARNED = form(texts.EARNED, { earns: choice(texts.EARNS), ...chit }, "upto:number bonus:number? case");
const LOSSES = form(texts.LOSSES, "divisor:number case");
const EXITS = form(texts.EXITS, "strength:number", from, "retreats-count:yes? case");
const unless = { unless: { ...maybe(table("side hex")), label: texts.unless } };

const VICTORY = table(
  {
    measure: choice(texts.MEASURES),
    watch: tables("hex name holder:side"),
    start: maybe(COUNTS),
    award: tables("hexes:long union:number? confederate:number?", from, unless, "case"),
    bonus: tables("side", { turn: chosen(times) }, "hexes:long points:numbers", unless, "case"),
    casualties: maybe(bySide(LOSSES)),
    exits: maybe(bySide(EXITS, optional)),
    level: tables("name upto:number? winner:side? score:number"),
  },
  "case",
);

export const SCENARIO = form(
  texts.SCENARIO,
  "title edition id case date about:long notes:lines? map battle first:side times:words at:none",
  {
    area: maybe(table("east:long case")),
    cup: table(
      { keys: COUNTS, random: COUNTS },
      { excluded: table({ union: ticks(eventsOf("union")), confederate: ticks(eventsOf("confederate")) }) },
      { chits: ticks(cup) },
      "case",
    ),
    event: tables({ chit: chosen(events), ...from }, "case? not-first-turn:case?"),
    commander: tables({ chit: chosen(commanders) }, "active-on:number case"),
    resupply: maybe(table("hex case")),
    frozen: maybe(table({ units: ticks(units), until: chosen(times) }, "case")),
    release: maybe(table({ ...chit, ...brigade }, "hex distance:number at-once:yes case")),
    "no-reserve": tables(brigade, "case"),
    "opening-attack": maybe(table(chit, "bonus:number case")),
    "silent-batteries": maybe(table("side", chit, "case")),
    common: maybe(bySide(EARNED, optional)),
    victory: VICTORY,
  },
  "source:long",
);
