// The questions of Blue & Gray at the table: what is marked on the map, what a press means, and the order that is
// given of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SINGLE, set } from "../../web/js/common/settings.js";
import { answerer } from "../../web/js/game/answerer.js";
import { endLabel } from "../../web/js/game/phase-end.js";
import { Advice } from "../../web/js/panel/advice.js";
import { sameOrder } from "../../web/js/tutorial/steps.js";
import { decide } from "../browser/player.js";
import { scout, until } from "./server.js";
import { Table } from "./table.js";

// The tests answer for themselves, but for those of what the page answers.
set(SINGLE, "ask");

const unit =
  (side) =>
  (id, strength, hex, type = "infantry") => ({ id, side, type, strength, hex });
const union = unit("union");
const confederate = unit("confederate");
/** Somewhere out of the way, so that neither side is without units. */
const FAR = [union("far-u", 1, "0101"), confederate("far-c", 1, "1201")];
const THREE = [
  union("a", 5, "0605"),
  union("b", 4, "0706"),
  union("c", 3, "0704"),
  confederate("d", 4, "0705"),
  ...FAR,
];

test("a whole battle is played by presses, and each gives the order that was meant", async () => {
  const table = await Table.at(await scout.ask("game.new", { scenario: "training", seed: "7" }));
  const kinds = new Set();
  let moved = 0;
  while (table.view.question) {
    const order = await decide(table.known, table.view, moved);
    moved = "move" in order ? moved + 1 : 0;
    kinds.add(table.view.question.kind);
    const given = await table.give(order);
    assert.ok(sameOrder(given, order), `${JSON.stringify(given)} for ${JSON.stringify(order)}`);
  }
  assert.equal(table.view.phase, "over");
  assert.equal(table.prompt, null);
  for (const kind of ["movement", "combat", "retreat", "advance"]) assert.ok(kinds.has(kind), kind);
});

test("a unit in hand shows where it can go, and what it is told of another hex is why not", async () => {
  const table = await Table.at(await scout.ask("game.new", { scenario: "training" }));
  const [first] = table.prompt.subjects("move");
  const { targets } = await table.known.targets("move", first);
  assert.deepEqual(table.marked("active").sort(), table.prompt.subjects("move").toSorted());
  await table.press({ unit: first });
  assert.deepEqual(table.hexes("targets", "reach").sort(), targets.map(({ hex }) => hex).sort());
  assert.deepEqual(table.marked("selected"), [first]);
  const far = table.known.layout.hexes.find(
    ({ hex }) => hex !== table.where(first) && !targets.some((target) => target.hex === hex),
  );
  const { version } = table.session;
  await table.press({ hex: far.hex });
  assert.ok(table.refused[0].refusal.case, "by its case");
  assert.equal(table.session.version, version, "nothing was sent");
  // The way is drawn to where the pointer is.
  const near = targets.toSorted((a, b) => b.path.length - a.path.length)[0];
  table.prompt.hover(near.hex, null);
  assert.deepEqual(table.traced, [table.where(first), ...near.path]);
  // At its tip the points left, and that the move can be taken back.
  assert.deepEqual(table.signs, [{ hex: near.hex, kind: "tip", text: `${near.left} left, undo` }]);
  // Escape lays it down, then there is nothing more to lay down.
  assert.deepEqual([table.play.escape(), table.play.escape()], [true, false]);
  assert.deepEqual(table.state.targets, []);
  // Put down on a hex as by dragging.
  table.on.drag(first);
  await table.given(() => table.on.drop(first, near.hex));
  assert.equal(table.where(first), near.hex);
  await table.play.undo();
  await table.ready();
  assert.equal(table.marked("active").includes(first), true);
});

/** Two brigades beside each other, and one that stands with neither. */
const movement = () =>
  Table.lay({
    phase: "movement",
    units: [union("a", 5, "0205"), union("b", 2, "0305"), union("e", 3, "0204"), confederate("d", 4, "1005")],
  });

