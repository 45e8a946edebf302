// Two boards that lie the same way: what is moved, zoomed or walked on one is so on the other.

import { Board } from "../board/board.js";
import { byId } from "../common/html.js";
import * as texts from "../texts/compare.js";

/**
 * @import { BoardCounter, Outline } from "../board/board.js"
 * @import { SheetLayout } from "../board/sheet.js"
 * @import { DrawnMap } from "protocol"
 */

/** @typedef {"here" | "there"} Which */

/** A hex of this radius on the screen can be read. */
const LEGIBLE = 10;

/** @type {Which[]} */
export const BOTH = ["here", "there"];

export class TwinBoards {
  /** @type {Record<Which, Board>} */
  boards;
  /** @type {Record<Which, BoardCounter[]>} */
  #counters = { here: [], there: [] };
  /** @type {Outline[]} */
  #marks = [];
  /** The hex that the keyboard is at on either. */
  #cursor = "";
  #following = false;

  /**
   * `press(hex)` when a hex of either is pressed; `describe(hex)` says what it is.
   * @param {{ press: (hex: string) => void, describe: (hex: string) => string }} on
   */
  constructor(on) {
    const board = (/** @type {Which} */ which) =>
      new Board(byId(`board-${which}`), {
        press: ({ hex }) => hex && on.press(hex),
        describe: on.describe,
        focus: (hex) => this.#walked(which, hex),
        view: () => this.#moved(which),
      });
    this.boards = { here: board("here"), there: board("there") };
  }

  /**
   * Lays a map on one of them.
   * @param {Which} which
   * @param {DrawnMap} map
   */
  async lay(which, { svg, layout }) {
    const board = this.boards[which];
    const sheet = /** @type {SheetLayout & { title?: string }} */ (layout);
    if (board.laid) await board.relay(sheet, svg);
    else board.lay(sheet, svg, sheet.title ?? texts.map);
    this.#draw(which);
  }

  /**
   * Marks hexes on both, and shows counters on each.
   * @param {Outline[]} marks
   * @param {Record<Which, BoardCounter[]>} counters
   */
  mark(marks, counters) {
    this.#marks = marks;
    this.#counters = counters;
    for (const which of BOTH) this.#draw(which);
  }

  /**
   * Shows hexes on both.
   * @param {string[]} hexes
   */
  show(hexes) {
    for (const which of BOTH) {
      const board = this.boards[which];
      board.highlight(hexes.filter((hex) => board.sheet.hex(hex)));
    }
  }

  /**
   * Where the whole sheet would be too small to read, opens at that hex, or at the first counter.
   * @param {string | undefined} first
   */
  open(first) {
    const { sheet, viewport } = this.boards.here;
    const hex = first ?? this.#counters.here[0]?.hex ?? this.#counters.there[0]?.hex;
    const place = hex && sheet.hex(hex);
    if (place && viewport.k * viewport.radius < LEGIBLE) viewport.open(place.x, place.y);
  }

  /** @param {number} factor */
  zoom(factor) {
    this.boards.here.viewport.zoom(factor);
  }

  whole() {
    this.boards.here.viewport.whole();
  }

  /** @param {Which} which */
  #draw(which) {
    const board = this.boards[which];
    if (!board.laid) return;
    const cursor = this.#cursor && board.cursor !== this.#cursor ? [{ hex: this.#cursor, kind: "twin-cursor" }] : [];
    board.set({ outlines: [...this.#marks, ...cursor], counters: this.#counters[which] });
  }

  /**
   * @param {Which} which
   * @param {string} hex
   */
  #walked(which, hex) {
    this.#cursor = hex;
    this.#draw(which === "here" ? "there" : "here");
  }

  /** @param {Which} which */
  #moved(which) {
    if (this.#following || !this.boards) return;
    const [from, to] = which === "here" ? [this.boards.here, this.boards.there] : [this.boards.there, this.boards.here];
    if (!from.laid || !to.laid) return;
    this.#following = true;
    to.viewport.follow(from.viewport);
    this.#following = false;
  }
}
