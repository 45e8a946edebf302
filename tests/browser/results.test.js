// What becomes of attacks, each on a position laid out for it and with the die known, as the page shows it; what is
// meant by each press tests/web/table.test.js tests.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Window } from "./browser.js";
import { laid } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { decide } from "./player.js";
import { browser, program, scout } from "./set-up.js";
import { keyed, shows, targetAt, unitAt } from "./table.js";

function unit(side) {
  return (id, strength, hex, type = "infantry") => ({ id, side, type, strength, hex });
}
const union = unit("union");
const confederate = unit("confederate");
/** Somewhere out of the way, so that neither side is without units. */
const FAR = [union("far-u", 1, "0101"), confederate("far-c", 1, "1201")];

/** A position on the table. `orders` are given on the page, one by one, and the page is looked at after each. */
async function lay(position) {
  const { game, tokens } = await scout.ask("game.position", { scenario: "training", phase: "combat", ...position });
  const link = `${program.address}/game/${game}#${tokens.both}`;
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(link);
  await laid(page);
  await page.locator("#zoom-all").click();
  const known = await scout.game(link);
  const mouse = new Mouse(page, known);
  let view = await known.view();
  await shows(page, known, view);
  const give = async (order) => {
    await mouse.give(order);
    view = await known.after(view.version);
    await shows(page, known, view);
    return view;
  };
  const where = (id) => view.units.find((unit) => unit.id === id).hex;
  return { window, page, known, mouse, give, where, view: () => view };
}

test("an exchange is paid in units of one's choice", async () => {
  const table = await lay({
    units: [union("a", 5, "0605"), union("b", 4, "0706"), union("c", 3, "0704"), confederate("d", 4, "0705"), ...FAR],
    dice: [6],
  });
  const { page, known, window } = table;
  const attack = { attackers: ["a", "b", "c"], defenders: ["0705"] };
  assert.equal((await known.preview({ attack })).results[5].result, "Ex");
  const { question } = await table.give({ attack });
  assert.equal(question.kind, "exchange");
  // One unit alone is too little: the button waits.
  await page.locator(keyed("lose-c")).click();
  assert.ok(await page.locator("#pay").isDisabled());
  await page.locator(keyed("lose-c")).click();
  await window.shot("results-1-exchange");
  await table.give({ lose: { units: ["b"] } });
  assert.equal(table.where("b"), null);
  assert.equal(table.where("d"), null);
  assert.equal(await page.locator(unitAt("d")).count(), 0, "the lost are off the map");
  assert.equal(table.view().question.kind, "advance");
  await table.give({ advance: { unit: "c", to: "0705" } });
  assert.equal(table.where("c"), "0705");
  await window.close();
});

test("a retreat pushes others out of the way, one after another", async () => {
  const full = (hex) => [confederate(`${hex}-x`, 2, hex), confederate(`${hex}-y`, 3, hex)];
  const table = await lay({
    units: [
      union("a", 5, "0605"),
      union("b", 5, "0604"),
      confederate("d", 3, "0705"),
      ...["0804", "0805", "0904", "0905", "0906", "0803", "0806"].flatMap(full),
      ...FAR,
    ],
    dice: [3],
  });
  const { page, known, window } = table;
  const attack = { attackers: ["a", "b"], defenders: ["0705"] };
  assert.equal((await known.preview({ attack })).results[2].result, "Dr");
  const { question } = await table.give({ attack });
  assert.equal(question.kind, "retreat");
  const order = await decide(known, table.view());
  assert.ok(order.retreat.displace.length > 1, "a chain of them");
  await window.shot("results-2-retreat");
  const { to } = order.retreat;
  assert.match(
    await page.locator("#orders .hint").innerText(),
    new RegExp(`${to} displaces ${to}-[xy].* or ${to}-[xy]`),
  );
  // Half-way one may still choose another hex.
  await page.locator(targetAt(order.retreat.to)).first().waitFor({ state: "attached" });
  await table.mouse.click(targetAt(order.retreat.to));
  await page.locator(keyed("back")).waitFor();
  await window.shot("results-3-displacement");
  await page.locator(keyed("back")).click();
  await table.give(order);
  for (const link of order.retreat.displace) assert.equal(table.where(link.unit), link.to);
  assert.equal(table.where("d"), order.retreat.to);
  assert.equal(await page.locator("#panel-log .event.displaced").count(), order.retreat.displace.length);
  await window.close();
});

