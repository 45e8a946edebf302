// What is drawn over the map beside the counters: shaded hexes, zones, paths, lines, flags.

import { h } from "../common/html.js";
import { truthy } from "../common/truthy.js";
import { SIZE } from "./counter-face.js";

/**
 * @import { Edge, Flag, Line, Outline, Sign, Stroke, Target, Total } from "./board.js"
 * @import { Sheet } from "./sheet.js"
 */

/** The patterns that the overlays and the counters' backs are filled with. */
export function patterns() {
  /**
   * @param {string} id
   * @param {number} step
   * @param {number} width
   * @param {number} angle
   * @param {string} colour
   * @param {number} opacity
   */
  const lines = (id, step, width, angle, colour, opacity) =>
    h(
      "pattern",
      { id, width: step, height: step, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${angle})` },
      h("rect", { width, height: step, fill: colour, opacity }),
    );
  return [
    lines("hatch-zone", 7, 1.6, 45, "#8a1c12", 0.62),
    lines("hatch-block", 5, 2.4, -45, "#2a1508", 0.75),
    lines("hatch-doubt", 8, 2, 20, "#5b2a86", 0.7),
    lines("hatch-back", 14, 5, -45, "#000", 0.3),
    h(
      "marker",
      {
        id: "arrow",
        viewBox: "0 0 10 10",
        refX: 6,
        refY: 5,
        markerWidth: 4,
        markerHeight: 4,
        orient: "auto-start-reverse",
      },
      h("path", { class: "arrow-head", d: "M0 0 10 5 0 10 2.5 5z" }),
    ),
  ];
}

/**
 * An octagon or a circle with a text in it: what it costs, how far it is.
 * @param {Target} target
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function badge(target, x, y, r) {
  const shape = target.stop
    ? h("polygon", { class: "badge", points: octagon(x, y, r * 1.08) })
    : h("circle", { class: "badge", cx: x, cy: y, r });
  const long = String(target.label).length > 2;
  const size = r * (long ? 0.85 : 1.2);
  const dress = { class: `badge-text${long ? " long" : ""}`, x, y: y + size * 0.36, "font-size": size };
  return [shape, h("text", dress, target.label)];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function octagon(x, y, r) {
  const points = [];
  for (let i = 0; i < 8; i++) {
    const angle = Math.PI / 8 + (i * Math.PI) / 4;
    points.push(`${(x + r * Math.cos(angle)).toFixed(1)},${(y + r * Math.sin(angle)).toFixed(1)}`);
  }
  return points.join(" ");
}

/**
 * The shading of one target, under the counters, and its badge, above them. `target`: `{hex, kind,
 * label, stop?, corner?, name, tab?}`. The one that can be pressed is the badge's group where a
 * counter stands, and the whole hex where none does.
 * @param {Sheet} sheet
 * @param {Target} target
 * @param {boolean} occupied
 */
export function target(sheet, target, occupied) {
  const { x, y } = sheet.centre(target.hex);
  const r = sheet.radius;
  const look = { key: target.hex, class: `target ${target.kind}${target.stop ? " stop" : ""}` };
  // The sample of a mark has no name, and is no button.
  const dress = target.name
    ? { ...look, role: "button", tabindex: target.tab ? 0 : -1, "aria-label": target.name, "data-hex": target.hex }
    : look;
  const tile = h("polygon", { class: "tile", points: sheet.corners(target.hex, 0.96) });
  if (!occupied) return { under: h("g", dress, tile, badge(target, x, y, r * 0.34)), over: null };
  return {
    under: h("g", { ...look, key: `under ${target.hex}` }, tile),
    // At the corner where the counter says nothing by figures, or at its foot.
    over: h(
      "g",
      dress,
      target.corner ? badge(target, x + r * 0.56, y - r * 0.56, r * 0.27) : badge(target, x, y + r * 0.62, r * 0.3),
    ),
  };
}

/**
 * A hex drawn round or filled: `kind` is a class of the style sheet; `text` stands in a tag,
 * `letter` at the hex's foot.
 * @param {Sheet} sheet
 * @param {Outline} options
 */
export function outline(sheet, { hex, kind, text, letter }) {
  const { x, y } = sheet.centre(hex);
  const r = sheet.radius;
  return h(
    "g",
    { class: `outline ${kind}` },
    h("polygon", { points: sheet.corners(hex, 0.93) }),
    letter && h("text", { class: "foot-letter", x, y: y + r * 0.78, "font-size": r * 0.25 }, letter),
    text &&
      h(
        "g",
        { transform: `translate(${x + r * 0.52} ${y - r * 0.84})` },
        h("circle", { class: "tag", r: r * 0.24 }),
        h("text", { class: "tag-text", y: r * 0.11, "font-size": r * 0.32 }, text),
      ),
  );
}

/**
 * The path a unit would take, hex by hex.
 * @param {Sheet} sheet
 * @param {string[]} hexes
 */
export function path(sheet, hexes) {
  const points = hexes.map((hex) => sheet.hex(hex)).filter(truthy);
  if (points.length < 2) return null;
  const text = points.map(({ x, y }) => `${x},${y}`).join(" ");
  return h(
    "g",
    { class: "path" },
    h("polyline", { class: "path-edge", points: text }),
    h("polyline", { class: "path-line", points: text, "marker-end": "url(#arrow)" }),
  );
}

/** The places for a sign right of and below the middle of its hex, in radii, best first. */
const PLACES = [-0.72, 0.72, -1.3, 1.3].flatMap((down) => [0, -2, 2].map((right) => [right, down]));
const HIGH = 0.52;
const wide = (/** @type {string} */ text) => 0.35 + 0.25 * text.length;

/**
 * Where a sign covers least of the counters and the path in `hexes` and of the signs `before` it, in radii.
 * @param {Sheet} sheet
 * @param {Sign} one
 * @param {Sign[]} before
 * @param {(string | null | undefined)[]} hexes
 */
export function signPlace(sheet, one, before, hexes) {
  const { x, y } = sheet.centre(one.hex);
  const taken = [
    ...before.map((sign) => ({ ...sheet.centre(sign.hex), wide: wide(sign.text), high: HIGH, down: PLACES[0][1] })),
    ...[...new Set(hexes)]
      .map((hex) => sheet.hex(hex))
      .filter(truthy)
      .map((at) => ({ ...at, wide: SIZE, high: SIZE, down: 0 })),
  ];
  const covered = (/** @type {number[]} */ [right, down]) =>
    taken.reduce((sum, box) => {
      const across = (wide(one.text) + box.wide) / 2 - Math.abs((x - box.x) / sheet.radius + right);
      const along = (HIGH + box.high) / 2 - Math.abs((y - box.y) / sheet.radius + down - box.down);
      return sum + Math.max(0, across) * Math.max(0, along);
    }, 0);
  return PLACES.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}

/**
 * What is said of a hex on that path, `at` a place about its middle.
 * @param {Sheet} sheet
 * @param {Sign} options
 * @param {number[]} at
 */
export function sign(sheet, { hex, text, kind }, [right, down] = PLACES[0]) {
  const { x, y } = sheet.centre(hex);
  const r = sheet.radius;
  const across = r * wide(text);
  return h(
    "g",
    { class: `sign ${kind}`, transform: `translate(${x + r * right} ${y + r * down})` },
    h("rect", { x: -across / 2, y: (-r * HIGH) / 2, width: across, height: r * HIGH, rx: r * 0.16 }),
    h("text", { y: r * 0.16, "font-size": r * 0.45 }, text),
  );
}

/**
 * A straight line between two hexes: a line of sight, clear or blocked; with a head if it leads
 * somewhere.
 * @param {Sheet} sheet
 * @param {Line} options
 */
export function line(sheet, { from, to, kind, arrow }) {
  const [a, b] = [sheet.hex(from), sheet.hex(to)];
  if (!a || !b) return null;
  const ends = { x1: a.x, y1: a.y, x2: b.x, y2: b.y };
  return h(
    "g",
    { class: `line ${kind}` },
    h("line", { class: "line-edge", ...ends }),
    h("line", { class: "line-core", ...ends, "marker-end": arrow ? "url(#arrow)" : null }),
  );
}

/**
 * A stroke with a head, as staff maps have them: broader where it comes from, from the edge of one
 * hex to the edge of another.
 * @param {Sheet} sheet
 * @param {Stroke} options
 */
export function stroke(sheet, { from, to, kind }) {
  const [a, b] = [sheet.hex(from), sheet.hex(to)];
  if (!a || !b || a === b) return null;
  const r = sheet.radius;
  const long = Math.hypot(b.x - a.x, b.y - a.y);
  const [start, end] = [r * 0.42, long - r * 0.5];
  const neck = Math.max(start, end - r * 0.42);
  const points = [
    [start, -0.15],
    [neck, -0.09],
    [neck, -0.26],
    [end, 0],
    [neck, 0.26],
    [neck, 0.09],
    [start, 0.15],
  ];
  const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  return h(
    "g",
    // One that is there already is not seen to be drawn again.
    {
      key: `${from} ${to} ${kind}`,
      class: `stroke ${kind}`,
      transform: `translate(${a.x} ${a.y}) rotate(${angle.toFixed(1)})`,
    },
    h("polygon", { points: points.map(([x, y]) => `${x.toFixed(1)},${(y * r).toFixed(1)}`).join(" ") }),
  );
}

/**
 * A hexside, drawn along: `way` is its index among the hex's sides.
 * @param {Sheet} sheet
 * @param {Edge} options
 */
export function edge(sheet, { hex, hexside, kind }) {
  if (!sheet.hex(hex)) return null;
  const [a, b] = sheet.ends(hex, hexside);
  const ends = { x1: a.x, y1: a.y, x2: b.x, y2: b.y };
  return h(
    "g",
    { class: `side-mark ${kind}` },
    h("line", { class: "line-edge", ...ends }),
    h("line", { class: "line-core", ...ends }),
  );
}

/**
 * Where the disc of an objective lies: its middle, and half its size, near by and from afar.
 * @param {Sheet} sheet
 * @param {string} hex
 * @param {boolean} small
 */
export function discPlace(sheet, hex, small) {
  const sheetHex = sheet.hex(hex);
  if (!sheetHex) return null;
  const r = sheet.radius;
  return small
    ? { x: sheetHex.x - r * 0.62, y: sheetHex.y - r * 0.56, half: r * 0.25, afar: r * 0.25 }
    : { x: sheetHex.x, y: sheetHex.y, half: r * 0.4, afar: r * 0.88 };
}

/**
 * An objective as a disc: the points it is worth, in its holder's colours, with the holder's letter
 * under it. Beside counters it is small, at the hex's upper left.
 * @param {Sheet} sheet
 * @param {Flag} options
 * @param {boolean} small
 */
export function disc(sheet, { hex, side, letter, points = "" }, small) {
  const place = discPlace(sheet, hex, small);
  if (!place) return null;
  const { x, y, half: size } = place;
  const letters = points || letter;
  const long = letters.length > 2;
  return h(
    "g",
    {
      key: hex,
      class: `disc side-${side}${small ? " small" : ""}${long ? " long" : ""}`,
      transform: `translate(${x} ${y})`,
    },
    h("circle", { class: "disc-rim", r: size }),
    h("circle", { class: "disc-ring", r: size * 0.82 }),
    h(
      "text",
      { class: "disc-text", y: size * (small ? 0.38 : 0.1), "font-size": size * (small ? 1.1 : long ? 0.68 : 0.95) },
      letters,
    ),
    !small && points && h("text", { class: "disc-text holder", y: size * 0.78, "font-size": size * 0.68 }, letter),
  );
}

/**
 * What stands in a hex, summed up at its foot: a pip for each unit, and the strength of all.
 * @param {Sheet} sheet
 * @param {Total} options
 */
export function total(sheet, { hex, side, text, pips }) {
  const sheetHex = sheet.hex(hex);
  if (!sheetHex) return null;
  const r = sheet.radius;
  const [high, step] = [r * 0.32, r * 0.13];
  const wide = pips * step + (text ? text.length * r * 0.17 + r * 0.1 : 0) + r * 0.14;
  const left = -wide / 2;
  return h(
    "g",
    {
      key: `${hex} ${side}`,
      class: `total side-${side}`,
      transform: `translate(${sheetHex.x} ${sheetHex.y + r * 0.74})`,
    },
    h("rect", { x: left, y: -high / 2, width: wide, height: high, rx: high * 0.3 }),
    Array.from({ length: pips }, (_, at) =>
      h("circle", { class: "total-pip", cx: left + r * 0.13 + at * step, cy: 0, r: step * 0.34 }),
    ),
    text &&
      h("text", { x: left + pips * step + (wide - pips * step) / 2, y: high * 0.34, "font-size": high * 0.92 }, text),
  );
}
