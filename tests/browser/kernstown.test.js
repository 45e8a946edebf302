// Kernstown on the page: a turn of The Stone Wall by clicks, what is hidden at one screen, lines of sight, panels, a phone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE, Window, launch, quit } from "./browser.js";
import { beginHere, laid } from "./lobby.js";
import { Program } from "./program.js";
import { Scout } from "./scout.js";
import { middle, unitAt } from "./table.js";

let program, browser, scout;
before(async () => {
  program = await Program.start();
  browser = await launch();
  scout = await Scout.at(browser, program.address);
});
after(async () => {
  await quit(browser);
  await program?.close();
});

/** Loaded dice, always the same: in this turn they bring fire, moves and a Close Combat. */
function faces(count, seed) {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return 1 + Math.floor((state / 2 ** 32) * 6);
  });
}

/** Begins a scenario with these dice and opens it for both sides. */
async function beginWith(page, scenario, dice, options = {}) {
  const { game, tokens } = await scout.ask("game.new", { scenario, mode: "hot-seat", dice, options });
  await page.goto(`${program.address}/game/${game}#${tokens.both}`);
  await laid(page);
  return scout.game(page.url());
}

/** Waits until the page has put the question of that view. */
async function asked(page, view) {
  await page.locator(`#orders[data-version="${view.version}"][aria-busy="false"]`).waitFor();
}

/** One answer to the question at hand, given by the hand; the view after it. */
class Hand {
  kinds = new Set();

  constructor(page, known) {
    Object.assign(this, { page, known });
  }

  async act(view, doing) {
    await doing();
    const next = await this.known.after(view.version);
    await asked(this.page, next);
    return next;
  }

  button(selector) {
    return this.page.locator(`#orders ${selector}`).first();
  }

  async answer(view) {
    const { page } = this;
    const { kind } = view.question;
    const first = !this.kinds.has(kind);
    this.kinds.add(kind);
    await asked(page, view);
    switch (kind) {
      case "keys":
        for (let left = (await this.known.targets("keys", null)).targets[0].order.keys.chits.length; left > 0; left--) await this.button(".chit-button[aria-pressed=false]").click();
        return this.act(view, () => this.button("#choose-keys").click());
      case "drawn":
        return this.act(view, () => this.button("[data-verb=hold]").click());
      case "orders":
        return this.act(view, () => this.button("[data-verb=order]").click());
      case "held":
      case "moment":
        return this.act(view, () => this.button("#pass").click());
      case "rally":
        return this.act(view, () => this.button("#end").click());
      case "fire":
      case "battery-hex":
        return this.fire(view, first);
      case "opportunity":
      case "defensive-fire":
      case "fire-back":
        return this.proposed(view, "fire", "#fire", first);
      case "close":
        return this.proposed(view, "close", "#declare", first);
      case "movement":
      case "reserve":
        return this.move(view, first);
      default:
        // Where much is offered, a unit is chosen first.
        if (!(await page.locator("#orders .choices button").count())) await this.button(".chip-button").click();
        return this.act(view, () => this.button(".choices button").click());
    }
  }

  /** Takes one unit in hand, and no other. */
  async take(unit) {
    const pressed = await this.page.locator("#orders .chip-button[aria-pressed=true]").evaluateAll((all) => all.map((one) => one.dataset.key));
    if (pressed.length === 1 && pressed[0] === `unit-${unit}`) return;
    if (pressed.length) await this.button("[data-key=let-go]").click();
    await this.button(`[data-key="unit-${unit}"]`).click();
  }

  /** Fires with the first unit that can, once it has been seen what the server says of it. */
  async fire(view, first) {
    const { page } = this;
    const { targets } = (await this.known.options()).verbs.some(({ verb }) => verb === "fire") ? await this.known.targets("fire", null) : { targets: [] };
    const able = targets.find(({ order }) => order.fire.shots.length === 1);
    if (!able) return this.act(view, () => this.button("#end").click());
    const [shot] = able.order.fire.shots;
    await this.take(shot.units[0]);
    await this.button(`[data-aim="${shot.target}"]`).click();
    await this.button("#fire:enabled").waitFor();
    await this.prospects(first, view.question.kind);
    return this.act(view, () => page.locator("#fire").click());
  }

