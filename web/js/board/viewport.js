// Pan and zoom: which part of the sheet is seen, by wheel, drag, pinch and keys.

import { calm } from "../common/html.js";

const SETTLE = 160;
/** The least radius of a hex at which counters can be read, in px. */
export const NEAR = 34;
/** How long a glide takes, in ms. */
const GLIDE = 300;
/** How much of the table a hand may bare beside the map, in px: what a button hides can be moved clear of it. */
const EDGE = 60;

/** @typedef {{ x: number, y: number, k: number }} Lie */

/**
 * Where the sheet begins along an axis: in the middle of its room if it fits in there, else within `edge` of its ends.
 * @param {number} at
 * @param {number} length
 * @param {number} start of the room
 * @param {number} room
 * @param {number} edge
 */
export function kept(at, length, start, room, edge) {
  const bare = room - length;
  return bare >= 0 ? start + bare / 2 : Math.min(start + edge, Math.max(start + bare - edge, at));
}

/**
 * The box that points of the sheet lie in, with a margin around them.
 * @param {{ x: number, y: number }[]} points
 */
export function boxOf(points, margin = 0) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
}

/**
 * Moves one layer inside its frame with a CSS transform. While a gesture lasts the layer is moved
 * as it is, which is smooth; when it rests the browser draws it afresh at the new size, which is
 * sharp. `onplace` hears of every step, of a glide too: what is drawn beside the layer keeps to it.
 */
export class Viewport {
  /**
   * @param {HTMLElement} frame
   * @param {HTMLElement} layer
   * @param {{ onchange?: (radius: number) => void, onplace?: (lie: Lie) => void, onframe?: () => void }} [options]
   */
  constructor(frame, layer, { onchange, onplace, onframe } = {}) {
    this.frame = frame;
    this.layer = layer;
    this.onchange = onchange;
    this.onplace = onplace;
    this.onframe = onframe;
    /**
     * Where the layer lies on the screen; on its way to `x`, `y` and `k` while it glides.
     * @type {Lie}
     */
    this.shown = { x: 0, y: 0, k: 1 };
    this.gliding = 0;
    this.size = { width: 1, height: 1 };
    /** The part of the sheet that is played on. */
    this.field = { x: 0, y: 0, ...this.size };
    this.radius = 1;
    this.k = 1;
    /** The zoom that was chosen by hand: a wide frame is seen from farther away, and the next one from there again. */
    this.chosen = 1;
    /** What is covered along each edge of the frame, in px. */
    this.insets = () => ({ left: 0, top: 0, right: 0, bottom: 0 });
    this.x = 0;
    this.y = 0;
    /** @type {number | undefined} */
    this.settle = undefined;
    /** Whether a hand is zooming, which is heard of as a change once more when it rests. */
    this.zooming = false;
    frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    // A turned phone or a wider window keeps the middle of the picture in the middle.
    this.seen = { width: frame.clientWidth, height: frame.clientHeight };
    new ResizeObserver(() => this.#resized()).observe(frame);
  }

  /**
   * The sheet's own size; `radius` of a hex bounds how near one can get.
   * @param {number} width
   * @param {number} height
   * @param {number} radius
   */
  fit(width, height, radius) {
    this.size = { width, height };
    this.field = { x: 0, y: 0, width, height };
    this.radius = radius;
    this.layer.style.width = `${width}px`;
    this.layer.style.height = `${height}px`;
  }

  get bounds() {
    const { width, height } = this.frame.getBoundingClientRect();
    return { width, height };
  }

  /** What is clear of the frame, in its px. */
  get room() {
    const { width, height } = this.bounds;
    const { left, top, right, bottom } = this.insets();
    return { left, top, width: width - left - right, height: height - top - bottom };
  }

  /** The point of the sheet in the middle of the room. */
  get middle() {
    const { left, top, width, height } = this.room;
    return { x: (left + width / 2 - this.x) / this.k, y: (top + height / 2 - this.y) / this.k };
  }

  /** @param {{ width: number, height: number }} box */
  #fit({ width, height }) {
    const { room } = this;
    return Math.min(room.width / width, room.height / height) * 0.96;
  }

