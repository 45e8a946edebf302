// The computer at the table: chosen on the first page, followed order by order or hurried, asked
// for advice, and a game looked back on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { DESK, PHONE, Window } from "./browser.js";
import { lateAnswers } from "./late-answers.js";
import { beginAgainst, laid, setUp } from "./lobby.js";
import { Program } from "./program.js";
import { browser, program } from "./set-up.js";
import { Wire } from "./wire.js";

/** Waits until the person is asked or the battle is over; what the computer does is shown at once (`straight`). */
async function theirs(page) {
  await page.locator("#ask-advice, #follow-advice, #see-review").first().waitFor();
}

/** A review takes as long as the processors need for it; only the test as a whole has an end. */
const COMPUTED = { timeout: 0 };

/** Pages opened from now on show what a computer does at once. */
function straight(page) {
  return page.addInitScript(() => localStorage.setItem("longroll.straight", location.pathname.split("/")[2] ?? ""));
}

test("against a recruit, with the general's advice, over a slow line", async () => {
  const window = await Window.open(browser, DESK);
  const { page } = window;
  // The next order that is advised can be given before the last has been answered.
  await lateAnswers(page);
  await page.goto(program.address);
  await setUp(page, "training");
  await page.locator("#my-side").waitFor();
  await accessible(page, "who plays");
  await window.shot("computer-1-lobby");
  await beginAgainst(page, program.address, "training", { side: "union", level: "recruit" });
  await theirs(page);

  await page.locator("#ask-advice").click();
  await page.locator("#follow-advice").waitFor();
  await page.locator(".line.advice").first().waitFor({ state: "attached" });
  await accessible(page, "advice");
  await window.shot("computer-2-advice");
  // An intent: a sentence for the army, the orders by purpose, the next one on its button.
  assert.match(await page.locator(".advice-summary").innerText(), /^[A-Z].*\.$/s);
  assert.match(await page.locator("#follow-advice").innerText(), /^Next: (Move|Exit|End|Attack)/);
  assert.equal(await page.locator(".intents li.next").count(), 1);
  await page.locator(".intents li.next button").click();
  await page.locator("#board .flash").first().waitFor({ state: "attached" });

  // One order of his is given, the others stay.
  const version = await page.locator("#orders").getAttribute("data-version");
  await page.locator("#follow-advice").click();
  await page.waitForFunction((before) => document.querySelector("#orders").dataset.version !== before, version);

  // Advice is followed to the end of the person's turn. On the way the computer may be asked for a retreat.
  const [follow, ask] = ["#follow-advice", "#ask-advice"].map((id) => page.locator(id));
  for (;;) {
    const now = await page.waitForFunction(() => {
      if (document.querySelector("#phase").innerText.includes("Confederate")) return "theirs";
      return document.querySelector("#follow-advice, #ask-advice") && "mine";
    });
    if ((await now.jsonValue()) === "theirs") break;
    const before = await page.locator("#orders").getAttribute("data-version");
    if (!(await follow.isVisible())) {
      await ask.click();
      await follow.waitFor();
    }
    await follow.click();
    await page.waitForFunction((was) => document.querySelector("#orders").dataset.version !== was, before);
  }
  await theirs(page);
  assert.ok((await page.locator(".log li").count()) > 3);
  await window.close();
});

