// What the page of Kernstown answers for its player: a passive turn in few decisions, and a chit that can only be
// held, of which the other side learns nothing by the time it took.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { SINGLE, set } from "../../web/js/common/settings.js";
import { answerer } from "../../web/js/games/blind-swords/answers/answerer.js";
import * as kept from "../../web/js/games/blind-swords/answers/kept.js";
import { settle } from "../../web/js/games/blind-swords/answers/next-time.js";
import { faces } from "../browser/hand.js";
import { hurry } from "./hurry.js";
import { program, scout, until } from "./server.js";
import { Table } from "./table.js";

const SCENARIO = "kernstown-1-stone-wall";
/** How many game-turns are counted for each side, and what a passive one may take. */
const [TURNS, CLICKS] = [2, 4];
/** The least that an answer about chits takes against people, in ms, as the page has it. */
const LEAST = 2500;

/** Where one may choose to stand for the rest of the turn. */
const OWN = ["batteries", "held", "drawn", "moment", "orders", "fire", "movement", "close", "rally"];

/** How long the page meant to wait, in ms. */
let waits = [];
hurry((ms) => waits.push(ms));
beforeEach(() => (waits = []));

/** Waits until a question is left to the player; false once the game is over. */
async function asked(table) {
  const { play, session } = table;
  await new Promise((resolve) => {
    const look = () => {
      const own = session.question && !play.prompt?.stale && play.prompt?.offers.length && !answerer(play).due;
      if (!own && session.view.phase !== "over") return;
      end();
      resolve();
    };
    const end = play.on("draw", look);
    look();
  });
  return session.view.phase !== "over";
}

/** Chooses Key Chits where too few are proposed; how many were. */
function chooseKeys(prompt) {
  const missing = prompt.own.map(({ id }) => id).filter((id) => !prompt.chosen.has(id));
  const chosen = missing.slice(0, prompt.need - prompt.chosen.size);
  for (const id of chosen) prompt.toggle(id);
  assert.ok(prompt.ready);
  return chosen.length;
}

test("a passive game-turn takes at most four decisions", async () => {
  for (const [side, other] of [
    ["union", "confederate"],
    ["confederate", "union"],
  ]) {
    const begun = { scenario: SCENARIO, commanders: { [other]: { level: "recruit" } }, dice: faces(900, 77) };
    const table = await Table.at(await scout.ask("game.new", begun), side);
    const { play, session } = table;
    await asked(table);
    await settle(play, session.view.instructions, "taken");
    const clicks = new Map();
    while ((await asked(table)) && session.view.turn <= TURNS) {
      const { version, turn } = session.view;
      const click = (count = 1) => clicks.set(turn, (clicks.get(turn) ?? 0) + count);
      const { prompt } = play;
      const its = answerer(play);
      if (prompt.question.kind === "keys") {
        click(chooseKeys(prompt) + 1);
        await prompt.give(prompt.ready);
      } else if (!its.resting && OWN.includes(prompt.question.kind)) {
        click();
        its.rest(prompt);
      } else {
        click();
        await prompt.give(prompt.plain()[0] ?? prompt.offers[0]);
      }
      await until(session, () => session.version > version);
    }
    assert.equal(clicks.size, TURNS, `${side}: every turn was counted`);
    for (const [turn, count] of clicks) assert.ok(count <= CLICKS, `${side}, turn ${turn}: ${count} decisions`);
  }
});

/** Games of two in which the first chit drawn is an Event chit of the Union's that can only be held. */
async function held(count) {
  const found = [];
  for (let seed = 1; seed < 60 && found.length < count; seed++) {
    const dice = faces(60, seed * 7919);
    const { game, tokens } = await scout.ask("game.new", { scenario: SCENARIO, mode: "two", dice });
    const known = {};
    for (const side of ["union", "confederate"])
      known[side] = await scout.game(`${program.address}/game/${game}#${tokens[side]}`);
    for (let view = await known.union.view(); view.question; view = await known.union.view()) {
      const { kind, side } = view.question;
      if (!["keys", "batteries", "drawn"].includes(kind) || (kind === "drawn" && side !== "union")) break;
      if (kind === "drawn") {
        if ((await known.union.options()).verbs.length === 1) found.push({ game, tokens, known });
        break;
      }
      const order = kind === "keys" ? (await known[side].targets("keys", null)).targets[0].order : { pass: {} };
      await known[side].give(order);
    }
  }
  assert.equal(found.length, count, "such dice were found");
  return found;
}

