// What Blue & Gray says, in the order in which the page shows it.

import { capital, count, isolated, listed, side, unitName } from "../../../common/words.js";
import * as terms from "./terms.js";

/** @import { Child } from "../../../common/html.js" */
/** @import { BlueGrayUnit, ExitTarget, MoveTarget } from "protocol/blue-gray" */

// Questions: their titles, and what the other side is at
/** @type {Record<string, string>} */
export const titles = {
  movement: "Movement",
  combat: "Combat",
  retreat: "Retreat",
  "withdraw-battery": "Withdraw the guns, or stand",
  exchange: "Pay the exchange",
  advance: "Advance after combat",
  "retreat-before-combat": "Retreat before combat",
};
/** @type {Record<string, string>} */
export const doing = {
  movement: "is moving",
  combat: "is choosing attacks",
  retreat: "is choosing a retreat",
  "withdraw-battery": "is deciding whether guns withdraw",
  exchange: "is choosing losses",
  advance: "is deciding whether to advance",
  "retreat-before-combat": "may retreat before combat",
};

// The movement quota
export const quota = "Movement quota";

// Movement
const priced = (/** @type {MoveTarget} */ { cost, stop, strategic }) =>
  `cost ${cost}${strategic ? ", by strategic movement" : ""}${stop ? ", must stop there" : ""}`;
export const moveTo = (/** @type {MoveTarget} */ target) => `Move to ${target.hex}, ${priced(target)}`;
export const chooseMove = (/** @type {number | undefined} */ unmoved) =>
  `${unmoved ? `${unmoved} to move. ` : ""}Choose a unit on the map to see where it can go, then its destination.`;
export const endMovement = "End movement";
export const inHand = (/** @type {BlueGrayUnit} */ unit) =>
  `${capital(unit.type)} ${terms.strength(unit)}, ${unit.hex ? `in ${unit.hex}` : "waiting to come on"}; ${terms.gait(unit)}. `;
export const hexesInReach = (/** @type {number} */ hexes) => `${count(hexes, "hex", "hexes")} in reach.`;
export const strategic = (/** @type {number} */ hexes, /** @type {Child} */ rule) =>
  isolated` ${hexes} of them (») by strategic movement, along roads and trails only ${rule}.`;
export const leaveMap = (/** @type {ExitTarget} */ { hex, cost }) => `Leave the map at ${hex} (${cost})`;
export const wholeStack = "Move the whole stack";
export const byShift = "Shift-click";
export const reinforcements = "Reinforcements due";
export const chooseReinforcement = "Choose a unit, then its destination, or drag it onto the map.";
export const due = (/** @type {BlueGrayUnit} */ unit) =>
  `${terms.unit(unit)}, due turn ${unit.turn}, enters at ${listed(unit.entry ?? [])}`;
export const sendColumn = (/** @type {number} */ units, /** @type {(string | undefined)[]} */ path) =>
  `Send ${units} more from ${path.join(" toward ")}`;
export const cannotMove = (/** @type {BlueGrayUnit} */ unit) => `${terms.unit(unit)}. It cannot move now.`;
export const noRoom = (/** @type {BlueGrayUnit} */ unit) => `There is no room for ${unitName(unit)} along that path.`;
export const leavesHere = "it can leave the map here";
export const outOfReach = "out of reach";
export const inReach = (/** @type {MoveTarget} */ target) => `in reach, ${priced(target)}`;

// Combat
export const chooseAttack = "Choose attackers and the hexes they attack, on the map or below.";
export const endCombat = "End combat";
export const attack = (/** @type {string} */ hex, /** @type {string} */ units) => `Attack ${hex}: ${units}`;
export const bombard = (/** @type {string} */ hex, /** @type {number} */ range) => `Bombard ${hex} at range ${range}`;
export const oddsChanged = "the odds had not been worked out yet";
export const inDraft = "already in this attack";
export const attackable = "can be attacked";
export const bombardable = (/** @type {number} */ range) => `can be bombarded at range ${range}`;
export const noSight = (/** @type {string[]} */ by) => `no line of sight, blocked by ${listed(by)}`;
export const unseen = "There is no line of sight.";
export const mustJoin = (/** @type {string} */ units, /** @type {string} */ number) =>
  `${units} must attack with it (${number}).`;
export const cannotAttack = (/** @type {string} */ unit) => `${unit}. It cannot attack now.`;

