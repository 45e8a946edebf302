// What players agree on beside the rules: draws, resignations, positions gone back to, adjournments
// and clocks; two people at a browser each, and one person alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lineOf } from "../../web/js/agreement/line.js";
import { chained, split } from "../web/records.js";
import { accessible } from "./axe.js";
import { PHONE, Window } from "./browser.js";
import { beginAgainst, beginApart, beginHere, laid, setUp } from "./lobby.js";
import { decide } from "./player.js";
import { browser, program, scout } from "./set-up.js";
import { asksFirst, shows } from "./table.js";

/** A game of two people, each with a page of their own. */
async function apart(options) {
  const lobby = await Window.open(browser);
  const links = await beginApart(lobby.page, program.address, "training");
  await lobby.close();
  const seats = {};
  for (const side of ["union", "confederate"]) seats[side] = await seat(links[side], side, options?.[side]);
  return seats;
}

/** One side's page; `timed`: its time can be handed in. */
async function seat(link, side, options, timed = false) {
  const window = await Window.open(browser, options);
  if (timed) await window.page.clock.install();
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
    // With a share for each throw it is carried out once both pages have given theirs.
    while (view.dice.throw?.declared) view = await known.after(view.version);
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
  await button(confederate.page, "Accept").waitFor();
  // The offer stands in the asked player's menu too.
  await confederate.page.locator("#open-menu").click();
  await confederate.page.locator("#dialog .offer").getByRole("button", { name: "Accept" }).click();
  for (const { page, window, side } of [union, confederate]) {
    if (page === confederate.page) await page.locator("#tab-orders").tap();
    await page.locator("#orders .verdict", { hasText: "The players agreed on a draw." }).waitFor();
    await page
      .locator("#panel-victory .level", { hasText: "The players agreed on a draw." })
      .waitFor({ state: "attached" });
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
  await dialog.getByText("The Confederate side resigns, and the Union side has won").waitFor();
  await accessible(confederate.page, "to resign?");
  await confederate.window.shot("agreements-4-resign");
  await dialog.getByRole("button", { name: "Play on" }).click();
  assert.equal((await union.known.view()).phase, "movement");
  await union.page.route(/dice[-/]audit\.js$/, (route) => route.abort());
  await fromMenu(confederate.page, "resign");
  await dialog.locator("#resign-now").click();
  const text = "The Confederate player resigned: the Union side has won.";
  for (const { page } of [union, confederate]) await page.locator("#orders .verdict", { hasText: text }).waitFor();
  await logged(union.page, "The Confederate player resigns: the Union side has won.").waitFor({ state: "attached" });
  // A check that cannot be loaded says so, and is made when it can be.
  await fromMenu(union.page, "check-dice");
  await union.page.locator("#refusal").getByText("The check of the dice could not be loaded.").waitFor();
  await union.page.unroute(/dice[-/]audit\.js$/);
  await union.page.reload();
  await union.page.locator("#dice-checked.sound").waitFor();
  await accessible(union.page, "a game given up");
  // What was played is looked at as always.
  await union.page.locator("#see-review").click();
  await union.page.locator("#begin-review").click();
  await union.page.locator("#panel-review").getByText("This game ended too early for a review").waitFor();
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
  await union.page.getByRole("button", { name: "Replay from the start" }).click();
  await union.page.locator(".replay-caption").getByText("1 of").waitFor();
  await union.page.locator("#go-back", { hasText: "Ask to rewind to here" }).waitFor();
  await union.page.locator("#replay").getByRole("button", { name: "One step on" }).click();
  await union.page.locator(".replay-caption").getByText("2 of").waitFor();
  await union.window.shot("agreements-5-look-back");
  await union.page.locator("#go-back").click();
  await offers(confederate.page)
    .getByText(/The Union player offers to go back to the position after entry \d+/)
    .waitFor();
  await button(confederate.page, "Show it").click();
  await confederate.page.locator(".replay-caption").getByText("2 of").waitFor();
  await confederate.window.shot("agreements-6-asked-back");
  // It is taken from there, by the keyboard; the page goes to where the game now goes on.
  await button(confederate.page, "Accept").focus();
  await confederate.page.keyboard.press("Enter");
  await confederate.page.locator("#replay").waitFor({ state: "hidden" });
  await confederate.page.locator("#orders:focus").waitFor();
  await offers(union.page)
    .getByText(/Both go back to the position after entry \d+: the dice will fall as they did/)
    .waitFor();
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
  await shows(page, known, await known.view());
  // Rewind in the game's menu opens at the moment before the last order.
  await page.locator("#open-menu").click();
  await window.shot("agreements-8-menu-phone");
  await page.locator("#rewind").click();
  await page.locator(".replay-caption").getByText("5 of 6").waitFor();
  await page.locator("#go-back", { hasText: "Rewind to here" }).waitFor();
  assert.equal(await page.locator("#orders .primary").count(), 0, "the way back to now declines");
  for (let at = 4; at > 0; at--) {
    await page.getByRole("button", { name: "One step back" }).click();
    await page.locator(".replay-caption").getByText(`${at} of 6`).waitFor();
  }
  await window.shot("agreements-8-alone-phone");
  await accessible(page, "looking back with a way on");
  await page.locator("#go-back").click();
  await page.locator("#dialog").getByText("no longer count").waitFor();
  await window.shot("agreements-9-alone-asked");
  await page.locator("#go-back-now").click();
  await logged(page, "The game goes back to the start of the game").waitFor({ state: "attached" });
  await shows(page, known, await known.view());
  await window.close();
});

