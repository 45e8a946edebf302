// What the editor says, in the order of the page: the choice it begins with, the bar, the tools, the panels. What it
// says of one game alone is in that game's folder.

import { capital, count, isolated, when } from "../common/words.js";

// The choice it begins with

export const opening = "Opening the files…";
export const noForms =
  "The editor has no forms for this scenario's files yet. " +
  "They can be corrected by hand, as a pack; “longroll check” reads them and lists every fault.";
export const joined = "This map joins two sheets, and changes with them. Choose a battle on one of the sheets.";
export const whatToCorrect = "What do you want to correct?";
export const chooseScenario =
  "Choose a scenario. Its map, order of battle and values open together; what you change becomes a pack of its own.";
export const thePack = (/** @type {string} */ title) => isolated`The pack “${title}”`;
export const compare = (/** @type {string} */ title) => isolated`Compare “${title}” with other data`;
export const orOpen = "Or open a pack file";
export const cannotEdit = "This cannot be edited";
export const chooseElse = "Choose another scenario";

// Work that was kept, and what goes wrong

export const holdsWork = (/** @type {number} */ date) =>
  `This browser holds unsaved work on this scenario (${when(date)}).`;
export const otherWork = (/** @type {number} */ n) =>
  `${capital(count(n, "other piece"))} of unsaved work from another window.`;
export const continueIt = "Continue it";
export const discardIt = "Discard it";
export const keptWork = "Work saved in this browser";
export const cannotStore = "This browser cannot store your work. Save it before you leave.";
export const unsavedOther =
  "There is unsaved work on this page. Open the other pack anyway? Your work stays in this browser.";
export const seeFaults = "See the faults";

// The bar

export const untitled = "Untitled";
export const pageTitle = (/** @type {string} */ title, /** @type {boolean} */ unsaved) =>
  `${unsaved ? "● " : ""}${title}: the editor`;
export const checking = "Checking…";
export const faultCount = (/** @type {number} */ n) => count(n, "fault");
export const soundUnsaved = "No faults, not saved";
export const sound = "No faults";

// The map

export const theMap = "The map";
export const hexNumber = (/** @type {string} */ hex, name = "") => `Hex ${hex}${name ? `, ${name}` : ""}`;
export const sideSelected = (/** @type {string} */ direction) => `${direction} side selected`;
export const sideNamed = (/** @type {string} */ direction) => `${direction} side`;
export const noHex = (/** @type {string} */ hex) => `There is no hex ${hex}.`;
export const wall = "wall";
export const noWall = "no wall";

// The tools

export const TOOLS = {
  look: { title: "Look", hint: "Click a hex to see what is in it." },
  ground: { title: "Ground", hint: "Click or drag over hexes to paint them." },
  levels: { title: "Level", hint: "Click or drag over hexes to set their level." },
  certainty: { title: "Certainty", hint: "Click or drag over hexes to set what they are based on." },
  turnpike: { title: "Turnpike", hint: "Drag from hex to hex, or click one after the other." },
  road: { title: "Road", hint: "Drag from hex to hex, or click one after the other." },
  lane: { title: "Lane", hint: "Drag from hex to hex, or click one after the other." },
  trail: { title: "Trail", hint: "Drag from hex to hex, or click one after the other." },
  stream: { title: "Stream", hint: "Drag from hex to hex, or click one after the other." },
  river: {
    title: "River",
    hint: "The course along which a river's name is written; its water is painted as ground.",
  },
  creek: { title: "Creek", hint: "Click near a hexside, or drag along hexsides." },
  works: { title: "Redoubt", hint: "Click near a hexside, inside the protected hex." },
  slope: { title: "Slope", hint: "Click near a hexside, inside the lower hex." },
  steep: { title: "Steep slope", hint: "Click near a hexside, inside the lower hex." },
  crossing: { title: "Crossing", hint: "Click near a hexside to put a bridge or a ford there." },
  ferry: { title: "Ferry", hint: "Click a hex of the river; then choose its banks." },
  wall: { title: "Wall", hint: "Choose a wall, then click its hexes, or the hex its end points to." },
  place: { title: "Name", hint: "Click a hex to name it." },
  edge: { title: "Map exit", hint: "Where a road or trail leaves the sheet." },
  doubt: {
    title: "Doubtful point",
    hint: "What the sheet leaves unclear. Click hexes to add them to the chosen remark or remove them.",
  },
  area: { title: "Area", hint: "Click the easternmost playable hex of a row, or drag along the border." },
  unit: { title: "Units", hint: "Choose a counter, then its hex; or drag it there." },
  picture: { title: "Picture", hint: "Your own scan or photograph of the printed map, laid over this one." },
};
export const tool = "Tool";
export const movesMap = "Shift and a drag, or two fingers, move the map.";
export const chooseHex = "Choose a hex.";
export const remove = "Remove";
export const removeIt = "Remove it";

