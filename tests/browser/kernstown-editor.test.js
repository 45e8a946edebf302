// An owner of the printed Kernstown puts the rest of it right in the editor: the ground, the counters
// and where they begin, the charts that stand row by row, the chits, and how a scenario is won. What every field
// and tool writes tests/web/editor.test.js tests.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { DESK, PHONE, Window } from "./browser.js";
import { beside, checked, kept, opened, saved, take } from "./editor.js";
import { laid } from "./lobby.js";
import { browser, program, scout } from "./set-up.js";
import { middle } from "./table.js";

const SCENARIO = "kernstown-1-stone-wall";
const [MAP, BATTLE] = ["map", "scenario-1"].map((name) => `kernstown/${name}.toml`);

async function edit(scenario = SCENARIO, options = DESK) {
  const window = await Window.open(browser, options);
  const { page } = window;
  await page.goto(`${program.address}/editor?scenario=${scenario}`);
  const known = await opened(page, scout, "kernstown");
  await page.locator("#zoom-all").click();
  const click = async (hex) => {
    const { x, y } = await middle(page, known, hex);
    await page.mouse.click(x, y);
  };
  const side = async (hex, to) => {
    const { x, y } = await beside(page, known, hex, to);
    await page.mouse.click(x, y);
  };
  /** Opens the folds of a panel, each by the role and place that it is of. */
  const unfold = async (panel, ...keys) => {
    for (const key of keys) {
      const summary = page.locator(`#panel-${panel} summary[data-key="fold ${key}"]`);
      const open = await summary.evaluate((one) => one.parentElement.open);
      if (!open) await summary.click();
    }
  };
  return { window, page, known, click, side, unfold };
}

/** The field of a panel for a place of a file. */
const fieldOf = (page, panel, role, place) =>
  page.locator(`#panel-${panel} [data-role="${role}"][data-place="${place}"]`).first();

const SOUND = "No faults, not saved";

/** Waits until the work is sound; if it is not, the faults are told. */
async function sound(page) {
  if ((await checked(page)) === SOUND) return;
  await page.locator("#tab-faults").click();
  assert.fail(await page.locator("#panel-faults").textContent());
}

/** Goes to the first fault of the list. */
async function follow(page) {
  await page.locator("#tab-faults").click();
  await page.locator(".faults button").first().click();
}

test("levels, slopes, walls and the area of a scenario are corrected on the map", async () => {
  const { window, page, click, side } = await edit();

  // A level is seen before the server has drawn it. One that leaves a slope behind is at fault at its
  // hex.
  await take(page, "levels");
  await page.locator("#levels-letter-9").check();
  await click("2120");
  await page.locator(".outline.level").waitFor({ state: "attached" });
  assert.match(await checked(page), /fault/);
  await page.locator(".outline.fault").first().waitFor({ state: "attached" });
  await window.shot("kernstown-editor-1-level");
  await follow(page);
  await page.locator("#panel-map [data-place='slope.0.sides'][aria-invalid]").waitFor();
  await page.locator("#undo").click();
  assert.equal(await checked(page), "No faults");
  await page.locator("#levels-letter-6").check();
  await click("1014");
  assert.equal(await checked(page), SOUND);

  // A slope is taken away at its hexside.
  await take(page, "slope");
  await page.locator("#slope-mode-erase").check();
  await side("2119", "2120");
  assert.equal(await checked(page), SOUND);

  // A wall of its own; it cannot point to what it does not touch.
  await take(page, "wall");
  await click("2620");
  await page.locator("#add-wall").click();
  await page.locator(".chosen-form [data-place$='.name']").fill("Wall by the lane");
  await page.locator("#wall-part-points_to").check();
  await click("1014");
  assert.equal(await checked(page), "1 fault");
  await page.locator(".tool-options", { hasText: "1014 touches no hex of this wall" }).waitFor();
  await click("2520");
  assert.equal(await checked(page), SOUND);
  await window.shot("kernstown-editor-2-wall");

  // The area: a row ends farther east; where it ends too far west a unit is out of play.
  await take(page, "area");
  await click("2035");
  assert.equal(await checked(page), "1 fault");
  await window.shot("kernstown-editor-3-area");
  await follow(page);
  await page.locator("#panel-units [data-place='at.10.hex'][aria-invalid]").waitFor();
  await take(page, "area");
  await click("2030");
  assert.equal(await checked(page), SOUND);
  await accessible(page, "the area tool");

  const { name } = await saved(page);
  assert.match(name, /\.zip$/);
  const { files } = await kept(page, scout, SCENARIO);
  assert.deepEqual(files[MAP].wall.at(-1), { name: "Wall by the lane", hexes: "2620", points_to: "2520" });
  assert.match(files[BATTLE].area.east, /\b1930 2030 2131\b/);
  await window.close();
});