test("one goes back against a recruit, who lets one", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await beginAgainst(page, program.address, "training", { side: "union", level: "recruit" });
  const known = await scout.game(page.url());
  let view = await known.view();
  // To the second Union turn: between them the recruit has had its own.
  for (let moved = 0; !(view.turn === 2 && view.question?.side === "union"); ) {
    if (view.question?.side === "union") {
      const order = await decide(known, view, moved);
      moved = "move" in order ? moved + 1 : 0;
      await known.ask("game.order", { order });
      view = await known.view();
    } else view = await known.after(view.version);
  }
  await page.reload();
  await shows(page, known, view, "union");
  await page.getByRole("button", { name: "Replay from the start" }).click();
  await page.getByRole("button", { name: "One step on" }).click();
  await page.locator("#go-back").click();
  await page.locator("#go-back-now").click();
  await logged(page, "The game goes back to the position after entry").waitFor();
  const back = await known.view();
  assert.equal(back.version, view.version + 2, "its offer and that it was taken");
  assert.equal(back.turn, 1);
  await shows(page, known, back, "union");
  assert.ok(await page.locator("#since").isHidden(), "nothing of it has happened");
  await page.locator("#open-menu").click();
  await page.locator("#dialog #resign").waitFor();
  assert.equal(await page.locator("#dialog #offer-draw").count(), 0, "a computer takes no draw");
  await window.shot("agreements-10-recruit-menu");
  await page.locator("#dialog .close").click();
  // The game goes on from there.
  const asks = await asksFirst(page, known);
  await page.locator("#end-movement").click();
  if (asks) await page.locator("#end-now").click();
  await known.after(back.version);
  await window.close();
});

/** Begins a game of two people by the form, whose clocks `fill` sets. */
async function beginClocked(fill, options) {
  const lobby = await Window.open(browser, options);
  const { page } = lobby;
  await page.goto(program.address);
  await setUp(page, "training");
  await page.locator("input[name=mode][value=two]").check();
  await fill(page, lobby);
  await page.locator("#begin").click();
  await page.locator("#link-confederate").waitFor();
  const links = {};
  for (const side of ["union", "confederate"]) links[side] = await page.locator(`#link-${side}`).inputValue();
  await lobby.close();
  return links;
}

const time = (page, side) => page.locator(`#clock-${side}`);
const note = (page) => page.locator("#clocks .clock-note");

