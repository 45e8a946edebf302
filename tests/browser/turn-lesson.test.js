// The costliest order: after one's turn a card says which order of it cost most, beside all that is to be
// done next.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { DESK, PHONE, Window } from "./browser.js";
import { laid } from "./lobby.js";
import { browser, program, scout } from "./set-up.js";

const unit = (side, id, strength, hex) => ({ id, side, type: "infantry", strength, hex });

/** The Union holds the Crossroads, an enemy is near, and a recruit has him. */
async function position() {
  const units = [unit("union", "x0", 5, "0705"), unit("union", "x1", 2, "0401"), unit("confederate", "x2", 4, "1005")];
  const { game, tokens } = await scout.ask("game.position", {
    scenario: "training",
    turn: 3,
    side: "union",
    phase: "movement",
    units,
    commanders: { confederate: { level: "recruit" } },
  });
  const give = (order) => scout.ask("game.order", { game, token: tokens.union, order });
  return { address: `${program.address}/game/${game}#${tokens.union}`, give };
}

/** Sets the setting in the game's menu. */
async function learn(page) {
  await page.locator("#open-menu").click();
  await page.locator("#learns-menu").check();
  await accessible(page, "the menu with the setting");
  await page.locator("#dialog .close").click();
}

test("after one's turn a card names the order that cost most, shows it on the map and in the log", async () => {
  const { address, give } = await position();
  const window = await Window.open(browser, DESK);
  const { page } = window;
  await page.goto(address);
  await laid(page);
  await learn(page);
  // Nothing has ended: nothing is said, and nothing is in the way.
  assert.equal(await page.locator("#turn-lesson").count(), 0);
  await give({ move: { unit: "x0", to: "0503" } });
  await page.locator("#orders[data-version='1']").waitFor();
  await page.locator("body").press("e");
  await page.locator("#turn-lesson, #orders h2:has-text('Combat')").first().waitFor();
  if (!(await page.locator("#turn-lesson").count())) await page.locator("body").press("e");
  const card = page.locator("#turn-lesson");
  await card.waitFor();
  assert.match(await card.innerText(), /Moving x0 from 0705 to 0503 cost about \d+\.\d points \(± \d+\.\d\)/);
  await accessible(page, "the card");
  await window.shot("turn-lesson-1");
  // It is read out.
  assert.match(await page.locator("#aloud").innerText(), /./);

  // By mouse: what was ordered and what was better are drawn while the pointer is on it.
  await card.hover();
  await page.locator(".line.fight").first().waitFor({ state: "attached" });
  await window.shot("turn-lesson-2-map");
  // To take a unit in hand draws the orders anew.
  await page.locator("#end-movement:enabled").waitFor();
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  await page.locator(".counter.selected").waitFor();
  await page.mouse.move(5, 5);
  await page.locator(".line.fight").waitFor({ state: "detached" });
  await page.locator("#turn-lesson-log").click();
  await page.locator(".log [data-version='1'][aria-current]").waitFor();

  // By keyboard.
  await page.locator("#turn-lesson-map").focus();
  await page.locator(".line.fight").first().waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  await page.locator("#board .flash").first().waitFor({ state: "attached" });
  await page.locator("#turn-lesson-close").focus();
  await page.keyboard.press("Enter");
  await card.waitFor({ state: "detached" });

  // The setting is remembered; a page that is opened anew asks for the turn when it is set again.
  await page.reload();
  await laid(page);
  await page.locator("#open-menu").click();
  assert.ok(await page.locator("#learns-menu").isChecked());
  await page.locator("#learns-menu").uncheck();
  await page.locator("#learns-menu").check();
  await page.locator("#dialog .close").click();
  await card.waitFor();
  await window.close();
});

test("a phone: the card is folded below the question, and opens at a touch", async () => {
  const { address, give } = await position();
  const window = await Window.open(browser, PHONE);
  const { page } = window;
  await page.goto(address);
  await laid(page);
  await learn(page);
  for (const order of [{ move: { unit: "x0", to: "0503" } }, { "end-movement": {} }, { "end-combat": {} }])
    await give(order);
  const card = page.locator("#turn-lesson");
  await card.waitFor();
  assert.equal(await card.getAttribute("open"), null);
  await card.locator("summary").tap();
  await card.locator("p", { hasText: "cost about" }).waitFor();
  const [content, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= width, `the page is ${content} wide on a screen of ${width}`);
  await window.shot("turn-lesson-3-phone");
  await window.close();
});
