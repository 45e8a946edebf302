// What the Blind Swords say, in the order in which the page shows it.

import { count, EACH_SIDE, listed, sentence, side } from "../../../common/words.js";
import { standingOrders } from "../../../texts/games.js";
import { percent, points } from "./terms.js";

/** @import { Asking, ClosePreview, FirePreview, Led, Test } from "protocol/blind-swords" */

// The ribbon of the turn: its phases and steps in their order, with the ids by which views name them
export const turnRibbon = "Phases of the turn";
/** @type {[name: string, ids: string, tells: string][]} */
export const phases = [
  ["Command", "command-decision", "Each side chooses Key Chits, and the cup is filled."],
  ["Artillery", "artillery", "The sides take turns with their batteries: fire, move or rally."],
  ["Draw", "chit-draw", "Chits are drawn one at a time, events and brigades, until the cup is empty."],
  ["Activation", "activation", "The brigade drawn gets an order and carries out its steps."],
  ["End", "end-turn", "Last chance to play held chits, then the turn advances."],
];
export const stepsOf = (/** @type {string} */ brigade) => `Steps of ${brigade}`;
/** @type {[name: string, id: string, tells: string][]} */
export const steps = [
  ["Order", "orders", "Attack, Defend, Maneuver or Regroup."],
  ["Fire", "fire", "Its units fire at what they see in range."],
  ["Movement", "movement", "Its units march; enemies they pass may fire."],
  ["Close", "close", "Its units close with enemies next to them."],
  ["Rally", "rally", "Its shaken, worn and broken units recover."],
];

// Any question
export const isAsked = (/** @type {string} */ question) => `is asked: ${question}`;
export const noForecast = "no forecast";
export const withoutChit = "Without a chit: ";
/** @type {Record<string, string>} */
const does = { fire: "fire", movement: "move", reserve: "move", close: "close", rally: "rally" };
export const able = (/** @type {number | undefined} */ units, /** @type {string} */ step) =>
  units && does[step] ? `${units} can ${does[step]}` : "";
export const units = "Units";
export const inHex = (/** @type {string} */ unit, /** @type {string | null} */ hex) =>
  hex ? `${unit}, in ${hex}` : unit;
export const chooseUnit = "Choose a unit here or on the map.";
export const severalLead = (/** @type {string} */ hex) => `Several orders lead to ${hex}:`;
export const clickHex = "Click a highlighted hex on the map.";
export const clickUnit = "Click a unit on the map.";
export const waysTo = (/** @type {string} */ hex, /** @type {number} */ ways) => `${hex}: ${count(ways, "way")}`;

// What the page answers
export const passRest = "Pass until next turn";
export const whatPassing =
  "Until the next game-turn the page answers for you: no chits, no moves, orders to Defend. " +
  "You are still asked about fires, retreats and choices that must be made.";
export const endActivation = "End the activation";
export const passing = "You pass until the next game-turn. ";
export const askAgain = "Ask me again";
export const passesRest = "You pass for the rest of this game-turn";
export const brigadeDone = "This brigade is done";
export const firesBack = (/** @type {string} */ how) => `Fire back: ${how}`;
export const onlyChoice = (/** @type {string} */ answer) => `Your only choice: ${answer}`;
export const nextTime = "Next time";
export const fewerQuestions = "Fewer questions";
/** @type {Record<"opportunity-fire" | "defensive-fire" | "fire-back" | "withdrawal" | "advance", string>} */
export const standing = {
  "opportunity-fire": "Opportunity Fire",
  "defensive-fire": "Defensive Fire",
  "fire-back": "Fire back at a Firefight",
  withdrawal: "Cavalry withdraws",
  advance: "Advance after Close Combat",
};
export const proposed = (/** @type {string[]} */ orders) =>
  `With these standing orders the program fires for you where firing costs nothing, always: ${listed(orders)}. ` +
  `Change them at any question, or under ${standingOrders}.`;
export const useThese = "Use these";
export const askEachTime = "Ask me each time";

