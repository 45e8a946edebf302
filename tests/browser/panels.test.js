// What is looked up beside the map while one plays: the panels, the rules, the game looked back at,
// and which of two things Escape lays down.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { DESK, Window } from "./browser.js";
import { beginHere } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { browser, program, scout } from "./set-up.js";
import { middle, spot, unitAt } from "./table.js";

async function open(scenario, options = DESK) {
  const window = await Window.open(browser, options);
  const { page } = window;
  await beginHere(page, program.address, scenario);
  const known = await scout.game(page.url());
  return { window, page, known, mouse: new Mouse(page, known) };
}

test("Blue & Gray: what was unfolded in the forces stays so while one plays", async () => {
  const { window, page, known, mouse } = await open("training");
  await page.locator("#tab-forces").click();
  const lists = page.locator("#panel-forces details");
  const there = lists.filter({ hasText: "On the map" }).first();
  await there.locator("summary").click();
  await there.locator("li button").first().waitFor();
  const [unit] = (await known.options()).verbs.find(({ verb }) => verb === "move").subjects;
  await mouse.choose(unit);
  const { targets } = await known.targets("move", unit);
  await mouse.click(`[data-hex="${targets[0].hex}"]`);
  await page.locator(`${unitAt(unit)}[aria-label*="hex ${targets[0].hex}"]`).waitFor({ state: "attached" });
  await there.locator("li button", { hasText: targets[0].hex }).first().waitFor();
  // Folded again it stays folded.
  await there.locator("summary").click();
  await page.locator("#undo").click();
  await page.locator("#undo:disabled").waitFor();
  assert.equal(await there.getAttribute("open"), null);
  await window.close();
});

test("there is nothing to look back at until something stands", async () => {
  const { window, page, known, mouse } = await open("training");
  const back = page.getByRole("button", { name: "Replay from the start" });
  await page.locator("#panel-log .none").waitFor();
  assert.ok(await back.isHidden());
  const [unit] = (await known.options()).verbs.find(({ verb }) => verb === "move").subjects;
  await mouse.choose(unit);
  const { targets } = await known.targets("move", unit);
  await mouse.click(`[data-hex="${targets[0].hex}"]`);
  await back.waitFor();
  await page.locator("#undo").click();
  await back.waitFor({ state: "hidden" });
  await page.locator("#redo").click();
  await back.click();
  await page.locator("#replay").waitFor();
  await window.close();
});

test("Escape lays down what lies over the map first", async () => {
  const { window, page, known, mouse } = await open("training");
  const [unit] = (await known.options()).verbs.find(({ verb }) => verb === "move").subjects;
  await mouse.choose(unit);
  await page.locator("#aids summary").click();
  await page.locator("#aid-sight").check();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#aids[open]").count(), 0, "the list first");
  assert.ok(await page.locator("#aids summary").evaluate((one) => one === document.activeElement));
  await page.keyboard.press("Enter");
  await page.locator("#aids[open]").waitFor();
  const { x, y } = await middle(page, known, "0202");
  await page.mouse.click(x, y);
  assert.equal(await page.locator("#aids[open]").count(), 0, "a click elsewhere closes it");
  await page.locator(".outline.sight-from").waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await page.locator(".outline.sight-from").waitFor({ state: "detached" });
  assert.equal(await page.locator("#aid-sight").isChecked(), false);
  const held = page.locator(`${unitAt(unit)}[aria-pressed="true"]`);
  await held.waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await held.waitFor({ state: "detached" });
  // The mouse's other button keeps what is in a hex in sight, wherever the pointer goes.
  await page.mouse.click(x, y, { button: "right" });
  await page.locator("#inspector .close").waitFor();
  await page.mouse.move(5, 5);
  await page.locator("#inspector", { hasText: "Hex 0202" }).waitFor();
  await page.locator("#inspector .close").click();
  await page.locator("#inspector .close").waitFor({ state: "hidden" });
  // What the keyboard is on is told as long as it is there.
  await page.locator("#board").focus();
  await page.keyboard.press("ArrowUp");
  await page.locator("#inspector", { hasText: "Hex" }).waitFor();
  await page.locator("#open-rules").focus();
  await page.locator("#inspector").waitFor({ state: "hidden" });
  await window.close();
});

test("Kernstown: a brigade's restrictions, in a panel with room for them", async () => {
  const { window, page, known } = await open("kernstown-2-historical");
  await page.locator("#uncover-both").click();
  await page.locator("#tab-brigades").click();
  const view = await known.view();
  const bound = view.brigades.find(({ barred }) => barred?.some(({ act }) => act !== "activate"));
  assert.ok(bound, "somebody is bound");
  const row = page.locator(".brigade-row").filter({ has: page.getByText(bound.name, { exact: true }) });
  const limits = bound.barred.filter(({ act }) => act !== "activate").length;
  assert.match(await row.locator("summary").innerText(), new RegExp(`${limits} restrictions?$`));
  await row.locator("summary").click();
  const told = row.locator(".barring li").first();
  await told.waitFor();
  assert.ok((await told.innerText()).includes(bound.barred[0].text.slice(1)), "it says why");
  // Ever so many chits may be chosen from above it.
  const { height } = await page.locator("#panels").boundingBox();
  assert.ok(height >= 200, `${height} px`);
  await page.locator("#choose-keys").waitFor();
  const { x, y } = await spot(page, "#choose-keys");
  assert.ok(x > 0 && y > 0, "and what is asked can still be answered");
  await page.locator(".chit-button[aria-pressed=true]").first().click();
  await page.locator("#choose-keys:disabled").waitFor();
  await told.waitFor();
  await window.close();
});

