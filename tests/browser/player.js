// A player of modest gifts: looks at what is legal and picks something sensible. Hands then do it
// on the page.

import assert from "node:assert/strict";
import { faces } from "./hand.js";

/** Units moved in one phase: enough to bring the sides together, few enough to be done soon. */
const MOVES = 3;
/** Attacks weighed before the best so far is taken. */
const WEIGHED = 60;

/**
 * The next order for whoever is asked, in the form of the protocol; `null` once the game is over.
 * `moved` counts the units moved so far in this phase.
 */
export async function decide(known, view, moved = 0) {
  const { question } = view;
  if (!question) return null;
  switch (question.kind) {
    case "movement":
      return move(known, view, moved);
    case "combat":
      return fight(known, view);
    case "retreat":
      return { retreat: await withdrawal(known, "retreat", question.units[0]) };
    case "withdraw-battery":
      return { "withdraw-battery": await withdrawal(known, "withdraw-battery", question.units[0]) };
    case "exchange":
      return { lose: (await known.targets("lose", question.units[0])).targets[0] };
    case "advance":
      return advance(known, question);
    case "retreat-before-combat":
      return { "retreat-before-combat": {} };
    default:
      throw new Error(`a question of an unknown kind: ${question.kind}`);
  }
}

/** With these dice the last two turns of the training battle bring every order that has a hand of its own. */
const DICE = faces(60, 8 * 7919);
const LAST_TURNS = ["move", "end-movement", "attack", "retreat", "lose", "advance", "end-combat"];

/** A game of the training battle, played by the protocol up to the last turn but one; the address of both seats. */
export async function nearlyOver(scout) {
  const { game, tokens } = await scout.ask("game.new", { scenario: "training", mode: "hot-seat", dice: DICE });
  const link = `${scout.address}/game/${game}#${tokens.both}`;
  const known = await scout.game(link);
  let moved = 0;
  for (let view = await known.view(); view.turn < view.turns - 1; view = await known.view()) {
    const order = await decide(known, view, moved);
    moved = "move" in order ? moved + 1 : 0;
    await known.give(order);
  }
  return link;
}

/**
 * Plays such a game to its end: `give(order)` does so on the page, `seen(view, order)` waits until the page shows what
 * became of it. The last view.
 */
export async function finish(known, give, seen) {
  const given = new Set();
  let view = await known.view();
  let moved = 0;
  for (let order = await decide(known, view); order; order = await decide(known, view, moved)) {
    const [verb] = Object.keys(order);
    given.add(verb);
    moved = verb === "move" ? moved + 1 : 0;
    await give(order);
    view = await known.after(view.version);
    await seen(view, order);
  }
  assert.equal(view.phase, "over");
  assert.deepEqual([...given].sort(), [...LAST_TURNS].sort());
  return view;
}

function foes(view, side) {
  return view.units.filter((unit) => unit.side !== side && unit.status === "map");
}

/** Reinforcements first, then whoever can come nearer to an enemy. */
async function move(known, view, moved) {
  const { verbs } = await known.options();
  const able = verbs.find((verb) => verb.verb === "move")?.subjects ?? [];
  const enemies = foes(view, view.question.side).map((unit) => unit.hex);
  const distance = (hex) => Math.min(...enemies.map((enemy) => known.apart(hex, enemy)));
  const units = able.map((id) => view.units.find((unit) => unit.id === id));
  units.sort((a, b) => (a.status === "due" ? 0 : distance(a.hex)) - (b.status === "due" ? 0 : distance(b.hex)));
  for (const unit of enemies.length && moved < MOVES ? units : []) {
    const { targets } = await known.targets("move", unit.id);
    const free = targets.filter(({ hex }) => !view.units.some((other) => other.hex === hex));
    const best = free.sort((a, b) => distance(a.hex) - distance(b.hex))[0];
    if (best && (unit.status === "due" || distance(best.hex) < distance(unit.hex) - 0.5)) {
      return { move: { unit: unit.id, to: best.hex } };
    }
  }
  return { "end-movement": {} };
}

/** Every choice of some of these, the smaller ones first. */
function subsets(items) {
  const all = [];
  for (let bits = 1; bits < 2 ** items.length; bits++) all.push(items.filter((_, index) => bits & (1 << index)));
  return all.sort((a, b) => a.length - b.length);
}

function odds(column) {
  const [attack, defence] = column.split("-").map(Number);
  return attack / defence;
}

/** While an attack is owed, the best legal one of those weighed: few hexes, and many against them. */
async function fight(known, view) {
  if (!view.owed.cases.length) return { "end-combat": {} };
  const { targets, attackers } = await known.targets("attack", { attackers: [], defenders: [] });
  const hexes = targets.filter((target) => target.mode === "adjacent").map((target) => target.hex);
  const place = new Map(view.units.map((unit) => [unit.id, unit.hex]));
  let best = null;
  let weighed = 0;
  for (const defenders of subsets(hexes.slice(0, 8))) {
    const near = attackers
      .map((one) => one.unit)
      .filter((unit) => defenders.some((hex) => known.apart(place.get(unit), hex) < 1.1));
    for (const some of subsets(near.slice(0, 6)).reverse()) {
      if (best && weighed >= WEIGHED) return best.order;
      weighed++;
      const order = { attack: { attackers: some, defenders } };
      const { legal, column } = await known.preview(order);
      if (legal && !(best && odds(column) <= best.odds)) best = { order, odds: odds(column) };
    }
  }
  // Guns may be all that is left for a hex that must be attacked.
  for (const hex of best ? [] : view.owed.defenders) {
    for (const { unit } of attackers) {
      const order = { attack: { attackers: [unit], defenders: [hex] } };
      if ((await known.preview(order)).legal) return order;
    }
  }
  if (!best) throw new Error(`an attack is owed, but none was found: ${JSON.stringify(view.owed)}`);
  return best.order;
}

/** The first way back, with whoever has to make room for it. */
async function withdrawal(known, verb, unit) {
  const [first] = (await known.targets(verb, unit)).targets;
  const displace = [];
  for (let links = first.displace; links?.length; ) {
    displace.push({ unit: links[0].unit, to: links[0].hex });
    const { targets } = await known.targets(verb, { unit, to: first.hex, displace });
    links = targets.find((target) => target.displace?.length)?.displace;
  }
  return { unit, to: first.hex, ...(displace.length && { displace }) };
}

/** Into the hex, if anyone may. */
async function advance(known, question) {
  for (const unit of question.units) {
    const [target] = (await known.targets("advance", unit)).targets;
    if (target) return { advance: { unit, to: target.hex } };
  }
  return { hold: {} };
}