test("all that is advised is done at one press, and it stops where something goes another way", async () => {
  const window = await Window.open(browser, DESK);
  const { page } = window;
  // The second order of those given at once is refused, as if the rules had another opinion.
  const wire = { refuse: null, given: 0, counsel: [] };
  await page.routeWebSocket(/\/ws$/, (near) => {
    const far = near.connectToServer();
    near.onMessage((message) => {
      const { id, method } = JSON.parse(message);
      if (method === "game.order" && ++wire.given === wire.refuse) {
        const error = { code: 1, message: "the bridge is down", data: { case: "5.1", system: "blue-gray-1975" } };
        return near.send(JSON.stringify({ jsonrpc: "2.0", id, error }));
      }
      far.send(message);
    });
    far.onMessage((message) => {
      const { result } = typeof message === "string" ? JSON.parse(message) : {};
      if (result?.counsel) wire.counsel = result.counsel;
      near.send(message);
    });
  });
  await beginAgainst(page, program.address, "training", { side: "union", level: "recruit" });
  await theirs(page);
  await page.locator("#ask-advice").click();
  await page.locator("#follow-all").waitFor();
  assert.ok(wire.counsel.length > 2, "there are several orders to give");
  wire.refuse = 2;
  await page.locator("#follow-all").click();
  await page.locator(".advice-panel [role=status]", { hasText: /^Stopped at .*not carried out/ }).waitFor();
  await page.locator("#refusal", { hasText: "The bridge is down" }).waitFor();
  await window.shot("computer-7-stopped");
  // Asked again, it goes on from there; nothing else is in the way.
  wire.refuse = null;
  wire.given = 0;
  await page.locator("#ask-advice").click();
  await page.locator("#follow-all").waitFor();
  await page.locator("#follow-all").click();
  await page.waitForFunction(() => !document.querySelector("#follow-all, #stop-advice"));
  // What ends the phase or throws a die is left for a press of its own.
  const together = wire.counsel.findIndex(({ apart }) => apart);
  assert.ok(together > 1, JSON.stringify(wire.counsel));
  await page.locator("#follow-advice:enabled").waitFor();
  assert.equal(wire.given, together);
  await window.close();
});