test("guns bombard what they see, and what hides the rest is shown", async () => {
  // The woods of 0204 stand between the guns and 0205.
  const table = await lay({
    units: [
      union("guns", 4, "0202", "artillery"),
      confederate("seen", 2, "0402"),
      confederate("hidden", 2, "0205"),
      ...FAR,
    ],
    dice: [1],
  });
  const { page, known, mouse, window } = table;
  await mouse.click(`${unitAt("guns")}.active`);
  await page.locator(`${unitAt("guns")}.chosen`).waitFor({ state: "attached" });
  const { blocked, targets } = await known.targets("attack", { attackers: ["guns"], defenders: [] });
  assert.deepEqual([blocked[0].hex, blocked[0].by], ["0205", ["0204"]]);
  await page.locator(".outline.unseen").waitFor({ state: "attached" });
  await mouse.click(unitAt("hidden"));
  await page.locator("#refusal", { hasText: blocked[0].text }).waitFor();
  assert.equal(await page.locator("#refusal a.case").textContent(), blocked[0].case);
  await page.locator(".outline.blocks").waitFor({ state: "attached" });
  await page.locator(".line.sight.blocked").waitFor({ state: "attached" });
  await window.shot("results-4-blocked");

  const target = targets.find((one) => one.hex === "0402");
  assert.deepEqual([target.mode, target.range], ["bombardment", 2]);
  await mouse.click(`.target.bombard${targetAt("0402")}`);
  await page.locator("#orders", { hasText: "bombards at range 2" }).waitFor();
  await page.locator(".line.sight:not(.blocked)").waitFor({ state: "attached" });
  await window.shot("results-5-bombardment");
  await page.locator("#attack").click();
  const view = await known.after(table.view().version);
  assert.equal(view.dice.thrown, 1);
  await shows(page, known, view);
  await window.close();
});

test("the next column is named, a lower one is chosen, and the die is read on it", async () => {
  const table = await lay({
    units: [union("a", 5, "0605"), union("b", 4, "0706"), union("c", 3, "0704"), confederate("d", 4, "0705"), ...FAR],
    dice: [6],
  });
  const { page, known, mouse, window } = table;
  await mouse.draft({ attackers: ["a", "b", "c"], defenders: ["0705"] });
  // Why: the odds unit by unit, and behind them the cases by which it is legal.
  await page.locator(keyed("why-draft")).click();
  const why = page.locator("#dialog");
  const { attack, defence } = await known.preview({ attack: { attackers: ["a", "b", "c"], defenders: ["0705"] } });
  await why.getByText(/^Attack: a .* \+ b .* \+ c .* = /).waitFor();
  await why.getByText(/^Defence of 0705: d /).waitFor();
  await why.getByText(`${attack} to ${defence}: `).waitFor();
  assert.equal(await why.locator(".asked-cases").isVisible(), false);
  await window.shot("results-6-why");
  await why.getByText("Why it is legal").click();
  await why.locator(".asked-cases").waitFor();
  await why.locator(".close").click();
  const { "next-column": next } = await known.preview({ attack: { attackers: ["a", "b", "c"], defenders: ["0705"] } });
  const missing = `${next.missing} more for ${next.column}`;
  await page.locator("#orders .missing", { hasText: missing }).waitFor();
  await page.locator('input[name=column][value="1-1"]').check();
  const draft = await known.preview({ attack: { attackers: ["a", "b", "c"], defenders: ["0705"], column: "1-1" } });
  await page.locator("#attack", { hasText: "1-1" }).waitFor();
  assert.deepEqual(
    await page.locator("#orders .crt tr.taken td").allTextContents(),
    draft.results.map(({ result }) => result),
  );
  await page.locator("#attack").click();
  await known.after(table.view().version);
  await page.locator("#panel-log .event.die-thrown", { hasText: draft.results[5].result }).waitFor();
  await page.locator("#dice", { hasText: "Die 6 at 1-1" }).waitFor();
  await window.close();
});
