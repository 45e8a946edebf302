// Takes the moving picture of the battle page for the README: the afternoon of Chickamauga's first
// day, a few moves and the attacks after them. With loaded dice, so that it is the same game each
// time. `img2webp` of Debian's package `webp` joins the pictures.
//
//     node tests/browser/moving-picture.js docs/battle.webp

import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, quit, Window } from "./browser.js";
import { laid } from "./lobby.js";
import { ready } from "./motion.js";
import { Mouse } from "./mouse.js";
import { decide } from "./player.js";
import { Program } from "./program.js";
import { Scout } from "./scout.js";
import { shows } from "./table.js";

const [path = "battle.webp"] = process.argv.slice(2);
const DICE = [3, 2, 4, 1, 2, 5, 3, 1, 2, 6, 3, 2, 4, 1, 3, 2, 5, 1, 4, 3];
/** The game-turn that is shown, and how many of its orders. */
const TURN = 8;
const MOVES = 5;
const ATTACKS = 2;
/** How long a picture stays, in ms. */
const SHORT = 450;
const LONG = 1800;
const SIZE = { width: 1120, height: 700 };
const QUALITY = 62;

const folder = await mkdtemp(join(tmpdir(), "moving-"));
const program = await Program.start();
const browser = await launch();
/** @type {string[]} */
const frames = [];
try {
  const scout = await Scout.at(browser, program.address);
  const { game, tokens } = await scout.ask("game.new", { scenario: "chickamauga-1975", dice: DICE });
  const link = `${program.address}/game/${game}#${tokens.both}`;
  const known = await scout.game(link);
  let view = await known.view();
  let moved = 0;
  const next = async () => {
    const order = await decide(known, view, moved);
    moved = "move" in order ? moved + 1 : 0;
    return order;
  };
  while (view.turn < TURN) {
    await known.ask("game.order", { order: await next() });
    view = await known.view();
  }

  const window = await Window.open(browser, { viewport: SIZE, reducedMotion: "reduce" });
  const { page } = window;
  const take = async (stays) => {
    const file = join(folder, `${String(frames.length).padStart(4, "0")}.png`);
    await page.screenshot({ path: file });
    frames.push("-d", String(stays), file);
  };
  const hand = new Mouse(page, known);
  await page.goto(link);
  await laid(page);
  await shows(page, known, view);
  await ready(page);
  await take(LONG);
  const left = { move: MOVES, attack: ATTACKS };
  while (left.attack > 0) {
    const order = await next();
    const [verb] = Object.keys(order);
    if (verb === "move" && left.move-- <= 0) {
      // Enough has been seen of it: the rest moves unseen.
      await known.ask("game.order", { order });
      view = await known.view();
      continue;
    }
    await shows(page, known, view);
    if (verb === "attack") {
      await hand.draft(order.attack);
      await page.locator("#attack").waitFor();
      await page.mouse.move(0, 0);
      await take(LONG);
      await page.locator("#attack").click();
      left.attack--;
    } else if (Object.keys(order[verb]).length) await hand.give(order);
    // A button that may have been scrolled away.
    else await page.locator(`#${verb}`).click();
    view = await known.after(view.version);
    await shows(page, known, view);
    await page.mouse.move(0, 0);
    await take(verb === "move" ? SHORT : verb === "attack" ? LONG : SHORT * 2);
  }
  await take(LONG);
  await window.close();
  await scout.close();
  const settings = ["-loop", "0", "-lossy", "-q", String(QUALITY), "-m", "6"];
  const { status, error } = spawnSync("img2webp", [...settings, ...frames, "-o", path], { stdio: "inherit" });
  if (status !== 0) {
    console.error(error ? "img2webp is missing: install webp" : "img2webp could not join the pictures");
    process.exitCode = 1;
  }
} finally {
  await quit(browser);
  await program.close();
  await rm(folder, { recursive: true, force: true });
}
