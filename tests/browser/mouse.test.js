// The last turns of a short game by mouse, its victory count, and looking back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Window } from "./browser.js";
import { laid } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { finish, nearlyOver } from "./player.js";
import { browser, scout } from "./set-up.js";
import { shows } from "./table.js";

test("the last turns by mouse, to the victory count", async () => {
  const link = await nearlyOver(scout);
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(link);
  await laid(page);
  await page.locator("#zoom-all").click();
  const known = await scout.game(link);
  const mouse = new Mouse(page, known);
  await shows(page, known, await known.view());
  await window.shot("mouse-1-beginning");
  let attacks = 0;
  const view = await finish(
    known,
    (order) => mouse.give(order),
    async (now, order) => {
      await shows(page, known, now);
      if ("attack" in order && ++attacks === 3) await window.shot("mouse-2-results");
    },
  );
  await window.shot("mouse-3-over");

  // The victory count, line by line, and its level.
  await page.locator("#see-points").click();
  const counted = await page.locator("#panel-victory .points b").allTextContents();
  assert.deepEqual(counted.map(Number), [view.victory.union, view.victory.confederate]);
  const lines = await page.locator("#panel-victory .account tr").count();
  assert.equal(lines, view.victory.lines.length);
  const verdict = await page.locator(".verdict").textContent();
  assert.match(verdict.toLowerCase(), new RegExp(view.victory.level.toLowerCase()));

  // Looking back: the slider to the first moment, and to now again.
  await page.locator("#see-replay").click();
  await page.locator("#replay-slider").waitFor();
  await page.locator("#replay .replay-caption", { hasText: /^1 of / }).waitFor();
  const first = await known.ask("game.view", { version: 1 });
  await page.waitForFunction(
    (turn) => document.querySelector("#phase span").textContent === turn,
    `Turn ${first.turn} of ${first.turns}`,
  );
  await window.shot("mouse-4-replay");
  await page.locator("#replay-close").click();
  await shows(page, known, view);

  // The dice were promised before the first throw and are open now.
  await page.locator("#open-menu").click();
  const codes = await page.locator("#dialog .code").allTextContents();
  assert.deepEqual(codes, [view.dice.commitment, view.dice.revealed]);
  await window.close();
});