test("a friendly unit in a hex within reach is stacked with; its badge or the space bar selects it", async () => {
  const table = await movement();
  await table.press({ unit: "a" });
  assert.ok(table.hexes("targets", "reach").includes("0305"));
  const { version } = table.session;
  for (const [unit, how] of [
    ["b", { badge: true }],
    ["a", { key: "space" }],
  ]) {
    await table.press({ unit, ...how });
    assert.equal(table.prompt.unit, unit);
  }
  assert.equal(table.session.version, version, "nothing was sent");
  await table.press({ unit: "b" });
  assert.equal(table.where("a"), "0305");
  // One that has moved is stacked with.
  await table.play.undo();
  await table.ready();
  await table.give({ move: { unit: "b", to: "0304" } });
  await table.press({ unit: "a" });
  await table.press({ unit: "b" });
  assert.equal(table.where("a"), "0304");
});

test("a unit clicked as soon as the map shows the move before it is selected, not moved to", async () => {
  const table = await movement();
  await table.press({ unit: "a" });
  let clicked = 0;
  const { set } = table.play.board;
  table.play.board.set = (state) => {
    set(state);
    if (clicked || !state.counters.some(({ id, hex }) => id === "a" && hex === "0206")) return;
    clicked++;
    queueMicrotask(() => table.on.press({ unit: "b", hex: "0305", named: false }));
  };
  await table.press({ hex: "0206" });
  assert.equal(clicked, 1);
  await table.ready();
  assert.equal(table.prompt.unit, "b");
  assert.equal(table.session.version, 1, "no other order was given");
  assert.deepEqual([table.where("a"), table.refused], ["0206", []]);
});

test("a unit chosen before the new options have come keeps its reach when they come", async () => {
  const table = await movement();
  const { session } = table;
  await table.press({ unit: "a" });
  const { call } = session;
  let answer;
  const held = new Promise((resolve) => (answer = resolve));
  session.call = async (method, params) => {
    const asked = call.call(session, method, params);
    if (method === "game.options") await held;
    return asked;
  };
  await table.prompt.press({ hex: "0206", unit: null, named: true });
  await until(session, ({ version }) => version === 1);
  await table.prompt.press({ unit: "b", hex: "0305" });
  const reach = table.hexes("targets", "reach");
  assert.ok(reach.length > 0);
  const { set } = table.play.board;
  table.play.board.set = (state) => {
    set(state);
    assert.deepEqual(table.hexes("targets", "reach"), reach);
  };
  const drawn = new Promise((resolve) => table.play.on("draw", resolve));
  answer();
  await drawn;
  assert.equal(table.prompt.unit, "b");
});

test("a hex clicked before the reach has come is moved to when it comes", async () => {
  const table = await movement();
  const { session } = table;
  const { call } = session;
  let answer;
  const held = new Promise((resolve) => (answer = resolve));
  session.call = async (method, params) => {
    if (method === "game.targets") await held;
    return call.call(session, method, params);
  };
  const chosen = table.prompt.press({ unit: "a", hex: "0205" });
  const pressed = table.prompt.press({ unit: null, hex: "0206", named: true });
  answer();
  await Promise.all([chosen, pressed]);
  await until(session, ({ version }) => version === 1);
  assert.equal(table.where("a"), "0206");
});

test("a hex clicked while something else is told is moved to with the unit that is still in hand", async () => {
  const table = await movement();
  const { session } = table;
  await table.give({ move: { unit: "b", to: "0304" } });
  await table.press({ unit: "a" });
  let told = 0;
  session.on("change", () => told++);
  await table.play.undo();
  assert.equal(told, 1, "what was told and answered is shown once");
  await table.prompt.press({ unit: null, hex: "0206", named: true });
  assert.equal(table.where("a"), "0206");
});

