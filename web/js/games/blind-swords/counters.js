// The counters of the Blind Swords: a band of the brigade's colour with the name, strength, weapon
// and cohesion, and what lies on them.

import { fromAfar, lettering, symbol } from "../../board/counter-face.js";
import { h } from "../../common/html.js";
import { truthy } from "../../common/truthy.js";
import { markers, points, values } from "./words.js";

/** @import { SwordsUnit } from "protocol/blind-swords" */

/** @typedef {"status" | "track" | "turn" | "entry"} Where */
/**
 * What is printed on a counter and lies on it, whether in a game or in a file.
 * @typedef {Omit<SwordsUnit, Where | "hex"> & { hex?: string | null }} SwordsCounter
 */

/** Bands, each with letters that can be read on it. */
const BANDS = [
  ["#8c2f2b", "#fff"],
  ["#e0b23a", "#1d1607"],
  ["#2f6b4f", "#fff"],
  ["#6a3f86", "#fff"],
  ["#d97b29", "#1d1207"],
  ["#2f7f9e", "#fff"],
  ["#a9c26b", "#1a2107"],
  ["#a8577e", "#fff"],
  ["#5c4a35", "#fff"],
  ["#86b7c9", "#0d1f27"],
  ["#c3a27c", "#22170a"],
  ["#4b5563", "#fff"],
];

/** The place of each brigade in the game at hand: its band is that of its place. */
const bands = new Map();

/**
 * Gives the brigades of a game their colours, each side its own half of them first.
 * @param {{ brigades: { id: string, side: string }[] }} view
 */
export function meet(view) {
  for (const [half, side] of ["union", "confederate"].entries()) {
    const own = view.brigades.filter((one) => one.side === side);
    for (const [at, { id }] of own.entries()) bands.set(id, at + (half * BANDS.length) / 2);
  }
}

/**
 * The band of a brigade, and the ink on it.
 * @param {string | null | undefined} brigade
 */
export function band(brigade) {
  if (!brigade) return ["#efe6cf", "#1d1a14"];
  return BANDS[(bands.get(brigade) ?? 0) % BANDS.length];
}

/**
 * A unit as a counter's face.
 * @param {SwordsCounter} unit
 */
export function counter(unit) {
  const [colour, ink] = band(unit.brigade);
  const marks = markers(unit);
  return {
    id: unit.id,
    hex: unit.hex ?? null,
    side: unit.side,
    back: unit.worn,
    print: [
      colour,
      unit.name,
      unit.side,
      unit.type,
      unit.mounted,
      unit.worn,
      values(unit),
      unit.fragile,
      unit.sharpshooter,
      ...marks.map(({ id }) => id),
    ].join("|"),
    draw: (/** @type {number} */ size) => draw({ unit, colour, ink, marks }, size),
  };
}

/**
 * @param {{
 *   unit: SwordsCounter, colour: string, ink: string, marks: { id: string, text: string }[],
 * }} options
 * @param {number} s
 */
function draw({ unit, colour, ink, marks }, s) {
  const half = s / 2;
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {string} what
   * @param {object} more
   */
  const text = (x, y, size, what, more = {}) => h("text", { x, y, "font-size": size, ...more }, what);
  // Few markers are larger.
  const tall = s * (marks.length > 2 ? 0.145 : marks.length > 1 ? 0.19 : 0.25);
  const signs = [unit.sharpshooter && "✧", unit.fragile && "◇"].filter(truthy).join("");
  return [
    h("rect", { class: "shade", x: -half + s * 0.03, y: -half + s * 0.05, width: s, height: s, rx: s * 0.06 }),
    h("rect", { class: "card", x: -half, y: -half, width: s, height: s, rx: s * 0.06 }),
    h("rect", {
      class: "brigade",
      x: -half + s * 0.03,
      y: -half + s * 0.03,
      width: s * 0.94,
      height: s * 0.27,
      rx: s * 0.04,
      style: `--band:${colour}`,
    }),
    lettering(unit.name, { class: "label", y: -half + s * 0.235, style: `fill:${ink}` }, s * 0.86, s * 0.2),
    " ",
    h(
      "g",
      { transform: `translate(${marks.length ? -s * 0.24 : 0} ${-s * 0.05})`, "stroke-width": s * 0.03 },
      symbol(unit.type, s * 0.38, s * 0.25),
    ),
    // Whoever sits on a horse has its shoe beside or under the arm.
    unit.mounted &&
      horseshoe(
        marks.length ? -s * 0.33 : s * 0.33,
        marks.length ? s * 0.17 : -s * 0.04,
        s * (marks.length ? 0.045 : 0.075),
      ),
    signs &&
      text(marks.length ? -s * 0.24 : s * 0.34, s * (marks.length ? 0.19 : 0.02), s * 0.17, signs, {
        class: "signs",
        "aria-hidden": "true",
      }),
    marks.slice(0, 3).map(({ id, text: what }, row) => [
      h("rect", {
        class: `marker ${id}`,
        x: -s * 0.03,
        y: -s * 0.19 + row * tall,
        width: s * 0.5,
        height: tall * 0.94,
        rx: s * 0.03,
      }),
      lettering(
        what,
        { class: `marker-text ${id}`, x: s * 0.22, y: -s * 0.19 + row * tall + tall * 0.74 },
        s * 0.46,
        tall * 0.8,
      ),
      " ",
    ]),
    lettering(
      `${points(unit.strength, "C")}-${unit.weapon}-${unit.cohesion}`,
      { class: "values", y: half - s * 0.07 },
      s * 0.88,
      s * 0.27,
    ),
    h("rect", {
      class: "rim",
      x: -half + s * 0.035,
      y: -half + s * 0.035,
      width: s * 0.93,
      height: s * 0.93,
      rx: s * 0.04,
    }),
    h("path", { class: "fold", d: `M${half} ${-half + s * 0.24}L${half - s * 0.24} ${-half}H${half}z` }),
    fromAfar(points(unit.strength, "C"), s, { colour, ink }),
  ];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function horseshoe(x, y, r) {
  return h("path", {
    class: "arm shoe",
    "stroke-width": r * 0.55,
    d: `M${x - r * 0.75} ${y + r}L${x - r} ${y - r * 0.2}A${r} ${r} 0 0 1 ${x + r} ${y - r * 0.2}L${x + r * 0.75} ${y + r}`,
  });
}

/**
 * Classes of a counter.
 * @param {SwordsCounter} unit
 */
export function counterClasses(unit) {
  return [
    "blind-swords",
    (unit.moved || unit.acted) && "moved",
    (unit.fired || unit.charged) && "attacked",
    unit.frozen && "frozen",
    unit.skirmish && "skirmish",
  ];
}