test("a brigade's counters are corrected row by row, and put where they begin", async () => {
  const { window, page, click, known } = await edit("kernstown-4-breckinridge");
  await page.locator("#tab-units").click();
  await page.locator("#panel-units button[data-key='table union Powell']").click();
  const { files } = await scout.ask("pack.open", { scenario: "kernstown-4-breckinridge" });
  const list = files["kernstown/units-1864.toml"].unit;
  const index = list.findIndex(({ id }) => id === "u64-2wv-cav");
  const cell = (key) => fieldOf(page, "units", "units", `unit.${index}.${key}`);
  await cell("fresh").fill("9-5");
  await cell("worn").fill("3-2");
  await cell("weapon").selectOption("CC");
  await cell("dismounted.fresh").fill("7-4");
  // What is no face is said below the table, and the fault leads back to it.
  await cell("dismounted.worn").fill("9");
  assert.equal(await checked(page), "1 fault");
  await page.locator("#panel-units .ledger [aria-invalid]").waitFor();
  await window.shot("kernstown-editor-4-brigade");
  await cell("dismounted.worn").fill("2-2");
  assert.equal(await checked(page), SOUND);
  await accessible(page, "a brigade as a table");

  // Chosen, its faces are seen as they will be printed.
  await page.locator(`#panel-units button[data-index="${index}"]`).click();
  const faces = page.locator("#panel-units .printed-faces svg");
  assert.deepEqual(await faces.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))), [
    "2 WV 9-CC-5",
    "2 WV 3-CC-2",
    "2 WV 7-C-4",
    "2 WV 2-C-2",
  ]);
  await window.shot("kernstown-editor-5-faces");

  // Dragged to another hex; on the enemy it is at fault, beside its own field.
  const at = files["kernstown/scenario-4.toml"].at.findIndex(({ unit }) => unit === "u64-2wv-cav");
  const [from, to] = [await middle(page, known, "1100"), await middle(page, known, "1102")];
  await page.locator("#zoom-all").click();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, to.y);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  await page.locator("[data-unit][aria-label*='2 WV 9-CC-5'][aria-label*='hex 1102']").waitFor({ state: "attached" });
  await fieldOf(page, "units", "scenario", `at.${at}.hex`).fill("3700");
  assert.equal(await checked(page), "1 fault");
  await page.locator(".outline.fault").waitFor({ state: "attached" });
  await fieldOf(page, "units", "scenario", `at.${at}.hex`).fill("9999");
  assert.equal(await checked(page), "1 fault");
  await follow(page);
  await page.locator(`#panel-units [data-place="at.${at}.hex"][aria-invalid]:focus`).waitFor();
  await page.locator("#undo").click();
  assert.equal(await checked(page), SOUND);

  // It comes on later, by a hex of its own, and has been hit; others are left out or come in.
  await page.locator("#to-schedule").click();
  await fieldOf(page, "units", "scenario", `at.${at}.arrives`).selectOption("3:20");
  await click("1101");
  await page.locator("#to-map").click();
  await fieldOf(page, "units", "scenario", `at.${at}.hits`).fill("1");
  await page.locator("#panel-units button[data-index]", { hasText: "3 WV 4" }).first().click();
  await page.locator("#leave-out").click();
  await page.locator("#add-unit").click();
  await fieldOf(page, "units", "units", `unit.${list.length}.name`).fill("4 WV");
  assert.equal(await checked(page), SOUND);
  await page.locator("#board").focus();
  await page.keyboard.press("Escape");

  await saved(page);
  const after = (await kept(page, scout, "kernstown-4-breckinridge")).files;
  assert.deepEqual(after["kernstown/scenario-4.toml"].at[at], { unit: "u64-2wv-cav", hex: "1101", hits: 1 });

  await page.locator("#play").click();
  await page.waitForURL(/\/game\//);
  await laid(page);
  const view = await (await scout.game(page.url())).view();
  const own = view.units.find(({ id }) => id === "u64-2wv-cav");
  assert.deepEqual([own.strength, own.cohesion, own.hits, own.hex], [9, 5, 1, "1101"]);
  assert.ok(!view.units.some(({ id }) => id === "u64-3wv-cav"));
  assert.ok(view.units.some(({ name }) => name === "4 WV"));
  await window.close();
});

