// The battle page in detail: refusals and their cases, taking back, the map by mouse, coming back
// later, the record.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { saveDownload, Window } from "./browser.js";
import { lateAnswers } from "./late-answers.js";
import { beginHere, laid } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { Program } from "./program.js";
import { browser, program, scout } from "./set-up.js";
import { asksFirst, middle, shows, spot, targetAt, unitAt } from "./table.js";

/** A game of the training battle for both sides, on the table. */
async function sit(options) {
  const window = await Window.open(browser, options);
  const { page } = window;
  await beginHere(page, program.address, "training");
  await page.locator("#zoom-all").click();
  const known = await scout.game(page.url());
  await shows(page, known, await known.view());
  return { window, page, known, mouse: new Mouse(page, known) };
}

/** How wide the sheet is on the screen, in pixels. */
function width(page) {
  return page.evaluate(() => document.querySelector("#board .canvas").getBoundingClientRect().width);
}

/** Waits until the sheet is as wide as it ought to be. */
function grows(page, test, from) {
  const now = 'document.querySelector("#board .canvas").getBoundingClientRect().width';
  return page.waitForFunction(`${now} ${test} ${from}`);
}

test("a refusal says why, names its case, and opens the reference at it", async () => {
  const { window, page, known, mouse } = await sit();
  const view = await known.view();
  await mouse.choose("u-1-1");
  await page.locator("#board [data-hex]").first().waitFor({ state: "attached" });
  const { refusal } = await known.preview({ move: { unit: "u-1-1", to: "1101" } });
  await mouse.clickHex("1101");
  await page.locator("#refusal", { hasText: refusal.message }).waitFor();
  assert.equal(await page.locator("#refusal a.case").textContent(), refusal.case);
  await window.shot("table-1-refusal");

  // Why: every case that was asked, the last one failed.
  await page.locator("#refusal").getByRole("button", { name: "Why it is refused" }).click();
  const { asked } = await known.ask("game.explain", { order: { move: { unit: "u-1-1", to: "1101" } } });
  await page.locator("#dialog .asked-cases li").first().waitFor();
  const cases = await page.locator("#dialog .asked-cases a.case").allTextContents();
  assert.deepEqual(
    cases,
    asked.map((one) => one.case),
  );
  assert.equal(await page.locator("#dialog .asked-cases li").last().getAttribute("class"), "failed");
  await window.shot("table-2-why");
  await page.locator("#dialog .close").click();

  // The case opens the reference there; the way back leads to the game as it was.
  await page.locator("#refusal a.case").click();
  await page.locator("#rules-panel article", { hasText: refusal.case }).waitFor();
  await window.shot("table-3-reference");
  await page.locator("#rules-panel .close").click();
  await page.locator("#rules-panel").waitFor({ state: "hidden" });
  assert.deepEqual(await known.view(), view, "nothing was changed by a refusal");

  // A counter dropped where it cannot go is refused by the server and stays.
  const from = await spot(page, unitAt("u-2-1"));
  const to = await middle(page, known, "0903");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
  const dropped = await known.preview({ move: { unit: "u-2-1", to: "0903" } });
  await page.locator("#refusal", { hasText: dropped.refusal.message }).waitFor();
  await shows(page, known, view);
  await window.close();
});

test("the reference page opens at the case of a link", async () => {
  const window = await Window.open(browser);
  await window.page.goto(`${program.address}/rules#blue-gray-1975/7.11`);
  const rule = window.page.locator(".rule.here");
  await rule.waitFor();
  assert.match(await rule.textContent(), /^7\.11/);
  const { y } = await rule.boundingBox();
  assert.ok(y >= 0 && y < 400, `the case stands at ${y}`);
  await window.close();
});

