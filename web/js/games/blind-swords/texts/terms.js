// The terms of the Blind Swords: units, brigades, chits, orders. The game and its editor use them.

import { truthy } from "../../../common/truthy.js";
import * as words from "../../../common/words.js";

/**
 * @import { SwordsCounter } from "../counters.js"
 * @import { Order } from "protocol"
 * @import { Announced, Chit, SwordsFields, SwordsView } from "protocol/blind-swords"
 */

/** @type {Record<string, string>} */
export const WEAPONS = {
  S: "smoothbores",
  R: "rifles",
  C: "carbines",
  CC: "swords and pistols",
  SS: "sharpshooters’ rifles",
  Mx: "mixed guns",
};
/** @type {Record<string, string>} */
const PHASES = {
  "command-decision": "Command Decision",
  artillery: "Artillery",
  "chit-draw": "Chit Draw",
  activation: "Activation",
  "end-turn": "End of turn",
  over: "Game over",
};
/** @type {Record<string, string>} */
export const ORDERS = { attack: "Attack", defend: "Defend", maneuver: "Maneuver", regroup: "Regroup" };

/** Strength in points: 0.5 is "C" on a counter, else "½". */
export const points = (/** @type {number} */ number, cadre = "½") => (number === 0.5 ? cadre : words.mixed(number));

/** "6-R-4", as the counter prints it. */
export const values = (/** @type {SwordsCounter} */ unit) =>
  `${points(unit.strength, "C")}-${unit.weapon}-${unit.cohesion}`;

/**
 * The markers that lie on a unit, with the words they bear.
 * @param {SwordsCounter} unit
 */
export function markers(unit) {
  return [
    unit.hits === 1 && { id: "shaken", text: "Shaken" },
    unit.hits >= 2 && { id: "disrupted", text: "Disrupted" },
    unit["low-ammo"] && { id: "low-ammo", text: "Low Ammo" },
    unit.skirmish && { id: "skirmish", text: "Skirmish" },
    unit.chaos && { id: "chaos", text: "Chaos" },
    unit.frozen && { id: "frozen", text: "Frozen" },
  ].filter(truthy);
}

/**
 * What a unit is and what has become of it, each in a word or two; `marked`: with the markers that
 * lie on it.
 * @param {SwordsCounter} unit
 * @param {boolean} [marked]
 */
export function condition(unit, marked = true) {
  return [
    unit.worn && !unit.fragile && "battleworn",
    unit.fragile && "fragile",
    unit.sharpshooter && "sharpshooters",
    unit.mounted && "mounted",
    ...(marked ? markers(unit).map(({ text }) => text) : []),
    unit.fired && "has fired",
    unit.moved && "has moved",
    unit.charged && "has charged",
    unit.acted && "has acted",
  ].filter(truthy);
}

/**
 * A unit in one phrase, as it is read aloud: first what its counter shows, in that order.
 * @param {SwordsCounter} unit
 */
export function unitAloud(unit) {
  const { now } = unit;
  const changed = now && (now.strength !== unit.strength || now.cohesion !== unit.cohesion);
  return [
    `${unit.name} ${values(unit)}`,
    ...markers(unit).map(({ text }) => text),
    changed && `now ${points(now.strength)} and ${now.cohesion}`,
    `${words.side(unit.side)} ${unit.type}`,
    ...condition(unit, false),
  ]
    .filter(truthy)
    .join(", ");
}

export const phase = (/** @type {SwordsView} */ { activation, phase }) =>
  `${activation ? `${activation.name}: ` : ""}${PHASES[phase] ?? words.capital(phase)}`;

export const turn = (/** @type {SwordsView} */ view) =>
  `Turn ${view.turn} of ${view.turns}${view.time ? `, ${view.time}` : ""}`;

/**
 * 0.4167 as "42%"; what is rare but can be is not called nothing.
 * @param {number} chance
 */
export function percent(chance) {
  const rounded = Math.round(chance * 100);
  if (rounded === 0 && chance > 0) return "<1%";
  if (rounded === 100 && chance < 1) return ">99%";
  return `${rounded}%`;
}

export const brigade = (/** @type {SwordsView} */ view, /** @type {string} */ id) =>
  view.brigades.find((one) => one.id === id)?.name ?? id;

/**
 * A chit as far as this seat knows it: `{id, name, text?, case?}`.
 * @param {SwordsView} view
 * @param {string} id
 * @returns {Chit}
 */
export function chit(view, id) {
  const drawn = view.question?.drawn;
  const all = words.EACH_SIDE.flatMap((side) => {
    const { keys, held, aside, discarded } = view.cup[side];
    return [...(keys.chits ?? []), ...(held.chits ?? []), ...aside, ...discarded];
  });
  return (
    [...(drawn ? [drawn] : []), ...all, ...view.cup.others].find((one) => one.id === id) ?? { id, name: id, side: null }
  );
}