test("the forecast says what is missing for the next column; a lower one is chosen, and the die is read on it", async () => {
  const table = await Table.lay({
    units: [union("a", 7, "0605"), union("b", 6, "0706"), confederate("d", 5, "0705"), ...FAR],
  });
  await table.draft({ attackers: ["a", "b"], defenders: ["0705"] });
  assert.deepEqual(table.prompt.draft["next-column"], { column: "3-1", missing: 2 });
  assert.deepEqual(table.marked("attacker").sort(), ["a", "b"]);
  assert.deepEqual(table.hexes("outlines", "defender"), ["0705"]);

  const lower = await Table.lay({ units: THREE, dice: [6] });
  const attack = { attackers: ["a", "b", "c"], defenders: ["0705"], column: "1-1" };
  const { results } = await lower.known.preview({ attack });
  assert.ok(sameOrder(await lower.give({ attack }), { attack }));
  const { events } = lower.session.entries.get(lower.session.version);
  assert.ok(JSON.stringify(events).includes(results[5].result));
});

test("an exchange is paid in units of one's choice", async () => {
  const table = await Table.lay({ units: THREE, dice: [6] });
  const attack = { attackers: ["a", "b", "c"], defenders: ["0705"] };
  assert.equal((await table.known.preview({ attack })).results[5].result, "Ex");
  await table.give({ attack });
  assert.equal(table.view.question.kind, "exchange");
  // One unit alone is too little.
  await table.press({ unit: "c" });
  assert.equal(table.prompt.exact, false);
  await table.press({ unit: "c" });
  await table.give({ lose: { units: ["b"] } });
  assert.deepEqual([table.where("b"), table.where("d")], [null, null]);
  assert.ok(!table.state.counters.some(({ id }) => id === "d"), "the lost are off the map");
  assert.equal(table.view.question.kind, "advance");
  assert.deepEqual(table.hexes("targets", "advance"), ["0705"]);
  await table.give({ advance: { unit: "c", to: "0705" } });
  assert.equal(table.where("c"), "0705");
});

test("an arrow points the way that a unit would retreat", async () => {
  const arrows = new Map();
  // Attacked from the west, and from the east.
  for (const hexes of [
    ["0604", "0605"],
    ["0804", "0805"],
  ]) {
    const table = await Table.lay({
      units: [...hexes.map((hex, at) => union(`u${at}`, 5, hex)), confederate("d", 3, "0705"), ...FAR],
      dice: [3],
    });
    await table.attack({ attackers: hexes.map((_, at) => `u${at}`), defenders: ["0705"] });
    await table.ready();
    assert.equal(table.view.question.kind, "retreat");
    const from = table.known.place("0705");
    for (const { hex, label } of table.state.targets) {
      const to = table.known.place(hex);
      const [x, y] = [Math.sign(Math.round(to.x - from.x)), Math.sign(Math.round(to.y - from.y))];
      const expected = { "-1,-1": "↖", "0,-1": "↑", "1,-1": "↗", "-1,1": "↙", "0,1": "↓", "1,1": "↘" }[`${x},${y}`];
      assert.equal(label, expected, hex);
      arrows.set(hex, label);
    }
  }
  assert.ok(arrows.size > 2, [...arrows].join(" "));
});

test("a retreat pushes others out of the way, one after another", async () => {
  const full = (hex) => [confederate(`${hex}-x`, 2, hex), confederate(`${hex}-y`, 3, hex)];
  const table = await Table.lay({
    units: [
      union("a", 5, "0605"),
      union("b", 5, "0604"),
      confederate("d", 3, "0705"),
      ...["0804", "0805", "0904", "0905", "0906", "0803", "0806"].flatMap(full),
      ...FAR,
    ],
    dice: [3],
  });
  await table.give({ attack: { attackers: ["a", "b"], defenders: ["0705"] } });
  assert.equal(table.view.question.kind, "retreat");
  const order = await decide(table.known, table.view);
  assert.ok(order.retreat.displace.length > 1, "a chain of them");
  // Who would have to make room is told before anything is chosen.
  const { to } = order.retreat;
  const said = `displacing ${to}-x or ${to}-y`;
  assert.equal(table.state.targets.find(({ hex }) => hex === to).name, `Retreat d to ${to}, ${said}`);
  assert.equal(table.prompt.describe(to), `open to retreat, ${said}`);
  // Half-way one may still choose another hex.
  await table.press({ hex: order.retreat.to });
  assert.equal(table.state.fanned, order.retreat.to);
  assert.equal(table.play.escape(), true);
  assert.ok(table.hexes("targets", "retreat").includes(order.retreat.to));
  assert.ok(sameOrder(await table.give(order), order));
  for (const link of order.retreat.displace) assert.equal(table.where(link.unit), link.to);
  assert.equal(table.where("d"), order.retreat.to);
});

