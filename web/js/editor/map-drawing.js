// The drawing on the board: the server's newest, put there without a flicker.

/**
 * @import { Board } from "../board/board.js"
 * @import { DataFile, DrawnMap } from "protocol"
 */

export class Drawing {
  /**
   * The map document that the drawing on the board was made from.
   * @type {DataFile | null}
   */
  mapFile = null;
  /** @type {string | null} */
  #address = null;
  #turn = 0;

  /**
   * @param {Board} board
   */
  constructor(board) {
    this.board = board;
  }

  /**
   * Shows `{svg, layout}`, made from a document. Resolves when it lies there, or something newer
   * does.
   * @param {DrawnMap} options
   * @param {DataFile} mapFile
   */
  async show({ svg, layout }, mapFile) {
    const turn = ++this.#turn;
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    // The old drawing stays until the new one is ready: an empty table between two strokes would
    // hurt.
    const picture = new Image();
    picture.src = address;
    try {
      await picture.decode();
    } catch {
      // The picture element then shows for itself that it cannot be drawn.
    }
    if (turn !== this.#turn) return URL.revokeObjectURL(address);
    if (this.board.laid) this.board.relay(layout, address);
    else {
      this.board.lay(layout, address, layout.title ?? "The map");
      this.board.viewport.open(layout.width / 2, layout.height / 2);
    }
    this.mapFile = mapFile;
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#address = address;
  }
}
