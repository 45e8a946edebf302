// An owner of a printed sheet corrects the map, saves it as a pack, and plays on it.

import assert from "node:assert/strict";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE, Window } from "./browser.js";
import { beside, checked, kept, opened, saved, take } from "./editor.js";
import { laid, setUp } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { Program } from "./program.js";
import { browser, program, scout } from "./set-up.js";
import { middle, targetAt } from "./table.js";
import { stroke, way } from "./touch.js";

const DESK = { viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" };

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "longroll-packs-"));
});
after(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The editor with a scenario open and the whole sheet in sight. */
async function edit(scenario, map, options = DESK, address = program.address) {
  const window = await Window.open(browser, options);
  const { page } = window;
  await page.goto(`${address}/editor?scenario=${scenario}`);
  const known = await opened(page, scout, map);
  await page.locator("#zoom-all").click();
  const click = async (hex) => {
    const { x, y } = await middle(page, known, hex);
    await page.mouse.click(x, y);
  };
  return { window, page, known, click };
}

/** What the page says of a hex when the cursor of the keyboard is on it. */
const told = (page) => page.locator(".cursor").getAttribute("aria-label");

test("a hex is corrected, saved, loaded and played on", async () => {
  // What the hex costs on the program's own map, and which one: clear ground beside the cavalry,
  // without a road.
  const { game, tokens } = await scout.ask("game.new", { scenario: "chattanooga-1975", mode: "hot-seat" });
  const before = await scout.game(`${program.address}/game/${game}#${tokens.both}`);
  const { targets } = await before.targets("move", "u-2-cav");
  const cost = (list, hex) => list.find((target) => target.hex === hex)?.cost;
  const start = (await before.view()).units.find((unit) => unit.id === "u-2-cav").hex;
  const hex = before
    .place(start)
    .neighbours.find(
      (one) => one && before.place(one).ground === "clear" && !/road|trail/.test(before.place(one).text ?? ""),
    );
  assert.equal(cost(targets, hex), 1);

  const window = await Window.open(browser, DESK);
  const { page } = window;
  await page.goto(program.address);
  await setUp(page, "chattanooga-1975");
  await page.locator("#correct").click();
  const known = await opened(page, scout, "chattanooga");
  assert.equal(await page.locator("#state").textContent(), "No faults");
  await page.locator("#zoom-all").click();
  const click = async (hex) => {
    const { x, y } = await middle(page, known, hex);
    await page.mouse.click(x, y);
  };

  // Painted, it is seen at once, before the server has drawn it, and then in the drawing.
  await take(page, "ground");
  await page.locator("#ground-letter-r").check();
  const first = await page.locator("#board .map").getAttribute("data-drawn");
  await click(hex);
  await page.locator(".outline.paint-rough").waitFor({ state: "attached" });
  await checked(page);
  await page.locator(".outline.paint-rough").waitFor({ state: "detached" });
  const second = await page.locator("#board .map").getAttribute("data-drawn");
  assert.notEqual(second, first);
  await page.locator(".cursor").focus();
  await page.waitForFunction(() => /rough/.test(document.querySelector(".cursor").getAttribute("aria-label")));
  await window.shot("editor-1-painted");

  // Undo and redo, by keys and by buttons.
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => /clear/.test(document.querySelector(".cursor").getAttribute("aria-label")));
  await page.keyboard.press("Control+Shift+Z");
  await page.waitForFunction(() => /rough/.test(document.querySelector(".cursor").getAttribute("aria-label")));
  await page.locator("#undo").click();
  assert.equal(await page.locator("#undo").isDisabled(), true);
  await page.locator("#redo").click();
  assert.equal(await page.locator("#redo").isDisabled(), true);
  // It was marked as printed with it.
  await take(page, "look");
  await click(hex);
  assert.match(await page.locator(".hex-card").textContent(), /Rough; known: printed/);

  // A road hex by hex, and a step of it erased.
  await take(page, "road");
  const road = ["0901", "0902", "0903", "0904"];
  for (const each of road) await click(each);
  assert.match(await told(page), /road to [\d, ]*0903/);
  await page.keyboard.press("Escape");
  await page.locator("#road-mode-erase").check();
  await click("0902");
  await click("0901");
  assert.match(await told(page), /no road/);
  assert.equal(await checked(page), "No faults, not saved");

  // What was changed is told fact by fact, and leads to its hex.
  await page.locator("#tab-changes").click();
  await page.locator(".changes li").first().waitFor();
  assert.match(await page.locator(".differ").innerText(), /^\d+ facts differ from the program's own data; 1 read from/);
  const change = page.locator(".changes li", { hasText: `ground ${hex}` });
  assert.match(await change.innerText(), /→ rough \(printed\)/);
  await change.getByRole("button").click();
  await page.locator("#board .flash").first().waitFor({ state: "attached" });
  await accessible(page, "what was changed");
  await window.shot("editor-5-changes");
  await page.locator("#undo").click();
  await page.locator("#panel-changes", { hasText: "have been changed since" }).waitFor();
  await page.locator("#redo").click();
  await page.locator("#panel-changes", { hasText: "have been changed since" }).waitFor({ state: "detached" });

  // A fault is shown on its hex, beside its field and in the list.
  await take(page, "crossing");
  const dry = await beside(page, known, "1505", "1506");
  await page.mouse.click(dry.x, dry.y);
  await page.locator(".outline.fault").waitFor({ state: "attached" });
  assert.equal(await checked(page), "1 fault");
  await page.locator(".tool-options", { hasText: "no creek runs along" }).waitFor();
  assert.equal(await page.locator("#save").isDisabled(), true);
  await page.locator("#tab-faults").click();
  await window.shot("editor-2-fault");
  await page.locator(".faults button").click();
  await page.locator("#panel-map [aria-invalid]").waitFor();
  await window.shot("editor-3-fault-in-form");
  await page.locator("#undo").click();
  await page.locator(".outline.fault").waitFor({ state: "detached" });
  assert.equal(await checked(page), "No faults, not saved");

  // A unit is put elsewhere, by choosing it and its hex.
  await take(page, "unit");
  await click("0807");
  await page.locator(".counters .selected").waitFor({ state: "attached" });
  await click("0809");
  await page
    .locator(".counters [data-unit][aria-label*='3 4c'][aria-label*='hex 0809']")
    .waitFor({ state: "attached" });
  assert.equal(await checked(page), "No faults, not saved");

  // Saved as a file.
  await page.locator("#tab-pack").click();
  await page.locator("#pack-title").fill("My printed sheet");
  await page.locator("#pack-author").fill("An owner");
  await window.shot("editor-4-pack");
  const file = await saved(page);
  assert.equal(file.name, "my-printed-sheet.zip");
  const path = join(folder, file.name);
  await copyFile(file.path, path);
  await page.waitForFunction(() => document.querySelector("#state").textContent === "No faults");
  const documents = await kept(page, scout, "chattanooga-1975");
  const chains = documents.files[documents.map].road.map((one) => one.hexes);
  assert.ok(
    chains.includes("0902 0903 0904") && !chains.some((chain) => chain.includes("0901 0902")),
    chains.join("\n"),
  );
  await window.close();

  // Loaded in the first page of another browser, and played.
  const other = await Window.open(browser, DESK);
  await other.page.goto(program.address);
  await other.page.locator(".battle-card").first().waitFor();
  await other.page.locator("#pack-file").setInputFiles(path);
  const offered = other.page.locator(".battle-card", { hasText: "My printed sheet" });
  await offered.first().waitFor();
  await other.shot("editor-5-lobby");
  await accessible(other.page, "the first page with a pack");
  // The sheet is half of the one on which both battles are played, so that is the pack's as well.
  await offered.filter({ hasText: "24–25 November 1863" }).locator(".more").click();
  await other.page.locator("#new input[value$=' chattanooga-1975']").check();
  await other.page.locator("input[name=mode][value=hot-seat]").check();
  await other.page.locator("#begin").click();
  await other.page.waitForURL(/\/game\//);
  await laid(other.page);
  const after = await scout.game(other.page.url());
  const dearer = cost((await after.targets("move", "u-2-cav")).targets, hex);
  assert.ok(dearer > 1, `${hex} costs ${dearer}`);
  assert.equal((await after.view()).units.find((unit) => unit.id === "u-3-cav").hex, "0809");
  await other.page.locator("#zoom-all").click();
  await new Mouse(other.page, after).choose("u-2-cav");
  const target = other.page.locator(`${targetAt(hex)} .badge-text`);
  await target.waitFor({ state: "attached" });
  assert.equal(await target.textContent(), String(dearer));
  await other.shot("editor-6-played");
  await other.page.locator("#tab-map").click();
  assert.match(await other.page.locator("#panel-map").textContent(), /My printed sheet/);

  // From there the pack is opened again, to be corrected further; and its file opens in the editor
  // as well.
  await other.page.locator("#correct-map").click();
  await opened(other.page, scout, "chattanooga");
  await other.page.locator("#tab-pack").click();
  assert.equal(await other.page.locator("#pack-title").inputValue(), "My printed sheet");
  assert.equal(await other.page.locator("#pack-author").inputValue(), "An owner");
  await other.page.goto(`${program.address}/editor`);
  await other.page.locator("#choose-pack").setInputFiles(path);
  await other.page.waitForURL(/\/editor\?scenario=chattanooga-1975&pack=/);
  await checked(other.page);
  await other.close();
});

test("a drag paints many hexes and is one step", async () => {
  const { window, page, known } = await edit("training", "training");
  await take(page, "ground");
  await page.locator("#ground-letter-t").check();
  const [from, to] = [await middle(page, known, "0802"), await middle(page, known, "0808")];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  // Two far leaps: the hexes between are painted too.
  await page.mouse.move(from.x, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  await checked(page);
  const title = await page.locator("#undo").getAttribute("title");
  assert.equal(title, "Ground: town");
  await take(page, "look");
  for (const hex of ["0802", "0805", "0808"]) {
    const { x, y } = await middle(page, known, hex);
    await page.mouse.click(x, y);
    assert.match(await page.locator(".hex-card").textContent(), /Town/);
  }
  await page.locator("#undo").click();
  assert.equal(await page.locator("#undo").isDisabled(), true);
  await window.close();
});

test("a drag along hexsides draws a creek; without its creek a bridge is at fault, and a unit off the sheet too", async () => {
  const { window, page, known } = await edit("training", "training");
  await take(page, "creek");
  const box = await page.locator("#board .canvas").boundingBox();
  const scale = box.width / known.layout.width;
  const corner = (hex, index) => {
    const [{ x, y }, by] = [known.place(hex), known.layout.corners[index]];
    return { x: box.x + (x + by.x) * scale, y: box.y + (y + by.y) * scale };
  };
  // Round three corners of a hex: two whole hexsides.
  await page.mouse.move(corner("0903", 0).x, corner("0903", 0).y);
  await page.mouse.down();
  for (const index of [1, 2]) await page.mouse.move(corner("0903", index).x, corner("0903", index).y, { steps: 6 });
  await page.mouse.up();
  assert.equal(await checked(page), "No faults, not saved");
  const beyond = [0, 1].map((side) => known.place("0903").neighbours[side]);
  for (const hex of beyond) {
    const { x, y } = await middle(page, known, hex);
    await take(page, "look");
    await page.mouse.click(x, y);
    assert.match(await page.locator(".hex-card").textContent(), /[Cc]reek towards [\d, ]*0903/);
  }
  await page.locator("#undo").click();
  assert.equal(await page.locator("#undo").isDisabled(), true);

  await take(page, "creek");
  await page.locator("#creek-mode-erase").check();
  const bridge = await beside(page, known, "0505", "0604");
  await page.mouse.click(bridge.x, bridge.y);
  assert.equal(await checked(page), "1 fault");
  await page.locator("#tab-units").click();
  await page.locator("#panel-units button[data-index]", { hasText: "Boyd" }).click();
  await page.locator('#panel-units [data-place$=".hex"]').fill("9999");
  await page.locator("#panel-units .field-fault:visible").waitFor();
  assert.equal(await checked(page), "2 faults");
  await page.locator("#tab-faults").click();
  await page.locator("#tab-units").click();
  await page.locator("#panel-units button[data-index]:has(.wrong)", { hasText: "Boyd" }).waitFor();
  await accessible(page, "units at fault");
  await window.close();
});

test("every tool writes into the files", async () => {
  const { window, page, known, click } = await edit("training", "training");
  const side = async (hex, to) => {
    const { x, y } = await beside(page, known, hex, to);
    await page.mouse.click(x, y);
  };
  await take(page, "certainty");
  await page.locator("#begin-certainty").click();
  await page.locator("#certainty-letter-h").check();
  await click("0303");
  await take(page, "trail");
  await click("0301");
  await click("0302");
  await page.keyboard.press("Escape");
  await take(page, "creek");
  await page.locator("#creek-into").selectOption("new");
  await side("0902", "0903");
  await side("1003", "0903");
  await take(page, "crossing");
  await page.locator("#crossing-kind-ford").check();
  await side("0903", "0902");
  await page.locator(".chosen-form [data-place$='.name']").fill("Cole's ford");
  await take(page, "works");
  await side("0704", "0604");
  await take(page, "place");
  await click("1006");
  await page.locator("#add-place").click();
  await page.locator(".tool-options [data-place$='.name']").fill("Dunn's farm");
  await take(page, "edge");
  await click("0510");
  await page.locator("#add-edge").click();
  await page.locator(".tool-options [data-place$='.way']").selectOption("trail");
  await take(page, "doubt");
  await click("0601");
  await page.locator("#add-doubt").click();
  await page.locator(".tool-options [data-place$='.what']").fill("perhaps a swamp");
  await click("0602");
  await take(page, "ground");
  await page.locator("#ground-letter-\\~").check();
  await click("1109");
  await click("1108");
  await take(page, "river");
  await click("1109");
  await click("1108");
  await page.keyboard.press("Escape");
  await take(page, "ferry");
  await click("1109");
  await page.locator("#add-ferry").click();
  await page.locator(".chosen-form [data-place$='.name']").fill("Hale's ferry");
  await take(page, "unit");
  await page.locator("#tab-units").click();
  await page.locator("#panel-units button[data-index]", { hasText: "Ames" }).click();
  await page.locator("#to-schedule").click();
  await click("0701");
  await page.locator("#panel-units [data-place$='.strength']").fill("7");
  await page.locator("#add-unit").click();
  await page.locator("#panel-units [data-place$='.name']").fill("Grey");
  await page.locator("#tab-scenario").click();
  await page.locator('[data-role="scenario"][data-place="turns"]').fill("7");
  await page.locator('[data-role="scenario"][data-place="title"]').fill("Mill Creek, longer");
  await page.locator('[data-role="scenario"][data-place="id"]').fill("longer");
  await page.locator('#panel-scenario [data-fold="victory"] > summary').click();
  await page.locator("#panel-scenario summary", { hasText: "For hexes held" }).click();
  await page.locator('#panel-scenario [data-fold="victory.held.0"] summary').click();
  await page.locator('[data-role="scenario"][data-place="victory.held.0.points"]').fill("9");
  const night = page.locator("#panel-scenario .turn-boxes");
  await page.locator("#tab-map").click();
  await page.locator("#tab-scenario").click();
  await night.getByLabel("6", { exact: true }).check();
  const state = await checked(page);
  await page.locator("#tab-faults").click();
  assert.equal(state, "No faults, not saved", await page.locator("#panel-faults").textContent());
  await window.shot("editor-7-tools");
  await saved(page);
  await page.waitForFunction(() => document.querySelector("#state").textContent === "No faults");

  const { files, map, units, scenario } = await kept(page, scout, "longer");
  const sheet = files[map];
  const row = (rows, number) => rows.split("\n").filter(Boolean)[number - 1];
  assert.equal(row(sheet.certainty.rows, 3)[2], "h");
  assert.deepEqual(sheet.trail.at(-1), { hexes: "0301 0302" });
  assert.deepEqual(
    sheet.creek.map((one) => one.sides.split(/\s+/).filter(Boolean).length),
    [18, 2],
  );
  assert.deepEqual(sheet.ford.at(-1), { name: "Cole's ford", side: "0903/0902" });
  assert.equal(sheet.works.at(-1).sides, "0704/0604");
  assert.equal(sheet.place.at(-1).name, "Dunn's farm");
  assert.deepEqual(sheet.edge.at(-1), { hex: "0510", way: "trail", side: "south" });
  assert.equal(sheet.doubt.at(-1).hexes, "0601 0602");
  assert.equal(sheet.doubt.at(-1).what, "perhaps a swamp");
  assert.equal(row(sheet.ground.rows, 8)[10], "~");
  assert.equal(sheet.ferry[0].hex, "1109");
  assert.equal(sheet.ferry[0].name, "Hale's ferry");
  assert.equal(row(sheet.ground.rows, 9)[10], "=");
  assert.equal(sheet.river[0].hexes, "1109 1108");
  const ames = files[units].unit.find((unit) => unit.name === "Ames");
  assert.deepEqual([ames.turn, ames.entry, ames.strength, ames.hex], [2, ["0705", "0701"], 7, undefined]);
  assert.ok(files[units].unit.some((unit) => unit.name === "Grey"));
  assert.deepEqual(
    [files[scenario].turns, files[scenario].night, files[scenario].victory.held[0].points],
    [7, [4, 6], 9],
  );

  await page.locator("#play").click();
  await page.waitForURL(/\/game\//);
  await laid(page);
  assert.equal(await page.locator("#title").textContent(), "Mill Creek, longer");
  assert.equal(await page.locator("#phase span").first().textContent(), "Turn 1 of 7");
  await window.close();
});

test("a word that is typed is one step, and undone while one is still in its field", async () => {
  const { window, page } = await edit("training", "training");
  await page.locator("#tab-scenario").click();
  const title = page.locator('[data-role="scenario"][data-place="title"]');
  await title.click();
  await page.keyboard.press("End");
  await page.keyboard.type(" again");
  assert.equal(await page.locator("#title").textContent(), "Mill Creek again");
  await page.keyboard.press("Control+z");
  assert.equal(await title.inputValue(), "Mill Creek");
  assert.equal(await page.locator("#undo").isDisabled(), true);
  await page.keyboard.press("Control+Shift+Z");
  assert.equal(await title.inputValue(), "Mill Creek again");

  // A fault stands beside its field while one types, and goes with its cause.
  const turns = page.locator('[data-role="scenario"][data-place="turns"]');
  await turns.fill("none");
  const fault = page.locator(".field-row", { has: turns }).locator(".field-fault");
  await fault.waitFor();
  await turns.fill("6");
  await fault.waitFor({ state: "hidden" });
  assert.equal(await checked(page), "No faults, not saved");
  await window.close();
});

test("a fold opens, though the form is drawn anew before the press ends", async () => {
  const { window, page } = await edit("training", "training");
  await page.locator("#tab-scenario").click();
  const title = page.locator('[data-role="scenario"][data-place="title"]');
  await title.fill("Mill Creek again");
  await checked(page);
  const head = page.locator('#panel-scenario [data-fold="victory"] > summary');
  await head.scrollIntoViewIfNeeded();
  const { x, y, height } = await head.boundingBox();
  await page.mouse.move(x + 20, y + height / 2);
  await page.mouse.down();
  await page.locator("#undo").evaluate((button) => button.click());
  await page.waitForFunction((title) => title.value !== "Mill Creek again", await title.elementHandle());
  await page.mouse.up();
  await page.locator('#panel-scenario [data-fold="victory"][open]').waitFor();
  await window.close();
});

test("by keyboard alone", async () => {
  const { window, page } = await edit("training", "training");
  await page.locator("#tool-look").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator("#tool-ground:focus").waitFor();
  await page.locator("#ground-letter-t").focus();
  await page.keyboard.press("Space");
  await page.locator("#board").focus();
  await page.keyboard.press("ArrowUp");
  const from = /Hex (\d+)/.exec(await told(page))[1];
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /town/.test(document.querySelector(".cursor").getAttribute("aria-label")));
  await take(page, "works");
  await page.locator(".cursor").focus();
  assert.equal(/Hex (\d+)/.exec(await told(page))[1], from);
  await page.keyboard.press("]");
  await page.waitForFunction(() =>
    /NE side selected/.test(document.querySelector(".cursor").getAttribute("aria-label")),
  );
  await page.keyboard.press("Enter");
  await page.waitForFunction(() =>
    /redoubt towards/.test(document.querySelector(".cursor").getAttribute("aria-label")),
  );
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await page.locator("#undo:disabled").waitFor();
  await page.keyboard.press("Control+y");
  await page.locator("#undo:enabled").waitFor();
  await window.close();
});

test("unsaved work is kept, offered again, and not left without a word", async () => {
  const { window, page, click } = await edit("training", "training");
  await take(page, "ground");
  await page.locator("#ground-letter-t").check();
  await click("0802");
  await checked(page);
  const asked = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    return dialog.accept();
  });
  await page.reload();
  assert.deepEqual(asked, ["beforeunload"]);
  await page.locator("#draft-take").click();
  assert.equal(await checked(page), "No faults, not saved");
  await page.locator("#undo").click();
  assert.equal(await checked(page), "No faults");
  await page.locator("#redo").click();
  await page.waitForFunction(() => /not saved/.test(document.querySelector("#state").textContent));
  await page.reload();
  await page.locator("#draft-drop").click();
  await page.reload();
  await checked(page);
  assert.equal(await page.locator("#draft-take").count(), 0);
  await window.close();
});

test("two windows on one scenario both find their own work after a reload", async () => {
  const { window, page, known } = await edit("training", "training");
  const other = await window.context.newPage();
  await other.goto(page.url());
  await checked(other);
  await other.locator("#zoom-all").click();
  const draw = async (where, hex, drafts) => {
    await where.bringToFront();
    await take(where, "ground");
    await where.locator("#ground-letter-t").check();
    const { x, y } = await middle(where, known, hex);
    await where.mouse.click(x, y);
    // The browser keeps it a moment later, each window's work in a place of its own.
    await where.waitForFunction(
      (drafts) => Object.keys(localStorage).filter((key) => key.startsWith("longroll.editor.")).length === drafts,
      drafts,
    );
  };
  const work = (where) => where.evaluate(() => document.querySelector("#undo").title);
  await draw(page, "0802", 1);
  await draw(other, "0803", 2);
  for (const [where, hex] of [
    [page, "0802"],
    [other, "0803"],
  ]) {
    where.on("dialog", (dialog) => dialog.accept());
    await where.bringToFront();
    await where.reload();
    await where.locator("#offer", { hasText: "1 other" }).waitFor();
    await where.locator("#draft-take").click();
    assert.equal(await checked(where), "No faults, not saved");
    await where.locator("#zoom-all").click();
    await take(where, "look");
    const { x, y } = await middle(where, known, hex);
    await where.mouse.click(x, y);
    await where.locator(".hex-card", { hasText: "Town" }).waitFor();
    assert.equal(await work(where), "Work saved in this browser");
  }
  await window.close();
});

for (const [name, options] of [
  ["a desk", DESK],
  ["a phone", PHONE],
]) {
  test(`axe finds nothing on ${name}, and nothing sticks out`, async () => {
    const { window, page, known } = await edit("training", "training", options);
    const folded = Boolean(options.isMobile);
    const tools = [
      "look",
      "ground",
      "certainty",
      "road",
      "creek",
      "crossing",
      "works",
      "ferry",
      "river",
      "place",
      "edge",
      "doubt",
      "unit",
    ];
    // Here those whose options are of another kind than the others'.
    for (const tool of process.env.LONGROLL_NIGHTLY ? tools : ["ground", "works", "unit"]) {
      if (folded) await page.locator("#tab-orders[aria-selected=true]").waitFor();
      await take(page, tool);
      const { x, y } = await middle(page, known, "0604");
      if (tool !== "ground") folded ? await page.touchscreen.tap(x, y) : await page.mouse.click(x, y);
      await checked(page);
      await accessible(page, `the tool ${tool}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `the tool ${tool} sticks out by ${wide}`);
      if (["ground", "works", "unit"].includes(tool)) await window.shot(`editor-${tool}-${folded ? "phone" : "desk"}`);
    }
    for (const panel of ["units", "scenario", "map", "faults", "pack"]) {
      await page.locator(`#tab-${panel}`).click();
      await page.locator(`#panel-${panel}`).waitFor();
      await accessible(page, `the panel ${panel}`);
      await window.shot(`editor-panel-${panel}-${folded ? "phone" : "desk"}`);
    }
    await page.locator("#certain").click();
    await accessible(page, "certainty");
    await page.goto(`${program.address}/editor`);
    await page.locator("#orders li a").first().waitFor();
    await accessible(page, "what to open");
    await window.shot(`editor-choice-${folded ? "phone" : "desk"}`);
    await window.close();
  });
}

test("on a phone one finger paints and two move the map", async () => {
  const { window, page, known } = await edit("training", "training", PHONE);
  await take(page, "ground");
  await page.locator("#ground-letter-t").tap();
  const [from, to] = [await middle(page, known, "0703"), await middle(page, known, "0706")];
  await stroke(page, way(from, to));
  assert.match(await checked(page), /not saved/);
  assert.equal(await page.locator("#undo").getAttribute("title"), "Ground: town");
  const still = await middle(page, known, "0703");
  assert.deepEqual(still, from);
  const off = (point, dx, dy) => ({ x: point.x + dx, y: point.y + dy });
  await stroke(page, way(from, off(from, 0, 40)), way(to, off(to, 0, 40)));
  const moved = await middle(page, known, "0703");
  assert.ok(moved.y > from.y + 20, `${moved.y} from ${from.y}`);
  // The finger that was put down first painted nothing of its own.
  await page.locator("#undo").tap();
  await page.locator("#undo:disabled").waitFor();
  await window.close();
});

test("without the server one goes on painting; when it is back it looks at all of it", async (t) => {
  const own = await Program.start();
  t.after(() => own.close());
  const { window, page, click } = await edit("training", "training", DESK, own.address);
  await take(page, "ground");
  await page.locator("#ground-letter-t").check();
  await own.end("SIGTERM");
  await page.locator("#line:visible").waitFor();
  for (const hex of ["0802", "0803"]) await click(hex);
  assert.equal(await page.locator(".outline.paint-town").count(), 2);
  assert.equal(await page.locator("#save").isDisabled(), true);
  await own.run();
  await page.locator("#line").waitFor({ state: "hidden" });
  assert.equal(await checked(page), "No faults, not saved");
  await page.locator(".outline.paint-town").first().waitFor({ state: "detached" });
  await window.close();
});
