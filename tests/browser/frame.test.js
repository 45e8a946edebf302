// The frame round the map: the desk folds, a phone's bar is one line and its sheet leaves the map in
// sight, and a night turn lies in moonlight.

import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { DESK, PHONE, Window } from "./browser.js";
import { laid } from "./lobby.js";
import { browser, program, scout } from "./set-up.js";
import { stroke, way } from "./touch.js";

const WEB = new URL("../../web/", import.meta.url);
/** What lies on the map has the colours of the map, in any light. */
const ON_THE_MAP = ["aids.css", "board.css", "counters.css", "certainty.css", "rules.css", "editor.css", "picture.css"];

test("the colours of the pages stand in the palette, where each has one for the light and one for the dark", async () => {
  const files = (await readdir(new URL("css/", WEB))).filter((file) => file.endsWith(".css"));
  for (const file of files.filter((file) => file !== "palette.css" && !ON_THE_MAP.includes(file))) {
    const text = await readFile(new URL(`css/${file}`, WEB), "utf8");
    assert.deepEqual(text.match(/#[0-9a-f]{3,8}\b(?=[^{}]*;)|\b(rgb|hsl|oklch)a?\(/gi), null, file);
  }
});

test("the lettering takes less than 60 KB, and its licence is beside it", async () => {
  const files = await readdir(new URL("fonts/", WEB));
  const sizes = await Promise.all(
    files
      .filter((file) => file.endsWith(".woff2"))
      .map(async (file) => (await stat(new URL(`fonts/${file}`, WEB))).size),
  );
  assert.ok(sizes.length > 0 && sizes.reduce((sum, size) => sum + size) < 60_000, String(sizes));
  assert.match(await readFile(new URL("fonts/LICENSE", WEB), "utf8"), /SIL OPEN FONT LICENSE/);
});

/** The address of both seats of a new game. */
async function begun(method, params) {
  const { game, tokens } = await scout.ask(method, params);
  return `${program.address}/game/${game}#${tokens.both}`;
}

/** The contrast of two colours, by the measure of WCAG. */
function contrast(...colours) {
  const [low, high] = colours
    .map((parts) =>
      parts.map((part) => (part / 255 <= 0.04045 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)),
    )
    .map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b)
    .sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Texts of the page's bar that lie over each other. */
function overlaps(page) {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll(".bar #phase, .bar #score, .bar-buttons button")];
    /** Where the words stand: the points are pressed above theirs too. */
    const words = (part) => {
      const range = document.createRange();
      range.selectNodeContents(part.querySelector("button") ?? part);
      return range.getBoundingClientRect();
    };
    const boxes = parts
      .filter((part) => part.checkVisibility())
      .map((part) => [part.id || part.textContent, words(part)]);
    return boxes.flatMap(([one, a], at) =>
      boxes
        .slice(at + 1)
        .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        .map(([other]) => `${one} and ${other}`),
    );
  });
}

test("the desk folds into a card of orders on the map, and stays so", async () => {
  const window = await Window.open(browser, DESK);
  const { page } = window;
  await page.goto(await begun("game.new", { scenario: "training" }));
  await laid(page);
  const width = () => page.locator("#board").evaluate((board) => board.clientWidth);
  const beside = await width();
  await page.locator("#fold-desk").click();
  assert.equal(await width(), DESK.viewport.width, "the map has the whole width");
  assert.ok(beside < DESK.viewport.width);
  assert.ok(await page.locator("#end-movement").isVisible(), "the orders stay");
  assert.ok(await page.locator("#panel-log").isHidden());
  await accessible(page, "a folded desk");
  await window.shot("frame-1-folded");
  await page.reload();
  await laid(page);
  assert.equal(await width(), DESK.viewport.width, "it is remembered");
  await page.locator("#fold-desk").click();
  assert.equal(await width(), beside);
  assert.ok(await page.locator("#panel-log").isVisible());
  await window.close();
});

for (const scenario of ["chickamauga-1975", "kernstown-5-historical-1864"]) {
  test(`on a phone the bar is one line and half of the screen is map: ${scenario}`, async () => {
    const window = await Window.open(browser, PHONE);
    const { page } = window;
    await page.goto(await begun("game.new", { scenario }));
    await laid(page);
    assert.deepEqual(await overlaps(page), []);
    const { height: bar } = await page.locator(".bar").first().boundingBox();
    assert.ok(bar <= 52, `the bar is ${bar} high`);
    const field = await page.locator("#board").boundingBox();
    assert.ok(field.height >= 0.42 * PHONE.viewport.height, `the map is ${field.height} high`);
    await window.shot(`frame-2-phone-${scenario}`);
    // A panel that opens takes no more than half, and a fold gives all of it back.
    await page.locator("#tab-log").tap();
    const open = await page.locator("#board").boundingBox();
    assert.ok(open.height >= 0.42 * PHONE.viewport.height, `the map is ${open.height} high`);
    await page.locator("#tab-log").tap();
    const folded = await page.locator("#board").boundingBox();
    assert.ok(folded.height > 0.8 * PHONE.viewport.height, `the map is ${folded.height} high`);
    await window.close();
  });
}

