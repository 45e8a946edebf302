// The counters: how a unit looks, on the map and in the panels.

import { h } from "../common/html.js";

/**
 * @import { Attributes, Child } from "../common/html.js"
 * @import { Arm, Side } from "protocol"
 */

/** The sign of a formation, beside the designation: its class, and a path in a box of one unit. */
/** @typedef {{ id: string, path: string }} Badge */

/**
 * A counter with the symbol of its arm; `strength` is the text as printed.
 * @typedef {{
 *   side: Side, type: Arm, strength: string, label: string, foot?: string | null, back?: boolean,
 *   badge?: Badge | null, print?: undefined, draw?: undefined,
 * }} PrintedFace
 */

/**
 * A counter of another make draws itself, and has a `print` by which it is known again.
 * @typedef {{
 *   side: Side, back?: boolean, print: string, draw: (size: number) => Child[],
 * }} DrawnFace
 */

/** @typedef {PrintedFace | DrawnFace} CounterFace */

/** A counter's side, in hex radii: the largest square that a hex holds is 1.268. */
export const SIZE = 1.18;

/** How much larger a counter is from afar, and the radius of a hex, in CSS pixels, below which it is seen from afar. */
export const AFAR = 1.34;
export const FAR = 24;

const NARROW = 0.6;

/**
 * A text squeezed, if it must be, into a width.
 * @param {string} text
 * @param {Attributes<SVGTextElement>} attributes
 * @param {number} width
 * @param {number} size
 */
export function lettering(text, attributes, width, size) {
  const wide = text.length * size * NARROW;
  return h(
    "text",
    {
      ...attributes,
      "font-size": size,
      ...(wide > width ? { textLength: width, lengthAdjust: "spacingAndGlyphs" } : {}),
    },
    text,
  );
}

/**
 * The strength as printed: the number large, what stands round it (a letter, brackets) small.
 * @param {string} text
 * @param {number} s
 */
function strength(text, s) {
  const [, before, number, after] = text.match(/^(\D*)(\d+)(.*)$/) ?? [null, "", text, ""];
  const small = (/** @type {string} */ part) => part && h("tspan", { "font-size": s * 0.27 }, part);
  return h(
    "text",
    { class: "strength", x: s * 0.24, y: s * 0.315, "font-size": s * (number.length > 1 ? 0.36 : 0.46) },
    small(before),
    number,
    small(after),
  );
}

/**
 * The map symbol of an arm, drawn in a box `wide` by `high` about the origin.
 * @param {string} type
 * @param {number} wide
 * @param {number} high
 */
export function symbol(type, wide, high) {
  const box = h("rect", { class: "arm", x: -wide / 2, y: -high / 2, width: wide, height: high });
  const line = (
    /** @type {number} */ x1,
    /** @type {number} */ y1,
    /** @type {number} */ x2,
    /** @type {number} */ y2,
  ) => h("line", { class: "arm", x1, y1, x2, y2 });
  switch (type) {
    case "infantry":
      return [box, line(-wide / 2, -high / 2, wide / 2, high / 2), line(-wide / 2, high / 2, wide / 2, -high / 2)];
    case "cavalry":
      return [box, line(-wide / 2, high / 2, wide / 2, -high / 2)];
    case "artillery":
      return [box, h("circle", { class: "arm full", r: high * 0.24 })];
    case "train":
      return [
        h("circle", { class: "arm", r: high * 0.5 }),
        ...[0, 45, 90, 135].map((angle) =>
          h("line", { class: "arm", x1: -high * 0.5, x2: high * 0.5, transform: `rotate(${angle})` }),
        ),
      ];
    default:
      return [box];
  }
}

/**
 * A counter as it is seen on the whole map: larger, with its side as the card and its strength as far as it goes.
 * @param {string} text
 * @param {number} s
 * @param {{ colour: string, ink: string, sign?: Child }} [band] the colour of its formation, the ink on it, and a sign
 */
