// What the editor says of the files of the Blind Swords: its tools and the forms, in their order.

// The tool that moves units

export const begins = (/** @type {string} */ hex) => `begins in ${hex}.`;
export const comesOn = (/** @type {string} */ time, /** @type {string} */ hex) => `comes on at ${time} by ${hex}.`;
export const takesNoPart = "takes no part in this scenario.";
export const pressEntry = "Click the hex where it comes on.";
export const pressStart = "Click the hex where it begins.";
export const comesBy = (/** @type {string} */ name, /** @type {string} */ hex) => `${name} comes on by ${hex}.`;
export const beginsThere = "It begins there";
export const beginsOnMap = (/** @type {string} */ name) => `${name} begins on the map`;
export const leaveOut = "Leave it out";
export const leavesOut = (/** @type {string} */ name) => `Leave ${name} out`;
export const removeCounter = "Remove its counter";

// The tool for the part of the map that is played on

export const onlyPart = "Only part of the map";
export const wholeMap = "All of the map";
export const areaTo = (/** @type {string} */ hex) => `The area: ${hex}`;
export const rowIn = (/** @type {string} */ hex) => `Its row is in play up to ${hex}.`;
export const rowOut = (/** @type {string} */ hex) => `The row of ${hex} is out of play.`;
export const easternmost =
  "Click the easternmost playable hex of a row. Click it again to leave the row out. Hexes out of play are shaded.";
export const allInPlay = "All of the map is in play";
export const onlyPartOfIt = "Only part of it";
export const inPlay = "in play";
export const outOfPlay = "out of play";

// The charts

export const correctHere =
  "The printed charts were not available. If you have them, correct any differences here; " +
  "all scenarios of these rules use them.";
export const numbersInText = "Numbers in the text of the rules";
export const CHARTS = {
  combat: {
    "": "Combat results",
    row: "Combat results, by the roll",
    "@rolls": "Rolls of the rows",
    "@columns": "Columns, by strength",
  },
  "fire-shift": "Column shifts of fire",
  "close-shift": "Column shifts of Close Combat",
  "fire-test": { "": "Cohesion tests by fire", test: "Cohesion tests by fire, by the die" },
  "close-test": { "": "Cohesion tests in Close Combat", test: "Cohesion tests in Close Combat, by the die" },
  range: "Ranges",
  factors: "Strength multipliers",
  costs: { "": "Movement costs", "@ground": "Ground and hexsides" },
  order: "What an order allows",
  limits: "Limits",
  fog: {
    "": "Fog of War",
    "union-general-upto": "Union’s general up to die",
    "union-general-label": "Source of that",
  },
  generals: { "": "General Casualty", battle: "Whom the colored die names", hit: "Hit on a white die up to" },
};
export const column = "Column";
export const strengthFrom = "Strength from";
export const die = "Die";
export const depletion = (/** @type {string} */ test) => `${test}: depletion`;
export const skedaddle = (/** @type {string} */ test) => `${test}: skedaddle`;
export const range = (/** @type {string} */ weapon, /** @type {boolean} */ battery) =>
  `${weapon}${battery ? ", batteries" : ""}`;
