// What the page knows of a game by patches is what the server says when it is asked: through a game
// with orders taken back, after a line that was cut, and after messages that were lost or spoilt.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, quit, Window } from "./browser.js";
import { beginApart } from "./lobby.js";
import { decide } from "./player.js";
import { Program } from "./program.js";
import { Scout } from "./scout.js";
import { Wire } from "./wire.js";

let program, browser, scout;
before(async () => {
  program = await Program.start();
  browser = await launch();
  scout = await Scout.at(browser, program.address);
});
after(async () => {
  await quit(browser);
  await program?.close();
});

/** Runs in the page: its session of a game, as the battle page has one, with nothing drawn. */
async function sit([game, token]) {
  const { Connection } = await import("/static/js/session/connection.js");
  const { Session } = await import("/static/js/session/session.js");
  const connection = new Connection();
  const session = new Session(connection, game, token);
  window.told = { patch: 0, view: 0 };
  connection.on("notice", ({ method, params }) => {
    if (method === "game.changed") window.told["patch" in params ? "patch" : "view"]++;
  });
  window.session = session;
  await new Promise((resolve) => session.on("change", ({ first }) => first && resolve()));
  session.pace.hurry();
}

/** A window in which a session follows a game, over a line that may lose or spoil what is told. */
class Follower {
  static async at(address, game, token = "", prepare = () => {}) {
    const follower = new Follower();
    follower.window = await Window.open(browser);
    follower.page = follower.window.page;
    follower.compressed = 0;
    await prepare(follower);
    follower.watches = 0;
    follower.views = 0;
    follower.change = (message) => message;
    await follower.page.routeWebSocket(/\/ws$/, (near) => {
      const far = near.connectToServer();
      near.onMessage((message) => {
        if (message.includes('"game.watch"')) follower.watches++;
        if (message.includes('"game.view"')) follower.views++;
        far.send(message);
      });
      far.onMessage((message) => {
        if (typeof message !== "string") {
          follower.compressed++;
          return near.send(follower.spoil?.(message) ?? message);
        }
        const changed = message.includes('"game.changed"') ? follower.change(message) : message;
        if (changed) near.send(changed);
      });
    });
    await follower.page.goto(`${address}/rules`);
    await follower.page.evaluate(sit, [game, token]);
    return follower;
  }

  /** What is told next is changed in this way, once. */
  once(change) {
    this.change = (message) => {
      this.change = (same) => same;
      return change(message);
    };
  }

  /** Waits until that version has come, and holds the view against the one that is asked for. */
  async is(version) {
    await this.page.waitForFunction((version) => window.session.version >= version, version);
    const before = this.views;
    const [kept, asked] = await this.page.evaluate(async () => {
      for (;;) {
        const asked = await window.session.call("game.view");
        const kept = window.session.view;
        // A computer may have gone on meanwhile.
        if (asked.version === kept.version) return [kept, asked];
      }
    });
    this.views = before;
    assert.deepEqual(kept, asked);
  }

  told() {
    return this.page.evaluate(() => window.told);
  }

  version() {
    return this.page.evaluate(() => window.session.version);
  }
}

test("a page that is told patches knows what the server says, also after a lost line", async () => {
  const lobby = await Window.open(browser);
  const links = await beginApart(lobby.page, program.address, "training");
  await lobby.close();
  const known = { union: await scout.game(links.union), confederate: await scout.game(links.confederate) };
  const { game } = known.union;
  const wire = await Wire.to(program.port);
  const seats = {
    union: await Follower.at(program.address, game, known.union.token),
    confederate: await Follower.at(wire.address, game, known.confederate.token),
  };
  const watcher = await Follower.at(wire.address, game);
  const all = [seats.union, seats.confederate, watcher];
  let moved = 0;
  const play = async (orders, check) => {
    for (let given = 0; given < orders; given++) {
      const view = await known.union.view();
      const { side } = view.question;
      const order = await decide(known[side], view, moved);
      moved = "move" in order ? moved + 1 : 0;
      await seats[side].page.evaluate((order) => window.session.order(order), order);
      for (const one of check) await one.is(view.version + 1);
    }
  };

  await play(3, all);
  for (const step of ["undo", "redo"]) {
    await seats.union.page.evaluate((step) => window.session[step](), step);
    for (const one of all) await one.is(await seats.union.version());
  }
  for (const one of all) {
    const { patch, view } = await one.told();
    assert.ok(patch >= 5 && view <= 1, `${patch} patches, ${view} views`);
    assert.ok(one.views <= 1, "but for the look before a seat is taken no view is asked for");
  }
  assert.deepEqual(
    all.map((one) => one.watches),
    [1, 1, 1],
  );

  // The line is cut, and the Union plays on without the others.
  wire.cut();
  await watcher.page.waitForFunction(() => !window.session.caughtUp);
  await seats.union.page.evaluate(() => window.session.undo());
  const version = await seats.union.version();
  assert.equal(await watcher.version(), version - 1);
  wire.mend();
  for (const one of all) await one.is(version);
  assert.equal(watcher.watches, 2, "it was told all of it when it came back");

  // One message is lost, so the next does not fit; another says what cannot be.
  watcher.once(() => null);
  seats.confederate.once((message) => {
    const spoilt = JSON.parse(message);
    spoilt.params.patch = [{ op: "remove", path: "/nothing" }];
    return JSON.stringify(spoilt);
  });
  await play(2, [seats.union, seats.confederate]);
  await watcher.is(await seats.union.version());
  assert.equal(watcher.watches, 3, "what does not fit is asked for anew");
  assert.equal(seats.confederate.watches, 3, "what cannot be is asked for anew");
  await play(12, all);
  assert.deepEqual([seats.union.watches, watcher.watches], [1, 3], "all is well again");
  for (const one of all) await one.window.close();
  await wire.close();
});

test("a game of two computers is followed by patches", async () => {
  const level = { level: "random" };
  const { game } = await scout.ask("game.new", {
    scenario: "kernstown-training",
    commanders: { union: level, confederate: level },
  });
  const follower = await Follower.at(program.address, game);
  for (const version of [1, 10, 20]) await follower.is(version);
  const { patch, view } = await follower.told();
  assert.ok(patch >= 20 && view === 0, `${patch} patches, ${view} views`);
  await follower.window.close();
});

test("the first view comes compressed where the browser can open it, and as text where it cannot", async () => {
  const { game, tokens } = await scout.ask("game.new", { scenario: "training" });
  const modern = await Follower.at(program.address, game, tokens.both);
  const old = await Follower.at(program.address, game, tokens.both, ({ page }) =>
    page.addInitScript(() => delete globalThis.DecompressionStream),
  );
  assert.deepEqual([modern.compressed, old.compressed], [1, 0]);
  for (const one of [modern, old]) await one.is(0);
  await modern.page.evaluate(() => window.session.order({ "end-movement": {} }));
  for (const one of [modern, old]) await one.is(1);
  assert.deepEqual([modern.compressed, old.compressed], [1, 0]);

  // One that cannot be opened ends the line, and the page comes back by itself.
  let spoil = true;
  const spoilt = await Follower.at(program.address, game, tokens.both, (follower) => {
    follower.spoil = (message) => {
      if (!spoil) return message;
      spoil = false;
      return Buffer.from("this is no DEFLATE");
    };
  });
  await spoilt.is(1);
  assert.equal(spoilt.watches, 2);
  for (const one of [modern, old, spoilt]) await one.window.close();
});