  get least() {
    return Math.min(this.#fit(this.size), 34.5 / this.radius);
  }

  get most() {
    return Math.max(140 / this.radius, this.least * 2);
  }

  /** The whole field. */
  whole(most = 34.5 / this.radius) {
    const { x, y, width, height } = this.field;
    this.k = this.chosen = Math.min(this.#fit(this.field), most);
    this.centre(x + width / 2, y + height / 2, false);
  }

  /**
   * The whole field, or about a point of it, at a size at which counters can be read.
   * @param {number} x
   * @param {number} y
   */
  open(x, y) {
    if (this.#fit(this.field) * this.radius >= NEAR) return this.whole(this.most);
    this.k = this.chosen = Math.min(this.most, Math.max(this.room.width / this.size.width, NEAR / this.radius));
    this.centre(x, y, false);
  }

  /**
   * Brings a point of the sheet to the middle, as near as that goes without bare table.
   * @param {number} x
   * @param {number} y
   * @param {boolean} [smooth]
   */
  centre(x, y, smooth = true) {
    const { left, top, width, height } = this.room;
    this.#place(left + width / 2 - x * this.k, top + height / 2 - y * this.k, smooth, 0);
  }

  /**
   * Moves just so far that a point of the sheet is seen, with a margin around it.
   * @param {number} x
   * @param {number} y
   * @param {number} [margin]
   */
  reveal(x, y, margin = 60) {
    const { left, top, width, height } = this.room;
    const at = { x: x * this.k + this.x - left, y: y * this.k + this.y - top };
    const edge = Math.min(margin, width / 3, height / 3);
    const dx = Math.max(edge - at.x, 0) + Math.min(width - edge - at.x, 0);
    const dy = Math.max(edge - at.y, 0) + Math.min(height - edge - at.y, 0);
    if (dx || dy) this.#place(this.x + dx, this.y + dy, true);
  }

  /**
   * Moves so that points of the sheet are seen with `margin` around them, if they are not already, and nearly as large
   * as they can be; from farther away than was chosen only if there is no other way.
   * @param {{ x: number, y: number }[]} points
   * @param {number} margin
   */
  frameOn(points, margin) {
    const { room } = this;
    const box = boxOf(points, margin);
    // There is nothing to be seen beside the sheet.
    const [x, y] = [Math.max(0, box.x), Math.max(0, box.y)];
    const width = Math.min(this.size.width, box.x + box.width) - x;
    const height = Math.min(this.size.height, box.y + box.height) - y;
    const k = Math.max(Math.min(this.chosen, room.width / width, room.height / height), this.least);
    const [left, top] = [x * this.k + this.x - room.left, y * this.k + this.y - room.top];
    const [right, bottom] = [left + width * this.k, top + height * this.k];
    const seen = Math.min(left, top, room.width - right, room.height - bottom) > -1;
    if (seen && this.k > 0.8 * k) return;
    this.onframe?.();
    this.k = k;
    this.centre(x + width / 2, y + height / 2);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.#place(this.x + dx, this.y + dy);
  }

  /**
   * Zooms by a factor about a point of the frame (its middle if none is given).
   * @param {number} factor
   * @param {{ x: number, y: number }} [at]
   */
  zoom(factor, at) {
    const { width, height } = this.bounds;
    const about = at ?? { x: width / 2, y: height / 2 };
    const k = Math.min(this.most, Math.max(this.least, this.k * factor));
    const real = k / this.k;
    this.k = this.chosen = k;
    this.zooming = at !== undefined;
    this.#place(about.x - (about.x - this.x) * real, about.y - (about.y - this.y) * real);
  }

  /**
   * Lies as another does: the same point of the sheet in the middle, at the same size, and gliding
   * if that glides.
   * @param {Viewport} other
   */
  follow(other) {
    const [mine, theirs] = [this.bounds, other.bounds];
    this.k = this.chosen = Math.min(this.most, Math.max(this.least, other.k));
    this.zooming = other.zooming;
    const scale = this.k / other.k;
    // Exactly as it lies there, where both are of one size.
    const at = (/** @type {number} */ lie, /** @type {number} */ wide, /** @type {number} */ here) =>
      lie * scale + (here - wide * scale) / 2;
    this.#place(at(other.x, theirs.width, mine.width), at(other.y, theirs.height, mine.height), other.gliding !== 0);
  }

  /**
   * A point of the window as a point of the sheet.
   * @param {{ clientX: number, clientY: number }} event
   */
  point(event) {
    const box = this.frame.getBoundingClientRect();
    return { x: (event.clientX - box.left - this.x) / this.k, y: (event.clientY - box.top - this.y) / this.k };
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const box = this.frame.getBoundingClientRect();
    const lines = event.deltaMode === 1 ? 30 : 1;
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016));
    this.zoom(factor, { x: event.clientX - box.left, y: event.clientY - box.top });
  }

  #resized() {
    const now = { width: this.frame.clientWidth, height: this.frame.clientHeight };
    const [wider, higher] = [now.width - this.seen.width, now.height - this.seen.height];
    this.seen = now;
    // Where only the foot gives way, to orders that grow longer, nothing slides from under the finger.
    const { top, height } = this.room;
    if (!wider && this.y >= top && this.y + this.size.height * this.k <= top + height) return;
    this.#place(this.x + wider / 2, this.y + (wider ? higher / 2 : 0));
  }

  /** Begins to glide from where the layer lies to where it is wanted. */
  #glide() {
    const from = this.shown;
    let start = 0;
    const step = (/** @type {number} */ now) => {
      start ||= now;
      const part = Math.min(1, (now - start) / GLIDE);
      // Quick at first, gently at rest.
      const eased = 1 - (1 - part) ** 3;
      const between = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * eased;
      this.gliding = part < 1 ? requestAnimationFrame(step) : 0;
      this.#lie({ x: between(from.x, this.x), y: between(from.y, this.y), k: between(from.k, this.k) });
    };
    this.gliding = requestAnimationFrame(step);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {boolean} [smooth]
   * @param {number} [edge]
   */
  #place(x, y, smooth = false, edge = EDGE) {
    const { left, top, width, height } = this.room;
    this.x = kept(x, this.size.width * this.k, left, width, edge);
    this.y = kept(y, this.size.height * this.k, top, height, edge);
    cancelAnimationFrame(this.gliding);
    this.gliding = 0;
    if (smooth && !calm()) this.#glide();
    else this.#lie({ x: this.x, y: this.y, k: this.k });
    this.onchange?.(this.k * this.radius);
  }

  /**
   * Puts the layer there, for now.
   * @param {Lie} lie
   */
  #lie(lie) {
    this.shown = lie;
    this.layer.style.willChange = "transform";
    this.layer.style.transform = `translate(${lie.x}px, ${lie.y}px) scale(${lie.k})`;
    clearTimeout(this.settle);
    this.settle = setTimeout(() => {
      this.layer.style.willChange = "auto";
      if (!this.zooming) return;
      this.zooming = false;
      this.onchange?.(this.k * this.radius);
    }, SETTLE);
    this.onplace?.(lie);
  }
}
