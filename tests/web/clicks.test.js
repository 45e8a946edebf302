// Clicks while an order is on its way: each is done after it, or dropped and told, and none is done for another position.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SINGLE, set } from "../../web/js/common/settings.js";
import { answerer } from "../../web/js/game/answerer.js";
import { scout, until } from "./server.js";
import { Table } from "./table.js";

set(SINGLE, "ask");

const unit =
  (side) =>
  (id, strength, hex, type = "infantry") => ({ id, side, type, strength, hex });
const union = unit("union");
const confederate = unit("confederate");
const due = (id) => ({ ...union(id, 3), turn: 1, entry: ["0105"] });

/** A movement phase; `hold` keeps back what the page sends or asks from then on, until what it gives is called. */
async function movement(units = [union("a", 5, "0205"), union("b", 4, "0305"), confederate("d", 4, "1205")]) {
  const table = await Table.lay({ phase: "movement", units });
  const { session } = table;
  const { call } = session;
  let wait = null;
  let held = [];
  session.call = async (method, params) => {
    if (held.includes(method)) await wait;
    return call.call(session, method, params);
  };
  table.hold = (methods = ["game.order", "game.undo"]) => {
    let release;
    held = methods;
    wait = new Promise((resolve) => (release = resolve));
    return release;
  };
  return table;
}

const click = (table, hex, unit = null, more = {}) => table.on.press({ unit, hex, named: unit === null, ...more });
const orders = ({ session }) => [...session.entries.values()].flatMap(({ order }) => (order ? [order] : []));
const told = ({ refused }) => refused.map(({ refusal }) => `${refusal.title ?? "Refused"}: ${refusal.message}`);
/** Waits until a unit is in hand, with its reach. */
const inHand = (table, id) =>
  new Promise((resolve) => {
    const look = () => {
      const { prompt } = table.play;
      if (prompt?.unit !== id || prompt.loading || !table.play.ready()) return;
      end();
      resolve();
    };
    const end = table.play.on("draw", look);
    look();
  });

test("what is clicked while a move is on its way is done after it, in a row", async () => {
  const table = await movement();
  await table.press({ unit: "a" });
  const release = table.hold();
  click(table, "0206");
  assert.ok(table.play.busy);
  click(table, "0305", "b");
  click(table, "0304");
  assert.equal(table.prompt.unit, "a", "nothing yet");
  release();
  await until(table.session, ({ version }) => version === 2);
  assert.deepEqual([table.where("a"), table.where("b")], ["0206", "0304"]);
  // What was just moved is taken back while the undo before is on its way.
  await table.ready();
  const undone = table.hold();
  table.play.undo();
  table.play.undo();
  undone();
  await until(table.session, ({ version }) => version === 4);
  assert.deepEqual([table.where("a"), table.where("b"), told(table)], ["0205", "0305", []]);
});

test("clicks wait until it is known where the unit that was clicked before them can go", async () => {
  const table = await movement();
  const release = table.hold(["game.targets"]);
  click(table, "0205", "a");
  click(table, "0206");
  click(table, "0305", "b");
  click(table, "0304");
  assert.deepEqual([table.prompt.unit, table.play.busy], ["a", false]);
  release();
  await until(table.session, ({ version }) => version === 2);
  assert.deepEqual([table.where("a"), table.where("b"), told(table)], ["0206", "0304", []]);
});

test("a click that still waits when the connection breaks is dropped, and told", async () => {
  const table = await movement();
  const { session } = table;
  const release = table.hold(["game.targets"]);
  click(table, "0305", "b");
  click(table, "0304");
  session.wire.cut();
  await until(session, ({ caughtUp }) => !caughtUp);
  assert.deepEqual(told(table), ["Not done: there is no connection"]);
  session.wire.mend();
  await until(session, ({ caughtUp }) => caughtUp);
  release();
  await table.ready();
  assert.deepEqual([session.version, told(table).length], [0, 1]);
});

test("an order about no position that is given while something is told goes out after it", async () => {
  const table = await movement();
  let telling = true;
  table.play.telling = () => telling;
  const given = table.play.after(() => ({ "end-movement": {} }));
  await table.known.give({ move: { unit: "b", to: "0304" } });
  await until(table.session, ({ version }) => version === 1);
  await table.ready();
  assert.equal(orders(table).length, 1);
  telling = false;
  await table.known.give({ move: { unit: "a", to: "0206" } });
  assert.equal(await given, true);
  assert.deepEqual(orders(table).at(-1), { "end-movement": {} });
});

test("a click made for a position that was changed by another is dropped, and told", async () => {
  const table = await movement();
  await table.press({ unit: "a" });
  const release = table.hold();
  click(table, "0206");
  click(table, "0305", "b");
  click(table, "0304");
  await table.known.give({ move: { unit: "b", to: "0306" } });
  await until(table.session, ({ version }) => version === 1);
  const refused = new Promise((resolve) => table.play.on("refused", (of) => of && resolve()));
  release();
  await refused;
  await table.ready();
  assert.match(told(table)[0], /^Not done: the position changed .*What you clicked after it was not done either$/);
  assert.deepEqual(
    [table.where("a"), table.where("b"), table.prompt.unit, told(table).length],
    ["0205", "0306", "a", 1],
  );
});