export const SHIFT = { "": "Labels", one: "shift", when: "When" };
export const RANGE = {
  "": "Weapons and reasons",
  one: "weapon",
  battery: "For batteries",
  reason: "Why",
  canister: "Canister",
  effective: "Effective",
  long: "Long",
  extreme: "Extreme",
};
export const ORDER = {
  "": "Order by order",
  one: "order",
  order: "Order",
  infantry: "Movement points on foot",
  cavalry: "Movement points mounted",
  engages: "May move next to enemies",
  fires: "Fires",
  closes: "Closes",
  marches: "March Column",
  recovers: "Morale Hits that a rally takes off",
  rebuilds: "Rebuilds",
};
/** The heads of the columns in which entries that are alike stand. */
export const COLUMN = {
  value: "Value",
  columns: "Columns",
  factor: "Factor",
  points: "Points",
  attackers: "Attackers",
  defenders: "to defenders",
  roll: "Roll",
  canister: "Canister",
  effective: "Effective",
  long: "Long",
  extreme: "Extreme",
  infantry: "Foot",
  cavalry: "Mounted",
  engages: "Engages",
  fires: "Fires",
  closes: "Closes",
  marches: "Marches",
  recovers: "Recovers",
  rebuilds: "Rebuilds",
  "active-on": "Active up to",
  rating: "Rating",
  casualty: "Replacement",
  fresh: "Fresh",
  worn: "Worn",
  weapon: "Weapon",
  "dismounted.fresh": "Fresh on foot",
  "dismounted.worn": "Worn on foot",
};
export const MOVERS = ["foot", "mounted", "batteries"];
export const GROUND = {
  clear: "Clear",
  woods: "Light Woods",
  orchard: "Orchard",
  wall: "Wall, added",
  angled: "Angled, added",
  "slope-up": "Up a slope, added",
  "steep-up": "Up a steep slope, added",
  "steep-down": "Down a steep slope, added",
  lane: "By a lane",
  road: "By a road",
  march: "In March Column",
};
export const FACTORS = {
  effective: "Effective",
  long: "Long",
  extreme: "Extreme",
  canister: "Canister",
  "opportunity-fire": "Opportunity Fire",
  "supporting-defensive-fire": "Supporting Defensive Fire",
  "battlefield-chaos": "Battlefield chaos",
  "low-ammo": "Low Ammo",
};
export const COSTS = {
  "leave-skirmish": "To leave Skirmish Order",
  "skirmish-less": "Skirmish Order pays less",
  "skirmish-least": "Skirmish Order pays at least",
  mount: "To mount or dismount",
  exit: "To leave the map",
  surprise: "Allowance in the Surprise Attack",
};
export const ORDERS = { attack: "attack", defend: "defend", maneuver: "maneuver", regroup: "regroup" };
export const LIMITS = {
  "battery-allowance": "A battery’s movement points",
  stacking: "Strength points in a hex",
  gun: "Strength of a gun for stacking",
  "panic-cohesion": "Panic up to cohesion",
  "panic-morale": "Panic: Morale Hits",
  "panic-retreat": "Panic: hexes",
  "rally-distance": "Rally: hexes from enemies",
  "return-distance": "Coming back: hexes from friends",
  "broken-box-1": "Broken Box, over by 1",
  "broken-box-2": "Broken Box, over by 2",
  "broken-box-3": "Broken Box, over by 3",
  "morale-strength": "Morale Hit: strength",
  "morale-cohesion": "Morale Hit: cohesion",
  unsupported: "Unsupported: cohesion",
};
export const FOG = {
  "union-chaos": "Union chaos",
  "confederate-chaos": "Confederate chaos",
  "union-wayward": "Union wayward",
  "confederate-wayward": "Confederate wayward",
  general: "general",
  rare: "rare event",
};
export const noGeneral = "no general";

// Numbers that the text of the rules states and that stand on no chart

export const NUMBERS = {
  odds: "Odds of Close Combat",
  combat: "Numbers of combat",
  distances: "Distances, in hexes",
  chits: "What chits do",
  rare: "Rare events",
};
export const COMBAT = {
  "woods-block": "Hexes of light woods that block sight",
  share: "Share of a unit type needed for its shift",
  "hexsides-apart": "Flanking Fire: hexsides between",
  "flanking-hexes": "Flanking Attack: Flanking Hexes",
  "flanking-distance": "Flanking Attack: distance of one",
  overwhelming: "Strength that BD* spares",
  "driven-off": "Advance: enemies so far away",
  "long-advance": "Advance: hexes then",
};
export const DISTANCES = {
  "battery-engaged": "An enemy engages a battery",
  "cavalry-withdrawal": "Cavalry withdraws from",
  "rally-chit": "Rally chit: another of the brigade",
};
export const DOINGS = {
  "quick-march": "Quick March: allowance times",
  fatigue: "Fatigue: allowance times",
  confident: "Confident: added to CR",
};
export const RARE = {
  "foolish-attack": "foolish attack",
  deception: "deception",
  "friendly-fire": "friendly fire",
  "conflicting-orders": "conflicting orders",
  "union-bonus": "Union bonus",
  "confederate-bonus": "Confederate bonus",
};

