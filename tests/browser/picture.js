// Takes the picture of the battle page for the README: Chickamauga late on its first day, an attack
// on the table. With loaded dice, so that it is the same game each time; then with a palette, which
// keeps it small.
//
//     node tests/browser/picture.js docs/battle.png && pngquant --quality 70-95 --strip --force --ext .png docs/battle.png

import { launch, quit, Window } from "./browser.js";
import { laid } from "./lobby.js";
import { Mouse } from "./mouse.js";
import { decide } from "./player.js";
import { Program } from "./program.js";
import { Scout } from "./scout.js";
import { shows, unitAt } from "./table.js";

const [path = "battle.png"] = process.argv.slice(2);
const DICE = [3, 2, 4, 1, 2, 5, 3, 1, 2, 6, 3, 2, 4, 1, 3, 2, 5, 1, 4, 3];
/** The game-turn and the side whose combat is shown. */
const TURN = 8;
const SIDE = "confederate";

const program = await Program.start();
const browser = await launch();
try {
  const scout = await Scout.at(browser, program.address);
  const { game, tokens } = await scout.ask("game.new", { scenario: "chickamauga-1975", dice: DICE });
  const link = `${program.address}/game/${game}#${tokens.both}`;
  const known = await scout.game(link);
  let view = await known.view();
  let moved = 0;
  const there = (order) =>
    "attack" in order && view.turn === TURN && view.phasing === SIDE && order.attack.attackers.length > 1;
  let order = await decide(known, view, moved);
  while (order && !there(order)) {
    moved = "move" in order ? moved + 1 : 0;
    await known.ask("game.order", { order });
    view = await known.view();
    order = await decide(known, view, moved);
  }
  const window = await Window.open(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const { page } = window;
  await page.goto(link);
  await laid(page);
  await shows(page, known, view);
  const { attackers, defenders } = order.attack;
  await page.locator(unitAt(attackers[0])).focus();
  await new Mouse(page, known).draft({ attackers, defenders });
  await page.locator("#attack").waitFor();
  // The pointer out of the picture, so that nothing is pointed at.
  await page.mouse.move(0, 0);
  await page.screenshot({ path });
  await window.close();
  await scout.close();
} finally {
  await quit(browser);
  await program.close();
}
