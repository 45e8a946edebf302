// What people type, on every page that shows it: 80 letters without a space make none wider than a phone, and what
// is written from right to left turns nothing round it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible } from "./axe.js";
import { DESK, PHONE } from "./browser.js";
import { Club, create } from "./club.js";
import { laid } from "./lobby.js";
import { Scout } from "./scout.js";

const LONG = "W".repeat(80);
/** The longest name of an account. */
const NAME = "W".repeat(24);
const LETTERS = "\u05d0\u05d1\u05d2";
const HEBREW = `${LETTERS} (1)`;

const club = new Club();
const { skip } = club;
before(() => !skip && club.open(["--shared-packs"]));
after(() => club.close());

/** Sends a form as a page does that is signed in. */
async function post(page, path, body) {
  const answer = await page.evaluate(
    async ([path, body]) => {
      const headers = { "Content-Type": "application/json" };
      const sent = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
      return { status: sent.status, told: await sent.json() };
    },
    [path, body],
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.told));
  return answer.told;
}

/** A game that is over, and a position of it that is played on from, each with a long name. */
async function played(scout) {
  const { game, tokens } = await scout.ask("game.new", { scenario: "training", name: LONG });
  const seat = { game, token: tokens.both };
  await scout.ask("game.order", { ...seat, order: { "end-movement": {} } });
  await scout.ask("game.resign", seat);
  const branch = await scout.ask("game.branch", { game, version: 1, name: LONG });
  return { game, token: tokens.both, branch: branch.game };
}

/** A pack whose title, author and battle have long names, shared by a reader who has one too. */
async function shared(scout) {
  const { files } = await scout.ask("pack.open", { scenario: "training" });
  const path = "blue-gray/training/battle.toml";
  files[path].title = LONG;
  const about = { title: LONG, author: LONG, about: LONG };
  const { pack } = await scout.ask("pack.keep", { files: { [path]: files[path] }, ...about });
  await scout.ask("pack.share", { pack, author: LONG, note: LONG });
  return pack;
}

test("no page that shows what people typed is wider than a phone", { skip }, async () => {
  const scout = await Scout.at(club.browser, club.address);
  const ann = await club.at("/account", PHONE);
  const ben = await club.at("/account", DESK);
  await create(ann.page, NAME);
  await create(ben.page, LETTERS);
  const { page } = ann;
  const { game, token, branch } = await played(scout);
  const pack = await shared(scout);
  await post(page, "/account/seats/keep", { tokens: [token] });
  await post(page, "/library/put", { game, token });
  const variations = [{ game: branch, comment: LONG }];
  const moments = [{ game, version: 1, comment: `${LONG}\n\n${HEBREW}`, variations }];
  const { study } = await post(page, "/studies/keep", { shown: "open", title: LONG, about: LONG, moments });
  const plan = { kind: "round-robin", scenarios: ["training"], games: 1, days: 7, most: 4 };
  const names = [LONG.slice(0, 79), HEBREW];
  const open = await post(page, "/tournaments/make", { ...plan, title: LONG, invited: names });
  const begun = await post(page, "/tournaments/make", { ...plan, title: `${HEBREW} ${LONG.slice(10)}` });
  for (const one of [page, ben.page]) await post(one, "/tournaments/enter", begun);
  await post(page, "/tournaments/begin", begun);
  const terms = { scenario: "training", options: {}, games: 2, clock: null, rated: false, bid: null, shown: true };
  await post(page, "/club/challenges/make", { terms, side: "union" });
  await page.addInitScript((pack) => localStorage.setItem("longroll.packs", JSON.stringify([pack])), pack);

  const { width } = page.viewportSize();
  const fits = async (where) => {
    // A phone's own `innerWidth` grows with what sticks out.
    const across = await page.evaluate(() => document.documentElement.scrollWidth);
    await ann.shot(`typed-${where.replaceAll(/\W+/g, "-")}`);
    assert.ok(across <= width, `${where}: ${across} px of ${width}`);
    await accessible(page, `${where} with long names`);
    // What is not isolated would be a text of its own, outside of any <bdi>.
    const bare = await page.evaluate((long) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        if (text.data.includes(long) && !text.parentElement.closest("bdi, option, textarea, script, .aloud"))
          found.push(text.parentElement.outerHTML.slice(0, 200));
      return found;
    }, NAME);
    assert.deepEqual(bare, [], where);
  };
  for (const [where, path, shown] of [
    ["the first page", "/", LONG],
    ["the account", "/account", LONG],
    ["the club", "/club", NAME],
    ["tournaments", "/tournaments", LONG],
    ["a tournament that is open", `/tournament/${open.tournament}`, names[0]],
    ["a tournament that is played", `/tournament/${begun.tournament}`, NAME],
    ["the ladder", "/ladder", ""],
    ["the library", "/library", LONG],
    ["a study", `/study/${study}`, LONG],
    ["packs", "/packs", LONG],
    ["the editor", "/editor", LONG],
  ]) {
    await page.goto(`${club.address}${path}`);
    if (shown) await page.locator("bdi", { hasText: shown }).first().waitFor();
    else await page.locator("#content section").first().waitFor();
    await fits(where);
  }

  const { game: apart, tokens } = await scout.ask("game.new", { scenario: "training", mode: "two", name: LONG });
  for (const [seat, text] of [
    ["union", LONG],
    ["confederate", HEBREW],
  ])
    await scout.ask("talk.say", { game: apart, token: tokens[seat], room: "players", text });
  await scout.ask("talk.note", { game: apart, token: tokens.union, text: LONG });
  for (const [where, address] of [
    ["a game", `/game/${apart}#${tokens.union}`],
    ["a game that is played on", `/game/${branch}`],
  ]) {
    await page.goto(`${club.address}${address}`);
    await laid(page);
    await fits(where);
    if (!address.includes("#")) continue;
    await page.locator("#tab-talk").tap();
    await page.locator("bdi", { hasText: HEBREW }).waitFor();
    await page.locator(".notes bdi", { hasText: LONG }).waitFor();
    await fits("talk");
  }
  // In a wide window a long title leaves the buttons of the bar where they are.
  await ben.page.goto(`${club.address}/game/${branch}`);
  await laid(ben.page);
  await ben.shot("typed-title-desk");
  const out = await ben.page.evaluate(() =>
    [...document.querySelectorAll(".bar button")]
      .filter((one) => one.getBoundingClientRect().right > innerWidth)
      .map((one) => one.outerHTML),
  );
  assert.deepEqual(out, []);
  await ann.close();
  await ben.close();
  await scout.close();
});
