// Two people far apart: each at a browser of their own, with a wire between that breaks.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, quit, Window } from "./browser.js";
import { beginApart, laid } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { decide } from "./player.js";
import { Program } from "./program.js";
import { Scout } from "./scout.js";
import { shows } from "./table.js";
import { Wire } from "./wire.js";

let program, browser, scout;
before(async () => {
  program = await Program.start();
  browser = await launch();
});
after(async () => {
  await quit(browser);
  await program?.close();
});

/** The number of entries the page's log shows. */
function told(page) {
  return page.locator("#panel-log .log li[data-version]").count();
}

/** One side's page, and how that side sees the game. */
async function seat(link, side, address) {
  const window = await Window.open(browser);
  await window.page.goto(address ? link.replace(/^https?:\/\/[^/]+/, address) : link);
  await laid(window.page);
  await window.page.locator("#zoom-all").click();
  const known = await scout.game(link);
  return { window, page: window.page, side, known, mouse: new Mouse(window.page, known) };
}

/** Plays on by mouse, whoever is asked on his own page, until `done`. */
async function play(seats, view, done, check) {
  let moved = 0;
  while (!done(view)) {
    const { known, mouse } = seats[view.question.side];
    const order = await decide(known, await known.view(), moved);
    moved = "move" in order ? moved + 1 : 0;
    await mouse.give(order);
    view = await known.after(view.version);
    await check(view);
  }
  return view;
}

test("two browsers on one game stay in step, and catch up after the wire was cut", async () => {
  scout = await Scout.at(browser, program.address);
  const wire = await Wire.to(program.port);
  const lobby = await Window.open(browser);
  const links = await beginApart(lobby.page, program.address, "training");
  await lobby.shot("apart-1-links");
  const union = await seat(links.union, "union");
  const confederate = await seat(links.confederate, "confederate", wire.address);
  const seats = { union, confederate };
  // A watcher needs no link with a secret in it.
  const watcher = await Window.open(browser);
  await watcher.page.goto(links.union.replace(/#.*/, ""));
  await laid(watcher.page);

  const both = async (view) => {
    await shows(union.page, union.known, await union.known.view(), "union");
    await shows(confederate.page, confederate.known, await confederate.known.view(), "confederate");
    await shows(watcher.page, union.known, view, null);
  };
  let view = await union.known.view();
  await both(view);
  // The union moves; the other page follows by itself.
  view = await play(seats, view, (now) => now.phase !== "movement", both);

  // The wire to the Confederate page is cut in the middle of the combats, and the game goes on
  // without it.
  const before = await told(confederate.page);
  wire.cut();
  await confederate.page.locator("#line", { hasText: "Connection lost" }).waitFor();
  await confederate.window.shot("apart-2-cut");
  const missed = view.version;
  view = await play(
    seats,
    view,
    (now) => now.version > missed + 3 || now.question.side !== "union",
    async (now) => {
      await shows(union.page, union.known, now, "union");
    },
  );
  assert.ok(view.version > missed, "something happened meanwhile");
  assert.equal(await told(confederate.page), before, "nothing came through the cut wire");

  wire.mend();
  await shows(confederate.page, confederate.known, await confederate.known.view(), "confederate");
  await confederate.page.locator("#line").waitFor({ state: "hidden" });
  assert.equal(await told(confederate.page), await told(union.page), "both logs tell the same");

  // Both play on, to the end of the Confederate player-turn.
  view = await play(seats, view, (now) => now.turn === 2, both);

  // The program is killed and started again: both pages find it again by themselves, with every
  // order in it.
  await program.end("SIGKILL");
  await union.page.locator("#line", { hasText: "Connection lost" }).waitFor();
  await confederate.page.locator("#line", { hasText: "Connection lost" }).waitFor();
  await program.run();
  await union.page.locator("#line").waitFor({ state: "hidden" });
  await confederate.page.locator("#line").waitFor({ state: "hidden" });
  await scout.close();
  scout = await Scout.at(browser, program.address);
  for (const one of Object.values(seats)) one.mouse.known = one.known = await scout.game(links[one.side]);
  const kept = await union.known.view();
  assert.deepEqual([kept.version, kept.units, kept.question], [view.version, view.units, view.question]);
  view = kept;
  await both(view);
  let orders = 0;
  await play(seats, view, () => orders++ === 2, both);
  await union.window.shot("apart-3-again");

  for (const window of [lobby, union.window, confederate.window, watcher]) await window.close();
  await wire.close();
});

test("a link for one side does not play the other", async () => {
  scout = await Scout.at(browser, program.address);
  const lobby = await Window.open(browser);
  const links = await beginApart(lobby.page, program.address, "training");
  const confederate = await seat(links.confederate, "confederate");
  await shows(confederate.page, confederate.known, await confederate.known.view(), "confederate");
  assert.equal(await confederate.page.locator("#end-movement").count(), 0, "no orders while the other side moves");
  const order = { "end-movement": {} };
  await assert.rejects(confederate.known.ask("game.order", { order }), {
    code: 1,
    data: { case: "4.1", system: "blue-gray-1975" },
  });
  await assert.rejects(confederate.known.ask("game.order", { order, token: undefined }), { code: 4 });
  assert.equal((await confederate.known.view()).phasing, "union");
  await lobby.close();
  await confederate.window.close();
});