test("two computers play to the end, and the battle is reviewed", async () => {
  const window = await Window.open(browser, DESK);
  const { page } = window;
  await page.goto(program.address);
  await setUp(page, "training");
  await page.locator("input[name=mode][value=watch]").check();
  for (const side of ["union", "confederate"]) await page.locator(`#level-${side}`).selectOption("recruit");
  await page.locator("#begin").click();
  await page.waitForURL(/\/game\//);
  await laid(page);
  await page.locator("#hurry").click();
  await theirs(page);
  // Who hurried does not wait for the dice of the last attacks to fall.
  assert.equal(await page.locator("#dice").isVisible(), false);

  await page.locator("#see-review").click();
  await page.locator("#begin-review").click();
  await page.locator(".review-progress progress").waitFor();
  await page.locator(".outlook .course").waitFor();
  await page.waitForFunction(() => !document.querySelector("#panel-review [role=status]"), null, COMPUTED);
  await accessible(page, "a review");
  await window.shot("computer-4-review");
  // A point for each player-turn, and at most three swings, each marked on the curve.
  const swings = await page.locator(".swings li").count();
  assert.ok(swings <= 3);
  assert.equal(await page.locator(".outlook .swing").count(), swings);
  // A moment of it: the map looks back, with what the general would have done.
  await page.locator(".outlook .at").nth(1).click();
  await page.getByText("Looking back").first().waitFor();
  await page.locator("#panel-review .part").waitFor();
  await window.shot("computer-5-moment");
  await window.close();
});

test("on a phone", async () => {
  const window = await Window.open(browser, PHONE);
  const { page } = window;
  await straight(page);
  await beginAgainst(page, program.address, "training", { side: "confederate", level: "recruit" });
  await theirs(page);
  await page.locator("#ask-advice").tap();
  await page.locator("#follow-advice").waitFor();
  await window.shot("computer-6-phone");
  await window.close();
});

test("a review goes on whatever becomes of the line and of the server", async (t) => {
  const own = await Program.start();
  t.after(() => own.close());
  const wire = await Wire.to(own.port);
  t.after(() => wire.close());
  const window = await Window.open(browser, DESK);
  const { page } = window;
  await page.goto(wire.address);
  await setUp(page, "training");
  await page.locator("input[name=mode][value=watch]").check();
  for (const side of ["union", "confederate"]) await page.locator(`#level-${side}`).selectOption("recruit");
  await page.locator("#begin").click();
  await page.waitForURL(/\/game\//);
  await laid(page);
  await page.locator("#hurry").click();
  await page.locator("#see-review").click();
  await page.locator("#begin-review").click();
  // All of it is done once there is no bar any more.
  const done = () =>
    page.evaluate(() => document.querySelector(".review-progress progress")?.value ?? Number.POSITIVE_INFINITY);
  const reached = (count) =>
    page.waitForFunction(
      (least) => {
        const bar = document.querySelector(".review-progress progress");
        return bar ? bar.value >= least : !document.querySelector(".review-progress");
      },
      count,
      COMPUTED,
    );
  await reached(1);
  wire.cut();
  await page.locator("#line:not([hidden])").waitFor();
  wire.mend();
  await reached((await done()) + 1);
  // Killed in the middle of it: what was found is there, and the rest follows by itself.
  const before = await done();
  await own.end();
  await page.locator("#line:not([hidden])").waitFor();
  await own.run();
  await reached(before);
  await page.waitForFunction(() => !document.querySelector(".review-progress"), null, COMPUTED);
  const points = await page.locator(".outlook .at").count();
  assert.ok(points > 3);
  // Another page that asks is told all of it at once.
  const second = await Window.open(browser, PHONE);
  await second.page.goto(page.url().replace(wire.address, own.address));
  await second.page.locator("#see-review").tap();
  await second.page.locator("#begin-review").tap();
  await second.page.waitForFunction((count) => document.querySelectorAll(".outlook .at").length === count, points);
  await accessible(second.page, "a review on a phone");
  await second.shot("computer-8-review-phone");
  await second.close();
  await window.close();
});

test("a slow answer does not cost the line, silence does", async () => {
  const window = await Window.open(browser, DESK);
  const { page } = window;
  await page.clock.install();
  const wire = { held: [], lines: 0, silent: false };
  await page.routeWebSocket(/\/ws$/, (near) => {
    wire.lines += 1;
    wire.near = near;
    const far = near.connectToServer();
    near.onMessage((message) => (message.includes('"game.advice"') ? wire.held.push(message) : far.send(message)));
    far.onMessage((message) => wire.silent || near.send(message));
  });
  await beginAgainst(page, program.address, "training", { side: "union", level: "recruit" });
  await theirs(page);
  const lines = wire.lines;
  await page.locator("#ask-advice").click();
  await page.getByText("The general is thinking…").waitFor();
  // Ten minutes in which the server says that it works on it.
  for (let beat = 0; beat < 40; beat++) {
    await page.clock.runFor(15_000);
    wire.near.send(JSON.stringify({ jsonrpc: "2.0", method: "working", params: {} }));
    // It is heard before time goes on.
    await page.evaluate(() => new Promise((heard) => queueMicrotask(() => heard(null))));
  }
  assert.equal(wire.lines, lines, "the line stands");
  await page.getByText("The general is thinking…").waitFor();
  // A line that brings nothing at all is dead.
  wire.silent = true;
  await page.clock.runFor(21_000);
  await page.getByText("The connection was lost before the answer came.").waitFor();
  await window.close();
});

test("who waits for the processors is told its place", async () => {
  const window = await Window.open(browser, DESK);
  const { page } = window;
  // The server is as busy as this wire says.
  const wire = { held: [] };
  await page.routeWebSocket(/\/ws$/, (near) => {
    const far = near.connectToServer();
    near.onMessage((message) => (message.includes('"game.advice"') ? wire.held.push(message) : far.send(message)));
    wire.near = near;
  });
  const tell = (kind, place) => {
    const game = new URL(page.url()).pathname.split("/")[2];
    wire.near.send(JSON.stringify({ jsonrpc: "2.0", method: "game.thinking", params: { game, kind, place } }));
  };
  await beginAgainst(page, program.address, "training", { side: "union", level: "recruit" });
  await theirs(page);
  await page.locator("#ask-advice").click();
  await page.getByText("The general is thinking…").waitFor();
  tell("advice", 3);
  await page.getByText("Third in the queue.").waitFor();
  tell("advice", 0);
  await page.getByText("The general is thinking…").waitFor();
  // A limit that is reached is told in a sentence, and one may ask again.
  const message = "two requests are under way already: wait for one of them";
  for (const { id } of wire.held.map((held) => JSON.parse(held))) {
    wire.near.send(
      JSON.stringify({ jsonrpc: "2.0", id, error: { code: 7, message, data: { limit: "thinking-of-client" } } }),
    );
  }
  await page.getByText(message).waitFor();
  await page.getByText("What would the general do?").waitFor();
  await window.close();
});
