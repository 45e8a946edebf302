// Pan and zoom: which part of the sheet is seen, by wheel, drag, pinch and keys.

import { calm } from "../common/html.js";

const SETTLE = 160;
/** How long a glide takes, in ms. */
const GLIDE = 300;

/** @typedef {{ x: number, y: number, k: number }} Lie */

/**
 * Moves one layer inside its frame with a CSS transform. While a gesture lasts the layer is moved
 * as it is, which is smooth; when it rests the browser draws it afresh at the new size, which is
 * sharp. `onplace` hears of every step, of a glide too: what is drawn beside the layer keeps to it.
 */
export class Viewport {
  /**
   * @param {HTMLElement} frame
   * @param {HTMLElement} layer
   * @param {{ onchange?: (radius: number) => void, onplace?: (lie: Lie) => void }} [options]
   */
  constructor(frame, layer, { onchange, onplace } = {}) {
    this.frame = frame;
    this.layer = layer;
    this.onchange = onchange;
    this.onplace = onplace;
    /**
     * Where the layer lies on the screen; on its way to `x`, `y` and `k` while it glides.
     * @type {Lie}
     */
    this.shown = { x: 0, y: 0, k: 1 };
    this.gliding = 0;
    this.size = { width: 1, height: 1 };
    this.radius = 1;
    this.k = 1;
    this.x = 0;
    this.y = 0;
    /** @type {number | undefined} */
    this.settle = undefined;
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
    this.radius = radius;
    this.layer.style.width = `${width}px`;
    this.layer.style.height = `${height}px`;
  }

  get bounds() {
    const { width, height } = this.frame.getBoundingClientRect();
    return { width, height };
  }

  get least() {
    const { width, height } = this.bounds;
    return Math.min(width / this.size.width, height / this.size.height, 34 / this.radius) * 0.96;
  }

  get most() {
    return Math.max(140 / this.radius, this.least * 2);
  }

  /** The whole sheet. */
  whole() {
    this.k = this.least;
    const { width, height } = this.bounds;
    this.#place((width - this.size.width * this.k) / 2, (height - this.size.height * this.k) / 2);
  }

