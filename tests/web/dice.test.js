// The dice between two who do not trust the server: bound, told, waited for, and checked by both pages.

import assert from "node:assert/strict";
import { test } from "node:test";
import { audit } from "../../web/js/dice/audit.js";
import { endOf, endsSoon, freshChain, hashOf, linkBefore } from "../../web/js/dice/hash.js";
import { held, keepShare, shareOf } from "../../web/js/dice/memory.js";
import { entryHash, headerHash } from "../../web/js/dice/record.js";
import { Shares } from "../../web/js/dice/shares.js";
import { keyOf, Stream } from "../../web/js/dice/stream.js";
import { Refusal } from "../../web/js/session/connection.js";
import { decide } from "../browser/player.js";
import { chained, split } from "./records.js";
import { forget, program, scout, sit, until } from "./server.js";

const SIDES = ["union", "confederate"];

/** A new game of two: what is told of its dice to anybody, and who takes a seat by a page of their own. */
async function begin(settings = {}) {
  const { game, tokens } = await scout.ask("game.new", { scenario: "training", mode: "two", ...settings });
  return {
    game,
    dice: async () => (await scout.ask("game.view", { game })).dice,
    sit: (side, more) => sit({ game, token: tokens[side] }, more),
    // Whoever is asked for by the scout has come to the game.
    scouts: async () =>
      Object.fromEntries(
        await Promise.all(
          SIDES.map(async (side) => [side, await scout.game(`${program.address}/game/${game}#${tokens[side]}`)]),
        ),
      ),
  };
}

/** The view once the pages have given their shares for whatever was declared. */
async function settled({ union }) {
  let view = await union.view();
  while (view.dice.throw?.declared) view = await union.after(view.version);
  return view;
}

/** Plays on for whoever is asked until `done`. */
async function play(seats, done) {
  let moved = 0;
  for (let view = await settled(seats); !done(view); view = await settled(seats)) {
    const known = seats[view.question.side];
    const order = await decide(known, await known.view(), moved);
    moved = "move" in order ? moved + 1 : 0;
    await known.give(order);
  }
  return settled(seats);
}

const over = (view) => view.phase === "over";
const saved = async ({ union }) => (await union.ask("game.save")).record;
/** What the check finds of a record as a browser sees it that was never at the game. */
function checked(header, entries) {
  const { verdict, findings } = audit(chained(header, entries));
  return { verdict, bad: findings.filter(({ kind }) => kind === "bad").map(({ text }) => text) };
}

/** Entries with one of them changed. */
const changed = (entries, at, change) => entries.map((entry, index) => (index === at ? change(entry) : entry));
/** An entry whose die shows another face. */
const turned = (entry) => ({
  ...entry,
  events: entry.events.map((event) => (event.die ? { ...event, die: (event.die % 6) + 1 } : event)),
});

test("lines are hashed and dice thrown as the program does", () => {
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
  // The same stand in the tests of crates/tabletop, chain.rs and dice.rs.
  assert.deepEqual(
    [first, entryHash(first, entry), Array.from({ length: 20 }, () => stream.throw()).join("")],
    [
      "2d56531a81926e5b1a40f21df9cd4cadee871983900c556a3d8db1019b44efde",
      "ceb25a5c3460cd86a80ec53703688090d0787997a87d50da11779677fba3896d",
      "52624215224413556634",
    ],
  );
});

test("shares bind the dice of a game, and whatever is changed of its record is found", async () => {
  const { game, dice, sit, scouts } = await begin();
  assert.deepEqual((await dice()).shares, { union: "awaited", confederate: "awaited" });
  const union = await sit("union");
  assert.deepEqual((await dice()).shares, { union: "committed", confederate: "awaited" });
  const confederate = await sit("confederate");
  await until(union, ({ view }) => SIDES.every((side) => view.dice.shares[side] === "bound"));
  const seats = await scouts();
  const { dice: thrown } = await play(seats, over);
  await Promise.all([union, confederate].map((session) => until(session, ({ view }) => over(view))));

  const record = await saved(seats);
  const check = (text, you = "union") => audit(text, { known: held(game), own: shareOf, you });
  for (const side of ["union", "confederate"]) {
    const { verdict, findings } = check(record, side);
    assert.equal(verdict, "sound", JSON.stringify(findings));
    assert.ok(findings.every(({ kind }) => kind === "good"));
    assert.equal(findings.at(-1).text, `${thrown.thrown} dice, each as the seeds determine.`);
  }
  const lines = record.trim().split("\n");
  const replaced = (index, change) =>
    lines.map((line, at) => (at === index ? JSON.stringify(change(JSON.parse(line))) : line)).join("\n");
  const where = (test) => lines.findIndex((line) => test(JSON.parse(line)));
  const zeros = "0".repeat(64);
  const forgeries = {
    "another commitment": replaced(0, (header) => ({ ...header, commitment: zeros })),
    "another server seed": replaced(lines.length - 1, (entry) => ({ ...entry, reveal: zeros })),
    "another share": replaced(
      where((line) => line.seed && line.side === "union"),
      (entry) => ({ ...entry, seed: zeros }),
    ),
    "another hash of a share": replaced(
      where((line) => line.commit),
      (entry) => ({ ...entry, commit: zeros }),
    ),
    "another die": replaced(
      where((line) => line.dice),
      turned,
    ),
    "a die that was counted out": replaced(
      where((line) => line.dice),
      ({ dice: _, ...entry }) => entry,
    ),
    "a line struck out": lines.filter((_, index) => index !== 3).join("\n"),
  };
  for (const [name, text] of Object.entries(forgeries)) assert.equal(check(text).verdict, "broken", name);
});