test("guns bombard what they see, and are told what hides the rest", async () => {
  // The woods of 0204 stand between the guns and 0205.
  const units = [
    union("guns", 4, "0202", "artillery"),
    confederate("seen", 2, "0402"),
    confederate("hidden", 2, "0205"),
    ...FAR,
  ];
  const table = await Table.lay({ units, dice: [1] });
  await table.press({ unit: "guns" });
  const { blocked } = await table.known.targets("attack", { attackers: ["guns"], defenders: [] });
  assert.deepEqual([blocked[0].hex, blocked[0].by], ["0205", ["0204"]]);
  assert.deepEqual(table.hexes("outlines", "unseen"), ["0205"]);
  await table.press({ unit: "hidden" });
  assert.deepEqual(table.refused[0].refusal, { message: blocked[0].text, case: blocked[0].case });
  assert.deepEqual(table.hexes("outlines", "blocks"), ["0204"]);
  assert.ok(table.state.lines.some(({ kind }) => kind === "sight blocked"));
  assert.deepEqual(table.hexes("targets", "bombard"), ["0402"]);
  assert.match(table.play.describe("0402"), /can be bombarded at range 2/);
  await table.press({ hex: "0402" });
  await table.given(() => table.prompt.commit());
  assert.equal(table.view.dice.thrown, 1);
});

test("Wilder throws for a retreat before combat, and goes", async () => {
  const table = await Table.lay({
    scenario: "chickamauga-2006",
    side: "confederate",
    units: [
      { id: "u-wilder", side: "union", type: "infantry", strength: 8, hex: "1022" },
      confederate("a", 6, "1122"),
      confederate("b", 6, "1123"),
    ],
    dice: [2],
  });
  await table.give({ attack: { attackers: ["a", "b"], defenders: ["1022"] } });
  assert.equal(table.view.question.kind, "retreat-before-combat");
  await table.give({ "retreat-before-combat": {} });
  while (["retreat", "advance"].includes(table.view.question.kind))
    await table.give(await decide(table.known, table.view));
  assert.notEqual(table.where("u-wilder"), "1022");
});

test("a unit leaves the map where the road does", async () => {
  const table = await Table.lay({
    scenario: "chickamauga-1975",
    phase: "movement",
    units: [union("a", 5, "0211"), confederate("d", 4, "2420")],
  });
  await table.press({ unit: "a" });
  assert.ok(table.hexes("outlines", "exit").includes("0111"));
  const { path } = table.prompt.exits.get("0111");
  await table.given(() => table.play.order({ exit: { unit: "a", path } }));
  assert.equal(table.view.units.find(({ id }) => id === "a").status, "exited");
});

/** Tries to end the phase; what is asked before it ends, or null if it ended at once. */
async function ends(table) {
  let asked = null;
  table.play.on("doubted", (question) => (asked = question));
  const { version } = table.session;
  await table.prompt.end("End", () => table.play.order({ [table.prompt.ending.verb]: {} }));
  assert.equal(table.session.version, version + (asked ? 0 : 1));
  return asked;
}

test("the button that ends a phase says what is left undone", async () => {
  const table = await movement();
  assert.equal(endLabel("End movement", table.prompt.ending), "End movement · 3 not moved");
  await table.give({ move: { unit: "b", to: "0304" } });
  assert.equal(endLabel("End movement", table.prompt.ending), "End movement · 2 not moved");
  const guns = await Table.lay({
    units: [union("guns", 4, "0202", "artillery"), confederate("seen", 2, "0402"), ...FAR],
  });
  assert.equal(endLabel("End combat", guns.prompt.ending), "End combat · 1 can attack");
});

