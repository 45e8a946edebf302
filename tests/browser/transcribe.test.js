// An owner of the printed sheets transcribes them by the keyboard: a chart, a few cells and counters, on two days,
// with what was wrong taken back, and read a second time. What becomes of answers tests/web/transcribe.test.js tests.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE, Window } from "./browser.js";
import { saved } from "./editor.js";
import { laid } from "./lobby.js";
import { browser, program } from "./set-up.js";

const SCENARIO = "kernstown-1-stone-wall";

/** The page with the sheets of a scenario open. */
async function transcribe(options, scenario = SCENARIO) {
  const window = await Window.open(browser, options);
  const { page } = window;
  await page.goto(`${program.address}/transcribe?scenario=${scenario}`);
  await page.locator("#kinds li").first().waitFor();
  return { window, page };
}

/** Opens a kind; its first open box is in hand. */
async function kind(page, id) {
  await page.locator(`[data-key="kind-${id}"]`).click();
  await page.waitForFunction(() => document.activeElement?.classList.contains("box"));
}

/** How much of a kind has been read: `[read, of]`. */
async function count(page, id) {
  const text = await page.locator(`[data-key="kind-${id}"] .count`).innerText();
  return text.split(" of ").map(Number);
}

/** Waits until the server has taken every answer. */
async function taken(page) {
  await page.waitForFunction(() => /read$/.test(document.querySelector("#state").textContent));
}

/** Presses keys and counts them. */
async function press(page, keys) {
  for (const key of keys) await page.keyboard.press(key);
  return keys.length;
}

/** The box of a place. */
const box = (page, place, part) =>
  page.locator(`.box[data-place="${place}"]${part === undefined ? "" : `[data-part="${part}"]`}`);

