// What the tools share: the work, the sheet, where the pen stands, and which hexside is in hand.

import { get } from "./field-path.js";

export class Bench {
  /** The hex from which the pen draws on, or null. */
  pen = null;
  /** The hexside in hand for those who draw by keyboard. */
  side = 0;
  /** What was last pointed at with a tool, `{hex, side}`. */
  at = null;
  /** The position in the order of battle of the unit in hand, or null. */
  unit = null;
  #strokes = 0;
  #stroke = null;

  /** `draw()` shows everything anew, `say(text)` reads a sentence out. */
  constructor(work, board, { draw, say }) {
    this.work = work;
    this.board = board;
    this.draw = draw;
    this.say = say;
  }

  get sheet() {
    return this.board.sheet;
  }

  /** The map document. */
  get map() {
    return this.work.document("map");
  }

  /** Where a hex's letters stand, and its neighbours. */
  place(hex) {
    return this.sheet.centre(hex);
  }

  /** The hex across the hexside in question, or null. */
  across({ hex, side }) {
    return this.sheet.neighbour(hex, side);
  }

  /** Whether two hexsides of three hexes meet at a corner: `a/b` as it stands in a file, and the one between `c` and `d`. */
  touch(side, c, d) {
    const [a, b] = side.split("/");
    const shared = [a, b].filter((hex) => hex === c || hex === d);
    if (shared.length !== 1) return false;
    const others = [a, b, c, d].filter((hex) => hex !== shared[0]);
    return this.sheet.way(others[0], others[1]) >= 0;
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
    this.work.rest();
  }

  cancel() {
    if (this.#stroke) this.work.forsake(this.#stroke);
    this.#stroke = null;
  }

  /** Shows a hex on the map. */
  show(hex) {
    if (this.sheet?.centre(hex)) this.board.highlight([hex]);
    else this.say(`There is no hex ${hex}.`);
  }

  /** One step of the work, joined to the drag that is going on. */
  change(label, recipe, join = this.#stroke) {
    return this.work.change(label, recipe, join);
  }

  /** What stands at a place of a document. */
  value(role, place) {
    return get(this.work.document(role), place);
  }
}