// An attack before the die: its units, odds and results
export const attackers = "Attackers";
export const chooseAttackers = "Choose the units that attack.";
export const chooseDefenders = "Choose the hex they attack: it is marked on the map.";
export const workingOut = "Working out the odds…";
export const attackSum = "Attack: ";
export const defenceSum = (/** @type {string} */ hex) => `Defence of ${hex}: `;
export const addsNothing = " (adds nothing)";
export const oddsOf = (/** @type {number} */ attack, /** @type {number} */ defence, /** @type {string} */ column) =>
  `${attack} to ${defence}: ${column} `;
export const chose = (/** @type {string} */ column) => `, and you chose ${column} `;
export const takeOut = (/** @type {string | undefined} */ unit) => `Take ${unit} out of the attack`;
export const reducedFrom = (/** @type {number} */ printed) => `, reduced from ${printed} `;
export const mode = (/** @type {{ mode: string, range?: number }} */ { mode, range }) =>
  mode === "bombardment" ? `bombards at range ${range}` : "adjacent";
export const attackStrength = "Attack strength";
export const defenders = "Defenders";
export const defenceStrength = "Defence strength";
/** @type {(unit: string, strength: number, counts: boolean | undefined) => string} */
export const defender = (unit, strength, counts) =>
  `${unit} ${counts === false ? `(${strength}, adds nothing)` : strength}`;
export const notAdded = " (not added: only one multiple counts)";
export const odds = "Odds";
export const oddsAndResults = "Odds and results";
export const oddsTitle = (/** @type {number} */ attack, /** @type {number} */ defence) =>
  `Odds ${attack} to ${defence}: `;
export const results = "Results by die roll";
export const missing = (/** @type {number} */ strength, /** @type {string} */ column) =>
  `${strength} more for ${column}`;
export const lowerColumn = (/** @type {Child} */ rule) => ["A lower column may be chosen ", rule, ". "];
export const allColumns = (/** @type {number} */ columns) => `All ${columns} columns`;
export const possibleResults = "Possible results";
export const chance = (/** @type {number} */ sixths) => `${sixths} in 6 (${Math.round((sixths * 100) / 6)}%) `;
export const attackAt = (/** @type {string} */ column) => `Attack at ${column}`;
export const clear = "Clear";
export const couldJoin = "Could join";
/** @type {(unit: BlueGrayUnit, mode: string, must: string | false | undefined) => string} */
export const joins = (unit, mode, must) =>
  `${unitName(unit)} ${terms.strength(unit)}, ${mode === "bombardment" ? "guns in range" : "adjacent"}` +
  (must ? `, must join (${must})` : "");
export const notSeen = (/** @type {number} */ hexes) => `In range, but not seen (${hexes})`;

// Attacks that are required
export const noneRequired = "No more attacks are required.";
export const required = "Required attacks";
export const showCause = (/** @type {string} */ cause) => `${cause} Show it on the map.`;
export const attackWith = (/** @type {string} */ unit, /** @type {string | null} */ hex) =>
  `${unit}, hex ${hex}: attack with this unit`;
export const attackHex = (/** @type {string} */ units, /** @type {string} */ hex) => `${units} ${hex}: attack this hex`;

// An exchange
export const paid = (/** @type {number} */ sum, /** @type {number} */ need) =>
  `${sum} of ${need} strength points chosen.`;
export const toRemove = "Units to remove";
export const payWith = (/** @type {string} */ units, /** @type {number} */ sum) => `Choose ${units} (${sum})`;
export const remove = "Remove them";

// A retreat
/** @typedef {BlueGrayUnit | null} Unit */
const displacing = (/** @type {string[]} */ units) => (units.length ? `, displacing ${units.join(" or ")}` : "");
const retreat = (/** @type {string} */ verb) => (verb === "retreat" ? "retreat" : "withdraw");
export const onlyRetreat = (/** @type {Unit} */ unit, /** @type {string} */ hex) =>
  `${unitName(unit)} can only retreat to ${hex}`;
export const displace = (/** @type {Unit} */ unit, /** @type {string} */ hex) => `Displace ${unitName(unit)} to ${hex}`;
/** @type {(verb: string, unit: Unit, hex: string, displaced: string[]) => string} */
export const retreatTo = (verb, unit, hex, displaced) =>
  `${capital(retreat(verb))} ${unitName(unit)} to ${hex}${displacing(displaced)}`;
export const firstUnit = "Unit to retreat first";
export const chooseRetreat = (/** @type {Unit} */ unit) => `Choose a marked hex on the map for ${unitName(unit)}.`;
export const displaces = (/** @type {string} */ hex, /** @type {string[]} */ units) =>
  `${hex} displaces ${units.join(" or ")}.`;
