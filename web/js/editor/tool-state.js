// What the tools share: the pack document, the sheet, where the pen stands, and which hexside is in
// hand.

import { truthy } from "../common/truthy.js";
import * as texts from "../texts/editor.js";
import { get } from "./field-path.js";

/**
 * @import { Board, Press } from "../board/board.js"
 * @import { PackDocument, Recipe } from "./pack-document.js"
 */

/**
 * Where a tool is applied: a hex and its side, or a unit.
 * @typedef {Partial<Press> & { hex: string, side: number }} Where
 */

export class ToolState {
  /** The hex from which the pen draws on, or null. @type {string | null} */
  pen = null;
  /** The hexside in hand for those who draw by keyboard. */
  side = 0;
  /** What was last pointed at with a tool, `{hex, side}`. @type {Where | null} */
  at = null;
  /** The position in the order of battle of the unit in hand, or null. @type {number | null} */
  unit = null;
  #strokes = 0;
  /** @type {string | null} */
  #stroke = null;

  /**
   * `draw()` shows everything anew, `say(text)` reads a sentence out.
   * @param {PackDocument} packDocument
   * @param {Board} board
   * @param {{ draw: () => void, say: (text: string) => void }} options
   */
  constructor(packDocument, board, { draw, say }) {
    this.packDocument = packDocument;
    this.board = board;
    this.draw = draw;
    this.say = say;
  }

  get sheet() {
    return this.board.sheet;
  }

  /** The map document. */
  get map() {
    return this.packDocument.file("map");
  }

  /** Where a hex's letters stand, and its neighbours. @param {string} hex */
  sheetHex(hex) {
    return this.sheet.hex(hex);
  }

  /** The hex across the hexside in question, or null. @param {{ hex: string, side: number }} options */
  across({ hex, side }) {
    return this.sheet.neighbour(hex, side);
  }

  /**
   * Whether two hexsides of three hexes meet at a corner: `a/b` as it stands in a file, and the one
   * between `c` and `d`.
   * @param {string} side
   * @param {string} c
   * @param {string} d
   */
  touch(side, c, d) {
    const [a, b] = side.split("/");
    const shared = [a, b].filter((hex) => hex === c || hex === d);
    if (shared.length !== 1) return false;
    const others = [a, b, c, d].filter((hex) => hex !== shared[0]);
    return this.sheet.hexsideTo(others[0], others[1]) >= 0;
  }

  /** What joins the steps of the drag that is going on; null for a single press. */
  get stroke() {
    return this.#stroke;
  }

  begin() {
    this.#stroke = `stroke ${++this.#strokes}`;
  }

  end() {
    this.#stroke = null;
    this.packDocument.rest();
  }

  cancel() {
    if (this.#stroke) this.packDocument.forsake(this.#stroke);
    this.#stroke = null;
  }

  /** Shows a hex on the map. @param {string} hex */
  show(hex) {
    if (this.sheet.hex(hex)) this.board.highlight([hex]);
    else this.say(texts.noHex(hex));
  }

  /** Where something new is put: what was last pointed at, or the cursor, or the middle of the window. */
  nearby() {
    return this.at?.hex ?? this.board.cursor ?? this.board.nearest();
  }

  /** A press with a tool that only shows what is there. @param {Where} at */
  pointAt(at) {
    this.at = at;
    this.draw();
  }

  /** The hexes of a list as outlines, those that the sheet has. @param {(string | undefined)[]} hexes */
  listed(hexes) {
    return hexes
      .filter(truthy)
      .filter((hex) => this.sheetHex(hex))
      .map((hex) => ({ hex, kind: "listed" }));
  }

  /**
   * One step, joined to the drag that is going on.
   * @param {string} label
   * @param {Recipe} recipe
   * @param {string | null} [join]
   */
  change(label, recipe, join = this.#stroke) {
    return this.packDocument.change(label, recipe, join);
  }

  /**
   * What stands at a place of a document.
   * @param {string} role
   * @param {string} fieldPath
   */
  value(role, fieldPath) {
    return get(this.packDocument.file(role), fieldPath);
  }
}
