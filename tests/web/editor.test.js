// The editor without its page: what its fields and tools write into the files of a scenario, what the server finds
// wrong with them, and what a pack of them is played and printed with.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { labelled, ledger, tables } from "../../web/js/editor/form-specs.js";
import { empty, resize } from "../../web/js/editor/map-size.js";
import * as blindSwords from "../../web/js/games/blind-swords/editor/chart-forms.js";
import { CHITS } from "../../web/js/games/blind-swords/editor/chit-forms.js";
import { MAP as KERNSTOWN_MAP } from "../../web/js/games/blind-swords/editor/map-forms.js";
import { SCENARIO as KERNSTOWN } from "../../web/js/games/blind-swords/editor/scenario-forms.js";
import { toolbox as kernstownTools } from "../../web/js/games/blind-swords/editor/toolbox.js";
import { BRIGADES, FACES, UNIT } from "../../web/js/games/blind-swords/editor/unit-forms.js";
import { UNIT as BLUE_GRAY_UNIT, MAP, SCENARIO } from "../../web/js/games/blue-gray/editor/forms.js";
import { toolbox } from "../../web/js/games/blue-gray/editor/toolbox.js";
import { BUILT } from "../browser/program.js";
import { edit, fieldsOf } from "./forms.js";
import { scout } from "./server.js";
import { kept } from "./work.js";

const units = (shape) => labelled(tables(shape), { "": "Units", one: "unit" });
const BLUE_GRAY = { map: MAP, units: { unit: units(BLUE_GRAY_UNIT) }, scenario: SCENARIO };
/** All counters as one brigade's table. */
const TABLE = ledger((list) => list.unit.map((unit, at) => [`unit.${at}`, unit.name]), FACES);
const BLIND_SWORDS = {
  map: KERNSTOWN_MAP,
  charts: blindSwords.CHARTS,
  numbers: blindSwords.NUMBERS,
  chits: CHITS,
  units: { "@table": TABLE, ...BRIGADES, unit: units(UNIT) },
  scenario: KERNSTOWN,
};
const kernstown = (name) => `kernstown/${name}.toml`;

