// The card of what happened since one's own turn: when it is there, and what it lists.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SINGLE, set } from "../../web/js/common/settings.js";
import { answerer } from "../../web/js/games/blind-swords/answers/answerer.js";
import { faces } from "../browser/hand.js";
import { decide } from "../browser/player.js";
import { hurry } from "./hurry.js";
import { scout, until } from "./server.js";
import { Table } from "./table.js";

/** What is drawn, as text. */
function said(drawn) {
  if (Array.isArray(drawn)) return drawn.map(said).join("");
  if (drawn === null || drawn === undefined || drawn === false) return "";
  return typeof drawn === "object" ? said(drawn.props.children) : String(drawn);
}

globalThis.matchMedia = () => ({ matches: false });
const { Since } = await import("../../web/js/panel/since.js");

// The page answers about chits no faster than a person could.
hurry();

const SIDES = { union: "Union", confederate: "Confederate" };

/** The training battle with a token for each seat, and the same dice each time. */
async function battle() {
  const { view } = await Table.at(await scout.ask("game.new", { scenario: "training" }));
  const units = view.units
    .filter(({ hex }) => hex)
    .map(({ id, side, type, strength, hex }) => ({ id, side, type, strength, hex }));
  return scout.ask("game.position", { scenario: "training", mode: "two", units, dice: faces(300, 4 * 7919) });
}

/** A seat's table with the card. */
function seated(begun, you) {
  return Table.at(begun, you, (table) => (table.since = new Since(table.play, { again: () => {} })));
}

/** Waits until the card is there, or not. */
function card(table, there) {
  return new Promise((resolve) => {
    const look = () => {
      if (table.since.told !== there) return;
      end();
      resolve();
    };
    const end = table.play.on("draw", look);
    look();
  });
}

/** The places that the card says have changed hands: "Won: Crossroads 0705", and so on. */
function ground(table) {
  return [...said(table.since.panel()).matchAll(/(Won|Lost): .*?(\d{4})/g)]
    .map(([, what, hex]) => `${what} ${hex}`)
    .sort();
}

/** What has changed hands between two views. */
function changedHands(was, is, you) {
  const before = new Map(was.control.map(({ hex, side }) => [hex, side]));
  return is.control
    .filter(({ hex, side }) => before.has(hex) && before.get(hex) !== side && (side === you || before.get(hex) === you))
    .map(({ hex, side }) => `${side === you ? "Won" : "Lost"} ${hex}`)
    .sort();
}

/** Gives the next order of whichever side is asked, as a player of modest gifts would; false once the game is over. */
async function playOn(table, tokens, moved) {
  const { question, version } = table.view;
  if (!question) return null;
  const known = Object.assign(Object.create(table.known), { token: tokens[question.side] });
  const order = await decide(known, await known.view(), moved);
  await known.give(order);
  await until(table.session, (session) => session.version > version);
  return order;
}

test("the card is there at the start of one's own turn alone, and lists what changed after the last", async () => {
  // The test answers for both sides.
  set(SINGLE, "ask");
  for (const you of Object.keys(SIDES)) {
    const begun = await battle();
    const table = await seated(begun, you);
    // How it was when this side's last turn ended; whether it has given an order in the present one.
    let [ended, begunTurn] = [table.view, false];
    let [cards, moved, won] = [0, 0, 0];
    for (;;) {
      const before = table.view;
      const order = await playOn(table, begun.tokens, moved);
      if (!order) break;
      moved = "move" in order ? moved + 1 : 0;
      const { view } = table;
      if (view.phasing !== you) begunTurn = false;
      else if (before.phasing === you && before.question.side === you) begunTurn = true;
      if (before.phasing === you && view.phasing !== you) ended = view;
      if (before.phasing === you) won += changedHands(before, view, you).length;
      const start = view.phasing === you && view.question?.side === you && !begunTurn;
      const at = `${you}, version ${view.version}, after ${JSON.stringify(order)}`;
      assert.equal(table.since.told, start, at);
      if (!start) continue;
      cards++;
      assert.deepEqual(ground(table), changedHands(ended, view, you), at);
      // Whoever opens the page only now is told the same.
      const again = await seated(begun, you);
      await card(again, true);
      assert.equal(said(again.since.panel()), said(table.since.panel()), at);
    }
    assert.ok(cards > 2 && won > 0, `${cards} cards, ${won} conquests`);
  }
});

