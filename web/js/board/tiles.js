// A map's picture cut into tiles: each is drawn from the picture once, at one of three scales, and
// from then on only copied.

/** The side of a tile, in pixels of the screen. */
const SIDE = 512;
/** Pixels for each unit of the sheet, where the screen has one pixel to the CSS pixel. */
const SCALES = [0.5, 1, 2];
/** How many pixels all tiles together may have before the one used longest ago goes. */
export const MOST = 32e6;
/** A tile may be enlarged by so much before the next scale is asked for. */
const STRETCH = 1.3;

/**
 * What is seen: `x` and `y`, where the sheet's corner lies in the frame, `k`, pixels for a unit, and
 * the frame's size; all in pixels of the screen.
 * @typedef {{ x: number, y: number, k: number, width: number, height: number }} Seen
 */

/** @typedef {{ scale: number, column: number, row: number }} Tile */

/** @typedef {{ image: ImageBitmap | HTMLCanvasElement, used: number, pixels: number }} Made */

/**
 * A picture of one tile to be copied from.
 * @param {number} width
 * @param {number} height
 * @param {(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D) => void} draw
 * @returns {ImageBitmap | HTMLCanvasElement}
 */
export function bitmap(width, height, draw) {
  if (typeof OffscreenCanvas === "function") {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    if (context) {
      draw(context);
      return canvas.transferToImageBitmap();
    }
  }
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  if (context) draw(context);
  return canvas;
}

/** The tiles of one picture. */
export class Tiles {
  /** @type {Map<string, Made>} */
  #made = new Map();
  #pixels = 0;
  #clock = 0;

  /**
   * `picture`: drawn at any size; `width` and `height` of the sheet in its units; `ratio`: the
   * screen's pixels to the CSS pixel.
   * @param {CanvasImageSource} picture
   * @param {number} width
   * @param {number} height
   * @param {number} ratio
   */
  constructor(picture, width, height, ratio) {
    this.picture = picture;
    this.width = width;
    this.height = height;
    this.scales = SCALES.map((scale) => scale * (ratio > 1 ? 2 : 1));
  }

  /**
   * The scale at which a sheet is copied that is seen at `k` pixels for a unit.
   * @param {number} k
   */
  scaleFor(k) {
    const found = this.scales.findIndex((scale) => scale * STRETCH >= k);
    return found < 0 ? this.scales.length - 1 : found;
  }

  /**
   * The tiles of a scale that lie in what is seen, from its middle outwards; `margin` of a frame
   * round about counts as seen.
   * @param {Seen} seen
   * @param {number} [scale]
   * @param {number} [margin]
   * @returns {Tile[]}
   */
  within({ x, y, k, width, height }, scale = this.scaleFor(k), margin = 0) {
    const step = (SIDE / this.scales[scale]) * k;
    const count = (/** @type {number} */ length) => Math.ceil((length * this.scales[scale]) / SIDE);
    const range = (/** @type {number} */ at, /** @type {number} */ frame, /** @type {number} */ tiles) => {
      const from = Math.max(0, Math.floor((-at - frame * margin) / step));
      const to = Math.min(tiles - 1, Math.floor((frame * (1 + margin) - at - 1) / step));
      return { from, to };
    };
    const [across, down] = [range(x, width, count(this.width)), range(y, height, count(this.height))];
    const tiles = [];
    for (let row = down.from; row <= down.to; row++)
      for (let column = across.from; column <= across.to; column++) tiles.push({ scale, column, row });
    const far = (/** @type {Tile} */ tile) =>
      Math.hypot((tile.column + 0.5) * step + x - width / 2, (tile.row + 0.5) * step + y - height / 2);
    return tiles.sort((a, b) => far(a) - far(b));
  }

  /**
   * Every tile of a scale.
   * @param {number} scale
   */
  all(scale) {
    const k = this.scales[scale];
    return this.within({ x: 0, y: 0, k, width: this.width * k, height: this.height * k }, scale);
  }

  /** How many pixels of a scale the whole sheet has. */
  pixels(/** @type {number} */ scale) {
    return this.width * this.height * this.scales[scale] ** 2;
  }

  /** How many pixels may still be made before older tiles go. */
  get room() {
    return MOST - this.#pixels;
  }

  /** @param {Tile} tile */
  has(tile) {
    return this.#made.has(key(tile));
  }

