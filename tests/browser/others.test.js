// A smoke game in the other browsers that Debian has: Firefox by WebDriver BiDi, WebKit by WebDriver.
// Where one is missing its test says so and is skipped; ./test sets them up where it may.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { firefox } from "playwright-core";
import { DESK, Window } from "./browser.js";
import { faces } from "./hand.js";
import { laid } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { decide } from "./player.js";
import { program, scout } from "./set-up.js";
import { shows } from "./table.js";
import { missing, WebKit } from "./webkit.js";

const FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((place) => existsSync(place));

/** The same game in every run. */
async function begun() {
  const dice = faces(60, 7919);
  const { game, tokens } = await scout.ask("game.new", { scenario: "training", mode: "hot-seat", dice });
  return `${program.address}/game/${game}#${tokens.both}`;
}

test("a game in Firefox, by mouse", { skip: !FIREFOX && "Firefox is missing: install firefox-esr" }, async () => {
  const other = await firefox.launch({ channel: "moz-firefox", executablePath: FIREFOX });
  try {
    const window = await Window.open(other, DESK);
    const { page } = window;
    const link = await begun();
    await page.goto(link);
    await laid(page);
    const known = await scout.game(link);
    const hand = new Mouse(page, known);
    let view = await known.view();
    const { turn } = view;
    let moved = 0;
    let orders = 0;
    for (let order = await decide(known, view); order && view.turn <= turn; order = await decide(known, view, moved)) {
      moved = "move" in order ? moved + 1 : 0;
      await hand.give(order);
      view = await known.after(view.version).catch((error) => {
        throw new Error(`${JSON.stringify(order)} was not carried out`, { cause: error });
      });
      await shows(page, known, view);
      orders++;
    }
    assert.ok(orders > 4, `${orders} orders`);
    await page.locator("#zoom-all").click();
    await window.close();
  } finally {
    await other.close();
  }
});

test("a game in WebKit, by its buttons and its grid", { skip: missing() }, async () => {
  const webkit = await WebKit.start();
  try {
    const link = await begun();
    const known = await scout.game(link);
    await webkit.goto(link);
    await webkit.until(`document.querySelector("#board .map")?.dataset.drawn`);
    let view = await known.view();
    let moved = "";
    for (let moves = 0; moves < 2; moves++) {
      const order = await decide(known, view, moves);
      assert.ok("move" in order);
      const { unit, to } = order.move;
      await webkit.press(`.counters [data-unit="${unit}"]`);
      await webkit.until(`document.querySelector('[data-hex="${to}"]')`);
      await webkit.press(`[data-cell="${to}"]`);
      view = await known.after(view.version);
      const label = `document.querySelector('.counters [data-unit="${unit}"]').getAttribute("aria-label")`;
      moved = `/hex ${to}/.test(${label})`;
      await webkit.until(moved);
    }
    await webkit.press("#undo");
    view = await known.after(view.version);
    // The page must know of it too: until then it takes no other order.
    await webkit.until(`!${moved}`);
    await webkit.press("#end-movement");
    view = await known.after(view.version);
    await webkit.until(`/${view.phase}/i.test(document.querySelector("#phase b").textContent)`);
    await webkit.press("#zoom-all");
    await webkit.until(`document.querySelector("#board .map")?.dataset.ready === ""`);
    await webkit.shot("webkit");
  } finally {
    await webkit.close();
  }
});
