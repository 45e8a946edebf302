// What players agree on beside the rules: draws, resignations, positions gone back to, adjournments
// and clocks; two people at a browser each, and one person alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE, Window } from "./browser.js";
import { beginAgainst, beginApart, beginHere, laid } from "./lobby.js";
import { decide } from "./player.js";
import { browser, program, scout } from "./set-up.js";
import { shows } from "./table.js";

/** A game of two people, each with a page of their own. */
async function apart(options) {
  const lobby = await Window.open(browser);
  const links = await beginApart(lobby.page, program.address, "training");
  await lobby.close();
  const seats = {};
  for (const side of ["union", "confederate"]) seats[side] = await seat(links[side], side, options?.[side]);
  return seats;
}

async function seat(link, side, options) {
  const window = await Window.open(browser, options);
  await window.page.goto(link);
  await laid(window.page);
  return { window, page: window.page, side, known: await scout.game(link) };
}

async function close(seats) {
  for (const { window } of Object.values(seats)) await window.close();
}

/** Gives so many orders for whoever is asked. */
async function play(seats, orders) {
  let view = await seats.union.known.view();
  for (let moved = 0; orders > 0; orders--) {
    const { known } = seats[view.question.side];
    const order = await decide(known, await known.view(), moved);
    moved = "move" in order ? moved + 1 : 0;
    await known.ask("game.order", { order });
    view = await known.view();
  }
  return view;
}

async function fromMenu(page, id) {
  await page.locator("#open-menu").click();
  await page.locator(`#dialog #${id}`).click();
}

const offers = (page) => page.locator("#offers");
const button = (page, name) => offers(page).getByRole("button", { name });
const logged = (page, text) => page.locator("#panel-log .agreed", { hasText: text });

test("a draw is offered, declined, taken back, offered again and accepted", async () => {
  const seats = await apart({ confederate: PHONE });
  const { union, confederate } = seats;
  await play(seats, 2);
  await fromMenu(union.page, "offer-draw");
  await offers(union.page).getByText("You have offered a draw.").waitFor();
  await offers(confederate.page).getByText("The Union player offers a draw.").waitFor();
  assert.match(await confederate.page.title(), /^● /);
  await union.window.shot("agreements-1-offered");
  await confederate.window.shot("agreements-2-asked-phone");
  await accessible(confederate.page, "an offer on a phone");
  await accessible(union.page, "one's own offer");

  await button(confederate.page, "Decline").tap();
  await offers(union.page).getByText("The Confederate player declines the offer of a draw.").waitFor();
  assert.ok(await offers(confederate.page).isHidden());
  await button(union.page, "OK").click();
  assert.ok(await offers(union.page).isHidden());

  await fromMenu(union.page, "offer-draw");
  await button(union.page, "Take back").click();
  await logged(union.page, "The Union player takes the offer of a draw back.").waitFor();
  await button(confederate.page, "Accept").waitFor({ state: "detached" });

  await fromMenu(union.page, "offer-draw");
  // The offer stands in the asked player's menu too.
  await confederate.page.locator("#open-menu").click();
  await confederate.page.locator("#dialog .offer").getByRole("button", { name: "Accept" }).click();
  for (const { page, window, side } of [union, confederate]) {
    await page.locator("#tab-orders").click({ timeout: 500 }).catch(() => {});
    await page.locator("#orders .verdict", { hasText: "The players agreed on a draw." }).waitFor();
    await page.locator("#panel-victory .level", { hasText: "The players agreed on a draw." }).waitFor({ state: "attached" });
    await page.locator("#dice-checked.sound").waitFor();
    await window.shot(`agreements-3-drawn-${side}`);
  }
  assert.equal((await union.known.view()).phase, "over");
  await close(seats);
});

