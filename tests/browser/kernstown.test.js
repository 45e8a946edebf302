// Kernstown on the page: a turn of The Stone Wall by clicks, what is hidden at one screen, lines of
// sight, panels, a phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { DESK, PHONE, Window } from "./browser.js";
import { asked, faces, Hand } from "./hand.js";
import { beginHere, laid } from "./lobby.js";
import { browser, program, scout } from "./set-up.js";
import { middle, unitAt } from "./table.js";

/** Begins a scenario with these dice and opens it for both sides. */
async function beginWith(page, scenario, dice, options = {}) {
  const { game, tokens } = await scout.ask("game.new", { scenario, mode: "hot-seat", dice, options });
  await page.goto(`${program.address}/game/${game}#${tokens.both}`);
  await laid(page);
  return scout.game(page.url());
}

test("a turn of The Stone Wall, by clicks", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  // Every step is asked for, empty or not.
  const known = await beginWith(page, "kernstown-1-stone-wall", faces(400, 51 * 7919), { brisk: false });
  const hand = new Hand(page, known, { audit: true });
  let view = await known.view();
  await page.locator("#orders h2", { hasText: "Union: Choose 1 Key Chit" }).waitFor();
  // Nothing of a hand is seen before its player says who is there.
  assert.equal(await page.locator(".chit-button").count(), 0);
  await window.shot("kernstown-covered");
  await accessible(page, "covered chits");
  await page.locator("#uncover").click();
  assert.equal(await page.locator(".chit-button").count(), 9);
  await window.shot("kernstown-keys");
  await accessible(page, "Key Chits");
  const before = view.cup.union.aside.map(({ name }) => name);
  view = await hand.answer(view);
  const log = await page.locator("#panel-log").innerText();
  assert.match(log, /The Union side has chosen its Key Chits/);
  assert.ok(!before.some((name) => log.includes(name)), "the log keeps the choice to itself");
  assert.equal(await page.locator(".chit-button").count(), 0, "the other side’s chits are covered again");
  await page.locator("#uncover-both").click();
  for (let orders = 0; view.turn === 1 && view.question; orders++) {
    assert.ok(orders < 200, "the turn ends");
    view = await hand.answer(view);
  }
  for (const kind of [
    "keys",
    "batteries",
    "battery-hex",
    "drawn",
    "orders",
    "fire",
    "movement",
    "close",
    "defensive-fire",
  ])
    assert.ok(hand.kinds.has(kind), `${kind} was asked`);
  assert.match(await page.locator("#phase").innerText(), /Turn 2 of 11, 4:00/);
  // The log tells the chain of a test.
  assert.match(
    await page.locator("#panel-log").innerText(),
    /on column \S+: (no box|no test|a \w+ test) for .+ \(CR \d\)/,
  );
  await window.shot("kernstown-turn-2");
  await window.close();
});

/** Tyler's brigade before the stone wall, with dice by which the 27th Virginia retreats from its Close Combat. */
const AT_THE_WALL = {
  scenario: "kernstown-1-stone-wall",
  units: [
    { id: "u62-7oh-a", hex: "1733", hits: 1 },
    { id: "u62-7oh-b", hex: "1733" },
    { id: "u62-7in-a", hex: "1734" },
    { id: "u62-7in-b", hex: "1632", skirmish: true },
    { id: "c62-27va", hex: "1834" },
    { id: "c62-23va", hex: "1833", hits: 2 },
  ],
  activation: { side: "union", brigade: "b62-tyler", order: "attack" },
  dice: faces(100, 3 * 7919),
};

