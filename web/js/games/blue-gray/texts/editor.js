// What the editor says of Blue & Gray's files: the tool for units and the forms, in their order.

// The tool that moves units

export const begins = (/** @type {string} */ hex) => `begins in ${hex}.`;
export const comesOn = (/** @type {number | undefined} */ turn, /** @type {string[]} */ hexes = []) =>
  `comes on game-turn ${turn ?? "?"} at ${hexes.join(", ") || "no hex yet"}.`;
export const pressStart = "Click its starting hex.";
export const pressEntries = "Click hexes where it may come on.";
export const entersAt = (/** @type {string} */ name, /** @type {string} */ hex) => `${name} comes on at ${hex}`;

// The units

export const onMap = "On the map";
export const nowhere = "Nowhere yet";
export const gameTurn = (/** @type {number} */ turn) => `Game-turn ${turn}`;
export const UNIT = {
  name: "Name on the counter",
  strength: "Strength",
  movement: "Movement allowance (6 if empty)",
  hex: "Begins in hex",
  turn: "Arrives on game-turn",
  entry: "Enters at hexes",
  recorded: "Spelling in the 1975 folder",
};
export const TYPES = { infantry: "infantry", cavalry: "cavalry", artillery: "artillery", train: "train" };

// A scenario

export const SCENARIO = {
  edition: "Edition",
  id: "Short name in files and addresses",
  date: "Date",
  about: "About the battle",
  turns: "Game-turns",
  night: "Night game-turns",
  first: "Moves first",
  exclusive: "Exclusive rules in the reference",
  map: "Map",
  "orders-of-battle": { "": "Order of battle", file: "File" },
  reinforcements: {
    "": "Reinforcements",
    column: "Each further unit through a hex pays more",
    "only-empty": "Only into empty hexes",
    "into-zones": "May enter in an enemy zone",
    late: "A unit that cannot enter is",
    "zones-case": "Zones: case",
    "late-case": "Delay: case",
    "cost-case": "Cost: case",
    "stacking-case": "Stacking: case",
  },
  quota: {
    "": "Movement quota",
    limit: "Units a turn",
    more: { "": "Additional units once a hex is held", units: "Additional units" },
    exempt: { "": "Units outside it", units: "Units", until: "Until game-turn" },
  },
  "night-rule": { "": "Night, by side", one: "side's night", moves: "May move", "leaves-zones": "May leave zones" },
  watch: { "": "Victory hexes", one: "hex", holder: "Held at first by" },
  special: {
    "": "Units with rules of their own",
    one: "rule",
    unit: "Unit",
    except: "All except",
    "never-attacks": "Never attacks: case",
    "gives-way": "Retreats from adjacent enemies: case",
    "stacks-with-nothing": "Stacks with nothing: case",
    "lets-nothing-through": "Blocks passage: case",
    "roads-only": "Moves on roads only: case",
    "never-displaced": "Is never displaced: case",
    "no-zone": "Has no zone of control: case",
    "never-advances": "Never advances: case",
    immobile: "Cannot move: case",
    withdraws: { "": "Withdraws", upto: "Up to hexes" },
  },
  change: {
    "": "Changes to the order of battle",
    one: "change",
    unit: "Unit",
    remove: "Takes no part",
    movement: "Movement allowance",
    strength: "Strength",
  },
  exits: { "": "Hexes by which units leave", cost: "It costs" },
  victory: {
    "": "Victory",
    system: "Counted by",
    level: { "": "Levels", one: "level", upto: "Up to points (last: empty)", score: "Score" },
    eliminated: { "": "For units eliminated", one: "count", side: "Scores", per: "For each" },
    held: { "": "For hexes held", one: "hex", side: "Scores" },
    taken: { "": "For hexes taken", one: "hex", side: "Scores" },
    town: { "": "For town hexes", one: "count", side: "Scores" },
    exited: { "": "For units off the map", one: "count", side: "Scores", "needs-line": "Only with an open road" },
    "not-exited": { "": "For units still on the map", one: "unit", unit: "Unit", side: "Scores" },
    line: { "": "The open road", from: "From hexes", edge: "To the edge" },
    isolation: { "": "Units cut off", exits: "Exits", reach: "Hexes" },
  },
};
export const LATE = { delayed: "delayed", lost: "lost" };
export const PER = { strength: "strength point", unit: "unit" };
export const HOLDERS = { union: "Union", confederate: "Confederate", either: "either side" };
