// A map sheet as the board needs it: where each hex lies. Pixels only; nothing here knows what a
// hex holds.

/** @import { Layout, LayoutHex } from "protocol" */

/**
 * What a sheet is made of: a layout as the server tells it, or as much of one as a sample needs.
 * @typedef {Pick<Layout, "width" | "height" | "radius" | "layout" | "corners" | "directions" | "hexes">} SheetLayout
 */

/**
 * The neighbouring sheetHex in a direction the keyboard names, as a unit vector.
 * @type {Record<string, [number, number]>}
 */
const WAYS = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
  "up-left": [-0.87, -0.5],
  "up-right": [0.87, -0.5],
  "down-left": [-0.87, 0.5],
  "down-right": [0.87, 0.5],
};

/** Arrows by eighths of a turn, clockwise from the right. */
const ARROWS = ["→", "↘", "↓", "↙", "←", "↖", "↑", "↗"];

export class Sheet {
  /**
   * From the layout the server serves beside the map: width, height, radius and the hexes' centres.
   * @param {SheetLayout} layout
   */
  constructor(layout) {
    this.width = layout.width;
    this.height = layout.height;
    this.radius = layout.radius;
    this.pointy = /^pointy/.test(layout.layout);
    /** The corners of a hex about its centre; hexside `i` joins corner `i` and the next. */
    this.offsets = layout.corners;
    this.directions = layout.directions;
    /** @type {Map<string, LayoutHex>} */
    this.hexes = new Map(layout.hexes.map((sheetHex) => [sheetHex.hex, sheetHex]));
  }

  /**
   * A hex, or null if it is not on this sheet.
   * @param {string | null | undefined} hex
   */
  hex(hex) {
    return (hex && this.hexes.get(hex)) || null;
  }

  /**
   * The centre of a hex of this sheet.
   * @param {string | null} hex
   */
  centre(hex) {
    const found = this.hex(hex);
    if (!found) throw new Error(`There is no hex ${hex} on this sheet.`);
    return found;
  }

  /**
   * The corners of a hex as an SVG `points` text; `scale` draws it smaller or larger about its
   * centre.
   * @param {string} hex
   * @param {number} [scale]
   */
  corners(hex, scale = 1) {
    const { x, y } = this.centre(hex);
    const turn = this.pointy ? Math.PI / 6 : 0;
    const points = [];
    for (let i = 0; i < 6; i++) {
      const angle = turn + (i * Math.PI) / 3;
      points.push(
        `${round(x + this.radius * scale * Math.cos(angle))},${round(y + this.radius * scale * Math.sin(angle))}`,
      );
    }
    return points.join(" ");
  }

  /**
   * The printed number of the hex across hexside `way`, or null.
   * @param {string} hex
   * @param {number} way
   */
  neighbour(hex, way) {
    return this.hexes.get(hex)?.neighbours?.[way] ?? null;
  }

  /**
   * How many hexes apart two are, or null where no way leads from one to the other.
   * @param {string} from
   * @param {string} to
   */
  distance(from, to) {
    let edge = [from];
    const seen = new Set(edge);
    for (let range = 0; edge.length; range++) {
      if (edge.includes(to)) return range;
      const next = edge.flatMap((hex) => this.hexes.get(hex)?.neighbours ?? []);
      edge = [];
      for (const hex of next) {
        if (hex === null || seen.has(hex)) continue;
        seen.add(hex);
        edge.push(hex);
      }
    }
    return null;
  }

  /**
   * The hexside over which `to` lies from `from`, or -1 if they do not touch.
   * @param {string} from
   * @param {string | null} to
   */
  hexsideTo(from, to) {
    return to ? (this.hexes.get(from)?.neighbours?.indexOf(to) ?? -1) : -1;
  }

  /**
   * The arrow that points from a hex to another, as nearly as there is one.
   * @param {string | null} from
   * @param {string} to
   */
  arrow(from, to) {
    const [a, b] = [this.centre(from), this.centre(to)];
    const eighth = Math.round((Math.atan2(b.y - a.y, b.x - a.x) * 4) / Math.PI);
    return ARROWS[(eighth + ARROWS.length) % ARROWS.length];
  }

  /**
   * The two ends of hexside `way` of a hex.
   * @param {string} hex
   * @param {number} hexside
   */
  ends(hex, hexside) {
    const { x, y } = this.centre(hex);
    return [hexside, (hexside + 1) % 6].map((i) => ({
      x: round(x + this.offsets[i].x),
      y: round(y + this.offsets[i].y),
    }));
  }

  /**
   * The hexside of a hex that lies nearest to a point of the sheet.
   * @param {string} hex
   * @param {{ x: number, y: number }} point
   */
  hexsideAt(hex, point) {
    let best = 0;
    let least = Infinity;
    for (let way = 0; way < 6; way++) {
      const [a, b] = this.ends(hex, way);
      const distance = Math.hypot((a.x + b.x) / 2 - point.x, (a.y + b.y) / 2 - point.y);
      if (distance < least) [best, least] = [way, distance];
    }
    return best;
  }

  /**
   * The hex at a point of the sheet, or null outside all of them.
   * @param {number} x
   * @param {number} y
   * @param {number} [least] within the root of this
   */
  at(x, y, least = this.radius ** 2) {
    let best = null;
    for (const sheetHex of this.hexes.values()) {
      const distance = (sheetHex.x - x) ** 2 + (sheetHex.y - y) ** 2;
      if (distance < least) [best, least] = [sheetHex.hex, distance];
    }
    return best;
  }

  /**
   * The hex next to this one that lies most nearly in the direction named (`up`, `down-left`, …).
   * `keep` is the height or the column one travels along, so that going sideways across staggered
   * columns does not drift.
   * @param {string} hex
   * @param {string} way
   * @param {number | null} [keep]
   */
  next(hex, way, keep = null) {
    const from = this.centre(hex);
    const [dx, dy] = WAYS[way];
    const step = this.radius * 1.9;
    let best = null;
    let score = 0.3;
    for (const sheetHex of this.hexes.values()) {
      const ax = sheetHex.x - from.x;
      const ay = sheetHex.y - from.y;
      const length = Math.hypot(ax, ay);
      if (length === 0 || length > step) continue;
      const along = (ax * dx + ay * dy) / length;
      // Of two equally good ones (left and right have two on this kind of sheet) the one nearer the
      // line of travel.
      const off =
        keep === null ? 0 : dy === 0 ? Math.abs(sheetHex.y - keep) : dx === 0 ? Math.abs(sheetHex.x - keep) : 0;
      const value = along - (off / this.radius) * 0.05;
      if (along > 0.3 && value > score) [best, score] = [sheetHex.hex, value];
    }
    return best;
  }
}

/** @param {number} number */
function round(number) {
  return Math.round(number * 10) / 10;
}
