// The map in motion: what was drawn of it once is only copied.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Window } from "./browser.js";
import { laid } from "./lobby.js";
import { longestRaster, moved, ready, tilesDrawn, traced } from "./motion.js";
import { browser, program, scout } from "./set-up.js";

/** More of the processor's time, in ms, than any counter needs; woods and lettering need ten times as much. */
const COUNTERS = 100;

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
    assert.equal(await page.locator("#board img[src], #board image[href]").count(), 0);
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

/** Runs in the page: letters a map with counters on every name, and tells what lies where. */
async function lettered(address) {
  const { Lettering } = await import("/static/js/board/lettering.js");
  const lettering = new Lettering();
  const { ground, labels } = lettering.read(await (await fetch(address)).text());
  lettering.set(labels, 40);
  const places = labels.names.map(({ x, y }) => ({ x, y, half: 24, afar: 32 }));
  lettering.occupy(places);
  const xs = labels.numbers.map(({ x }) => x);
  const tell = (k, numbered = true) => {
    lettering.number(numbered);
    const drawn = [];
    const context = { drawImage: ({ width, height }, x, y) => drawn.push({ x, y, width, height }) };
    lettering.draw(context, { x: 0, y: 0, k, width: 1e5, height: 1e5 }, 1);
    const half = (k * 40 < 19 ? 32 : 24) * k;
    const [left, right] = [(Math.min(...xs) - 40) * k, (Math.max(...xs) + 40) * k];
    return { k, drawn, left, right, counters: places.map(({ x, y }) => ({ x: x * k, y: y * k, half })) };
  };
  return {
    left: /map-names|map-numbers/.test(ground),
    names: labels.names.length,
    numbers: labels.numbers.length,
    scales: [0.25, 0.5, 1, 3].map((k) => tell(k)),
    bare: tell(1, false),
  };
}

test("names stay out from under counters, and numbers keep their size and give way", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(`${program.address}/rules`);
  const told = await page.evaluate(lettered, "/maps/chickamauga.svg");
  assert.equal(told.left, false);
  assert.ok(told.names > 10 && told.numbers > 600, `${told.names} names, ${told.numbers} numbers`);
  const [far, , near, nearest] = told.scales;
  // From afar there are names alone; near by hardly any number has to give way.
  assert.ok(far.drawn.length <= told.names);
  assert.ok(near.drawn.length > told.numbers * 0.9);
  const numbers = ({ drawn }) => drawn.slice(-100).map(({ width, height }) => `${width} ${height}`);
  assert.deepEqual(numbers(near), numbers(nearest));
  assert.ok(told.bare.drawn.length > 0 && told.bare.drawn.length <= told.names, "numbers that are turned off");
  for (const { k, drawn, left, right, counters } of told.scales) {
    assert.ok(drawn.length > 0);
    const number = numbers(near)[0].split(" ")[1];
    const names = drawn.filter(({ height }) => height > Number(number));
    for (const one of names) {
      assert.ok(one.x >= left - 1 && one.x + one.width <= right + 1, `at ${k} a name leaves the map`);
      for (const other of names.slice(names.indexOf(one) + 1))
        assert.ok(
          one.x + one.width <= other.x + 1 ||
            other.x + other.width <= one.x + 1 ||
            one.y + one.height <= other.y + 1 ||
            other.y + other.height <= one.y + 1,
          `at ${k} one name crosses another`,
        );
      for (const { x, y, half } of counters) {
        const wide = Math.min(one.x + one.width, x + half) - Math.max(one.x, x - half);
        const high = Math.min(one.y + one.height, y + half) - Math.max(one.y, y - half);
        // A pixel of the halo at most.
        assert.ok(wide <= 1 || high <= 1, `at ${k} a name lies ${wide} by ${high} under a counter`);
      }
    }
  }
  await window.close();
});
