// The dice between two who do not trust the server, as their pages tell of them: waited for, warned of, and
// checked in both browsers. What is checked, and how, tests/web/dice.test.js tests.

import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { after, before, test } from "node:test";
import { launch, quit, Window } from "./browser.js";
import { beginApart, laid, setUp } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { decide } from "./player.js";
import { Program } from "./program.js";
import { Scout } from "./scout.js";

/** This machine as another on the network sees it: by plain HTTP from there a browser has no cryptography of its own. */
const FOREIGN = Object.values(networkInterfaces())
  .flat()
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

let program, browser, scout;
before(async () => {
  program = await Program.start(FOREIGN);
  browser = await launch();
  scout = await Scout.at(browser, program.address);
});
after(async () => {
  await quit(browser);
  await program?.close();
});

async function open(link) {
  const window = await Window.open(browser);
  // Where this machine has no other address, the browser is made to miss what it would miss there.
  if (!FOREIGN)
    await window.context.addInitScript(() => Object.defineProperty(Crypto.prototype, "subtle", { value: undefined }));
  await window.page.goto(link);
  await laid(window.page);
  return window;
}

async function begin() {
  const lobby = await Window.open(browser);
  const links = await beginApart(lobby.page, program.address, "training");
  await lobby.close();
  return links;
}

/** A new tutorial battle, what binds its dice, and how its shares stand as anybody may see them. */
function looking(link) {
  const game = new URL(link).pathname.split("/")[2];
  return async () => (await scout.ask("game.view", { game })).dice;
}

/** Plays on for whoever is asked, by the protocol, until `done`. */
async function play(seats, done) {
  let view = await seats.union.view();
  let moved = 0;
  while (!done(view)) {
    const known = seats[view.question.side];
    const order = await decide(known, await known.view(), moved);
    moved = "move" in order ? moved + 1 : 0;
    await known.ask("game.order", { order });
    view = await known.view();
  }
  return view;
}

test("the dice wait for the second player, and both pages check them when the game is over", async () => {
  const links = await begin();
  const dice = looking(links.union);
  assert.deepEqual((await dice()).shares, { union: "awaited", confederate: "awaited" });
  const union = await open(links.union);
  assert.equal(await union.page.evaluate(() => crypto.subtle), undefined, "no cryptography of the browser's own");
  const wait = union.page.locator("#dice-wait");
  await wait.waitFor();
  assert.match(await wait.textContent(), /waiting for the Confederate player, who has not opened this game yet/);
  assert.deepEqual((await dice()).shares, { union: "committed", confederate: "awaited" });
  await union.shot("shares-1-wait");

  // Whatever needs no die goes on; the first attack is kept.
  const seats = { union: await scout.game(links.union) };
  const view = await play(seats, (now) => now.phase === "combat" && now.owed.cases.length > 0);
  const mouse = new Mouse(union.page, seats.union);
  await union.page.locator("#zoom-all").click();
  await mouse.give(await decide(seats.union, view));
  await union.page.locator("#drop-order").waitFor();
  await union.shot("shares-2-kept");
  assert.equal((await dice()).thrown, 0);

  // The other comes: the page gives the order by itself.
  const confederate = await open(links.confederate);
  await union.page.locator("#dice-wait").waitFor({ state: "detached" });
  await union.page.locator("#panel-log .die-thrown").first().waitFor();
  const stood = await dice();
  assert.deepEqual(
    [stood.shares, stood.thrown, stood.waiting],
    [{ union: "bound", confederate: "bound" }, 1, undefined],
  );

  seats.confederate = await scout.game(links.confederate);
  // A page that comes back finds its share where it left it.
  await union.page.reload();
  await laid(union.page);
  await seats.confederate.ask("game.resign");
  for (const [window, name] of [
    [union, "union"],
    [confederate, "confederate"],
  ]) {
    const checked = window.page.locator("#dice-checked.sound");
    await checked.waitFor();
    assert.match(await checked.textContent(), /The dice were rolled fairly/);
    await window.page.locator("#see-dice").click();
    await window.page.locator("#dice-verdict").waitFor();
    const found = window.page.locator("#dialog .findings li");
    const texts = await found.allTextContents();
    assert.ok(
      texts.every((text) => text.includes("Passed:")),
      texts.join("\n"),
    );
    assert.ok(
      texts.some((text) => text.includes("1 die, each as the seeds determine")),
      texts.join("\n"),
    );
    await window.shot(`shares-3-checked-${name}`);
  }
  await union.close();
  await confederate.close();
});

