// What people say about a game: two players, somebody who looks on, and a player's own notes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible } from "./axe.js";
import { DESK, PHONE, Window } from "./browser.js";
import { Club, create } from "./club.js";
import { beginApart, laid } from "./lobby.js";
import { Scout } from "./scout.js";

const club = new Club();
const { skip } = club;

let program, browser;
before(async () => {
  if (skip) return;
  await club.open();
  ({ program, browser } = club);
});
after(() => club.close());

/** A page that a link leads to, with the map on it. */
async function at(link, options = DESK) {
  const window = await Window.open(browser, options);
  await window.page.goto(link);
  await laid(window.page);
  await window.page.locator("#tab-talk").waitFor();
  return { window, page: window.page };
}

async function begin() {
  const lobby = await Window.open(browser);
  const links = await beginApart(lobby.page, program.address, "training");
  await lobby.close();
  return links;
}

const room = (page, name) => page.locator(`.room[aria-label="${name}"]`);
const said = (page, name, text) => room(page, name).locator(".said .text", { hasText: text });

async function say(page, name, text) {
  await room(page, name).locator("textarea").fill(text);
  await room(page, name).locator("textarea").press("Enter");
  await said(page, name, text).waitFor();
}

/** Makes an account in the window that it is in from then on. */
async function join(window, name) {
  await window.page.goto(`${program.address}/account`);
  await create(window.page, name);
}

test("two players talk; one mutes the other and reports a message", { skip }, async () => {
  const links = await begin();
  const union = await at(links.union);
  const confederate = await at(links.confederate, { ...PHONE, colorScheme: "dark" });
  await union.page.locator("#tab-talk").click();
  await room(union.page, "Players").getByText("Nothing has been said yet.").waitFor();
  await say(union.page, "Players", "Well met.\nI shall be slow today.");
  // Who does not look is told how much is new.
  const tab = confederate.page.locator("#tab-talk");
  await tab.getByText("1 new").waitFor();
  await tab.tap();
  await said(confederate.page, "Players", "I shall be slow today.").waitFor();
  await confederate.page.waitForFunction(() => document.getElementById("tab-talk").textContent === "Talk");
  await say(confederate.page, "Players", "No hurry at all.");
  await said(union.page, "Players", "No hurry at all.").waitFor();
  assert.equal(await union.page.locator("#tab-talk").textContent(), "Talk");
  await confederate.window.shot("talk-phone-dark");
  await union.window.shot("talk-desk");
  await accessible(union.page, "talk");
  await accessible(confederate.page, "talk on a phone");
  // That one is there is told as one allows.
  const here = union.page.getByText("The Confederate player is here.");
  assert.equal(await here.count(), 0);
  await confederate.page.getByLabel("Let the other player see when I am here").check();
  await here.waitFor();
  await confederate.page.goto("about:blank");
  await here.waitFor({ state: "detached" });
  await confederate.page.goto(links.confederate);
  await laid(confederate.page);
  await here.waitFor();
  // It is there again after a reload, and has been read.
  await confederate.page.reload();
  await laid(confederate.page);
  await tab.waitFor();
  await tab.tap();
  await said(confederate.page, "Players", "Well met.").waitFor();
  assert.equal(await tab.textContent(), "Talk");

  const theirs = room(union.page, "Players").locator(".said li", { hasText: "No hurry at all." });
  await theirs.locator("summary").click();
  await theirs.locator("input").fill("Too friendly.");
  await theirs.getByRole("button", { name: "Report" }).click();
  await theirs.getByText("The server’s operator has been notified.").waitFor();
  assert.equal(await room(union.page, "Players").locator(".own summary").count(), 0);

  await union.page.getByLabel("Mute the other player").check();
  await said(union.page, "Players", "No hurry at all.").waitFor({ state: "detached" });
  await say(confederate.page, "Players", "Are you there?");
  await say(union.page, "Players", "Your move.");
  assert.equal(await said(union.page, "Players", "Are you there?").count(), 0);
  await union.page.getByLabel("Mute the other player").uncheck();
  await said(union.page, "Players", "Are you there?").waitFor();
  await union.window.close();
  await confederate.window.close();
});

