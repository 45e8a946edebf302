// The printed sheets transcribed: what a key means, answers that are taken or refused, another day, undo, a
// second pass, and what is kept.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Reading } from "../../web/js/transcribe/reading.js";
import { SecondPass } from "../../web/js/transcribe/second-pass.js";
import { meant, press } from "../../web/js/transcribe/typing.js";
import { scout } from "./server.js";
import { kept, opened } from "./work.js";

const KERNSTOWN = "kernstown-1-stone-wall";

/** The sheets of a scenario, loaded; `said` and `trouble` collect what it tells. */
async function transcribe(scenario = KERNSTOWN, options = {}) {
  const work = await opened(scenario, options);
  const reading = new Reading(work.connection, work.packDocument, work.pack);
  const said = [];
  const trouble = [];
  reading.on("says", (says) => said.push(...says));
  reading.on("trouble", (sentence) => trouble.push(sentence));
  await reading.load();
  const of = (kind) => reading.steps.filter((step) => step.kind === kind);
  const sheets = {
    ...work,
    reading,
    said,
    trouble,
    of,
    count: (kind) => Object.values(reading.count(of(kind))).reverse(),
    /** The step and the question of a place. */
    at(place, part) {
      for (const step of reading.steps) {
        const asked = step.asked.find((one) => one.place === place && one.part === part);
        if (asked) return [step, asked];
      }
      return assert.fail(`nothing is asked of ${place}`);
    },
    answer: (place, value, part) => reading.answer(...sheets.at(place, part), value),
    /** Answers every question of steps as the file has it, but for those that `other` answers. */
    agree(steps, other = {}) {
      for (const step of steps)
        for (const asked of step.asked) reading.answer(step, asked, other[asked.place] ?? asked.value);
    },
    /** Waits until the server has taken or refused every answer. */
    async taken() {
      void reading.send();
      await new Promise((resolve) => {
        const end = reading.on("change", () => {
          if (reading.busy) return void reading.send();
          end();
          resolve();
        });
      });
    },
  };
  return sheets;
}

test("a key is a word, a letter of a value, or the end of one", () => {
  const words = [
    { value: "R", key: "r" },
    { value: "S", key: "s" },
    { value: "SS", key: "k" },
    { value: "woods" },
    { value: "wall" },
  ];
  assert.deepEqual(press(words, "", "r"), { value: "R" });
  // A longer word with a key of its own does not keep a shorter one from being meant.
  assert.deepEqual(press(words, "", "S"), { value: "S" });
  assert.deepEqual(press(words, "", "w"), { typed: "w" });
  assert.deepEqual(press(words, "wal", "l"), { value: "wall" });
  assert.deepEqual(press([], "", "7"), { typed: "7" });
  assert.equal(meant(words, " WALL "), "wall");
  assert.equal(meant(words, " 6-4"), "6-4");
});