test("a turn whose end is taken back is told from its beginning", async () => {
  const begun = await scout.ask("game.position", {
    scenario: "training",
    mode: "two",
    side: "confederate",
    units: [
      { id: "u", side: "union", type: "infantry", strength: 5, hex: "0101" },
      { id: "c", side: "confederate", type: "infantry", strength: 5, hex: "0506" },
    ],
  });
  const table = await seated(begun, "union");
  const known = Object.assign(Object.create(table.known), { token: begun.tokens.confederate });
  const does = async (method, params) => {
    const { version } = table.session;
    await known.ask(method, params);
    await until(table.session, (session) => session.version > version);
  };
  const give = (order) => does("game.order", { order });
  await give({ move: { unit: "c", to: "0505" } });
  await give({ "end-movement": {} });
  if (table.view.phase === "combat") await give({ "end-combat": {} });
  await card(table, true);
  assert.deepEqual(ground(table), ["Lost 0505"]);
  await does("game.undo");
  await card(table, false);
  await does("game.redo");
  await card(table, true);
  assert.deepEqual(ground(table), ["Lost 0505"]);
});

test("in Kernstown one's own turn is a brigade's activation, or an action of one's batteries", async () => {
  set(SINGLE, "always");
  const you = "union";
  const begun = await scout.ask("game.new", {
    scenario: "kernstown-1-stone-wall",
    mode: "two",
    dice: faces(900, 77),
  });
  const table = await seated(begun, you);
  const tables = { union: table, confederate: await Table.at(begun, "confederate") };
  const { session } = table;
  /** Whose turn it is in a view. */
  const acting = ({ activation, question }) =>
    activation?.side ?? (/^batter/.test(question?.kind) ? question.side : null);
  const views = [];
  let cards = 0;
  while (cards < 3) {
    const { version } = session;
    const { play } = tables[session.view.question.side];
    await new Promise((resolve) => {
      const look = () => {
        const asked = play.session.version === version && play.prompt?.offers.length && !play.prompt.stale;
        if (!(asked && !answerer(play).due) && session.version === version) return;
        for (const end of ends) end();
        resolve();
      };
      const ends = [play.on("draw", look), table.play.on("draw", look)];
      look();
    });
    while (views.length <= version) views.push(await table.known.ask("game.view", { version: views.length }));
    // The page itself may have answered.
    if (session.version > version) continue;
    const given = [...session.entries.values()].filter(({ order, events }) => order || events);
    // The last order of this side in its own turn, and whether the other side has had a turn after it.
    const own = given.findLast((one) => one.side === you && acting(views[one.version - 1]) === you);
    const ended = views.findIndex((view) => view.version >= (own?.version ?? 0) && acting(view) !== you);
    const theirs = given.some(
      (one) => ended >= 0 && one.version > ended && acting(views[one.version - 1]) === one.side && one.side !== you,
    );
    const there = session.question !== null && acting(session.view) === you && ended >= 0 && theirs;
    const at = `version ${version}: ${session.view.question.kind} of ${session.view.question.side}`;
    assert.equal(table.since.told, there, at);
    if (there) {
      cards++;
      const again = await seated(begun, you);
      await card(again, true);
      assert.equal(said(again.since.panel()), said(table.since.panel()), at);
    }
    const { prompt } = play;
    if (!prompt || session.version > version) continue;
    if (prompt.question.kind === "keys") {
      for (const { id } of prompt.own) if (!prompt.ready && !prompt.chosen.has(id)) prompt.toggle(id);
      await prompt.give(prompt.ready);
    } else await prompt.give(prompt.offers[0]);
    await until(session, () => session.version > version);
  }
});
