// The battle told on the map: a fight where it happens, a computer's turn at one's own pace, what
// happened since one's own turn, and what the map shows on demand. Motion is on where it is told.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { DESK, PHONE, Window } from "./browser.js";
import { asked, beforeFire, Hand } from "./hand.js";
import { laid } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { browser, program, scout } from "./set-up.js";
import { heldClock, holdClock, middle, shows, unitAt } from "./table.js";

const MOVING = { ...DESK, reducedMotion: "no-preference" };

function unit(side) {
  return (id, strength, hex, type = "infantry") => ({ id, side, type, strength, hex });
}
const union = unit("union");
const confederate = unit("confederate");
const FAR = [union("far-u", 1, "0101"), confederate("far-c", 1, "1201")];

/** A position on the table, for both sides or against a computer; `clock`: the page's clock can be held. */
async function lay(position, { you = "both", options = MOVING, clock = false } = {}) {
  const { game, tokens } = await scout.ask("game.position", { scenario: "training", ...position });
  const link = `${program.address}/game/${game}#${tokens[you]}`;
  const window = await Window.open(browser, options);
  const { page } = window;
  if (clock) await page.clock.install();
  await page.goto(link);
  await laid(page);
  const known = await scout.game(link);
  return { window, page, known, link, mouse: new Mouse(page, known) };
}

/** From now on the page notes, whenever it changes, whether dice are falling and what of the result can be seen. */
function observe(page, unit) {
  return page.evaluate((unit) => {
    window.seen = [];
    const look = () =>
      window.seen.push({
        falling: document.querySelector(".throw.tumbling") !== null,
        die: document.querySelector("#dice .die") !== null,
        log: document.querySelectorAll("#panel-log .event.die-thrown, #panel-log .event.combat-thrown").length,
        stands: document.querySelector(`.counters [data-unit="${unit}"]`) !== null,
        score: document.querySelector("#score").textContent,
        asked: document.querySelector("#orders h2")?.textContent,
      });
    look();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
  }, unit);
}

/** Boxes of elements of the page. */
function boxes(page, selectors) {
  return page.evaluate(
    (selectors) =>
      selectors.map((selector) => {
        const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
        return { left, top, right, bottom };
      }),
    selectors,
  );
}

function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

test("a fight is told beside its hex, and nothing comes of it before the die has fallen", async () => {
  const table = await lay({
    phase: "combat",
    units: [union("a", 5, "0605"), union("b", 5, "0706"), union("c", 5, "0704"), confederate("d", 2, "0705"), ...FAR],
    dice: [1],
  });
  const { page, known, mouse, window } = table;
  const attack = { attackers: ["a", "b", "c"], defenders: ["0705"] };
  const { results } = await known.preview({ attack });
  assert.equal(results[0].result, "De");
  await mouse.draft(attack);
  await observe(page, "d");
  await page.locator("#attack").click();
  await page.locator(".throw.tumbling").waitFor();
  assert.equal(await page.locator(".strokes .stroke").count(), 3, "a stroke from each attacker");
  assert.equal(await page.locator("#dice").getAttribute("data-beside"), "0705");
  assert.match(await page.locator(".throw").innerText(), /\d-\d[\s\S]*15 against 2/);
  const [dice, ...counters] = await boxes(page, ["#dice", ...["a", "b", "c", "d"].map(unitAt)]);
  for (const counter of counters) assert.ok(!overlap(dice, counter), "the dice hide none of them");
  await page.locator("#panel-log .event.die-thrown").waitFor();
  const seen = await page.evaluate(() => window.seen);
  const falling = seen.filter((one) => one.falling);
  assert.ok(falling.length > 2, "the die was seen to fall");
  for (const one of falling) assert.deepEqual([one.log, one.stands, one.score], [0, true, seen[0].score]);
  await page.locator(unitAt("d")).waitFor({ state: "detached" });
  await shows(page, known, await known.view());
  const after = await page.evaluate(() => window.seen.filter(({ stands }) => !stands));
  assert.ok(after.length && !after.some(({ die }) => die), "it leaves before the next question is put");
  await window.close();
});

