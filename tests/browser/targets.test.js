// In every state that is worth a look what one presses is large enough for a finger, and axe finds no
// violation: here at one size and in one light, drawn by a seed; by LONGROLL_NIGHTLY at every size, in both lights.

import { test } from "node:test";
import { accessible } from "./axe.js";
import { Window } from "./browser.js";
import { Scout } from "./scout.js";
import { browser, program } from "./set-up.js";
import { SCHEMES, SIZES, Stage } from "./stage.js";
import { STATES } from "./states.js";
import { pressable } from "./targets.js";

const SEED = 35;
const LOOKED_AT = ["desk", "phone"].flatMap((size) => SCHEMES.map((scheme) => ({ size, scheme })));

for (const [index, { name, go }] of STATES.entries()) {
  const one = LOOKED_AT[(SEED + index) % LOOKED_AT.length];
  for (const { size, scheme } of process.env.LONGROLL_NIGHTLY ? LOOKED_AT : [one]) {
    test(`${name}, on a ${size}, ${scheme} (seed ${SEED})`, async () => {
      // One of its own: a connection watches only so many games.
      const scout = await Scout.at(browser, program.address);
      const window = await Window.open(browser, { ...SIZES[size], colorScheme: scheme });
      const { page } = window;
      await go(new Stage({ program, scout, page }));
      await pressable(page, `${name} on a ${size}`);
      await accessible(page, `${name} on a ${size}, ${scheme}`);
      await window.close();
      await scout.close();
    });
  }
}
