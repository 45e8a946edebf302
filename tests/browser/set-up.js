// What most tests begin with: a server, a browser and a scout, there from before the first test of a
// file until after its last. To import this is to have it done.

import { after, before } from "node:test";
import { launch, quit } from "./browser.js";
import { borrowed } from "./lent.js";
import { Program } from "./program.js";
import { Scout } from "./scout.js";

/** `program` has the address of the server and the folder of its data. */
export let program, browser, scout;

async function begin() {
  const lent = await borrowed();
  program = lent ? { address: lent.server, folder: lent.folder, close() {} } : await Program.start();
  browser = await launch();
  scout = await Scout.at(browser, program.address);
}

/** When it is there: hooks of one file do not wait for one another, tests wait for all of them. */
export const ready = begin();

before(() => ready);
after(async () => {
  await scout?.close();
  await quit(browser);
  await program?.close();
});
