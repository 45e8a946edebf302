// The last two turns of The Stone Wall, by two players at two browsers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Window } from "./browser.js";
import { faces, Hand } from "./hand.js";
import { laid } from "./lobby.js";
import { browser, program, scout } from "./set-up.js";

/** Units that each moves in one step: enough to come to blows, few enough to be done soon. */
const MARCHES = 2;
/** Chits and moments that each lets pass by clicks: most of the questions are no more than that. */
const PASSES = 3;
/** Tyler's men have come up to the wall, and Jackson's are at it. */
const UNITS = Object.entries({
  "u62-7oh-a": "1733",
  "u62-7oh-b": "1732",
  "u62-7in-a": "1734",
  "u62-7in-b": "1632",
  "u62-1wv-a": "1633",
  "c62-27va": "1834",
  "c62-23va": "1833",
  "c62-37va": "1934",
  "c62-carpenter-b": "2032",
}).map(([id, hex]) => ({ id, hex }));
/** What is asked on the way. */
const KINDS = [
  "advance",
  "assaulting",
  "batteries",
  "battery-hex",
  "close",
  "defensive-fire",
  "drawn",
  "fire",
  "held",
  "keys",
  "melees",
  "moment",
  "movement",
  "opportunity",
  "orders",
  "retreat",
  "wayward",
];

/** One side's page, and how that side sees the game. */
async function seat(link) {
  const window = await Window.open(browser);
  await window.page.goto(link);
  await laid(window.page);
  await window.page.locator("#zoom-all").click();
  const known = await scout.game(link);
  return { window, page: window.page, known, hand: new Hand(window.page, known, { marches: MARCHES, passes: PASSES }) };
}

test("The Stone Wall, to its end", async () => {
  // Loaded dice: the same fight every time.
  const { game, tokens } = await scout.ask("game.position", {
    scenario: "kernstown-1-stone-wall",
    mode: "two",
    turn: 10,
    units: UNITS,
    dice: faces(600, 7919),
  });
  const link = (side) => `${program.address}/game/${game}#${tokens[side]}`;
  const seats = { union: await seat(link("union")), confederate: await seat(link("confederate")) };
  let view = await seats.union.known.view();
  let orders = 0;
  for (; view.question; orders++) {
    assert.ok(orders < 200, "the battle ends");
    const { known, hand } = seats[view.question.side];
    view = await hand.answer(await known.view());
  }
  assert.deepEqual([view.phase, view.turn], ["over", view.turns]);
  const kinds = new Set(Object.values(seats).flatMap(({ hand }) => [...hand.kinds.keys()]));
  assert.deepEqual([...kinds].sort(), KINDS);
  for (const { page, window } of Object.values(seats)) {
    await page.locator("#orders h2", { hasText: "The battle is over" }).waitFor();
    assert.ok((await page.locator("#orders").innerText()).includes(view.victory.level), "it says who has won");
    await window.shot("stone-wall-over");
    await window.close();
  }
});
