// The tutorial as a beginner goes through it: right, wrong and illegal orders. That every step can be done
// tests/web/lessons.test.js tests.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE, Window } from "./browser.js";
import { laid } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { browser, program, ready, scout } from "./set-up.js";
import { middle, spot, targetAt, unitAt } from "./table.js";
import { tap } from "./touch.js";

let tutorial;
before(async () => {
  await ready;
  tutorial = await (await fetch(`${program.address}/tutorial.json`)).json();
});

/** The game that the lesson is played in, as the scout knows it. */
async function pupil(page) {
  const { game, tokens } = await page.evaluate(() => JSON.parse(localStorage.getItem("longroll.lesson")));
  return scout.game(`${program.address}/game/${game}#${tokens.union}`);
}

/** Waits until a step is read, and that many of its tasks are done. */
async function reads(page, step, made = 0) {
  await page.waitForFunction(
    ([title, step, made]) =>
      document.querySelector("#lesson-title")?.textContent.startsWith(title) &&
      document.querySelector(".lesson-way [aria-current]")?.textContent === String(step + 1) &&
      document.querySelectorAll(".lesson-tasks .made").length === made &&
      !document.querySelector("#lesson-again").disabled,
    [tutorial.steps[step].title, step, made],
  );
}

/** Waits until the page itself can take an order of the pupil's. */
async function asked(page) {
  await page.locator("#orders .asked.side-union h2", { hasText: /^Union/ }).waitFor();
}

/** Does a step's tasks with the mouse; what the other side does, the page does. */
async function doStep(page, step) {
  const tasks = tutorial.steps[step].tasks.filter((task) => task.side === tutorial.side);
  for (const [index, task] of tasks.entries()) {
    await asked(page);
    await reads(page, step, index);
    await new Mouse(page, await pupil(page)).give(task.order);
    await reads(page, step, index + 1);
  }
  await page.locator(".lesson-after").waitFor();
}

const stands = (page, unit, hex) =>
  page.locator(`${unitAt(unit)}[aria-label*="hex ${hex}"]`).waitFor({ state: "attached" });

test("the first steps and the last, from the first page to the count of victory", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(program.address);
  await page.getByRole("link", { name: "Learn in ten minutes" }).click();
  await laid(page);
  await reads(page, 0);
  await accessible(page, "the first step");
  // Those between are played by the page itself for whoever goes on to the last.
  const last = tutorial.steps.length - 1;
  for (const step of [0, 1, last]) {
    await reads(page, step);
    await window.shot(`learn-${step + 1}`);
    await doStep(page, step);
    if (step === 0) await page.locator("#lesson-on", { hasText: "Next" }).click();
    if (step === 1) await page.locator(".lesson-way button").nth(last).click();
  }
  await page.locator("#orders h2", { hasText: "The battle is over" }).waitFor();
  assert.match(await page.locator("#score").innerText(), /Union 8, Confederate 0/);
  await accessible(page, "the last step");
  await window.shot("learn-11-end");
  await page.locator("#lesson-play").click();
  await page.waitForURL(/\/game\//);
  await laid(page);
  await page.locator("#orders h2", { hasText: "Union: Movement" }).waitFor();
  assert.equal(await page.locator("#lesson").isVisible(), false);
  await window.close();
});

test("a brigade is stacked by a click on the one that is already in the hex", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(`${program.address}/learn`);
  await laid(page);
  await page.locator(".lesson-way button", { hasText: /^9$/ }).click();
  await reads(page, 8);
  await asked(page);
  const [{ order }] = tutorial.steps[8].tasks;
  const mouse = new Mouse(page, await pupil(page));
  await mouse.choose(order.move.unit);
  await page.locator(targetAt(order.move.to)).waitFor({ state: "attached" });
  await mouse.click(unitAt("u-1-2"));
  await reads(page, 8, 1);
  await stands(page, order.move.unit, order.move.to);
  await window.close();
});