test("numbers, chits and how a scenario is won have forms, where a fault leads to its field", async () => {
  const { window, page, unfold } = await edit();
  await unfold("charts", "charts limits", "charts order", "charts fog", "numbers combat");
  const woods = fieldOf(page, "charts", "numbers", "combat.woods-block.value");
  await woods.fill("0");
  assert.equal(await checked(page), "1 fault");
  assert.equal(await page.locator("#panel-charts [data-place][aria-invalid], #panel-charts .entry-fault").count(), 1);
  await follow(page);
  await page.locator("#panel-charts [data-role='numbers'][aria-invalid]:focus").waitFor();
  await woods.fill("3");
  await fieldOf(page, "charts", "charts", "order.0.marches").check();
  await fieldOf(page, "charts", "charts", "fog.dice.0").selectOption("confederate-chaos");
  await fieldOf(page, "charts", "charts", "fog.dice.1").selectOption("union-chaos");
  await sound(page);
  await window.shot("kernstown-editor-6-charts");
  await accessible(page, "charts by rows");

  await page.locator("#tab-chits").click();
  await unfold("chits", "chits command", "chits commander", "chits event", "chits event.11");
  await page.locator("#panel-chits [data-entry='event.11.moments'] input[value='on-draw']").check();
  assert.equal(await checked(page), SOUND);
  await window.shot("kernstown-editor-7-chits");
  await accessible(page, "chits");

  await page.locator("#tab-scenario").click();
  await unfold("scenario", "scenario victory", "scenario victory.level", "scenario victory.level.1");
  const upto = fieldOf(page, "scenario", "scenario", "victory.level.1.upto");
  await upto.fill("0");
  assert.equal(await checked(page), "1 fault");
  await follow(page);
  await page.locator("#panel-scenario [data-place='victory.level.1.upto'][aria-invalid]:focus").waitFor();
  await upto.fill("1");
  // What a scenario may have and this one has not.
  await page.locator("#panel-scenario [data-key='add scenario resupply']").click();
  await unfold("scenario", "scenario resupply");
  assert.match(await checked(page), /fault/);
  await fieldOf(page, "scenario", "scenario", "resupply.hex").fill("1332");
  await fieldOf(page, "scenario", "scenario", "resupply.case").fill("13.13");
  await sound(page);
  await window.close();
});

test("walls, the area and units by keyboard alone", async () => {
  const { window, page } = await edit();
  const says = (words) =>
    page.waitForFunction(
      (words) => new RegExp(words).test(document.querySelector(".cursor").getAttribute("aria-label")),
      words,
    );
  const hold = async (tool) => {
    await page.locator(`#tool-${tool}`).focus();
    await page.keyboard.press("Enter");
    await page.locator(`.tool-options[data-tool="${tool}"]`).waitFor();
    await page.locator(".cursor").focus();
  };
  await page.locator("#board").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await hold("wall");
  await says("no wall");
  await page.keyboard.press("Enter");
  await says("The Stone Wall");
  await page.keyboard.press("Control+z");
  await says("no wall");
  await page.keyboard.press("Control+y");
  await says("The Stone Wall");
  await page.keyboard.press("Control+z");

  await hold("area");
  const before = await page.locator(".cursor").getAttribute("aria-label");
  await page.keyboard.press("Enter");
  await says("in play");
  await page.keyboard.press("Enter");
  await says("out of play");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await says(/out of play/.test(before) ? "out of play" : "in play");

  // A unit is chosen in its list, and put where the cursor is.
  await page.locator("#tab-units").focus();
  await page.keyboard.press("Enter");
  await page.locator("#panel-units button[data-index]", { hasText: "7 IN-a" }).first().focus();
  await page.keyboard.press("Enter");
  await page.locator(".cursor").focus();
  await page.keyboard.press("ArrowLeft");
  const hex = /Hex (\d+)/.exec(await page.locator(".cursor").getAttribute("aria-label"))[1];
  await page.keyboard.press("Enter");
  await says("7 IN-a");
  await page.locator(`#panel-units [data-role='scenario'][data-place$='.hex']`).waitFor();
  assert.equal(await page.locator(`#panel-units [data-role='scenario'][data-place$='.hex']`).inputValue(), hex);
  await window.close();
});

test("the tabs of the editor do not touch on a phone in the dark, and each can be reached", async () => {
  const window = await Window.open(browser, { ...PHONE, colorScheme: "dark" });
  const { page } = window;
  await page.goto(`${program.address}/editor?scenario=${SCENARIO}`);
  await checked(page);
  const gaps = await page.evaluate(() => {
    const words = [...document.querySelectorAll(".tab")]
      .filter((tab) => !tab.hidden)
      .map((tab) => {
        const range = document.createRange();
        range.selectNodeContents(tab);
        return range.getBoundingClientRect();
      });
    return words.slice(1).map((word, at) => word.left - words[at].right);
  });
  assert.equal(gaps.length, 8);
  assert.ok(Math.min(...gaps) >= 9, `${gaps}`);
  const hidden = await page.locator(".tabs").evaluate((row) => row.scrollWidth - row.clientWidth);
  assert.equal(hidden, 0, "all of them are in sight");
  for (const tab of ["pack", "units", "scenario", "chits", "charts"]) {
    await page.locator(`#tab-${tab}`).tap();
    await page.locator(`#panel-${tab}`).waitFor();
    const inSight = await page.locator(`#tab-${tab}`).evaluate((one) => {
      const { left, right } = one.getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    });
    assert.ok(inSight, tab);
  }
  const across = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(across <= 0, "nothing sticks out");
  await window.shot("kernstown-editor-phone");
  await accessible(page, "the editor on a phone in the dark");
  await window.close();
});