// Key Chits
export const chosen = (/** @type {number} */ keys, /** @type {number} */ need) =>
  `${keys} of ${need} chosen. Only you see which.`;
export const goodFirst = (/** @type {string} */ why) => `Good for a first game: ${why}`;
export const putChits = (/** @type {string[]} */ chits) => `Put ${listed(chits)} into the cup`;
export const putKeys = (/** @type {number} */ keys) => `Put ${count(keys, "Key Chit")} into the cup`;

// Chits: one that is drawn, or may be played
export const isDrawn = "an Event chit is drawn";
export const mayPlay = "a chit may be played";
export const waysToPlay = (/** @type {string} */ chit, /** @type {number} */ ways) =>
  `${chit}: ${count(ways, "way")} to play it.`;
export const replaced = " (replaced)";
export const otherAway = (/** @type {string} */ owner) =>
  `These are the ${side(owner)} player’s chits. Other player, please look away.`;
export const iAm = (/** @type {string} */ owner) => `I am the ${side(owner)} player`;
export const playsBoth = "One person plays both";
/** @type {Record<string, string>} */
const secrets = {
  "keys-chosen": "has chosen its Key Chits",
  "chit-drawn": "draws an Event chit",
  "chit-held": "holds a chit",
};
export const secret = (/** @type {string} */ owner, /** @type {string} */ event) =>
  `The ${side(owner)} side ${secrets[event] ?? "knows"}.`;

// When a side is asked about chits
export const whenToAsk = (/** @type {string | null | undefined | false} */ asked) =>
  asked ? `When to ask the ${side(asked)} side about chits ` : "When to ask about chits ";
/** @type {[when: Asking, title: string, text: string][]} */
export const askingWays = [
  [
    "every-moment",
    "At every moment",
    "While it holds an Event chit, whenever one of its chits could be played. The question reveals nothing to the other side.",
  ],
  ["when-playable", "Only when it can play one", "Quicker, but each such question reveals that it holds such a chit."],
];
export const passInstead = "Or let the program pass for you, under “Standing orders”, which the other side cannot see.";
/** @type {Record<Asking, (its: string, it: string) => string>} */
const asked = {
  "every-moment": (its) => `at every moment when one of ${its} chits could be played`,
  "when-playable": (_, it) => `only when ${it} can play one, which reveals it`,
};
export const askedWhen = (/** @type {Record<"union" | "confederate", Asking>} */ asking) =>
  asking.union === asking.confederate
    ? `Both sides are asked ${asked[asking.union]("their", "they")}.`
    : EACH_SIDE.map((one) => `The ${side(one)} side is asked ${asked[asking[one]]("its", "it")}.`).join(" ");

// A throw, and what a unit suffers
/** @type {Record<string, string>} */
export const thrown = {
  "command-thrown": "Command roll",
  "test-thrown": "Cohesion Test",
  "break-thrown": "Break Test",
  "rebuild-thrown": "Rebuilding",
  "fog-thrown": "Fog of war",
};
export const dice = "Dice";
export const fire = "Fire";
export const closeCombat = "Close Combat";
export const column = (/** @type {string | null | undefined} */ name) => `column ${name}`;
export const onColumn = (/** @type {number[]} */ faces, /** @type {string | undefined} */ name) =>
  `${faces.join("")} on column ${name}`;
/** @type {Record<string, string>} */
export const tests = { none: "no effect", routine: "a Routine test", tough: "a Tough test", severe: "a Severe test" };
export const closeFight = "a Close Fight";
/** @type {(units: string, close: boolean, target: string | null, column: string | undefined, test: string) => string} */
export const combat = (units, close, target, name, test) =>
  `${units}: ${close ? "close combat" : "fire"} at ${target}, ${column(name)}: ${test}`;
export const harm = { worn: "is Battleworn", shaken: "is Shaken", disrupted: "is Disrupted" };