test("a tablet that stands has the sheet under the map, one that lies has the panels beside it", async () => {
  for (const [width, height, map] of [
    [768, 1024, 768],
    [1024, 768, 600],
  ]) {
    const window = await Window.open(browser, { viewport: { width, height }, hasTouch: true });
    await window.page.goto(await begun("game.new", { scenario: "chickamauga-1975" }));
    await laid(window.page);
    const field = await window.page.locator("#board").boundingBox();
    assert.ok(field.width >= map && field.height >= 0.42 * height, `the map is ${field.width} × ${field.height}`);
    await window.shot(`frame-2-tablet-${width}`);
    await window.close();
  }
});

test("the buttons over the map lie over nothing that is asked about, in its corner too", async () => {
  const window = await Window.open(browser, { viewport: { width: 1024, height: 768 }, reducedMotion: "reduce" });
  const { page } = window;
  const units = [
    { id: "a", side: "union", type: "infantry", strength: 5, hex: "2527" },
    { id: "b", side: "confederate", type: "infantry", strength: 4, hex: "2528" },
  ];
  await page.goto(await begun("game.position", { scenario: "chickamauga-1975", phase: "combat", units }));
  await laid(page);
  await page.locator('.counter[data-unit="a"]').click();
  const box = (one) => page.locator(one).boundingBox();
  const buttons = [await box(".zoom"), await box("#aids")];
  for (const { id } of units) {
    const { x, width } = await box(`.counter[data-unit="${id}"]`);
    for (const button of buttons)
      assert.ok(x + width <= button.x, `${id} ends at ${x + width}, a button at ${button.x}`);
  }
  await window.shot("frame-2-corner");
  await window.close();
});

test("a sheet that opens leaves what is in hand in sight", async () => {
  const window = await Window.open(browser, PHONE);
  const { page } = window;
  await page.goto(await begun("game.new", { scenario: "training" }));
  await laid(page);
  await page.locator("#tab-orders").tap();
  // The sheet is folded, and a unit low on the map taken in hand.
  const low = page.locator('[data-unit="u-1-1"]');
  const field = await page.locator("#board").boundingBox();
  const { x, y } = await low.boundingBox();
  const from = { x: field.x + 60, y: field.y + 60 };
  const to = { x: from.x + field.width / 2 - x, y: from.y + field.y + field.height - 70 - y };
  await stroke(page, way(from, to));
  await page.waitForFunction(
    (was) => Math.abs(document.querySelector('[data-unit="u-1-1"]').getBoundingClientRect().top - was) > 40,
    y,
  );
  await low.tap();
  await page.locator('[data-unit="u-1-1"].selected').waitFor({ state: "attached" });
  await page.locator("#tab-log").tap();
  await page.locator("#panel-log").waitFor();
  const now = await page.locator("#board").boundingBox();
  const lies = await low.boundingBox();
  assert.ok(lies.y + lies.height <= now.y + now.height, "it lies above the sheet");
  await window.close();
});

test("a night turn lies in moonlight, by day and in the dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const window = await Window.open(browser, { ...DESK, colorScheme });
    const { page } = window;
    const light = () => page.locator("#board").evaluate((board) => getComputedStyle(board, "::before").backgroundColor);
    const units = [
      { id: "u-1-1", hex: "0503" },
      { id: "c-ames", hex: "0903" },
    ];
    await page.goto(await begun("game.position", { scenario: "training", turn: 3, units }));
    await laid(page);
    const day = await light();
    await page.goto(await begun("game.position", { scenario: "training", turn: 4, units }));
    await laid(page);
    await page.locator(".night-tag").waitFor();
    assert.notEqual(await light(), day);
    // What is written on the map can be read by it.
    const [ink, paper, moon] = await page.locator("#board").evaluate((board) => {
      const style = getComputedStyle(board.querySelector(".map"));
      const parts = (colour) => {
        const hex = /^#(..)(..)(..)$/.exec(colour);
        return hex ? hex.slice(1).map((part) => Number.parseInt(part, 16)) : colour.match(/[\d.]+/g).map(Number);
      };
      return [
        style.color,
        style.getPropertyValue("--halo").trim(),
        getComputedStyle(board, "::before").backgroundColor,
      ].map(parts);
    });
    const under = (colour) => colour.slice(0, 3).map((part, at) => part * (1 - moon[3]) + moon[at] * moon[3]);
    assert.ok(contrast(under(ink), under(paper)) >= 4.5, `${under(ink)} on ${under(paper)}`);
    await accessible(page, `a night turn, ${colorScheme}`);
    await window.shot(`frame-3-night-${colorScheme}`);
    await window.close();
  }
});