// Look

export const lookAround = "Click a hex to see what is in it. A drag moves the map.";
export const known = (/** @type {string} */ certainty) => `known: ${certainty}`;
export const keys = "Keys";
export const KEYS = {
  "arrow keys": "walk from hex to hex",
  Enter: "applies the tool to the hex",
  "[ ]": "turn to another hexside",
  Space: "chooses a unit in the hex; again, the next",
  Escape: "lifts the pen, deselects a unit",
  "Ctrl+Z, Ctrl+Shift+Z": "undo, redo",
  "Ctrl+S": "saves the pack",
  "+ − 0": "zoom in, zoom out, the whole map",
};

// Brushes: ground, levels, certainty

export const basedOn = "Based on";
export const wide = "Wide brush (seven hexes)";
export const markPrinted = "Mark what is painted as printed";
export const paints = (/** @type {string} */ title, /** @type {string | null} */ ground) => `${title}: ${ground}`;
export const noGround = "This file has no rows of ground.";
export const noCertainty = "This map does not record what its hexes are based on.";
export const allPrinted = "Start: all printed";
export const startCertainty = "Start recording certainty";

// Pens

export const pen = "The pen";
export const PEN = { draw: "Draws", erase: "Erases" };
export const penOn = (/** @type {string} */ hex) =>
  `The pen is on ${hex}: choose a hex beside it, or Escape to lift it.`;
export const setPen = "Choose a hex to set the pen on, then the next; or drag.";
const verb = (/** @type {boolean} */ erasing) => (erasing ? "Erase" : "Draw");
/** @type {(erasing: boolean, title: string, from: string, to: string) => string} */
export const drawsTo = (erasing, title, from, to) => `${verb(erasing)} ${title.toLowerCase()} ${from} to ${to}`;
/** @type {(erasing: boolean, title: string, a: string, b: string) => string} */
export const drawsAt = (erasing, title, a, b) => `${verb(erasing)} ${title.toLowerCase()} ${a}/${b}`;
/** @type {(title: string, hexes: string[], towards: boolean) => string} */
export const runsTo = (title, hexes, towards) =>
  hexes.length
    ? `${title.toLowerCase()} ${towards ? "towards" : "to"} ${hexes.join(", ")}`
    : `no ${title.toLowerCase()}`;
export const belongsTo = "Belongs to";
export const theOneItTouches = "the one it touches";
export const aNewOne = "a new one";
export const unnamed = (/** @type {string} */ side) => `unnamed, ${side}`;
export const INSIDE = {
  works: "Click inside the hex that the work protects; the barbs face outward.",
  slope: "Click inside the lower hex: the slope rises toward the other.",
  steep: "Click inside the lower hex: the slope rises toward the other.",
};
export const noHexBeyond = "Beyond this hexside there is no hex.";
export const drawn = (/** @type {boolean} */ erasing, /** @type {string} */ a, /** @type {string} */ b) =>
  `${erasing ? "Erased" : "Drawn"} between ${a} and ${b}.`;
export const nothingChanged = (/** @type {string} */ a, /** @type {string} */ b) =>
  `Nothing changed between ${a} and ${b}.`;
export const sidesOf = (/** @type {string} */ title, /** @type {string} */ hex) => `${title}: the sides of ${hex}`;
export const edge = "edge";

// Crossings and ferries

export const putThere = "Put there";
export const CROSSINGS = { bridge: "Bridge", ford: "Ford", none: "Nothing" };
export const crosses = (/** @type {string} */ kind, /** @type {string} */ side) =>
  `${kind === "none" ? "Remove the crossing" : `A ${kind}`} ${side}`;
