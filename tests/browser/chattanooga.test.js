// What Chattanooga's own rules ask of the page, and what its map owns up to.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE, Window } from "./browser.js";
import { beginHere, laid } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { browser, program, scout } from "./set-up.js";
import { middle, shows, unitAt } from "./table.js";

const tinted = (page) => page.locator(".outline.certain").count();

/** Ends phases until it is that side's movement in that turn; nobody moves meanwhile. */
async function wait(known, turn, side) {
  let view = await known.view();
  while (!(view.turn === turn && view.question.kind === "movement" && view.phasing === side)) {
    await known.ask("game.order", {
      order: view.question.kind === "movement" ? { "end-movement": {} } : { "end-combat": {} },
    });
    view = await known.view();
  }
  return view;
}

test("the map says that it is a reconstruction, and each hex what it rests on", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await beginHere(page, program.address, "chattanooga-1975");
  const known = await scout.game(page.url());
  const note = page.locator("#sheet-note");
  assert.equal(await note.innerText(), "Reconstructed map");
  assert.equal(await tinted(page), 0);
  await note.click();
  assert.equal(await tinted(page), known.layout.hexes.length);
  assert.equal(await note.getAttribute("aria-pressed"), "true");
  // Colour is never all there is: the letters on the map are those of the key.
  const letters = new Set(await page.locator(".outline.certain .foot-letter").allTextContents());
  const key = new Set(await page.locator("#sheet-key .certain-swatch").allTextContents());
  assert.deepEqual([...letters].sort(), [...key].sort());
  assert.ok((await page.locator("#panel-map").innerText()).includes("This map is a reconstruction"));
  await window.shot("chattanooga-certainty");
  await accessible(page, "certainty");
  // The hex in hand says so in words.
  const guess =
    known.layout.hexes.find((place) => place.certainty === "guess" && place.hex === "1313") ??
    known.layout.hexes.find((place) => place.certainty === "guess");
  await page.locator("#zoom-all").click();
  const { x, y } = await middle(page, known, guess.hex);
  await page.mouse.move(x, y);
  await page.locator("#inspector .rests-on", { hasText: "a guess" }).waitFor();
  // By key off and on again.
  await page.locator("#board").focus();
  await page.keyboard.press("c");
  assert.equal(await tinted(page), 0);
  await page.keyboard.press("c");
  assert.equal(await tinted(page), known.layout.hexes.length);
  await page.locator("#tint").click();
  assert.equal(await tinted(page), 0);
  await window.close();
});

test("a map that was read from its sheet says nothing of the kind", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await beginHere(page, program.address, "training");
  assert.equal(await page.locator("#sheet-note").isVisible(), false);
  await page.locator("#board").focus();
  await page.keyboard.press("c");
  assert.equal(await tinted(page), 0);
  await window.close();
});

