// Tournaments and ratings: made, entered, played and read, at a server that was started with --club.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible } from "./axe.js";
import { DESK, PHONE, Window } from "./browser.js";
import { Club, create } from "./club.js";

const club = new Club();
const { skip } = club;
let program, browser;
before(async () => {
  if (skip) return;
  await club.open();
  ({ program, browser } = club);
});
after(() => club.close());

/** Somebody with a new account, in a window of their own. */
async function joined(name, options = DESK) {
  const window = await club.at("/account", options);
  await create(window.page, name);
  return window;
}

/** Nothing of the page is wider than the window, and no target smaller than a finger. */
async function fits(page) {
  const odd = await page.evaluate(() => {
    const targets = "button, .button, main input:not([type=checkbox]), label.check, select, summary, nav a, a.player";
    const small = [...document.querySelectorAll(targets)].filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width && (height < 44 || width < 44);
    });
    const wide =
      document.documentElement.scrollWidth > innerWidth ? [`${document.documentElement.scrollWidth} wide`] : [];
    return [...wide, ...small.map((one) => one.outerHTML.slice(0, 120))];
  });
  assert.deepEqual(odd, []);
}

/** Gives up every game of the account that is signed in at this page. */
async function giveUp(page) {
  return page.evaluate(async () => {
    const { Connection } = await import("/static/js/session/connection.js");
    const connection = new Connection();
    const { games } = await connection.call("game.list", { tokens: [], account: true });
    for (const { game, you } of games.filter(({ over }) => !over)) {
      await connection.call("game.resign", { game, token: `account:${you}:${game}` });
    }
    return games.length;
  });
}

/** Ends the turn in every game in which the account that is signed in at this page is asked. */
async function endTurns(page) {
  await page.evaluate(async () => {
    const { Connection } = await import("/static/js/session/connection.js");
    const connection = new Connection();
    const { games } = await connection.call("game.list", { tokens: [], account: true });
    for (const { game, you } of games) {
      const seat = { game, token: `account:${you}:${game}` };
      for (const end of ["end-movement", "end-combat"]) {
        const { question } = await connection.call("game.view", seat);
        if (question.side === you) await connection.call("game.order", { ...seat, order: { [end]: {} } });
      }
    }
  });
}

test("a tournament is made, entered, played and read, and rates its players", { skip }, async () => {
  const ann = await joined("Ann");
  const { page } = ann;
  await page.goto(`${program.address}/tournaments`);
  await page.locator("#making > summary").focus();
  await page.keyboard.press("Enter");
  await accessible(page, "making a tournament");
  await fits(page);
  await page.locator("#make-title").fill("Two by two");
  await page.locator("#make-kind").selectOption("round-robin");
  assert.ok(await page.locator("#make-rounds").isDisabled());
  for (const box of await page.locator("#make fieldset input:checked").all()) await box.uncheck();
  await page.locator("#make button").press("Enter");
  await page.waitForFunction(() => document.getElementById("make-said").textContent.includes("battles"));
  await page.locator("#make-battle-training").check();
  await page.locator("#make button").press("Enter");
  await page.waitForURL(/\/tournament\/[0-9a-f]{32}$/);
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByRole("button", { name: "Leave" }).waitFor();
  await accessible(page, "a tournament that is open");

  const ben = await joined("Ben", { ...PHONE, colorScheme: "dark" });
  await ben.page.goto(page.url());
  await ben.page.getByRole("button", { name: "Enter" }).click();
  await ben.page.getByRole("button", { name: "Leave" }).waitFor();
  await fits(ben.page);
  const cid = await joined("Cid");
  await cid.page.goto(page.url());
  await cid.page.getByRole("button", { name: "Enter" }).click();
  await cid.page.getByRole("button", { name: "Leave" }).waitFor();
  await page.reload();
  // Whom the maker removes cannot enter again.
  assert.equal(await page.locator(".listing summary").count(), 2, "everybody else has a switch");
  await page.locator(".listing summary", { hasText: "Remove Cid" }).click();
  await accessible(page, "a player who is to be removed");
  await fits(page);
  await page.getByRole("button", { name: "Remove for good" }).click();
  await page.getByText("Players (2 of").waitFor();
  await cid.page.getByRole("button", { name: "Leave" }).click();
  await cid.page.getByText("You are not in this tournament.").waitFor();
  await cid.close();
  await page.getByRole("button", { name: "Start now" }).click();
  await page.locator("#round-1").waitFor();
  assert.equal(await page.getByRole("link", { name: "Play" }).count(), 2, "each side once");
  await accessible(page, "a round that is played");

  // A game that is given up counts for ratings once both have given an order.
  for (const player of [page, ben.page, page]) await endTurns(player);
  assert.equal(await giveUp(ben.page), 2);
  // The server looks every few seconds. The page does so every half minute: here as soon as it has been answered.
  await page.clock.install();
  await page.reload();
  await page.locator("#round-1").waitFor();
  for (let over = false; !over; ) {
    const answered = page.waitForResponse(/\/state\.json$/);
    await page.clock.runFor(30_000);
    over = (await (await answered).json()).stage === "over";
  }
  await page.locator("#standings-head", { hasText: "Final standings" }).waitFor();
  await page.clock.resume();
  for (const [window, name] of [
    [ann, "desk"],
    [ben, "phone"],
  ]) {
    const at = window.page;
    await at.reload();
    await at.locator("#standings").waitFor();
    assert.match(await at.locator("#standings tbody tr").first().textContent(), /^1Ann1/);
    await accessible(at, `the standings, ${name}`);
    await fits(at);
    await window.shot(`tournament-${name}`);
    await at.goto(`${program.address}/ladder`);
    await at.locator("table").first().waitFor();
    await accessible(at, `the ladder, ${name}`);
    await fits(at);
    await window.shot(`ladder-${name}`);
    await at.getByRole("link", { name: "Ben" }).click();
    await at.locator(".plot").waitFor();
    assert.equal(await at.locator(".plot circle").count(), 2);
    await accessible(at, `a player, ${name}`);
    await fits(at);
    await window.shot(`player-${name}`);
    await at.goto(`${program.address}/tournaments`);
    await at.locator(".listing").first().waitFor();
    await accessible(at, `all tournaments, ${name}`);
    await fits(at);
    await window.shot(`tournaments-${name}`);
  }
  // Who is not signed in reads it too.
  const guest = await Window.open(browser);
  await guest.page.goto(`${program.address}/tournaments`);
  await guest.page.getByRole("link", { name: "Two by two" }).click();
  await guest.page.locator("#standings").waitFor();
  for (const window of [ann, ben, guest]) await window.close();
});
