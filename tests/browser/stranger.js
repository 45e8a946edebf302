// A stranger's first turn: somebody who knows neither game opens the first page in a browser that was
// never here, and presses only what the page itself puts forward. Told are presses and seconds, and a
// picture of each step is kept in shots/stranger.
//
//     LONGROLL=… node tests/browser/stranger.js

import { mkdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { launch, quit, Window } from "./browser.js";
import { Program } from "./program.js";

const SHOTS = fileURLToPath(new URL("shots/stranger", import.meta.url));
/** So long somebody looks at a page before pressing anything, in ms: it is added to what is measured. */
const LOOK = 2000;
/** More presses than this nobody has patience for. */
const MOST = 80;

/**
 * Battles, when their first turn is over, and in how many seconds it should be.
 * @type {{ name: string, card: string, within: number, done: (page: any) => Promise<boolean> }[]}
 */
const FIRSTS = [
  {
    name: "chickamauga",
    card: "chickamauga-1975",
    within: 120,
    // The other side's turn has come.
    done: (page) => page.locator("#orders .pace").isVisible(),
  },
  {
    name: "kernstown",
    card: "kernstown-1-stone-wall",
    within: 600,
    // A brigade of one's own has had an order and done its steps.
    done: async (page) => {
      const steps = page.locator(".ribbon .steps [aria-current=step]");
      const now = (await steps.count()) ? await steps.innerText() : "";
      const own = await page.locator("#orders .asked.side-union").count();
      if (own && now) page.acted = true;
      return Boolean(page.acted && !now);
    },
  },
];

/**
 * What the page puts forward, the likeliest first: its main button, what it offers to do for one, or
 * else whatever can be pressed.
 */
const FORWARD = [
  "#dialog[open] .primary:enabled",
  "#orders #follow-all:enabled",
  "#orders .primary:enabled",
  "#orders #ask-advice:enabled",
  "#orders .chit-button[aria-pressed=false]:enabled",
  "#orders .choices button:enabled",
  "#orders .actions button:enabled",
];
/** While this is seen a computer plays, or dice fall: one watches. */
const WATCHED = "#orders :is(.pace, #hasten)";

const program = await Program.start();
const browser = await launch();
await rm(SHOTS, { recursive: true, force: true });
await mkdir(SHOTS, { recursive: true });
try {
  for (const { name, card, within, done } of FIRSTS) {
    const window = await Window.open(browser, { viewport: { width: 1440, height: 900 } });
    const { page } = window;
    const began = performance.now();
    let presses = 0;
    const look = async (/** @type {string} */ what) => {
      await page.screenshot({ path: `${SHOTS}/${name}-${String(presses).padStart(2, "0")}.png` });
      console.log(`  ${name} ${presses}: ${what}`);
    };
    const press = async (/** @type {any} */ button) => {
      const what = (await button.innerText()).replaceAll(/\s+/g, " ").slice(0, 70);
      await look(`presses “${what}”`);
      await button.click();
      presses++;
    };
    await page.goto(program.address);
    await page.locator(".battle-card").first().waitFor();
    await press(page.locator(`.battle-card[data-scenarios~="${card}"] .primary`).first());
    await page.waitForURL(/\/game\//);
    await page.locator("#orders h2").waitFor();
    // The hint says how a unit is moved: one is, as it says.
    if (await page.locator("#orders .hint", { hasText: /Choose a unit on the map/ }).count()) {
      const lit = page.locator(".counters .active").first();
      await look("presses a unit that is lit");
      await lit.click();
      presses++;
      const hex = page.locator("#board [data-hex]").first();
      await hex.waitFor({ state: "attached" });
      await look("presses a hex that is lit");
      await hex.click();
      presses++;
    }
    while (presses < MOST && !(await done(page))) {
      const version = await page.locator("#orders").getAttribute("data-version");
      const found = [];
      for (const selector of FORWARD) {
        const button = page.locator(selector).first();
        if (await button.isVisible()) found.push(button);
      }
      if (!found.length || (await page.locator(WATCHED).count())) {
        await page.waitForTimeout(200);
        continue;
      }
      await press(found[0]);
      // What was pressed has an effect, or something else is pressed.
      await page
        .waitForFunction((was) => document.querySelector("#orders").dataset.version !== was, version, { timeout: 1500 })
        .catch(() => {});
    }
    await look("is done");
    const seconds = (performance.now() - began + presses * LOOK) / 1000;
    const told = (await done(page)) ? `${Math.round(seconds)} s of ${within}` : "never done";
    console.log(`${name}: ${presses} presses, ${told}`);
    await window.close();
  }
} finally {
  await quit(browser);
  await program.close();
}
