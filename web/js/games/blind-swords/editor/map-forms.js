// What the forms call the fields of a map with levels and walls.

import {
  BORDER,
  CHAIN,
  DOUBT,
  EDGE,
  hex,
  long,
  number,
  optional,
  PLACE,
  ruled,
  table,
  tables,
  text,
  yes,
} from "../../../editor/form-specs.js";

/** @import { Shape } from "../../../editor/form-specs.js" */

/** @type {Shape} */
export const WALL = {
  name: text("Name"),
  hexes: long("Its hexes"),
  points_to: hex("Its end points to", optional),
  beside: hex("Drawn on the side of", optional),
  both_sides: yes("On both sides of the road", optional),
  source: text("Source", optional),
  certainty: text("Certainty", optional),
};

/** @type {Shape} */
export const MAP = {
  title: text("Title"),
  about: long("About the map"),
  hex_metres: number("Metres across a hex"),
  ground: table("Ground, letter by letter", ruled),
  levels: table("Levels, letter by letter", ruled),
  certainty: table("Certainty, letter by letter", ruled, optional),
  turnpike: tables("Turnpikes", "turnpike", CHAIN),
  road: tables("Roads", "road", CHAIN),
  lane: tables("Lanes", "lane", CHAIN),
  edge: tables("Ways off the sheet", "way", EDGE),
  stream: tables("Streams", "stream", CHAIN),
  slope: tables("Slopes", "slope", BORDER),
  steep: tables("Steep slopes", "steep slope", BORDER),
  wall: tables("Walls", "wall", WALL),
  place: tables("Names", "name", PLACE),
  doubt: tables("Doubts", "doubt", DOUBT),
};
