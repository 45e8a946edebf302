// The map in motion: what was drawn of it once is only copied.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, quit, Window } from "./browser.js";
import { laid } from "./lobby.js";
import { longestRaster, moved, ready, tilesDrawn, traced } from "./motion.js";
import { Program } from "./program.js";
import { Scout } from "./scout.js";

/** More of the processor's time, in ms, than any counter needs; woods and lettering need ten times as much. */
const COUNTERS = 100;

let program;
let browser;
let scout;
before(async () => {
  program = await Program.start();
  browser = await launch();
  scout = await Scout.at(browser, program.address);
});
after(async () => {
  await quit(browser);
  await program.close();
});

for (const scenario of ["chickamauga-1975", "kernstown-1-stone-wall"]) {
  test(`${scenario}: panning and zooming draw no map anew`, async () => {
    const { game, tokens } = await scout.ask("game.new", { scenario });
    const window = await Window.open(browser, { viewport: { width: 1440, height: 900 } });
    const { page } = window;
    await page.goto(`${program.address}/game/${game}#${tokens.both}`);
    await laid(page);
    await page.locator("#zoom-all").click();
    await ready(page);

    // Near by, tiles have to be drawn once: so they are counted.
    const nearer = await traced(browser, page, async () => {
      for (let i = 0; i < 6; i++) await page.locator("#zoom-in").click();
      await page.waitForFunction(() => document.querySelector("#board .map").dataset.ready === undefined);
      await ready(page);
    });
    assert.ok(tilesDrawn(nearer.traceEvents) > 0);

    for (const kind of ["pan", "zoom"]) {
      const { traceEvents } = await traced(browser, page, () => moved(page, kind, 60));
      const frames = traceEvents.filter(({ name }) => name === "FireAnimationFrame").length;
      assert.ok(frames >= 60, `${kind}: ${frames} frames`);
      assert.equal(tilesDrawn(traceEvents), 0, kind);
      assert.ok(longestRaster(traceEvents) < COUNTERS, `${kind}: ${longestRaster(traceEvents)} ms`);
    }
    // And nothing else on the page holds a picture of the map.
    assert.equal(await page.locator("#board img, #board image").count(), 0);
    await window.close();
  });
}

test("a glide ends where it leads, and the ground with it", async () => {
  const { game, tokens } = await scout.ask("game.new", { scenario: "training" });
  const window = await Window.open(browser, { viewport: { width: 700, height: 600 }, reducedMotion: "no-preference" });
  const { page } = window;
  await page.goto(`${program.address}/game/${game}#${tokens.both}`);
  await laid(page);
  for (let i = 0; i < 8; i++) await page.locator("#zoom-in").click();
  await ready(page);
  const lie = () => page.locator("#board .layer").evaluate((layer) => new DOMMatrix(layer.style.transform).toJSON());
  const before = await lie();
  // The cursor walks out of sight: the map follows, step by step.
  await page.locator(".cursor").focus();
  for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowDown");
  await page.waitForFunction(
    (f) => new DOMMatrix(document.querySelector("#board .layer").style.transform).f < f - 40,
    before.f,
  );
  await page.waitForFunction(() => {
    const cursor = document.querySelector(".cursor polygon").getBoundingClientRect();
    const board = document.querySelector("#board").getBoundingClientRect();
    const middle = (cursor.top + cursor.bottom) / 2;
    return middle > board.top && middle < board.bottom;
  });
  await window.close();
});
