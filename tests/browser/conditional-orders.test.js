// Conditional orders of Blue & Gray on the page: what the enemy's attack would ask is answered
// before it is made, and then nobody has to be asked.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { DESK, PHONE, Window } from "./browser.js";
import { instructions } from "./instructed.js";
import { laid } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { browser, program, scout } from "./set-up.js";

const UNITS = [
  { id: "a", side: "union", type: "infantry", strength: 9, hex: "0605" },
  { id: "b", side: "union", type: "infantry", strength: 9, hex: "0604" },
  { id: "d", side: "confederate", type: "infantry", strength: 2, hex: "0705" },
  { id: "e", side: "confederate", type: "infantry", strength: 1, hex: "0705" },
  { id: "far", side: "confederate", type: "infantry", strength: 1, hex: "1003" },
];

/** A position for two in the Union's turn, at the page of each. */
async function two(options = {}) {
  const { game, tokens } = await scout.ask("game.position", {
    scenario: "training",
    phase: "combat",
    mode: "two",
    units: UNITS,
    dice: [4],
  });
  const seat = async (side) => {
    const window = await Window.open(browser, { ...DESK, ...options });
    const link = `${program.address}/game/${game}#${tokens[side]}`;
    const given = instructions(window.page);
    await window.page.goto(link);
    await laid(window.page);
    return { window, page: window.page, known: await scout.game(link), given };
  };
  return { union: await seat("union"), confederate: await seat("confederate") };
}

/** What a seat has laid down, once its page has given one more order of it. */
async function laidDown({ known, given }, count) {
  await given();
  const all = (await known.view()).instructions.conditional ?? [];
  assert.equal(all.length, count);
  return all;
}

test("an attack is answered before it is made, as a tree, and nobody is asked", async () => {
  const { union, confederate } = await two();
  const { page, known } = confederate;
  const { version } = await known.view();
  await page.locator("#tab-standing").click();
  await page.locator("#foresee-hex").selectOption("0705");
  await page.locator("#foresee-0-open").waitFor();
  await page.locator("#foresee-state", { hasText: "still be asked" }).waitFor();
  await accessible(page, "what an attack would ask");
  await page.locator("#foresee-state").scrollIntoViewIfNeeded();
  await confederate.window.shot("conditional-orders");
  // Where d goes; then e is asked about.
  await page.locator("#foresee-0-open").selectOption({ index: 1 });
  const [first] = await laidDown(confederate, 1);
  assert.deepEqual([first.ask, first.when.hexes, first.when.results], ["retreat", ["0705"], ["Dr"]]);
  assert.deepEqual(first.during, { turn: (await known.view()).turn, side: "union" });
  await page.locator("#foresee-0-0-0-open").waitFor();
  await page.locator("#foresee-0-0-0-open").selectOption({ index: 2 });
  await page.locator("#foresee-state", { hasText: "is answered" }).waitFor();
  const [tree] = await laidDown(confederate, 1);
  const own = tree.answers[0];
  const next = own.next[0].answers[0];
  // As arrows on the map too.
  const lines = page.locator(".line.advice.retreat");
  await lines.nth(1).waitFor({ state: "attached" });
  assert.equal(await lines.count(), 2);
  await accessible(page, "an attack that is answered");
  await page.locator("#foresee-state").scrollIntoViewIfNeeded();
  await confederate.window.shot("conditional-orders-answered");
  // The other side sees nothing of it, attacks, and is asked about its own advance next.
  assert.equal((await union.known.view()).instructions.conditional, undefined);
  const mouse = new Mouse(union.page, union.known);
  await union.page.locator("#zoom-all").click();
  await mouse.draft({ attackers: ["a", "b"], defenders: ["0705"] });
  await union.page.locator("#attack").click();
  const after = await union.known.after(version);
  const at = (id) => after.units.find((unit) => unit.id === id).hex;
  for (const { give } of [own, next]) assert.equal(at(give.retreat.unit), give.retreat.to);
  assert.deepEqual([after.question.side, after.question.kind], ["union", "advance"]);
  await union.window.close();
  await confederate.window.close();
});

test("answers are laid down on the map, changed, and withdrawn", async () => {
  const { union, confederate } = await two();
  const { page, known } = confederate;
  await page.locator("#zoom-all").click();
  await page.locator("#tab-standing").click();
  await page.locator("#foresee-map").click();
  await page.locator("#foresee-map[aria-pressed=true]").waitFor();
  await page.locator("#foresee-hex option[value='0705']").waitFor({ state: "attached" });
  const mouse = new Mouse(page, known);
  await mouse.clickHex("0705");
  await page.locator("#foresee-0-open").waitFor();
  const { attack } = await known.targets("foresee", { hexes: ["0705"] });
  const to = attack.questions[0].options[0].give.retreat.to;
  await mouse.clickHex(to);
  const [one] = await laidDown(confederate, 1);
  assert.equal(one.answers[0].give.retreat.to, to);
  // Another answer takes its place, until it is withdrawn.
  await page.locator("#foresee-0-0").selectOption({ index: 2 });
  const [other] = await laidDown(confederate, 1);
  assert.notEqual(other.answers[0].give.retreat.to, to);
  await page.locator("[data-key=withdraw-0]").click();
  await laidDown(confederate, 0);
  await page.locator("#foresee-0-open").waitFor();
  await union.window.close();
  await confederate.window.close();
});

test("conditional orders on a phone in the dark, by touch", async () => {
  const { union, confederate } = await two({ ...PHONE, colorScheme: "dark" });
  const { page } = confederate;
  await page.locator("#tab-standing").tap();
  await page.locator("#foresee-hex").selectOption("0705");
  await page.locator("#foresee-0-open").selectOption({ index: 1 });
  await laidDown(confederate, 1);
  await page.locator("#foresee-0-0-0-open").waitFor();
  await accessible(page, "conditional orders on a phone");
  await page.locator("#foresee-hex").scrollIntoViewIfNeeded();
  await confederate.window.shot("conditional-orders-phone");
  await page.locator("[data-key=withdraw-0]").scrollIntoViewIfNeeded();
  await confederate.window.shot("conditional-orders-phone-foot");
  await page.locator("[data-key=withdraw-0]").tap();
  await laidDown(confederate, 0);
  await union.window.close();
  await confederate.window.close();
});

test("in a game by days it is offered once to lay answers down for the other side's turn", async () => {
  const clock = { bank: 14 * 24 * 60 * 60 };
  const { game, tokens } = await scout.ask("game.new", { scenario: "training", mode: "two", clock });
  const first = await scout.game(`${program.address}/game/${game}#${tokens.union}`);
  const { phasing } = await first.view();
  const waiting = phasing === "union" ? "confederate" : "union";
  const open = async (side) => {
    const window = await Window.open(browser);
    await window.page.goto(`${program.address}/game/${game}#${tokens[side]}`);
    await laid(window.page);
    return window;
  };
  const [theirs, own] = [await open(phasing), await open(waiting)];
  assert.equal(await theirs.page.locator("#offer-answers").count(), 0, "it is their own turn");
  await own.page.locator("#lay-answers").waitFor();
  await accessible(own.page, "an offer to lay answers down");
  await own.shot("conditional-orders-offer");
  await own.page.locator("#lay-answers").click();
  await own.page.locator("#foresee-hex:focus").waitFor();
  assert.equal(await own.page.locator("#offer-answers").count(), 0, "it is offered once");
  await theirs.close();
  await own.close();
});