test("a phase ends at once, unless nothing was done in it or units are lost for good", async () => {
  const table = await movement();
  const untouched = await ends(table);
  assert.equal(untouched.text, "Nothing has been done yet, but 3 units can move.");
  assert.equal(untouched.only, false, "to end it is not the primary button while units can move");
  const { version } = table.session;
  await table.given(() => untouched.act());
  assert.equal(table.session.version, version + 1);
  untouched.act();
  assert.equal(table.refused.at(-1).refusal.title, "Not done", "an answer to an earlier question ends nothing");
  const moved = await movement();
  await moved.give({ move: { unit: "b", to: "0304" } });
  assert.equal(await ends(moved), null);
  // Who has not come on by the end of turn 2 is eliminated (15.12 of Chattanooga).
  const late = await Table.lay({
    scenario: "chattanooga-1975",
    phase: "movement",
    side: "union",
    turn: 2,
    units: [{ id: "u-1-2-xii", turn: 2 }, union("a", 5, "1518"), confederate("d", 4, "2504")],
  });
  await late.give({ move: { unit: "a", to: "1519" } });
  assert.equal(endLabel("End movement", late.prompt.ending), "End movement · 1 reinforcement waiting · 1 will be lost");
  const lost = await ends(late);
  assert.deepEqual([lost.losses[0].case, lost.losses[0].units], ["15.12", ["u-1-2-xii"]]);
  assert.equal(lost.text, "Victory points: Confederate +3.");
  assert.equal(lost.only, false);
});

/** A game at its table with the general's advice: the Union is asked, a recruit plays the Confederates. */
async function advised(method, position) {
  const commanders = { confederate: { level: "recruit" } };
  const { game, tokens } = await scout.ask(method, { scenario: "training", commanders, ...position });
  const table = await Table.at({ game, tokens }, "union", (table) => (table.advice = new Advice(table.play)));
  await table.advice.ask();
  assert.ok(table.advice.left.length, "there is advice");
  return table;
}

test("Next leaves no attack in hand that was drafted before it", async () => {
  const units = [...THREE, union("g", 4, "0204", "artillery"), confederate("y", 1, "0305")];
  const table = await advised("game.position", { turn: 1, side: "union", phase: "combat", units, dice: [1, 1, 1, 1] });
  const { attack } = table.advice.left[0].order;
  assert.ok(attack, "an attack is advised");
  const [other] = table.view.units.filter(
    (unit) => unit.side === "confederate" && !attack.defenders.includes(unit.hex),
  );
  await table.press({ hex: other.hex });
  await table.prompt.settled;
  assert.ok(table.prompt.defenders.size, "an attack is drafted by hand");
  const { prompt } = table;
  await table.given(() => table.advice.next());
  assert.deepEqual([[...prompt.attackers], [...prompt.defenders]], [[], []]);
});

test("all that is advised is done but for the attack, which has a button of its own", async () => {
  const units = [...THREE, union("far", 4, "0204"), confederate("y", 1, "0305")];
  const position = { turn: 1, side: "union", phase: "movement", units, dice: [1, 1, 1, 1] };
  for (const attacks of [false, true]) {
    const table = await advised("game.position", position);
    const kinds = table.advice.left.map(({ order }) => Object.keys(order)[0]);
    assert.deepEqual([...new Set(kinds)], ["move", "end-movement", "attack"]);
    const [move, end] = ["move", "end-movement"].map((kind) => table.advice.left[kinds.indexOf(kind)].order);
    assert.deepEqual([table.prompt.primary(move), table.prompt.primary(end)], [true, false]);
    await table.advice.followAll(attacks);
    const given = [...table.session.entries.values()].flatMap(({ side, order }) => (side === "union" ? [order] : []));
    assert.deepEqual(
      given.slice(0, kinds.length).map((order) => Object.keys(order)[0]),
      kinds.filter((kind) => attacks || kind === "move"),
    );
  }
});

/** Twelve brigades due by one hex or the other, and one that is on the map already. */
const DUE = Array.from({ length: 12 }, (_, at) => ({
  ...union(`r${at}`, 3),
  turn: 1,
  entry: [at < 7 ? "0105" : "0108"],
}));
const arrivals = () =>
  Table.lay({ phase: "movement", units: [...DUE, union("a", 5, "0505"), confederate("d", 4, "1205")] });