  /**
   * Draws a tile from the picture. What it cost stands in the browser's record of the page, as `map
   * tile`.
   * @param {Tile} tile
   */
  make(tile) {
    const scale = this.scales[tile.scale];
    const [left, top] = [tile.column * SIDE, tile.row * SIDE];
    const width = Math.min(SIDE, Math.ceil(this.width * scale) - left);
    const height = Math.min(SIDE, Math.ceil(this.height * scale) - top);
    if (width < 1 || height < 1) return;
    const start = performance.now();
    const image = bitmap(width, height, (context) => {
      context.drawImage(this.picture, -left, -top, this.width * scale, this.height * scale);
    });
    performance.measure("map tile", { start });
    performance.clearMeasures("map tile");
    this.#made.set(key(tile), { image, used: ++this.#clock, pixels: width * height });
    this.#pixels += width * height;
    while (this.#pixels > MOST && this.#made.size > 1) {
      const [oldest, made] = [...this.#made].reduce((a, b) => (a[1].used <= b[1].used ? a : b));
      this.#made.delete(oldest);
      this.#pixels -= made.pixels;
      close(made.image);
    }
  }

  /**
   * Copies what is seen; where a tile is not made yet, from a coarser or a finer one. Returns
   * whether the sheet is whole there.
   * @param {CanvasRenderingContext2D} context
   * @param {Seen} seen
   */
  draw(context, seen) {
    let whole = true;
    for (const tile of this.within(seen)) {
      if (this.#copy(context, seen, tile, tile)) continue;
      if (!this.#coarser(context, seen, tile) && !this.#finer(context, seen, tile)) whole = false;
    }
    return whole;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Seen} seen
   * @param {Tile} tile
   */
  #coarser(context, seen, tile) {
    for (let scale = tile.scale - 1; scale >= 0; scale--) {
      const times = this.scales[tile.scale] / this.scales[scale];
      const from = { scale, column: Math.floor(tile.column / times), row: Math.floor(tile.row / times) };
      if (this.#copy(context, seen, from, tile)) return true;
    }
    return false;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Seen} seen
   * @param {Tile} tile
   */
  #finer(context, seen, tile) {
    if (tile.scale + 1 >= this.scales.length) return false;
    const scale = tile.scale + 1;
    const times = this.scales[scale] / this.scales[tile.scale];
    let whole = true;
    for (let row = 0; row < times; row++)
      for (let column = 0; column < times; column++) {
        const from = { scale, column: tile.column * times + column, row: tile.row * times + row };
        const there = from.column * SIDE < this.width * this.scales[scale];
        if (there && from.row * SIDE < this.height * this.scales[scale])
          whole = this.#copy(context, seen, from, from) && whole;
      }
    return whole;
  }

  /**
   * Copies of a tile what lies in the place of `part`.
   * @param {CanvasRenderingContext2D} context
   * @param {Seen} seen
   * @param {Tile} tile
   * @param {Tile} part
   */
  #copy(context, { x, y, k }, tile, part) {
    const made = this.#made.get(key(tile));
    if (!made) return false;
    made.used = ++this.#clock;
    const [scale, cut] = [this.scales[tile.scale], this.scales[part.scale]];
    // In units of the sheet.
    const left = (part.column * SIDE) / cut;
    const top = (part.row * SIDE) / cut;
    const right = Math.min(left + SIDE / cut, (tile.column * SIDE + made.image.width) / scale);
    const foot = Math.min(top + SIDE / cut, (tile.row * SIDE + made.image.height) / scale);
    if (right <= left || foot <= top) return true;
    // Whole pixels, so that neighbours meet without a seam.
    const [x0, y0] = [Math.round(x + left * k), Math.round(y + top * k)];
    const [x1, y1] = [Math.round(x + right * k), Math.round(y + foot * k)];
    const [across, down] = [left * scale - tile.column * SIDE, top * scale - tile.row * SIDE];
    context.drawImage(
      made.image,
      across,
      down,
      (right - left) * scale,
      (foot - top) * scale,
      x0,
      y0,
      Math.max(1, x1 - x0),
      Math.max(1, y1 - y0),
    );
    return true;
  }

  /** Gives back what the tiles hold. */
  close() {
    for (const { image } of this.#made.values()) close(image);
    this.#made.clear();
    this.#pixels = 0;
  }
}

/** @param {Tile} tile */
function key({ scale, column, row }) {
  return `${scale} ${column} ${row}`;
}

/** @param {ImageBitmap | HTMLCanvasElement} image */
function close(image) {
  if ("close" in image) image.close();
}
