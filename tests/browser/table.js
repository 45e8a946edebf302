// The battle page as one sees it: where things are, and waiting until it shows a view of the game.

import assert from "node:assert/strict";

const SIDES = { union: "Union", confederate: "Confederate" };

/** What the page says for each kind of question to the seat that is asked. */
const HEADS = {
  movement: "Movement",
  combat: "Combat",
  retreat: "Retreat",
  "withdraw-battery": "Withdraw the guns, or stand",
  exchange: "Pay the exchange",
  advance: "Advance after combat",
  "retreat-before-combat": "Retreat before combat",
};

/**
 * Holds the page's clock, which the test has installed: what takes its time on the page waits for `page.clock`, and
 * cannot be over before it is pressed. What is due within `lead` ms happens at once; the moment must not have gone by
 * when a busy browser comes to it.
 */
export async function holdClock(page, lead = 10_000) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + lead);
}

/** Holds the clock of a page before it is opened. */
export async function heldClock(page) {
  const now = Date.now();
  await page.clock.install({ time: now - 3_600_000 });
  await page.clock.pauseAt(now);
}

/** The heading of the orders for a view; `you`: the seat, "both" or one side. */
export function heading(view, you = "both") {
  const { question } = view;
  if (!question) return "The battle is over";
  const side = SIDES[question.side];
  if (you !== "both" && you !== question.side) return `Waiting for the ${side} side`;
  return `${side}: ${HEADS[question.kind]}`;
}

/** Runs in the page: what is seen there of the game, or whether it is just what is expected. */
function look(expected) {
  const text = (selector) => document.querySelector(selector)?.textContent ?? "";
  const now = {
    heading: text("#orders h2"),
    now: text("#phase span"),
    phase: text("#phase b"),
    score: text("#score"),
    stands: [...document.querySelectorAll(".counters [data-unit]")]
      .map((one) => `${one.dataset.unit} ${/, hex (\w+)/.exec(one.getAttribute("aria-label"))?.[1]}`)
      .sort(),
    able: [...document.querySelectorAll(".counters .active")].map((one) => one.dataset.unit).sort(),
    undo: !document.querySelector("#undo")?.disabled,
    redo: !document.querySelector("#redo")?.disabled,
  };
  if (!expected) return now;
  return Object.entries(expected).every(([key, value]) => JSON.stringify(now[key]) === JSON.stringify(value));
}

/**
 * Waits until the page shows a view: turn and phase, who is asked what, every counter in its hex
 * and no other, the points, what may be taken back, and, of a phase, who can act. `you`: the seat,
 * "both", one side, or null to watch.
 */
export async function shows(page, known, view, you = "both") {
  const { question } = view;
  const asked = question && (you === "both" || you === question.side);
  const expected = {
    ...(you && { heading: heading(view, you) }),
    now: `Turn ${view.turn} of ${view.turns}`,
    phase: view.phase === "over" ? "Game over" : `${SIDES[view.phasing]} ${view.phase}`,
    score: `Union ${view.victory.union}, Confederate ${view.victory.confederate}`,
    stands: view.units
      .filter((unit) => unit.status === "map")
      .map((unit) => `${unit.id} ${unit.hex}`)
      .sort(),
  };
  if (asked && (question.kind === "movement" || question.kind === "combat")) {
    const { verbs } = await known.options();
    const able = new Set(verbs.flatMap((verb) => verb.subjects));
    const here = view.units.filter((unit) => unit.status === "map" && able.has(unit.id));
    Object.assign(expected, { able: here.map((unit) => unit.id).sort(), undo: view.undo, redo: view.redo });
  }
  try {
    await page.waitForFunction(look, expected);
  } catch (error) {
    if (error.name !== "TimeoutError") throw error;
    const now = await page.evaluate(look, null);
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, now[key]])), expected);
    throw error;
  }
}

/**
 * A point of the window where an element can be pressed: where it is itself on top, not what lies
 * over it. Waits until there is one.
 */
export async function spot(page, selector) {
  const handle = await page.waitForFunction((selector) => {
    const element = document.querySelector(selector);
    if (!element) return null;
    const box = element.getBoundingClientRect();
    const parts = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9, 0.04, 0.96];
    for (const down of parts) {
      for (const along of parts) {
        const x = box.left + box.width * along;
        const y = box.top + box.height * down;
        if (element.contains(document.elementFromPoint(x, y))) return { x, y };
      }
    }
    return null;
  }, selector);
  return handle.jsonValue();
}

/** The point of the window where the middle of a hex lies. */
export async function middle(page, known, hex) {
  const { x, y } = known.place(hex);
  const box = await page.locator("#board .canvas").boundingBox();
  const scale = box.width / known.layout.width;
  return { x: box.x + x * scale, y: box.y + y * scale };
}

/** Selectors of what lies on the board. */
export const unitAt = (unit) => `.counters [data-unit="${unit}"]`;
export const targetAt = (hex) => `[data-hex="${hex}"]`;
/** A button of the orders by its key. */
export const keyed = (key) => `#orders [data-key="${key}"]`;

/** Whether the page asks once more before the phase or step ends; a lesson says itself what to do. */
export async function asksFirst(page, known) {
  if (new URL(page.url()).pathname === "/learn") return false;
  const { ending } = await known.options();
  return Boolean(ending?.untouched || ending?.lost?.length);
}

/** Waits until the page has chosen whom the rules send along with the attackers chosen so far (7.22). */
export async function sentAlong(page, known, defenders) {
  const attackers = await page.locator(".counters .chosen").evaluateAll((all) => all.map((one) => one.dataset.unit));
  const { attackers: joining } = await known.targets("attack", { attackers, defenders });
  for (const { unit } of joining.filter(({ must }) => must)) {
    await page.locator(`${unitAt(unit)}.chosen`).waitFor({ state: "attached" });
  }
}