/** A hex within reach of the unit in hand where nobody is. */
const free = (table) => table.hexes("targets", "entry").find((hex) => table.play.stack(hex).length === 0);
const waiting = (table) => table.view.units.filter(({ status }) => status === "due").length;

test("twelve reinforcements come on in twelve clicks once the first is in hand", async () => {
  const table = await arrivals();
  await table.prompt.choose("r0", true);
  for (let clicks = 1; clicks <= 12; clicks++) {
    await table.press({ hex: free(table) });
    assert.equal(waiting(table), 12 - clicks);
  }
  assert.deepEqual([table.prompt.unit, table.refused], [null, []]);
});

test("a reinforcement is in hand before the options after the last one have come, and a click on that one stacks", async () => {
  const table = await arrivals();
  await table.prompt.choose("r0", true);
  const hex = free(table);
  await table.prompt.press({ unit: null, hex, named: true });
  assert.equal(table.prompt.unit, "r1");
  await table.prompt.press({ unit: "r0", hex });
  assert.deepEqual([table.where("r0"), table.where("r1"), table.prompt.unit], [hex, hex, "r2"]);
  // Taken back, both wait again.
  await table.play.undo();
  await table.play.undo();
  await table.ready();
  assert.equal(waiting(table), 12);
});

test("those that may enter at the same hex follow the first along its path", async () => {
  const table = await arrivals();
  await table.prompt.choose("r0", true);
  const { path } = [...table.prompt.reach.values()].toSorted((a, b) => b.path.length - a.path.length)[0];
  assert.ok(path.length > 3);
  await table.press({ hex: path.at(-1) });
  await table.prompt.sendColumn();
  await table.ready();
  const came = table.view.units.filter(({ id, status }) => id.startsWith("r") && status === "map");
  assert.deepEqual(
    came.map(({ id }) => id),
    ["r0", "r1", "r2", "r3", "r4", "r5", "r6"],
  );
  for (const { hex } of came) assert.ok(path.includes(hex), hex);
});

test("where a column finds no more room it is said for all to see", async () => {
  const table = await arrivals();
  await table.prompt.choose("r0", true);
  const [{ hex }] = [...table.prompt.reach.values()].filter(({ path }) => path.length === 1);
  await table.press({ hex });
  await table.prompt.sendColumn();
  await table.ready();
  assert.match(table.refused.at(-1)?.refusal.message ?? "", /^There is no room for /);
});

test("a reinforcement is dragged onto the map", async () => {
  const table = await arrivals();
  table.on.drag("r3");
  await table.prompt.settled;
  const hex = free(table);
  await table.given(() => table.on.drop("r3", hex));
  assert.equal(table.where("r3"), hex);
});

test("a stack of two moves in two clicks", async () => {
  const table = await Table.lay({
    phase: "movement",
    units: [union("a", 5, "0205"), union("b", 2, "0205"), union("e", 3, "0206"), confederate("d", 4, "1005")],
  });
  await table.press({ unit: "b", shift: true });
  assert.deepEqual([table.marked("selected"), table.marked("chosen")], [["b"], ["a"]]);
  const { version } = table.session;
  await table.press({ hex: "0305" });
  assert.equal(table.session.version, version + 2);
  assert.deepEqual([table.where("a"), table.where("b")], ["0305", "0305"]);
  await table.press({ unit: "e" });
  assert.deepEqual(table.marked("chosen"), [], "a click without Shift takes one");
});

