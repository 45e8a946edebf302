// The ground under the counters: the map's tiles, and over them its lettering, copied to a canvas of
// the frame's size whenever the view moves. Tiles are drawn while nothing moves.

import { make } from "../common/html.js";
import { Lettering } from "./lettering.js";
import { bitmap, MOST, Tiles } from "./tiles.js";

/**
 * @import { NumberLabel, Place } from "./lettering.js"
 * @import { Seen } from "./tiles.js"
 */

/** @typedef {{ image: ReturnType<typeof bitmap>, seen: Seen }} Sketch */

/** How long nothing may have moved before tiles are drawn, in ms. */
const REST = 140;
/** How long a frame may make letters that were not seen before, in ms. */
const LETTERS = 10;
/** How much of a frame round about is made ready where there is room. */
const ROUND = 0.5;

/** What a tile takes, at most, in pixels. */
const ENOUGH = 512 * 512;

/** More pixels to the CSS pixel than this make no visible difference on a map. */
const FINEST = 2;

/**
 * The text of a picture.
 * @param {string} picture
 */
async function drawing(picture) {
  if (picture.startsWith("<svg")) return picture;
  const answer = await fetch(picture);
  if (!answer.ok) throw new Error(`The picture of the map could not be loaded (${answer.status}).`);
  return answer.text();
}

export class Ground {
  /** @type {Tiles | null} */
  #tiles = null;
  /** @type {Tiles | null} What lay there before, until the new picture is whole. */
  #before = null;
  /**
   * Where nothing lay before: what is seen of the new picture, drawn at one go, until its tiles are made.
   * @type {Sketch | null}
   */
  #sketch = null;
  #lettering = new Lettering();
  #lettered = false;
  /** @type {{ x: number, y: number, k: number }} */
  #at = { x: 0, y: 0, k: 1 };
  #frame = 0;
  #moved = 0;
  #turn = 0;
  /** The page is being left. */
  #left = false;
  /** @type {((whole: null) => void)[]} */
  #waiting = [];
  #ratio = 1;
  #table = "";
  /** @type {number | undefined} */
  #work = undefined;
  #idle = 0;
  /** @type {{ width: number, height: number, radius: number }} */
  #size = { width: 1, height: 1, radius: 1 };

  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
    this.canvas = make("canvas", { class: "map" });
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d", { alpha: false }));
    new ResizeObserver(() => this.#resized()).observe(frame);
    for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(forced-colors: active)"])
      matchMedia(query).addEventListener("change", () => this.#resized());
    // The reader's own switch of the light.
    new MutationObserver(() => this.#resized()).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    document.fonts?.addEventListener?.("loadingdone", () => {
      this.#lettering.forget();
      this.#soon();
    });
    for (const way of ["pagehide", "pageshow"])
      addEventListener(way, () => {
        this.#left = way === "pagehide";
      });
    this.#resized();
  }

