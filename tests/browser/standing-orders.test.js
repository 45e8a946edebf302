// Standing orders of Blue & Gray as two people far apart give them: one says where units retreat,
// the map shows it, the other attacks, and nobody has to be asked.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { DESK, PHONE, Window } from "./browser.js";
import { instructions } from "./instructed.js";
import { laid } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { browser, program, scout } from "./set-up.js";
import { targetAt } from "./table.js";

const UNITS = [
  { id: "a", side: "union", type: "infantry", strength: 5, hex: "0605" },
  { id: "b", side: "union", type: "infantry", strength: 5, hex: "0604" },
  { id: "d", side: "confederate", type: "infantry", strength: 3, hex: "0705" },
  { id: "e", side: "confederate", type: "infantry", strength: 2, hex: "1003" },
  { id: "far-u", side: "union", type: "infantry", strength: 1, hex: "0101" },
];

/** A position for two, at the page of each: its window, the page, what its seat knows. */
async function two(options = DESK) {
  const { game, tokens } = await scout.ask("game.position", {
    scenario: "training",
    phase: "combat",
    mode: "two",
    units: UNITS,
    dice: [3],
  });
  const seat = async (side) => {
    const window = await Window.open(browser, options);
    const link = `${program.address}/game/${game}#${tokens[side]}`;
    const given = instructions(window.page);
    await window.page.goto(link);
    await laid(window.page);
    return { window, page: window.page, known: await scout.game(link), given };
  };
  return { union: await seat("union"), confederate: await seat("confederate") };
}

/** Holds a seat's instructions against what they are to be, once its page has given so many more. */
async function told({ known, given }, field, value, more = 1) {
  await given(more);
  const view = await known.view();
  assert.deepEqual(view.instructions[field], value);
  return view;
}

test("a retreat is ordered in advance, seen on the map, and made when the enemy attacks", async () => {
  const { union, confederate } = await two();
  const { page, known } = confederate;
  const { version } = await known.view();
  await page.locator("#tab-standing").click();
  await accessible(page, "standing orders");
  await page.locator("#instruct-retreat").selectOption("nearest-friend");
  await told(confederate, "retreat", "nearest-friend");
  // The arrows of the map are those that the server tells.
  const lines = page.locator(".line.advice.retreat");
  await lines.first().waitFor({ state: "attached" });
  const { retreats } = await known.preview({ instruct: { instructions: (await known.view()).instructions } });
  assert.equal(await lines.count(), retreats.filter(({ to }) => to).length);
  const planned = retreats.find(({ unit }) => unit === "d").to;
  await page.locator("#panel-standing summary").click();
  await page.locator("#panel-standing details", { hasText: `retreats to ${planned}` }).waitFor();
  await accessible(page, "standing orders that are shown");
  await confederate.window.shot("standing-orders");
  // One unit otherwise: toward a hex, which is asked for.
  await page.locator("#instruct-unit").selectOption("d");
  await told(confederate, "retreats", [{ unit: "d", rule: "ask" }]);
  await page.locator("#instruct-d").selectOption("toward");
  await page.locator("#instruct-d-hex").fill("9999");
  await page.keyboard.press("Enter");
  assert.equal((await known.view()).instructions.retreats[0].rule, "ask", "there is no such hex");
  await page.locator("#instruct-d-hex").fill("0709");
  await page.keyboard.press("Enter");
  const toward = await told(confederate, "retreats", [{ unit: "d", rule: { toward: "0709" } }]);
  assert.equal(toward.version, version, "it takes no number");
  await confederate.window.shot("standing-orders-unit");
  await page.locator("#panel-standing [data-key=as-all-d]").click();
  await told(confederate, "retreats", []);
  // The other side sees nothing of it, attacks, and is asked about its own advance next.
  const mouse = new Mouse(union.page, union.known);
  await union.page.locator("#zoom-all").click();
  assert.equal((await union.known.view()).instructions.retreat, "ask");
  await mouse.draft({ attackers: ["a", "b"], defenders: ["0705"] });
  await union.page.locator("#attack").click();
  const after = await union.known.after(version);
  assert.equal(after.units.find(({ id }) => id === "d").hex, planned);
  assert.deepEqual([after.question.side, after.question.kind], ["union", "advance"]);
  for (const { page } of [union, confederate]) {
    await page.locator("#tab-log").click();
    await page.locator("#panel-log", { hasText: "A standing order of the Confederate side answers." }).waitFor();
    await page.locator("#panel-log", { hasText: `retreats from 0705 to ${planned}` }).waitFor();
  }
  await union.page.locator(targetAt("0705")).first().waitFor({ state: "attached" });
  await union.window.shot("standing-orders-answered");
  await union.window.close();
  await confederate.window.close();
});

test("standing orders on a phone in the dark, by touch", async () => {
  const { union, confederate } = await two({ ...PHONE, colorScheme: "dark" });
  const { page } = confederate;
  await page.locator("#tab-standing").tap();
  // Two changes at once: neither is lost.
  await page.evaluate(() => {
    for (const [id, value] of [
      ["instruct-advance", "never"],
      ["instruct-exchange", "least"],
    ]) {
      const select = document.getElementById(id);
      select.value = value;
      if (select.value !== value) throw new Error(`${id} has no ${value}`);
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
  await told(confederate, "exchange", "least", 2);
  await told(confederate, "advance", "never", 0);
  await page.locator("#instruct-stay-in-works").tap();
  await told(confederate, "stay-in-works", true);
  await page.locator("#instruct-stay").fill("0705, 0706");
  await page.locator("#instruct-stay").press("Enter");
  await told(confederate, "stay", ["0705", "0706"]);
  await page.locator("#instruct-retreat").selectOption("from-enemy");
  await page.locator(".line.advice.retreat").first().waitFor({ state: "attached" });
  await accessible(page, "standing orders on a phone");
  await page.locator("#instruct-retreat").scrollIntoViewIfNeeded();
  await confederate.window.shot("standing-orders-phone");
  await page.locator("#instruct-stay").scrollIntoViewIfNeeded();
  await confederate.window.shot("standing-orders-phone-foot");
  await page.locator("#planned-retreats").tap();
  await page.locator(".line.advice.retreat").first().waitFor({ state: "detached" });
  await union.window.close();
  await confederate.window.close();
});
