// The computer at the table: chosen on the first page, followed order by order or hurried, asked
// for advice, and a game looked back on.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible } from "./axe.js";
import { DESK, launch, PHONE, quit, Window } from "./browser.js";
import { beginAgainst, laid, setUp } from "./lobby.js";
import { Program } from "./program.js";

let program;
let browser;

before(async () => {
  [program, browser] = await Promise.all([Program.start(), launch()]);
});

after(async () => {
  await quit(browser);
  await program?.close();
});

/** Hurries the computer until the person is asked or the battle is over. */
async function theirs(page) {
  const mine = page.locator("#ask-advice, #follow-advice, #see-review");
  const hurry = page.locator("#hurry");
  await mine.or(hurry).first().waitFor();
  if (await hurry.isVisible()) await hurry.click({ timeout: 2000 }).catch(() => {});
  await mine.first().waitFor();
}

test("against a recruit, with the general's advice", async () => {
  const window = await Window.open(browser, DESK);
  const { page } = window;
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

  // One order of his is given, the others stay.
  const version = await page.locator("#orders").getAttribute("data-version");
  await page.locator("#follow-advice").click();
  await page.waitForFunction((before) => document.querySelector("#orders").dataset.version !== before, version);

  // Advice is followed to the end of the person's turn; then the computer moves. On the way it may
  // be asked for a retreat.
  const phase = page.locator("#phase");
  const [follow, ask, hurry] = ["#follow-advice", "#ask-advice", "#hurry"].map((id) => page.locator(id));
  while (!(await phase.innerText()).includes("Confederate")) {
    await follow.or(ask).or(hurry).first().waitFor();
    const before = await page.locator("#orders").getAttribute("data-version");
    if (await follow.isVisible()) await follow.click();
    else if (await ask.isVisible()) {
      await ask.click();
      await follow.or(hurry).first().waitFor();
      continue;
    } else await hurry.click();
    await page.waitForFunction((was) => document.querySelector("#orders").dataset.version !== was, before);
  }
  await page.locator(".last-order").waitFor();
  await window.shot("computer-3-his-turn");

  // It can be held and taken step by step.
  if (await page.locator("#step-pace:not([disabled])").isVisible()) {
    await page.locator("#hold-pace").click();
    assert.match(await page.locator("#orders").innerText(), /Held|Thinking/);
  }
  await theirs(page);
  assert.ok((await page.locator(".log li").count()) > 3);
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
  await page.locator("#see-review").waitFor();
  // Who hurried does not wait for the dice of the last attacks to fall.
  assert.equal(await page.locator("#dice").isVisible(), false);

  await page.locator("#see-review").click();
  await page.locator("#begin-review").click();
  await page.locator(".outlook .course").waitFor();
  await page.waitForFunction(() => !document.querySelector("#panel-review [role=status]"));
  await accessible(page, "a review");
  await window.shot("computer-4-review");
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
  await beginAgainst(page, program.address, "training", { side: "confederate", level: "recruit" });
  await theirs(page);
  await page.locator("#ask-advice").tap();
  await page.locator("#follow-advice").waitFor();
  await window.shot("computer-6-phone");
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
