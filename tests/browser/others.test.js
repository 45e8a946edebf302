// A smoke game in the other browsers that Debian has: Firefox by WebDriver BiDi, WebKit by WebDriver.
// Where one is missing its test says so and is skipped; ./test sets them up where it may.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Firefox, missing as noFirefox } from "./firefox.js";
import { faces } from "./hand.js";
import { decide } from "./player.js";
import { program, scout } from "./set-up.js";
import { missing as noWebKit, WebKit } from "./webkit.js";

/** Two marches, one of them taken back, and the end of the movement; `target`: what is pressed for a hex. */
async function played(browser, target) {
  const dice = faces(60, 7919);
  const { game, tokens } = await scout.ask("game.new", { scenario: "training", mode: "hot-seat", dice });
  const link = `${program.address}/game/${game}#${tokens.both}`;
  const known = await scout.game(link);
  await browser.goto(link);
  await browser.until(`document.querySelector("#board .map")?.dataset.drawn`);
  let view = await known.view();
  let undone = "";
  for (let moves = 0; moves < 2; moves++) {
    const order = await decide(known, view, moves);
    assert.ok("move" in order);
    const { unit, to } = order.move;
    await browser.press(`.counters [data-unit="${unit}"]`);
    await browser.until(`document.querySelector('[data-hex="${to}"]')`);
    await browser.press(`[${target}="${to}"]`);
    view = await known.after(view.version);
    // While the counters are drawn anew there may be none: to throw in the page is a failure of its driver.
    const label = `document.querySelector('.counters [data-unit="${unit}"]')?.getAttribute("aria-label")`;
    const moved = `/hex ${to}/.test(${label})`;
    await browser.until(moved);
    undone = `${label} && !${moved}`;
  }
  await browser.press("#undo");
  view = await known.after(view.version);
  // The page must know of it too: until then it takes no other order.
  await browser.until(undone);
  await browser.press("#end-movement");
  view = await known.after(view.version);
  await browser.until(`/${view.phase}/i.test(document.querySelector("#phase b").textContent)`);
  await browser.press("#zoom-all");
  await browser.until(`document.querySelector("#board .map")?.dataset.ready === ""`);
}

test("a game in Firefox, by mouse", { skip: noFirefox() }, async () => {
  const firefox = await Firefox.start();
  try {
    await played(firefox, "data-hex");
    assert.deepEqual(firefox.errors, []);
  } finally {
    await firefox.close();
  }
});

test("a game in WebKit, by its buttons and its grid", { skip: noWebKit() }, async () => {
  const webkit = await WebKit.start();
  try {
    await played(webkit, "data-cell");
    await webkit.shot("webkit");
  } finally {
    await webkit.close();
  }
});
