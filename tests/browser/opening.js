// How long a cold open takes: from the address to the board on the screen, over a line with a round
// trip of 100 ms. Each opening is a browser that was never here; the middle of them is told.
//
//     LONGROLL=… node tests/browser/opening.js [SCENARIO] [OPENINGS]

import { connect, createServer } from "node:net";
import { DESK, launch } from "./browser.js";
import { Program } from "./program.js";
import { Scout } from "./scout.js";

const [scenario = "chickamauga-1975", openings = "5"] = process.argv.slice(2);
/** Round trip, in ms. */
const ROUND_TRIP = 100;

/**
 * A line to the server with that round trip, for sockets too: opening a connection takes one, and
 * every byte half of one each way.
 */
async function distant(port) {
  const late = (from, to) => {
    from.on("data", (bytes) => setTimeout(() => to.writable && to.write(bytes), ROUND_TRIP / 2));
    from.on("close", () => setTimeout(() => to.destroy(), ROUND_TRIP / 2));
    from.on("error", () => to.destroy());
  };
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1").setNoDelay();
    near.setNoDelay().pause();
    setTimeout(() => near.resume(), ROUND_TRIP);
    late(near, far);
    late(far, near);
  });
  await new Promise((open) => server.listen(0, "127.0.0.1", open));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Runs in the page: notes when map and counters were painted, in ms since the address was opened. */
function watch() {
  const look = () => {
    const there =
      document.querySelector("#board .map")?.dataset.drawn && document.querySelector(".counters [data-unit]");
    // Once that frame is on the screen, and not when somebody who asks is answered.
    if (there) requestAnimationFrame(() => setTimeout(() => (window.seenAt = performance.now())));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const program = await Program.start();
const browser = await launch();
try {
  const scout = await Scout.at(browser, program.address);
  const { game, tokens } = await scout.ask("game.new", { scenario });
  await scout.close();
  const line = await distant(new URL(program.address).port);
  const times = [];
  let asked = 0;
  for (let opening = 0; opening < Number(openings); opening++) {
    const context = await browser.newContext(DESK);
    const page = await context.newPage();
    let requests = 0;
    page.on("request", () => requests++);
    await page.addInitScript(watch);
    await page.goto(`${line.address}/game/${game}#${tokens.both}`, { waitUntil: "commit" });
    const seen = await page.waitForFunction(() => window.seenAt);
    times.push(Math.round(await seen.jsonValue()));
    asked = requests;
    await context.close();
  }
  line.close();
  times.sort((a, b) => a - b);
  console.log(
    `${scenario}: ${times[times.length >> 1]} ms until the board is there (${times.join(", ")}), ${asked} requests`,
  );
} finally {
  await browser.close();
  await program.close();
}
