// A whole short game by mouse, from the first page to its victory count.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Window } from "./browser.js";
import { beginHere } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { decide } from "./player.js";
import { browser, program, scout } from "./set-up.js";
import { shows } from "./table.js";

test("a whole game by mouse, to its victory count", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await beginHere(page, program.address, "training");
  await page.locator("#zoom-all").click();
  const known = await scout.game(page.url());
  const mouse = new Mouse(page, known);
  let view = await known.view();
  await shows(page, known, view);
  await window.shot("mouse-1-beginning");
  const kinds = new Set();
  let attacks = 0;
  let moved = 0;
  for (let order = await decide(known, view, moved); order; order = await decide(known, view, moved)) {
    const [verb] = Object.keys(order);
    moved = verb === "move" ? moved + 1 : 0;
    kinds.add(verb);
    await mouse.give(order);
    view = await known.after(view.version);
    await shows(page, known, view);
    if (verb === "attack" && ++attacks === 3) await window.shot("mouse-2-results");
  }
  assert.ok(kinds.has("attack") && kinds.has("retreat"), `a tame game: ${[...kinds]}`);
  assert.equal(view.phase, "over");
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