  /** Takes the first announcement that is proposed, or none. */
  async proposed(view, verb, go, first) {
    if (!(await this.page.locator(`#orders [data-verb="propose-${verb}"]`).count())) return this.act(view, () => this.button("#end, #orders #pass").click());
    const summary = this.button("details:not([open]) > summary");
    if (await summary.count()) await summary.click();
    await this.button(`[data-verb="propose-${verb}"]`).click();
    await this.button(`${go}:enabled`).waitFor();
    await this.prospects(first, view.question.kind);
    return this.act(view, () => this.button(go).click());
  }

  /** The draft tells strength, column and chances. */
  async prospects(first, kind) {
    const draft = this.page.locator("#orders .draft");
    await draft.locator(".chances li").first().waitFor();
    assert.match(await draft.innerText(), /[Cc]olumn \S+/);
    if (!first) return;
    await this.page.screenshot({ path: new URL(`shots/kernstown-${kind}.png`, import.meta.url).pathname });
    await accessible(this.page, kind);
  }

  /** Sends the first unit that can come nearer to the enemy there, by a press on the map. */
  async move(view, first) {
    const { page, known } = this;
    const { verbs } = await known.options();
    const targets = verbs.some(({ verb }) => verb === "move") ? (await known.targets("move", null)).targets : [];
    const foes = view.units.filter((unit) => unit.hex && unit.side !== view.question.side);
    const far = (hex) => Math.min(...foes.map((foe) => known.apart(hex, foe.hex)));
    const gain = ({ order, hex }) => far(view.units.find(({ id }) => id === order.move.units[0]).hex) - far(hex);
    const best = targets.filter(({ order, hex }) => hex && !order.move.charge).sort((a, b) => gain(b) - gain(a))[0];
    if (!best || gain(best) < 0.3) return this.act(view, () => this.button("#end").click());
    const [unit] = best.order.move.units;
    await this.take(unit);
    await page.locator(`#board [data-hex="${best.hex}"]`).first().waitFor({ state: "attached" });
    const { x, y } = await middle(page, known, best.hex);
    await page.mouse.move(x, y);
    if (first) {
      await page.locator("#way-said", { hasText: `To ${best.hex}` }).waitFor();
      await accessible(page, "movement");
      await page.screenshot({ path: new URL("shots/kernstown-movement.png", import.meta.url).pathname });
    }
    const next = await this.act(view, () => page.mouse.click(x, y));
    await page.locator(`${unitAt(unit)}[aria-label*="hex"]`).first().waitFor({ state: "attached" });
    return next;
  }
}

test("a turn of The Stone Wall, by clicks", { timeout: 600_000 }, async () => {
  const window = await Window.open(browser);
  const { page } = window;
  // Every step is asked for, empty or not.
  const known = await beginWith(page, "kernstown-1-stone-wall", faces(400, 51 * 7919), { brisk: false });
  const hand = new Hand(page, known);
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
  for (const kind of ["keys", "batteries", "battery-hex", "drawn", "orders", "fire", "movement", "close", "defensive-fire"]) assert.ok(hand.kinds.has(kind), `${kind} was asked`);
  assert.match(await page.locator("#phase").innerText(), /Turn 2 of 11, 4:00/);
  // The log tells the chain of a test.
  assert.match(await page.locator("#panel-log").innerText(), /on column \S+: (no box|a \w+ test) for .+ \(CR \d\)/);
  await window.shot("kernstown-turn-2");
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

  for (const [id, text] of [["turns", /3:40[^]*4:00/], ["cup", /In the cup/], ["brigades", /Tyler[^]*not yet activated[^]*Broken Track/], ["victory", /stone wall/], ["standing", /Opportunity Fire/]]) {
    await page.locator(`#tab-${id}`).click();
    assert.match(await page.locator(`#panel-${id}`).innerText(), text);
    await accessible(page, `panel ${id}`);
  }
  const { version } = await known.view();
  await page.locator("#instruct-opportunity-fire").selectOption("never");
  const view = await known.after(version);
  assert.equal(view.instructions["opportunity-fire"], "never");
  assert.equal(view.question.kind, "keys", "the question stands");
  await window.shot("kernstown-instructions");
  await window.close();
});

for (const scenario of ["kernstown-2-historical", "kernstown-3-jackson-aware", "kernstown-4-breckinridge", "kernstown-5-historical-1864", "kernstown-6-what-if"]) {
  test(`${scenario} can be begun and its first question answered`, async () => {
    const window = await Window.open(browser);
    const { page } = window;
    await beginHere(page, program.address, scenario);
    const known = await scout.game(page.url());
    await page.locator("#uncover-both").click();
    const hand = new Hand(page, known);
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
  const hand = new Hand(page, known);
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