for (const [light, options] of Object.entries({
  light: DESK,
  dark: { ...DESK, colorScheme: "dark" },
  phone: { ...PHONE, colorScheme: "dark" },
}))
  test(`a Close Combat and what follows by clicks on the map, ${light}`, async () => {
    const window = await Window.open(browser, options);
    const { page } = window;
    const { game, tokens } = await scout.ask("game.position", AT_THE_WALL);
    await page.goto(`${program.address}/game/${game}#${tokens.both}`);
    await laid(page);
    const known = await scout.game(page.url());
    let view = await known.view();
    for (; view.question.kind !== "close"; view = await known.after(view.version)) await known.give({ end: {} });
    await asked(page, view);
    const press = async (hex) => {
      const { x, y } = await middle(page, known, hex);
      await (options.hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    };
    const drafted = (text) => page.locator("#orders .drafted h3", { hasText: text }).waitFor();
    // Shaken and Disrupted are seen on the map as it is shown at first.
    for (const [unit, mark] of [
      ["u62-7oh-a", "shaken"],
      ["c62-23va", "disrupted"],
    ]) {
      const shape = page.locator(`${unitAt(unit)} > .marker.${mark} .shape`);
      const { width, height } = await shape.boundingBox();
      assert.ok(Math.min(width, height) > 10, `${mark}: ${width} by ${height}`);
    }
    await press("1734");
    await page.locator(".counters .support.lacks:visible").first().waitFor();
    await page.locator("#orders", { hasText: "7 IN-a; supported by 7 OH-b;" }).waitFor();
    await window.shot(`kernstown-support-${light}`);
    await press("1834");
    await drafted("7 IN-a at 1834");
    await press("1733");
    await drafted("7 IN-a and 7 OH-b at 1834");
    await press("1733");
    await drafted("7 IN-a at 1834");
    await press("1733");
    await drafted("7 IN-a and 7 OH-b at 1834");
    await page.locator("#declare:enabled").waitFor();
    // Of the two Assaulting Hexes, the one that promises more, for both sides.
    const both = /^Defender, from 1733: \d+% of an effect, .*Attacker: depleted \d+%/;
    await page.locator("#orders .drafted > b", { hasText: both }).waitFor();
    // The notice went with the first press on the map.
    await page.locator("#sheet-note").waitFor({ state: "hidden" });
    await window.shot(`kernstown-close-drafted-${light}`);
    // On a phone the button may lie under those that stay at the foot.
    await page.locator("[data-key=let-go]").scrollIntoViewIfNeeded();
    await accessible(page, `a Close Combat drafted, ${light}`);
    const act = async (does) => {
      const { version } = view;
      await does();
      view = await known.after(version);
      await asked(page, view);
    };
    await act(() => page.locator("#declare").click());
    await act(() => page.locator("#pass").click());
    await page.locator("#orders details.hexes[open] button", { hasText: "%" }).first().waitFor();
    await window.shot(`kernstown-assaulting-${light}`);
    await accessible(page, `each Assaulting Hex with its chances, ${light}`);
    await act(() => press("1733"));
    assert.equal(view.question.kind, "retreat");
    // The list is for those who do not see the map.
    await page.locator("#orders details.hexes:not([open])").waitFor();
    await accessible(page, `hexes folded away, ${light}`);
    await act(() => press("1933"));
    assert.equal(view.units.find(({ id }) => id === "c62-27va").hex, "1933");
    await page.locator("#open-menu").click();
    await page.locator("#dialog li", { hasText: "is over without a question" }).waitFor();
    await window.shot(`kernstown-menu-${light}`);
    await window.close();
  });

test("lines of sight, panels and standing instructions", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  const known = await beginWith(page, "kernstown-1-stone-wall", faces(50, 1));
  await asked(page, await known.view());
  // What is seen from the gun, by key, and by what a line is stopped.
  const { targets } = await known.targets("sight", "2032");
  const { x, y } = await middle(page, known, "2032");
  await page.mouse.click(x, y);
  await page.keyboard.press("s");
  await page.locator(".outline.sight-from").waitFor({ state: "attached" });
  for (const kind of ["clear", "obscured", "blocked"]) {
    const expected = targets.filter(({ hex, view }) => view === kind && known.places.has(hex)).length;
    assert.equal(await page.locator(`.outline.sight-${kind}`).count(), expected, kind);
  }
  const stopped = targets.find((target) => target.view === "blocked" && target.range < 6);
  const over = await middle(page, known, stopped.hex);
  await page.mouse.move(over.x, over.y);
  const told = page.locator("#inspector .seen-blocked");
  await told.waitFor();
  assert.ok((await told.innerText()).includes(stopped.by[0].text), "it says by what");
  await window.shot("kernstown-sight");
  await accessible(page, "line of sight");
  await page.keyboard.press("Escape");
  await page.locator(".outline.sight-from").waitFor({ state: "detached" });

  for (const [id, text] of [
    ["turns", /3:40[\s\S]*4:00/],
    ["cup", /In the cup/],
    ["brigades", /Tyler[\s\S]*not yet activated[\s\S]*Broken Track/],
    ["victory", /stone wall/],
    ["standing", /Opportunity Fire/],
  ]) {
    await page.locator(`#tab-${id}`).click();
    assert.match(await page.locator(`#panel-${id}`).innerText(), text);
    await accessible(page, `panel ${id}`);
  }
  const { version } = await known.view();
  await page.locator("#instruct-opportunity-fire").selectOption("never");
  let view = await known.view();
  for (let looks = 0; view.instructions["opportunity-fire"] !== "never" && looks < 200; looks++)
    view = await known.view();
  assert.equal(view.instructions["opportunity-fire"], "never");
  assert.equal(view.version, version, "it takes no number");
  assert.equal(view.question.kind, "keys", "the question stands");
  await window.shot("kernstown-instructions");
  await window.close();
});