  /**
   * Takes a picture of the map in hand: its lettering is set by itself, the rest is cut into tiles.
   * Resolves when what is seen of it lies there, or something newer does.
   * @param {string} picture an SVG, or the address of one
   * @param {{ width: number, height: number, radius: number }} size of the sheet
   */
  async lay(picture, size) {
    const turn = ++this.#turn;
    delete this.canvas.dataset.drawn;
    try {
      const { ground, labels } = this.#lettering.read(await drawing(picture));
      const source = URL.createObjectURL(new Blob([ground], { type: "image/svg+xml" }));
      const image = new Image();
      image.src = source;
      await image.decode();
      URL.revokeObjectURL(source);
      // Laid out within the task that is ending: what is drawn of it is a task of its own.
      await new Promise((next) => setTimeout(next));
      if (turn !== this.#turn) return;
      this.#before?.close();
      this.#before = this.#tiles;
      if (this.#before && (this.#size.width !== size.width || this.#size.height !== size.height)) {
        this.#before.close();
        this.#before = null;
      }
      this.#size = size;
      this.#tiles = new Tiles(image, size.width, size.height, this.#ratio);
      this.#lettering.set(labels, size.radius);
      // Tiles take their time: the sketch is seen before the first of them is drawn.
      this.#moved = this.#draft(image) ? performance.now() : 0;
      const whole = new Promise((resolve) => this.#waiting.push(resolve));
      this.#go();
      this.#soon();
      await whole;
    } catch (error) {
      // A picture that is not wanted any more: another lies there, or the page is being left.
      if (turn === this.#turn && !this.#left) console.error(error);
    }
  }

  /**
   * Sketches what is seen of a picture at one go, where the table is empty; whether it did.
   * @param {HTMLImageElement} picture
   */
  #draft(picture) {
    if (this.#before) return false;
    const seen = this.#seen;
    const { width, height } = this.#size;
    const image = bitmap(seen.width, seen.height, (context) => {
      context.drawImage(picture, seen.x, seen.y, width * seen.k, height * seen.k);
    });
    this.#sketch = { image, seen };
    return true;
  }

  /**
   * Copies the first drawing to where that part of the sheet lies now. Returns whether all that is
   * seen lies in it.
   * @param {Seen} seen
   */
  #copyDraft({ x, y, k, width, height }) {
    if (!this.#sketch) return false;
    const { image, seen } = this.#sketch;
    const times = k / seen.k;
    const [left, top] = [x - seen.x * times, y - seen.y * times];
    this.context.drawImage(image, left, top, seen.width * times, seen.height * times);
    return left <= 0 && top <= 0 && left + seen.width * times >= width && top + seen.height * times >= height;
  }

  /**
   * Where the sheet lies now, in CSS pixels.
   * @param {{ x: number, y: number, k: number }} at
   */
  place(at) {
    this.#at = at;
    this.#moved = performance.now();
    this.#soon();
    this.#go();
  }

  /**
   * What stands on the map, which no name may lie under: squares about a point, in units.
   * @param {Place[]} places
   */
  occupy(places) {
    if (this.#lettering.occupy(places)) this.#soon();
  }

  /**
   * Shows levels in the place of hex numbers, or the numbers again (`null`).
   * @param {NumberLabel[] | null} every
   */
  level(every) {
    this.#lettering.level(every);
    this.#soon();
  }

  /**
   * Shows hex numbers, or none.
   * @param {boolean} on
   */
  number(on) {
    this.#lettering.number(on);
    this.#soon();
  }

  /** @returns {Seen} */
  get #seen() {
    const { x, y, k } = this.#at;
    const ratio = this.#ratio;
    return { x: x * ratio, y: y * ratio, k: k * ratio, width: this.canvas.width, height: this.canvas.height };
  }

  #resized() {
    this.#ratio = Math.min(FINEST, window.devicePixelRatio || 1);
    const width = Math.max(1, Math.round(this.frame.clientWidth * this.#ratio));
    const height = Math.max(1, Math.round(this.frame.clientHeight * this.#ratio));
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    this.#table = getComputedStyle(this.frame).backgroundColor;
    const dress = getComputedStyle(this.canvas);
    const halo = dress.getPropertyValue("--halo").trim() || "#f1e7d0";
    const level = dress.getPropertyValue("--level").trim() || "#4b3220";
    const ink = dress.color || "#2c241b";
    const number = dress.getPropertyValue("--number").trim() || ink;
    this.#lettering.dress({ family: dress.fontFamily || "serif", ink, level, number, halo });
    this.#paint();
    this.#go();
  }

  #soon() {
    if (!this.#frame) this.#frame = requestAnimationFrame(() => this.#paint());
  }

  #paint() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { context } = this;
    const seen = this.#seen;
    context.fillStyle = this.#table;
    context.fillRect(0, 0, seen.width, seen.height);
    const resting = performance.now() - this.#moved > REST;
    context.imageSmoothingQuality = resting ? "high" : "low";
    const whole = this.#tiles?.draw(context, seen) ?? false;
    let lies = whole;
    if (!whole && (this.#before || this.#sketch)) {
      this.#before?.draw(context, seen);
      lies = this.#copyDraft(seen);
      this.#tiles?.draw(context, seen);
    }
    if (!this.#tiles) return;
    if (whole) {
      this.#before?.close();
      this.#before = null;
      this.#sketch = null;
    }
    this.#lettered = this.#lettering.draw(context, seen, this.#ratio, performance.now() + LETTERS);
    if (!this.#lettered) this.#soon();
    else if (lies) {
      this.canvas.dataset.drawn = String(this.#turn);
      for (const resolve of this.#waiting.splice(0)) resolve(null);
    }
  }

  /** Goes on with the tiles as soon as nothing moves. */
  #go() {
    clearTimeout(this.#work);
    if (this.#idle) cancelIdleCallback(this.#idle);
    const since = performance.now() - this.#moved;
    this.#work = setTimeout(() => this.#makeNext(), Math.max(this.frame.matches(".panning") ? REST : 0, REST - since));
  }

  #makeNext() {
    if (!this.#tiles) return;
    // A hand on the map may rest for a moment, and is not done yet.
    if (performance.now() - this.#moved < REST || this.frame.matches(".panning")) return this.#go();
    const tile = this.#missing();
    if (!tile && !this.#lettered) return this.#go();
    if (!tile) {
      // Once more with the smoothing that there is time for now.
      this.#soon();
      this.canvas.dataset.ready = "";
      return;
    }
    delete this.canvas.dataset.ready;
    this.#tiles.make(tile);
    this.#soon();
    // The page comes first.
    const next = () => this.#makeNext();
    if ("requestIdleCallback" in window) this.#idle = requestIdleCallback(next, { timeout: 200 });
    else this.#work = setTimeout(next, 0);
  }

  /** The next tile worth its drawing: what is seen, then what is round about, then what is coarse. */
  #missing() {
    const tiles = this.#tiles;
    if (!tiles) return null;
    const missing = (/** @type {import("./tiles.js").Tile[]} */ some) => some.find((tile) => !tiles.has(tile));
    const seen = missing(tiles.within(this.#seen));
    if (seen) return seen;
    if (tiles.room < ENOUGH) return null;
    const coarse = missing(tiles.all(0)) ?? missing(tiles.within(this.#seen, tiles.scaleFor(this.#seen.k), ROUND));
    if (coarse) return coarse;
    return tiles.pixels(1) < MOST / 2 ? (missing(tiles.all(1)) ?? null) : null;
  }
}
