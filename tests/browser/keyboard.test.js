// A game by keyboard alone: begun on the first page, and another one's last turns; the mouse is never touched.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Window } from "./browser.js";
import { Keyboard } from "./keyboard.js";
import { laid } from "./lobby.js";
import { decide, finish, nearlyOver } from "./player.js";
import { browser, program, scout } from "./set-up.js";
import { shows } from "./table.js";

test("a game is begun by keyboard alone, and an order taken back", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  const keys = new Keyboard(page);

  // The first page: to the training battle, everything about it, and begin.
  await page.goto(program.address);
  await page.locator(".battle-card").first().waitFor();
  await keys.tabTo('[data-scenarios="training"] .more');
  await keys.press("Enter");
  await page.locator("#begin").waitFor();
  assert.ok(await page.locator('#new input[value="training"]').isChecked());
  await keys.tabTo("input[name=mode]");
  await keys.press("ArrowDown");
  assert.ok(await page.locator('input[value="hot-seat"]').isChecked());
  await keys.tabTo("#begin");
  await keys.press("Enter");
  await page.waitForURL(/\/game\//);
  await laid(page);

  const known = await scout.game(page.url());
  keys.known = known;
  const view = await known.view();
  await shows(page, known, view);

  // A unit that was moved goes back and there again.
  const first = await decide(known, view);
  await keys.give(first);
  const moved = await known.after(view.version);
  await shows(page, known, moved);
  await keys.press("Control+z");
  const undone = await known.after(moved.version);
  await shows(page, known, undone);
  assert.deepEqual(undone.units, view.units);
  await keys.press("Control+y");
  const again = await known.after(undone.version);
  await shows(page, known, again);
  assert.deepEqual(again.units, moved.units);
  await window.close();
});

test("the last turns by keyboard alone, to the victory count", async () => {
  const link = await nearlyOver(scout);
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(link);
  await laid(page);
  const known = await scout.game(link);
  const keys = new Keyboard(page, known);
  await finish(
    known,
    (order) => keys.give(order),
    (view) => shows(page, known, view),
  );
  await window.shot("keyboard-1-results");

  // The count of victory, and a rule looked up, by keys as well.
  await keys.button("#see-points");
  await page.locator("#panel-victory .level").waitFor();
  await keys.press("r");
  await page.locator("#rules-panel #rules-search:focus").waitFor();
  await page.keyboard.type("7.11");
  await keys.tabTo("#rules-panel .found-case");
  await keys.press("Enter");
  await page.locator("#rules-panel article", { hasText: "7.11" }).waitFor();
  await window.shot("keyboard-2-rules");
  await keys.press("Escape");
  await page.locator("#rules-panel").waitFor({ state: "hidden" });
  await keys.press("?");
  await page.locator("#dialog .keys").waitFor();
  await keys.press("Escape");
  await page.locator("#dialog").waitFor({ state: "hidden" });
  await window.close();
});