test("when a side is asked about chits is chosen where chits are played, and everybody sees it", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  const known = await beginWith(page, "kernstown-1-stone-wall", faces(400, 51 * 7919));
  let view = await known.view();
  // People who play each other are asked so that it tells nothing, unless they choose otherwise.
  assert.deepEqual(view.asking, { union: "every-moment", confederate: "every-moment" });
  const hand = new Hand(page, known, {});
  for (let orders = 0; !["drawn", "moment", "held"].includes(view.question.kind); orders++) {
    assert.ok(orders < 150, "a chit is asked about");
    if (orders === 0) await page.locator("#uncover").click();
    if (orders === 1) await page.locator("#uncover-both").click();
    view = await hand.answer(view);
  }
  const { side } = view.question;
  const choice = page.locator("#orders .asking");
  await choice.waitFor();
  assert.match(await choice.innerText(), /reveals nothing to the other side[\s\S]*reveals that it holds such a chit/);
  assert.match(await choice.innerText(), /Both sides are asked at every moment/);
  await accessible(page, "when one is asked about chits");
  await page.locator("#ask-when-playable").click();
  const after = await known.after(view.version);
  assert.deepEqual(after.asking, { ...view.asking, [side]: "when-playable" });
  assert.deepEqual(after.question, view.question, "the question stands");
  await page.locator("#orders .asking-known", { hasText: "only when it can play one" }).waitFor();
  // Each chit has its case beside it.
  assert.equal(
    await page.locator("#orders .chit-cards a.case").count(),
    await page.locator("#orders .chit-cards .chit-card").count(),
  );
  // A case says what it rules while it is pointed at.
  await choice.locator("a.case", { hasText: "K43" }).hover();
  await page.locator("#case-tip", { hasText: "The step for held chits" }).waitFor();
  // At once: the panel may be drawn again while somebody waits for it to keep still.
  await choice.evaluate((element) => element.scrollIntoView());
  await window.shot("kernstown-asking");
  assert.match(await page.locator("#panel-log").innerText(), /is asked only when it can play a chit/);
  await page.locator("#tab-standing").click();
  assert.ok(await page.locator("#standing-when-playable").isChecked());
  await page.locator("#instruct-held").check();
  await page.waitForFunction(() => document.querySelector("#instruct-held")?.checked);
  const told = await known.view();
  assert.equal(told.version, after.version, "an instruction takes no number");
  await accessible(page, "standing instructions with chits");
  await window.close();
});

