// A picture of the printed map on the board: over the drawing, under counters and marks, and moved
// with them. It never leaves this browser.

import { Emitter } from "../common/emitter.js";
import { h, make, makeSvg, show } from "../common/html.js";
import * as texts from "../texts/picture.js";
import { image, origin, through } from "./affine.js";
import * as kept from "./kept-pictures.js";
import { PictureFault, read } from "./picture-file.js";

/**
 * @import { Board } from "../board/board.js"
 * @import { Affine, Point } from "./affine.js"
 */

/**
 * A point of the picture, as parts of its width and height, and the hex whose middle it shows.
 * @typedef {{ x: number, y: number, hex: string }} Pair
 */

/**
 * How a picture lies: the three points it is laid by, or none yet; how strongly it is seen, 0 to 1;
 * whether it is shown where the map is edited, and where it is played on.
 * @typedef {{
 *   name: string, points: Pair[], strength: number, shown: boolean, played: boolean, grid: boolean,
 * }} Lie
 */

/** @type {Lie} */
const FRESH = { name: "", points: [], strength: 0.6, shown: true, played: false, grid: true };

/**
 * Events: `change`, when there is something to draw anew beside the board; `trouble` with a
 * sentence.
 * @extends {Emitter<{ change: void, trouble: string }>}
 */
export class MapPicture extends Emitter {
  /** @type {Lie} */
  lie = FRESH;
  /**
   * While it is being laid: `whole`, the picture alone is seen; `away`, it is not seen.
   * @type {"whole" | "away" | null}
   */
  stage = null;
  /** @type {HTMLCanvasElement | null} */
  #canvas = null;
  /** @type {string | null} */
  #map = null;
  /** Whether the browser keeps the picture that is seen. */
  #kept = false;
  /** Whether a file is being read: a large scan takes seconds. */
  reading = false;
  /** Whether the browser was asked to keep the picture, and could not. */
  unkept = false;
  #turn = 0;
  #writes = 0;

  /**
   * @param {Board} board
   * @param {"shown" | "played"} use what the board is for
   */
  constructor(board, use) {
    super();
    this.board = board;
    this.use = use;
    this.grid = makeSvg("svg", { class: "printed-grid", "aria-hidden": "true" });
    this.marks = makeSvg("svg", { class: "printed-marks", "aria-hidden": "true" });
    this.layer = make("div", { class: "printed" });
    board.layer.prepend(this.layer);
  }

  /** Whether there is a picture. */
  get there() {
    return this.#canvas !== null;
  }

  /** Whether it is shown here. */
  get shown() {
    return this.lie[this.use];
  }

  /** Whether it lies by three points that this sheet has. */
  get laid() {
    return this.there && this.#laid() !== null;
  }

