// The drawing on the board: the server's newest, put there without a flicker.

import { theMap } from "../texts/editor.js";

/**
 * @import { Board } from "../board/board.js"
 * @import { DataFile, DrawnMap } from "protocol"
 */

export class Drawing {
  /** The map document that the drawing on the board was made from. @type {DataFile | null} */
  mapFile = null;
  #turn = 0;
  /** @type {DrawnMap | null} */
  #drawn = null;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  /**
   * Shows `{svg, layout}`, made from a document. Resolves when it lies there, or something newer
   * does.
   * @param {DrawnMap} drawn
   * @param {DataFile} mapFile
   */
  async show(drawn, mapFile) {
    const turn = ++this.#turn;
    const { svg, layout } = drawn;
    if (drawn === this.#drawn) {
      this.mapFile = mapFile;
      return;
    }
    this.#drawn = drawn;
    // The old drawing stays until the new one is ready: an empty table between two strokes would
    // hurt.
    if (this.board.laid) await this.board.relay(layout, svg);
    else {
      this.board.lay(layout, svg, layout.title ?? theMap);
      this.board.viewport.open(layout.width / 2, layout.height / 2);
    }
    if (turn !== this.#turn) return;
    this.mapFile = mapFile;
  }
}