for (const scenario of [
  "kernstown-2-historical",
  "kernstown-3-jackson-aware",
  "kernstown-4-breckinridge",
  "kernstown-5-historical-1864",
  "kernstown-6-what-if",
]) {
  test(`${scenario} can be begun and its first question answered`, async () => {
    const window = await Window.open(browser);
    const { page } = window;
    await beginHere(page, program.address, scenario);
    const known = await scout.game(page.url());
    await page.locator("#uncover-both").click();
    const hand = new Hand(page, known, { audit: true });
    let view = await known.view();
    for (let orders = 0; orders < 4; orders++) view = await hand.answer(view);
    assert.ok(hand.kinds.size > 1);
    await window.shot(scenario);
    await window.close();
  });
}

test("on a phone", async () => {
  const window = await Window.open(browser, PHONE);
  const { page } = window;
  const known = await beginWith(page, "kernstown-1-stone-wall", faces(50, 3));
  let view = await known.view();
  await asked(page, view);
  await page.locator("#uncover-both").tap();
  const hand = new Hand(page, known, { audit: true });
  while (view.question.kind === "keys") view = await hand.answer(view);
  await window.shot("kernstown-phone");
  for (const id of ["cup", "brigades", "standing"]) {
    await page.locator(`#tab-${id}`).tap();
    await window.shot(`kernstown-phone-${id}`);
    const across = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(across <= 0, `nothing sticks out beside ${id}`);
  }
  await accessible(page, "Kernstown on a phone");
  await window.close();
});

test("a finger sees what a move costs before it is made, and a way may be laid hex by hex", async () => {
  const window = await Window.open(browser, PHONE);
  const { page } = window;
  const known = await beginWith(page, "kernstown-1-stone-wall", faces(400, 51 * 7919));
  let view = await known.view();
  await asked(page, view);
  await page.locator("#uncover-both").tap();
  const hand = new Hand(page, known);
  while (view.question.kind !== "movement") view = await hand.answer(view);
  const { targets } = await known.targets("move", null);
  const free = (hex) => !view.units.some((unit) => unit.hex === hex);
  const at = (id) => view.units.find((unit) => unit.id === id).hex;
  const board = await page.locator("#board").boundingBox();
  const inSight = async (hex) => {
    const { x, y } = await middle(page, known, hex);
    return x > board.x + 20 && x < board.x + board.width - 90 && y > board.y + 60 && y < board.y + board.height - 20;
  };
  const seen = new Map();
  for (const { hex } of targets) if (hex && !seen.has(hex)) seen.set(hex, await inSight(hex));
  const open = targets.filter(({ order, hex }) => hex && free(hex) && seen.get(hex) && order.move.units.length === 1);
  const one = open.find(({ order, hex }) => known.apart(hex, at(order.move.units[0])) < 1.1);
  const [unit] = one.order.move.units;
  await hand.take(unit);
  const tap = async (hex) => {
    const { x, y } = await middle(page, known, hex);
    await page.touchscreen.tap(x, y);
  };
  await tap(one.hex);
  await page.locator("#way-said", { hasText: `To ${one.hex}:` }).waitFor();
  await page.locator("#go", { hasText: one.hex }).waitFor();
  assert.equal((await known.view()).version, view.version, "nothing has moved yet");
  await window.shot("kernstown-phone-way");
  await accessible(page, "a move tapped once");

  // There and beyond, hex by hex.
  await page.locator("#lay-way").tap();
  await tap(one.hex);
  await page.locator("#go-way:enabled").waitFor();
  const next = open.find(
    ({ order, hex }) => order.move.units[0] === unit && hex !== one.hex && known.apart(hex, one.hex) < 1.1,
  );
  await tap(next.hex);
  await page.locator("#go-way", { hasText: `${one.hex}, ${next.hex}` }).waitFor();
  await window.shot("kernstown-phone-laid");
  await page.locator("#go-way:enabled").tap();
  const after = await known.after(view.version);
  assert.equal(after.units.find(({ id }) => id === unit).hex, next.hex);
  await window.close();
});
