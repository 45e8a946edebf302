// What is told where one looks: a case's text beside any link to it, and where in the turn one is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { Window } from "./browser.js";
import { browser, program, scout } from "./set-up.js";
import { Stage } from "./stage.js";

test("a link to a case shows what the case says, under the number that the edition prints, and goes again", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await new Stage({ program, scout, page }).begin("chattanooga-2006");
  const { systems } = await page.evaluate(async () => (await fetch("/reference.json")).json());
  const link = page.locator('#orders a.case[data-case="17.11"]').first();
  const system = await link.getAttribute("data-system");
  const cases = systems.filter((one) => one.system === system).flatMap((one) => one.cases);
  const known = cases.find((one) => one.number === "17.11");
  await link.hover();
  const tip = page.locator("#case-tip");
  await tip.waitFor();
  const said = await tip.innerText();
  assert.ok(said.startsWith(`18.11 ${known.title}`), said);
  assert.ok(said.includes(known.text.split("\n")[0].split("[")[0].trim()), said);
  await accessible(page, "a case beside its link");
  // It can be sent away, and read by the keyboard.
  await page.keyboard.press("Escape");
  await tip.waitFor({ state: "hidden" });
  await page.mouse.move(5, 500);
  await page.locator("#orders").focus();
  await page.keyboard.press("Tab");
  await tip.waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-describedby")), "case-tip");
  await window.close();
});

test("Kernstown: the ribbon says where in the turn one is, also while a computer plays", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await new Stage({ program, scout, page }).against("kernstown-1-stone-wall", "union", "recruit");
  await page.locator("#choose-keys:enabled").click();
  await page.locator("#hold-pace").click();
  for (let step = 0; step < 4; step++) {
    // Where the page says in words that one is, the ribbon says it too, whatever has been shown so far.
    const now = await page.locator(".ribbon [aria-current=step]").first().innerText();
    const phase = await page.locator("#phase b").innerText();
    assert.ok(phase.includes(now) || phase.includes("Activation"), `${now}: ${phase}`);
    if (!(await page.locator("#step-pace:enabled").count())) break;
    await page.locator("#step-pace").click();
  }
  await window.close();
});
