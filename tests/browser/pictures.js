// Takes pictures of the states in `states.js`, so that a change can be looked at again:
//
//     node tests/browser/pictures.js                       all of them, at every size, light and dark
//     node tests/browser/pictures.js --size phone fight    those whose name begins with "fight"
//
// They are in shots/pictures, as NAME.SIZE.SCHEME.png.

import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { launch, quit, Window } from "./browser.js";
import { Program } from "./program.js";
import { Scout } from "./scout.js";
import { SCHEMES, SIZES, Stage } from "./stage.js";
import { STATES } from "./states.js";

const SHOTS = fileURLToPath(new URL("shots/pictures", import.meta.url));
const { values, positionals } = parseArgs({ options: { size: { type: "string" } }, allowPositionals: true });
const wanted = (name) => !positionals.length || positionals.some((begin) => name.startsWith(begin));
const program = await Program.start();
const browser = await launch();
try {
  const scout = await Scout.at(browser, program.address);
  await mkdir(SHOTS, { recursive: true });
  for (const state of STATES.filter(({ name }) => wanted(name))) {
    for (const [size, options] of Object.entries(SIZES).filter(([name]) => !values.size || name === values.size)) {
      for (const colorScheme of SCHEMES) {
        const window = await Window.open(browser, { ...options, colorScheme });
        await state.go(new Stage({ program, scout, page: window.page }));
        await window.page.screenshot({ path: `${SHOTS}/${state.name}.${size}.${colorScheme}.png` });
        await window.close();
        process.stdout.write(`${state.name} ${size} ${colorScheme}\n`);
      }
    }
  }
  await scout.close();
} finally {
  await quit(browser);
  await program.close();
}