test("clocks by days are set in the form, run, and stand still while the game is adjourned", async () => {
  const links = await beginClocked(
    async (page, lobby) => {
      await page.locator("#clock-kind").selectOption("live");
      await page.locator("#clock-minutes").waitFor();
      await accessible(page, "live clocks");
      await page.locator("#clock-kind").selectOption("days");
      await page.locator("#clock-days").fill("3");
      await page.locator("#clock-hours").fill("0");
      await page.locator("#clock-answers").fill("6");
      for (const date of ["2030-12-25", "2030-12-24"]) {
        await page.locator("#clock-date").fill(date);
        await page.locator("#clock-add").click();
      }
      await page
        .getByRole("button", { name: /^Remove .*24/ })
        .first()
        .click();
      await accessible(page, "clocks by days");
      await page.locator("#clock-kind").scrollIntoViewIfNeeded();
      await lobby.shot("agreements-11-form-phone");
    },
    { ...PHONE, timezoneId: "Asia/Kolkata" },
  );
  const union = await seat(links.union, "union", undefined, true);
  const settings = { bank: 259_200, answers: 21_600, off: ["2030-12-25"], east: 330 };
  assert.deepEqual((await union.known.view()).clock.settings, settings);
  await note(union.page).getByText("The clocks start once both players have come.").waitFor();
  const confederate = await seat(links.confederate, "confederate", { ...PHONE, colorScheme: "dark" });
  await note(union.page).getByText("The clocks start").waitFor({ state: "detached" });
  await union.page.locator(".clock.side-union[aria-current=true]").waitFor();
  await time(union.page, "union")
    .getByText(/^2 d 23 h$/)
    .waitFor();
  await time(union.page, "confederate").getByText("3 d 0 h").waitFor();
  // An hour goes by without anything happening.
  await union.page.clock.fastForward("26:00:00");
  await time(union.page, "union")
    .getByText(/^1 d 2[12] h$/)
    .waitFor();
  assert.equal(await time(union.page, "confederate").textContent(), "3 d 0 h");
  await union.window.shot("agreements-12-clocks");
  await confederate.window.shot("agreements-13-clocks-phone");
  await accessible(confederate.page, "clocks on a phone");
  await union.page.clock.fastForward("47:00:00");
  await time(union.page, "union").getByText("0:00").waitFor();
  await offers(union.page).getByText("Your time has run out.").waitFor();
  await union.window.close();

  // Whom the offer reaches takes it.
  const again = await seat(links.union, "union");
  await again.page.locator("#open-menu").click();
  assert.equal(
    await again.page.locator("#clock-settings").textContent(),
    "Clocks: 3 d 0 h for each player; 6 h 0 min for questions in the other’s turn; clocks stop on 2030-12-25.",
  );
  await again.page.locator("#dialog #adjourn").click();
  await accessible(again.page, "to adjourn");
  await again.window.shot("agreements-14-adjourn");
  await again.page.locator("#adjourn-until").fill("2020-01-01T12:00");
  await again.page.locator("#adjourn-until").evaluate((field) => field.removeAttribute("min"));
  await again.page.locator("#adjourn-offer").click();
  await again.page.locator("#refusal").getByText("is past").waitFor();
  await fromMenu(again.page, "adjourn");
  await again.page.locator("#adjourn-offer").click();
  await offers(confederate.page).getByText("The Union player offers to adjourn until").waitFor();
  await button(confederate.page, "Accept").tap();
  for (const { page } of [again, confederate]) await note(page).getByText("Adjourned until").waitFor();
  assert.equal(await again.page.locator(".clock[aria-current=true]").count(), 0, "no clock runs");
  await again.window.shot("agreements-15-adjourned");
  await close({ again, confederate });
});

/** The header and entries of a game as it stands; it is given up for that, since nobody has its record before. */
async function record(known) {
  const { version } = await known.view();
  await known.ask("game.resign");
  const [header, entries] = split((await known.ask("game.save")).record);
  return [header, entries.slice(0, version)];
}

/** A game of two with clocks, in which both sides have given orders and the Confederate one is asked. */
async function clocked(clock) {
  const { game, tokens } = await scout.ask("game.new", { scenario: "training", mode: "two", clock });
  const seats = {};
  for (const side of ["union", "confederate"])
    seats[side] = { known: await scout.game(`${program.address}/game/${game}#${tokens[side]}`) };
  let view = await seats.union.known.view();
  // Nobody needs to fight where nobody has moved.
  for (const order of ["end-movement", "end-combat"]) {
    await seats.union.known.ask("game.order", { order: { [order]: {} } });
    view = await seats.union.known.view();
  }
  assert.equal(view.question.side, "confederate");
  const { verbs } = await seats.confederate.known.options();
  const [unit] = verbs.find(({ verb }) => verb === "move").subjects;
  const { targets } = await seats.confederate.known.targets("move", unit);
  await seats.confederate.known.ask("game.order", { order: { move: { unit, to: targets[0].hex } } });
  return record(seats.union.known);
}

test("a game is claimed once the other's time has run out", async () => {
  const [header, entries] = await clocked({ bank: 60, turn: 5 });
  const late = chained(
    header,
    entries.map((entry, index) => ({ ...entry, at: 1_700_000_000 + index })),
  );
  const { game, tokens } = await scout.ask("game.load", { record: late, mode: "two" });
  const at = (side) => `${program.address}/game/${game}#${tokens[side]}`;
  const union = await seat(at("union"), "union");
  const confederate = await seat(at("confederate"), "confederate", PHONE);
  await time(union.page, "confederate").getByText("0:00").waitFor();
  await offers(confederate.page).getByText("Your time has run out.").waitFor();
  await offers(union.page)
    .getByText("The Confederate player has run out of time. You may claim the game, let a commander play on, or wait")
    .waitFor();
  await union.window.shot("agreements-16-claim");
  await confederate.window.shot("agreements-17-late-phone");
  await accessible(union.page, "a game to claim");
  assert.equal(await confederate.page.locator("#claim").count(), 0);
  await union.page.locator("#claim").click();
  const text = "The Confederate player ran out of time: the Union side has won.";
  for (const { page } of [union, confederate])
    await page.locator("#panel-victory .level", { hasText: text }).waitFor({ state: "attached" });
  assert.deepEqual((await union.known.view()).ended, { by: "time", winner: "union" });
  await logged(union.page, "The Confederate player has run out of time: the Union side has won.").waitFor({
    state: "attached",
  });
  await close({ union, confederate });
});