test("orders are taken back and given again until a die is thrown", async () => {
  const { window, page, known, mouse } = await sit();
  const steps = [await known.view()];
  const order = async (order) => {
    await mouse.give(order);
    steps.push(await known.after(steps.at(-1).version));
    await shows(page, known, steps.at(-1));
  };
  await order({ move: { unit: "u-2-1", to: "0604" } });
  await order({ move: { unit: "u-1-1", to: "0605" } });
  await order({ "end-movement": {} });
  let version = steps.at(-1).version;
  for (const step of [...steps].reverse().slice(1)) {
    await page.locator("#undo").click();
    const view = await known.after(version);
    ({ version } = view);
    await shows(page, known, view);
    assert.deepEqual([view.units, view.question], [step.units, step.question]);
  }
  assert.ok(await page.locator("#undo").isDisabled(), "there is nothing more to take back");
  assert.equal(await page.locator("#panel-log li.gone").count(), 3, "the log keeps what was taken back");
  for (const step of steps.slice(1)) {
    await page.locator("#redo").click();
    const view = await known.after(version);
    ({ version } = view);
    await shows(page, known, view);
    assert.deepEqual(view.units, step.units);
  }
  // The die falls: there is no way back behind it.
  await mouse.give({ attack: { attackers: ["u-2-1"], defenders: ["0704"] } });
  const view = await known.after(version);
  await shows(page, known, view);
  await page.locator("#dice .die").waitFor();
  await page.locator("#panel-log .event.die-thrown").waitFor();
  assert.equal(view.dice.thrown, 1);
  await assert.rejects(known.ask("game.undo"), { code: 2 });
  await window.close();
});

test("a press on what is shown is not lost while the answer to the order before it is still on its way", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  const wire = await lateAnswers(page);
  await beginHere(page, program.address, "chickamauga-1975");
  const known = await scout.game(page.url());
  let view = await known.view();
  for (const button of ["#end-movement", "#end-combat", "#end-movement"]) {
    const asks = await asksFirst(page, known);
    await page.locator(button).click();
    if (asks) await page.locator("#end-now").click();
    view = await known.after(view.version);
    await shows(page, known, view);
  }
  assert.deepEqual([view.question.side, view.question.kind], ["confederate", "combat"]);
  assert.equal(wire.orders, 3);
  assert.ok(await page.locator("#refusal").isHidden());
  await window.close();
});

test("the next attack is drafted while the answer to the one before is on its way", async () => {
  const { game, tokens } = await scout.ask("game.position", {
    scenario: "training",
    phase: "combat",
    units: [
      { id: "guns", side: "union", type: "artillery", strength: 4, hex: "0505" },
      { id: "a", side: "union", type: "infantry", strength: 5, hex: "0202" },
      { id: "c", side: "confederate", type: "infantry", strength: 6, hex: "0705" },
      { id: "d", side: "confederate", type: "infantry", strength: 1, hex: "0203" },
    ],
    dice: [6, 1],
  });
  const window = await Window.open(browser);
  const { page } = window;
  const wire = await lateAnswers(page);
  await page.goto(`${program.address}/game/${game}#${tokens.both}`);
  await laid(page);
  await page.locator("#zoom-all").click();
  const known = await scout.game(page.url());
  let view = await known.view();
  await shows(page, known, view);
  const mouse = new Mouse(page, known);
  const orders = [
    { attack: { attackers: ["guns"], defenders: ["0705"] } },
    { attack: { attackers: ["a"], defenders: ["0203"] } },
  ];
  for (const order of orders) {
    await mouse.give(order);
    view = await known.after(view.version);
    await shows(page, known, view);
  }
  const { entries } = await known.ask("game.log", {});
  assert.deepEqual(
    entries.filter(({ order }) => order).map(({ order }) => order),
    orders,
    "the second is not drafted on top of the first",
  );
  assert.equal(wire.orders, 2);
  await window.close();
});

test("the map: wheel, keys and drag; and every order of the log shows its place", async () => {
  const { window, page, known, mouse } = await sit();
  const whole = await width(page);
  const { x, y } = await middle(page, known, "0506");
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -600);
  await grows(page, ">", whole * 1.5);
  // The wheel zooms about the pointer: the hex stays under it.
  const there = await middle(page, known, "0506");
  assert.ok(Math.hypot(there.x - x, there.y - y) < 2, `the hex went from ${x}, ${y} to ${there.x}, ${there.y}`);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 40, { steps: 4 });
  await page.mouse.up();
  const dragged = await middle(page, known, "0506");
  assert.deepEqual([Math.round(dragged.x - there.x), Math.round(dragged.y - there.y)], [60, 40]);
  await page.locator("#board").focus();
  await page.keyboard.press("0");
  await grows(page, "<=", whole + 1);
  await page.keyboard.press("+");
  await grows(page, ">", whole * 1.1);
  await page.locator("#zoom-all").click();
  await grows(page, "<=", whole + 1);
  // Under the pointer the path is drawn.
  await mouse.choose("u-1-1");
  const target = await spot(page, targetAt("0605"));
  await page.mouse.move(target.x, target.y);
  await page.locator(".path polyline").first().waitFor({ state: "attached" });
  await page.locator(".signs .tip", { hasText: /^\d left, undo$/ }).waitFor();
  await window.shot("table-4-path");
  await page.mouse.click(target.x, target.y);
  await page.locator("#panel-log .event.moved button").click();
  await page.locator(".outline.flash").first().waitFor({ state: "attached" });
  // A smaller window: the page still fits.
  await page.setViewportSize({ width: 800, height: 600 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.locator("#end-movement").waitFor();
  await window.shot("table-5-small");
  await window.close();
});