/** The pages that `longroll print` makes of a scenario with the pack that work is kept as, as one text. */
async function printed({ pack }, scenario) {
  const folder = await mkdtemp(join(tmpdir(), "longroll-print-"));
  try {
    const zip = join(folder, "own.zip");
    await writeFile(zip, Buffer.from((await pack.keep()).zip, "base64"));
    const program = process.env.LONGROLL ?? BUILT;
    const out = ["--output", join(folder, "kit.svg")];
    await promisify(execFile)(program, ["print", scenario, "--pack", zip, ...out]);
    const pages = (await readdir(folder)).filter((name) => name.endsWith(".svg"));
    return (await Promise.all(pages.map((page) => readFile(join(folder, page), "utf8")))).join("\n");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const sound = async (work) => assert.deepEqual(await work.faults(), []);

test("a field that is not changed writes back what it was read from", async () => {
  const { scenarios } = await scout.ask("initialize");
  const seen = new Set();
  // What is laid together of two sheets is corrected on these.
  for (const { id, system } of scenarios.filter(({ map }) => map !== "two-battles")) {
    const shapes = system === "blue-gray-1975" ? BLUE_GRAY : BLIND_SWORDS;
    const { toolState, packDocument } = await edit(id, shapes);
    let count = 0;
    for (const [role, shape] of Object.entries(shapes)) {
      const path = packDocument.paths[role];
      if (seen.has(path)) continue;
      seen.add(path);
      for (const { place, text, put } of fieldsOf(toolState, role, shape)) {
        if (text === undefined) continue;
        put(text, false);
        count++;
        assert.equal(packDocument.undoes, null, `${path} ${place}`);
      }
    }
    assert.ok(count > 40, `${count} fields of ${id}`);
  }
});

test("charts, numbers and a brigade's counters are written row by row, each with its source, and printed", async () => {
  const work = await edit("kernstown-4-breckinridge", BLIND_SWORDS);
  const { packDocument, type } = work;
  const before = packDocument.file("charts");
  const write = (role, ...all) => {
    for (const [place, text] of all) type(role, place, text);
  };
  write(
    "charts",
    ["combat.least.8", "11"],
    ["combat.row.0.roll", "11-13"],
    ["combat.row.8.cells.4", "0/1/2-3"],
    ["fire-shift.0.columns", "-3"],
    ["close-shift.3.columns", "-2"],
    ["fire-test.test.0.depletion.0", "D"],
    ["close-test.test.3.skedaddle.5", "B RA4 (P2)"],
    ["range.0.extreme", "3-4"],
    ["factors.long.factor", "0.75"],
    ["costs.woods.points.1", "3"],
    ["costs.mount.points", "2"],
    ["order.2.infantry", "5"],
    ["order.0.marches", true],
    ["limits.stacking.value", "12"],
    ["fog.dice.0", "confederate-chaos"],
    ["fog.dice.1", "union-chaos"],
    ["generals.battle.1862.union.4", "k62-tyler"],
  );
  write(
    "numbers",
    ["odds.odds-3-1.attackers", "4"],
    ["combat.woods-block.value", "3"],
    ["distances.battery-engaged.value", "1"],
    ["chits.confident.value", "2"],
    ["rare.dice.5", "union-bonus"],
  );
  await sound(work);
  // What is no value of its field is found at its place.
  for (const [role, place, wrong, right] of [
    ["charts", "limits.stacking.value", "0.3", "12"],
    ["charts", "range.0.extreme", "4-3", "3-4"],
    ["charts", "costs.mount.points", "two", "2"],
    ["charts", "combat.row.8.cells.4", "0/9x", "0/1/2-3"],
    ["numbers", "combat.woods-block.value", "0", "3"],
    ["numbers", "odds.odds-3-1.attackers", "1", "4"],
  ]) {
    type(role, place, wrong);
    const faults = await work.faults();
    assert.equal(faults.length, 1, place);
    assert.equal(packDocument.role(faults[0].file), role);
    const stem = place.split(".").slice(0, 2).join(".");
    assert.ok(faults[0].place.startsWith(stem), `${faults[0].place} for ${place}`);
    type(role, place, right);
  }
  await sound(work);
  // One that is an estimate still stays one.
  type("charts", "factors.extreme.factor", "0.5", false);

  const list = packDocument.file("units").unit;
  const at = list.findIndex(({ id }) => id === "u64-2wv-cav");
  write(
    "units",
    [`unit.${at}.fresh`, "9-5"],
    [`unit.${at}.worn`, "3-2"],
    [`unit.${at}.weapon`, "CC"],
    [`unit.${at}.dismounted.fresh`, "7-4"],
    [`unit.${at}.dismounted.worn`, "9"],
  );
  const [fault] = await work.faults();
  assert.match(fault.place, new RegExp(`^unit\\.${at}\\.dismounted`));
  type("units", `unit.${at}.dismounted.worn`, "2-2");
  await sound(work);

  const files = await kept(work);
  const [charts, numbers, units] = ["charts", "numbers", "units-1864"].map((name) => files[kernstown(name)]);
  assert.equal(charts.combat.least[8], 11);
  assert.equal(charts.combat.labels, "rrrrrrr.p...r");
  assert.deepEqual([charts.combat.row[8].cells[4], charts.combat.row[8].labels[4]], ["0/1/2-3", "p"]);
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
  assert.deepEqual(charts.generals.battle[1864], before.generals.battle[1864]);
  const unit = units.unit[at];
  assert.deepEqual([unit.fresh, unit.worn, unit.weapon], ["9-5", "3-2", "CC"]);
  assert.deepEqual(unit.labels, { strength: "printed", cohesion: "printed", worn: "printed", weapon: "printed" });
  assert.deepEqual(unit.dismounted, { fresh: "7-4", worn: "2-2", weapon: "C", label: "printed" });

  const { view } = await work.pack.play();
  const own = view.units.find(({ id }) => id === "u64-2wv-cav");
  assert.deepEqual([own.strength, own.cohesion], [9, 5]);
  const pages = await printed(work, "kernstown-4-breckinridge");
  for (const text of ["corrected", "RA4", "9-CC-5", "3-CC-2", "7-C-4", "2-C-2"]) assert.ok(pages.includes(text), text);
});

test("chits, the cup and how a scenario is won are written by forms", async () => {
  const work = await edit("kernstown-1-stone-wall", BLIND_SWORDS);
  const { packDocument, type, add } = work;
  const tyler = packDocument.file("chits").command.findIndex(({ id }) => id === "k62-tyler");
  const only = async (place) =>
    assert.deepEqual(
      (await work.faults()).map((fault) => fault.place),
      [place],
    );
  type("chits", `command.${tyler}.rating`, "5");
  type("chits", `command.${tyler}.casualty`, "9");
  await only(`command.${tyler}.casualty`);
  type("chits", `command.${tyler}.casualty`, "4");
  type("chits", "event.6.orders.0", "maneuver");
  type("chits", "event.6.orders.4", "defend");
  type("chits", "event.11.moments", ["own-retreat-ordered", "on-draw"]);
  await sound(work);

  const out = packDocument.file("scenario").cup.excluded.union;
  type("scenario", "cup.keys.union", "2");
  type("scenario", "cup.excluded.union", [...out, "u-rally"]);
  type("scenario", "event.1.from", "4:40");
  type("scenario", "victory.level.1.upto", "0");
  await only("victory.level.1.upto");
  type("scenario", "victory.level.1.upto", "1");
  type("scenario", "times", "3:40 4:00 4:20 4:40 5:00 5:20 5:40 6:00 6:20 6:40 7:00 7:20");
  // What a scenario may have and this one has not.
  add("scenario", "resupply", KERNSTOWN.resupply);
  assert.ok((await work.faults()).length > 0);
  type("scenario", "resupply.hex", "1332");
  type("scenario", "resupply.case", "13.13");
  const { exits } = KERNSTOWN.victory.shape;
  add("scenario", "victory.exits", exits);
  add("scenario", "victory.exits.union", exits.shape.union);
  type("scenario", "victory.exits.union.strength", "7");
  type("scenario", "victory.exits.union.case", "20.1");
  type("scenario", "victory.exits.union.from", "7:20");
  type("scenario", "id", "kernstown-longer");
  await sound(work);

  const files = await kept(work, "kernstown-longer");
  const { command, event } = files[kernstown("chits")];
  assert.deepEqual([command[tyler].rating, command[tyler].casualty], [5, 4]);
  assert.deepEqual([command[tyler].label, command[tyler]["casualty-label"]], ["printed", "printed"]);
  assert.deepEqual(event[6].orders, ["maneuver", "defend", "maneuver", "", "defend", ""]);
  assert.deepEqual(event[11].moments, ["own-retreat-ordered", "on-draw"]);
  const battle = files[kernstown("scenario-1")];
  assert.deepEqual(battle.cup.keys, { union: 2, confederate: 2 });
  assert.ok(battle.cup.excluded.union.includes("u-rally"));
  assert.deepEqual(battle.resupply, { hex: "1332", case: "13.13" });
  assert.deepEqual(battle.victory.exits, { union: { strength: 7, from: "7:20", case: "20.1" } });
  assert.equal((await work.pack.play()).view.turns, 12);
});

/** The tools of work, by name; `press(tool, hex, side)` applies one. */
function held(work, tools) {
  const all = tools(work.toolState, { units: () => [], faults: () => [], open: () => {} });
  const tool = (id) => all.find((one) => one.id === id);
  const { sheet } = work.toolState;
  return {
    tool,
    press: (id, hex, to) => tool(id).press({ hex, side: to ? sheet.hexsideTo(hex, to) : 0, unit: null }),
    tell: (id, hex) => tool(id).tell(hex),
  };
}

test("ways, hexsides and crossings are drawn where they are pressed, and a step back takes one away", async () => {
  const work = await edit("training", BLUE_GRAY);
  const { packDocument, toolState } = work;
  const { tool, press, tell } = held(work, toolbox);
  for (const hex of ["0301", "0302", "0303"]) press("trail", hex);
  toolState.pen = null;
  assert.deepEqual(packDocument.file("map").trail.at(-1), { hexes: "0301 0302 0303" });
  assert.match(tell("trail", "0302"), /trail to 0301, 0303/);
  const creeks = packDocument.file("map").creek.length;
  const beyond = [0, 1].map((side) => toolState.sheet.neighbour("0903", side));
  for (const hex of beyond) press("creek", hex, "0903");
  assert.equal(packDocument.file("map").creek.length, creeks + 1, "the second joins the first");
  assert.equal(tell("creek", "0903"), `creek towards ${beyond.join(", ")}`);
  press("crossing", "0903", beyond[0]);
  assert.deepEqual(packDocument.file("map").bridge.at(-1), { side: `0903/${beyond[0]}` });
  press("works", "0704", "0604");
  assert.equal(packDocument.file("map").works.at(-1).sides.split(" ").at(-1), "0704/0604");
  // Pressed from the other side they are turned round.
  press("works", "0604", "0704");
  assert.match(packDocument.file("map").works.at(-1).sides, /0604\/0704/);
  assert.doesNotMatch(packDocument.file("map").works.at(-1).sides, /0704\/0604/);
  await sound(work);
  const label = packDocument.undoes;
  press("works", "0604", "0704");
  assert.equal(packDocument.undoes, label, "what lies there already is no step");
  while (packDocument.undoes) packDocument.undo();
  assert.equal(packDocument.unsaved, false);
  // A bridge where no creek runs is at fault at its hexside.
  press("crossing", "1002", "1003");
  const [fault] = await work.faults();
  assert.match(fault.text, /no creek runs along/);
  packDocument.undo();

  // A drag is one step, and one that is given up none.
  for (const end of ["end", "cancel"]) {
    toolState.begin();
    for (const hex of ["0802", "0803", "0804"]) tool("ground").over({ hex, side: 0 });
    toolState[end]();
    assert.match(packDocument.undoes ?? "none", end === "end" ? /^Ground: / : /^none$/);
    packDocument.undo();
    assert.equal(packDocument.unsaved, false);
  }
});

test("a word that is typed is one step; so is a sheet of another size", async () => {
  const work = await edit("training", BLUE_GRAY);
  const { packDocument, type } = work;
  const { title } = packDocument.file("scenario");
  for (const more of [" a", " ag", " again"]) type("scenario", "title", title + more);
  packDocument.undo();
  assert.deepEqual([packDocument.file("scenario").title, packDocument.undoes], [title, null]);
  packDocument.redo();
  assert.equal(packDocument.file("scenario").title, `${title} again`);
  packDocument.rest();
  type("scenario", "title", title);
  packDocument.undo();
  assert.equal(packDocument.file("scenario").title, `${title} again`);
  packDocument.undo();

  work.toolState.change("A sheet of 15 by 12 hexes", (open) => resize(open("map"), 15, 12));
  await sound(work);
  work.toolState.change("Start with an empty sheet", (open) => {
    empty(open("map"));
    open("units").unit = [];
  });
  await work.faults();
  assert.equal(packDocument.file("map").creek, undefined);
  packDocument.undo();
  packDocument.undo();
  assert.deepEqual([await work.faults(), packDocument.unsaved], [[], false]);
});

test("levels, slopes, walls, lanes and the area of Kernstown are written by their tools, and played on", async () => {
  const work = await edit("kernstown-1-stone-wall", BLIND_SWORDS);
  const { packDocument, said } = work;
  const { press, tell } = held(work, kernstownTools);
  const map = () => packDocument.file("map");
  // A slope becomes a steep one: it is of one kind. Without the levels for it that is at fault.
  press("steep", "2119", "2120");
  assert.ok(!map().slope.some(({ sides }) => sides.includes("2119/2120")));
  assert.equal((await work.faults()).length, 1);
  packDocument.undo();
  press("lane", "2620");
  press("lane", "2520");
  work.toolState.pen = null;
  assert.match(tell("lane", "2520"), /2620/);
  const { hexes } = map().wall[0];
  const first = hexes.split(" ")[0];
  press("wall", first);
  assert.ok(!map().wall[0].hexes.split(" ").includes(first), "a hex of the chosen wall is taken out");
  press("wall", first);
  press("area", "2035");
  const [fault] = await work.faults();
  assert.equal(fault.place, "at.10.hex", "a unit is out of play");
  press("area", "2030");
  assert.match(said.at(-1), /in play up to 2030/);
  const { row, column } = work.toolState.sheetHex("2030");
  const next = [...work.toolState.sheet.hexes.values()].find((one) => one.row === row && one.column === column + 1);
  assert.deepEqual([tell("area", "2030"), tell("area", next.hex)], ["in play", "out of play"]);
  await sound(work);
  const files = await kept(work);
  assert.match(files[kernstown("scenario-1")].area.east, /\b1930 2030 2131\b/);
  assert.equal((await work.pack.play()).view.scenario, "kernstown-1-stone-wall");
});

test("after the first drawing only what has changed is sent", async () => {
  const work = await edit("kernstown-4-breckinridge", BLIND_SWORDS);
  const { press } = held(work, kernstownTools);
  let size = 0;
  const { heard } = work.wire;
  work.wire.heard = (data) => {
    size += data.byteLength ?? data.length;
    return heard(data);
  };
  const answered = async () => {
    size = 0;
    await sound(work);
    return size;
  };
  press("ground", "2617");
  const hex = await answered();
  assert.ok(hex > 100 && hex < 24_000, `a hex: ${hex} bytes`);
  work.packDocument.undo();
  const undone = await answered();
  assert.ok(undone < 24_000, `undone: ${undone} bytes`);
  work.type("charts", "limits.stacking.value", "12");
  const cell = await answered();
  assert.ok(cell < 500, `a cell: ${cell} bytes`);
});

test("two windows on one scenario each keep their own work", async () => {
  const [one, other] = [await edit("training"), await edit("training")];
  const rename = (work, title) => {
    work.packDocument.change("Rename", (open) => (open("scenario").title = title));
    work.pack.flush();
  };
  const left = () =>
    one.pack
      .drafts()
      .map((draft) => draft.files[one.packDocument.paths.scenario].title)
      .sort();
  rename(one, "First");
  rename(other, "Second");
  rename(one, "First again");
  assert.deepEqual(left(), ["First again", "Second"]);

  // A third goes on with the work of the first, which goes on too.
  const third = await edit("training");
  const draft = third.pack
    .drafts()
    .find(({ files }) => Object.values(files).some(({ title }) => title === "First again"));
  third.pack.take(draft);
  assert.equal(third.packDocument.file("scenario").title, "First again");
  rename(third, "Third");
  rename(one, "First for good");
  assert.deepEqual(left(), ["First for good", "Second", "Third"]);

  // Who has nothing unsaved any more gives up their own work alone.
  for (const work of [one, third]) {
    work.packDocument.saved();
    work.pack.flush();
  }
  assert.deepEqual(left(), ["Second"]);
  const original = other.pack.opened[other.packDocument.paths.scenario].title;
  rename(one, "First once more");
  rename(other, original);
  assert.deepEqual(left(), ["First once more"]);
});