export const crossingAt = (/** @type {string} */ kind, /** @type {unknown} */ side) => `The ${kind} at ${side}`;
export const noCrossing = "no crossing";
export const noFerryIn = (/** @type {string} */ hex) => `There is no ferry in ${hex}.`;
export const ferryHere = "A ferry here";
export const ferryIn = (/** @type {string} */ hex) => `The ferry in ${hex}`;
export const twoBanks = "Its arrows point to two banks:";
export const addsFerry = (/** @type {string} */ hex) => `A ferry in ${hex}`;
export const dropsFerry = (/** @type {string} */ hex) => `No ferry in ${hex}`;
export const banksOf = (/** @type {string} */ hex) => `Banks of the ferry in ${hex}`;
export const ferryTo = (/** @type {string} */ banks) => `ferry to ${banks}`;
export const noFerry = "no ferry";

// Walls

export const wallChosen = "Wall";
export const pressSays = "Clicking a hex sets";
export const PARTS = { hexes: "Stands there", points_to: "Points there", beside: "Drawn on that side" };
export const removeWall = "Remove this wall";
export const addWall = "Add a wall";
export const wallIn = (/** @type {string | null} */ hex) => `Wall in ${hex}`;
export const removes = (/** @type {string} */ name) => `Remove ${name}`;
export const wallTo = (/** @type {string} */ name, /** @type {string} */ hex) => `${name}: ${hex}`;
export const wallHexes = (/** @type {string} */ name, /** @type {string[]} */ hexes) =>
  `${name}: ${hexes.join(", ") || "none"}.`;
export const pointsHere = (/** @type {string} */ name) => `${name} points here`;

// Names, ways off the sheet, doubts

export const ENTRIES = { place: "a name", edge: "a map exit" };
export const adds = (/** @type {string} */ one, /** @type {string} */ hex) => `Add ${one} in ${hex}`;
export const newName = "New name";
export const wayOff = (/** @type {string} */ way, /** @type {string} */ side) => `${way} off the ${side} edge`;
export const noEntry = (/** @type {string} */ one) => `no ${one.replace(/^an? /, "")}`;
export const remark = "Remark";
export const remarkOn = (/** @type {string} */ kept, /** @type {string} */ hex) => `${kept}: ${hex}`;
export const settled = "Resolve";
export const addRemark = "Add a remark";
export const addDoubt = "Add a doubt";
export const asDrawn = "as drawn";
export const settleDoubt = "Resolve a doubt";
export const doubtHexes = "Hexes of a doubt";
export const inDoubt = (/** @type {string} */ kept) => `in doubt: ${kept}`;
export const notInDoubt = "not in doubt";

// Units

export const chooseUnit = "Choose a counter on the map or a unit in the list.";
export const itsValues = "Its values";
export const toSchedule = "Make it a reinforcement";
export const toMap = "Place it on the map";
export const addUnit = "Add a unit";
export const newUnit = "New";
export const comesLater = (/** @type {string} */ name) => `${name} comes later`;
export const movesTo = (/** @type {string} */ name, /** @type {string | null} */ hex) => `${name} to ${hex}`;
export const begins = (/** @type {string} */ name, /** @type {string | null} */ hex) => `${name} begins in ${hex}.`;
export const noUnit = "no unit";
export const unitIn = (/** @type {string} */ text, /** @type {string} */ kind, /** @type {unknown} */ hex) =>
  `${text}, ${kind}, hex ${hex}`;

// The picture of the printed map

export const removePicture = "Remove the picture of this map from this browser? Its file stays where it is.";
export const readingPicture = "Reading the picture…";
export const noRoom =
  "This browser has no room to keep the picture. You can align and use it now; " +
  "after you leave the page you have to choose and align it again.";
export const layPoint = (/** @type {number} */ point) => `Align the picture: point ${point} of 3`;
export const byKeyboard =
  "By keyboard, on the map: the arrow keys move a cross (finely with Shift), Enter takes the point.";
export const hex = "Hex";
export const takeIt = "Take it";
export const back = "Back";
export const leaveIt = "Keep the old alignment";
export const liesBy = (/** @type {string} */ name, /** @type {string[]} */ hexes) =>
  `“${name}” is aligned on hexes ${hexes.join(", ")}.`;
export const notLaid = (/** @type {string} */ name) => `“${name}” is not aligned with this map yet.`;
export const layAgain = "Align it again";
export const layIt = "Align it";
export const anotherPicture = "Another picture";
export const layScan =
  "Lay a scan or photograph of your printed map over this one, to compare and trace it. " +
  "It stays in this browser and is not uploaded.";
export const choosePicture = "Choose a picture";

// The panels

