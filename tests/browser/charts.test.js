// An owner of Kernstown puts its charts and counters right in the editor.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE, Window } from "./browser.js";
import { checked } from "./editor.js";
import { browser, program } from "./set-up.js";

const SCENARIO = "kernstown-1-stone-wall";
const CHARTS = "kernstown/charts.toml";
const UNITS = "kernstown/units-1862.toml";

async function edit(options) {
  const window = await Window.open(browser, options);
  const { page } = window;
  await page.goto(`${program.address}/editor?scenario=${SCENARIO}`);
  await checked(page);
  return { window, page };
}

/** The work as this browser keeps it. */
async function draft(page) {
  const key = `longroll.editor.${SCENARIO}`;
  // It is kept when the page is left at the latest.
  await page.evaluate(() => dispatchEvent(new Event("beforeunload", { cancelable: true })));
  return page.evaluate((key) => JSON.parse(localStorage.getItem(key)), key);
}

/** Opens the folds that lead to a chart, and gives one of its cells. */
async function cell(page, fold, place) {
  const summary = page.locator(`#panel-charts summary[data-key="fold charts ${fold}"]`);
  if (!(await page.locator("#panel-charts details[open]", { has: summary }).count())) await summary.click();
  return page.locator(`#panel-charts input[data-place="${place}"]`);
}

test("a cell of a chart and a counter are corrected", async () => {
  const { window, page } = await edit();
  assert.equal(await page.locator("#state").textContent(), "No faults");
  await page.locator("#panel-charts").waitFor();

  // Row 51-53, column 4: what it rests on is seen, then what the printed chart says is written.
  const one = await cell(page, "combat", "combat.row.8.cells.4");
  assert.equal(await one.getAttribute("aria-label"), "51-53, 4");
  await one.fill("0/1/2-3");
  assert.equal(await checked(page), "No faults, not saved");
  assert.match(await page.locator(".chart-label").first().innerText(), /51-53, 4: source/);
  assert.equal(await page.locator(".chart-label select").first().inputValue(), "printed");
  await window.shot("charts-1-combat");
  await accessible(page, "charts");

  // What is no result is refused beside its cell, and in the list of faults.
  await one.fill("0/9x");
  await page.locator('#panel-charts input[data-place="combat.row.8.cells.4"][aria-invalid]').waitFor();
  assert.match(await checked(page), /1 fault/);
  assert.ok(await page.locator("#save").isDisabled());
  await window.shot("charts-2-fault");
  await page.locator("#tab-faults").click();
  await page.locator(".faults button").click();
  await page.locator('#panel-charts input[data-place="combat.row.8.cells.4"][aria-invalid]').waitFor();
  await one.fill("0/1/2-3");
  assert.equal(await checked(page), "No faults, not saved");

  // A number, an estimate still: the letter of the cell is chosen by itself.
  const woods = await cell(page, "costs", "costs.woods.points.0");
  await woods.fill("3");
  const chart = page.locator('#panel-charts .chart[data-entry="costs"]').first();
  await chart.locator(".chart-label select").selectOption("published");

  // A counter.
  await page.locator("#tab-units").click();
  await page.locator(".unit-list button", { hasText: "27 VA" }).first().click();
  await page.locator('[data-place$=".fresh"]').first().fill("9-5");
  await page.locator("#panel-units details[data-fold$='.labels'] > summary").first().click();
  await page.locator('[data-place$=".labels.strength"]').first().selectOption("printed");
  assert.equal(await checked(page), "No faults, not saved");
  await window.shot("charts-3-units");
  await accessible(page, "counters");

  const { files } = await draft(page);
  assert.equal(files[CHARTS].combat.row[8].labels, "...rp........");
  assert.deepEqual(files[CHARTS].costs.woods, { points: [3, 2, 3], labels: "u.." });
  const unit = files[UNITS].unit.find(({ id }) => id === "c62-27va");
  assert.deepEqual([unit.fresh, unit.labels.strength], ["9-5", "printed"]);
  await window.close();
});

test("charts on a phone", async () => {
  const { window, page } = await edit(PHONE);
  await page.locator("#tab-charts").tap();
  await page.locator('#panel-charts summary[data-key="fold charts combat"]').tap();
  await window.shot("charts-phone");
  const across = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(across <= 0, "nothing sticks out");
  await accessible(page, "charts on a phone");
  await window.close();
});