// Units and brigades

export const usesThese = "Every scenario of the battle uses these counters. A letter gives the source of the strength.";
export const unattached = "Batteries and others";
export const brigades = "Brigades";
export const closeTable = "Close the table";
export const asTable = "As a table";
export const ofBrigade = (/** @type {string} */ name) => `: the counters of ${name}`;
export const countersOf = (/** @type {string} */ name) => `The counters of ${name}`;
export const inScenario = "In this scenario";
export const noPart = "It takes no part. The tool Units places it on the map.";
export const arrivesBy = (/** @type {string} */ time, /** @type {string[]} */ hexes) => `${time} by ${hexes}`;
export const notInScenario = "not in this scenario";
export const counterText = (
  /** @type {string} */ name,
  /** @type {string | undefined} */ fresh,
  /** @type {string} */ rest,
) => `${name} ${fresh ? `${fresh}, worn ` : ""}${rest}`;
export const FACE = { fresh: "Fresh", worn: "Worn", fragile: "Fragile" };
export const mounted = "mounted";
export const dismounted = "dismounted";

export const UNIT = {
  name: "Name on the counter",
  fresh: "Fresh face: strength-cohesion (empty: Fragile)",
  worn: "Worn face: strength-cohesion",
  labels: {
    "": "Sources",
    strength: "Strength: source",
    cohesion: "Cohesion: source",
    worn: "Worn face: source",
    weapon: "Weapon: source",
  },
  dismounted: { "": "Dismounted", fresh: "Fresh face (empty: Fragile)", worn: "Worn face" },
  brigade: "Brigade",
  regiment: "Half of the regiment",
  sharpshooter: "Sharpshooters",
  "optional-allowance": "Movement points by the option",
  basis: "Why",
};
export const ARMS = { infantry: "infantry", cavalry: "cavalry", artillery: "artillery" };
export const WEAPONS = {
  R: "R: rifles",
  S: "S: smoothbores",
  C: "C: carbines",
  CC: "CC: swords and pistols",
  SS: "SS: sharpshooters",
  Mx: "Mx: mixed guns",
};
export const START = {
  hex: "Starts in, or enters at",
  arrives: "Arrives at",
  hits: "Morale Hits",
  skirmish: "In Skirmish Order",
  dismounted: "Begins dismounted",
};
export const BRIGADES = { brigade: { "": "Brigades", one: "brigade", division: "Division" } };

// A scenario

