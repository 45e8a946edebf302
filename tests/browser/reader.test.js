// The last turns of a battle by a screen reader: nothing is known of the page but its accessibility tree.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Window } from "./browser.js";
import { laid } from "./lobby.js";
import { finish, nearlyOver } from "./player.js";
import { Reader } from "./reader.js";
import { browser, program, scout } from "./set-up.js";
import { shows } from "./table.js";

test("the last turns of a battle by a screen reader", async () => {
  const link = await nearlyOver(scout);
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(link);
  await laid(page);
  const known = await scout.game(link);
  const reader = await Reader.of(page, known);

  // The board is a grid with a cell for each hex, in rows.
  await reader.said();
  const read = await reader.read();
  const cells = read.filter(({ role }) => role === "gridcell");
  assert.equal(cells.length, known.layout.hexes.length);
  assert.ok(cells.every(({ name }) => /^Hex \w+/.test(name)));
  assert.ok(read.filter(({ role }) => role === "row").length > 1);
  // What happens is read out by itself.
  assert.ok(read.some(({ live }) => live === "polite"));

  await finish(
    known,
    (order) => reader.give(order),
    async (view, order) => {
      await shows(page, known, view);
      if (!("move" in order)) return;
      // The grid says who stands where now.
      const { unit, to } = order.move;
      const { name } = view.units.find((one) => one.id === unit);
      await page.waitForFunction(
        ([hex, name]) => document.querySelector(`[data-cell="${hex}"]`).textContent.includes(name),
        [to, name],
      );
    },
  );
  assert.ok((await page.locator("#aloud").textContent()).length > 0);
  await window.close();
});

test("the grid says what can be done in a hex", async () => {
  const { game, tokens } = await scout.ask("game.new", { scenario: "training" });
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(`${program.address}/game/${game}#${tokens.both}`);
  await laid(page);
  const known = await scout.game(page.url());
  const reader = await Reader.of(page, known);
  const { verbs } = await known.options();
  const [unit] = verbs.find(({ verb }) => verb === "move").subjects;
  await reader.toUnit(unit);
  await reader.press("Enter");
  const reach = await known.targets("move", unit);
  const target = (reach.hexes ?? reach.targets ?? reach)[0];
  const hex = target.hex ?? target;
  await page.waitForFunction(
    (hex) => /in reach, cost \d/.test(document.querySelector(`[data-cell="${hex}"]`).textContent),
    hex,
  );
  await window.close();
});
