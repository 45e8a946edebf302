// How long a cold open takes: from the address to the board on the screen, over a line with a round
// trip of 100 ms. Each opening is a browser that was never here; the middle of them is told.
//
//     LONGROLL=… node tests/browser/opening.js [SCENARIO] [OPENINGS]

import { DESK, launch } from "./browser.js";
import { laid } from "./lobby.js";
import { Program } from "./program.js";
import { Scout } from "./scout.js";

const [scenario = "chickamauga-1975", openings = "5"] = process.argv.slice(2);
/** Round trip, in ms. */
const ROUND_TRIP = 100;

const program = await Program.start();
const browser = await launch();
try {
  const scout = await Scout.at(browser, program.address);
  const { game, tokens } = await scout.ask("game.new", { scenario });
  await scout.close();
  const times = [];
  let asked = 0;
  for (let opening = 0; opening < Number(openings); opening++) {
    const context = await browser.newContext(DESK);
    const page = await context.newPage();
    const line = await context.newCDPSession(page);
    await line.send("Network.enable");
    await line.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: ROUND_TRIP,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    let requests = 0;
    page.on("request", () => requests++);
    const began = performance.now();
    await page.goto(`${program.address}/game/${game}#${tokens.both}`, { waitUntil: "commit" });
    await laid(page);
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    times.push(Math.round(performance.now() - began));
    asked = requests;
    await context.close();
  }
  times.sort((a, b) => a - b);
  console.log(
    `${scenario}: ${times[times.length >> 1]} ms until the board is there (${times.join(", ")}), ${asked} requests`,
  );
} finally {
  await browser.close();
  await program.close();
}
