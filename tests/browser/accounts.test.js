// Accounts: two people, one of them with an account and two devices, at a server that was started with --club.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE, saveDownload, Window } from "./browser.js";
import { Club, create, fits, PASSWORD, said, send, signIn } from "./club.js";
import { beginApart, laid } from "./lobby.js";
import { Program } from "./program.js";

const SCENARIO = "training";

const club = new Club();
const { skip } = club;

let program, browser;
before(async () => {
  if (skip) return;
  await club.open();
  ({ program, browser } = club);
});
after(() => club.close());

/** The page of the account in a window of its own. */
const at = (path, options) => club.at(path, options);

test("without --club nothing of accounts is shown", { skip }, async () => {
  const plain = await Program.start();
  const window = await Window.open(browser);
  const { page } = window;
  const { union } = await beginApart(page, plain.address, SCENARIO);
  assert.equal(await page.locator("#account-link").count(), 0);
  await page.goto(union);
  await laid(page);
  await page.locator("#open-menu").click();
  await page.locator("#link-union").waitFor();
  assert.equal(await page.locator("#keep-seat").count(), 0);
  const answer = await page.request.get(`${plain.address}/account`);
  assert.equal(answer.status(), 404);
  await window.close();
  await plain.close();
});

test("an account is made, and what is wrong is said beside the form", { skip }, async () => {
  const window = await at("/");
  const { page } = window;
  await page.locator("#account-link").click();
  await page.waitForURL(/\/account$/);
  await page.locator("#create").waitFor();
  await accessible(page, "signed out");
  await fits(page);
  for (const [name, password, refused] of [
    ["A", PASSWORD, "at least 2 characters"],
    ["Marshal", PASSWORD, "reserved"],
    ["Ann", "short", "at least 10 characters"],
  ]) {
    await send(page, "create", name, password);
    await said(page, refused, "create-said");
  }
  await create(page, "Ann Lee");
  assert.equal(await page.locator("#who-head").textContent(), "Ann Lee");
  await accessible(page, "signed in");
  await page.locator("#sign-out").click();
  await said(page, "You are signed out.");
  await send(page, "create", "ann_Iee", PASSWORD);
  await said(page, "looks too much like", "create-said");
  await send(page, "sign-in", "Ann Lee", "not the password");
  await said(page, "The name or the password is wrong.", "sign-in-said");
  await send(page, "sign-in", "Nobody Here", "not the password");
  await said(page, "The name or the password is wrong.", "sign-in-said");
  assert.equal(await page.evaluate(() => document.cookie), "", "no script sees the cookie");
  await window.close();
});