test("who does not want to wait sees the result at once, and who wants less movement sees none", async () => {
  const position = {
    phase: "combat",
    units: [union("a", 5, "0605"), confederate("d", 5, "0705"), ...FAR],
    dice: [1],
  };
  const attack = { attackers: ["a"], defenders: ["0705"] };
  const moving = await lay(position);
  await moving.mouse.draft(attack);
  await moving.page.locator("#attack").click();
  await moving.page.locator("#hasten").click();
  await moving.page.locator("#panel-log .event.die-thrown").waitFor();
  await moving.window.close();

  const calm = await lay(position, { options: DESK });
  await calm.mouse.draft(attack);
  await observe(calm.page, "d");
  await calm.page.locator("#attack").click();
  await calm.page.locator("#panel-log .event.die-thrown").waitFor();
  await calm.page.locator("#dice .die").waitFor();
  assert.ok(!(await calm.page.evaluate(() => window.seen)).some((one) => one.falling));
  await calm.window.close();
});

test("a retreat is seen to move", async () => {
  const table = await lay({
    phase: "combat",
    units: [union("a", 5, "0605"), union("b", 5, "0604"), confederate("d", 3, "0705"), ...FAR],
    dice: [3],
  });
  const { page, known, mouse, window } = table;
  const attack = { attackers: ["a", "b"], defenders: ["0705"] };
  assert.equal((await known.preview({ attack })).results[2].result, "Dr");
  await mouse.draft(attack);
  await page.locator("#attack").click();
  await page.locator("#orders h2", { hasText: "Retreat" }).waitFor();
  const { targets } = await known.targets("retreat", "d");
  const to = targets.find(({ displace }) => !displace.length).hex;
  const walks = page.waitForFunction(() =>
    document
      .querySelector('[data-unit="d"]')
      ?.getAnimations()
      .some((one) => !(one instanceof CSSTransition)),
  );
  await mouse.retreat({ unit: "d", to });
  await walks;
  await shows(page, known, await known.after((await known.view()).version - 1));
  await window.close();
});

test("Kernstown: the dice of a fire fall beside its target", async () => {
  const { game, tokens } = await beforeFire(scout);
  const link = `${program.address}/game/${game}#${tokens.both}`;
  const known = await scout.game(link);
  const view = await known.view();
  const window = await Window.open(browser, MOVING);
  const { page } = window;
  await page.goto(link);
  await laid(page);
  await asked(page, view);
  const { targets } = await known.targets("fire", null);
  const [shot] = targets.find(({ order }) => order.fire.shots.length === 1).order.fire.shots;
  await observe(page, shot.units[0]);
  const fired = new Hand(page, known).answer(view);
  await page.locator(`#dice[data-beside="${shot.target}"] .throw.tumbling`).waitFor();
  assert.ok((await page.locator(".strokes .stroke").count()) >= 1);
  await fired;
  const seen = await page.evaluate(() => window.seen);
  const before = seen[0].log;
  for (const one of seen.filter(({ falling }) => falling)) assert.ok(one.log <= before, "the log waits");
  await window.close();
});

/** Two divisions that will fall upon one: whoever commands the Union sees it happen. */
const AMBUSH = {
  units: [
    union("u-1", 2, "0605"),
    union("u-2", 3, "0303"),
    confederate("c-1", 6, "0905"),
    confederate("c-2", 6, "0906"),
    confederate("c-3", 6, "0907"),
    ...FAR,
  ],
  commanders: { confederate: { level: "recruit" } },
  dice: [1, 1, 1, 1, 1, 1],
};

async function endTurn(page) {
  await page.locator("#end-movement").click();
  await page.locator("#end-now").click();
  const ends = page.locator("#end-combat");
  const theirs = page.locator("#hurry");
  await ends.or(theirs).first().waitFor();
  if (await ends.isVisible()) await ends.click();
}

test("a press counts though the panel is drawn anew before it ends", async () => {
  const { window, page } = await lay(AMBUSH, { you: "union", clock: true });
  await page.locator("#end-movement").waitFor();
  await holdClock(page);
  await endTurn(page);
  await page.locator("#hold-pace").click();
  const hold = page.locator("#hold-pace", { hasText: "Continue" });
  await page.locator("#step-pace:enabled").waitFor();
  await hold.evaluate((button) => button.setAttribute("data-before", ""));
  await hold.hover();
  await page.mouse.down();
  await page.locator("#pace-speed").evaluate((select) => {
    select.value = "fast";
    select.dispatchEvent(new Event("change"));
  });
  await page.locator("#hold-pace[data-before]").waitFor();
  await page.mouse.up();
  await page.locator("#hold-pace", { hasText: "Pause" }).waitFor();
  await window.close();
});

