// The battle on a phone, held upright and then turned, by touch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, Window } from "./browser.js";
import { laid } from "./lobby.js";
import { decide } from "./player.js";
import { browser, program, scout } from "./set-up.js";
import { asksFirst, middle, sentAlong, shows, targetAt, unitAt } from "./table.js";
import { stroke, tap, way } from "./touch.js";

/** Nothing sticks out to the side, so that the page need not be pushed about. */
async function fits(page) {
  const [content, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= width, `the page is ${content} wide on a screen of ${width}`);
}

/** Every button that is seen can be hit with a finger: 24 by 24 pixels at least. */
async function hittable(page) {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, input, select, summary")]
      .filter((one) => one.checkVisibility() && !one.closest(".aloud"))
      .map((one) => [one, (one.matches("input") ? (one.closest("label") ?? one) : one).getBoundingClientRect()])
      .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24))
      .map(([one, box]) => `${one.id || one.textContent || one.outerHTML}: ${box.width} × ${box.height}`),
  );
  assert.deepEqual(small, []);
}

/** How many pixels wide the sheet is on the screen. */
function scale(page) {
  return page.evaluate(() => document.querySelector("#board .canvas").getBoundingClientRect().width);
}

test("a phone: the first page, movement, combat, pinch and turning", async () => {
  const window = await Window.open(browser, PHONE);
  const { page } = window;
  await page.goto(program.address);
  await page.locator(".battle-card .play").first().waitFor();
  await fits(page);
  await hittable(page);
  await window.shot("phone-1-lobby");
  await page.locator('[data-scenarios="training"] .more').tap();
  await page.locator('label:has(input[value="hot-seat"])').tap();
  await page.locator("#begin").tap();
  await page.waitForURL(/\/game\//);
  await laid(page);
  const known = await scout.game(page.url());
  let view = await known.view();
  await shows(page, known, view);
  await fits(page);
  await hittable(page);
  await window.shot("phone-2-battle");

  // Two fingers spread: nearer. The button: the whole map again.
  const board = await page.locator("#board").boundingBox();
  const centre = { x: board.x + board.width / 2, y: board.y + board.height / 3 };
  await page.locator("#zoom-all").tap();
  const far = await scale(page);
  const { x, y } = centre;
  await stroke(page, way({ x: x - 20, y }, { x: x - 90, y }), way({ x: x + 20, y }, { x: x + 90, y }));
  await page.waitForFunction(
    (far) => document.querySelector("#board .canvas").getBoundingClientRect().width > far * 1.5,
    far,
  );
  // One finger drags the map.
  const before = await page.locator("#board .canvas").boundingBox();
  await stroke(page, way({ x, y }, { x: x - 40, y: y - 30 }));
  await page.waitForFunction(
    (left) => Math.abs(document.querySelector("#board .canvas").getBoundingClientRect().left - left) > 20,
    before.x,
  );
  await page.locator("#zoom-all").tap();
  await page.waitForFunction(
    (far) => Math.abs(document.querySelector("#board .canvas").getBoundingClientRect().width - far) < 2,
    far,
  );
  assert.deepEqual((await known.view()).units, view.units, "no unit was moved by that");

  // A whole player-turn by taps: movement, and every attack with its results.
  let moved = 0;
  let shot = false;
  for (;;) {
    const order = view.turn === 1 && (await decide(known, view, moved));
    if (!order) break;
    const [[verb, fields]] = Object.entries(order);
    moved = verb === "move" ? moved + 1 : 0;
    if (verb === "move") {
      await tap(page, `${unitAt(fields.unit)}.active`);
      await page.locator(targetAt(fields.to)).first().waitFor({ state: "attached" });
      await window.shot("phone-3-reach");
      await tap(page, targetAt(fields.to));
    } else if (verb === "attack") {
      for (const unit of fields.attackers) {
        if (await page.locator(`${unitAt(unit)}.chosen`).count()) continue;
        await tap(page, `${unitAt(unit)}.active`);
        await page.locator(`${unitAt(unit)}.chosen`).waitFor({ state: "attached" });
        await sentAlong(page, known, []);
      }
      for (const hex of fields.defenders) {
        const marked = await page.locator(".outline.defender").count();
        await tap(page, `.target.attack${targetAt(hex)}`);
        await page.waitForFunction(
          (count) => document.querySelectorAll(".outline.defender").length === count,
          marked + 1,
        );
      }
      await page.locator("#attack").waitFor();
      if (!shot) {
        shot = true;
        await window.shot("phone-4-odds");
        await fits(page);
        await hittable(page);
      }
      await page.locator("#attack").tap();
    } else if (verb === "retreat" || verb === "withdraw-battery") {
      const which = page.locator(`#orders [data-key="unit-${fields.unit}"]`);
      if (await which.count()) await which.tap();
      await tap(page, targetAt(fields.to));
      for (const link of fields.displace ?? []) {
        const room = page.locator(`#orders [data-key="room-${link.unit}"]`);
        if (await room.count()) await room.tap();
        await tap(page, targetAt(link.to));
      }
    } else if (verb === "advance") {
      if (view.question.units.length > 1) await tap(page, unitAt(fields.unit));
      await tap(page, targetAt(fields.to));
    } else if (verb === "lose") {
      for (const chip of await page.locator("#orders .chip-button").all()) {
        const wanted = fields.units.includes((await chip.getAttribute("data-key")).replace("lose-", ""));
        if ((await chip.getAttribute("aria-pressed")) !== String(wanted)) await chip.tap();
      }
      await page.locator("#pay:enabled").tap();
    } else {
      const asks = verb.startsWith("end-") && (await asksFirst(page, known));
      await page.locator(`#${verb}`).tap();
      if (asks) await page.locator("#end-now").tap();
    }
    view = await known.after(view.version);
    await shows(page, known, view);
  }
  assert.equal(view.turn, 2);
  assert.ok(shot, "there was an attack");

  // The panels at the foot, and the rules over the map.
  for (const panel of ["log", "turns", "forces", "victory", "map"]) {
    await page.locator(`#tab-${panel}`).tap();
    await page.locator(`#panel-${panel}`).waitFor();
    await fits(page);
    await hittable(page);
  }
  await window.shot("phone-5-panel");
  await page.locator("#open-rules").tap();
  await page.locator("#rules-panel .found-case").first().waitFor();
  await window.shot("phone-6-rules");
  await page.locator("#rules-panel .close").tap();
  await page.locator("#rules-panel").waitFor({ state: "hidden" });

  // The phone is turned: still nothing sticks out, and the map is there.
  await page.setViewportSize({ width: 844, height: 390 });
  await fits(page);
  await page.locator("#board .map").waitFor();
  await window.shot("phone-7-turned");
  await window.close();
});

test("Back on a phone closes what is open over the map before it leaves the page", async () => {
  const window = await Window.open(browser, PHONE);
  const { page } = window;
  await page.goto(`${program.address}/static/icon.svg`);
  const { game, tokens } = await scout.ask("game.new", { scenario: "training" });
  await page.goto(`${program.address}/game/${game}#${tokens.both}`);
  await laid(page);
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  /** Waits until Back has as many things to close as that. */
  const left = (open) => page.waitForFunction((open) => (history.state?.open ?? 0) === open, open);
  const dialog = page.locator("#dialog[open]");
  const rules = page.locator("#rules-panel");
  const log = page.locator("#panel-log");

  await page.locator("#open-menu").tap();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "hidden" });
  await page.locator("#open-rules").tap();
  await rules.waitFor();
  await page.goBack();
  await rules.waitFor({ state: "hidden" });
  // A dialog over a panel: the one on top first.
  await page.locator("#tab-log").tap();
  await log.waitFor();
  await page.locator("#open-menu").tap();
  await dialog.waitFor();
  await left(2);
  await page.goBack();
  await dialog.waitFor({ state: "hidden" });
  assert.ok(await log.isVisible());
  await page.goBack();
  await page.locator("#orders").waitFor();
  assert.ok(await log.isHidden());
  // Closed by its own button it leaves nothing behind that Back would have to pass.
  for (let times = 0; times < 3; times++) {
    await page.locator("#open-menu").tap();
    await dialog.waitFor();
    await left(1);
    await page.locator("#dialog .close").tap();
    await left(0);
  }
  assert.ok((await entries()) <= before + 2, "the history does not grow");
  await page.goBack();
  await page.waitForURL(/icon/);
  await window.close();
});

