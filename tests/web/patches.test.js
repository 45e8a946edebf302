// What a session knows of a game by patches is what the server says when it is asked: through a game with
// orders taken back, after a line that was cut, and after messages that were lost or spoilt.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decide } from "../browser/player.js";
import { program, scout, sit, until, Wire } from "./server.js";

/** A session that follows a game, and what was told it, and asked by it, on its wire. */
async function follow(game, token, prepare = () => {}) {
  const wire = new Wire();
  const told = { patch: 0, view: 0, compressed: 0, watches: 0, views: 0 };
  let change = (data) => data;
  wire.sent = ({ method }) => {
    if (method === "game.watch") told.watches++;
    if (method === "game.view") told.views++;
  };
  wire.heard = (data) => {
    if (typeof data !== "string") {
      told.compressed++;
      return change(data);
    }
    const { method, params } = JSON.parse(data);
    if (method !== "game.changed") return data;
    told["patch" in params ? "patch" : "view"]++;
    return change(data);
  };
  const follower = {
    told,
    wire,
    /** What is told next is changed in this way, once. */
    once(does) {
      change = (data) => {
        change = (same) => same;
        return does(data);
      };
    },
    /** Waits until that version has come, and holds the view against the one that is asked for. */
    async is(version) {
      const { session } = follower;
      let asked = { version };
      // A computer may have gone on meanwhile.
      do {
        await until(session, () => session.version >= asked.version);
        asked = await session.call("game.view");
        told.views--;
      } while (asked.version !== session.version);
      assert.deepEqual(session.view, asked);
    },
  };
  prepare(follower);
  follower.session = await sit({ game, token }, { wire });
  return follower;
}

test("a session that is told patches knows what the server says, also after a lost line", async () => {
  const { game, tokens } = await scout.ask("game.new", { scenario: "training", mode: "two" });
  const seats = { union: await follow(game, tokens.union), confederate: await follow(game, tokens.confederate) };
  const watcher = await follow(game, "");
  const { union, confederate } = seats;
  const all = [union, confederate, watcher];
  await until(
    union.session,
    ({ view }) => view.dice.shares.union === "bound" && view.dice.shares.confederate === "bound",
  );
  const known = {};
  for (const side of ["union", "confederate"])
    known[side] = await scout.game(`${program.address}/game/${game}#${tokens[side]}`);
  let moved = 0;
  const play = async (orders, check) => {
    for (let given = 0; given < orders; given++) {
      const view = await known.union.view();
      const { side } = view.question;
      const order = await decide(known[side], view, moved);
      moved = "move" in order ? moved + 1 : 0;
      await seats[side].is(view.version);
      await seats[side].session.order(order);
      for (const one of check) await one.is(view.version + 1);
    }
  };

  await play(3, all);
  for (const step of ["undo", "redo"]) {
    await union.session.take(`game.${step}`, { version: union.session.version });
    for (const one of all) await one.is(union.session.version);
  }
  for (const { told } of all) {
    assert.ok(told.patch >= 5 && told.view <= 1, `${told.patch} patches, ${told.view} views`);
    assert.ok(told.views <= 1, "but for the look before a seat is taken no view is asked for");
    assert.equal(told.watches, 1);
  }

  // The line is cut, and the Union plays on without the others.
  for (const { wire } of [confederate, watcher]) wire.cut();
  await until(watcher.session, ({ caughtUp }) => !caughtUp);
  await union.session.take("game.undo");
  const { version } = union.session;
  assert.equal(watcher.session.version, version - 1);
  for (const { wire } of [confederate, watcher]) wire.mend();
  for (const one of all) await one.is(version);
  assert.equal(watcher.told.watches, 2, "it was told all of it when it came back");

  // One message is lost, so the next does not fit; another says what cannot be.
  watcher.once(() => null);
  confederate.once((message) => {
    const spoilt = JSON.parse(message);
    spoilt.params.patch = [{ op: "remove", path: "/nothing" }];
    return JSON.stringify(spoilt);
  });
  await play(2, [union, confederate]);
  await watcher.is(union.session.version);
  assert.equal(watcher.told.watches, 3, "what does not fit is asked for anew");
  assert.equal(confederate.told.watches, 3, "what cannot be is asked for anew");
  await play(12, all);
  assert.deepEqual([union.told.watches, watcher.told.watches], [1, 3], "all is well again");
});

test("a game of two computers is followed by patches", async () => {
  const level = { level: "random" };
  const { game } = await scout.ask("game.new", {
    scenario: "kernstown-training",
    commanders: { union: level, confederate: level },
  });
  const { told, is } = await follow(game, "");
  for (const version of [1, 8]) await is(version);
  assert.ok(told.patch >= 6 && told.view === 0, `${told.patch} patches, ${told.view} views`);
});

test("the first view comes compressed, and one that cannot be opened ends the line", async () => {
  const { game, tokens } = await scout.ask("game.new", { scenario: "training" });
  const seat = await follow(game, tokens.both);
  assert.equal(seat.told.compressed, 1);
  await seat.is(0);
  await seat.session.order({ "end-movement": {} });
  await seat.is(1);
  assert.equal(seat.told.compressed, 1);
  const spoilt = await follow(game, tokens.both, ({ once }) => once(() => Uint8Array.from([1, 2, 3]).buffer));
  await spoilt.is(1);
  assert.equal(spoilt.told.watches, 2, "it came back by itself");
});
