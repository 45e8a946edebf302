// The dice between two who do not trust the server: bound, told, waited for, and checked in both
// browsers.

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
  let view = await play(seats, (now) => now.phase === "combat" && now.owed.cases.length > 0);
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
  view = await play(seats, (now) => now.phase === "over");
  for (const [window, name] of [
    [union, "union"],
    [confederate, "confederate"],
  ]) {
    const checked = window.page.locator("#dice-checked.sound");
    await checked.waitFor();
    assert.match(await checked.textContent(), /The dice were thrown fairly/);
    await window.page.locator("#see-dice").click();
    await window.page.locator("#dice-verdict").waitFor();
    const found = window.page.locator("#dialog .findings li");
    const texts = await found.allTextContents();
    assert.ok(
      texts.every((text) => text.includes("In order")),
      texts.join("\n"),
    );
    assert.ok(
      texts.some((text) => text.includes(`${view.dice.thrown} dice, each as the seeds give it`)),
      texts.join("\n"),
    );
    await window.shot(`shares-3-checked-${name}`);
  }
  await union.close();
  await confederate.close();
});

test("a change of anything that binds the dice is found by the check", async () => {
  const links = await begin();
  const union = await open(links.union);
  const confederate = await open(links.confederate);
  await union.page.locator("#dice-wait").waitFor({ state: "detached" });
  const seats = { union: await scout.game(links.union), confederate: await scout.game(links.confederate) };
  await play(seats, (now) => now.phase === "over");
  await union.page.locator("#dice-checked.sound").waitFor();
  const { record } = await seats.union.ask("game.save", { token: undefined });
  const check = (text) =>
    union.page.evaluate(
      async ([text, game]) => {
        const { audit } = await import("/static/js/dice/audit.js");
        const { held, shareOf } = await import("/static/js/dice/memory.js");
        return audit(text, { known: held(game), own: shareOf, you: "union" });
      },
      [text, seats.union.game],
    );
  assert.equal((await check(record)).verdict, "sound");
  const lines = record.trim().split("\n");
  const replaced = (index, change) =>
    lines.map((line, at) => (at === index ? JSON.stringify(change(JSON.parse(line))) : line)).join("\n");
  const where = (test) => lines.findIndex((line) => test(JSON.parse(line)));
  const forgeries = {
    "another commitment": replaced(0, (header) => ({ ...header, commitment: "0".repeat(64) })),
    "another server seed": replaced(lines.length - 1, (entry) => ({ ...entry, reveal: "0".repeat(64) })),
    "another share": replaced(
      where((line) => line.seed && line.side === "union"),
      (entry) => ({ ...entry, seed: "0".repeat(64) }),
    ),
    "another hash of a share": replaced(
      where((line) => line.commit),
      (entry) => ({ ...entry, commit: "0".repeat(64) }),
    ),
    "another die": replaced(
      where((line) => line.dice),
      (entry) => ({
        ...entry,
        events: entry.events.map((event) => (event.die ? { ...event, die: (event.die % 6) + 1 } : event)),
      }),
    ),
    "a die that was counted out": replaced(
      where((line) => line.dice),
      ({ dice: _, ...entry }) => entry,
    ),
    "a line struck out": lines.filter((_, index) => index !== 3).join("\n"),
  };
  for (const [name, text] of Object.entries(forgeries)) assert.equal((await check(text)).verdict, "broken", name);
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

  // And a page that has seen the game before notices it without a link that tells.
  const other = await open(links.union);
  await other.page.locator("#dice-wait").waitFor();
  await other.page.evaluate(() => {
    const [key] = Object.keys(localStorage).filter((key) => key.startsWith("longroll.dice."));
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), commitment: "0".repeat(64) }));
  });
  await other.page.reload();
  await laid(other.page);
  await other.page.locator("#alarm").waitFor();
  await other.close();
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

