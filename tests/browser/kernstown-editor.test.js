// An owner of the printed Kernstown puts the rest of it right in the editor: the ground, the counters
// and where they begin, the charts that stand row by row, the chits, and how a scenario is won.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { accessible } from "./axe.js";
import { DESK, PHONE, Window } from "./browser.js";
import { beside, checked, kept, opened, saved, take } from "./editor.js";
import { laid } from "./lobby.js";
import { BUILT } from "./program.js";
import { browser, program, scout } from "./set-up.js";
import { middle } from "./table.js";

const SCENARIO = "kernstown-1-stone-wall";
const [MAP, CHARTS, CHITS, NUMBERS, BATTLE] = ["map", "charts", "chits", "numbers", "scenario-1"].map(
  (name) => `kernstown/${name}.toml`,
);

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "longroll-kit-"));
});
after(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function edit(scenario = SCENARIO, options = DESK) {
  const window = await Window.open(browser, options);
  const { page } = window;
  await page.goto(`${program.address}/editor?scenario=${scenario}`);
  const known = await opened(page, scout, "kernstown");
  await page.locator("#zoom-all").click();
  const click = async (hex) => {
    const { x, y } = await middle(page, known, hex);
    await page.mouse.click(x, y);
  };
  const side = async (hex, to) => {
    const { x, y } = await beside(page, known, hex, to);
    await page.mouse.click(x, y);
  };
  /** Opens the folds of a panel, each by the role and place that it is of. */
  const unfold = async (panel, ...keys) => {
    for (const key of keys) {
      const summary = page.locator(`#panel-${panel} summary[data-key="fold ${key}"]`);
      const open = await summary.evaluate((one) => one.parentElement.open);
      if (!open) await summary.click();
    }
  };
  return { window, page, known, click, side, unfold };
}

/** The field of a panel for a place of a file. */
const fieldOf = (page, panel, role, place) =>
  page.locator(`#panel-${panel} [data-role="${role}"][data-place="${place}"]`).first();

const SOUND = "Sound, not saved";

/** Waits until the work is sound; if it is not, the faults are told. */
async function sound(page) {
  if ((await checked(page)) === SOUND) return;
  await page.locator("#tab-faults").click();
  assert.fail(await page.locator("#panel-faults").textContent());
}

/** Goes to the first fault of the list. */
async function follow(page) {
  await page.locator("#tab-faults").click();
  await page.locator(".faults button").first().click();
}

/** The pages that `longroll print` makes of a scenario with a pack, as one text. */
async function printed(scenario, pack) {
  const out = await mkdtemp(join(folder, "print-"));
  await promisify(execFile)(process.env.LONGROLL ?? BUILT, [
    "print",
    scenario,
    "--pack",
    pack,
    "--output",
    join(out, "kit.svg"),
  ]);
  const pages = (await readdir(out)).sort();
  return (await Promise.all(pages.map((page) => readFile(join(out, page), "utf8")))).join("\n");
}

/** The last file that was saved, under a name that the command line takes for a zip. */
async function zipped(page) {
  const { path, name } = await saved(page);
  const zip = join(folder, name);
  await copyFile(path, zip);
  return zip;
}

test("levels, slopes by kind, walls, ways and the area of a scenario are corrected on the map", async () => {
  const { window, page, click, side } = await edit();

  // A level is seen before the server has drawn it. One that leaves a slope behind is at fault at its
  // hex.
  await take(page, "levels");
  await page.locator("#levels-letter-9").check();
  await click("2120");
  await page.locator(".outline.level").waitFor({ state: "attached" });
  assert.match(await checked(page), /fault/);
  await page.locator(".outline.fault").first().waitFor({ state: "attached" });
  await window.shot("kernstown-editor-1-level");
  await follow(page);
  await page.locator("#panel-map [data-place='slope.0.sides'][aria-invalid]").waitFor();
  await page.locator("#undo").click();
  assert.equal(await checked(page), "Sound");
  await page.locator("#levels-letter-6").check();
  await click("1014");
  assert.equal(await checked(page), SOUND);

  // A slope becomes a steep one: it is of one kind. Without the levels for it that is at fault.
  await take(page, "steep");
  await side("2119", "2120");
  await page.locator(".outline.fault").first().waitFor({ state: "attached" });
  assert.match(await page.locator("#state").textContent(), /1 fault/);
  await page.locator("#undo").click();
  assert.equal(await checked(page), SOUND);
  await take(page, "slope");
  await page.locator("#slope-mode-erase").check();
  await side("2119", "2120");
  assert.equal(await checked(page), SOUND);

  // A wall of its own; it cannot point to what it does not touch.
  await take(page, "wall");
  await click("2620");
  await page.locator("#add-wall").click();
  await page.locator(".chosen-form [data-place$='.name']").fill("Wall by the lane");
  await page.locator("#wall-part-points_to").check();
  await click("1014");
  assert.equal(await checked(page), "1 fault");
  await page.locator(".tool-options", { hasText: "1014 touches no hex of this wall" }).waitFor();
  await click("2520");
  assert.equal(await checked(page), SOUND);
  await window.shot("kernstown-editor-2-wall");

  await take(page, "lane");
  await click("2620");
  await click("2520");
  await page.keyboard.press("Escape");
  await take(page, "edge");
  await click("4000");
  await page.locator("#add-edge").click();
  await take(page, "ground");
  await page.locator("#ground-letter-o").check();
  await click("2520");
  assert.equal(await checked(page), SOUND);

  // The area: a row ends farther east; where it ends too far west a unit is out of play.
  await take(page, "area");
  await click("2035");
  assert.equal(await checked(page), "1 fault");
  await window.shot("kernstown-editor-3-area");
  await follow(page);
  await page.locator("#panel-units [data-place='at.10.hex'][aria-invalid]").waitFor();
  await take(page, "area");
  await click("2030");
  assert.equal(await checked(page), SOUND);
  await accessible(page, "the area tool");

  const zip = await zipped(page);
  const { files, pack: own } = await kept(page, scout, SCENARIO);
  const map = files[MAP];
  assert.deepEqual(map.wall.at(-1), { name: "Wall by the lane", hexes: "2620", points_to: "2520" });
  assert.ok(!map.slope[0].sides.includes("2119/2120"));
  assert.ok(map.lane.some((lane) => lane.hexes.includes("2620 2520") || lane.hexes.includes("2520 2620")));
  assert.deepEqual(map.edge.at(-1), { hex: "4000", way: "road", side: "east" });
  assert.match(files[BATTLE].area.east, /\b1930 2030 2131\b/);

  // It is played and printed.
  await page.locator("#play").click();
  await page.waitForURL(/\/game\//);
  await laid(page);
  const { hexes } = await page.evaluate(
    async (pack) => (await fetch(`/maps/kernstown.json?pack=${pack}`)).json(),
    own.id,
  );
  const told = (number) => hexes.find(({ hex }) => hex === number);
  assert.match(JSON.stringify(told("2520")), /orchard/);
  assert.equal(told("1014").level, 6);
  await window.close();
  const pages = await printed(SCENARIO, zip);
  assert.ok(pages.includes("corrected"), "the booklet names its pack");
});

test("a brigade's counters are corrected row by row, and put where they begin", async () => {
  const { window, page, click, known } = await edit("kernstown-4-breckinridge");
  await page.locator("#tab-units").click();
  await page.locator("#panel-units button[data-key='table union Powell']").click();
  const { files } = await scout.ask("pack.open", { scenario: "kernstown-4-breckinridge" });
  const list = files["kernstown/units-1864.toml"].unit;
  const index = list.findIndex(({ id }) => id === "u64-2wv-cav");
  const cell = (key) => fieldOf(page, "units", "units", `unit.${index}.${key}`);
  await cell("fresh").fill("9-5");
  await cell("worn").fill("3-2");
  await cell("weapon").selectOption("CC");
  await cell("dismounted.fresh").fill("7-4");
  // What is no face is said below the table, and the fault leads back to it.
  await cell("dismounted.worn").fill("9");
  assert.equal(await checked(page), "1 fault");
  await page.locator("#panel-units .ledger [aria-invalid]").waitFor();
  await window.shot("kernstown-editor-4-brigade");
  await cell("dismounted.worn").fill("2-2");
  assert.equal(await checked(page), SOUND);
  await accessible(page, "a brigade as a table");

  // Chosen, its faces are seen as they will be printed.
  await page.locator(`#panel-units button[data-index="${index}"]`).click();
  const faces = page.locator("#panel-units .printed-faces svg");
  assert.deepEqual(await faces.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))), [
    "2 WV 9-CC-5",
    "2 WV 3-CC-2",
    "2 WV 7-C-4",
    "2 WV 2-C-2",
  ]);
  await window.shot("kernstown-editor-5-faces");

  // Dragged to another hex; on the enemy it is at fault, beside its own field.
  const at = files["kernstown/scenario-4.toml"].at.findIndex(({ unit }) => unit === "u64-2wv-cav");
  const [from, to] = [await middle(page, known, "1100"), await middle(page, known, "1102")];
  await page.locator("#zoom-all").click();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, to.y);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  await page.locator("[data-unit][aria-label*='2 WV 9-CC-5'][aria-label*='hex 1102']").waitFor({ state: "attached" });
  await fieldOf(page, "units", "scenario", `at.${at}.hex`).fill("3700");
  assert.equal(await checked(page), "1 fault");
  await page.locator(".outline.fault").waitFor({ state: "attached" });
  await fieldOf(page, "units", "scenario", `at.${at}.hex`).fill("9999");
  assert.equal(await checked(page), "1 fault");
  await follow(page);
  await page.locator(`#panel-units [data-place="at.${at}.hex"][aria-invalid]:focus`).waitFor();
  await page.locator("#undo").click();
  assert.equal(await checked(page), SOUND);

  // It comes on later, by a hex of its own, and has been hit; others are left out or come in.
  await page.locator("#to-schedule").click();
  await fieldOf(page, "units", "scenario", `at.${at}.arrives`).selectOption("3:20");
  await click("1101");
  await page.locator("#to-map").click();
  await fieldOf(page, "units", "scenario", `at.${at}.hits`).fill("1");
  await page.locator("#panel-units button[data-index]", { hasText: "3 WV 4" }).first().click();
  await page.locator("#leave-out").click();
  await page.locator("#add-unit").click();
  await fieldOf(page, "units", "units", `unit.${list.length}.name`).fill("4 WV");
  assert.equal(await checked(page), SOUND);
  await page.locator("#board").focus();
  await page.keyboard.press("Escape");

  const zip = await zipped(page);
  const after = (await kept(page, scout, "kernstown-4-breckinridge")).files;
  const unit = after["kernstown/units-1864.toml"].unit[index];
  assert.deepEqual([unit.fresh, unit.worn, unit.weapon], ["9-5", "3-2", "CC"]);
  assert.deepEqual(unit.labels, { strength: "printed", cohesion: "printed", worn: "printed", weapon: "printed" });
  assert.deepEqual(unit.dismounted, { fresh: "7-4", worn: "2-2", weapon: "C", label: "printed" });
  assert.deepEqual(after["kernstown/scenario-4.toml"].at[at], { unit: "u64-2wv-cav", hex: "1101", hits: 1 });

  await page.locator("#play").click();
  await page.waitForURL(/\/game\//);
  await laid(page);
  const view = await (await scout.game(page.url())).view();
  const own = view.units.find(({ id }) => id === "u64-2wv-cav");
  assert.deepEqual([own.strength, own.cohesion, own.hits, own.hex], [9, 5, 1, "1101"]);
  assert.ok(!view.units.some(({ id }) => id === "u64-3wv-cav"));
  assert.ok(view.units.some(({ name }) => name === "4 WV"));
  await window.close();
  const pages = await printed("kernstown-4-breckinridge", zip);
  for (const face of ["9-CC-5", "3-CC-2", "7-C-4", "2-C-2"]) assert.ok(pages.includes(face), face);
});

