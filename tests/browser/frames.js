// How smoothly the big maps move where no graphics card helps: drags and zooms each of them, far, at
// reading distance and near, and tells the frame times. Say with them what else the machine did.
//
//     node tests/browser/frames.js [SCENARIO…]

import { launch, quit, Window } from "./browser.js";
import { laid } from "./lobby.js";
import { load, moved, percentile, ready } from "./motion.js";
import { Program } from "./program.js";
import { Scout } from "./scout.js";

const asked = process.argv.slice(2);
const SCENARIOS = asked.length ? asked : ["chickamauga-1975", "chattanooga-1975", "kernstown-1-stone-wall"];

const program = await Program.start();
const browser = await launch();
try {
  const scout = await Scout.at(browser, program.address);
  console.log(`load ${load()}`);
  for (const scenario of SCENARIOS) {
    const { game, tokens } = await scout.ask("game.new", { scenario });
    const window = await Window.open(browser, { viewport: { width: 1440, height: 900 } });
    const { page } = window;
    await page.goto(`${program.address}/game/${game}#${tokens.both}`);
    await laid(page);
    for (const distance of ["whole", "reading", "near"]) {
      if (distance === "whole") await page.locator("#zoom-all").click();
      else for (let i = 0; i < 3; i++) await page.locator("#zoom-in").click();
      await ready(page).catch(() => {});
      for (const kind of ["pan", "zoom"]) {
        const times = await moved(page, kind);
        const tell = (part) => `${percentile(times, part).toFixed(0).padStart(5)} ms`;
        console.log(
          `${scenario.padEnd(18)} ${distance.padEnd(8)} ${kind.padEnd(5)} ` +
            `median ${tell(50)}  p95 ${tell(95)}  worst ${tell(100)}  load ${load()}`,
        );
      }
    }
    await window.close();
  }
  await scout.close();
} finally {
  await quit(browser);
  await program.close();
}
