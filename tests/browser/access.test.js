// Axe finds no violation on any page, in the states a game goes through.

import { test } from "node:test";
import { accessible } from "./axe.js";
import { PHONE, Window } from "./browser.js";
import { beginApart, beginHere } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { decide } from "./player.js";
import { browser, program, scout } from "./set-up.js";
import { keyed, shows, targetAt } from "./table.js";

test("the first page, with two secret links and with games on it", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(program.address);
  await page.locator(".battle-card").first().waitFor();
  await accessible(page, "a first visit");
  await window.shot("access-1-lobby");
  await beginApart(page, program.address, "chickamauga-1975");
  await accessible(page, "two secret links");
  await page.locator("#dialog .close").click();
  await page.locator("#games li").first().waitFor();
  await accessible(page, "my games");
  await window.shot("access-2-games");
  await window.close();
});

test("the rules reference", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await page.goto(`${program.address}/rules`);
  await page.locator("#rules article").first().waitFor();
  await accessible(page, "all rules");
  await window.shot("access-3-rules");
  await page.locator("#words").fill("retreat");
  await page.locator("#rules [role=status]").waitFor();
  await accessible(page, "rules found");
  await window.close();
});

for (const [name, options] of [
  ["a desk", undefined],
  ["a phone in the dark", { ...PHONE, colorScheme: "dark" }],
]) {
  test(`the battle page on ${name}`, async () => {
    const window = await Window.open(browser, options);
    const { page } = window;
    await beginHere(page, program.address, "training");
    await page.locator("#zoom-all").click();
    const known = await scout.game(page.url());
    const mouse = new Mouse(page, known);
    let view = await known.view();
    await shows(page, known, view);
    await accessible(page, "movement");

    // A unit in hand, and a hex it cannot reach.
    await mouse.choose("u-1-1");
    await page.locator(targetAt("0705")).waitFor({ state: "detached" });
    await page.locator("#board [data-hex]").first().waitFor({ state: "attached" });
    await accessible(page, "a unit in hand");
    await mouse.clickHex("1101");
    await page.locator("#refusal a.case").waitFor();
    await accessible(page, "a refusal");
    await page.locator("#refusal").getByText("Why it is refused").click();
    await page.locator("#dialog .asked-cases").waitFor();
    await accessible(page, "why it is refused");
    await page.locator("#dialog .close").click();
    await page.locator("#refusal a.case").click();
    await page.locator("#rules-panel article").waitFor();
    await accessible(page, "the rules beside the game");
    await page.locator("#rules-panel .close").click();
    await page.locator(keyed("let-go")).click();

    // On to the first attack, with its odds on the table.
    let moved = 0;
    let order = await decide(known, view, moved);
    while (!("attack" in order)) {
      moved++;
      if (name === "a desk") await mouse.give(order);
      else await known.ask("game.order", { order });
      view = await known.after(view.version);
      await shows(page, known, view);
      order = await decide(known, view, moved);
    }
    await accessible(page, "attacks owed");
    if (name === "a desk") {
      await mouse.draft(order.attack);
      await page.locator("#attack").waitFor();
      await accessible(page, "the odds");
      await window.shot("access-4-odds");
    }

    for (const panel of ["log", "turns", "forces", "victory", "map"]) {
      await page.locator(`#tab-${panel}`).click();
      await page.locator(`#panel-${panel}`).waitFor();
      await accessible(page, `the panel ${panel}`);
      await window.shot(`access-panel-${panel}-${options ? "phone" : "desk"}`);
    }
    // A phone has no keys to tell of.
    const dialogs = [["#open-menu", "#dialog .code"], ...(options ? [] : [["#open-help", "#dialog .keys"]])];
    for (const [button, ready] of dialogs) {
      await page.locator(button).click();
      await page.locator(ready).first().waitFor();
      await accessible(page, button);
      await page.locator("#dialog .close").click();
    }

    // The rest is played without the page, which follows; then the count, and looking back.
    for (order = await decide(known, view, 3); order; order = await decide(known, view, 3)) {
      await known.ask("game.order", { order });
      view = await known.after(view.version);
    }
    await shows(page, known, view);
    await page.locator("#panel-victory .level").waitFor();
    await accessible(page, "the end");
    if (options) await page.locator("#tab-orders").click();
    await page.locator("#see-replay").click();
    await page.locator("#replay-slider").waitFor();
    await accessible(page, "looking back");
    await window.close();
  });
}

test("a game that does not exist", async () => {
  const window = await Window.open(browser);
  await window.page.goto(`${program.address}/game/none`);
  await window.page.locator("#orders", { hasText: "no such game" }).waitFor();
  await accessible(window.page, "no such game");
  await window.close();
});
