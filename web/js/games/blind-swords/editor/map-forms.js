// The fields of a map with levels and walls.

import { BORDER, CHAIN, DOUBT, EDGE, form, maybe, PLACE, RULED, table, tables } from "../../../editor/form-specs.js";
import * as texts from "../../../texts/editor.js";

export const WALL = form(texts.WALL, "name hexes:long points_to:hex? beside:hex? both_sides:yes? source? certainty?");

export const MAP = form(texts.MAP, "title about:long hex_metres:number", {
  ground: table(RULED),
  levels: table(RULED),
  certainty: maybe(table(RULED)),
  turnpike: tables(CHAIN),
  road: tables(CHAIN),
  lane: tables(CHAIN),
  edge: tables(EDGE),
  stream: tables(CHAIN),
  slope: tables(BORDER),
  steep: tables(BORDER),
  wall: tables(WALL),
  place: tables(PLACE),
  doubt: tables(DOUBT),
});