export function fromAfar(text, s, band) {
  const side = s * AFAR;
  return h(
    "g",
    { class: "from-afar", "aria-hidden": "true" },
    h("rect", { class: "afar-card", x: -side / 2, y: -side / 2, width: side, height: side, rx: s * 0.1 }),
    band &&
      h("rect", {
        class: "afar-brigade",
        x: -side * 0.385,
        y: -side * 0.385,
        width: side * 0.77,
        height: side * 0.77,
        style: `--band:${band.colour}`,
      }),
    lettering(text, { class: "afar-strength", y: s * 0.34, style: band && `fill:${band.ink}` }, s, s * 0.96),
    h("path", {
      class: "fold",
      d: `M${side / 2} ${-side * 0.16}L${side * 0.16} ${-side / 2}H${side / 2}z`,
    }),
    band?.sign,
  );
}

/**
 * The face of a counter about the origin. `counter`: `{side, type, strength, label, foot?, back?}`;
 * `strength` is the text as printed. A counter of another make brings its own `draw(size)`, and
 * `print`, by which it is known again. `size`: the length of its side.
 * @param {CounterFace} counter
 * @param {number} size
 * @returns {Child[]}
 */
export function face(counter, size) {
  if (counter.draw) return counter.draw(size);
  const s = size;
  const half = s / 2;
  /** @type {Child[]} */
  const parts = [
    h("rect", { class: "shade", x: -half + s * 0.03, y: -half + s * 0.05, width: s, height: s, rx: s * 0.06 }),
    h("rect", { class: "card", x: -half, y: -half, width: s, height: s, rx: s * 0.06 }),
  ];
  if (counter.back)
    parts.push(
      h("rect", { class: "hatch", x: -half, y: -half, width: s, height: s, rx: s * 0.06, fill: "url(#hatch-back)" }),
    );
  parts.push(
    h("rect", {
      class: "rim",
      x: -half + s * 0.035,
      y: -half + s * 0.035,
      width: s * 0.93,
      height: s * 0.93,
      rx: s * 0.04,
    }),
    counter.badge &&
      h("path", {
        class: `badge-sign ${counter.badge.id}`,
        d: counter.badge.path,
        transform: `translate(${-s * 0.345} ${-s * 0.315}) scale(${s * 0.25})`,
      }),
    lettering(
      counter.label,
      { class: "label", x: counter.badge ? s * 0.12 : 0, y: -half + s * 0.275 },
      s * (counter.badge ? 0.64 : 0.88),
      s * 0.23,
    ),
    h(
      "g",
      { transform: `translate(${-s * 0.22} ${s * 0.15})`, "stroke-width": s * 0.032 },
      symbol(counter.type, s * 0.4, s * 0.28),
    ),
    " ",
    strength(counter.strength, s),
    " ",
  );
  // A turned-down corner: seen on units that have moved or attacked.
  parts.push(h("path", { class: "fold", d: `M${half} ${-half + s * 0.24}L${half - s * 0.24} ${-half}H${half}z` }));
  if (counter.foot) parts.push(lettering(counter.foot, { class: "movement", y: s * 0.475 }, s * 0.88, s * 0.23));
  if (counter.back) {
    parts.push(
      h("rect", { class: "band", x: -half, y: s * 0.32, width: s, height: s * 0.18 }),
      lettering("ineffective", { class: "band-text", y: s * 0.465 }, s * 0.92, s * 0.23),
    );
  }
  parts.push(fromAfar(counter.strength, s));
  return parts;
}

/**
 * A counter on its own, for a panel. `pixels`: its side on the screen.
 * @param {CounterFace} counter
 * @param {number} [pixels]
 */
export function chip(counter, pixels = 40) {
  return h(
    "svg",
    {
      class: `chip side-${counter.side}`,
      viewBox: "-52 -52 104 106",
      width: pixels,
      height: pixels,
      "aria-hidden": "true",
      focusable: "false",
    },
    h("g", { class: `counter side-${counter.side}${counter.back ? " back" : ""}` }, face(counter, 100)),
  );
}

/**
 * Where the nth of `count` counters of one hex stands about its centre, in hex radii: fanned apart,
 * or stacked.
 * @param {number} index
 * @param {number} count
 * @param {boolean} fanned
 */
export function stand(index, count, fanned) {
  if (count === 1) return [0, 0];
  if (fanned) return [(index - (count - 1) / 2) * (SIZE * 1.04), 0];
  const step = count === 2 ? 0.24 : 0.4 / count;
  const middle = (count - 1) / 2;
  return [(index - middle) * step, (middle - index) * step];
}