test("a chart and counters are transcribed with a key for each value, kept and played with", async () => {
  const { window, page } = await transcribe();

  // Every cell of the tests of Fire Combat: the sheet agrees with most of them, one is another.
  await kind(page, "fire-test");
  const [none, cells] = await count(page, "fire-test");
  assert.equal(none, 0);
  assert.equal(cells, 34);
  const word = page.locator('.words button[data-value="D2"] kbd');
  const other = await word.innerText();
  const places = await page.locator(".box").evaluateAll((all) => all.map((one) => one.dataset.place));
  const changed = "fire-test, test tough, depletion 4";
  let keys = 0;
  for (const place of places) keys += await press(page, [place === changed ? other : "Enter"]);
  assert.equal(keys, cells, "one key a cell");
  await taken(page);
  assert.deepEqual(await count(page, "fire-test"), [34, 34]);
  assert.match(await page.locator("#said").innerText(), /tough.* now gives D2, before D/i);

  // The next chart follows by itself.
  assert.match(await page.locator("#step h2").innerText(), /Close Combat tests/);

  await kind(page, "combat");
  await window.shot("transcribe-1-combat");
  await accessible(page, "transcribe a chart");

  // A cell is found by the arrow keys, and what no chart has is typed.
  await box(page, "combat, row 51-53, cells 8-9").click();
  await press(page, ["ArrowDown", "ArrowUp", "0", "/", "1", "-", "2", "/", "3", "-", "6", "Enter"]);
  await taken(page);
  assert.match(await page.locator("#said").innerText(), /51-53, 8-9 now gives 0\/1-2\/3-6, before 0\/1-2\/3-5/);
  await window.shot("transcribe-2-said");

  // What is no result is refused at its cell, and nothing is lost.
  await box(page, "combat, row 51-53, cells 8-9").click();
  await press(page, ["7", "/", "9", "Enter"]);
  await page.locator("#trouble:not([hidden])").waitFor();
  await page.locator('.box.wrong[data-place="combat, row 51-53, cells 8-9"]').waitFor();
  assert.equal(await box(page, "combat, row 51-53, cells 8-9").inputValue(), "0/1-2/3-6");

  // Counters: five values each, a key for each; 7 OH-a prints 7-4.
  await kind(page, "units");
  assert.equal(await page.locator("#steps optgroup").first().getAttribute("label"), "Tyler");
  await window.shot("transcribe-3-counter");
  await accessible(page, "transcribe a counter");
  await press(page, ["7", "4", "3", "3", "r"]);
  const open = await page.locator(".box:not(.read)").count();
  await press(page, Array(open).fill("Enter"));
  await taken(page);

  // One goes away and comes back on another day: all of it is there, and the next counter in hand.
  const before = await page.locator("#state").innerText();
  await page.reload();
  await page.locator("#kinds li").first().waitFor();
  await taken(page);
  assert.equal(await page.locator("#state").innerText(), before);
  assert.match(await page.locator("#said").innerText(), /You resume/);
  await page.locator("#steps").selectOption({ index: 0 });
  assert.equal(await box(page, "unit u62-7oh-a, fresh", 0).inputValue(), "7");

  // Undo takes the last answer back.
  await box(page, "unit u62-7oh-a, weapon").click();
  await press(page, ["s"]);
  await taken(page);
  assert.match(await page.locator("#said").innerText(), /7 OH-a, weapon: S, before R/);
  await page.keyboard.press("Control+z");
  await page.locator("#steps").selectOption({ index: 0 });
  await page.waitForFunction(() => document.querySelector('.box[data-place="unit u62-7oh-a, weapon"]')?.value === "R");

  // A second pass: what was read is hidden, and what differs is listed.
  await page.locator("#again").click();
  assert.equal(await page.locator("#drawn .chip").count(), 0);
  assert.equal(await box(page, "unit u62-7oh-a, fresh", 0).inputValue(), "");
  assert.equal(await box(page, "unit u62-7oh-a, fresh", 0).getAttribute("placeholder"), "");
  await box(page, "unit u62-7oh-a, fresh", 0).click();
  await press(page, ["8", "4"]);
  await page.locator(".differences li").waitFor();
  assert.match(await page.locator(".differences li").innerText(), /7 OH-a, Fresh, SP[\s\S]*First: 7[\s\S]*Second: 8/);
  await window.shot("transcribe-4-again");
  await accessible(page, "transcribe a second time");
  await page.locator('[data-key="second-0"]').click();
  await page.locator(".differences li").waitFor({ state: "detached" });
  await taken(page);
  await page.locator("#again").click();
  await page.locator("#steps").selectOption({ index: 0 });
  assert.equal(await box(page, "unit u62-7oh-a, fresh", 0).inputValue(), "8");

  // It is kept as a pack, and the lobby's games play it.
  const { name } = await saved(page);
  assert.match(name, /\.zip$/);
  await page.goto(`${program.address}/transcribe?scenario=${SCENARIO}`);
  await page.locator("#kinds li").first().waitFor();
  await page.locator("#play:not([disabled])").click();
  await page.waitForURL(/\/game\//);
  await laid(page);
  // The editor goes on with the same draft.
  await page.goto(`${program.address}/editor?scenario=${SCENARIO}`);
  await page.locator("#draft-take").click();
  await page.locator("#tab-units").click();
  await page.locator('#panel-units button[data-index="0"]').first().waitFor();
  assert.match(await page.locator('#panel-units button[data-index="0"]').first().innerText(), /7 OH-a 8-4/);
});

test("the map is transcribed row by row, and hexsides come and go", async () => {
  const { window, page } = await transcribe();
  await kind(page, "ground");
  const first = page.locator(".box").first();
  assert.equal(await first.getAttribute("data-place"), "ground 1041");
  await press(page, ["f", ".", "o"]);
  await taken(page);
  assert.equal((await count(page, "ground"))[0], 3);
  assert.match(await page.locator("#said").innerText(), /ground 1041: light woods, before clear/);
  await window.shot("transcribe-5-row");
  await accessible(page, "transcribe a row of the map");

  // A hexside that the file has not.
  await kind(page, "slopes");
  await page.locator("#more-sides").fill("1030/1131");
  await page.locator("#add-sides").click();
  await page.locator("#trouble:not([hidden])").waitFor();
  await page.locator("#more-sides").fill("1036/1035");
  await page.locator("#more-sides").press("Enter");
  await box(page, "slope 1036/1035").waitFor();
  await window.shot("transcribe-6-slopes");
});

test("a phone shows it all, and a finger answers", async () => {
  const { window, page } = await transcribe(PHONE, "chattanooga-1975");
  await kind(page, "works");
  // By a finger: the words are buttons.
  await page.locator('.words button[data-value="not there"]').tap();
  await taken(page);
  assert.equal((await count(page, "works"))[0], 1);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  assert.ok(wide, "nothing is wider than the phone");
  await window.shot("transcribe-7-phone");
  await accessible(page, "transcribe on a phone");
  // Sheets of which nothing is in doubt say so.
  await page.goto(`${program.address}/transcribe?scenario=chickamauga-1975`);
  await page.locator("#step h2").waitFor();
});

test("it is entered beside each battle, and from what the map rests on", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(program.address);
  const link = page.locator(`.battle-card[data-scenarios~="${SCENARIO}"] .make-mine`);
  await link.waitFor();
  const chosen = await page.locator(`.battle-card[data-scenarios~="${SCENARIO}"]`).getAttribute("data-scenarios");
  assert.ok((await link.getAttribute("href")).startsWith(`/transcribe?scenario=${chosen.split(" ")[0]}`));
  await link.click();
  await page.waitForURL(/\/transcribe\?/);
  await page.locator("#kinds li").first().waitFor();
  // Without a scenario one chooses.
  await page.goto(`${program.address}/transcribe`);
  await page.locator('#step a[href*="training"]').first().waitFor();
  assert.match(await page.locator("#step a").first().getAttribute("href"), /^\/transcribe\?|\/transcribe\?/);
});
