// The Stone Wall from its first question to its last, by two players at two browsers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Window } from "./browser.js";
import { askEverything, faces, Hand } from "./hand.js";
import { laid } from "./lobby.js";
import { browser, program, scout } from "./set-up.js";

/** Units that each moves in one step: enough to come to blows, few enough to be done soon. */
const MARCHES = 2;
/** Chits and moments that each lets pass by clicks: most of the questions are no more than that. */
const PASSES = 12;

/** One side's page, and how that side sees the game. */
async function seat(link) {
  const window = await Window.open(browser);
  await askEverything(window.context);
  await window.page.goto(link);
  await laid(window.page);
  await window.page.locator("#zoom-all").click();
  const known = await scout.game(link);
  return { window, page: window.page, known, hand: new Hand(window.page, known, { marches: MARCHES, passes: PASSES }) };
}

test("The Stone Wall, to its end", { timeout: 600_000 }, async () => {
  // Loaded dice: the same battle every time.
  const { game, tokens } = await scout.ask("game.new", {
    scenario: "kernstown-1-stone-wall",
    mode: "two",
    dice: faces(2000, 20),
  });
  const link = (side) => `${program.address}/game/${game}#${tokens[side]}`;
  const seats = { union: await seat(link("union")), confederate: await seat(link("confederate")) };
  let view = await seats.union.known.view();
  let orders = 0;
  for (; view.question; orders++) {
    assert.ok(orders < 2000, "the battle ends");
    const { known, hand } = seats[view.question.side];
    view = await hand.answer(await known.view());
  }
  assert.deepEqual([view.phase, view.turn], ["over", view.turns]);
  const kinds = new Set(Object.values(seats).flatMap(({ hand }) => [...hand.kinds.keys()]));
  for (const kind of ["fire", "movement", "close", "defensive-fire", "retreat", "advance", "held", "moment"])
    assert.ok(kinds.has(kind), `${kind} was asked`);
  for (const { page, window } of Object.values(seats)) {
    await page.locator("#orders h2", { hasText: "The battle is over" }).waitFor();
    assert.ok((await page.locator("#orders").innerText()).includes(view.victory.level), "it says who has won");
    await window.shot("stone-wall-over");
    await window.close();
  }
});