test("a server that shows another commitment than it did gets no share", async () => {
  const { dice, sit } = await begin();
  // The link was sent by the other player, not by the server: it tells what binds the dice.
  const { commitment } = await dice();
  const noted = (commitment[0] === "0" ? "1" : "0") + commitment.slice(1, 16);
  const warned = await sit("confederate", { noted });
  assert.match(warned.shares.alarm.text, /The server's commitment has changed/);
  assert.equal(warned.you, null, "the seat is not taken");
  assert.deepEqual((await dice()).shares, { union: "awaited", confederate: "awaited" });
  // By the player's own word the page goes on all the same.
  warned.shares.alarm.anew();
  const anyway = await sit("confederate", { noted });
  assert.equal(anyway.shares.alarm, null);
  assert.deepEqual((await dice()).shares, { union: "awaited", confederate: "committed" });

  // And a page that has seen the game before notices it without a link that tells.
  const other = await begin();
  await other.sit("union");
  const key = `longroll.dice.${other.game}`;
  localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), commitment: "0".repeat(64) }));
  assert.match((await other.sit("union")).shares.alarm.text, /commitment has changed/);
});

test("a share that was made in another browser is waited for, or replaced by a new one", async () => {
  const { dice, sit } = await begin();
  await sit("union");
  const there = forget();
  const union = await sit("union");
  const confederate = await sit("confederate");
  await until(union, ({ shares }) => shares.lost);
  await until(confederate, ({ view }) => view.dice.shares.confederate === "bound");
  assert.deepEqual((await dice()).shares, { union: "asked", confederate: "bound" });
  await union.shares.renew();
  await until(confederate, ({ view }) => view.dice.shares.union === "unbound");
  assert.deepEqual((await dice()).shares, { union: "unbound", confederate: "bound" });
  forget(there);
});

