// The first page: a table with battles on it, begun by one press; and the light it lies in.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { DESK, PHONE, Window } from "./browser.js";
import { laid } from "./lobby.js";
import { browser, program, scout } from "./set-up.js";

/** Whether an element lies on the first screen, whole. */
function onScreen(locator) {
  return locator.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  });
}

for (const [name, options] of [
  ["desk", DESK],
  ["phone", PHONE],
]) {
  test(`a first visit at a ${name}: a battle against the computer by one press`, async () => {
    const window = await Window.open(browser, options);
    const { page } = window;
    await page.goto(program.address);
    const first = page.locator(".battle-card").first();
    await first.waitFor();
    // What it is, what it takes, who stands against whom, and its map.
    for (const part of [".battle-date", ".battle-sides .side-union", ".complexity", ".play", ".invite", ".more"])
      await first
        .locator(part)
        .first()
        .waitFor({ state: part === ".complexity" ? "attached" : "visible" });
    assert.match(await first.locator(".battle-facts").innerText(), /hours? · \d+ turns · Complexity/);
    await page.waitForFunction(() => document.querySelector(".battle-card .battle-map").naturalWidth > 0);
    assert.ok(await onScreen(first.locator(".play")), "the first screen begins a game");
    assert.ok(await onScreen(page.getByText("Learn in ten minutes")), "the first screen offers to teach");
    await accessible(page, `the first page at a ${name}`);
    await window.shot(`front-1-${name}`);
    // Each battle stands there once, whatever its editions and scenarios.
    const shown = await page
      .locator(".battle-card")
      .evaluateAll((cards) => cards.map((card) => card.dataset.scenarios));
    const known = (await scout.ask("initialize")).scenarios.map((scenario) => scenario.id);
    assert.deepEqual(shown.flatMap((ids) => ids.split(" ")).sort(), known.sort());
    assert.ok(shown.length < known.length);

    await page.getByText("Confederate", { exact: true }).first().click();
    await page.locator('[data-scenarios="training"] .play').click();
    await page.waitForURL(/\/game\//);
    await laid(page);
    const game = await scout.game(page.url());
    assert.deepEqual(await game.ask("game.watch").then((answer) => answer.commanders), { union: { level: "recruit" } });

    // Back on the table it is told whose turn it is, by its map; the choice of side is remembered.
    await page.goto(program.address);
    const mine = page.locator("#games li").first();
    await mine.waitFor();
    await page.waitForFunction(() => document.querySelector("#games .game-map img")?.naturalWidth > 0);
    assert.match(await mine.locator(".game-state").innerText(), /Your turn|Waiting for the Union side/);
    assert.ok(await page.locator("#first-visit").isHidden());
    assert.ok(await page.locator("input[name=stance-side][value=confederate]").isChecked());
    await accessible(page, `my games at a ${name}`);
    await window.shot(`front-2-${name}`);
    await window.close();
  });
}

test("a friend is invited by one press, to the scenario that was chosen on the card", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(program.address);
  const card = page.locator(".battle-card", { has: page.locator(".battle-scenario") }).first();
  await card.waitFor();
  const scenario = await card.locator(".battle-scenario option").nth(1).getAttribute("value");
  await card.locator(".battle-scenario").selectOption(scenario);
  await card.locator(".invite").click();
  const link = await page.locator("#link-confederate").inputValue();
  const game = await scout.game(link);
  assert.equal((await game.view()).scenario, scenario);
  await accessible(page, "an invitation");
  await window.close();
});

test("a name of one long word makes the first page no wider than a phone, and turns nothing round it", async () => {
  const window = await Window.open(browser, PHONE);
  const { page } = window;
  const names = ["W".repeat(80), "\u05d0\u05d1\u05d2 (1)"];
  const seats = {};
  for (const name of names) {
    const { game, tokens } = await scout.ask("game.new", { scenario: "training", mode: "two", name });
    seats[game] = { tokens: { union: tokens.union } };
  }
  await page.addInitScript((seats) => localStorage.setItem("longroll.seats", JSON.stringify(seats)), seats);
  await page.goto(program.address);
  for (const name of names) await page.locator("bdi", { hasText: name }).waitFor();
  // A phone's own `innerWidth` grows with what sticks out.
  const { width } = page.viewportSize();
  const across = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(across <= width, `${across} px of ${width}`);
  await accessible(page, "my games with long names");
  await window.shot("front-3-long-names");
  await window.close();
});

test("the light is the system's, until the reader switches it, and that is remembered", async () => {
  const window = await Window.open(browser, { ...DESK, colorScheme: "dark" });
  const { page } = window;
  const paper = () =>
    page.evaluate(() => {
      const [, ...rgb] = /rgb\((\d+), (\d+), (\d+)\)/.exec(getComputedStyle(document.body).backgroundColor);
      return rgb.reduce((sum, part) => sum + Number(part), 0) / 3;
    });
  await page.goto(program.address);
  await page.locator(".battle-card").first().waitFor();
  assert.ok((await paper()) < 60, "dark, as the system wishes");
  await accessible(page, "the first page in the dark");
  await page.locator(".theme-switch").click();
  assert.ok((await paper()) > 200, "light, as the reader wishes");
  await page.reload();
  await page.locator(".battle-card").first().waitFor();
  assert.ok((await paper()) > 200, "and it stays light");
  await page.goto(`${program.address}/rules`);
  await page.locator("#rules article").first().waitFor();
  assert.ok((await paper()) > 200, "on every page");
  await page.goto(program.address);
  await page.locator(".theme-switch").click();
  assert.ok((await paper()) < 60);
  await page.emulateMedia({ colorScheme: "light" });
  assert.ok((await paper()) > 200, "the system is followed again once the choice agrees with it");
  await window.close();
});

test("a key leads past the bar to the first battle", async () => {
  const window = await Window.open(browser, DESK);
  const { page } = window;
  await page.goto(program.address);
  await page.locator(".battle-card").first().waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator("#battles:focus").waitFor();
  for (let i = 0; i < 2; i++) await page.keyboard.press("Tab");
  assert.ok(
    await page
      .locator(".battle-card")
      .first()
      .evaluate((card) => card.contains(document.activeElement)),
  );
  await window.close();
});
