// The lettering of the map: names of places, levels and hex numbers, which keep their size on the screen.
// A hex shows one number: its own, or on demand its level. Numbers give way to names, and both to counters: a name moves
// aside, or waits until there is room.

import { FAR } from "./counter-face.js";
import { bitmap } from "./tiles.js";

/** @import { Seen } from "./tiles.js" */

/** What stands on the map: a square about a point, in units of the sheet, near by and from afar. */
/** @typedef {{ x: number, y: number, half: number, afar: number }} Place */

/** @typedef {{ text: string, x: number, y: number }} NumberLabel */

/**
 * A place's name: its middle, the size it is engraved in, and the point it names.
 * @typedef {{ text: string, x: number, y: number, size: number, at: { x: number, y: number } }} NameLabel
 */

/**
 * `levels` are the figures that stand on the contour lines.
 * @typedef {{ numbers: NumberLabel[], names: NameLabel[], levels: NumberLabel[] }} Labels
 */

/** @typedef {ReturnType<typeof bitmap>} Picture */
/** Letters of one kind, and what is set in them; lengths in pixels of the screen. */
/** @typedef {{ font: string, line: number, halo: number, ink: string, sprites: Map<string, Sprite> }} Face */

/** Drawn when it is first seen; its size, in CSS pixels, is known before. */
/** @typedef {{ width: number, height: number, image: Picture | null }} Sprite */

/** Labels of one face, and how far below their points their middles lie, in CSS pixels. */
/** @typedef {{ face: Face, dy: number, labels: NumberLabel[] }} Row */

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** The size of hex numbers, in CSS pixels. */
const NUMBER = 10;
/** The sizes of levels: on the contour line, and where every hex shows its own. */
const FIGURE = 11;
const LARGE = 15;
/** The smallest radius of a hex, in CSS pixels, with room for a level: on the contour line, and in every hex. */
const FIGURE_ROOM = { contour: 13, every: 8 };
/** From its base line, how far up a number is engraved, in units. */
const CAP = 7;
/** The smallest radius of a hex, in CSS pixels, with room for its number. */
const ROOM = 16.5;
/** The sizes names are set in, in CSS pixels. */
const SIZES = [11.5, 13, 15, 17.5, 20.5, 24];
/** Where a name may go: parts of its own size and of a hex away from where it is engraved, across and down. */
const ASIDE = [0, 0.45, -0.45, 0.9, -0.9, 1.35, -1.35, 1.8, -1.8, 2.3, -2.3];
const SPOTS = ASIDE.flatMap((across) => ASIDE.map((down) => ({ across, down })));
/** Halo round the letters of a name, and round those of a number, in CSS pixels. */
const HALO = { italic: 1.6, normal: 1, "italic bold": 1.4 };

/**
 * @param {Box} a
 * @param {Box} b
 */