test("a computer's turn: paused, stepped, gone back, and told in a card", async () => {
  const { window, page, known } = await lay(AMBUSH, { you: "union", clock: true });
  await page.locator("#end-movement").waitFor();
  await holdClock(page);
  await endTurn(page);
  await page.locator("#hold-pace").click();
  await page.locator("#hold-pace", { hasText: "Continue" }).waitFor();
  await page.clock.resume();
  await page.locator("#step-pace:enabled").waitFor();
  const version = () => page.locator("#orders").getAttribute("data-version");
  const first = await version();
  await page.locator("#step-pace").click();
  await page.waitForFunction((first) => document.querySelector("#orders").dataset.version !== first, first);
  const second = await version();
  await accessible(page, "a computer's turn, held");
  await page.locator("#back-pace:enabled").click();
  await page.waitForFunction((second) => document.querySelector("#orders").dataset.version !== second, second);
  await page.locator("#orders [role=status]", { hasText: "Before the first order" }).waitFor();
  assert.ok(Number(await version()) < Number(second));
  await page.locator("#pace-present").click();
  await page.waitForFunction((second) => document.querySelector("#orders").dataset.version === second, second);

  // The speed is kept with the browser.
  await page.locator("#pace-speed").selectOption("fast");
  await page.locator("#hold-pace").click();
  await page.locator("#since").waitFor();
  const view = await known.view();
  assert.equal(view.question.side, "union");
  const card = page.locator("#since");
  const log = (await known.ask("game.log")).entries.flatMap((entry) => entry.events ?? []);
  const attacks = log.filter((event) => event.event === "attack-declared");
  assert.ok(attacks.length > 0, "the recruit attacked");
  const lines = card.locator(".since-lines li button");
  const text = await card.innerText();
  for (const { defenders } of attacks) assert.ok(text.includes(defenders[0]), `${defenders} in ${text}`);
  assert.match(text, /\d\u2060?-\u2060?\d/);
  for (const gone of view.units.filter((unit) => unit.status === "eliminated")) assert.ok(text.includes(gone.id));
  await accessible(page, "since your turn");
  await window.shot("telling-1-since");
  // A line goes to its place.
  await lines.first().click();
  await page.locator(".outline.flash").first().waitFor({ state: "attached" });
  // Once more from the beginning, and back.
  await holdClock(page);
  await page.locator("#since-again").click();
  await page.locator("#orders [role=status]", { hasText: "Before the first order" }).waitFor();
  await page.locator("#pace-present").click();
  await card.waitFor();
  await page.clock.resume();
  await page.reload();
  await laid(page);
  await card.waitFor();
  for (const { defenders } of attacks) assert.ok((await card.innerText()).includes(defenders[0]), "after a reload too");
  await page.locator("#since-close").click();
  await card.waitFor({ state: "detached" });
  await holdClock(page);
  await endTurn(page);
  assert.equal(await page.locator("#pace-speed").inputValue(), "fast");
  await page.locator("#pace-speed").selectOption("straight");
  await page.clock.resume();
  await page.locator("#end-movement, #see-replay, #orders .target, #orders button.primary").first().waitFor();
  await window.close();
});

test("a computer's turn that was over before the page was opened is told like any other", async () => {
  // Union moves first here; whoever commands the Confederates comes late.
  const { game, tokens } = await scout.ask("game.position", {
    scenario: "training",
    units: [union("a", 4, "0203"), union("b", 3, "0205"), union("c", 3, "0207"), confederate("far-c", 1, "1209")],
    commanders: { union: { level: "recruit" } },
  });
  const link = `${program.address}/game/${game}#${tokens.confederate}`;
  const known = await scout.game(link);
  let now = await known.view();
  while (now.question.side === "union") now = await known.after(now.version);
  assert.equal(now.question.kind, "movement", "the computer's turn is over");
  const window = await Window.open(browser, MOVING);
  const { page } = window;
  await heldClock(page);
  await page.goto(link);
  await page.locator("#hold-pace").click();
  await page.clock.resume();
  await laid(page);
  // The board is as it was before the computer moved, and it moves order by order.
  assert.match(await page.locator("#orders h2").innerText(), /Union: the recruit/);
  const shown = Number(await page.locator("#orders").getAttribute("data-version"));
  assert.ok(shown < now.version, `${shown} of ${now.version}`);
  assert.ok(await page.locator("#step-pace").isEnabled());
  await page.locator("#step-pace").click();
  await page.waitForFunction((was) => Number(document.querySelector("#orders").dataset.version) > was, shown);
  await page.locator(".last-order").waitFor();
  await page.locator("#hurry").click();
  await page.locator("#since").waitFor();
  await shows(page, known, now, "confederate");
  // It is there to be watched again, also what was hurried over.
  await holdClock(page);
  await page.locator("#since-again").click();
  await page.locator("#pace-present").click();
  await page.clock.resume();
  await shows(page, known, now, "confederate");
  // Who has seen it once finds the card, and the question.
  await page.reload();
  await laid(page);
  await shows(page, known, now, "confederate");
  await page.locator("#since").waitFor();
  await window.close();
});