test("Kernstown: its own rules come first, and nothing lies over a game looked back at", async () => {
  const { window, page } = await open("kernstown-1-stone-wall");
  await page.locator("#open-rules").click();
  assert.match(await page.locator("#rules-panel h3").first().innerText(), /Kernstown/);
  await page.locator("#rules-search").fill("movement");
  await page.locator("#rules-panel .found-case").first().waitFor();
  assert.match(await page.locator("#rules-panel .found-case").first().getAttribute("data-system"), /^kernstown/);
  await page.keyboard.press("Escape");
  await page.locator("#uncover-both").click();
  await page.locator("#choose-keys").click();
  await page.getByRole("button", { name: "Replay from the start" }).click();
  const caption = page.locator(".replay-caption");
  await caption.getByText("1 of").waitFor();
  const covered = await caption.evaluate((one) => {
    const { left, top, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(left + 4, top + height / 2));
  });
  assert.ok(!covered, "it can be read from its first word");
  await page.locator("#replay-close").click();
  await page.locator("#sheet-note").waitFor();
  await window.close();
});

test("a link to a moment of a game shows it to whoever follows it, who looks on", async () => {
  const { window, page, mouse, known } = await open("training");
  const [unit] = (await known.options()).verbs.find(({ verb }) => verb === "move").subjects;
  const { targets } = await known.targets("move", unit);
  await mouse.choose(unit);
  await mouse.click(`[data-hex="${targets[0].hex}"]`);
  const moved = await known.after(0);
  await page.locator("#end-movement").click();
  await known.after(moved.version);
  await page.locator("#tab-log").click();
  await page.getByRole("button", { name: "Replay from the start" }).click();
  await page.locator("#replay").getByRole("button", { name: "One step on" }).click();
  const caption = page.locator(".replay-caption");
  await caption.getByText("2 of").waitFor();
  // Without the clipboard it is shown, to be copied by hand.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
  });
  await page.locator("#replay-link").click();
  const address = await page.locator("#link-moment").inputValue();
  assert.match(address, /\/game\/[0-9a-f]+\?at=\d+$/);
  await window.shot("link-to-a-moment");
  await accessible(page, "a link to a moment");
  const other = await Window.open(browser);
  await other.page.goto(address);
  const shown = other.page.locator(".replay-caption");
  await shown.getByText("2 of").waitFor();
  assert.equal(await shown.innerText(), await caption.innerText());
  await other.page.locator("#replay-close").click();
  await other.page.locator("#replay").waitFor({ state: "hidden" });
  await other.close();
  await window.close();
});

test("what ends a phase stays in sight, however low the window", async () => {
  const { window, page } = await open("training", { ...DESK, viewport: { width: 1280, height: 340 } });
  for (const end of ["#end-movement", "#end-combat"]) {
    await page.locator(end).waitFor();
    const hidden = await page.locator("#orders").evaluate((orders) => orders.scrollHeight - orders.clientHeight);
    assert.ok(hidden > 0, "there is more than fits");
    const seen = await page.locator(end).evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    assert.ok(seen, end);
    await page.locator(end).click();
    if (end === "#end-movement") await page.locator("#end-now").click();
  }
  await window.close();
});

test("the magnifier shows the map in the light that lies on it", async () => {
  const light = (page, selector) =>
    page.evaluate(
      (selector) => getComputedStyle(document.querySelector(selector), "::before").backgroundColor,
      selector,
    );
  const shades = new Set();
  for (const colorScheme of ["light", "dark"]) {
    const { window, page } = await open("training", { ...DESK, colorScheme });
    await page.locator("#aids summary").click();
    await page.locator("#aid-glass").check();
    await page.locator(".magnifier").waitFor({ state: "attached" });
    const shade = await light(page, "#board");
    assert.equal(await light(page, ".magnified"), shade);
    shades.add(shade);
    await window.close();
  }
  assert.equal(shades.size, 2, "it is dimmed in the dark");
});

test("a unit that has fired looks like none that has moved, nor like one that has done neither", async () => {
  const window = await Window.open(browser, DESK);
  const { page } = window;
  for (const scenario of ["kernstown-1-stone-wall", "chickamauga-1975"]) {
    const { game, tokens } = await scout.ask("game.new", { scenario });
    await page.goto(`${program.address}/game/${game}#${tokens.both}`);
    await page.locator("#tab-map").click();
    const look = (kind) =>
      page
        .locator(`#panel-map .counter${kind}`)
        .first()
        .evaluate((unit) =>
          [".card", ".fold"].map((part) => getComputedStyle(unit.querySelector(part)).fill).join(" "),
        );
    const looks = [await look(":not(.moved, .attacked)"), await look(".moved"), await look(".attacked")];
    assert.equal(new Set(looks).size, 3, `${scenario}: ${looks}`);
  }
  await window.close();
});