for (const [edition, quota, more, lost] of [
  ["1975", "17.11", "17.14", "15.12"],
  ["2006", "18.11", "18.14", "15.12 (1975)"],
]) {
  test(`the quota as it is spent, fixed guns, reinforcements and the night, ${edition}`, async () => {
    const window = await Window.open(browser);
    const { page } = window;
    await beginHere(page, program.address, `chattanooga-${edition}`);
    const known = await scout.game(page.url());
    let view = await known.view();
    const boxes = (kind) => page.locator(`#orders .quota-boxes span${kind}`).count();
    assert.deepEqual([await boxes(""), await boxes(".used")], [11, 0]);
    assert.match(
      await page.locator("#orders .quota").innerText(),
      /0 of 11 units moved\.[\s\S]*7 more with Lookout Mountain, 1025/,
    );
    assert.deepEqual(await page.locator("#orders .quota a.case").allTextContents(), [quota, more]);
    await page.locator("#orders .quota a.case", { hasText: more }).click();
    const article = page.locator("#rules-panel article", { hasText: "Seven more for 1025" });
    await article.waitFor();
    assert.equal(await article.locator(".rule-number").innerText(), more);
    assert.equal(await page.locator("#rules-panel .found .here b").innerText(), more);
    await page.locator("#rules-search").fill(more);
    await page.locator("#rules-panel .found > li:first-child", { hasText: "Seven more for 1025" }).waitFor();
    await page.locator("#rules-panel .close").click();

    // Two units move; the boxes fill, and one comes free again.
    const mouse = new Mouse(page, known);
    const { verbs } = await known.options();
    for (const unit of verbs.find((verb) => verb.verb === "move").subjects.slice(0, 2)) {
      const [{ hex }] = (await known.targets("move", unit)).targets;
      await known.ask("game.order", { order: { move: { unit, to: hex } } });
      view = await known.after(view.version);
      await shows(page, known, view);
    }
    assert.equal(await boxes(".used"), 2);
    await page.locator("#undo").click();
    await page.waitForFunction(() => document.querySelectorAll("#orders .quota-boxes .used").length === 1);

    // Guns without horses.
    assert.match(await page.locator(unitAt("u-xi-guns")).getAttribute("aria-label"), /fixed/);
    assert.equal(await page.locator(`${unitAt("u-sherman-guns")} .movement`).count(), 0);
    await page.locator("#zoom-all").click();
    const { x, y } = await middle(page, known, "1514");
    await page.mouse.move(x, y);
    await page.locator("#inspector", { hasText: "May not move; eliminated if it must retreat" }).waitFor();

    // On game-turn 2 or never.
    view = await wait(known, 2, "union");
    await shows(page, known, view);
    const warning = page.locator("#orders .tray .warning").first();
    assert.match(await warning.innerText(), /Lost if it has not come on/);
    assert.equal(await warning.locator("a.case").innerText(), lost);
    await page.locator("#tab-turns").click();
    await page.locator("#panel-turns .warning", { hasText: "lost if it does not enter on that turn" }).waitFor();
    await window.shot(`chattanooga-reinforcements-${edition}`);
    await accessible(page, "reinforcements that may be lost");
    await mouse.choose("u-1-2-xii");
    await page.locator("#orders", { hasText: "waiting to come on" }).waitFor();

    // The night is another for each side; what was not brought on is lost and counted.
    view = await wait(known, 5, "union");
    await shows(page, known, view);
    await page.locator("#orders .night-rule", { hasText: "no unit moves" }).waitFor();
    view = await wait(known, 5, "confederate");
    await shows(page, known, view);
    await page.locator("#orders .night-rule", { hasText: "units may leave enemy zones, but not enter them" }).waitFor();
    assert.equal(await page.locator("#panel-turns .night .night-rule").count(), 2);
    assert.equal(await page.locator("#orders .quota").count(), 0, "the Confederates have none");
    await page.locator("#tab-victory").click();
    assert.match(
      await page.locator("#panel-victory").innerText(),
      /Confederate: 9[\s\S]*Fort Wood, 1514: Union\. 4 points to the Confederate side the first time it takes it/,
    );
    await window.shot(`chattanooga-night-${edition}`);
    await accessible(page, "points during play");
    await window.close();
  });
}

for (const { scenario, turn, mover, to, refused, asked, logged } of [
  // The quota was asked of the battery before the river stopped it.
  {
    scenario: "chattanooga-2006",
    turn: 2,
    mover: "u-sherman-guns",
    to: "1120",
    refused: "5.24",
    asked: "18.11",
    logged: "15.11 (1975)",
  },
  // The Train keeps to the roads; reinforcements came on before it.
  {
    scenario: "chickamauga-1975",
    turn: 7,
    mover: "u-train",
    to: "0726",
    refused: "18.23",
    asked: "18.23",
    logged: "15.1",
  },
]) {
  test(`a refusal and the log cite what the edition prints, ${scenario}`, async () => {
    const window = await Window.open(browser);
    const { page } = window;
    await beginHere(page, program.address, scenario);
    const known = await scout.game(page.url());
    let view = await wait(known, 2, "union");
    const due = view.units.find((unit) => unit.side === "union" && unit.status === "due" && unit.turn <= 2);
    const [{ hex }] = (await known.targets("move", due.id)).targets;
    await known.ask("game.order", { order: { move: { unit: due.id, to: hex } } });
    view = await wait(known, turn, "union");
    await shows(page, known, view);
    await page.locator("#zoom-all").click();
    const mouse = new Mouse(page, known);
    await mouse.choose(mover);
    await mouse.clickHex(to);
    await page.locator("#refusal a.case", { hasText: refused }).waitFor();
    await page.locator("#tab-log").click();
    const entry = page.locator("#panel-log").getByText(logged, { exact: true }).last();
    await entry.scrollIntoViewIfNeeded();
    await window.shot(`printed-${scenario}`);
    await page.locator("#refusal").getByRole("button", { name: "Why it is refused" }).click();
    const link = page.locator("#dialog .asked-cases").getByText(asked, { exact: true }).first();
    await link.waitFor();
    await window.shot(`printed-${scenario}-why`);
    await link.click();
    await page.locator("#rules-panel article .rule-number").getByText(asked, { exact: true }).waitFor();
    await window.shot(`printed-${scenario}-rules`);
    await accessible(page, "cases by the numbers of an edition");
    await window.close();
  });
}

test("on a phone", async () => {
  const window = await Window.open(browser, PHONE);
  const { page } = window;
  await beginHere(page, program.address, "chattanooga-1975");
  await laid(page);
  await page.locator("#sheet-note").tap();
  await page.locator("#sheet-key").waitFor();
  await window.shot("chattanooga-phone");
  const across = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(across <= 0, "nothing sticks out");
  await accessible(page, "Chattanooga on a phone");
  await window.close();
});
