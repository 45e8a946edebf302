// The keyboard on the board: a cursor that walks from hex to hex, and keys for the picture.

/** @import { Board, Press } from "./board.js" */

/** @type {Record<string, string>} */
const WAYS = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Home: "up-left",
  PageUp: "up-right",
  End: "down-left",
  PageDown: "down-right",
};
/** @type {Record<string, number[]>} */
const AWAY = { up: [0, 1], down: [0, -1], left: [1, 0], right: [-1, 0] };
const STEP = 90;

/** Listens on the board's frame. Keys it does not use go on to the page. */
export class Keyboard {
  /** @type {number | null} The height or column of the journey, see `Sheet.next`. */
  #keep = null;
  /** @type {"level" | "upright" | null} */
  #axis = null;

  /**
   * @param {HTMLElement} frame
   * @param {Board} board
   * @param {{ press: (at: Press) => void }} on
   */
  constructor(frame, board, on) {
    this.board = board;
    this.on = on;
    frame.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { board } = this;
    const way = WAYS[event.key];
    if (way) {
      if (event.shiftKey) {
        const [dx, dy] = AWAY[way] ?? [0, 0];
        board.viewport.pan(dx * STEP, dy * STEP);
      } else this.#walk(way);
    } else if (event.key === "+" || event.key === "=") board.viewport.zoom(1.25);
    else if (event.key === "-" || event.key === "_") board.viewport.zoom(0.8);
    else if (event.key === "0") board.viewport.whole();
    else if (event.key === "Enter" || event.key === " ") {
      const at = board.focused();
      if (!at) return;
      this.on.press({ ...at, named: at.unit === null, key: event.key === "Enter" ? "enter" : "space" });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} way */
  #walk(way) {
    const { board } = this;
    if (!board.cursor) return board.point(board.nearest());
    const from = board.sheet.hex(board.cursor);
    if (!from) return;
    const { x, y } = from;
    const axis = way === "left" || way === "right" ? "level" : way === "up" || way === "down" ? "upright" : null;
    if (axis !== this.#axis) [this.#axis, this.#keep] = [axis, axis === "level" ? y : axis === "upright" ? x : null];
    const next = board.sheet.next(board.cursor, way, this.#keep);
    if (next) board.point(next);
  }

  /** A journey ends when the cursor is set elsewhere. */
  reset() {
    this.#axis = null;
  }
}
