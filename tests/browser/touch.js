// Fingers on glass.

import { spot } from "./table.js";

/** Taps an element where it can be touched. */
export async function tap(page, selector) {
  const { x, y } = await spot(page, selector);
  await page.touchscreen.tap(x, y);
}

/** Seconds between two points of a stroke. */
const BEAT = 0.016;
/** Seconds the fingers rest before they are lifted: lifted in flight they would throw the page, and a throw swallows taps. */
const REST = 0.2;

/**
 * Moves fingers over the glass: each is a list of points of equal length, from where it is put down
 * to where it is lifted.
 */
export async function stroke(page, ...fingers) {
  const device = await page.context().newCDPSession(page);
  const steps = fingers[0].length;
  const ended = Date.now() / 1000;
  const at = (step) => fingers.map((finger, id) => ({ ...finger[step], id }));
  const send = (type, touchPoints, before) =>
    device.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp: ended - before });
  await send("touchStart", at(0), REST + steps * BEAT);
  for (let step = 1; step < steps; step++) await send("touchMove", at(step), REST + (steps - step) * BEAT);
  await send("touchEnd", [], 0);
  await device.detach();
}

/** Points on a straight way, in some steps. */
export function way(from, to, steps = 8) {
  return Array.from({ length: steps + 1 }, (_, step) => ({
    x: from.x + ((to.x - from.x) * step) / steps,
    y: from.y + ((to.y - from.y) * step) / steps,
  }));
}