test("charts and a brigade's counters are transcribed, another day as well, read again, kept and played with", async () => {
  const sheets = await transcribe();
  const { reading, said, trouble } = sheets;

  // Every cell of the tests of Fire Combat: the sheet agrees with all but one.
  assert.deepEqual(sheets.count("fire-test"), [0, 34]);
  const changed = "fire-test, test tough, depletion 4";
  assert.ok(reading.wordsOf(sheets.at(changed)[1]).some(({ value }) => value === "D2"));
  sheets.agree(sheets.of("fire-test"), { [changed]: "D2" });
  await sheets.taken();
  assert.deepEqual(sheets.count("fire-test"), [34, 34]);
  assert.match(said.join("\n"), /tough.* now gives D2, before D/i);
  sheets.agree(sheets.of("combat"));
  await sheets.taken();
  assert.deepEqual(sheets.count("combat"), [181, 181]);

  // What no chart has is taken; what is no result is refused at its cell, and nothing is lost.
  const cell = "combat, row 51-53, cells 8-9";
  sheets.answer(cell, "0/1-2/3-6");
  await sheets.taken();
  assert.match(said.join("\n"), /51-53, 8-9 now gives 0\/1-2\/3-6, before 0\/1-2\/3-5/);
  sheets.answer(cell, "7/9");
  // One answer that cannot be does not keep others from being taken.
  const [first] = sheets.of("units");
  reading.answer(first, first.asked.at(-1), first.asked.at(-1).value);
  await sheets.taken();
  assert.equal(trouble.length, 1);
  assert.ok(reading.wrong(...sheets.at(cell)));
  assert.equal(sheets.at(cell)[1].value, "0/1-2/3-6");
  assert.ok(sheets.of("units")[0].asked.at(-1).read);

  // A value of two parts is sent once both have been read.
  const unit = "unit u62-7oh-a, fresh";
  assert.equal(sheets.of("units")[0].under, "Tyler");
  sheets.answer(unit, "6", 0);
  await reading.send();
  assert.ok(reading.busy);
  sheets.answer(unit, "4", 1);
  await sheets.taken();
  sheets.answer("unit u62-7oh-a, weapon", "S");
  await sheets.taken();
  assert.match(said.join("\n"), /7 OH-a, weapon: S, before R/);
  const state = reading.count(reading.steps);

  // On another day all of it is there.
  sheets.pack.flush();
  const again = await transcribe(KERNSTOWN, { draft: true });
  assert.deepEqual(again.reading.count(again.reading.steps), state);
  assert.equal(again.at(unit, 0)[1].value, "6");

  // An undo takes the last answer back.
  sheets.packDocument.undo();
  await reading.load();
  assert.equal(sheets.at("unit u62-7oh-a, weapon")[1].value, "R");
  assert.equal(sheets.at(unit, 0)[1].value, "6");

  // A second pass hides nothing that was read, and lists what differs.
  const second = new SecondPass(KERNSTOWN);
  const [step, asked] = sheets.at(unit, 0);
  second.put(step, asked, "8");
  second.put(...sheets.at(unit, 1), "4");
  const { differences, read, of } = new SecondPass(KERNSTOWN).compare(reading.steps);
  assert.deepEqual([differences.length, read, differences[0].second, differences[0].asked.value], [1, 2, "8", "6"]);
  assert.ok(of > 200);
  second.settle(differences[0]);
  assert.deepEqual(second.compare(reading.steps).differences, []);
  reading.answer(step, asked, "8");
  await sheets.taken();

  const files = await kept(sheets);
  const printed = files["kernstown/units-1862.toml"].unit.find(({ id }) => id === "u62-7oh-a");
  assert.deepEqual([printed.fresh, printed.labels.strength], ["8-4", "printed"]);
  assert.equal(files["kernstown/charts.toml"].combat.row[8].cells[7], "0/1-2/3-6");
  const { view } = await sheets.pack.play();
  assert.equal(view.units.find(({ id }) => id === "u62-7oh-a").strength, 8);
});

test("the map is transcribed row by row, and hexsides come and go", async () => {
  const sheets = await transcribe();
  const { reading, said } = sheets;
  const [row] = sheets.of("ground");
  assert.equal(row.asked[0].place, "ground 1041");
  const word = (key) => press(reading.wordsOf(row.asked[0]), "", key).value;
  for (const [at, key] of ["f", ".", "o"].entries()) reading.answer(row, row.asked[at], word(key));
  await sheets.taken();
  assert.equal(sheets.count("ground")[0], 3);
  assert.match(said.join("\n"), /ground 1041: light woods, before clear/);

  const [slopes] = sheets.of("slopes");
  reading.answer(slopes, slopes.asked[0], "not there");
  await sheets.taken();
  reading.more(slopes, "1030/1131");
  await sheets.taken();
  assert.match(sheets.trouble.join(), /1131/);
  reading.more(slopes, "1036/1035");
  await sheets.taken();
  sheets.at("slope 1036/1035");
  assert.match(JSON.stringify(await kept(sheets)), /1036\/1035/);
});

test("works, crossings and towns of another sheet come first", async () => {
  const sheets = await transcribe("chattanooga-1975");
  const titles = sheets.reading.kinds.map(({ title }) => title);
  assert.deepEqual(titles.slice(0, 3), ["Ground of the victory hexes", "Works", "Bridges and fords"]);
  const [step] = sheets.of("works");
  sheets.reading.answer(step, step.asked[0], "not there");
  await sheets.taken();
  assert.equal(sheets.count("works")[0], 1);
  const { steps } = await scout.ask("pack.steps", { scenario: "chickamauga-1975" });
  assert.ok(Array.isArray(steps));
});