test("with a share for each throw both pages answer for every die, and the game waits for a page that is closed", async () => {
  const { dice, sit, scouts } = await begin({ shares: "each-throw" });
  const union = await sit("union");
  const confederate = await sit("confederate");
  const seats = await scouts();
  await until(union, ({ view }) => view.dice.throw?.next.union && view.dice.throw.next.confederate);
  const { version } = await play(seats, (view) => view.dice.thrown > 0);
  // No game goes back behind a throw.
  await assert.rejects(seats.union.ask("game.offer", { offer: { rewind: { to: 0 } } }), {
    message: /no further than the last order that took dice/,
  });
  await play(seats, (view) => view.dice.thrown > 2);

  // Without the other page nothing falls.
  confederate.wire.cut();
  let view = await settled(seats);
  while (!view.dice.throw.declared) {
    const known = seats[view.question.side];
    await known.give(await decide(known, await known.view(), 3));
    view = await known.view();
  }
  const { thrown } = await dice();
  await until(union, (session) => session.view.dice.throw.declared === view.dice.throw.declared);
  assert.equal((await dice()).thrown, thrown);
  // A browser that has no chain cannot begin another: the order waits for the one that has.
  const there = forget();
  const fresh = await sit("confederate");
  await until(fresh, ({ shares }) => shares.lost);
  await fresh.shares.renew();
  assert.deepEqual((await dice()).throw.owed, ["confederate"]);
  fresh.wire.cut();
  forget(there);
  await sit("confederate");

  await play(seats, (now) => now.dice.thrown > thrown + 1);
  await seats.union.ask("game.resign");
  const { verdict, findings } = audit(await saved(seats), { own: shareOf, you: "union" });
  assert.equal(verdict, "unproved");
  const texts = findings.map(({ kind, text }) => `${kind}: ${text}`).join("\n");
  assert.match(texts, /good: The Union player gave a share for every throw/);
  assert.match(texts, /good: The Confederate player gave a share for every throw/);
  assert.match(texts, /good: \d+ dice, each as the seeds determine/);
  assert.doesNotMatch(texts, /^bad/m);

  // As far as it had come after the first throw.
  const [header, all] = split(await saved(seats));
  const entries = all.slice(0, version);
  assert.deepEqual(checked(header, entries).bad, []);
  // The first link for an order is an entry of its own, and no chain is begun while the order waits.
  const at = entries.findIndex(({ link }) => link);
  const end = entries.findIndex(({ order }, index) => order && index > at);
  const { link: told, side: first } = entries[at];
  const second = { side: first === "union" ? "confederate" : "union", link: "another" };
  const commit = { side: first, commit: "0".repeat(64) };
  for (const [forged, wrong] of [
    [entries.filter((_, index) => index !== at), `Entry ${at + 1}: the first link is missing.`],
    [entries.toSpliced(at, 0, commit), `Entry ${at + 1}: a chain was begun while an order was waiting for its dice.`],
    [entries.toSpliced(at + 1, 0, second), `Entry ${at + 2}: a second link was sent alone.`],
    [
      entries.toSpliced(at - 1, 0, { side: first, link: told }),
      `Entry ${at}: a link was sent before an order was fixed.`,
    ],
  ]) {
    assert.equal(checked(header, forged).bad[0], wrong);
  }
  // In a match that was begun before this was the rule both links stand in one entry.
  const { links: _, ...before } = header;
  const played = entries.slice(0, end + 1);
  assert.deepEqual(checked(before, played.toSpliced(at, 1)).bad, []);
  assert.deepEqual(checked(before, played).bad[0], `Entry ${at + 1}: a link was sent alone.`);
  const forged = [
    { side: "union", offer: { rewind: { to: 0 } } },
    { side: "confederate", accept: entries.length + 1 },
  ];
  assert.deepEqual(checked(header, [...entries, ...forged]).bad, [
    `Entry ${entries.length + 2} goes back past dice that cannot be rolled again.`,
  ]);
});

test("another chain is begun fifty throws before the end of one, and never while an order waits", async () => {
  const chain = freshChain();
  const links = [chain.chain];
  while (links.length <= chain.links) links.push(hashOf(links.at(-1)));
  assert.equal(links.at(-1), endOf(chain));
  assert.deepEqual(
    [0, 1, 50, 51, chain.links].map((left) => endsSoon(chain, links[left])),
    [true, true, true, false, false],
  );
  keepShare(links.at(-1), chain);
  // A page's session of which only the shares ask for anything.
  let refuses = true;
  const asked = [];
  const session = {
    game: "of chains",
    token: "of chains",
    you: "union",
    begun: true,
    view: null,
    entries: new Map([[1, { version: 1, side: "union", commit: links.at(-1) }]]),
    take: async (_, params) => {
      asked.push(params);
      if (refuses && params.commit) throw new Refusal({ code: 2, message: "an order waits for its dice" });
    },
  };
  const shares = new Shares(session);
  const see = async (next, order = {}) => {
    session.view = { phase: "combat", dice: { commitment: "c", throw: { next: { union: next }, ...order } } };
    await shares.follow();
    return asked.splice(0);
  };
  assert.deepEqual(await see(links[51]), []);
  assert.deepEqual(await see(links[50], { declared: 9, owed: ["confederate"] }), []);
  assert.deepEqual(await see(links[50], { declared: 9, owed: ["union"] }), [{ seed: links[49] }]);
  const [begun, ...more] = await see(links[49]);
  const { commit } = begun;
  assert.deepEqual([begun, more], [{ commit, commitment: "c" }, []]);
  assert.equal(endOf(shareOf(commit)), commit);
  // The opponent's next order came first: once its dice have fallen the same chain is offered again.
  assert.deepEqual(await see(links[49], { declared: 12, owed: ["union"] }), [{ seed: links[48] }]);
  refuses = false;
  assert.deepEqual(await see(links[48]), [begun]);
  // What the page shows may lag behind what was accepted.
  assert.deepEqual(await see(links[48]), []);
  session.entries.set(15, { version: 15, side: "union", commit });
  assert.deepEqual(await see(commit), []);
  const last = linkBefore(shareOf(commit), commit);
  assert.deepEqual(await see(commit, { declared: 16, owed: ["union"] }), [{ seed: last }]);
});

