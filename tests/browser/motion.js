// The map set in motion: how long its frames take, and what the browser drew for them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

/** Waits until every tile that is worth making has been made. */
export async function ready(page) {
  await page.waitForFunction(() => document.querySelector("#board .map")?.dataset.ready === "");
}

/** Runs in the page: moves the map frame by frame, and gives the time between each two, in ms. */
async function ride({ frames, kind }) {
  const board = document.querySelector("#board");
  const box = board.getBoundingClientRect();
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const point = (type, x, y) =>
    board.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 7,
        pointerType: "mouse",
        button: 0,
        shiftKey: true,
        clientX: x,
        clientY: y,
      }),
    );
  board.setPointerCapture = () => {};
  const times = [];
  if (kind === "pan") point("pointerdown", middle.x, middle.y);
  for (let frame = 0; frame < frames; frame++) {
    const part = (frame / frames) * 2 * Math.PI;
    if (kind === "pan")
      point(
        "pointermove",
        middle.x + Math.sin(part) * box.width * 0.4,
        middle.y + Math.sin(2 * part) * box.height * 0.4,
      );
    else
      board.dispatchEvent(
        new WheelEvent("wheel", {
          deltaY: -Math.cos(part) * 60,
          clientX: middle.x,
          clientY: middle.y,
          cancelable: true,
        }),
      );
    times.push(await new Promise(requestAnimationFrame));
  }
  if (kind === "pan") point("pointerup", middle.x, middle.y);
  return times.slice(1).map((time, index) => time - times[index]);
}

/** Drags the map along a figure of eight, or zooms in and out, for so many frames; their times in ms. */
export function moved(page, kind, frames = 120) {
  return page.evaluate(ride, { kind, frames });
}

/** What the browser noted while something was done. */
export async function traced(browser, page, act) {
  const categories = ["blink.user_timing", "cc", "devtools.timeline", "disabled-by-default-devtools.timeline"];
  await browser.startTracing(page, { categories });
  const result = await act();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  return { result, traceEvents };
}

/** How often tiles of a map were drawn, by a trace. */
export function tilesDrawn(traceEvents) {
  const ours = traceEvents.filter(({ name, ph }) => name === "map tile" && "bBX".includes(ph));
  return ours.length;
}

/** The processor's time of the longest piece of drawing in a trace, in ms. */
export function longestRaster(traceEvents) {
  const rasters = traceEvents.filter(({ name, ph }) => ph === "X" && name === "RasterTask");
  return Math.max(0, ...rasters.map(({ tdur, dur }) => (tdur ?? dur) / 1000));
}

/** The value that so many parts of a hundred do not exceed. */
export function percentile(values, part) {
  assert.ok(values.length);
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * part) / 100))];
}

/** What the machine is doing besides: the mean of the last minute. */
export function load() {
  return readFileSync("/proc/loadavg", "utf8").split(" ")[0];
}
