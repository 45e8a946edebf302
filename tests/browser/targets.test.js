// In every state that is worth a look, at a desk and on a phone, what one presses is large enough for
// a finger, and axe finds no violation, in the light and in the dark.

import { test } from "node:test";
import { accessible } from "./axe.js";
import { Window } from "./browser.js";
import { browser, program, scout } from "./set-up.js";
import { SCHEMES, SIZES, Stage } from "./stage.js";
import { STATES } from "./states.js";
import { pressable } from "./targets.js";

for (const size of ["desk", "phone"]) {
  for (const { name, go } of STATES) {
    test(`${name}, on a ${size}`, async () => {
      const window = await Window.open(browser, { ...SIZES[size], colorScheme: SCHEMES[0] });
      const { page } = window;
      await go(new Stage({ program, scout, page }));
      await pressable(page, `${name} on a ${size}`);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await accessible(page, `${name} on a ${size}, ${colorScheme}`);
      }
      await window.close();
    });
  }
}