/** Plays on until so many dice count. */
const throwing = (seats, dice) => play(seats, (view) => view.dice.thrown >= dice);

async function goBack(seats, to) {
  await seats.union.ask("game.offer", { offer: { rewind: { to } } });
  const { offers } = await seats.union.view();
  if (offers) await seats.confederate.ask("game.accept", { offer: offers[0].version });
}

/** A game in which both sides went back twice, and then one gave up. */
async function wentBack(seats) {
  const entries = async () => (await seats.union.ask("game.log")).entries;
  await throwing(seats, 1);
  const thrown = (await entries()).find(({ dice }) => dice);
  await throwing(seats, 3);
  await goBack(seats, thrown.version);
  await throwing(seats, 2);
  const order = (await entries()).find(({ order }) => order);
  await goBack(seats, order.version);
  await throwing(seats, 2);
  await seats.union.ask("game.resign");
  return order;
}

test("the check follows a game that went back", async () => {
  const { game, sit, scouts } = await begin();
  const union = await sit("union");
  await sit("confederate");
  const seats = await scouts();
  await until(union, ({ view }) => view.dice.shares.confederate === "bound");
  await wentBack(seats);
  const { verdict, findings } = audit(await saved(seats), { known: held(game), own: shareOf, you: "union" });
  assert.equal(verdict, "sound", JSON.stringify(findings));
});

test("the check finds what does not fit in a game that went back", async () => {
  // So that no die is like another by chance.
  const loaded = [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6];
  const seats = await (await begin({ dice: loaded })).scouts();
  const order = await wentBack(seats);
  const [header, entries] = split(await saved(seats));
  assert.deepEqual(checked(header, entries), { verdict: "unproved", bad: [] }, "nothing is wrong with it");
  const back = entries.findIndex(({ offer }) => offer?.rewind);
  const taken = entries.findIndex(({ accept }) => accept !== undefined);
  const die = entries.findLastIndex(({ dice }) => dice);
  const rewind = (at) => (entry) => ({ ...entry, offer: { rewind: { to: at(entry) } } });
  const forgeries = {
    "another place to go back to": [back, rewind(() => order.version), /the dice show 2, the seeds give 1/],
    "no order that counts": [back, rewind(({ version }) => version), /is no order that counted/],
    "where it stood": [back, rewind(() => entries[back - 1].version), /goes back to the current position/],
    "an acceptance of nothing": [taken, (entry) => ({ ...entry, accept: 1 }), /accepts what was not offered/],
    "an offer that its own side takes": [
      taken,
      (entry) => ({ ...entry, side: "union" }),
      /accepts what was not offered/,
    ],
    "an answer to nothing": [
      taken,
      ({ accept: _, ...entry }) => ({ ...entry, decline: 1 }),
      /declines what was not offered/,
    ],
    "a game that goes on after a draw": [
      back,
      (entry) => ({ ...entry, offer: { draw: {} } }),
      /comes after the end of the game/,
    ],
    "another die after it went back": [die, turned, /the dice show 3, the seeds give 2/],
    "a time in a game without clocks": [die, (entry) => ({ ...entry, at: 1_700_000_000 }), /in a game without clocks/],
  };
  for (const [name, [at, change, text]] of Object.entries(forgeries)) {
    const { verdict, bad } = checked(header, changed(entries, at, change));
    assert.equal(verdict, "broken", name);
    assert.match(bad.join(" "), text, name);
  }
  assert.equal(checked({ ...header, dice: [1, 3] }, entries).verdict, "broken", "other loaded dice");
});

test("the check finds entries whose times are not in order", async () => {
  const seats = await (await begin({ clock: { bank: 60 } })).scouts();
  const { version } = await play(seats, (view) => view.version >= 3);
  await seats.union.ask("game.resign");
  const [header, all] = split(await saved(seats));
  const entries = all.slice(0, version);
  assert.deepEqual(checked(header, entries).bad, []);
  const last = entries.length - 1;
  const before = entries[0].at - 1;
  assert.deepEqual(
    checked(
      header,
      changed(entries, last, (entry) => ({ ...entry, at: before })),
    ).bad,
    [`Entry ${last + 1} was made before the one before it.`],
  );
  assert.deepEqual(
    checked(
      header,
      changed(entries, last, ({ at: _, ...entry }) => entry),
    ).bad,
    [`Entry ${last + 1} does not say when it was made.`],
  );
});
