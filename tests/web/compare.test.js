// Two packs over one battle: what can be compared, and facts taken over step by step, undone, kept, and counted for
// whom they came from.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Merging } from "../../web/js/compare/merging.js";
import { choices, documentOf, listed, OWN, read } from "../../web/js/compare/readings.js";
import * as drafts from "../../web/js/editor/drafts.js";
import { CELL, CHARTS, MAP, readPack, SCENARIO, UNITS } from "./packs.js";
import { connect, scout } from "./server.js";

const connection = connect();

/** What differs by its place, between two of what can be chosen. */
async function merging(here, there) {
  const [one, other] = await Promise.all([here, there].map((value) => read(connection, SCENARIO, value)));
  const made = new Merging(connection, one, other);
  const values = async () =>
    (await made.differences()).filter(({ here, there }) => here.value !== there.value).map(({ place }) => place);
  return { made, values };
}

test("facts are taken one by one, of a kind, or all that rest on something better; undone, and kept", async () => {
  const theirs = await readPack(scout, "Theirs", "Ben");
  const { made, values } = await merging(OWN, theirs);
  const all = await values();
  assert.equal(all.length, 3, all.join());
  assert.deepEqual([made.changed, made.undoes, made.redoes, made.from], [false, false, false, []]);
  const of = async (test) => (await made.differences()).filter(test);

  assert.equal(await made.take(await of(({ place }) => place === "ground 1031")), 1);
  assert.equal((await values()).length, 2);
  made.undo();
  assert.deepEqual(await values(), all);
  made.redo();
  assert.equal((await values()).length, 2);
  assert.ok(await made.take(await of(({ kind }) => kind === "combat")));
  assert.equal((await values()).length, 1);
  // What is taken after a step back takes the place of what was undone.
  made.undo();
  assert.ok(await made.take());
  assert.equal(made.redoes, false);
  assert.deepEqual(await made.differences(), []);
  assert.deepEqual(made.faults, []);
  assert.deepEqual(Object.keys(made.own).sort(), [CHARTS, MAP, UNITS].sort());

  // Kept, it says whose facts it has: shared, they count for him.
  const kept = await scout.ask("pack.keep", {
    files: made.own,
    title: "Both of us",
    author: "Copyist",
    from: made.from,
  });
  const { files } = await scout.ask("pack.open", { scenario: SCENARIO, pack: kept.pack });
  assert.equal(files[CHARTS].combat.row[0].cells[CELL], "-/0/1");
  assert.equal(files[UNITS].unit[0].fresh, "7-4");
  await scout.ask("pack.share", { pack: theirs, author: "Ben" });
  const shared = await scout.ask("pack.share", { pack: kept.pack, author: "Copyist" });
  const { shares } = await scout.ask("pack.shared");
  assert.ok(shares.find((one) => one.author === "Copyist").copied >= 3);
  await scout.ask("pack.withdraw", shared);
});

test("what can be compared are the work in the editor, the program's data, and packs, one's own and shared", async () => {
  const mine = await readPack(scout, "Mine", "Ann", { ground: "f", labels: false });
  const theirs = await readPack(scout, "Of another", "Cleo", { cell: "-/0/2" });
  const { share, secret } = await scout.ask("pack.share", { pack: theirs, author: "Cleo" });
  const { files } = await read(connection, SCENARIO, mine);
  drafts.keep(SCENARIO, mine, { files: { [MAP]: files[MAP] }, about: { title: "Unsaved" }, from: [theirs] });
  const known = await choices(connection, SCENARIO, true);
  const labels = (drafted) => listed(SCENARIO, known, drafted).map(({ label }) => label);
  for (const label of ["The program's own data", "Mine, by Ann", "Of another, shared by Cleo"])
    assert.ok(labels(false).includes(label), label);
  assert.equal(labels(true)[0], "Work in the editor on “Mine”");
  assert.ok(!labels(false).includes("Work in the editor on “Mine”"));
  assert.equal((await choices(connection, SCENARIO, false)).shares.length, 0, "where none are shared");

  // The work in the editor is that draft, over its pack, and still says whose facts it has.
  const draft = await read(connection, SCENARIO, `draft:${mine}`);
  assert.deepEqual([draft.title, draft.draft, draft.base, draft.from], ["Unsaved", true, mine, [theirs]]);
  assert.equal(documentOf(draft).file("map"), draft.files[MAP]);
  const { made } = await merging(`draft:${mine}`, OWN);
  assert.deepEqual(made.from, [theirs], "nothing was taken from the program");
  drafts.forget(drafts.find(SCENARIO, mine));
  await scout.ask("pack.withdraw", { share, secret });
});