export const makeRoom = (/** @type {string | null} */ hex, /** @type {Child} */ rule) => [
  `${hex} is full: one unit there must make room `,
  rule,
  ". Choose a marked hex on the map for it.",
];
export const roomers = "Unit that makes room";
export const anotherHex = "Choose another hex";
export const isFull = (/** @type {string} */ hex) => `${hex} is full. Choose which unit there is displaced.`;
export const openTo = (/** @type {string} */ verb, /** @type {string[]} */ displaced) =>
  `open to ${retreat(verb)}${displacing(displaced)}`;

// An advance
export const clickHex = "Choose the marked hex on the map to advance.";
export const chooseAdvance = "Choose the unit that advances and the hex on the map.";
export const chooseAdvancing = (/** @type {string[]} */ units) => `Choose which unit advances: ${listed(units)}.`;
export const listAdvances = "List the advances";
export const advance = (/** @type {string} */ unit, /** @type {string} */ hex) => `Advance ${unit} to ${hex}`;
export const hold = "Do not advance";
export const wasVacated = (/** @type {string} */ hex) => `Hex ${hex} was vacated`;
export const vacated = "vacated, open to advance";

// A retreat before combat
export const throwDie = "Roll the die";
export const stand = "Stand";

// A throw
export const die = (/** @type {number} */ face) => `Die ${face}`;
export const dieAt = (/** @type {number} */ face, /** @type {string} */ column) => `Die ${face} at ${column}`;
export const strengths = (/** @type {number} */ attack, /** @type {number} */ defence) =>
  `${attack} against ${defence}`;
export const getsAway = "it gets away";
export const heldFast = "it must stand";
export const triesRetreat = (/** @type {string} */ unit, /** @type {string} */ outcome) =>
  `${unit} tries to retreat before combat: ${outcome}`;
export const attackThrown = (
  /** @type {string} */ units,
  /** @type {string[]} */ hexes,
  /** @type {string} */ column,
  /** @type {string} */ outcome,
) => `${units} at ${hexes.join(", ")}, ${column}: ${outcome}`;
export const isIneffective = "is ineffective";

// Turns
export const night = "☾ Night";
export const nightRule = (/** @type {{ side?: string, text: string }} */ rule) => `${side(rule.side)}: ${rule.text} `;
export const mustEnter = "lost if it does not enter on that turn ";

// Forces
export const onMap = (/** @type {number} */ units, /** @type {number} */ strength) =>
  `${count(units, "unit")} on the map, strength ${strength}.`;
export const listOnMap = "On the map";
export const lists = { due: "Not yet arrived", exited: "Left the map", eliminated: "Eliminated" };
export const listTitle = (/** @type {string} */ title, /** @type {number} */ units, /** @type {number} */ strength) =>
  `${title}: ${units}, strength ${strength}`;
export const inHex = (/** @type {string} */ unit, /** @type {string | null} */ hex) => `${unit}, ${hex}`;
export const dueAt = (
  /** @type {string} */ unit,
  /** @type {number | undefined} */ turn,
  /** @type {string[]} */ entry,
) => `${unit}, turn ${turn} at ${listed(entry)}`;

// Standing orders
export const program = (/** @type {string | null} */ seat) =>
  `How the program answers for the ${side(seat)} side, in both sides' turns, until you change it. `;
export const unitsRetreat = "Units retreat ";
export const retreats = (/** @type {string} */ unit) => `${unit} retreats`;
/** @type {[way: string, said: string][]} */
export const retreatWays = [
  ["ask", "ask me"],
  ["nearest-friend", "toward the nearest friend"],
  ["from-enemy", "away from the enemy"],
  ["toward", "toward a hex"],
];
export const hex = "hex";
export const hexToward = "The hex to retreat toward";
export const noHex = (/** @type {string} */ hex) => `There is no hex "${hex}" on this map.`;
export const asAll = "like the others";
export const retreatsAsAll = (/** @type {string} */ unit) => `${unit} retreats like the others`;
export const oneUnit = "Another order for one unit";
export const chooseUnit = "choose a unit";
/** @type {(value: string, at: string, said: string | null) => [string, string]} */
export const placed = (value, at, said) => [value, `${at}, ${said}`];
export const showRetreats = "Show on the map where each unit would retreat now";
export const inWords = "The same in words";
export const askedAbout = (/** @type {boolean} */ all) => `You are asked about ${all ? "every unit" : "the others"}.`;
/** @typedef {"advance" | "exchange" | "battery" | "before-combat"} Answered */
/** @type {[answered: Answered, title: string, ways: [way: string, said: string][]][]} */
export const otherOrders = [
  [
    "advance",
    "Advance after combat",
    [
      ["ask", "ask me"],
      ["never", "never"],
      ["strongest", "with the strongest unit"],
    ],
  ],
  [
    "exchange",
    "Pay an exchange",
    [
      ["ask", "ask me"],
      ["least", "with the least strength that suffices"],
    ],
  ],
  [
    "battery",
    "Guns that bombarded, on Ar",
    [
      ["ask", "ask me"],
      ["stand", "stand"],
    ],
  ],
  [
    "before-combat",
    "Retreat before combat",
    [
      ["ask", "ask me"],
      ["try", "roll for it"],
      ["stand", "stand"],
    ],
  ],
];
export const stayInWorks = "Never advance out of works";
export const stay = "Never advance out of these hexes";
export const none = "none";
export const singleNote = "Retreats with only one legal hex are made for you.";

