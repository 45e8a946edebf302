// Kernstown by presses on the map: who joins a Close Combat, who has support, and where units retreat and advance.

import assert from "node:assert/strict";
import { test } from "node:test";
import { signPlace } from "../../web/js/board/overlays.js";
import { SINGLE, set } from "../../web/js/common/settings.js";
import { faces } from "../browser/hand.js";
import { scout } from "./server.js";
import { Table } from "./table.js";

const UNITS = Object.entries({
  "u62-7oh-a": "1733",
  "u62-7oh-b": "1733",
  "u62-7in-a": "1734",
  "u62-7in-b": "1632",
  "c62-27va": "1834",
  "c62-23va": "1833",
}).map(([id, hex]) => ({ id, hex }));

/** A table at the Close Combat Step, or another, of Tyler's brigade, before the stone wall. */
async function atClose(step = "close") {
  set(SINGLE, "ask");
  const table = await Table.lay({
    scenario: "kernstown-1-stone-wall",
    phase: undefined,
    units: UNITS,
    activation: { side: "union", brigade: "b62-tyler", order: "attack" },
    // The 27th Virginia retreats.
    dice: faces(100, 3 * 7919),
  });
  while (table.view.question.kind !== step) await table.given(() => table.play.order({ end: {} }));
  return table;
}

test("a press on a further unit adds it to the Close Combat, and another press takes it out", async () => {
  const table = await atClose();
  const { prompt } = table;
  await table.press({ unit: "u62-7in-a" });
  await table.press({ hex: "1834" });
  assert.deepEqual(prompt.draft, [{ units: ["u62-7in-a"], target: "1834" }]);
  await table.press({ unit: "u62-7oh-a" });
  assert.deepEqual(prompt.draft, [{ units: ["u62-7in-a", "u62-7oh-a"], target: "1834" }]);
  assert.deepEqual(table.marked("attacker").sort(), ["u62-7in-a", "u62-7oh-a"]);
  // By the keyboard, which presses a hex, the next unit there.
  await table.press({ hex: "1733", key: "enter" });
  assert.deepEqual(prompt.draft, [{ units: ["u62-7in-a", "u62-7oh-a", "u62-7oh-b"], target: "1834" }]);
  await table.press({ unit: "u62-7oh-b" });
  assert.deepEqual(prompt.draft, [{ units: ["u62-7in-a", "u62-7oh-a"], target: "1834" }]);
  // One that has joined can be sent elsewhere.
  await table.press({ unit: "u62-7oh-b" });
  assert.deepEqual(table.hexes("targets", "attack"), ["1833"]);
  await table.press({ hex: "1833" });
  const assaults = [
    { units: ["u62-7in-a", "u62-7oh-a"], target: "1834" },
    { units: ["u62-7oh-b"], target: "1833" },
  ];
  assert.deepEqual(prompt.draft, assaults);
  assert.deepEqual(await table.given(() => prompt.commit()), { close: { assaults } });
});

test("the last unit that is taken out of a Close Combat ends its draft", async () => {
  const table = await atClose();
  await table.press({ unit: "u62-7in-a" });
  await table.press({ hex: "1834" });
  await table.press({ unit: "u62-7in-a" });
  assert.deepEqual([table.prompt.draft, [...table.prompt.chosen]], [[], []]);
});

test("support is marked of the units in hand, of their brigade and of their targets, and who gives it", async () => {
  const table = await atClose();
  // Who lacks it is seen before a unit is in hand.
  const lacking = table.view.units.filter(({ now }) => now?.supported === false).map(({ id }) => id);
  assert.ok(lacking.length > 0);
  assert.deepEqual([table.marked("supported"), table.marked("unsupported").sort()], [[], lacking.sort()]);
  const now = (id) => table.view.units.find((unit) => unit.id === id).now.supported;
  await table.press({ unit: "u62-7in-a" });
  for (const id of ["u62-7in-a", "u62-7oh-a", "u62-7oh-b", "u62-7in-b", "c62-27va"])
    assert.ok(table.marked(now(id) ? "supported" : "unsupported").includes(id), id);
  assert.deepEqual(table.marked("supports").sort(), ["u62-7oh-a", "u62-7oh-b"]);
  assert.deepEqual(table.marked("unsupported").sort(), lacking);
  await table.press({ hex: "1834" });
  assert.ok(table.marked("supported").includes("u62-7in-a"), "and while it is drafted");
});