  /**
   * Shows the picture that is kept for a map, if there is one.
   * @param {string} map
   */
  async open(map) {
    if (map === this.#map) return this.refresh();
    const turn = ++this.#turn;
    this.#map = map;
    this.#put(null, FRESH);
    try {
      // Without such a storage nothing can have been kept.
      const found = await kept.find(map).catch(() => null);
      const canvas = found && (await read(found.file, found.lie.name));
      if (turn !== this.#turn || !found) return;
      this.#kept = true;
      this.#put(canvas, { ...FRESH, ...found.lie });
    } catch (error) {
      if (!(error instanceof PictureFault)) throw error;
      if (turn === this.#turn) this.emit("trouble", texts.notShown(error.message));
    }
  }

  /**
   * Takes a file in place of the picture that is there; it is to be laid then. Returns whether the
   * file was one; if not, all is as before.
   * @param {File} file
   */
  async take(file) {
    const map = this.#map;
    if (map === null) return false;
    const turn = ++this.#turn;
    this.reading = true;
    this.emit("change");
    try {
      const canvas = await read(file, file.name);
      if (turn !== this.#turn) return false;
      this.#kept = false;
      this.reading = false;
      this.#put(canvas, { ...FRESH, name: file.name });
    } catch (error) {
      if (!(error instanceof PictureFault)) throw error;
      if (turn !== this.#turn) return false;
      this.reading = false;
      this.emit("trouble", error.message);
      return false;
    }
    void this.#store(map, file, turn);
    return true;
  }

  /**
   * Keeps a file in this browser, while its picture is being laid already.
   * @param {string} map
   * @param {File} file
   * @param {number} turn
   */
  async #store(map, file, turn) {
    try {
      await this.#writing(kept.keep(map, file, this.lie));
      if (turn !== this.#turn) return;
      this.#kept = true;
      // It may have been laid meanwhile.
      this.#keep();
    } catch {
      if (turn === this.#turn) this.#unkept();
    }
  }

  /**
   * Lays it by three points.
   * @param {Pair[]} points
   */
  lay(points) {
    this.#set({ points, [this.use]: true });
  }

  /** @param {boolean} shown */
  show(shown) {
    this.#set({ [this.use]: shown });
  }

  /** @param {boolean} grid */
  showGrid(grid) {
    this.#set({ grid });
  }

  /**
   * How strongly it is seen, 0 to 1. This is no `change`: it comes with every step of a slider.
   * @param {number} strength
   */
  fade(strength) {
    this.lie = { ...this.lie, strength };
    this.refresh();
    this.#keep();
  }

  /** Removes it, from this browser too. */
  async remove() {
    this.#turn++;
    this.reading = false;
    this.#put(null, FRESH);
    this.#kept = false;
    if (this.#map === null) return;
    // Where there is no storage nothing is kept.
    await this.#writing(kept.remove(this.#map)).catch(() => {});
  }

  /**
   * A point of the sheet as a point of the picture, or null beside it.
   * @param {Point} point
   */
  pointAt(point) {
    if (!this.#canvas) return null;
    const { width, height } = this.#canvas;
    const at = origin(this.#place(), point);
    const part = { x: at.x / width, y: at.y / height };
    return part.x >= 0 && part.y >= 0 && part.x <= 1 && part.y <= 1 ? part : null;
  }

  /**
   * Where a point of the picture lies on the sheet now.
   * @param {Point} part
   */
  placeOf(part) {
    return image(this.#place(), this.pixels(part));
  }

  /**
   * A point of the picture in its own pixels.
   * @param {Point} part
   */
  pixels({ x, y }) {
    return { x: x * (this.#canvas?.width ?? 1), y: y * (this.#canvas?.height ?? 1) };
  }

  /**
   * The map that three points make, or null.
   * @param {Pair[]} points
   */
  by(points) {
    const { sheet } = this.board;
    if (points.length !== 3 || !points.every(({ hex }) => sheet.hex(hex))) return null;
    return through(
      points.map((point) => this.pixels(point)),
      points.map(({ hex }) => sheet.centre(hex)),
    );
  }

  /** Puts it where it belongs on the sheet as the sheet is now. */
  refresh() {
    const seen =
      this.there && this.board.laid && (this.stage === "whole" || (this.stage === null && this.laid && this.shown));
    // Not out of the layout: WebKit does not paint a canvas that comes back from there.
    this.layer.style.visibility = seen ? "visible" : "hidden";
    if (!this.#canvas || !seen) return;
    const { a, b, c, d, e, f } = this.#place();
    this.#canvas.style.transform = `matrix(${[a, b, c, d, e, f].join(", ")})`;
    this.layer.style.opacity = String(this.stage === "whole" ? 1 : this.lie.strength);
    const { width, height, radius } = this.board.sheet;
    for (const one of [this.grid, this.marks]) {
      one.setAttribute("viewBox", `0 0 ${width} ${height}`);
      one.style.setProperty("--r", `${radius}px`);
    }
    this.#drawGrid();
  }

  #drawGrid() {
    const { sheet } = this.board;
    const on = this.stage === null && this.lie.grid;
    this.grid.toggleAttribute("hidden", !on);
    if (!on) return;
    const path = [...sheet.hexes.keys()].map((hex) => `M${sheet.corners(hex).replaceAll(" ", "L")}z`).join("");
    show(this.grid, h("path", { class: "halo", d: path }), h("path", { d: path }));
  }

  /** @returns {Affine | null} */
  #laid() {
    return this.by(this.lie.points);
  }

  /**
   * Where it lies. While it is being laid that is as large as it can be on the sheet, the right way
   * up: so its numbers are read best, however it lay before.
   * @returns {Affine}
   */
  #place() {
    const laid = this.stage === null && this.#laid();
    if (laid) return laid;
    const { width, height } = this.#canvas ?? { width: 1, height: 1 };
    const { sheet } = this.board;
    const k = Math.min(sheet.width / width, sheet.height / height);
    return { a: k, b: 0, c: 0, d: k, e: (sheet.width - width * k) / 2, f: (sheet.height - height * k) / 2 };
  }

  /**
   * @param {HTMLCanvasElement | null} canvas
   * @param {Lie} lie
   */
  #put(canvas, lie) {
    this.#canvas = canvas;
    this.unkept = false;
    this.lie = lie;
    this.layer.replaceChildren(...(canvas ? [canvas, this.grid, this.marks] : []));
    this.refresh();
    this.emit("change");
  }

  /** @param {Partial<Lie>} lie */
  #set(lie) {
    this.lie = { ...this.lie, ...lie };
    this.refresh();
    this.#keep();
    this.emit("change");
  }

  #keep() {
    if (!this.#kept || this.#map === null) return;
    this.#writing(kept.keepLie(this.#map, this.lie)).catch(() => this.#unkept());
  }

  /**
   * Marks the layer until a write has ended: a page that is left before loses it.
   * @param {Promise<void>} write
   */
  async #writing(write) {
    this.#writes++;
    this.layer.toggleAttribute("data-writing", true);
    try {
      await write;
    } finally {
      this.layer.toggleAttribute("data-writing", --this.#writes > 0);
    }
  }

  #unkept() {
    this.unkept = true;
    this.emit("change");
  }
}
