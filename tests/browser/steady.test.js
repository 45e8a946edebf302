// The buttons that stay keep their places over a whole turn, the log has room, and no button that declines or ends is
// the primary one while anything else is offered.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, PHONE, Window } from "./browser.js";
import { beforeFire, faces, Hand } from "./hand.js";
import { laid } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { decide } from "./player.js";
import { browser, program, scout } from "./set-up.js";
import { shows } from "./table.js";

const WIDE = { viewport: { width: 1440, height: 900 } };
/** How far a button may move, in px. */
const STEADY = 4;
const ENDS = "#end-movement, #end-combat, #end, #pass";

/** Runs in the page: measures the buttons that stay after every change of the sidebar. */
function watch(ends) {
  window.places = {};
  const scored = () => {
    const { top, right } = document.querySelector("#score button").getBoundingClientRect();
    return { left: right, top, right };
  };
  const note = () => {
    const all = [
      ["end", document.querySelector(ends)],
      ["rest", document.querySelector("#rest")],
      ["advice", document.querySelector("#ask-advice")],
      // Its end stands still: it is as long as the points are.
      ["score", { getBoundingClientRect: () => scored() }],
      ...[...document.querySelectorAll(".tab:not([hidden])")].map((tab) => [tab.id, tab]),
    ];
    for (const [name, button] of all.filter(([, button]) => button)) {
      const { left, top, right } = button.getBoundingClientRect();
      window.places[name] = [left, top, right].map((at, index) => {
        const [low, high] = window.places[name]?.[index] ?? [at, at];
        return [Math.min(low, at), Math.max(high, at)];
      });
    }
  };
  note();
  new MutationObserver(note).observe(document.querySelector("#sidebar"), {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
}

/** The page at a seat of a game, watched. */
async function open(options, { game, tokens }, you = "both") {
  const window = await Window.open(browser, options);
  const { page } = window;
  const link = `${program.address}/game/${game}#${tokens[you]}`;
  await page.goto(link);
  await laid(page);
  return { window, page, known: await scout.game(link) };
}

/** Fails if a button that stays has moved, or the log has less than six lines. */
async function steady(page, expected) {
  const places = await page.evaluate(() => window.places);
  for (const name of expected) assert.ok(places[name], `${name} was seen`);
  for (const [name, ranges] of Object.entries(places))
    for (const [low, high] of ranges) assert.ok(high - low <= STEADY, `${name} moved: ${JSON.stringify(ranges)}`);
  const [room, line] = await page.locator("#panel-log").evaluate((panel) => {
    const lines = [...panel.querySelectorAll("p")].map((one) => one.parentElement.getBoundingClientRect().height);
    return [panel.clientHeight, Math.min(...lines)];
  });
  assert.ok(room >= 6 * line, `the log is ${room} high, a line of it ${line}`);
}

/** Fails unless a button that ends or declines is primary just where nothing else is offered. */
async function modest(page, known) {
  const { verbs } = await known.options();
  const others = verbs.filter(({ verb, subjects }) => !/^(end|pass|hold|stand)/.test(verb) && subjects.length);
  const primary = await page
    .locator(`#orders :is(${ENDS}, #hold, #stand)`)
    .evaluateAll((buttons) => buttons.filter((one) => one.classList.contains("primary")).map((one) => one.id));
  if (others.length) assert.deepEqual(primary, [], `primary, though ${others.map(({ verb }) => verb)} is offered`);
  return primary.length > 0;
}

/** How many units of the brigade that acts lie well within the board. */
async function actingInSight(page, { activation, units }) {
  const board = await page.locator("#board").boundingBox();
  const acting = units.filter(({ brigade, hex }) => hex && brigade === activation.brigade);
  const boxes = await Promise.all(acting.map(({ id }) => page.locator(`.counter[data-unit="${id}"]`).boundingBox()));
  return boxes.filter(
    (box) =>
      box?.x > board.x &&
      box.y > board.y &&
      box.x + box.width < board.x + board.width &&
      box.y + box.height < board.y + board.height,
  ).length;
}

for (const [scenario, options] of [
  ["training", DESK],
  ["training", WIDE],
  ["chickamauga-1975", WIDE],
]) {
  const { width } = options.viewport;
  test(`over a turn of ${scenario} the buttons that stay do not move, ${width} px wide`, async () => {
    const game = await scout.ask("game.new", { scenario, mode: "hot-seat", dice: faces(60, 7919) });
    const { window, page, known } = await open(options, game);
    await page.locator("#zoom-all").click();
    const mouse = new Mouse(page, known);
    let view = await known.view();
    await shows(page, known, view);
    await page.evaluate(watch, ENDS);
    let moved = 0;
    while (view.turn === 1) {
      await modest(page, known);
      const order = await decide(known, view, moved);
      moved = "move" in order ? moved + 1 : 0;
      await mouse.give(order);
      view = await known.after(view.version);
      await shows(page, known, view);
    }
    await steady(page, ["end", "score", "tab-log"]);
    await window.shot(`steady-${scenario}-${width}`);
    await window.close();
  });
}

test("over a turn of Kernstown the buttons that stay do not move", async () => {
  const game = await scout.ask("game.new", {
    scenario: "kernstown-1-stone-wall",
    mode: "hot-seat",
    advice: true,
    dice: faces(400, 7919),
  });
  const { window, page, known } = await open(DESK, game);
  await page.locator("#uncover-both").click();
  await page.evaluate(watch, ENDS);
  const hand = new Hand(page, known, { marches: 3 });
  let only = 0;
  let view = await known.view();
  while (view.turn === 1) {
    if (await modest(page, known)) only++;
    view = await hand.answer(view);
    if (hand.kinds.get("movement") === 4 && view.question.kind !== "movement") await window.shot("steady-kernstown");
  }
  assert.ok(only > 0, "where nothing else is offered, passing is the primary button");
  await steady(page, ["end", "rest", "advice", "score", "tab-log"]);

  // A march is one line, and a pass none.
  const log = await page.locator("#panel-log .log").innerText();
  assert.match(log, /7 IN-a moves to 1733 via 1532 and 1633\./);
  assert.doesNotMatch(log, /moves to 1532\.|passes/);
  await window.close();
});

test("a brigade that is given its order is brought into sight, however near the map is seen", async () => {
  const game = await scout.ask("game.new", { scenario: "kernstown-1-stone-wall", dice: faces(60, 7919) });
  const { window, page, known } = await open(DESK, game);
  await page.locator("#uncover-both").click();
  for (let times = 0; times < 6; times++) await page.locator("#zoom-in").click();
  const hand = new Hand(page, known, { passes: 0 });
  let view = await known.view();
  while (view.question.kind !== "orders") view = await hand.answer(view);
  await page.locator("#orders", { hasText: view.activation.name }).waitFor();
  assert.ok((await actingInSight(page, view)) > 0);
  await window.close();
});

test("on a phone the button that declines stays in its place, and beside it the one that fires, while fire is drafted", async () => {
  const { window, page } = await open(PHONE, await beforeFire(scout, { advice: true }));
  const [end, fire] = ["#end", "#fire"].map((one) => page.locator(`#orders ${one}`));
  const before = await end.boundingBox();
  await page.locator('[data-verb="propose-fire"]').first().tap();
  await page.locator("#fire:enabled").waitFor();
  const [after, beside] = [await end.boundingBox(), await fire.boundingBox()];
  await window.shot("steady-phone");
  for (const side of ["x", "y"]) assert.ok(Math.abs(after[side] - before[side]) <= STEADY, `${side}: ${after[side]}`);
  assert.equal(after.y, beside.y);
  const ask = await page.locator("#ask-advice").boundingBox();
  assert.equal(ask.y + ask.height, after.y + after.height, "the general is asked in the same row");
  const foot = await page.locator(".foot").boundingBox();
  assert.ok(foot.height < 2 * after.height, `the foot is ${foot.height} high`);
  const { y, height } = await page.locator("#orders").boundingBox();
  assert.ok(beside.y > y && beside.y + beside.height <= y + height, "both are seen whole");
  await window.close();
});

test("the general's advice moves no button that stays, and the speed of the computer can be changed in one's own turn", async () => {
  const game = await scout.ask("game.new", { scenario: "training", commanders: { confederate: { level: "recruit" } } });
  const { window, page } = await open(WIDE, game, "union");
  const menu = page.locator("#open-menu");
  await page.locator("#ask-advice").waitFor();
  await page.evaluate(watch, ENDS);
  await page.locator("#ask-advice").click();
  await page.locator("#follow-advice").waitFor();
  await window.shot("steady-advice");
  await page.locator("#follow-advice").click();
  await page.locator("#leave-advice").click();
  await page.locator("#ask-advice").waitFor();
  await steady(page, ["end", "advice", "tab-log"]);
  await menu.click();
  await page.locator("#speed-menu").selectOption("straight");
  await page.reload();
  await laid(page);
  await menu.click();
  assert.equal(await page.locator("#speed-menu").inputValue(), "straight");
  await window.close();
});
