// A game by keyboard alone, from the first page through two whole player-turns and on; the mouse is
// never touched.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Window } from "./browser.js";
import { Keyboard } from "./keyboard.js";
import { laid } from "./lobby.js";
import { decide } from "./player.js";
import { browser, program, scout } from "./set-up.js";
import { shows } from "./table.js";

test("a whole game by keyboard alone", async () => {
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
  let view = await known.view();
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
  view = await known.after(undone.version);
  await shows(page, known, view);
  assert.deepEqual(view.units, moved.units);

  let orders = 0;
  let steps = 1;
  for (let order = await decide(known, view, steps); order; order = await decide(known, view, steps)) {
    steps = "move" in order ? steps + 1 : 0;
    await keys.give(order);
    view = await known.after(view.version);
    await shows(page, known, view);
    if ("attack" in order && orders > 8) await window.shot("keyboard-1-results");
    orders++;
  }
  assert.equal(view.phase, "over");

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