test("however much was said, all of it is there", { skip }, async () => {
  const links = await begin();
  const [game, token] = links.confederate.split("/").at(-1).split(/[#.]/);
  const scout = await Scout.at(browser, program.address);
  for (let n = 1; n <= 201; n++) {
    await scout.ask("talk.say", { game, token, room: "players", text: `Message ${n}.` });
  }
  await scout.close();
  const union = await at(links.union);
  const tab = union.page.locator("#tab-talk");
  await tab.getByText("201 new").waitFor();
  await tab.click();
  const last = said(union.page, "Players", "Message 201.");
  await last.waitFor();
  assert.equal(await room(union.page, "Players").locator(".said li").count(), 201);
  const list = await room(union.page, "Players").locator(".said").boundingBox();
  const shown = await last.boundingBox();
  assert.ok(shown.y >= list.y && shown.y + shown.height <= list.y + list.height, "the newest is in sight");
  await union.window.shot("talk-long");
  await union.window.close();
});

test("what watchers say the players read when the game is over", { skip }, async () => {
  const links = await begin();
  const game = links.union.split("#")[0];
  const windows = { ann: await Window.open(browser), ben: await Window.open(browser) };
  for (const [name, window] of Object.entries(windows)) {
    await join(window, name);
    await window.page.goto(game);
    await laid(window.page);
    await window.page.locator("#tab-talk").click();
  }
  await say(windows.ann.page, "Watchers", "The ridge decides it.");
  await said(windows.ben.page, "Watchers", "The ridge decides it.").waitFor();
  await room(windows.ben.page, "Watchers").getByText("Ann", { exact: false }).first().waitFor();
  await room(windows.ann.page, "Players").getByText("is for them alone").waitFor();
  const union = await at(links.union);
  await union.page.locator("#tab-talk").click();
  await room(union.page, "Watchers").getByText("kept from the players until the game is over").waitFor();
  assert.equal(await said(union.page, "Watchers", "The ridge").count(), 0);
  await union.page.locator("#open-menu").click();
  await union.page.locator("#dialog #resign").click();
  await union.page
    .locator("#dialog")
    .getByRole("button", { name: /Resign|Give/ })
    .click();
  // The game is over once it is counted, and that is shown first.
  await union.page.locator("#panel-victory .level").waitFor();
  await union.page.locator("#tab-talk").click();
  await said(union.page, "Watchers", "The ridge decides it.").waitFor();
  await union.window.shot("talk-over");
  await union.window.close();
  for (const window of Object.values(windows)) await window.close();
});

test("a player notes something of a hex, which nobody else sees", { skip }, async () => {
  const links = await begin();
  const union = await at(links.union);
  const confederate = await at(links.confederate);
  const { page } = union;
  const hex = "0403";
  await page.locator("#tab-talk").click();
  for (const [typed, why] of [
    ["9999", "There is no hex 9999 on this map."],
    ["", "Type the number of a hex first."],
  ]) {
    await page.locator("#note-of").fill(typed);
    await page.getByRole("button", { name: "Note on this hex" }).click();
    await page.locator(".refused", { hasText: why }).waitFor();
  }
  await page.locator("#note-of").fill(hex);
  await page.getByRole("button", { name: "Note on this hex" }).click();
  await page.locator("#note-text").fill("Hold until relieved.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".notes .text", { hasText: "Hold until relieved." }).waitFor();
  await page.locator("[data-key='write-']").click();
  await page.locator("#note-text").fill("Ann is fond of the left.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".notes .text", { hasText: "fond of the left" }).waitFor();
  await union.window.shot("notes-desk");
  await accessible(page, "notes");
  await page.reload();
  await laid(page);
  await page.locator("#tab-talk").click();
  await page.locator(".notes .text", { hasText: "Hold until relieved." }).waitFor();
  await page
    .locator(".notes")
    .getByRole("button", { name: `Hex ${hex}`, exact: true })
    .click();
  await page.locator(".inspector .noted", { hasText: "Hold until relieved." }).waitFor();
  await confederate.page.locator("#tab-talk").click();
  await room(confederate.page, "Your notes").waitFor();
  assert.equal(await confederate.page.locator(".notes .text").count(), 0);
  // A note that is emptied goes.
  await page.locator(`[data-key='write-${hex}']`).click();
  await page.locator("#note-text").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".notes .text", { hasText: "Hold until relieved." }).waitFor({ state: "detached" });
  await page.locator(".inspector .noted").waitFor({ state: "detached" });
  await union.window.close();
  await confederate.window.close();
});
