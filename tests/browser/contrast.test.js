// What is written on the map and on its counters can be read, by the measure of WCAG 2.2 AA, in both
// palettes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, PHONE, Window } from "./browser.js";
import { laid } from "./lobby.js";
import { browser, program, scout } from "./set-up.js";

/** For lettering of ordinary size, and for large figures. */
const TEXT = 4.5;
const LARGE = 3;
/** In CSS pixels. */
const SMALLEST = 9;

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

/** What the map is lettered with. */
function dress(page) {
  return page.locator("#board .map").evaluate((map) => {
    const style = getComputedStyle(map);
    const given = (name) => style.getPropertyValue(name).trim();
    return { ink: style.color, number: given("--number"), halo: given("--halo") };
  });
}

/** Names and hex numbers of the map can be read on their halo; numbers are lighter than names. */
async function lettered(page, where) {
  const { ink, number, halo } = await dress(page);
  assert.ok(contrast(number, halo) >= TEXT, `${where}: ${number} on ${halo}`);
  assert.ok(contrast(ink, halo) > contrast(number, halo), `${where}: ${ink} on ${halo}`);
}

/** The sizes on the screen, in CSS pixels, of all that is written on the board. */
function sizes(page) {
  return page.locator("#board .canvas :is(text, tspan)").evaluateAll((all) =>
    all
      .filter((text) => text.getClientRects().length > 0 && getComputedStyle(text).visibility === "visible")
      .map((text) => ({
        text: text.textContent,
        size: Number.parseFloat(getComputedStyle(text).fontSize) * Math.abs(text.getScreenCTM().d),
      })),
  );
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
      await lettered(page, scenario);
      const faces = await page.locator(".counters .counter").evaluateAll((all) =>
        all.flatMap((counter) => {
          const fill = (selector) => {
            const part = counter.querySelector(selector);
            return part && getComputedStyle(part).fill;
          };
          return [
            ["strength or values", fill(".strength, .values"), fill(".card")],
            ["from afar", fill(".afar-strength"), fill(".afar-brigade") ?? fill(".afar-card")],
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

test("a unit that has moved is told at a glance, and can be read", async () => {
  const { game, tokens } = await scout.ask("game.position", {
    scenario: "training",
    units: [
      { id: "a", side: "union", type: "infantry", strength: 5, hex: "0305" },
      { id: "b", side: "union", type: "infantry", strength: 4, hex: "0306" },
      { id: "c", side: "confederate", type: "infantry", strength: 4, hex: "0905" },
    ],
  });
  const window = await Window.open(browser, DESK);
  const { page } = window;
  await page.goto(`${program.address}/game/${game}#${tokens.both}`);
  await laid(page);
  // Every counter of either side, as it is before and after, with its strength; worn ones too.
  const faces = await page.locator(".counters .counter").evaluateAll((all) =>
    all.flatMap((counter) =>
      ["", " back"].map((back) => {
        const own = counter.getAttribute("class");
        const face = (more) => {
          counter.setAttribute("class", `${own}${back}${more}`);
          return [".card", ".label"].map((part) => getComputedStyle(counter.querySelector(part)).fill);
        };
        const [fresh, moved] = [face(""), face(" moved")];
        counter.setAttribute("class", own);
        return { fresh, moved };
      }),
    ),
  );
  assert.equal(faces.length, 6);
  for (const { fresh, moved } of faces) {
    assert.ok(contrast(fresh[0], moved[0]) >= 1.8, `${fresh[0]} and ${moved[0]}`);
    assert.ok(contrast(moved[0], moved[1]) >= TEXT, `${moved[1]} on ${moved[0]}`);
  }
  await page.locator("#orders .hint", { hasText: "2 to move" }).waitFor();
  // The button walks over the units that can still move, and comes round.
  const taken = [];
  for (let i = 0; i < 3; i++) {
    await page.locator("#next-unit").click();
    const selected = page.locator(`.counters .selected:not([data-unit="${taken.at(-1)}"])`);
    taken.push(await selected.getAttribute("data-unit"));
  }
  assert.deepEqual(taken, ["a", "b", "a"]);
  await window.close();
});

for (const [name, options] of [
  ["desk", DESK],
  ["phone", PHONE],
])
  test(`at no zoom is anything written too small to be read, ${name}`, async () => {
    for (const scenario of ["chickamauga-1975", "chattanooga-1975", "kernstown-2-historical"]) {
      const { game, tokens } = await scout.ask("game.new", { scenario });
      const window = await Window.open(browser, options);
      const { page } = window;
      await page.goto(`${program.address}/game/${game}#${tokens.both}`);
      await laid(page);
      await page.locator("#zoom-all").click();
      await page.locator('#board[data-scale="far"]').waitFor();
      const small = async () => (await sizes(page)).filter(({ size }) => size < SMALLEST);
      assert.deepEqual(await small(), [], scenario);
      if (name === "desk") assert.ok((await sizes(page)).length > 20, `${scenario}: strengths are there`);
      // With a unit in hand: what its hexes cost.
      if (scenario.startsWith("chick")) {
        await page.locator("#next-unit").click();
        await page.locator("#board .target").first().waitFor({ state: "attached" });
        assert.deepEqual(await small(), [], `${scenario}, a unit in hand`);
      }
      await window.shot(`contrast-far-${scenario}-${name}`);
      for (let step = 1; step < 10; step++) {
        await page.locator("#zoom-in").click();
        assert.deepEqual(await small(), [], `${scenario}, ${step} steps nearer`);
      }
      await page.locator('#board[data-scale="near"]').waitFor();
      await window.close();
    }
  });

test("forced colours and more contrast leave the map readable, and what is chosen marked", async () => {
  const { game, tokens } = await scout.ask("game.new", { scenario: "training" });
  const window = await Window.open(browser, DESK);
  const { page } = window;
  for (const media of [
    { forcedColors: "active", colorScheme: "dark" },
    { forcedColors: "none", contrast: "more" },
  ]) {
    const where = JSON.stringify(media);
    await page.emulateMedia(media);
    await page.goto(`${program.address}/game/${game}#${tokens.both}`);
    await laid(page);
    const { ink, number, halo } = await dress(page);
    for (const colour of [ink, number]) assert.ok(contrast(colour, halo) >= TEXT, `${where}: ${colour} on ${halo}`);
    const fills = await page
      .locator(".counters .counter")
      .evaluateAll((all) =>
        all.map((one) => [".strength", ".card"].map((part) => getComputedStyle(one.querySelector(part)).fill)),
      );
    for (const [text, card] of fills) assert.ok(contrast(text, card) >= TEXT, `${where}: ${text} on ${card}`);
    const marks = await page.locator(".tab").evaluateAll((all) =>
      all.map((tab) => {
        const { borderBottomColor, textDecorationLine, color, backgroundColor } = getComputedStyle(tab);
        return [
          tab.getAttribute("aria-selected"),
          `${borderBottomColor} ${textDecorationLine}`,
          color,
          backgroundColor,
        ];
      }),
    );
    const [, chosen, word, ground] = marks.find(([selected]) => selected === "true");
    assert.ok(contrast(word, ground) >= TEXT, `${where}: ${word} on ${ground}`);
    assert.ok(
      marks.every(([selected, mark]) => selected === "true" || mark !== chosen),
      where,
    );
    // Else the browser paints its own ground behind the words, and that hides them.
    const adjusted = await page.locator('.tab[aria-selected="true"]').evaluate((tab) => {
      return getComputedStyle(tab).forcedColorAdjust;
    });
    if (media.forcedColors === "active") assert.equal(adjusted, "none");
    await page.locator("#board").focus();
    await page.keyboard.press("Shift+ArrowDown");
    assert.equal(
      await page.locator("#board").evaluate((board) => getComputedStyle(board, "::after").borderTopStyle),
      "solid",
      "the map shows that it has the keyboard",
    );
    await window.shot(`contrast-${media.contrast ?? "forced"}`);
  }
  await window.close();
});