test("an attack takes four clicks; an advance is one, or declined by a button, and never taken unasked", async () => {
  set(SINGLE, "always");
  const attacked = async (...attackers) => {
    const table = await Table.lay({ units: [...attackers, confederate("d", 1, "0705"), ...FAR], dice: [1] });
    for (const { id } of attackers) await table.press({ unit: id });
    await table.press({ unit: "d" });
    await table.given(() => table.prompt.commit());
    assert.deepEqual([table.view.question.kind, answerer(table.play).due], ["advance", null]);
    return table;
  };
  const two = [union("a", 5, "0605"), union("b", 4, "0604")];
  const table = await attacked(...two);
  assert.deepEqual(await table.given(() => table.play.order({ hold: {} })), { hold: {} });
  // With one unit that may advance the hex is enough; with several the hex and the unit, in any order.
  const one = await attacked(union("a", 9, "0605"));
  await one.given(() => one.press({ hex: "0705" }));
  assert.equal(one.where("a"), "0705");
  const other = await attacked(...two);
  await other.press({ hex: "0705" });
  await other.given(() => other.press({ unit: "b" }));
  assert.equal(other.where("b"), "0705");
  set(SINGLE, "ask");
});

/** A brigade attacked from three sides. */
const surrounded = (more = []) =>
  Table.lay({
    units: [
      ...[union("a", 5, "0605"), union("b", 5, "0604"), union("e", 5, "0706")],
      ...[confederate("d", 3, "0705"), ...more, ...FAR],
    ],
    dice: [3],
  });
const ATTACK = { attack: { attackers: ["a", "b", "e"], defenders: ["0705"] } };

test("a retreat with one way is made by the page, unless the player wants to be asked", async () => {
  for (const wish of ["always", "ask"]) {
    set(SINGLE, wish);
    const table = await surrounded();
    await table.give(ATTACK);
    const { targets } = await table.known.targets("retreat", "d");
    assert.equal(targets.length, 1);
    const { version } = table.session;
    assert.equal(answerer(table.play).due?.order.retreat.to, wish === "always" ? targets[0].hex : undefined);
    if (wish === "always") await until(table.session, (session) => session.version > version);
    else await table.press({ hex: targets[0].hex });
    assert.equal(table.where("d"), targets[0].hex);
    const entry = table.session.entries.get(version + 1);
    assert.ok(
      entry.events.some(({ event, text }) => event === "retreated" && text),
      "the log tells it",
    );
    // The advance that follows is asked for.
    await table.ready();
    assert.deepEqual([table.view.question.kind, answerer(table.play).due], ["advance", null]);
    // Once taken back it is asked for.
    await table.play.undo();
    await table.ready();
    assert.deepEqual([table.view.question.kind, answerer(table.play).due], ["retreat", null]);
  }
  set(SINGLE, "ask");
});

test("nothing is answered in a lesson, over the past, without a connection, or where there is a choice", async () => {
  set(SINGLE, "always");
  const table = await surrounded();
  const { play, session } = table;
  await table.give(ATTACK);
  const { version } = session;
  const its = answerer(play);
  assert.ok(its.due);
  play.guard = async () => true;
  await table.ready();
  assert.equal(its.due, null, "a lesson");
  play.guard = null;
  await table.ready();
  play.telling = () => true;
  await its.give(version);
  assert.equal(session.version, version, "a fight is being told");
  play.telling = () => false;
  await table.ready();
  await play.look(await session.call("game.view", { version: version - 1 }));
  await its.give(version);
  await play.look(null);
  assert.ok(its.due);
  // The connection goes while the answer is announced; once it is back the answer is given.
  session.wire.cut();
  await until(session, ({ caughtUp }) => !caughtUp);
  await its.give(version);
  assert.deepEqual([its.due, session.version], [null, version]);
  session.wire.mend();
  await until(session, (session) => session.version > version);
  assert.equal(table.view.question.kind, "advance");

  // One hex, but either of two units there is displaced.
  const full = await surrounded([confederate("x", 2, "0804"), confederate("y", 3, "0804")]);
  await full.give(ATTACK);
  const [{ displace }] = (await full.known.targets("retreat", "d")).targets;
  assert.ok(displace.length > 1);
  assert.equal(answerer(full.play).due, null);
  await full.press({ hex: "0804" });
  const [link] = full.prompt.ways;
  await full.given(() => full.press({ hex: link.hex }));
  assert.equal(full.where(link.unit), link.hex);
  set(SINGLE, "ask");
});