export const SCENARIO = {
  edition: "Edition",
  id: "Short name in files and addresses",
  date: "Date",
  about: "About the battle",
  map: "Map",
  battle: "Order of battle",
  first: "Moves first",
  times: "Game-turns",
  area: { "": "Only part of the map", east: "Eastmost hex of each row" },
  cup: {
    "": "The cup",
    keys: "Key Chits chosen",
    random: "Event chits that join them at random",
    excluded: "Event chits left out",
    chits: "In the cup besides",
  },
  event: {
    "": "Event chits that wait",
    one: "Event chit",
    chit: "Chit",
    from: "Works from",
    case: "Case of that",
    "not-first-turn": "Not in the first turn: case",
  },
  commander: {
    "": "Commanders otherwise",
    one: "commander",
    chit: "Commander",
    "active-on": "Active on a die up to",
  },
  resupply: "Batteries are resupplied",
  frozen: { "": "Units that wait", units: "Units", until: "Until" },
  release: {
    "": "A general’s higher rating",
    chit: "General",
    brigade: "Brigade",
    hex: "An enemy is near",
    distance: "So many hexes",
    "at-once": "At once",
  },
  "no-reserve": { "": "No Brigade Reserve Movement", one: "brigade", brigade: "Brigade" },
  "opening-attack": { "": "The opening attack", chit: "General", bonus: "Bonus" },
  "silent-batteries": { "": "Silent batteries", chit: "Until the chit of" },
  common: "Common Events",
  victory: {
    "": "Victory",
    measure: "Counted by",
    watch: { "": "Victory hexes", one: "hex", holder: "Held at first by" },
    start: "Points at the start",
    award: {
      "": "Points at the end of every turn",
      one: "award",
      hexes: "For each of the hexes",
      from: "From",
    },
    bonus: {
      "": "Points once",
      one: "bonus",
      side: "Scores",
      turn: "At the end of",
      hexes: "For holding these hexes",
      points: "Points for one, two, three …",
    },
    casualties: "Points for a side’s losses",
    exits: "Points for strength that leaves",
    level: {
      "": "Levels",
      one: "level",
      upto: "Up to (last: empty)",
      winner: "Won by",
      score: "Score of the winner, 0 to 1",
    },
  },
};
export const MEASURES = {
  "union-hexes": "hexes that the Union holds",
  "confederate-net": "Confederate points less the Union’s",
  difference: "the difference, for the side ahead",
};
export const LOSSES = { divisor: "Divided by" };
export const EXITS = {
  strength: "Strength for a point",
  from: "Optional, from",
  "retreats-count": "Retreats count at any time",
};
export const EARNED = { earns: "Earns", chit: "Chit", upto: "On a die up to", bonus: "Bonus of the attack" };
export const EARNS = { "surprise-attack": "a surprise attack", aware: "that the commander is aware" };
export const unless = "Unless a side holds a hex";

// The chits

export const CHITS = {
  commander: "Commanders",
  command: "Generals of brigades and divisions",
  event: {
    "": "Event chits",
    one: "Event chit",
    text: "What it does",
    effect: "Effect",
    columns: "Columns it shifts",
    orders: "Orders it changes to, by the die",
    moments: "May be played",
    "name-label": "Name: source",
    label: "Effect: source",
  },
  wild: { "": "Wild chits", one: "Wild chit", effect: "Effect" },
};
export const COMMANDER = {
  "": "Commander by commander",
  one: "commander",
  "active-on": "Active on a die up to",
  casualty: "His replacement, up to",
  aware: "Once aware, up to",
};
export const GENERAL = {
  "": "General by general",
  one: "general",
  rating: "Command Rating",
  casualty: "His replacement’s",
  released: "Rating once released",
  brigade: "Commands the brigade",
  division: "Commands the division",
  label: "Rating: source",
  "casualty-label": "Replacement: source",
};
export const order = "Order";
export const noChange = "no change";
export const MOMENTS = {
  "on-draw": "as it is drawn",
  "held-step": "before a draw",
  "end-turn": "at the end of the turn",
  "own-order-given": "own order given",
  "enemy-order-given": "enemy order given",
  "own-fire-declared": "own fire declared",
  "enemy-fire-declared": "enemy fire declared",
  "own-close-declared": "own Close Combat declared",
  "enemy-close-declared": "enemy Close Combat declared",
  "own-command-roll-failed": "own command roll failed",
  "own-retreat-ordered": "own retreat ordered",
};
export const EFFECTS = {
  "rebel-yell": "rebel yell",
  "good-ground": "good ground",
  "take-aim": "take aim",
  "low-ammo": "low ammo",
  "find-ammo": "find ammo",
  "quick-march": "quick march",
  fatigue: "fatigue",
  "command-confusion": "command confusion",
  confident: "confident",
  firefight: "firefight",
  "reserve-move": "reserve move",
  rally: "rally",
  "inspired-leadership": "inspired leadership",
  "hold-the-line": "hold the line",
  nothing: "nothing",
};
export const WILD = { "fortunes-of-war": "Fortunes of War", "fog-of-war": "Fog of War" };