test("a player resigns, after being asked once more", async () => {
  const seats = await apart();
  const { union, confederate } = seats;
  await play(seats, 3);
  await fromMenu(confederate.page, "resign");
  const dialog = confederate.page.locator("#dialog");
  await dialog.getByText("The Confederate side gives the game up, and the Union side has won").waitFor();
  await accessible(confederate.page, "to resign?");
  await confederate.window.shot("agreements-4-resign");
  await dialog.getByRole("button", { name: "Play on" }).click();
  assert.equal((await union.known.view()).phase, "movement");
  await fromMenu(confederate.page, "resign");
  await dialog.locator("#resign-now").click();
  const text = "The Confederate player resigned: the Union side has won.";
  for (const { page } of [union, confederate]) await page.locator("#orders .verdict", { hasText: text }).waitFor();
  await logged(union.page, "The Confederate player resigns: the Union side has won.").waitFor({ state: "attached" });
  await accessible(union.page, "a game given up");
  // What was played is looked at as always.
  await union.page.locator("#see-review").click();
  await union.page.locator("#panel-review").getByText(/turn|moment|order/i).first().waitFor();
  await union.page.locator("#see-replay").click();
  await union.page.locator(".replay-caption").getByText("1 of").waitFor();
  assert.ok(await union.page.locator("#go-back").isHidden(), "a game that is over goes back nowhere");
  await close(seats);
});

test("two people go back by consent, and the dice fall as they fell", async () => {
  const seats = await apart();
  const { union, confederate } = seats;
  await play(seats, 6);
  const before = await union.known.view();
  await union.page.getByRole("button", { name: "Look back from the beginning" }).click();
  await union.page.locator(".replay-caption").getByText("1 of").waitFor();
  await union.page.locator("#go-back", { hasText: "Offer to go back to here" }).waitFor();
  await union.window.shot("agreements-5-look-back");
  await union.page.locator("#go-back").click();
  await offers(confederate.page).getByText(/The Union player offers to go back to after entry \d+/).waitFor();
  await button(confederate.page, "Look at it").click();
  await confederate.page.locator(".replay-caption").getByText("1 of").waitFor();
  await confederate.window.shot("agreements-6-asked-back");
  await confederate.page.locator("#replay-close").click();
  await button(confederate.page, "Accept").click();
  await offers(union.page).getByText(/Both go back to after entry \d+: the dice will fall as they fell/).waitFor();
  const view = await union.known.view();
  assert.ok(view.version === before.version + 2);
  await shows(union.page, union.known, view, "union");
  await shows(confederate.page, confederate.known, await confederate.known.view(), "confederate");
  assert.ok((await union.page.locator("#panel-log .gone").count()) > 0, "what no longer counts is struck out");
  await union.window.shot("agreements-7-gone-back");
  await close(seats);
});

test("one person at one screen goes on from a moment looked back at", async () => {
  const window = await Window.open(browser, { ...PHONE, colorScheme: "dark" });
  const { page } = window;
  await beginHere(page, program.address, "training");
  const known = await scout.game(page.url());
  await play({ union: { known }, confederate: { known } }, 5);
  await page.locator("#tab-log").click();
  await page.getByRole("button", { name: "Look back from the beginning" }).click();
  await page.locator("#go-back", { hasText: "Go on from here" }).waitFor();
  await window.shot("agreements-8-alone-phone");
  await accessible(page, "looking back with a way on");
  await page.locator("#go-back").click();
  await page.locator("#dialog").getByText("no longer counts").waitFor();
  await window.shot("agreements-9-alone-asked");
  await page.locator("#go-back-now").click();
  await logged(page, "The game goes back to after entry").waitFor({ state: "attached" });
  await shows(page, known, await known.view());
  await window.close();
});

test("one goes back against a recruit", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await beginAgainst(page, program.address, "training", { side: "union", level: "recruit" });
  const known = await scout.game(page.url());
  await page.locator("#end-movement").click();
  await page.locator("#end-combat, #orders .asked").first().waitFor();
  await window.shot("agreements-10-recruit");
  await window.close();
});