// Conditional orders
export const offerAnswers = "Answers for their turn";
export const whyAnswers = "Answer now what their attacks would ask you, and the game need not wait for you.";
export const layAnswers = "Give answers for their turn";
export const notNow = "Not now";
export const ifTheyAttack = "If they attack …";
export const conditional =
  "What to do if one of your hexes is attacked with that result. This overrides the orders above.";
export const theyAttack = "They attack";
export const chooseHex = "choose a hex";
export const pointOnMap = "On the map";
export const howToPoint = "Click one of your hexes that they could attack, then the hexes of the answer.";
export const atOdds = "At odds of";
export const bestOdds = (/** @type {string} */ column) => `${column}, the best they can get`;
export const whoAttacks = "Who attacks";
export const nothingAsked = "At these odds there is nothing to decide.";
export const stillAsked = "You will still be asked about part of it.";
export const allAnswered = "Every question of this attack is answered.";
export const cut = " More could be asked than is shown.";
export const beforeDie = "Before the die: ";
export const onResult = (/** @type {string} */ result) => `${result}: `;
export const standingAnswer = (/** @type {string} */ text) => `Your standing orders answer: ${text}`;
export const otherwise = (/** @type {string} */ text) => `${text} Otherwise:`;
export const askMe = "ask me";
export const asStanding = "follow the standing orders";
export const ifItCan = " (if it can then)";
export const loses = (/** @type {string[]} */ units) => ` (loses ${listed(units)})`;
export const onlyTurn = (/** @type {{ turn: number, side: string } | undefined} */ during) =>
  during ? `Only in turn ${during.turn} of the ${side(during.side)}` : "Only in their next turn";
export const laidDown = "Given";
export const during = (/** @type {{ turn: number, side: string } | null | undefined} */ during) =>
  during ? ` (turn ${during.turn}, ${side(during.side)})` : " (until you withdraw it)";
export const edit = "Edit";
export const showAnswers = (/** @type {string} */ hex) => `Show the answers at ${hex}`;
export const withdraw = "Withdraw";
export const withdrawNth = (/** @type {number} */ nth, /** @type {number} */ all) => `Withdraw answer ${nth} of ${all}`;
/** @type {Record<string, string>} */
export const questions = {
  retreat: "a retreat",
  "withdraw-battery": "guns that may withdraw",
  exchange: "an exchange",
  advance: "an advance",
  "retreat-before-combat": "a retreat before combat",
};
export const follows = (/** @type {string} */ question) => `then ${question}`;
export const conditions = {
  hexes: (/** @type {string[]} */ hexes) => `at ${listed(hexes)}`,
  attackers: (/** @type {string[]} */ units) => `by ${listed(units)}`,
  results: (/** @type {string[]} */ results) => `on ${results.join(" or ")}`,
  beforeDie: "before the die",
};
export const orElse = ", or else ";
export const replies = {
  goes: (/** @type {string} */ unit, /** @type {string} */ to) => `${unit} to ${to}`,
  lose: (/** @type {string[]} */ units) => `lose ${listed(units)}`,
  advances: (/** @type {string} */ unit, /** @type {string | undefined} */ to) =>
    `${unit} advances${to ? ` into ${to}` : ""}`,
  hold: "no advance",
  stand: "stand",
  ask: "ask me",
  try: "roll for it",
};

// The key to the marks
export const marks = {
  reach: "in reach, with the points it costs",
  stop: "in reach; the unit has to stop there",
  strategic: "in reach by strategic movement only",
  zone: "an enemy zone of control",
  exit: "the unit can leave the map here",
  attack: "can be attacked by the selected units",
  bombard: "can be bombarded at this range",
  unseen: "in range, but there is no line of sight",
  blocks: "blocks the line of sight",
  owed: "the enemy here must still be attacked",
  owes: "must still attack",
  moved: "has moved",
  attacked: "has attacked",
  selected: "selected",
  ineffective: "ineffective: the counter’s reverse",
  retreat: "open to a retreat; ⇄ if a unit there must make room",
  advance: "vacated: a unit may advance into it",
};