test("a game without clocks is ended without a result when the other does not come", async () => {
  const begun = await scout.ask("game.new", { scenario: "training", mode: "two" });
  const link = (side, { game, tokens }) => `${program.address}/game/${game}#${tokens[side]}`;
  // Both take their seats; only the Union gives orders.
  const known = await scout.game(link("union", begun));
  await scout.game(link("confederate", begun));
  for (const order of ["end-movement", "end-combat"]) await known.ask("game.order", { order: { [order]: {} } });
  const [header, entries] = await record(known);
  const late = chained(
    header,
    entries.map((entry) => (entry.seated ? { ...entry, at: 1_700_000_000 } : entry)),
  );
  const loaded = await scout.ask("game.load", { record: late, mode: "two" });
  const union = await seat(link("union", loaded), "union");
  const { page } = union;
  await offers(page).getByText("The Confederate player has not come for a week.").waitFor();
  await union.window.shot("agreements-19-no-show");
  await accessible(page, "a player who does not come");
  await page.locator("#open-menu").click();
  await page.locator("#dialog").getByText("If the Confederate player does not come, you may end the game").waitFor();
  await page.locator("#dialog .close").click();
  await button(page, "End without a result").click();
  const level = page.locator("#panel-victory .level");
  await level.getByText("A player did not come: the game ended without a result.").waitFor();
  await logged(page, "The Confederate player has not come: the game ends without a result.").waitFor({
    state: "attached",
  });
  assert.deepEqual((await union.known.view()).ended, { by: "no-show", winner: null });
  await close({ union });
});

test("a commander plays on for a player whose time has run out", async () => {
  const [header, entries] = await clocked({ bank: 60, turn: 5 });
  const late = chained(
    header,
    entries.map((entry, index) => ({ ...entry, at: 1_700_000_000 + index })),
  );
  const { game, tokens } = await scout.ask("game.load", { record: late, mode: "two" });
  const at = (side) => `${program.address}/game/${game}#${tokens[side]}`;
  const union = await seat(at("union"), "union", PHONE);
  const confederate = await seat(at("confederate"), "confederate");
  await union.page.locator("#replace").waitFor();
  await accessible(union.page, "a game to claim, on a phone");
  await union.page.locator("#replace").tap();
  await union.page.locator("#replace-level").selectOption("recruit");
  await union.window.shot("agreements-18-replace-phone");
  await accessible(union.page, "who plays on");
  await union.page.locator("#replace-now").tap();
  const text = "The Confederate player has run out of time: a recruit plays on for the Confederate side.";
  for (const { page } of [union, confederate]) await logged(page, text).waitFor({ state: "attached" });
  // It gives orders, as far as a record without its secret lets it; who was late is asked nothing any more.
  const given = async () => {
    const { entries: since } = await union.known.ask("game.log", { since: entries.length });
    return since.find(({ side, order }) => side === "confederate" && order);
  };
  while (!(await given())) await union.known.after((await union.known.view()).version);
  assert.ok((await given()).reason, "an order of a computer's");
  // That it plays on is no order to which the game could go back.
  const { entries: all } = await union.known.ask("game.log", {});
  const { counts } = lineOf(all);
  const { version } = all.find(({ replace }) => replace);
  assert.ok(counts.length > 0 && !counts.includes(version), `${version} among ${counts}`);
  await union.page.locator("#offers").waitFor({ state: "hidden" });
  assert.equal(await confederate.page.locator("#replace").count(), 0);
  await close({ union, confederate });
});

test("a question out of turn is answered from a time of its own", async () => {
  const { game, tokens } = await scout.ask("game.new", {
    scenario: "training",
    mode: "two",
    clock: { bank: 3 * 86_400, answers: 43_200 },
  });
  const seats = {};
  const link = (side) => `${program.address}/game/${game}#${tokens[side]}`;
  for (const side of ["union", "confederate"]) seats[side] = { known: await scout.game(link(side)) };
  let view = await seats.union.known.view();
  while (!view.clock["out-of-turn"]) view = await play(seats, 1);
  const [side] = [view.question.side];
  const answering = await seat(link(side), side, PHONE, true);
  await time(answering.page, side)
    .getByText(/^1[12] h/)
    .waitFor();
  const clock = answering.page.locator(`.clock.side-${side}`);
  await clock.getByText(/then 3 d 0 h|then 2 d 23 h/).waitFor();
  await answering.window.shot("agreements-18-out-of-turn");
  await accessible(answering.page, "a question out of turn");
  await answering.page.clock.fastForward("13:00:00");
  await clock.getByText(/2 d 22 h|2 d 23 h/).waitFor();
  await clock.getByText("then").waitFor({ state: "detached" });
  await answering.window.close();
});
