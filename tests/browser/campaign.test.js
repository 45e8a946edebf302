// A finished Chickamauga is gone on from: the interlude, and the Chattanooga that follows. And the two
// sheets as one map.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { accessible } from "./axe.js";
import { PHONE, Window } from "./browser.js";
import { beginHere, laid } from "./lobby.js";
import { BUILT } from "./program.js";
import { browser, program, scout } from "./set-up.js";
import { middle } from "./table.js";

/** The page of a Chickamauga that two computers have played to its end. */
async function finished() {
  const file = join(program.folder, "chickamauga.jsonl");
  const sides = ["--union", "recruit", "--confederate", "recruit", "--seed", "7"];
  await promisify(execFile)(process.env.LONGROLL ?? BUILT, ["play", "chickamauga-1975", ...sides, "--record", file], {
    maxBuffer: 1 << 26,
  });
  const { game, tokens } = await scout.ask("game.load", { record: await readFile(file, "utf8") });
  return `${program.address}/game/${game}#${tokens.both}`;
}

test("a finished battle leads on to the next, with what was chosen between them", async () => {
  const link = await finished();
  const window = await Window.open(browser, { ...PHONE, colorScheme: "dark" });
  const { page } = window;
  await page.goto(link);
  await laid(page);
  await page.locator("#tab-victory").click();
  await page.locator("#go-on").click();
  const left = page.locator(".went-on");
  await left.getByText("The Confederate side brings 30 points").waitFor();
  await page.locator("#interlude-raids").selectOption("2");
  await left.getByText("Raids on the Union's supplies: 9 units may be moved in a phase.").waitFor();
  const told = await left.locator("tr", { hasText: "Polk" }).innerText();
  assert.match(told, /3 of 5/);
  await page.locator("#interlude-confederate-replaced").selectOption("0");
  await left.locator("tr", { hasText: "Polk" }).getByText("gone (5)").waitFor();
  await accessible(page, "interlude");
  await window.shot("campaign-interlude");
  await page.locator("#next-battle").click();
  await page.waitForURL(/\/\?pack=/);
  await page.waitForFunction(() => document.activeElement?.matches("[data-pack] .play"));
  await window.shot("campaign-lobby");
  await window.close();
});

test("the two sheets lie on one table, and a hex has the numbers of both", async () => {
  const window = await Window.open(browser);
  const { page } = window;
  await beginHere(page, program.address, "two-battles");
  const known = await scout.game(page.url());
  await page.locator("#zoom-all").click();
  const { x, y } = await middle(page, known, "2025");
  await page.mouse.move(x, y);
  await page.locator("#inspector", { hasText: "Hex 2025 (Chickamauga 0101)" }).waitFor();
  await window.shot("two-battles");
  await accessible(page, "two sheets");
  // Whoever would correct it is told where.
  await page.goto(`${program.address}/editor?scenario=two-battles`);
  await page.getByText("This map joins two sheets").waitFor();
  await window.close();
});