/** "A and B" for units by their ids. */
export const names = (/** @type {SwordsView} */ view, /** @type {string[]} */ ids = []) =>
  words.listed(ids.map((id) => view.units.find((unit) => unit.id === id)?.name ?? id));

const fires = (/** @type {SwordsView} */ view, /** @type {Announced} */ { units, target, canister }) =>
  `${names(view, units)} at ${target}${canister ? " with canister" : ""}`;

/** @type {Record<string, string>} */
const ENDS = {
  fire: "No more fire",
  movement: "End movement",
  reserve: "End the Reserve Move",
  close: "No Close Combat",
  rally: "End the rally step",
  "battery-hex": "Done with these batteries",
};
/** @type {Record<string, string>} */
const PASSES = {
  batteries: "Pass",
  opportunity: "Hold fire",
  "cavalry-withdrawal": "Stay",
  rider: "Stand and fight",
  "defensive-fire": "No fire",
  "fire-back": "No fire",
  advance: "No advance",
  "battery-rally": "No rally",
  special: "Not now",
};

/**
 * An order in a few words, as a button says it; `kind` is that of the question.
 * @param {SwordsView} view
 * @param {string} kind
 * @param {Order} order
 */
export function phrase(view, kind, order) {
  const [[verb, fields]] = /** @type {[string, SwordsFields][]} */ (Object.entries(order));
  const what = {
    units: [],
    chits: [],
    shots: [],
    assaults: [],
    path: [],
    unit: "",
    chit: "",
    brigade: "",
    order: "",
    ...fields,
  };
  const name = (/** @type {string} */ id) => names(view, [id]);
  const path = (/** @type {string[]} */ hexes) => (hexes.length > 1 ? ` by ${hexes.slice(0, -1).join(", ")}` : "");
  switch (verb) {
    case "pass":
      return PASSES[kind] ?? "Pass";
    case "end":
      return ENDS[kind] ?? "Done";
    case "keys":
      return words.listed(what.chits.map((id) => chit(view, id).name));
    case "batteries":
      return `The batteries in ${what.hex}`;
    case "fire":
      return `Fire: ${what.shots.map((shot) => fires(view, shot)).join("; ")}`;
    case "move":
      if (what.exit) return `${names(view, what.units)} ${what.units.length > 1 ? "leave" : "leaves"} the map`;
      return `${names(view, what.units)} ${what.charge ? "charges" : "to"} ${what.to ?? what.path?.at(-1)}`;
    case "mount":
      return `${name(what.unit)} ${view.units.find((unit) => unit.id === what.unit)?.mounted ? "dismounts" : "mounts"}`;
    case "leave-skirmish":
      return `${name(what.unit)} leaves Skirmish Order`;
    case "play": {
      const how = what.rally ? (what.rally === "recover" ? ", which recovers" : ", which is rebuilt") : "";
      const on = what.unit
        ? ` on ${name(what.unit)}${how}`
        : what.brigade
          ? ` on ${brigade(view, what.brigade)}`
          : what.shot
            ? `: ${fires(view, what.shot)}`
            : "";
      return `Play ${chit(view, what.chit).name}${on}`;
    }
    case "hold":
      return "Hold it";
    case "common":
      return "Use it as a Common Event";
    case "chaos":
      return `Chaos in ${what.hex}`;
    case "wayward":
      return `${name(what.unit)} strays to ${what.to}`;
    case "activate":
      return brigade(view, what.brigade ?? "");
    case "surprise":
      return "Begin the Surprise Attack";
    case "order":
      return ORDERS[what.order] ?? what.order;
    case "place":
      return `${name(what.unit)} in ${what.hex}`;
    case "withdraw":
      return `${name(what.unit)} withdraws to ${what.to}`;
    case "lead":
      return `${name(what.unit)} leads`;
    case "choose":
      return name(what.unit);
    case "retreat":
      return what.path.length
        ? `${name(what.unit)} retreats to ${what.path.at(-1)}${path(what.path)}`
        : `${name(what.unit)} leaves the map`;
    case "close":
      return words.listed(what.assaults.map((one) => `${names(view, one.units)} at ${one.target}`));
    case "resolve":
      return `The Close Combat at ${what.target}`;
    case "assaulting":
      return `From ${what.hex}`;
    case "advance":
      return `${name(what.unit)} advances to ${what.path.at(-1)}${path(what.path)}`;
    case "rally":
      return `${name(what.unit)} ${what.rally === "rebuild" ? "is rebuilt" : "recovers"}`;
    case "rare": {
      const columns = what.columns && `${what.columns > 0 ? "+" : ""}${what.columns} columns`;
      const parts = [names(view, what.units), what.brigade && brigade(view, what.brigade), columns];
      return `Rare event: ${parts.filter(truthy).join(", ")}`;
    }
    default:
      return words.capital(verb);
  }
}