test("a game goes on where it was: after a reload, from My games, and from its downloaded record", async () => {
  const { window, page, known, mouse } = await sit();
  let view = await known.view();
  await mouse.give({ move: { unit: "u-2-1", to: "0604" } });
  view = await known.after(view.version);
  await shows(page, known, view);
  await page.reload();
  await laid(page);
  await shows(page, known, view);
  assert.equal(await page.locator("#panel-log .event.moved").count(), 1);

  await page.goto(program.address);
  await page.locator("#games a", { hasText: "Mill Creek" }).click();
  await laid(page);
  await shows(page, known, view);

  await page.locator("#open-menu").click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#download").click()]);
  const record = await saveDownload(download);
  const lines = (await readFile(record, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(lines.length, view.version + 1, "a header and every entry");
  await page.goto(program.address);
  await page.locator("#record").setInputFiles(record);
  await page.waitForURL((url) => url.pathname.startsWith("/game/") && !url.pathname.includes(known.game));
  await laid(page);
  const again = await scout.game(page.url());
  const loaded = await again.view();
  assert.deepEqual([loaded.units, loaded.question], [view.units, view.question]);
  await shows(page, again, loaded);

  // What is no record is refused in words.
  await page.goto(program.address);
  await page
    .locator("#record")
    .setInputFiles({ name: "letter.txt", mimeType: "text/plain", buffer: Buffer.from("Dear sister,") });
  await page.locator("#load-said", { hasText: /\w/ }).waitFor();
  // What the command line refuses is refused here, in the same words.
  const text = await readFile(record, "utf8");
  for (const [changed, problem] of [
    [`\ufeff${text}`, "byte order mark"],
    [text.replaceAll("\n", "\r\n"), "CR LF"],
  ]) {
    const buffer = Buffer.from(changed);
    await page.locator("#record").setInputFiles({ name: "game.jsonl", mimeType: "application/jsonl", buffer });
    await page.locator("#load-said", { hasText: problem }).waitFor();
  }
  await window.close();
});

test("the page is light, and is painted before its modules are there", async (t) => {
  // As it is installed: joined and compressed.
  const installed = await Program.start(undefined, [], { joined: true });
  t.after(() => installed.close());
  const begun = await Window.open(browser);
  await beginHere(begun.page, installed.address, "chickamauga-1975");
  const link = begun.page.url();
  await begun.close();

  // What a first visit is sent, with nothing kept in the browser.
  const fresh = await Window.open(browser);
  const sizes = [];
  fresh.page.on("requestfinished", (request) =>
    sizes.push(request.sizes().then((size) => [new URL(request.url()).pathname, size.responseBodySize])),
  );
  await fresh.page.goto(link);
  await laid(fresh.page);
  await fresh.page.waitForLoadState("networkidle");
  const all = await Promise.all(sizes);
  const sum = all.reduce((sum, [, size]) => sum + size, 0);
  t.diagnostic(`${sum} bytes in ${all.length} answers`);
  assert.ok(all.length <= 13, all.map(([path]) => path).join("\n"));
  assert.ok(sum < 273_000, `${sum} bytes were sent: ${JSON.stringify(all)}`);
  const largest = Math.max(...all.filter(([path]) => path.endsWith(".js")).map(([, size]) => size));
  // All modules of the page in one.
  assert.ok(largest > 0 && largest < 150_000, `a script of ${largest} bytes`);
  await fresh.close();

  const held = await Window.open(browser);
  const modules = [];
  await held.page.route(/\/game\.js$/, (route) => modules.push(route));
  await held.page.goto(link, { waitUntil: "commit" });
  await held.page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length);
  assert.equal(modules.length, 1);
  await modules[0].continue();
  await laid(held.page);
  await held.close();
});