export function overlap(a, b) {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/**
 * Whether more than a part of a box lies under any of those.
 * @param {Box} box
 * @param {Box[]} others
 * @param {number} [part]
 */
function covered(box, others, part = 0.2) {
  const most = box.width * box.height * part;
  for (const one of others) if (overlap(one, box) > most) return true;
  return false;
}

/**
 * The end of the group that begins at a place of a drawing.
 * @param {string} svg
 * @param {number} from
 */
function groupEnd(svg, from) {
  const tags = /<g[ >]|<\/g>/g;
  tags.lastIndex = from;
  let depth = 0;
  for (let tag = tags.exec(svg); tag; tag = tags.exec(svg)) {
    depth += tag[0] === "</g>" ? -1 : 1;
    if (depth === 0) return tags.lastIndex;
  }
  return -1;
}

export class Lettering {
  /** @type {Labels} */
  #labels = { numbers: [], names: [], levels: [] };
  /**
   * The level of every hex, while those are shown in the place of the numbers.
   * @type {NumberLabel[] | null}
   */
  #every = null;
  #numbered = true;
  #radius = 1;
  /**
   * Where hexes lie, in units: no name leaves it.
   * @type {{ left: number, right: number, top: number, bottom: number }}
   */
  #field = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
  /** @type {Place[]} */
  #places = [];
  #occupied = "";
  /** @type {Map<string, Face>} */
  #faces = new Map();
  /** @type {{ step: number, far: boolean, rows: Row[] } | null} */
  #plan = null;
  #ratio = 1;
  #dress = { family: "serif", ink: "#000", level: "#000", number: "#000", halo: "#fff" };

  /**
   * Takes the lettering out of a drawing: what is left, and what was taken.
   * @param {string} svg
   * @returns {{ ground: string, labels: Labels }}
   */
  read(svg) {
    /** @type {Labels} */
    const labels = { numbers: [], names: [], levels: [] };
    let ground = svg;
    const take = (/** @type {string} */ name) => {
      const from = ground.indexOf(`<g class="${name}"`);
      const to = from < 0 ? -1 : groupEnd(ground, from);
      if (to < 0) return [];
      const group = ground.slice(from, to);
      ground = ground.slice(0, from) + ground.slice(to);
      const parsed = new DOMParser().parseFromString(
        `<svg xmlns="http://www.w3.org/2000/svg">${group}</svg>`,
        "image/svg+xml",
      );
      return [...(parsed.querySelector("g")?.children ?? [])];
    };
    const number = (/** @type {Element | null} */ element, /** @type {string} */ name) =>
      Number(element?.getAttribute(name) ?? 0);
    const figures = (/** @type {string} */ name) =>
      take(name).map((text) => ({ text: text.textContent ?? "", x: number(text, "x"), y: number(text, "y") }));
    labels.numbers = figures("map-numbers");
    labels.levels = figures("map-levels");
    for (const group of take("map-names")) {
      const lines = [...group.querySelectorAll("text")];
      const [first, last] = [lines[0], lines.at(-1) ?? null];
      const size = number(first, "font-size");
      labels.names.push({
        text: lines.map((line) => line.textContent).join("\n"),
        x: number(first, "x"),
        y: (number(first, "y") + number(last, "y")) / 2 - size * 0.3,
        size,
        at: { x: number(group, "data-x"), y: number(group, "data-y") },
      });
    }
    return { ground, labels };
  }

  /**
   * @param {Labels} labels
   * @param {number} radius of a hex, in units
   */
  set(labels, radius) {
    this.#labels = labels;
    this.#radius = radius;
    const { numbers } = labels;
    const edge = (/** @type {"x" | "y"} */ axis, /** @type {1 | -1} */ way) =>
      numbers.reduce((most, one) => (one[axis] * way > most * way ? one[axis] : most), numbers[0][axis]) + way * radius;
    if (numbers.length)
      this.#field = { left: edge("x", -1), right: edge("x", 1), top: edge("y", -1), bottom: edge("y", 1) + radius };
    this.#plan = null;
  }

  /**
   * Shows hex numbers, or none.
   * @param {boolean} on
   */
  number(on) {
    this.#numbered = on;
    this.#plan = null;
  }

  /**
   * Shows these levels in the place of hex numbers, or hex numbers again (`null`).
   * @param {NumberLabel[] | null} every
   */
  level(every) {
    this.#every = every;
    this.#plan = null;
  }

  /**
   * What it is written with.
   * @param {{ family: string, ink: string, level: string, number: string, halo: string }} dress
   */
  dress(dress) {
    if (JSON.stringify(dress) === JSON.stringify(this.#dress)) return;
    this.#dress = dress;
    this.forget();
  }

  /** Every letter is drawn anew: another face has come. */
  forget() {
    this.#faces.clear();
    this.#plan = null;
  }

  /**
   * What no name may lie under. Returns whether that is news.
   * @param {Place[]} places
   */
  occupy(places) {
    const occupied = places.map(({ x, y, half }) => `${x},${y},${half}`).join(" ");
    if (occupied === this.#occupied) return false;
    this.#occupied = occupied;
    this.#places = places;
    this.#plan = null;
    return true;
  }

  /**
   * Returns whether all is drawn: letters not seen before are made until then.
   * @param {CanvasRenderingContext2D} context
   * @param {Seen} seen
   * @param {number} ratio pixels of the screen to the CSS pixel
   */
  draw(context, { x, y, k, width, height }, ratio, until = Infinity) {
    if (ratio !== this.#ratio) this.forget();
    this.#ratio = ratio;
    // Placed anew after each eighth that the map grows, for the smallest map of that step: as it grows within the
    // step, what is apart stays apart.
    const far = this.#radius * (k / ratio) < FAR;
    const step = Math.floor(Math.log(k / ratio) / Math.log(1.125));
    if (this.#plan?.step !== step || this.#plan.far !== far)
      this.#plan = { step, far, rows: this.planned(Math.max(1.125 ** step, far ? 0 : FAR / this.#radius)) };
    context.imageSmoothingQuality = "low";
    let whole = true;
    for (const { face, dy, labels } of this.#plan.rows)
      for (const label of labels) {
        const [across, down] = [label.x * k + x, label.y * k + y + dy * ratio];
        if (Math.abs(across - width / 2) > width || Math.abs(down - height / 2) > height) continue;
        const sprite = this.#sprite(label.text, face);
        const [wide, high] = [sprite.width * ratio, sprite.height * ratio];
        const [left, top] = [Math.round(across - wide / 2), Math.round(down - high / 2)];
        if (left >= width || top >= height || left + wide <= 0 || top + high <= 0) continue;
        if (!sprite.image && performance.now() < until) sprite.image = this.#image(label.text, face, wide, high);
        if (sprite.image) context.drawImage(sprite.image, left, top);
        else whole = false;
      }
    return whole;
  }

  /**
   * What is lettered, and where, when a unit is `k` CSS pixels.
   * @param {number} k
   */
  planned(k) {
    const counters = this.#places.map(({ x, y, half: near, afar }) => {
      const half = this.#radius * k < FAR ? afar : near;
      return { x: (x - half) * k, y: (y - half) * k, width: 2 * half * k, height: 2 * half * k };
    });
    /** @type {Box[]} */
    const taken = [];
    /** @type {Row[]} */
    const rows = [];
    const far = this.#radius * k < ROOM * 0.75;
    for (const name of [...this.#labels.names].sort((a, b) => b.size - a.size)) {
      // From afar only what is large is named.
      if (far && name.size < 12) continue;
      const face = this.#face(SIZES.findLast((one) => one <= name.size * k) ?? SIZES[0], "italic");
      const { width, height } = this.#sprite(name.text, face);
      const at = this.#spot(name, { width, height }, k, counters, taken);
      if (!at) continue;
      taken.push({ x: at.x - width / 2, y: at.y - height / 2, width, height });
      rows.push({ face, dy: 0, labels: [{ text: name.text, x: at.x / k, y: at.y / k }] });
    }
    const levels = this.#every ?? this.#labels.levels;
    const size = this.#every ? Math.max(FIGURE, Math.min(LARGE, this.#radius * k * 0.5)) : FIGURE;
    // From afar tone and contour tell enough, and figures would be taken for strengths.
    if (this.#radius * k >= (this.#every ? FIGURE_ROOM.every : FIGURE_ROOM.contour)) {
      const face = this.#face(Math.round(size), "italic bold");
      const dy = this.#every ? 0 : (-CAP / 2) * k;
      const labels = levels.filter(({ text, x, y }) => {
        const { width } = this.#sprite(text, face);
        const box = { x: x * k - width / 2, y: y * k + dy - size * 0.36, width, height: size * 0.72 };
        // A name has the better place; a counter hides the level of its hex while every hex shows one.
        if (covered(box, taken) || (!this.#every && covered(box, counters))) return false;
        return taken.push(box);
      });
      rows.push({ face, dy, labels });
    }
    const { numbers } = this.#labels;
    if (!this.#numbered || this.#radius * k < ROOM || this.#every || !numbers.length) return rows;
    const face = this.#face(NUMBER, "normal");
    // Nearly as wide as any other. The upper edge lies where it is engraved.
    const { width } = this.#sprite(numbers[0].text, face);
    const labels = numbers.filter(({ x, y }) => {
      const box = { x: x * k - width / 2, y: (y - CAP) * k, width, height: NUMBER * 0.72 };
      return !covered(box, counters) && !covered(box, taken);
    });
    rows.push({ face, dy: NUMBER * 0.36 - CAP * k, labels });
    return rows;
  }

  /**
   * The nearest place for a name that lies under no counter and over no other name, in CSS pixels
   * of the sheet; null if there is none.
   * @param {NameLabel} name
   * @param {{ width: number, height: number }} size
   * @param {number} k
   * @param {Box[]} counters
   * @param {Box[]} taken
   */
  #spot(name, { width, height }, k, counters, taken) {
    const reach = this.#radius * k;
    const { left, right, top, bottom } = this.#field;
    const within = (/** @type {number} */ at, /** @type {number} */ least, /** @type {number} */ most) =>
      Math.max(least, Math.min(most, at));
    /** @type {{ x: number, y: number } | null} */
    let best = null;
    let least = Infinity;
    for (const { across, down } of SPOTS) {
      const aside = name.x * k + across * (reach * 0.5 + width * 0.28);
      const x = within(aside, left * k + width / 2, right * k - width / 2);
      const y = within(name.y * k + down * reach * 0.62, top * k + height / 2, bottom * k - height / 2);
      const stray = Math.hypot(x - name.at.x * k, y - name.at.y * k);
      const cost = Math.hypot(x - name.x * k, y - name.y * k) + stray * 0.35;
      if (cost >= least || stray > reach * 2.6 + width * 0.55) continue;
      const box = { x: x - width / 2, y: y - height / 2, width, height };
      if (!covered(box, counters, 0) && !covered(box, taken, 0)) [best, least] = [{ x, y }, cost];
    }
    return best;
  }

  /**
   * @param {number} size
   * @param {keyof typeof HALO} style
   */
  #face(size, style) {
    const ratio = this.#ratio;
    const font = `${style} ${size * ratio}px ${this.#dress.family}`;
    let face = this.#faces.get(font);
    if (!face) {
      const { level, number, ink } = this.#dress;
      const inks = { italic: ink, "italic bold": level, normal: number };
      const line = Math.round(size * 1.06 * ratio);
      face = { font, line, halo: HALO[style] * ratio, ink: inks[style], sprites: new Map() };
      this.#faces.set(font, face);
    }
    return face;
  }

  /**
   * @param {string} text its lines
   * @param {Face} face
   */
  #sprite(text, face) {
    let sprite = face.sprites.get(text);
    if (!sprite) {
      const lines = text.split("\n");
      const wide = Math.ceil(Math.max(...lines.map((one) => measured(one, face.font))) + 2 * face.halo + 2);
      const high = Math.ceil(face.line * lines.length + 2 * face.halo);
      sprite = { width: wide / this.#ratio, height: high / this.#ratio, image: null };
      face.sprites.set(text, sprite);
    }
    return sprite;
  }

  /**
   * @param {string} text
   * @param {Face} face
   * @param {number} wide
   * @param {number} high
   */
  #image(text, { font, line, halo, ink }, wide, high) {
    return bitmap(Math.round(wide), Math.round(high), (context) => {
      context.font = font;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.lineJoin = "round";
      context.lineWidth = 2 * halo;
      context.strokeStyle = this.#dress.halo;
      context.fillStyle = ink;
      for (const paint of /** @type {const} */ (["strokeText", "fillText"]))
        for (const [index, one] of text.split("\n").entries())
          context[paint](one, wide / 2, halo + line * (index + 0.5));
    });
  }
}

/** @type {CanvasRenderingContext2D | undefined} */
let ruler;

/**
 * @param {string} text
 * @param {string} font
 */
function measured(text, font) {
  ruler ??= /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  ruler.font = font;
  return ruler.measureText(text).width;
}