test("the map goes where one is asked, and stays where it is if it is told to", async () => {
  const { window, page, known } = await lay(AMBUSH, { you: "union", options: DESK });
  await page.locator("#end-movement").waitFor();
  // As near as it goes, at the other end of the field.
  for (let steps = 0; steps < 12; steps++) await page.locator("#zoom-in").click();
  await page.locator("#aids summary").click();
  await page.locator("#aid-follows").uncheck();
  await page.locator("#aids summary").click();
  const lies = () => page.locator("#board .layer").evaluate((layer) => layer.style.transform);
  const before = await lies();
  await endTurn(page);
  await page.locator("#hurry").click();
  await page.locator("#since").waitFor();
  assert.equal(await lies(), before, "it was told to stay");
  await page.reload();
  await laid(page);
  await page.locator("#aids summary").click();
  assert.equal(await page.locator("#aid-follows").isChecked(), false, "that is kept");
  await page.locator("#aid-follows").check();
  await page.locator("#aids summary").click();
  await endTurn(page);
  await page.locator("#hurry").click();
  const mine = page.locator("#end-movement, #orders h2:has-text('Union: ')").first();
  await mine.waitFor();
  const view = await known.view();
  const field = await page.locator("#board").boundingBox();
  const hexes = view.units.filter((unit) => unit.side === "union" && unit.status === "map").map((unit) => unit.hex);
  const inSight = [];
  for (const hex of hexes) {
    const { x, y } = await middle(page, known, hex);
    if (x > field.x && y > field.y && x < field.x + field.width && y < field.y + field.height) inSight.push(hex);
  }
  assert.ok(inSight.length > 0, "somebody who is asked is seen");
  // No more bare table than there has to be.
  const sheet = await page.locator("#board .canvas").boundingBox();
  const across = Math.min(field.x + field.width, sheet.x + sheet.width) - Math.max(field.x, sheet.x);
  assert.ok(across >= Math.min(field.width, sheet.width) * 0.75, `${across} of ${field.width}`);
  await window.close();
});