test("a server that shows another commitment than it did gets no share", async () => {
  const links = await begin();
  const dice = looking(links.confederate);
  // The link was sent by the other player, not by the server: it tells what binds the dice.
  const digit = links.confederate.at(-1) === "0" ? "1" : "0";
  const window = await open(links.confederate.slice(0, -1) + digit);
  await window.page.locator("#alarm").waitFor();
  assert.match(await window.page.locator("#alarm").textContent(), /The server's commitment has changed/);
  assert.deepEqual((await dice()).shares, { union: "awaited", confederate: "awaited" });
  await window.shot("shares-4-alarm");
  // By the player's own word the page goes on all the same.
  await window.page.locator("#take-anyway").click();
  await window.page.locator("#alarm").waitFor({ state: "detached" });
  await window.page.locator("#dice-wait").waitFor();
  assert.deepEqual((await dice()).shares, { union: "awaited", confederate: "committed" });
  await window.close();
});

test("a share that was made in another browser is waited for, or replaced by a new one", async () => {
  const links = await begin();
  const dice = looking(links.union);
  const lost = await open(links.union);
  await lost.page.locator("#dice-wait").waitFor();
  await lost.close();
  const union = await open(links.union);
  const confederate = await open(links.confederate);
  await union.page.locator("#renew-share").waitFor();
  await confederate.page.locator("#dice-wait", { hasText: "the share of the Union player" }).waitFor();
  await union.shot("shares-5-lost");
  await union.page.locator("#renew-share").click();
  await confederate.page.locator("#dice-wait").waitFor({ state: "detached" });
  assert.deepEqual((await dice()).shares, { union: "unbound", confederate: "bound" });
  await union.close();
  await confederate.close();
});

test("with a share for each throw the page says for whom the dice wait", async () => {
  const lobby = await Window.open(browser);
  await lobby.page.goto(program.address);
  await setUp(lobby.page, "training");
  await lobby.page.locator("input[name=mode][value=two]").check();
  await lobby.page.locator("#each-throw").check();
  await lobby.page.locator("#begin").click();
  await lobby.page.locator("#link-confederate").waitFor();
  const links = {
    union: await lobby.page.locator("#link-union").inputValue(),
    confederate: await lobby.page.locator("#link-confederate").inputValue(),
  };
  await lobby.close();
  const union = await open(links.union);
  const confederate = await open(links.confederate);
  await union.page.locator("#dice-wait").waitFor({ state: "detached" });
  const seats = { union: await scout.game(links.union), confederate: await scout.game(links.confederate) };
  // Without the other page nothing falls.
  await confederate.close();
  await play(seats, (view) => view.dice.throw.declared);
  await union.page.locator("#dice-wait", { hasText: "Its dice are waiting for the Confederate player" }).waitFor();
  await union.shot("shares-6-throw");
  const again = await open(links.confederate);
  await again.page.locator("#dice-wait", { hasText: "you cannot give a new one" }).waitFor();
  assert.equal(await again.page.locator("#renew-share").count(), 0);
  await seats.union.ask("game.resign");
  // No die fell: there is nothing that a chain would have to prove.
  await union.page.locator("#dice-checked.sound").waitFor();
  await union.close();
  await again.close();
});
