// A small plot of a rating, game by game, with one standard deviation around it.

import { h } from "../common/html.js";

/** @import { Step } from "./api.js" */

const [WIDE, HIGH] = [640, 220];
/** Room at the left for the numbers, and around. */
const [LEFT, EDGE] = [48, 12];

/**
 * @param {Step[]} history
 * @param {string} label
 */
export function plot(history, label) {
  const low = Math.min(...history.map(({ rating, deviation }) => rating - deviation));
  const high = Math.max(...history.map(({ rating, deviation }) => rating + deviation));
  const x = (/** @type {number} */ at) =>
    history.length > 1 ? LEFT + (at / (history.length - 1)) * (WIDE - LEFT - EDGE) : (LEFT + WIDE - EDGE) / 2;
  const y = (/** @type {number} */ value) => EDGE + ((high - value) / Math.max(high - low, 1)) * (HIGH - 2 * EDGE);
  const point = (/** @type {number} */ at, /** @type {number} */ value) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`;
  const upper = history.map(({ rating, deviation }, at) => point(at, rating + deviation));
  const lower = history.map(({ rating, deviation }, at) => point(at, rating - deviation));
  const step = [50, 100, 200, 500, 1000].find((one) => (high - low) / one <= 5) ?? 1000;
  const marks = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) marks.push(value);
  return h(
    "svg",
    { class: "plot", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
    marks.map((value) => [
      h("line", { class: "mark-line", x1: LEFT, x2: WIDE - EDGE, y1: y(value), y2: y(value) }),
      h("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, String(value)),
    ]),
    h("polygon", { class: "band", points: [...upper, ...lower.reverse()].join(" ") }),
    h("polyline", { class: "curve", points: history.map(({ rating }, at) => point(at, rating)).join(" ") }),
    history.map(({ rating }, at) => h("circle", { cx: x(at), cy: y(rating), r: 3.5 })),
  );
}