test("charts and numbers are corrected down the rows, each with its source", async () => {
  const { window, page, unfold } = await edit();
  const { files: before } = await scout.ask("pack.open", { scenario: SCENARIO });
  const chart = (place) => fieldOf(page, "charts", "charts", place);
  const number = (place) => fieldOf(page, "charts", "numbers", place);
  await unfold(
    "charts",
    ...["combat", "fire-shift", "close-shift", "fire-test", "close-test", "range", "factors"].map(
      (one) => `charts ${one}`,
    ),
    ...["costs", "order", "limits", "fog", "generals"].map((one) => `charts ${one}`),
    ...["odds", "combat", "distances", "chits", "rare"].map((one) => `numbers ${one}`),
  );
  await chart("combat.least.8").fill("11");
  await chart("combat.row.0.roll").fill("11-13");
  await chart("fire-shift.0.columns").fill("-3");
  await chart("close-shift.3.columns").fill("-2");
  await chart("fire-test.test.0.depletion.0").fill("D");
  await chart("close-test.test.3.skedaddle.5").fill("B RA4 (P2)");
  await chart("range.0.extreme").fill("3-4");
  await chart("factors.long.factor").fill("0.75");
  await chart("costs.woods.points.1").fill("3");
  await chart("costs.mount.points").fill("2");
  await chart("order.2.infantry").fill("5");
  await chart("order.0.marches").check();
  await chart("limits.stacking.value").fill("12");
  await chart("fog.dice.0").selectOption("confederate-chaos");
  await chart("fog.dice.1").selectOption("union-chaos");
  await chart("generals.battle.1862.union.4").selectOption("k62-tyler");
  await number("odds.odds-3-1.attackers").fill("4");
  await number("combat.woods-block.value").fill("3");
  await number("distances.battery-engaged.value").fill("1");
  await number("chits.confident.value").fill("2");
  await number("rare.dice.5").selectOption("union-bonus");
  await sound(page);
  await window.shot("kernstown-editor-6-charts");
  await accessible(page, "charts by rows");

  // A fault of each kind stands beside its field; so does that of the numbers, which are a file of
  // their own.
  for (const [field, wrong, right] of [
    [chart("limits.stacking.value"), "0.3", "12"],
    [chart("range.0.extreme"), "4-3", "3-4"],
    [chart("costs.mount.points"), "two", "2"],
    [number("combat.woods-block.value"), "0", "3"],
    [number("odds.odds-3-1.attackers"), "1", "4"],
  ]) {
    await field.fill(wrong);
    assert.equal(await checked(page), "1 fault");
    assert.equal(await page.locator("#panel-charts [data-place][aria-invalid], #panel-charts .entry-fault").count(), 1);
    await field.fill(right);
    assert.equal(await checked(page), SOUND);
  }
  await number("combat.woods-block.value").fill("0");
  await checked(page);
  await follow(page);
  await page.locator("#panel-charts [data-role='numbers'][aria-invalid]:focus").waitFor();
  await number("combat.woods-block.value").fill("3");
  assert.equal(await checked(page), SOUND);

  // One that is an estimate still stays one.
  await page.locator("#panel-charts .ledger .tick input").first().uncheck();
  await chart("factors.extreme.factor").fill("0.5");
  await page.locator("#panel-charts .ledger .tick input").first().check();

  const zip = await zipped(page);
  const { files } = await kept(page, scout, SCENARIO);
  const [charts, numbers] = [files[CHARTS], files[NUMBERS]];
  assert.equal(charts.combat.least[8], 11);
  assert.equal(charts.combat.labels, "rrrrrrr.p...r");
  assert.deepEqual([charts["fire-shift"][0].columns, charts["fire-shift"][0].label], [-3, "printed"]);
  assert.deepEqual([charts.range[0].extreme, charts.range[0].label], ["3-4", "printed"]);
  assert.deepEqual(charts.factors.long, { factor: 0.75, case: "12.1c", label: "printed" });
  assert.deepEqual(charts.factors.extreme, { factor: 0.5, case: "12.1c", label: "rules" });
  assert.deepEqual(charts.costs.woods, { points: [2, 3, 3], labels: ".p." });
  assert.deepEqual([charts.order[0].marches, charts.order[2].infantry], [true, 5]);
  assert.equal(charts.fog.labels, "pp...r");
  assert.equal(charts.generals.battle[1862].union[4], "k62-tyler");
  assert.deepEqual(numbers.odds["odds-3-1"], { attackers: 4, defenders: 1, label: "printed" });
  assert.equal(numbers.rare.labels, "rrrrrp");
  // Nothing else was touched.
  assert.deepEqual(charts.generals.battle[1864], before[CHARTS].generals.battle[1864]);
  await page.locator("#play").click();
  await page.waitForURL(/\/game\//);
  await laid(page);
  await window.close();
  const pages = await printed(SCENARIO, zip);
  assert.ok(pages.includes("RA4"), "the corrected cell is printed");
});

test("chits, the cup and how a scenario is won are corrected by forms", async () => {
  const { window, page, unfold } = await edit();
  await page.locator("#tab-chits").click();
  await unfold("chits", "chits command", "chits commander", "chits event", "chits event.6", "chits event.11");
  const { files: before } = await scout.ask("pack.open", { scenario: SCENARIO });
  const tyler = before[CHITS].command.findIndex(({ id }) => id === "k62-tyler");
  const chit = (place) => fieldOf(page, "chits", "chits", place);
  await chit(`command.${tyler}.rating`).fill("5");
  await chit(`command.${tyler}.casualty`).fill("9");
  assert.equal(await checked(page), "1 fault");
  await chit(`command.${tyler}.casualty`).fill("4");
  await chit("event.6.orders.0").selectOption("maneuver");
  await chit("event.6.orders.4").selectOption("defend");
  await page.locator("#panel-chits [data-entry='event.11.moments'] input[value='on-draw']").check();
  assert.equal(await checked(page), SOUND);
  await window.shot("kernstown-editor-7-chits");
  await accessible(page, "chits");

  await page.locator("#tab-scenario").click();
  await unfold(
    "scenario",
    ...["cup", "cup.keys", "cup.excluded", "event", "event.1", "victory", "victory.level", "victory.level.1"].map(
      (one) => `scenario ${one}`,
    ),
  );
  const own = (place) => fieldOf(page, "scenario", "scenario", place);
  await own("cup.keys.union").fill("2");
  await page.locator("#panel-scenario [data-entry='cup.excluded.union'] input[value='u-rally']").check();
  await own("event.1.from").selectOption("4:40");
  await own("victory.level.1.upto").fill("0");
  assert.equal(await checked(page), "1 fault");
  await follow(page);
  await page.locator("#panel-scenario [data-place='victory.level.1.upto'][aria-invalid]:focus").waitFor();
  await own("victory.level.1.upto").fill("1");
  await own("times").fill("3:40 4:00 4:20 4:40 5:00 5:20 5:40 6:00 6:20 6:40 7:00 7:20");
  // What a scenario may have and this one has not.
  await page.locator("#panel-scenario [data-key='add scenario resupply']").click();
  await unfold("scenario", "scenario resupply");
  assert.match(await checked(page), /fault/);
  await own("resupply.hex").fill("1332");
  await own("resupply.case").fill("13.13");
  await page.locator("#panel-scenario [data-key='add scenario victory.exits']").click();
  await unfold("scenario", "scenario victory.exits");
  await page.locator("#panel-scenario [data-key='add scenario victory.exits.union']").click();
  await unfold("scenario", "scenario victory.exits.union");
  await own("victory.exits.union.strength").fill("7");
  await own("victory.exits.union.case").fill("20.1");
  await own("victory.exits.union.from").selectOption("7:20");
  await own("id").fill("kernstown-longer");
  await sound(page);

  await zipped(page);
  const { files } = await kept(page, scout, "kernstown-longer");
  const general = files[CHITS].command[tyler];
  assert.deepEqual([general.rating, general.casualty], [5, 4]);
  assert.deepEqual([general.label, general["casualty-label"]], ["printed", "printed"]);
  assert.deepEqual(files[CHITS].event[6].orders, ["maneuver", "defend", "maneuver", "", "defend", ""]);
  assert.deepEqual(files[CHITS].event[11].moments, ["own-retreat-ordered", "on-draw"]);
  const battle = files[BATTLE];
  assert.deepEqual(battle.cup.keys, { union: 2, confederate: 2 });
  assert.ok(battle.cup.excluded.union.includes("u-rally"));
  assert.deepEqual(battle.resupply, { hex: "1332", case: "13.13" });
  assert.deepEqual(battle.victory.exits, { union: { strength: 7, from: "7:20", case: "20.1" } });
  await page.locator("#play").click();
  await page.waitForURL(/\/game\//);
  await laid(page);
  const [game, token] = page.url().split("/game/")[1].split("#");
  assert.equal((await scout.ask("game.view", { game, token })).turns, 12);
  await window.close();
});

test("walls, the area and units by keyboard alone", async () => {
  const { window, page } = await edit();
  const says = (words) =>
    page.waitForFunction(
      (words) => new RegExp(words).test(document.querySelector(".cursor").getAttribute("aria-label")),
      words,
    );
  const hold = async (tool) => {
    await page.locator(`#tool-${tool}`).focus();
    await page.keyboard.press("Enter");
    await page.locator(`.tool-options[data-tool="${tool}"]`).waitFor();
    await page.locator(".cursor").focus();
  };
  await page.locator("#board").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await hold("wall");
  await says("no wall");
  await page.keyboard.press("Enter");
  await says("The Stone Wall");
  await page.keyboard.press("Control+z");
  await says("no wall");
  await page.keyboard.press("Control+y");
  await says("The Stone Wall");
  await page.keyboard.press("Control+z");

  await hold("area");
  const before = await page.locator(".cursor").getAttribute("aria-label");
  await page.keyboard.press("Enter");
  await says("in play");
  await page.keyboard.press("Enter");
  await says("out of play");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await says(/out of play/.test(before) ? "out of play" : "in play");

  // A unit is chosen in its list, and put where the cursor is.
  await page.locator("#tab-units").focus();
  await page.keyboard.press("Enter");
  await page.locator("#panel-units button[data-index]", { hasText: "7 IN-a" }).first().focus();
  await page.keyboard.press("Enter");
  await page.locator(".cursor").focus();
  await page.keyboard.press("ArrowLeft");
  const hex = /Hex (\d+)/.exec(await page.locator(".cursor").getAttribute("aria-label"))[1];
  await page.keyboard.press("Enter");
  await says("7 IN-a");
  await page.locator(`#panel-units [data-role='scenario'][data-place$='.hex']`).waitFor();
  assert.equal(await page.locator(`#panel-units [data-role='scenario'][data-place$='.hex']`).inputValue(), hex);
  await window.close();
});

test("after the first drawing only what has changed is sent", async () => {
  const { window, page, click } = await edit("kernstown-4-breckinridge");
  const answers = [];
  await window.context.newCDPSession(page).then(async (session) => {
    session.on("Network.webSocketFrameReceived", ({ response }) => answers.push(response.payloadData.length));
    await session.send("Network.enable");
  });
  const sent = async (doing) => {
    answers.length = 0;
    await doing();
    assert.match(await checked(page), /Sound/);
    return answers.reduce((sum, size) => sum + size, 0);
  };
  await take(page, "ground");
  await page.locator("#ground-letter-o").check();
  const brush = await sent(() => click("2617"));
  assert.ok(brush > 100 && brush < 24_000, `a hex: ${brush} bytes`);
  const back = await sent(() => page.locator("#undo").click());
  assert.ok(back < 24_000, `undone: ${back} bytes`);
  await page.locator("#redo").click();
  await checked(page);
  await page.locator('#panel-charts summary[data-key="fold charts limits"]').click();
  const cell = await sent(() => fieldOf(page, "charts", "charts", "limits.stacking.value").fill("12"));
  assert.ok(cell < 500, `a cell: ${cell} bytes`);
  console.log(`a hex ${brush} bytes, undone ${back}, a cell ${cell}`);

  // What lies there is what the server draws of these files.
  const { files } = await scout.ask("pack.open", { scenario: "kernstown-4-breckinridge" });
  const rows = files[MAP].ground.rows.split("\n").filter(Boolean);
  assert.equal(rows.length, 31);
  await take(page, "look");
  await click("2617");
  assert.match(await page.locator(".hex-card").textContent(), /Orchard/);
  await window.close();
});

for (const [name, options] of [
  ["a phone", PHONE],
  ["a phone in the dark", { ...PHONE, colorScheme: "dark" }],
]) {
  test(`the tabs of the editor do not touch on ${name}, and each can be reached`, async () => {
    const window = await Window.open(browser, options);
    const { page } = window;
    await page.goto(`${program.address}/editor?scenario=${SCENARIO}`);
    await checked(page);
    const gaps = await page.evaluate(() => {
      const words = [...document.querySelectorAll(".tab")]
        .filter((tab) => !tab.hidden)
        .map((tab) => {
          const range = document.createRange();
          range.selectNodeContents(tab);
          return range.getBoundingClientRect();
        });
      return words.slice(1).map((word, at) => word.left - words[at].right);
    });
    assert.equal(gaps.length, 8);
    assert.ok(Math.min(...gaps) >= 9, `${gaps}`);
    const hidden = await page.locator(".tabs").evaluate((row) => row.scrollWidth - row.clientWidth);
    assert.equal(hidden, 0, "all of them are in sight");
    for (const tab of ["pack", "units", "scenario", "chits", "charts"]) {
      await page.locator(`#tab-${tab}`).tap();
      await page.locator(`#panel-${tab}`).waitFor();
      const inSight = await page.locator(`#tab-${tab}`).evaluate((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      });
      assert.ok(inSight, tab);
    }
    const across = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(across <= 0, "nothing sticks out");
    await window.shot(`kernstown-editor-${name.replaceAll(" ", "-")}`);
    await accessible(page, `the editor on ${name}`);
    await window.close();
  });
}