test("a wrong order is explained and not sent, an illegal one is refused by its case", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(`${program.address}/learn`);
  await laid(page);
  await reads(page, 0);
  let known = await pupil(page);
  const { version } = await known.view();

  // Legal, but not what the step wants.
  const mouse = new Mouse(page, known);
  await mouse.give({ move: { unit: "u-guns", to: "0708" } });
  const note = page.locator(".lesson-note");
  await note.waitFor();
  assert.match(await note.innerText(), /need your guns in 0707/);
  await note.locator("a.case", { hasText: "5.21" }).waitFor();
  await window.shot("learn-wrong");
  await accessible(page, "a wrong order");
  assert.equal((await known.view()).version, version, "nothing was sent");
  await stands(page, "u-guns", "0608");
  await mouse.click("#end-movement");
  await note.waitFor();
  assert.equal((await known.view()).version, version, "nothing was sent");

  // The right one still does it, and the note goes.
  await mouse.give(tutorial.steps[0].tasks[0].order);
  await reads(page, 0, 1);
  await note.waitFor({ state: "detached" });

  // By night over the bridge, into a zone: dragged there, for the map offers no such hex.
  await page.locator(".lesson-way button", { hasText: /^9$/ }).click();
  await reads(page, 8);
  await asked(page);
  known = await pupil(page);
  const from = await spot(page, `${unitAt("u-3-2")}.active`);
  const there = await middle(page, known, "0604");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + there.x) / 2, (from.y + there.y) / 2, { steps: 4 });
  await page.mouse.move(there.x, there.y, { steps: 4 });
  await page.mouse.up();
  await page.locator("#refusal a.case", { hasText: "10.2" }).click();
  await page.locator("#rules-panel article", { hasText: "10.2" }).waitFor();
  await window.shot("learn-illegal");
  await page.locator("#rules-panel .close").click();
  await stands(page, "u-3-2", "0305");
  await window.close();
});

test("tasks in any order; taken back, left and come back to, skipped, begun again", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(`${program.address}/learn`);
  await laid(page);
  await reads(page, 0);
  await asked(page);
  await doStep(page, 0);
  // On without "Next": the second step's tasks, the last of them first.
  const [first, second] = tutorial.steps[1].tasks;
  await new Mouse(page, await pupil(page)).give(second.order);
  await reads(page, 1, 1);
  await page.locator("#undo").click();
  await reads(page, 1, 0);
  await stands(page, "u-3-1", "0606");
  await new Mouse(page, await pupil(page)).give(second.order);
  await reads(page, 1, 1);
  await new Mouse(page, await pupil(page)).give(first.order);
  await reads(page, 1, 2);

  // The page is opened anew where it was left.
  await page.reload();
  await laid(page);
  await reads(page, 1, 2);
  await stands(page, "u-1-1", "0706");

  // Skipped: what the step wanted is done, even by the other side.
  for (let step = 1; step < 6; step++) {
    await page.locator("#lesson-on").click();
    await reads(page, step + 1);
  }
  await asked(page);
  await stands(page, "u-1-2", "0505");
  await page.locator("#lesson-back").click();
  await reads(page, 5);
  await asked(page);
  await stands(page, "u-1-2", "0604");
  await doStep(page, 5);
  await page.locator("#lesson-again").click();
  await reads(page, 0);
  await stands(page, "u-1-2", "0204");

  // A game that the server no longer has is begun anew, at the step that was read.
  await page.locator(".lesson-way button", { hasText: /^3$/ }).click();
  await reads(page, 2);
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem("longroll.lesson"));
    localStorage.setItem("longroll.lesson", JSON.stringify({ ...kept, game: "0".repeat(32) }));
  });
  await page.reload();
  await laid(page);
  await reads(page, 2);
  await asked(page);
  await stands(page, "u-1-1", "0706");
  await window.close();
});

test("on a phone", async () => {
  const window = await Window.open(browser, PHONE);
  const { page } = window;
  await page.goto(`${program.address}/learn`);
  await laid(page);
  await reads(page, 0);
  await asked(page);
  await window.shot("learn-phone-1");
  await accessible(page, "a lesson on a phone");
  await page.locator("#lesson .fold").tap();
  await page.locator("#lesson-text").waitFor({ state: "hidden" });
  await window.shot("learn-phone-2");
  await page.locator("#lesson .fold").tap();
  await page.locator("#lesson-text").waitFor();
  const box = (selector) => page.locator(selector).boundingBox();
  const next = await box("#next-unit");
  await tap(page, `${unitAt("u-guns")}.active`);
  await page.locator(targetAt("0707")).waitFor({ state: "attached" });
  assert.deepEqual(await box("#next-unit"), next, "a unit in hand moves no button");
  assert.ok((await box(".field")).height >= 180, "there is a map to play on");
  await tap(page, targetAt("0707"));
  await reads(page, 0, 1);
  await window.shot("learn-phone-3");
  const way = await box("#lesson-on");
  const lesson = await box("#lesson");
  assert.ok(way.y + way.height <= lesson.y + lesson.height, "the way on is in sight");
  const across = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(across <= 0, "nothing sticks out");
  await page.locator("#lesson-on").tap();
  await reads(page, 1);
  await page.locator("#lesson-text").waitFor();
  await window.close();
});
