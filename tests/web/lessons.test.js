// The lessons: every step can be done in its game, and what of it has been done is known by the orders of the record.

import assert from "node:assert/strict";
import { test } from "node:test";
import { takenBack } from "../../web/js/agreement/line.js";
import { find } from "../../web/js/rules/reference.js";
import { doneTasks, openTasks, sameOrder, stepsOfGame } from "../../web/js/tutorial/steps.js";
import { program, scout } from "./server.js";

const tutorials = await scout.fetch("/tutorials.json");
const reference = await scout.fetch("/reference.json");

/** The game of a step, begun as the page begins it; `give` gives a task, `made` counts those of the record's orders. */
async function begun({ scenario, options, steps, side }, at) {
  const { first, end } = stepsOfGame(steps, at);
  const { dice, position } = steps[first].begin ?? {};
  const asked = { scenario, dice, options, mode: "two", ...position };
  const { game, tokens } = await scout.ask(position ? "game.position" : "game.new", asked);
  const pupil = await scout.game(`${program.address}/game/${game}#${tokens[side]}`);
  const orders = async () => {
    const { entries } = await pupil.ask("game.log", { since: 0 });
    const gone = takenBack(entries);
    return entries
      .filter(({ version }) => !gone.has(version))
      .map(({ order, side, events }) => order ?? (side && events?.length ? { kept: { side } } : null))
      .filter(Boolean);
  };
  return {
    steps: steps.slice(first, end),
    pupil,
    give: (task) => scout.ask("game.order", { game, token: tokens[task.side], order: task.order }),
    orders,
    made: async () => doneTasks(steps.slice(first, end), await orders()).map(({ size }) => size),
  };
}

for (const tutorial of tutorials) {
  test(`${tutorial.title}: every step can be done, task by task`, async () => {
    for (let at = 0; at < tutorial.steps.length; at = stepsOfGame(tutorial.steps, at).end) {
      const { steps, give, made } = await begun(tutorial, at);
      const done = steps.map(() => 0);
      for (const [step, { tasks }] of steps.entries()) {
        for (const task of tasks) {
          await give(task);
          done[step]++;
          assert.deepEqual(await made(), done, `step ${at + step + 1}, task ${done[step]}`);
        }
      }
    }
  });

  test(`${tutorial.title}: each task's order is like no other's of its step, and names cases that there are`, () => {
    for (const { title, tasks, begin } of tutorial.steps) {
      assert.ok(title && (tasks.length || begin), title);
      for (const [index, task] of tasks.entries())
        assert.equal(
          tasks.findIndex(({ order, side }) => side === task.side && sameOrder(order, task.order)),
          index,
        );
    }
    const cited = JSON.stringify(tutorial).matchAll(/"case":"([^"]+)","system":"([^"]+)"/g);
    for (const [, number, system] of cited) assert.ok(find(reference, { system, number }), `${system} ${number}`);
  });
}

test("tasks of a step may be done in any order where it says so, and an undone one is open again", async () => {
  const [tutorial] = tutorials;
  const at = tutorial.steps.findIndex(({ any, tasks }) => any && tasks.length > 1);
  const { steps, pupil, give, orders } = await begun(tutorial, at);
  const own = at - stepsOfGame(tutorial.steps, at).first;
  for (const step of steps.slice(0, own)) for (const task of step.tasks) await give(task);
  const step = steps[own];
  const made = async () => doneTasks(steps, await orders())[own];
  const [first, second] = step.tasks;
  assert.deepEqual(openTasks(step, new Set()), step.tasks);
  await give(second);
  assert.deepEqual([...(await made())], [1]);
  assert.ok(!openTasks(step, await made()).includes(second));
  await pupil.ask("game.undo");
  assert.deepEqual([...(await made())], []);
  await give(second);
  await give(first);
  assert.deepEqual([...(await made())].sort(), [0, 1]);
  // In the order that is told, only the first is open.
  assert.deepEqual(openTasks({ ...step, any: false }, new Set()), [first]);
  assert.equal(doneTasks([{ ...step, any: false }], [second.order])[0].size, 0);
});

test("a move is the same by its path and by its end, and in whatever order its units are named", () => {
  const move = (fields) => ({ move: { unit: "a", ...fields } });
  assert.ok(sameOrder(move({ to: "0303" }), move({ path: ["0301", "0302", "0303"] })));
  assert.ok(!sameOrder(move({ to: "0303" }), move({ to: "0304" })));
  const attack = (attackers) => ({ attack: { attackers, defenders: ["0705"] } });
  assert.ok(sameOrder(attack(["a", "b"]), attack(["b", "a"])));
  assert.ok(!sameOrder(attack(["a"]), attack(["a", "b"])));
  assert.ok(!sameOrder({ "end-movement": {} }, { "end-combat": {} }));
});