test("games kept in an account are played on another device; another person plays by the link", { skip }, async () => {
  const desk = await at("/account");
  await create(desk.page, "Bea");
  const links = await beginApart(desk.page, program.address, SCENARIO);
  const token = new URL(links.union).hash.slice(1).split(".")[0];
  await desk.page.goto(program.address);
  assert.equal(await desk.page.locator("#account-link").textContent(), "Bea");
  // One seat for oneself, the other is sent to somebody.
  const side = (page, name) => page.locator("#games li", { hasText: `, ${name}, ` });
  await desk.page.getByRole("button", { name: "Keep in my account: Mill Creek, Union" }).click();
  await said(desk.page, "1 game is in your account now", "kept-said");
  assert.match(await side(desk.page, "Union").textContent(), /in your account/);
  await accessible(desk.page, "the first page with an account");

  const phone = await at("/account", { ...PHONE, colorScheme: "dark" });
  await phone.page.locator("#sign-in").waitFor();
  await accessible(phone.page, "signed out on a phone in the dark");
  await fits(phone.page);
  await signIn(phone.page, "Bea");
  await accessible(phone.page, "signed in on a phone in the dark");
  await fits(phone.page);
  await phone.page.goto(program.address);
  const game = side(phone.page, "Union");
  await game.waitFor();
  assert.equal(await phone.page.locator("#games li").count(), 1, "the seat that is not the account's is not there");
  await fits(phone.page);
  await game.locator("a").click();
  await phone.page.waitForURL(/#account:union:/);
  await laid(phone.page);
  // Over the shoulder: neither the address, nor the page, nor what the browser keeps has the token.
  const seen = await phone.page.evaluate(
    () => location.href + document.documentElement.outerHTML + JSON.stringify(localStorage),
  );
  assert.ok(!seen.includes(token));
  await phone.page.locator("#open-menu").click();
  await said(phone.page, "This seat is in your account.", "keep-seat");
  assert.equal(await phone.page.locator("#link-union").count(), 0);
  await accessible(phone.page, "the menu of a game");
  await phone.page.keyboard.press("Escape");

  // Another person has the other link, and nothing of this address.
  const other = await Window.open(browser);
  await other.page.goto(links.confederate);
  await laid(other.page);
  await other.page.locator("#open-menu").click();
  await other.page.locator("#keep-in-account").click();
  await other.page.locator("#keep-seat a").waitFor();
  const address = phone.page.url();
  await other.page.goto("about:blank");
  await other.page.goto(address);
  await other.page.waitForFunction(() => document.body.textContent.includes("sign in to that account"));

  // Signed out from the desk, the phone plays no more.
  await desk.page.goto(`${program.address}/account`);
  await desk.page
    .locator("#sessions li", { hasText: "Android" })
    .or(desk.page.locator("#sessions li").nth(1))
    .first()
    .waitFor();
  await desk.page.locator("#sessions button").click();
  await said(desk.page, "That session is signed out.");
  await phone.page.waitForFunction(() => document.body.textContent.includes("sign in to that account"));
  await phone.page.goto(program.address);
  assert.equal(await phone.page.locator("#account-link").textContent(), "Sign in");
  for (const window of [desk, phone, other]) await window.close();
});

test("all seats of a browser are kept at once, and one from the menu of its game", { skip }, async () => {
  const window = await at("/account");
  const { page } = window;
  await create(page, "Cal");
  const links = await beginApart(page, program.address, SCENARIO);
  await beginApart(page, program.address, SCENARIO);
  await page.goto(links.confederate);
  await laid(page);
  await page.locator("#open-menu").click();
  await page.locator("#keep-in-account").click();
  await said(page, "This seat is in your account, Cal", "keep-seat");
  await page.goto(program.address);
  await page.locator("#keep-all", { hasText: "Keep all 3 in my account" }).click();
  await said(page, "3 games are in your account now", "kept-said");
  await page.goto(`${program.address}/account`);
  await page.locator(".account-list button", { hasText: "Remove" }).first().waitFor();
  assert.equal(await page.locator(".account-list button", { hasText: "Remove" }).count(), 4);
  await page.locator(".account-list button", { hasText: "Remove" }).first().click();
  await said(page, "removed from this account");
  await page.locator("#keep-all").click();
  await said(page, "1 seat added to this account.");
  await window.close();
});

test("the password is changed, all that is kept is downloaded, and the account is deleted", { skip }, async () => {
  const window = await at("/account");
  const { page } = window;
  await create(page, "Dee");
  const { union } = await beginApart(page, program.address, SCENARIO);
  await page.goto(`${program.address}/account`);
  await page.locator("#keep-all").click();
  await said(page, "2 seats added to this account.");
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#export").click()]);
  assert.equal(download.suggestedFilename(), "longroll-account.json");
  const kept = JSON.parse(await readFile(await saveDownload(download), "utf8"));
  assert.deepEqual([kept.account.name, kept.seats.length, kept.games.length], ["Dee", 2, 2]);
  // Of a game that goes on the record may hold standing orders of the other side.
  assert.match(kept.games[0].error, /until the game is over/);
  const other = await at("/account");
  await signIn(other.page, "Dee");
  await send(page, "password", "not the password", "fifes at sundown");
  await said(page, "The password is wrong.", "password-said");
  await send(page, "password", PASSWORD, "fifes at sundown");
  await said(page, "All other sessions are signed out");
  await other.page.reload();
  await other.page.locator("#sign-in").waitFor();
  await page.locator("summary", { hasText: "Delete" }).click();
  await accessible(page, "about to delete");
  await send(page, "delete", "fifes at sundown");
  await said(page, "Your account is deleted.");
  await send(page, "sign-in", "Dee", "fifes at sundown");
  await said(page, "The name or the password is wrong.", "sign-in-said");
  // The game is there for whoever has a link.
  await page.goto(union);
  await laid(page);
  for (const one of [window, other]) await one.close();
});
