// The lesson of Kernstown as a beginner goes through it. That every step can be done tests/web/lessons.test.js tests.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE, Window } from "./browser.js";
import { unfold } from "./hand.js";
import { laid } from "./lobby.js";
import { browser, program, ready, scout } from "./set-up.js";
import { middle } from "./table.js";

const LESSON = "kernstown-training";

let tutorial;
before(async () => {
  await ready;
  const all = await (await fetch(`${program.address}/tutorials.json`)).json();
  tutorial = all.find(({ scenario }) => scenario === LESSON);
});

/** The game that the lesson is played in, as the scout knows it. */
async function pupil(page) {
  const kept = await page.evaluate((key) => JSON.parse(localStorage.getItem(key)), `longroll.lesson.${LESSON}`);
  return scout.game(`${program.address}/game/${kept.game}#${kept.tokens.union}`);
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

/** The names of what an order says in the order in which the server writes them. */
function written(value) {
  if (Array.isArray(value)) return value.map(written);
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, written(value[key])]),
  );
}

/** Gives an order of the lesson by clicks. */
async function give(page, order) {
  const [[verb, what]] = Object.entries(order);
  const at = (selector) => page.locator(`#orders ${selector}`).first();
  const key = (name) => at(`[data-key=${JSON.stringify(name)}]`);
  const offered = JSON.stringify(written(order));
  await at(".asked.side-union h2").waitFor();
  switch (verb) {
    case "keys":
      for (const chit of what.chits) await at(`.chit-button[data-chit="${chit}"]`).click();
      return at("#choose-keys:enabled").click();
    case "fire":
      return key(`now-${offered}`).click();
    case "play":
      await at(`.chit-button[data-chit="${what.chit}"]`).click();
      return at("[data-verb=play]").click();
    case "end":
      return at("#end").click();
    case "move": {
      await key(`unit-${what.units[0]}`).click();
      const known = await pupil(page);
      await page.locator(`#board [data-hex="${what.to}"]`).first().waitFor({ state: "attached" });
      const { x, y } = await middle(page, known, what.to);
      return page.mouse.click(x, y);
    }
    case "close": {
      const [{ units, target }] = what.assaults;
      for (const unit of units) await key(`unit-${unit}`).click();
      await at(`[data-aim="${target}"]`).click();
      return at("#declare:enabled").click();
    }
    default:
      if (what.unit && (await key(`unit-${what.unit}`).count())) await key(`unit-${what.unit}`).click();
      await unfold(page);
      return key(offered).click();
  }
}

test("the first steps and the last, from the other lesson to the last fire", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(`${program.address}/learn`);
  await laid(page);
  await page.getByRole("link", { name: tutorial.title }).click();
  await page.waitForURL(new RegExp(LESSON));
  await laid(page);
  await reads(page, 0);
  await accessible(page, "the first step of the lesson");
  const last = tutorial.steps.length - 1;
  for (const step of [0, 1, last]) {
    const { tasks } = tutorial.steps[step];
    await reads(page, step);
    for (const [index, task] of tasks.filter(({ side }) => side === tutorial.side).entries()) {
      await page.locator(".lesson-tasks .now").waitFor();
      if (index === 0) await window.shot(`learn-kernstown-${step + 1}`);
      await give(page, task.order);
      await page.waitForFunction((made) => document.querySelectorAll(".lesson-tasks .made").length === made, index + 1);
    }
    await page.locator(".lesson-after").waitFor();
    if (step === 0) await page.locator("#lesson-on", { hasText: "Next" }).click();
    if (step === 1) await page.locator(".lesson-way button").nth(last).click();
  }
  await window.shot("learn-kernstown-end");
  await accessible(page, "the last step of the lesson");
  await page.locator("#lesson-play").click();
  await page.waitForURL(/\/game\//);
  await window.close();
});

test("a wrong order is explained and not sent", async () => {
  const window = await Window.open(browser, PHONE);
  const { page } = window;
  await page.goto(`${program.address}/learn?lesson=${LESSON}`);
  await laid(page);
  await reads(page, 0);
  const known = await pupil(page);
  const { version } = await known.view();
  await give(page, { keys: { chits: ["u-rally"] } });
  const note = page.locator(".lesson-note");
  await note.waitFor();
  assert.match(await note.innerText(), /Take Aim/);
  assert.equal((await known.view()).version, version, "nothing was sent");
  await window.shot("learn-kernstown-phone");
  await accessible(page, "a wrong order on a phone");
  const across = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(across <= 0, "nothing sticks out");
  await window.close();
});