test("a chit that can only be held goes out by itself, as slowly as one that was chosen", async () => {
  const told = [];
  for (const [index, begun] of (await held(2)).entries()) {
    // So long this player took over chits before.
    kept.set({ waits: Array(6).fill(index ? 19_000 : 6000) });
    waits = [];
    const { play, session } = await Table.at(begun, "union");
    const { version } = session;
    const { prompt } = play;
    assert.equal(answerer(play).due?.kind, "drawn");
    if (index === 0) await until(session, () => session.version > version);
    else {
      // Pressed at once, it goes out no sooner than one of the page's own could.
      waits = [];
      await prompt.give(prompt.offers[0]);
    }
    const long = Math.max(...waits);
    if (index === 0) assert.ok(long > 4000 && long <= 6000, `by itself, as long as it was before: ${long} ms`);
    else assert.ok(long > LEAST - 1000 && long <= LEAST, `${long} ms`);
    const [entry] = (await begun.known.confederate.ask("game.log", { since: version })).entries;
    told.push(entry.events[0]);
  }
  // To the other seat, one is like the other.
  assert.match(told[0].text, /The Union side holds a chit/);
  assert.deepEqual(told[0], told[1]);
});

test("whoever wants to be asked, or took something back, is asked; at one screen nothing is imitated", async () => {
  const [begun] = await held(1);
  kept.set({ waits: [] });
  set(SINGLE, "ask");
  const { play } = await Table.at(begun, "union");
  assert.equal(answerer(play).due, null);
  set(SINGLE, "always");
  await play.prompt.begin();
  assert.equal(answerer(play).due?.kind, "drawn");
  answerer(play).ask();
  assert.equal(answerer(play).due, null);
  await play.prompt.begin();
  assert.equal(answerer(play).due, null, "as long as nothing has changed");
});

test("an undo takes back that the brigade does no more: it is asked again, and may be told so again", async () => {
  const begun = { scenario: SCENARIO, commanders: { confederate: { level: "recruit" } }, dice: faces(900, 77) };
  const table = await Table.at(await scout.ask("game.new", begun), "union");
  const { play, session } = table;
  const its = answerer(play);
  await settle(play, session.view.instructions, "taken");
  while ((await asked(table)) && play.prompt.question.kind !== "fire") {
    const { version } = session;
    const { prompt } = play;
    const keys = prompt.question.kind === "keys";
    if (keys) chooseKeys(prompt);
    const declines = prompt.offers.find(({ verb }) => ["pass", "hold"].includes(verb));
    await prompt.give(keys ? prompt.ready : (declines ?? prompt.plain()[0] ?? prompt.offers[0]));
    await until(session, () => session.version > version);
  }
  // What the page would give in the steps after that is held back.
  const give = its.give.bind(its);
  its.give = async (version) => its.due?.kind === "fire" && give(version);
  const next = async (does, kind) => {
    const { version } = session;
    await does();
    await until(session, ({ version: now, question }) => now > version && question?.kind === kind);
    await table.ready();
  };
  const { brigade } = play.prompt.view.activation;
  const stand = () => its.stand(play.prompt, brigade);
  await next(stand, "movement");
  assert.equal(its.due?.kind, "movement", "the page goes on");
  await next(() => play.undo(), "fire");
  assert.equal(its.due, null);
  await next(() => play.prompt.give(play.prompt.offers.find(({ verb }) => verb === "end")), "movement");
  assert.equal(its.due, null, "what comes after it is asked");
  await next(() => play.undo(), "fire");
  await next(stand, "movement");
  assert.equal(its.due?.kind, "movement", "said again, it holds again");
});
