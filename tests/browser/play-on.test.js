// Playing on from a moment of a game, for practice: by whom it is offered, and what begins.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./axe.js";
import { DESK, PHONE, Window } from "./browser.js";
import { fits } from "./club.js";
import { beginHere, laid } from "./lobby.js";
import { browser, program, scout } from "./set-up.js";

/** A game at one screen that was given up after the first phase. */
async function givenUp(battle, order) {
  const lobby = await Window.open(browser);
  await beginHere(lobby.page, program.address, battle);
  const link = lobby.page.url();
  await lobby.close();
  const known = await scout.game(link);
  await known.ask("game.order", { order: order ?? (await anything(known)) });
  await known.ask("game.resign", {});
  const { version } = await known.view();
  return { known, version, watching: link.replace(/#.*/, "") };
}

/** The first order that is offered where orders are offered whole. */
async function anything(known) {
  const { verbs } = await known.options();
  const { targets } = await known.targets(verbs[0].verb, null);
  return targets[0].order;
}

/** The address of the game that begins when the form is sent. */
async function begun(page, from) {
  await page.waitForURL((url) => url.pathname.startsWith("/game/") && !from.includes(url.pathname));
  await laid(page);
}

for (const [name, options] of [
  ["desk", DESK],
  ["phone in the dark", { ...PHONE, colorScheme: "dark" }],
]) {
  test(`who looks on plays on from a moment, by the keyboard: ${name}`, async () => {
    const { watching, known, version } = await givenUp("training", { "end-movement": {} });
    const window = await Window.open(browser, options);
    const { page } = window;
    await page.goto(`${watching}?at=1`);
    await laid(page);
    const button = page.locator("#play-on-from");
    await button.waitFor();
    await window.shot(`play-on-1-${name.replaceAll(" ", "-")}`);
    await button.focus();
    await page.keyboard.press("Enter");
    await page.locator("#play-on").waitFor();
    await accessible(page, `playing on, ${name}`);
    await fits(page);
    await window.shot(`play-on-2-${name.replaceAll(" ", "-")}`);
    await page.getByLabel("the Confederate side").check();
    await page.locator("#play-on-against").selectOption("recruit");
    await page.locator("#play-on-begin").press("Enter");
    await begun(page, watching);
    assert.match(await page.locator("#title").textContent(), /^From turn 1 of /);
    assert.match(await page.title(), /From turn 1 of /);
    const fresh = await scout.game(page.url());
    const view = await fresh.view();
    assert.equal(view.dice.practice, true);
    assert.equal(view.seat, "confederate");
    assert.equal((await known.view()).version, version, "the old game is as it was");
    await window.close();
  });
}

test("of the other system too, and both sides on this screen", async () => {
  const { watching } = await givenUp("kernstown-training");
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(watching);
  await laid(page);
  await page.locator("#see-replay").click();
  await page.locator("#play-on-from").click();
  await page.locator("#play-on-against").selectOption("");
  assert.ok(await page.locator("#play-on-side").isHidden(), "who plays both sides chooses none");
  await page.locator("#play-on-begin").click();
  await begun(page, watching);
  const view = await (await scout.game(page.url())).view();
  assert.equal(view.dice.practice, true);
  await window.close();
});

test("from a game that goes on nobody plays on", async () => {
  const lobby = await Window.open(browser);
  await beginHere(lobby.page, program.address, "training");
  const link = lobby.page.url();
  await lobby.close();
  const known = await scout.game(link);
  await known.ask("game.order", { order: { "end-movement": {} } });
  const window = await Window.open(browser);
  await window.page.goto(`${link.replace(/#.*/, "")}?at=1`);
  await laid(window.page);
  await window.page.locator("#replay-slider").waitFor();
  assert.ok(await window.page.locator("#play-on-from").isHidden());
  await window.close();
});