test("on demand: zones, sight, the bare ground, a magnifier", async () => {
  const { window, page, known } = await lay(
    {
      units: [union("a", 4, "0605"), union("b", 3, "0605"), confederate("d", 4, "0805"), ...FAR],
    },
    { options: DESK },
  );
  await page.locator("#end-movement").waitFor();
  await page.locator("#zoom-all").click();
  // A stack is summed up, with a pip for each unit, and lies side by side where one points.
  const total = page.locator(".totals .total");
  assert.equal(await total.textContent(), "7");
  assert.equal(await total.locator(".total-pip").count(), 2);
  const stack = await middle(page, known, "0605");
  const left = async () => (await boxes(page, [unitAt("a"), unitAt("b")])).map((box) => box.left);
  const [a, b] = await left();
  await page.mouse.move(stack.x, stack.y);
  await total.waitFor({ state: "detached" });
  const [spreadA, spreadB] = await left();
  assert.ok(spreadB - spreadA > b - a, "they lie apart");
  await page.mouse.move(5, 5);
  await total.waitFor({ state: "attached" });
  // The ground is worth points, and held by somebody.
  const { control } = await known.view();
  assert.equal(await page.locator(":is(.flags, .discs) .disc").count(), control.length);

  await page.locator("#board").focus();
  const { targets: zones } = await known.targets("zones", "confederate");
  await page.keyboard.down("z");
  await page.waitForFunction(
    (count) => document.querySelectorAll(".outline.enemy-zone").length === count,
    zones.length,
  );
  // A key that is held shows them as long as it is held, one that is tapped until it is tapped again.
  await page.waitForFunction(
    (pressed) => performance.now() - pressed > 400,
    await page.evaluate(() => performance.now()),
  );
  await page.keyboard.up("z");
  await page.locator(".outline.enemy-zone").first().waitFor({ state: "detached" });
  await page.keyboard.press("z");
  await page.locator(".outline.enemy-zone").first().waitFor({ state: "attached" });
  await page.keyboard.press("z");
  await page.locator(".outline.enemy-zone").first().waitFor({ state: "detached" });

  await page.locator("#aids summary").click();
  await accessible(page, "what the map shows");
  await page.locator("#aid-bare").check();
  await page.waitForFunction(() => getComputedStyle(document.querySelector(".counters")).visibility === "hidden");
  await page.locator("#aid-bare").uncheck();

  // What stands between is named, with its case.
  await page.locator("#aid-sight").check();
  await page.locator("#aids summary").click();
  const from = await middle(page, known, "0202");
  await page.mouse.click(from.x, from.y);
  await page.locator(".outline.sight-from").waitFor({ state: "attached" });
  const { targets: seen } = await known.targets("sight", "0202");
  const blocked = seen.find((one) => one.hex === "0205");
  assert.equal(blocked.view, "blocked");
  const to = await middle(page, known, "0205");
  await page.mouse.move(to.x, to.y);
  await page.locator(".line.sight.blocked").waitFor({ state: "attached" });
  await page.locator(".outline.blocks").waitFor({ state: "attached" });
  const said = await page.locator("#inspector").innerText();
  assert.ok(said.includes(`range ${blocked.range}: blocked by ${blocked.by[0].text}, ${blocked.by[0].hex}`), said);
  await page.keyboard.press("Escape");
  await page.locator(".outline.sight-from").waitFor({ state: "detached" });

  await page.keyboard.press("g");
  await page.mouse.move(stack.x, stack.y);
  await page.locator(".magnifier").waitFor();
  await window.shot("telling-3-magnifier");
  await page.keyboard.press("g");
  await page.locator(".magnifier").waitFor({ state: "hidden" });
  await window.close();
});

test("where the enemy could come is shown, hex by hex", async () => {
  const { window, page, known } = await lay(
    { units: [union("a", 4, "0605"), confederate("d", 4, "0805"), ...FAR] },
    { options: DESK },
  );
  await page.locator("#end-movement").waitFor();
  await page.locator("#zoom-all").click();
  await page.locator("#aids summary").click();
  await page.locator("#aid-reach").check();
  const { targets } = await known.targets("reach", "confederate");
  await page.waitForFunction(
    (count) => document.querySelectorAll(".outline.enemy-reach").length === count,
    targets.length,
  );
  await window.shot("telling-2-reach");
  const both = targets.find(({ by }) => by.some((one) => one.unit === "d"));
  const { x, y } = await middle(page, known, both.hex);
  await page.locator("#aids summary").click();
  await page.mouse.move(x, y);
  await page.locator("#inspector", { hasText: /Confederate units? could move there: .*d/ }).waitFor();
  // What an objective is worth stands on its disc.
  const { control } = await known.view();
  const worth = control.map(({ points }) => points.union || points.confederate).filter((points) => points > 0);
  for (const points of worth)
    assert.ok(await page.locator(":is(.flags, .discs) .disc-text", { hasText: String(points) }).count());
  await window.close();
});

test("a finger looks along a line, and spreads a stack", async () => {
  const { window, page, known } = await lay(
    { units: [union("a", 4, "0605"), union("b", 3, "0605"), confederate("d", 4, "0805"), ...FAR] },
    { options: PHONE },
  );
  await page.locator("#end-movement").waitFor();
  await page.locator("#zoom-all").tap();
  await page.locator("#aids summary").tap();
  await page.locator("#aid-sight").tap();
  await page.locator("#aids summary").tap();
  for (const hex of ["0202", "0205"]) {
    const { x, y } = await middle(page, known, hex);
    await page.touchscreen.tap(x, y);
    if (hex === "0202") await page.locator(".outline.sight-from").waitFor({ state: "attached" });
  }
  await page.locator("#inspector", { hasText: "range 3: blocked by" }).waitFor();
  await window.shot("telling-4-phone");
  await page.locator("#aids summary").tap();
  await accessible(page, "what the map shows on a phone");
  const across = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(across <= 0);
  await window.close();
});
