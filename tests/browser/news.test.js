// One is told that one is asked while the page is not looked at: by a notice of the browser's, and by
// a feed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE, Window } from "./browser.js";
import { laid } from "./lobby.js";
import { browser, program, scout } from "./set-up.js";

/** A browser whose notices are noted, and a page that can be out of sight. */
function noted() {
  window.shown = [];
  window.away = false;
  window.Notification = class {
    static permission = "default";
    static async requestPermission() {
      Notification.permission = "granted";
      return "granted";
    }
    constructor(title, { body, tag }) {
      window.shown.push({ title, body, tag });
    }
  };
  Object.defineProperty(document, "hidden", { get: () => window.away });
}

/** A game of two, and the Union's page. */
async function begun(options) {
  const { game, tokens } = await scout.ask("game.new", { scenario: "training", mode: "two" });
  const link = (side) => `${program.address}/game/${game}#${tokens[side]}`;
  const window = await Window.open(browser, options);
  await window.context.addInitScript(noted);
  await window.page.goto(link("union"));
  await laid(window.page);
  const known = { union: await scout.game(link("union")), confederate: await scout.game(link("confederate")) };
  return { window, page: window.page, known, game };
}

/** Both let their turns pass until that side is asked at the start of its turn. */
async function pass(known, side) {
  for (;;) {
    const view = await known.union.view();
    const { question } = view;
    if (question.side === side && question.kind === "movement") return view;
    const verb = question.kind === "movement" ? "end-movement" : question.kind === "combat" ? "end-combat" : "hold";
    await known[question.side].ask("game.order", { order: { [verb]: {} } });
  }
}

async function opened(page) {
  await page.locator("#open-menu").click();
  await page.getByRole("heading", { name: "Notifications and clocks" }).waitFor();
  await page.locator("#link-feed").waitFor();
}

test("a notice comes when the page is out of sight, once for each time that one is asked", async () => {
  const { window, page, known, game } = await begun();
  await opened(page);
  await window.shot("news-menu");
  await accessible(page, "how one is told");
  await page.locator("#notices").check();
  await page.locator("#notices:checked").waitFor();
  await page.keyboard.press("Escape");
  const shown = () => page.evaluate(() => window.shown);
  // Looked at, the page tells it by itself.
  const { version } = await pass(known, "confederate");
  assert.deepEqual(await shown(), []);
  await page.evaluate(() => {
    window.away = true;
  });
  const view = await pass(known, "union");
  assert.ok(view.version > version);
  await page.waitForFunction(() => window.shown.length > 0);
  const [first] = await shown();
  assert.deepEqual([first.body, first.tag], [view.question.text, `longroll ${game}`]);
  // A day later the setting still holds, and is turned off in the same place.
  await page.reload();
  await laid(page);
  assert.deepEqual(await shown(), []);
  await page.evaluate(() => {
    Notification.permission = "granted";
  });
  await opened(page);
  await page.locator("#notices").uncheck();
  await page.evaluate(() => {
    window.away = true;
  });
  await page.keyboard.press("Escape");
  await pass(known, "confederate");
  const later = await pass(known, "union");
  await page.locator(`#orders[data-version="${later.version}"]`).waitFor();
  assert.deepEqual(await shown(), []);
  await window.close();
});

test("a browser that lets no page show notices is told so", async () => {
  const { window, page } = await begun(PHONE);
  await page.evaluate(() => {
    Notification.requestPermission = async () => "denied";
  });
  await opened(page);
  await page.locator("#notices").click();
  await page.getByText("This browser does not let the page show notices.").waitFor();
  assert.equal(await page.locator("#notices").isChecked(), false);
  await window.shot("news-menu-phone");
  await accessible(page, "how one is told, on a phone");
  await window.close();
});

test("the feed of a seat says that it is asked", async () => {
  const { window, page, known } = await begun();
  await opened(page);
  const address = await page.locator("#link-feed").inputValue();
  const read = async () => (await fetch(address)).text();
  assert.match(await read(), /<title>The Union side is asked: /);
  await pass(known, "confederate");
  assert.doesNotMatch(await read(), /<entry>/);
  await window.close();
});
