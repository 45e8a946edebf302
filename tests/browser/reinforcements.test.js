// Reinforcements are dragged from the panel onto the map. What a click means tests/web/table.test.js tests.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, Window } from "./browser.js";
import { laid } from "./lobby.js";
import { browser, program, scout } from "./set-up.js";
import { middle, shows, spot, targetAt } from "./table.js";
import { stroke, tap, way } from "./touch.js";

const due = (id, strength) => ({ id, side: "union", type: "infantry", strength, turn: 1, entry: ["0105"] });
const UNITS = [
  ...[due("r0", 3), due("r1", 4), due("r2", 5)],
  { id: "a", side: "union", type: "infantry", strength: 5, hex: "0505" },
  { id: "d", side: "confederate", type: "infantry", strength: 4, hex: "1205" },
];

/** A position with three reinforcements due, the whole map in sight. */
async function lay(options) {
  const { game, tokens } = await scout.ask("game.position", { scenario: "training", units: UNITS });
  const link = `${program.address}/game/${game}#${tokens.both}`;
  const window = await Window.open(browser, options);
  const { page } = window;
  await page.goto(link);
  await laid(page);
  await page.locator("#zoom-all").click();
  const known = await scout.game(link);
  await shows(page, known, await known.view());
  return { window, page, known };
}

const chip = (unit) => `[data-unit-due="${unit}"]`;

test("a chip is dragged onto the map by mouse; let go beside it nothing moves", async () => {
  const { window, page, known } = await lay();
  const { mouse } = page;
  const to = await middle(page, known, "0205");
  /** From the chip onto the map; with `back` there and back again. */
  const drag = async (back = false) => {
    const from = await spot(page, chip("r1"));
    await mouse.move(from.x, from.y);
    await mouse.down();
    for (const { x, y } of back ? [to, from] : [to]) await mouse.move(x, y, { steps: 6 });
  };
  await drag(true);
  await page.locator(`${chip("r1")}[aria-pressed="true"]`).waitFor();
  await page.locator(".counter.ghost").waitFor({ state: "attached" });
  await mouse.up();
  await page.locator(".counter.ghost").waitFor({ state: "detached" });
  assert.equal((await known.view()).version, 0);

  await drag();
  await page.locator(targetAt("0205")).first().waitFor({ state: "attached" });
  await window.shot("reinforcements-1-dragged");
  await mouse.up();
  const view = await known.after(0);
  await shows(page, known, view);
  assert.equal(view.units.find(({ id }) => id === "r1").hex, "0205");
  // The next one is in hand, and the others can follow in its path.
  await page.locator(`${chip("r0")}[aria-pressed="true"]`).waitFor();
  await page.locator("#send-column").waitFor();
  await window.shot("reinforcements-2-next");
  // A click on a chip is still a click.
  await page.locator(chip("r2")).click();
  await page.locator(`${chip("r2")}[aria-pressed="true"]`).waitFor();
  await window.close();
});

test("a finger drags a chip that was chosen before", async () => {
  const { window, page, known } = await lay({ ...PHONE, viewport: { width: 820, height: 1180 } });
  await tap(page, chip("r2"));
  await page.locator(`${chip("r2")}[aria-pressed="true"]`).waitFor();
  await page.locator(targetAt("0205")).first().waitFor({ state: "attached" });
  await stroke(page, way(await spot(page, chip("r2")), await middle(page, known, "0205")));
  const view = await known.after(0);
  await shows(page, known, view);
  assert.equal(view.units.find(({ id }) => id === "r2").hex, "0205");
  await window.shot("reinforcements-3-finger");
  await window.close();
});