test("a retreat and an advance are chosen on the map", async () => {
  const table = await atClose();
  await table.press({ unit: "u62-7in-a" });
  await table.press({ hex: "1834" });
  for (const unit of ["u62-7oh-a", "u62-7oh-b"]) await table.press({ unit });
  await table.given(() => table.prompt.commit());
  await table.given(() => table.play.order({ pass: {} }));
  assert.deepEqual(table.hexes("targets", "reach").sort(), ["1733", "1734"], "the Assaulting Hex");
  assert.deepEqual(await table.given(() => table.press({ hex: "1734" })), { assaulting: { hex: "1734" } });
  assert.deepEqual(table.hexes("targets", "retreat").sort(), ["1933", "1934"]);
  assert.deepEqual(await table.given(() => table.press({ hex: "1933" })), {
    retreat: { path: ["1933"], unit: "c62-27va" },
  });
  // Several can advance: a press on the hex asks which, unless the unit was pressed first.
  assert.deepEqual(table.hexes("targets", "advance"), ["1834"]);
  await table.press({ hex: "1834" });
  assert.equal(table.prompt.hex, "1834");
  await table.press({ unit: "u62-7oh-b" });
  assert.deepEqual(await table.given(() => table.press({ hex: "1834" })), {
    advance: { path: ["1834"], unit: "u62-7oh-b" },
  });
});

test("fires are proposed by their chances, each by all that fire together", async () => {
  const { prompt } = await Table.lay({
    scenario: "kernstown-1-stone-wall",
    phase: undefined,
    units: UNITS,
    activation: { side: "union", brigade: "b62-tyler", order: "attack" },
  });
  const asked = prompt.proposed.length;
  const effects = [];
  // The page has asked first, so its answers come first.
  for (const { order } of prompt.proposed) {
    const { fires } = await prompt.preview(order);
    effects.push([JSON.stringify(order), fires[0].targets[0].chances?.["no-effect"] ?? 1]);
  }
  const best = new Map(effects.sort(([, a], [, b]) => a - b));
  const shown = prompt.proposed.map(({ order }) => JSON.stringify(order));
  assert.ok(asked > 1);
  assert.deepEqual(
    shown.map((order) => best.get(order)),
    [...best.values()],
  );
  assert.ok(shown.some((order) => order.includes('["u62-7oh-a","u62-7oh-b"]')));
  assert.ok(!shown.some((order) => order.includes('["u62-7oh-a"]')));
});

test("where one Key Chit is chosen, another takes its place", async () => {
  const { prompt } = await Table.at(await scout.ask("game.new", { scenario: "kernstown-training", mode: "hot-seat" }));
  const [first, second] = prompt.own.map(({ id }) => id);
  for (const id of [first, second, second]) prompt.toggle(id);
  assert.deepEqual([prompt.need, [...prompt.chosen]], [1, [second]]);
});

test("the sign at the tip of a march lies over no chance and no unit, up the map, down it or along a row", async () => {
  const table = await atClose("movement");
  const { sheet } = table.play.board;
  const effect = 0.1;
  const units = new Set(table.state.counters.map(({ hex }) => hex));
  // There is no panel to say it in.
  table.prompt.route.say = () => {};
  for (const path of [["1633"], ["1633", "1632"], ["1633", "1533"], ["1833", "1832"], ["1833", "1733"]]) {
    const opportunity = path.map((hex) => ({ hex, effect, stops: effect, by: ["c62-27va"] }));
    const march = { path, opportunity, cost: 1, left: 2, undo: false, reactions: [], support: [] };
    table.prompt.route.tell({ legal: true, march }, "u62-7oh-a", path.at(-1));
    const [tip, ...chances] = table.signs.toReversed();
    const box = ({ hex, text }, [right, down]) => {
      const { x, y } = sheet.centre(hex);
      return [x / sheet.radius + right, y / sheet.radius + down, 0.35 + 0.25 * text.length, 0.52];
    };
    const own = box(tip, signPlace(sheet, tip, chances, [...units, ...path.slice(0, -1)]));
    const over = ([x, y, wide, high]) =>
      Math.abs(own[0] - x) < (own[2] + wide) / 2 - 0.01 && Math.abs(own[1] - y) < (own[3] + high) / 2 - 0.01;
    for (const chance of chances) assert.ok(!over(box(chance, [0, -0.72])), `${path}: a chance`);
    for (const hex of units) {
      const { x, y } = sheet.centre(hex);
      assert.ok(!over([x / sheet.radius, y / sheet.radius, 1.18, 1.18]), `${path}: ${hex}`);
    }
  }
});
