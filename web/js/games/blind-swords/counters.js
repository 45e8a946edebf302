// The counters of the Blind Swords: a band of the brigade's colour with the name, strength, weapon
// and cohesion, and what lies on them.

import { fromAfar, lettering, symbol } from "../../board/counter-face.js";
import { h } from "../../common/html.js";
import { truthy } from "../../common/truthy.js";
import { markers, points, values } from "./texts/terms.js";

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

/**
 * The shape of each marker and the sign on it, in a square of side 1. Morale Hits differ by outline, colour and the
 * number of strokes.
 * @type {Record<string, [shape: string, sign: string]>}
 */
const SHAPES = {
  shaken: ["M0-.5L.54.44H-.54z", "M0-.17V.14M0 .26V.33"],
  disrupted: ["M-.21-.5H.21L.5-.21V.21L.21.5H-.21L-.5.21V-.21z", "M-.16-.29V.12M-.16.22V.3M.16-.29V.12M.16.22V.3"],
  "low-ammo": ["M-.2.48V-.12Q-.16-.42 0-.5Q.16-.42.2-.12V.48z", "M-.48.4L.48-.4"],
  skirmish: ["M-.5-.36H.5V.36H-.5z", "M-.3.14V.16M0-.16V-.14M.3.14V.16"],
  chaos: ["M0-.54L.16-.16L.54 0L.16.16L0 .54L-.16.16L-.54 0L-.16-.16z", ""],
  frozen: ["M-.5 0A.5.5 0 1 1 .5 0A.5.5 0 1 1-.5 0z", "M0-.32V.32M-.28-.16L.28.16M-.28.16L.28-.16"],
};

/** Whether a unit has support: a disc with a tick, or a diamond with a bar. */
const SUPPORT = {
  has: ["M-.46 0A.46.46 0 1 1 .46 0A.46.46 0 1 1-.46 0z", "M-.22.02L-.06.18L.24-.16"],
  lacks: ["M0-.54L.54 0L0 .54L-.54 0z", "M-.22 0H.22"],
};

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
  const [single] = marks.length === 1 ? marks : [];
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
    lettering(unit.name, { class: "label", y: -half + s * 0.235, style: `fill:${ink}` }, s * 0.88, s * 0.23),
    " ",
    h(
      "g",
      { transform: `translate(${marks.length ? -s * 0.24 : 0} ${-s * 0.05})`, "stroke-width": s * 0.03 },
      symbol(unit.type, s * 0.38, s * 0.25),
    ),
    // Mounted cavalry has a horseshoe beside or under the arm.
    unit.mounted &&
      horseshoe(
        marks.length ? -s * 0.33 : s * 0.33,
        marks.length ? s * 0.17 : -s * 0.04,
        s * (marks.length ? 0.045 : 0.075),
      ),
    signs &&
      text(marks.length ? -s * 0.24 : s * 0.34, s * (marks.length ? 0.2 : 0.03), s * 0.23, signs, {
        class: "signs",
        "aria-hidden": "true",
      }),
    single
      ? shape(`marker ${single.id}`, SHAPES[single.id], s * 0.22, s * 0.01, s * 0.4)
      : marks
          .slice(0, 4)
          .map(({ id }, at) =>
            shape(
              `marker ${id}`,
              SHAPES[id],
              s * (at % 2 ? 0.35 : 0.08),
              s * (marks.length < 3 ? 0.01 : at < 2 ? -0.09 : 0.13),
              s * (marks.length < 3 ? 0.27 : 0.21),
            ),
          ),
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
    fromAfar(points(unit.strength, "C"), s, {
      colour,
      ink,
      sign: marks.length > 0 && shape(`marker ${marks[0].id}`, SHAPES[marks[0].id], s * 0.54, -s * 0.54, s * 0.6),
    }),
    Object.entries(SUPPORT).map(([id, drawn]) => shape(`support ${id}`, drawn, -half, s * 0.01, s * 0.34)),
  ];
}

/**
 * A shape with its sign, about a point.
 * @param {string} name
 * @param {string[]} drawn
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function shape(name, [outline, sign], x, y, size) {
  return h(
    "g",
    { class: name, transform: `translate(${x} ${y}) scale(${size})` },
    h("path", { class: "shape", d: outline }),
    h("path", { class: "shape-sign", d: sign }),
  );
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
    unit.now?.supported === false && "unsupported",
    unit.frozen && "frozen",
    unit.skirmish && "skirmish",
  ];
}