// Movement, fire and Close Combat
/** @type {(combat: "fire" | "close", hex: string, units: string) => string} */
export const aimAt = (combat, hex, units) => `${combat === "fire" ? "Fire at" : "Close with"} ${hex}: ${units}`;
/** @type {(combat: "fire" | "close", hex: string, units: string) => string} */
export const target = (combat, hex, units) => `${combat === "fire" ? "At" : "With"} ${hex}: ${units}`;
export const attackable = (/** @type {string} */ combat) => (combat === "fire" ? "can be fired at" : "can be attacked");
export const inReach = "in reach";
export const atCost = (/** @type {string} */ move, /** @type {number} */ cost) => `${move}, ${points(cost)} MP`;
export const proposals = (/** @type {number} */ n) => count(n, "proposal");
export const workingOut = "working it out…";
export const details = "Details";
export const detailsOf = (/** @type {string} */ order) => `Details: ${order}`;
export const close = (/** @type {string} */ order) => `Close: ${order}`;
export const selectedUnits = "Selected units";
export const support = (/** @type {string} */ by) => (by ? `supported by ${by}` : "no support");
export const noSupport = (/** @type {string} */ units) => units && `no support for ${units}`;
export const hexesInReach = (/** @type {number} */ hexes) => `${count(hexes, "hex", "hexes")} in reach`;
export const pointsLeft = (/** @type {number} */ left) =>
  `${points(left)} movement ${left === 1 ? "point" : "points"} left`;
export const targets = (/** @type {number} */ n) => count(n, "target");
export const chooseUnits = "Choose units here or on the map.";
export const addUnits = "Choose more units to add.";
export const addToAttack = "Click a unit to add it to the attack, or again to take it out.";
export const charge = "Charge";
export const draft = "Draft";
export const drafted = (/** @type {string} */ units, /** @type {string} */ hex) => `${units} at ${hex}`;
export const takeBack = (/** @type {string} */ units, /** @type {string} */ hex) => `Take back ${units} at ${hex}`;
export const canister = " Canister ";
export const declare = "Declare these Close Combats";

// A march
/** @type {(to: string, cost: number, reactions: string[]) => string} */
export const march = (to, cost, reactions) =>
  `To ${to}: ${points(cost)} movement ${cost === 1 ? "point" : "points"}` +
  `${reactions.length ? `; the enemy may react to it at ${listed(reactions)}` : ""}.`;
export const supportThere = (/** @type {string} */ unit, /** @type {string} */ by) =>
  by ? ` ${unit} will be supported by ${by}.` : ` ${unit} will have no support.`;
/** @type {(units: string, fire: { hex: string, effect: number, stops: number }) => string} */
export const opportunityFire = (units, { hex, effect, stops }) =>
  ` Opportunity Fire by ${units} at ${hex}: ${percent(effect)} of an effect, ${percent(stops)} to stop it.`;
export const notBeside = (/** @type {string} */ hex, /** @type {string | null} */ last) =>
  `${hex} is not adjacent to ${last}.`;
export const goTo = (/** @type {string | null} */ hex) => `Go to ${hex}`;
export const ownRoute = "By my own route";
export const goBy = (/** @type {string[]} */ hexes) => (hexes.length ? `Go by ${hexes.join(", ")}` : "Go this way");

// What a fire or a Close Combat can bring
export const prospects = (/** @type {number} */ effect, /** @type {number} */ worse) =>
  `${percent(effect)} of an effect, ${percent(worse)} of a retreat or worse`;
export const factors = (/** @type {FirePreview["units"][number]} */ { strength, factors }) =>
  [points(strength), ...factors.map(({ times, name }) => `× ${points(times)} ${name}`)].join(" ");
export const strengthColumn = (/** @type {string | null | undefined} */ name) => `Strength, ${column(name ?? "none")}`;
export const missing = (/** @type {{ missing: number, column: string }} */ { missing, column }) =>
  `${points(missing)} more for ${column}`;
export const flankingFire = "Flanking Fire ";
export const seenFrom = (/** @type {string} */ hex, /** @type {string} */ view) => `From ${hex} ${view}: `;
/** @typedef {ClosePreview["ways"][number]} Way */
const sums = (/** @type {Way} */ { total, defence }) => `${points(total)} to ${points(defence)}`;
export const assaultFrom = (/** @type {Way} */ way) =>
  `From ${way.assaulting}: ${sums(way)}, ${column(way.column ?? way.start)}`;