  /**
   * At a size at which counters can be read, about a point of the sheet.
   * @param {number} x
   * @param {number} y
   */
  open(x, y) {
    const { width } = this.bounds;
    this.k = Math.min(this.most, Math.max(width / this.size.width, 30 / this.radius));
    const { height } = this.bounds;
    // No bare table beside the sheet as long as the sheet is larger than the frame.
    const within = (/** @type {number} */ at, /** @type {number} */ sheet, /** @type {number} */ frame) =>
      sheet < frame ? (frame - sheet) / 2 : Math.min(0, Math.max(frame - sheet, frame / 2 - at));
    this.#place(
      within(x * this.k, this.size.width * this.k, width),
      within(y * this.k, this.size.height * this.k, height),
    );
  }

  /**
   * Brings a point of the sheet to the middle.
   * @param {number} x
   * @param {number} y
   * @param {boolean} [smooth]
   */
  centre(x, y, smooth = true) {
    const { width, height } = this.bounds;
    this.#place(width / 2 - x * this.k, height / 2 - y * this.k, smooth);
  }

  /**
   * Moves just so far that a point of the sheet is seen, with a margin around it.
   * @param {number} x
   * @param {number} y
   * @param {number} [margin]
   */
  reveal(x, y, margin = 60) {
    const { width, height } = this.bounds;
    const at = { x: x * this.k + this.x, y: y * this.k + this.y };
    const edge = Math.min(margin, width / 3, height / 3);
    const dx = Math.max(edge - at.x, 0) + Math.min(width - edge - at.x, 0);
    const dy = Math.max(edge - at.y, 0) + Math.min(height - edge - at.y, 0);
    if (dx || dy) this.#place(this.x + dx, this.y + dy, true);
  }

  /**
   * Moves so that a box of the sheet is seen with `margin` of it around, if it is not already;
   * farther away only if there is no other way. Beside the sheet no bare table is shown that could
   * be spared.
   * @param {{ x: number, y: number, width: number, height: number }} box
   * @param {number} margin
   */
  frameOn(box, margin) {
    const { width, height } = this.bounds;
    const wide = { width: box.width + margin * 2, height: box.height + margin * 2 };
    const [left, top] = [(box.x - margin) * this.k + this.x, (box.y - margin) * this.k + this.y];
    const seen = left >= 0 && top >= 0 && left + wide.width * this.k <= width && top + wide.height * this.k <= height;
    if (seen && !this.#bare()) return;
    const fits = Math.min(width / wide.width, height / wide.height);
    this.k = Math.max(Math.min(this.k, fits), this.least);
    const within = (/** @type {number} */ at, /** @type {number} */ sheet, /** @type {number} */ frame) =>
      sheet < frame ? (frame - sheet) / 2 : Math.min(0, Math.max(frame - sheet, frame / 2 - at));
    this.#place(
      within((box.x + box.width / 2) * this.k, this.size.width * this.k, width),
      within((box.y + box.height / 2) * this.k, this.size.height * this.k, height),
      true,
    );
  }

  /** Whether more bare table is seen beside the sheet than there has to be. */
  #bare() {
    const { width, height } = this.bounds;
    const bare = (/** @type {number} */ at, /** @type {number} */ sheet, /** @type {number} */ frame) =>
      Math.max(at, 0) + Math.max(frame - at - sheet, 0) > Math.max(frame - sheet, 0) + frame * 0.2;
    return bare(this.x, this.size.width * this.k, width) || bare(this.y, this.size.height * this.k, height);
  }

  /**
   * Whether a point of the sheet is in the frame.
   * @param {number} x
   * @param {number} y
   */
  sees(x, y) {
    const { width, height } = this.bounds;
    const at = { x: x * this.k + this.x, y: y * this.k + this.y };
    return at.x > 0 && at.y > 0 && at.x < width && at.y < height;
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
    this.k = k;
    this.#place(about.x - (about.x - this.x) * real, about.y - (about.y - this.y) * real);
  }

  /**
   * Lies as another does: the same point of the sheet in the middle, at the same size, and gliding
   * if that glides.
   * @param {Viewport} other
   */
  follow(other) {
    const [mine, theirs] = [this.bounds, other.bounds];
    this.k = Math.min(this.most, Math.max(this.least, other.k));
    const at = (/** @type {number} */ lie, /** @type {number} */ wide, /** @type {number} */ here) =>
      here / 2 - ((wide / 2 - lie) / other.k) * this.k;
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

  /**
   * @param {WheelEvent} event
   */
  #wheel(event) {
    event.preventDefault();
    const box = this.frame.getBoundingClientRect();
    const lines = event.deltaMode === 1 ? 30 : 1;
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016));
    this.zoom(factor, { x: event.clientX - box.left, y: event.clientY - box.top });
  }

  #resized() {
    const now = { width: this.frame.clientWidth, height: this.frame.clientHeight };
    // Where only the foot gives way, to orders that grow longer, nothing slides from under the
    // finger.
    const down = now.width === this.seen.width ? 0 : (now.height - this.seen.height) / 2;
    this.#place(this.x + (now.width - this.seen.width) / 2, this.y + down);
    this.seen = now;
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
   */
  #place(x, y, smooth = false) {
    const { width, height } = this.bounds;
    // The sheet never leaves the frame: half of the frame at most may be empty on a side.
    const keep = (/** @type {number} */ at, /** @type {number} */ sheet, /** @type {number} */ frame) =>
      Math.min(frame / 2, Math.max(frame / 2 - sheet, at));
    this.x = keep(x, this.size.width * this.k, width);
    this.y = keep(y, this.size.height * this.k, height);
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
    this.settle = setTimeout(() => (this.layer.style.willChange = "auto"), SETTLE);
    this.onplace?.(lie);
  }
}
