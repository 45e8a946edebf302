// The library: a game is put in, found by what happened in it, looked back at, played on from and taken
// out; a record is brought.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import { accessible } from "./axe.js";
import { DESK, PHONE } from "./browser.js";
import { Club, create, fits, said } from "./club.js";
import { beginHere, laid } from "./lobby.js";
import { BUILT } from "./program.js";
import { Scout } from "./scout.js";

const club = new Club();
const { skip } = club;
before(() => !skip && club.open());
after(() => club.close());

/** A game at one screen that is given up after the first phase. */
async function givenUp(page) {
  await beginHere(page, club.program.address, "training");
  const scout = await Scout.at(club.browser, club.program.address);
  const known = await scout.game(page.url());
  await known.ask("game.order", { order: { "end-movement": {} } });
  await known.ask("game.resign", {});
  const { record } = await known.ask("game.save", {});
  await scout.close();
  return { link: page.url(), record };
}

test("a game is put in, found, looked back at, played on from and taken out, by the keyboard", { skip }, async () => {
  const ann = await club.at("/account");
  await create(ann.page, "Ann");
  const { link } = await givenUp(ann.page);
  await ann.page.reload();
  await laid(ann.page);
  await ann.page.locator("#open-menu").focus();
  await ann.page.keyboard.press("Enter");
  await ann.page.locator("#shelve", { hasText: "Add to the library" }).press("Enter");
  await ann.page.locator("#shelve", { hasText: "Remove from the library" }).waitFor();
  await accessible(ann.page, "the menu of a game of the library");
  await ann.shot("library-menu");

  await ann.page.goto(club.program.address);
  await ann.page.locator("#library-link").press("Enter");
  const item = ann.page.locator("#found li");
  await item.first().waitFor();
  assert.match(await item.textContent(), /The .* side won \(given up, turn 1\)\..*Added by Ann/);
  await accessible(ann.page, "the library");
  await fits(ann.page);

  const path = new URL(link).pathname;
  await item.getByRole("link", { name: /^Look back: / }).press("Enter");
  await ann.page.waitForURL((url) => url.pathname === path && url.searchParams.get("at") === "0");
  await laid(ann.page);
  await ann.page.locator("#replay-slider").waitFor();
  await ann.page.goBack();
  await item.getByRole("link", { name: /^Play on from here: / }).press("Enter");
  await ann.page.locator("#play-on").waitFor();
  await ann.page.locator("#play-on-begin").press("Enter");
  await ann.page.waitForURL((url) => url.pathname.startsWith("/game/") && url.pathname !== path);
  await laid(ann.page);
  assert.match(await ann.page.locator("#title").textContent(), /^From turn 1 of /);

  await ann.page.goto(`${club.program.address}/library`);
  await item.first().waitFor();
  await ann.page.locator(`#found li[data-game="${path.split("/").at(-1)}"]`).waitFor();
  await ann.close();
});

test("what is looked for is an address, on a phone in the dark", { skip }, async () => {
  const window = await club.at("/library", { ...PHONE, colorScheme: "dark" });
  const { page } = window;
  await page.locator("#found li").first().waitFor();
  await page.locator("#look-for > summary").press("Enter");
  await page.locator("#add-happened").press("Enter");
  await page.locator("#happened-kind-1").selectOption("attack");
  await page.locator("#happened-odds-1").fill("3");
  await page.locator("#happened-name-1").fill("Snodgrass");
  await page.locator("#happened-before-1").fill("9");
  await page.locator("#library-winner").selectOption("union");
  await accessible(page, "a search on a phone in the dark");
  await fits(page);
  await window.shot("library-dark-390");
  await page.locator("#happened-before-1").press("Enter");
  await page.getByText("No game in the library matches.").waitFor();
  const { searchParams } = new URL(page.url());
  assert.deepEqual(Object.fromEntries(searchParams), {
    winner: "union",
    kind1: "attack",
    name1: "Snodgrass",
    before1: "9",
    odds1: "3",
  });
  // The address says it all again.
  await page.reload();
  await page.getByText("No game in the library matches.").waitFor();
  assert.equal(await page.locator("#happened-name-1").inputValue(), "Snodgrass");
  await page.getByRole("button", { name: "Remove this" }).tap();
  await page.locator("#library-winner").selectOption("");
  await page.locator("#find").tap();
  await page.locator("#found li").first().waitFor();
  await window.close();
});

/** The record of a game that was given up elsewhere. */
function fromElsewhere() {
  const of = { game: "1", side: "union" };
  const asked = [
    ["game.new", { scenario: "training" }],
    ["game.order", { ...of, order: { "end-movement": {} } }],
    ["game.resign", of],
    ["game.save", { game: "1" }],
  ];
  const lines = asked.map(([method, params], id) => `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  const { stdout } = spawnSync(process.env.LONGROLL ?? BUILT, ["protocol"], {
    input: lines.join(""),
    encoding: "utf8",
  });
  return JSON.parse(stdout.trim().split("\n").at(-1)).result.record;
}

test("a record is brought, refused where it is wrong, and known when it comes again", { skip }, async () => {
  const ben = await club.at("/account", DESK);
  await create(ben.page, "Ben");
  const { record: played } = await givenUp(ben.page);
  const record = fromElsewhere();
  await ben.page.goto(`${club.program.address}/library`);
  const bring = async (text, expected) => {
    const file = { name: "game.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(text) };
    await ben.page.locator("#library-file").setInputFiles(file);
    await said(ben.page, expected, "imported");
  };
  await bring("nothing", "Record, line 1: no header");
  await bring(`\ufeff${record}`, "Record, line 1: it begins with a byte order mark");
  const place = record.split("\n").findIndex((line) => line.includes('"end-movement"')) + 1;
  await bring(record.replace('"end-movement"', '"end-combat"'), `Record, line ${place}: `);
  // A game that was played here is put in by its players, with their seats.
  await bring(played, "Only a player of a game may add it or take it out.");
  await bring(record, "The game is now in the library.");
  await bring(record, "This game is already in the library.");
  const mine = ben.page.locator("#found li", { hasText: "Imported by Ben" });
  await mine.waitFor();
  await accessible(ben.page, "the library of somebody who has brought a record");
  await ben.shot("library-desk");
  const saved = ben.page.waitForEvent("download");
  await mine.getByRole("link", { name: /^Record: / }).click();
  await (await saved).delete();
  await mine.getByRole("button", { name: /^Remove: / }).click();
  await mine.waitFor({ state: "detached" });
  await ben.close();
});