export const assaultSum = (/** @type {Way} */ way) =>
  `${points(way.attack)} SP in the Assaulting Hex: ${column(way.start)}. All attackers: ${sums(way)}.`;
const forAttacker = (/** @type {Way["attacker"]} */ { depleted, morale, retreats }) => {
  const all = Object.entries({ depleted, "a Morale Hit": morale, retreats }).filter(([, chance]) => chance > 0);
  return `Attacker: ${all.map(([text, chance]) => `${text} ${percent(chance)}`).join(", ") || "nothing"}.`;
};
export const attacker = (/** @type {Way["attacker"]} */ chances) =>
  `${forAttacker(chances)} Before Defensive Fire and chits.`;
export const assaultProspects = (/** @type {Way} */ { assaulting, attacker }, /** @type {string} */ said) =>
  `Defender, from ${assaulting}: ${said}. ${forAttacker(attacker)}`;
export const columnTitle = (/** @type {string | null | undefined} */ name) => (name ? `Column ${name}` : "No column");
export const ledBy = (/** @type {string} */ unit, /** @type {Led} */ { cohesion, supported }) =>
  ` on ${unit}, CR ${cohesion}${supported ? ", supported" : ", not supported"}`;
export const withChit = (/** @type {string | null | undefined} */ name, /** @type {string} */ chit) =>
  `; ${name ? column(name) : "no column"} with ${chit}`;
const EACH_TEST = /** @type {const} */ (["none", "routine", "tough", "severe"]);
const taken = { none: "No test", routine: "Routine", tough: "Tough", severe: "Severe" };
export const testChances = (/** @type {Record<Test, number>} */ chances) =>
  EACH_TEST.flatMap((test) => (chances[test] > 0 ? `${taken[test]} ${percent(chances[test])}` : [])).join(", ");
export const chanceWith = (/** @type {number} */ chance, /** @type {string} */ chit) =>
  `, ${percent(chance)} with ${chit}`;
export const outcomes = {
  none: "nothing happens",
  worn: "Battleworn",
  morale: "a Morale Hit",
  retreat: (/** @type {number} */ hexes) => `retreats ${count(hexes, "hex", "hexes")}`,
  broken: "breaks",
  eliminated: "eliminated",
};

// A unit
/** @type {(unit: { side: string, type: string }, brigade: string | null | undefined, weapon: string) => string} */
export const arm = (unit, brigade, weapon) =>
  `${side(unit.side)} ${unit.type}${brigade ? `, ${brigade}’s` : ""}, ${weapon}`;
export const worth = (/** @type {string} */ strength, /** @type {number} */ cohesion) =>
  `Strength ${strength}, cohesion ${cohesion}`;
export const worthNow = (/** @type {string} */ strength, /** @type {number} */ cohesion) =>
  `; now ${strength} and ${cohesion}`;

// Turns
export const comesBy = (/** @type {string[] | undefined} */ entry, /** @type {boolean} */ delayed) =>
  `${delayed ? "delayed, " : ""}by ${entry}`;

// The cup
export const cup = "Cup";
export const inCup = "In the cup";
export const eventChits = (/** @type {string} */ owner, /** @type {number} */ events) =>
  ` ${side(owner)} Event ${events === 1 ? "chit" : "chits"}`;
export const chits = (/** @type {number} */ inside) => (inside ? count(inside, "chit") : "empty");
export const negated = "The next chit drawn will be negated.";
export const rareEvent = "A rare event may be used this turn.";
export const hand = (/** @type {number} */ keys, /** @type {number} */ held) =>
  `${count(keys, "Key Chit")} chosen, ${count(held, "chit")} held.`;
export const keyChits = "Key Chits";
export const held = "Held";
export const discarded = (/** @type {number} */ chits) => `Discarded: ${chits}`;