test("after an order that the rules refuse nothing is done that was clicked behind it", async () => {
  const table = await movement();
  await table.press({ unit: "a" });
  const release = table.hold();
  table.on.drop("a", "1105");
  click(table, "0305", "b");
  const refused = new Promise((resolve) => table.play.on("refused", (of) => of && resolve()));
  release();
  await refused;
  assert.match(told(table)[0], /^Refused: .*What you clicked after it was not done either$/);
  assert.deepEqual([table.prompt.unit, table.session.version], ["a", 0]);
});

test("a click that was made for one question does not answer the next", async () => {
  const table = await movement();
  await table.known.give({ "end-movement": {} });
  await until(table.session, ({ version }) => version === 1);
  await table.ready();
  const release = table.hold();
  table.play.order({ "end-combat": {} });
  click(table, "1205", "d");
  const refused = new Promise((resolve) => table.play.on("refused", (of) => of && resolve()));
  release();
  await refused;
  assert.deepEqual(told(table), ["Not done: the position changed after your click"]);
  assert.equal(table.prompt.unit, null);
});

test("the same hex pressed again while its order is on its way gives one order, as a double click does", async () => {
  const units = [due("r0"), due("r1"), due("r2"), union("a", 5, "0505"), confederate("d", 4, "1205")];
  const table = await movement(units);
  await table.prompt.choose("r0", true);
  const [hex] = table.hexes("targets", "entry");
  const release = table.hold();
  click(table, hex);
  click(table, hex);
  release();
  await inHand(table, "r1");
  // The second of a double click comes when the next one is in hand already.
  click(table, hex, null, { again: true });
  click(table, hex, null, { again: true });
  assert.deepEqual([orders(table).length, table.play.busy], [1, false]);
  // One that is meant is none.
  click(table, hex);
  await inHand(table, "r2");
  assert.deepEqual([table.where("r0"), table.where("r1"), told(table)], [hex, hex, []]);
});

test("clicks beyond the fourth that would wait are told", async () => {
  const table = await movement();
  await table.press({ unit: "a" });
  const release = table.hold();
  for (const hex of ["0206", "0301", "0302", "0303", "0304", "0405"]) click(table, hex);
  assert.deepEqual(told(table), ["Not done: too many clicks are waiting"]);
  release();
  await until(table.session, ({ version }) => version === 1);
});

test("nothing is accepted without a connection, and nothing of it is done later", async () => {
  const table = await movement();
  const { session, play } = table;
  await table.press({ unit: "a" });
  session.wire.cut();
  await until(session, ({ caughtUp }) => !caughtUp);
  click(table, "0206");
  click(table, "0305", "b");
  table.on.drop("a", "0206");
  play.undo();
  await play.order({ "end-movement": {} });
  assert.deepEqual(told(table), Array(5).fill("Not done: there is no connection"));
  session.wire.mend();
  await until(session, ({ caughtUp }) => caughtUp);
  await table.ready();
  assert.deepEqual([table.prompt.unit, session.version], ["a", 0]);
});

test("an undo that comes late takes nothing back, and is refused as a stale order is", async () => {
  const table = await movement();
  const { session, play } = table;
  await table.move({ unit: "a", to: "0206" });
  await table.move({ unit: "b", to: "0304" });
  const undone = table.hold();
  const late = play.undo();
  // Another page of the seat takes it back meanwhile.
  await table.known.ask("game.undo");
  await until(session, ({ version }) => version === 3);
  undone();
  await late;
  assert.deepEqual([table.where("a"), table.where("b"), session.version], ["0206", "0305", 3]);
  assert.deepEqual(told(table), ["Not done: the position changed after your click"]);
});

test("two pages of one seat answer what has one answer: the second is refused without a word", async () => {
  set(SINGLE, "always");
  const units = [
    ...[union("a", 5, "0605"), union("b", 5, "0604"), union("e", 5, "0706"), union("far-u", 1, "0101")],
    ...[confederate("d", 3, "0705"), confederate("far-c", 1, "1201")],
  ];
  const begun = await scout.ask("game.position", { scenario: "training", phase: "combat", units, dice: [3] });
  const [first, second] = [await Table.at(begun), await Table.at(begun)];
  // The second sends its answer before it hears of the first.
  const { session } = second;
  const { call } = session;
  let answered;
  const refusal = new Promise((resolve) => (answered = resolve));
  session.call = async (method, params) => {
    if (method !== "game.order") return call.call(session, method, params);
    await until(first.session, ({ version }) => version === 2);
    const answer = call.call(session, method, params);
    answer.catch(answered);
    return answer;
  };
  await first.give({ attack: { attackers: ["a", "b", "e"], defenders: ["0705"] } });
  const retreat = answerer(first.play).due.order;
  await until(session, ({ version }) => version === 1);
  await second.ready();
  const [own, other] = [answerer(first.play).give(1), answerer(second.play).give(1)];
  assert.equal((await refusal).code, 2);
  await Promise.all([own, other, until(session, ({ version }) => version === 2)]);
  assert.deepEqual([first.session.entries.get(2).order, first.refused, second.refused], [retreat, [], []]);
  set(SINGLE, "ask");
});
