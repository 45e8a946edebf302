// The pace at which a computer's orders are shown: one after another, held, stepped, gone back, hurried.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Pace } from "../../web/js/session/pace.js";

/** What waits for its time; `tick` lets the time of the next come, and says how long it was. */
let due = [];
globalThis.setTimeout = (does, wait) => due.push({ does, wait }) && due.at(-1);
globalThis.clearTimeout = (timer) => {
  due = due.filter((one) => one !== timer);
};
async function tick() {
  const [{ does, wait }] = due.splice(0, 1);
  does();
  // The step that it began goes on as far as it can.
  await new Promise(setImmediate);
  return wait;
}

const told = (version, events = [{ text: "It moves." }], side = "union") => ({
  version,
  view: { version },
  entries: [{ version, side, order: {}, events }],
});
const BEFORE = { version: 0 };

let shown, pace, looked;
beforeEach(() => {
  due = [];
  shown = [];
  looked = [];
  pace = new Pace(
    async (changed) => shown.push(changed.entries.map(({ version }) => version)),
    ({ entries }) => entries.every(({ side }) => side === "union"),
  );
  pace.on("look", (again) => looked.push(again?.view.version ?? null));
});

test("orders are shown one after another, a die is looked at longer, and a person's own at once", async () => {
  for (const version of [1, 2, 3]) pace.take(told(version, version === 2 ? [{ die: 3 }] : undefined), BEFORE);
  assert.deepEqual([shown, pace.waiting, due.length], [[], 3, 1]);
  assert.equal(await tick(), 0);
  assert.deepEqual(shown, [[1]]);
  assert.equal(await tick(), 480);
  assert.equal(await tick(), 1200, "a die is read");
  assert.deepEqual([shown, pace.waiting], [[[1], [2], [3]], 0]);
  // What comes while the last is looked at waits for its time.
  pace.take(told(4), BEFORE);
  assert.equal(await tick(), 480);
  assert.deepEqual(shown.at(-1), [4]);
  await tick();
  assert.deepEqual(due, []);
  pace.take(told(5, [], "confederate"), BEFORE);
  assert.deepEqual(shown.at(-1), [5], "what need not be followed comes at once");
  // But never before what waits already.
  pace.take(told(6), BEFORE);
  pace.take(told(7, [], "confederate"), BEFORE);
  assert.deepEqual(shown.at(-1), [5]);
  await tick();
  await tick();
  assert.deepEqual(shown.slice(-2), [[6], [7]]);
});

test("held nothing comes by itself; it is stepped, and goes on when it is let go", async () => {
  pace.hold(true);
  for (const version of [1, 2, 3]) pace.take(told(version), BEFORE);
  assert.deepEqual([due, pace.waiting, pace.held], [[], 3, true]);
  await pace.step();
  assert.deepEqual([shown, due], [[[1]], []]);
  pace.hold(false);
  await tick();
  assert.deepEqual(shown, [[1], [2]]);
});

test("one goes back over what was shown, sees it again, and returns to the present", async () => {
  for (const version of [1, 2]) pace.take(told(version), BEFORE);
  assert.equal(pace.canGoBack, false);
  await tick();
  await tick();
  assert.equal(pace.canGoBack, true);
  pace.back();
  assert.deepEqual([looked, pace.held, pace.again.version], [[1], true, 1]);
  pace.back();
  assert.deepEqual(looked, [1, 0], "and how it was before");
  assert.equal(pace.canGoBack, false);
  pace.back();
  assert.equal(looked.length, 2);
  await pace.step();
  assert.deepEqual(looked, [1, 0, 1]);
  pace.present();
  assert.deepEqual([looked.at(-1), pace.again], [null, null]);
  // Shown once more it goes through all of it by itself.
  pace.replay();
  assert.equal(looked.at(-1), 0);
  while (due.length) await tick();
  assert.deepEqual(looked.slice(-3), [0, 1, null]);
  assert.deepEqual(shown, [[1], [2]], "nothing happens twice");
  // Whoever has done something has nothing to go back to.
  pace.acted();
  assert.equal(pace.canGoBack, false);
});

test("in a hurry all that waits is shown as one, until one is asked", async () => {
  pace.hold(true);
  for (const version of [1, 2, 3]) pace.take(told(version), BEFORE);
  pace.hurry();
  assert.deepEqual([shown, pace.waiting, pace.held], [[[1, 2, 3]], 0, false]);
  pace.take(told(4), BEFORE);
  assert.deepEqual(shown.at(-1), [4], "and what comes, at once");
  pace.rest();
  pace.take(told(5), BEFORE);
  assert.equal(pace.waiting, 1);
  pace.forget();
  assert.deepEqual([pace.waiting, due], [0, []]);
});

test("the speed that is chosen sets how long things take", async () => {
  for (const [speed, wait] of [
    ["slow", 960],
    ["fast", 168],
  ]) {
    pace.setSpeed(speed);
    pace.take(told(1), BEFORE);
    pace.take(told(2), BEFORE);
    await tick();
    assert.equal(await tick(), wait);
    await tick();
  }
  pace.take(told(3), BEFORE);
  pace.setSpeed("straight");
  assert.deepEqual([shown.at(-1), pace.factor, pace.hurrying], [[3], 0, true]);
  pace.take(told(4), BEFORE);
  assert.deepEqual(shown.at(-1), [4]);
});

test("straight to the result is for one game, and never for what a person does", () => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
  };
  pace.game = "one";
  pace.setSpeed("fast");
  pace.setSpeed("straight");
  assert.deepEqual([pace.speed, pace.factor, pace.personFactor], ["straight", 0, 0.35]);
  const speeds = ["two", "one"].map((game) => {
    const again = new Pace(
      () => {},
      () => true,
    );
    again.game = game;
    return again.speed;
  });
  assert.deepEqual(speeds, ["fast", "straight"]);
  pace.setSpeed("slow");
  pace.game = "one";
  assert.equal(pace.speed, "slow");
  delete globalThis.localStorage;
});