// Forces
export const whatOrdersBar = "What each order forbids";
/** @type {Record<string, string>} */
const acts = {
  activate: "be activated",
  order: "be given an order",
  fire: "fire",
  move: "move",
  engage: "move next to an enemy",
  close: "close",
  recover: "recover",
  rebuild: "be rebuilt",
};
export const notAllowed = (/** @type {string[]} */ barred) => listed(barred.map((act) => `not ${acts[act] ?? act}`));
export const mayNot = (/** @type {string} */ act, /** @type {number | undefined} */ units) =>
  `${units === undefined ? "May" : `${count(units, "unit")} may`} not ${acts[act] ?? act}`;
export const barredBy = (/** @type {string} */ text) => `: ${sentence(text)} `;
export const activity = {
  limited: "active now, and may only fire",
  ordered: (/** @type {string} */ order) => `active now, ordered to ${order}`,
  active: "active now",
  activated: "activated",
  barred: "cannot be activated",
  waiting: "not yet activated",
  inCup: (/** @type {number | undefined} */ rating) =>
    `not yet activated: its chit is in the cup${rating ? `, in full on a die up to ${rating}` : ""}`,
};
export const division = (/** @type {string} */ name) => ` (${name})`;
export const onMap = (/** @type {number} */ here, /** @type {number} */ all) => `${here} of ${all} on the map`;
export const strength = (/** @type {string} */ sum) => `strength ${sum}`;
export const restrictions = (/** @type {number} */ limits) => limits > 0 && count(limits, "restriction");
/** @type {Record<string, string>} */
export const away = { due: "not yet arrived", eliminated: "eliminated", exited: "left the map", broken: "broken" };
export const comesAt = (/** @type {string} */ time, /** @type {string[] | undefined} */ entry) =>
  `, ${time} by ${entry}`;
export const batteries = "Batteries and others";
export const brokenTrack = "Broken Track";
export const box = (/** @type {number} */ number) => (number === 0 ? "Available" : `Box ${number}`);
export const noUnits = "no units";

// Standing orders
export const program = (/** @type {string | null} */ seat) =>
  `How the program answers for the ${side(seat)} side until you change it. `;
export const singleNote = "Against people it takes as long over a chit as you do, and so gives nothing away.";
export const passArtillery = "Pass in every Artillery Step of this turn ";
export const passHeld = "Pass in every step for held chits ";
export const noChitWhen = "Play no chit when";
/** @typedef {import("protocol/blind-swords").StandingOrders["no-chits-at"][number]} Moment */
/** @type {[moment: Moment, said: string][]} */
export const moments = [
  ["own-order-given", "my brigade is given its order"],
  ["enemy-order-given", "an enemy brigade is given its order"],
  ["own-fire-declared", "I declare fire"],
  ["enemy-fire-declared", "the enemy declares fire"],
  ["own-close-declared", "my Close Combat"],
  ["enemy-close-declared", "an enemy Close Combat"],
  ["own-command-roll-failed", "my command roll fails"],
  ["own-retreat-ordered", "my unit must retreat"],
];

// The key to the marks
export const marks = {
  counter: "name in its brigade’s colour; strength, weapon, Cohesion Rating",
  worn: "Battleworn; C is a cadre of half a point",
  shaken: "Shaken: one Morale Hit",
  disrupted: "Disrupted: two Morale Hits",
  lowAmmo: "Low Ammo",
  skirmish: "in Skirmish Order",
  chaos: "in Battlefield Chaos",
  frozen: "frozen",
  moved: "has moved",
  attacked: "has fired or charged",
  supported: "has support (shown when units are selected)",
  unsupported: "has no support",
  supports: "supports a selected unit",
  mounted: "mounted",
  signs: "✧ sharpshooters, ◇ Fragile",
  reach: "in reach of the selected units",
  attack: "can be fired at, or closed with",
  retreat: "open to a retreat or a withdrawal",
  advance: "a unit may advance into it",
  fought: "what the question is about",
  clear: "in clear sight of the chosen hex",
  obscured: "in obscured sight",
  blocked: "out of sight",
};
