// What is written on the map and on its counters can be read, by the measure of WCAG 2.2 AA, in both
// palettes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, Window } from "./browser.js";
import { laid } from "./lobby.js";
import { browser, program, scout } from "./set-up.js";

/** For lettering of ordinary size, and for large figures. */
const TEXT = 4.5;
const LARGE = 3;

/** The brightness of a colour as the eye sees it, from 0 to 1. */
function luminance(colour) {
  const hex = /^#(..)(..)(..)$/.exec(colour);
  const parts = hex ? hex.slice(1).map((part) => Number.parseInt(part, 16)) : colour.match(/[\d.]+/g).map(Number);
  const [r, g, b] = parts.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

for (const colorScheme of ["light", "dark"]) {
  test(`map and counters can be read, ${colorScheme}`, async () => {
    assert.equal(Math.round(contrast("#000000", "#ffffff")), 21);
    for (const scenario of ["chickamauga-1975", "kernstown-2-historical"]) {
      const { game, tokens } = await scout.ask("game.new", { scenario });
      const window = await Window.open(browser, { ...DESK, colorScheme });
      const { page } = window;
      await page.goto(`${program.address}/game/${game}#${tokens.both}`);
      await laid(page);
      const { ink, halo } = await page.locator("#board .map").evaluate((map) => {
        const style = getComputedStyle(map);
        return { ink: style.color, halo: style.getPropertyValue("--halo").trim() };
      });
      assert.ok(contrast(ink, halo) >= TEXT, `${scenario}: ${ink} on ${halo}`);
      const faces = await page.locator(".counters .counter").evaluateAll((all) =>
        all.flatMap((counter) => {
          const fill = (selector) => {
            const part = counter.querySelector(selector);
            return part && getComputedStyle(part).fill;
          };
          return [
            ["strength or values", fill(".strength, .values"), fill(".card")],
            ["from afar", fill(".afar-strength"), fill(".afar-brigade")],
          ].filter(([, text]) => text);
        }),
      );
      assert.ok(faces.length > 20);
      for (const [what, text, ground] of faces)
        assert.ok(contrast(text, ground) >= LARGE, `${scenario}: ${what}, ${text} on ${ground}`);
      await window.close();
    }
  });
}