test("on a phone the map stays where it is while units and hexes are tapped", async () => {
  const union = (id, hex) => ({ id, side: "union", type: "infantry", strength: 5, hex });
  const { game, tokens } = await scout.ask("game.position", {
    scenario: "training",
    phase: "movement",
    side: "union",
    units: [
      union("a", "0604"),
      union("b", "0705"),
      union("c", "0505"),
      { id: "d", side: "confederate", type: "infantry", strength: 5, hex: "1001" },
    ],
  });
  const window = await Window.open(browser, PHONE);
  const { page } = window;
  const link = `${program.address}/game/${game}#${tokens.both}`;
  await page.goto(link);
  await laid(page);
  const known = await scout.game(link);
  /** Where a hex lies on the screen, and where the map ends, once two frames were drawn. */
  const lie = async (hex) => {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const { x, y } = await middle(page, known, hex);
    const { height } = await page.locator("#board").boundingBox();
    return [x, y, height];
  };
  const stays = (before, after, what) =>
    assert.ok(
      before.every((at, axis) => Math.abs(at - after[axis]) <= 2),
      `${what}: ${before} became ${after}`,
    );
  const take = async (unit) => {
    await tap(page, `${unitAt(unit)}.active`);
    await page.locator(`${unitAt(unit)}[aria-pressed="true"]`).waitFor({ state: "attached" });
  };
  // The orders of a unit in hand are longer: the sheet has grown once for the whole phase.
  await take("a");
  let view = await known.view();
  for (const [unit, next] of [
    ["a", "b"],
    ["b", "c"],
    ["c", null],
  ]) {
    const { hex } = view.units.find(({ id }) => id === unit);
    const before = await lie(hex);
    const { targets } = await known.targets("move", unit);
    const near = targets.find(({ cost }) => cost === Math.min(...targets.map((target) => target.cost)));
    await tap(page, targetAt(near.hex));
    view = await known.after(view.version);
    await shows(page, known, view);
    stays(before, await lie(hex), `${unit} has moved`);
    if (!next) break;
    await take(next);
    stays(before, await lie(hex), `${next} is in hand`);
  }
  await window.close();
});