export const PANELS = {
  charts: "Charts",
  units: "Units",
  scenario: "Scenario",
  chits: "Chits",
  map: "Map",
  faults: "Faults",
  changes: "Changes",
  pack: "Pack",
};
export const toolsTab = "Tools";
export const faultsTab = (/** @type {number} */ n) => (n ? `${PANELS.faults} (${n})` : PANELS.faults);

// The forms

export const show = "Show";
export const showOnMap = (/** @type {string} */ label) => `Show ${label.toLowerCase()} on the map`;
export const add = (/** @type {string} */ label) => `Add: ${label}`;
export const removed = (/** @type {string} */ label) => `Remove: ${label}`;
export const removeEntry = (/** @type {string} */ one, gist = "") => `Remove ${one}${gist && ` ${gist}`}`;
export const list = (/** @type {string} */ label, /** @type {number} */ n) => `${label} (${n})`;
export const entryOf = (/** @type {number} */ index, /** @type {string} */ gist) => `${index + 1}. ${gist}`;
export const noChoice = "—";
export const cell = (/** @type {string} */ row, /** @type {string | number} */ column) => `${row}, ${column}`;
export const chooseCell = "Choose a cell: ";
export const source = "source: ";
export const fromChart = "What I type is taken from the printed chart";
export const fromGame = "What I type is taken from the printed game";
export const whence = "Where a value comes from";
/** What a value rests on, the surest first. */
export const LABELS = {
  printed: "printed: read from the game",
  rules: "rules: the rulebook states it",
  published: "published: a public source states it",
  reconstructed: "reconstructed: an estimate",
};
export const sheetSize = "Size of the sheet";
export const columns = "Columns ";
export const rows = " Rows ";
export const change = "Change";
export const wholeNumbers = "Enter whole numbers up to 99.";
export const sheetOf = (/** @type {number} */ w, /** @type {number} */ t) => `A sheet of ${w} by ${t} hexes`;
export const ownScenario = "A scenario of your own: give it another title and short name.";
export const atFault = "at fault: ";

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
    layout: "Hex orientation",
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
  edge: { "": "Map exits", one: "way" },
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
export const DOUBT = { kept: "Saved as", what: "What is in doubt" };

// Faults

export const noFaults = "The server finds no faults: this can be played.";
export const isChecking = "The server is checking…";
export const found = "The server checked these files as it checks its own, and found:";
/** The files, where a fault is told of. */
export const FILES = {
  map: "Map",
  units: "Order of battle",
  scenario: "Scenario",
  charts: "Charts",
  chits: "Chits",
  numbers: "Numbers",
};
export const faultHex = (/** @type {string} */ hex) => `hex ${hex}`;
export const faultLine = (/** @type {number} */ line) => `line ${line}`;

// Changes

export const comparing = "The server is comparing…";
export const against = "Against";
export const ownData = "The program's own data";
export const changedSince = "The files have been changed since.";
export const compareAgain = "Compare again";
export const bothMaps = "Show both maps";
/** How many facts differ from the pack of a title or from the program's own data, and how many of them were read. */
export const differ = (
  /** @type {number} */ n,
  /** @type {number} */ read,
  /** @type {string | undefined} */ title,
) => {
  const whose = title ? `the pack “${title}”` : "the program's own data";
  if (!n) return `All facts agree with ${whose}.`;
  return `${count(n, "fact differs", "facts differ")} from ${whose}; ${read} read from the printed sheet.`;
};
export const changed = (/** @type {string} */ from, /** @type {string} */ to) => `${from} → ${to}`;
export const nothing = "nothing";
export const rests = (/** @type {string} */ value, /** @type {string} */ basis) => `${value} (${basis})`;

// The pack

export const isSaved =
  "Your changes are saved as a pack: a file you can play, send to others and open here again. " +
  "The program's own files stay as they are.";
export const ABOUT = { title: "Title of the pack", author: "Author", about: "About it" };
export const corrected = (/** @type {unknown} */ title) => `${title}, corrected`;
export const saveFile = "Save as a file";
export const play = "Play this";
export const cannotSave = "A pack with faults cannot be saved; meanwhile your work is saved in this browser.";
export const isUnsaved = "There is unsaved work.";
export const saved = "Saved.";
export const unchanged = "Nothing has been changed.";
export const anotherPack = "Another pack";
export const openPack = "Open a pack file";
export const ownSheet = "Your own sheet";
export const clears =
  "Clears the map and its units, and keeps the values of the scenario. One undo brings everything back.";
export const emptySheet = "Start with an empty sheet";
export const files = "The files";
