// Fields of the files, as the forms name them. A table's own label is "", what one of a list is called "one".

/** What fields of these names are called everywhere. */
export const FIELDS = {
  title: "Title",
  name: "Name",
  id: "Short name in files",
  side: "Side",
  type: "Type",
  union: "Union",
  confederate: "Confederate",
  hex: "Hex",
  hexes: "Hexes",
  points: "Points",
  note: "Note",
  notes: "Notes, one a line",
  source: "Source",
  certainty: "Certainty",
  case: "Case",
};

export const MAP = {
  about: "About the map",
  hex_metres: "Metres across a hex",
  grid: {
    "": "The grid",
    layout: "Hexes lie",
    numbering: "Numbering",
    columns: "Columns",
    rows: "Rows",
    first_column: "First column's number",
    first_row: "First row's number",
  },
  ground: "Ground, letter by letter",
  levels: "Levels, letter by letter",
  certainty: "Certainty, letter by letter",
  turnpike: { "": "Turnpikes", one: "turnpike" },
  road: { "": "Roads", one: "road" },
  lane: { "": "Lanes", one: "lane" },
  trail: { "": "Trails", one: "trail" },
  creek: { "": "Creeks", one: "creek" },
  stream: { "": "Streams", one: "stream" },
  slope: { "": "Slopes", one: "slope" },
  steep: { "": "Steep slopes", one: "steep slope" },
  wall: { "": "Walls", one: "wall" },
  bridge: { "": "Bridges", one: "bridge" },
  ford: { "": "Fords", one: "ford" },
  works: { "": "Works", one: "line of works" },
  ferry: { "": "Ferries", one: "ferry" },
  river: { "": "Courses of rivers", one: "river" },
  place: { "": "Names", one: "name" },
  edge: { "": "Ways off the sheet", one: "way" },
  doubt: { "": "Doubts", one: "doubt" },
};
export const LAYOUTS = {
  "flat-even-lower": "flat side up, even columns lower",
  "pointy-odd-west": "corner up, odd rows to the west",
};
export const RULED = { rows: "Rows of letters" };
export const CHAIN = { hexes: "Hexes in order" };
export const BORDER = { sides: "Hexsides" };
export const SPOT = { side: "Between" };
export const FERRY = { banks: "Banks" };
export const WALL = {
  hexes: "Its hexes",
  points_to: "Its end points to",
  beside: "Drawn on the side of",
  both_sides: "On both sides of the road",
};
export const PLACE = { kind: "What it is" };
export const EDGE = { way: "What leaves", side: "Edge of the sheet" };
export const WAYS = { road: "road", trail: "trail" };
export const EDGES = { north: "north", east: "east", south: "south", west: "west" };
export const DOUBT = { kept: "Kept as", what: "What is in doubt" };