test("the page hashes lines and throws dice as the program does", async () => {
  const window = await Window.open(browser);
  await window.page.goto(`${program.address}/rules`);
  const found = await window.page.evaluate(async () => {
    const { headerHash, entryHash } = await import("/static/js/dice/record.js");
    const { Stream, keyOf } = await import("/static/js/dice/stream.js");
    const header = {
      longroll: 2,
      system: "blue-gray",
      options: { "touch-move": false, a: true },
      dice: [],
      title: 'Ärger, \u2028 "q" \\ \n\u001f 😀',
      z: null,
      secret: "x",
    };
    const entry = {
      version: 1,
      side: "union",
      order: { move: { unit: "u-1", to: "0714" } },
      events: [{ points: -3, é: 1, "\uffee": 2, "😀": 3 }],
    };
    const first = headerHash(header);
    const stream = new Stream(keyOf(new Uint8Array(32).fill(7), { union: "north", confederate: "south" }));
    return [first, entryHash(first, entry), Array.from({ length: 20 }, () => stream.throw()).join("")];
  });
  // The same stand in the tests of crates/tabletop, chain.rs and dice.rs.
  assert.deepEqual(found, [
    "2d56531a81926e5b1a40f21df9cd4cadee871983900c556a3d8db1019b44efde",
    "ceb25a5c3460cd86a80ec53703688090d0787997a87d50da11779677fba3896d",
    "52624215224413556634",
  ]);
  await window.close();
});

test("with a share for each throw both pages answer for every die, and the game waits for a page that is closed", async () => {
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
  const dice = looking(links.union);
  const union = await open(links.union);
  let confederate = await open(links.confederate);
  await union.page.locator("#dice-wait").waitFor({ state: "detached" });
  const seats = { union: await scout.game(links.union), confederate: await scout.game(links.confederate) };
  const settled = async () => {
    const view = await seats.union.view();
    // The pages answer by themselves: what is declared is soon carried out.
    return view.dice.throw.declared ? seats.union.after(view.version) : view;
  };
  const play = async (done) => {
    let moved = 0;
    for (let view = await settled(); !done(view); view = await settled()) {
      const known = seats[view.question.side];
      const order = await decide(known, await known.view(), moved);
      moved = "move" in order ? moved + 1 : 0;
      await known.ask("game.order", { order });
    }
    return settled();
  };
  await play((view) => view.dice.thrown > 2);

  // Without the other page nothing falls, and the page says for whom the dice wait.
  await confederate.close();
  let view = await settled();
  while (!view.dice.throw.declared) {
    const known = seats[view.question.side];
    await known.ask("game.order", { order: await decide(known, await known.view(), 3) });
    view = await known.view();
  }
  const { thrown } = await dice();
  await union.page.locator("#dice-wait", { hasText: "Its dice are waiting for the Confederate player" }).waitFor();
  await union.shot("shares-6-throw");
  assert.equal((await dice()).thrown, thrown);
  // A window that is opened anew has no chain: it begins another, which is said to be unbound for
  // this throw.
  confederate = await open(links.confederate);
  await confederate.page.locator("#renew-share").click();
  await union.page.locator("#dice-wait").waitFor({ state: "detached" });
  assert.equal((await dice()).shares.confederate, "unbound");

  await play((now) => now.phase === "over");
  await union.page.locator("#dice-checked.unproved").waitFor();
  await union.page.locator("#see-dice").click();
  await union.page.locator("#dice-verdict").waitFor();
  const texts = await union.page.locator("#dialog .findings li").allTextContents();
  assert.ok(
    texts.some((text) => text.includes("The Union player gave a share for every throw")),
    texts.join("\n"),
  );
  assert.ok(
    texts.some((text) => /Not proved:\s+The Confederate share was not committed/.test(text)),
    texts.join("\n"),
  );
  assert.ok(
    texts.some((text) => text.includes("each as the seeds give it")) && !texts.some((text) => text.includes("Wrong")),
    texts.join("\n"),
  );
  await union.close();
  await confederate.close();
});
