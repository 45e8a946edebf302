// The camera: which part of the map is shown by itself, of what happens and of what is asked. It
// can be switched off.

import { boxOf } from "../board/viewport.js";
import { Emitter } from "../common/emitter.js";
import { set, setting } from "../common/settings.js";

/**
 * @import { LayoutHex, Question } from "protocol"
 * @import { Play } from "./play.js"
 */

/** @extends {Emitter<{ change: void }>} */
export class Camera extends Emitter {
  #follows = setting("camera", "follows") === "follows";

  /** @param {Play} play */
  constructor(play) {
    super();
    this.play = play;
  }

  /** Whether it goes by itself where something happens. */
  get follows() {
    return this.#follows;
  }

  /** @param {boolean} follows */
  follow(follows) {
    this.#follows = follows;
    set("camera", follows ? "follows" : "stays");
    this.emit("change");
  }

  /** Something happens in these hexes. */
  told(/** @type {string[]} */ hexes) {
    if (this.#follows && hexes.length) this.#frame(this.#at(hexes));
  }

  /**
   * A question is put. One that names no place is about the units that act; one about the whole field is seen as near
   * as the player chose; `turned` finds its place.
   * @param {Question} question
   */
  asked(question) {
    if (!this.#follows) return;
    const { page, view } = this.play;
    const acting = question.units.length || question.hexes.length ? [] : page.acting(view);
    if (acting.length) this.#gather(this.#at(acting.map((unit) => unit.hex)), []);
    else this.#frame(page.wide.has(question.kind) ? [] : this.about(question));
  }

  /** The hexes and units that a question is about, and the targets that the map shows. */
  about(/** @type {Question} */ question) {
    const units = question.units.map((unit) => this.play.unitOf(unit)?.hex);
    const targets = (this.play.prompt?.marks().targets ?? []).map(({ hex }) => hex);
    return this.#at([...question.hexes, ...units, ...targets]);
  }

  /**
   * The turn passes to the other side: shows as many of its units that can act as fit the view,
   * those nearest to the enemy first; `hexes` are what the turn before was about.
   * @param {string[]} hexes
   */
  turned(hexes) {
    const { play } = this;
    if (!this.#follows || !play.board.laid) return;
    const side = play.view.question?.side;
    const acting = play.page.acting(play.view);
    const mine = acting.length ? acting : play.view.units.filter((unit) => unit.side === side);
    this.#gather(this.#at(mine.map((unit) => unit.hex)), this.#at(hexes));
  }

  /**
   * Frames as many of these as fit the view, those nearest to the enemy or to what it is `about` first.
   * @param {LayoutHex[]} mine
   * @param {LayoutHex[]} about
   */
  #gather(mine, about) {
    const { board, view } = this.play;
    if (!board.laid) return;
    const side = view.question?.side;
    const enemies = view.units.filter((unit) => unit.status === "map" && unit.side !== side);
    const theirs = this.#at(enemies.map((unit) => unit.hex));
    const apart = (/** @type {LayoutHex} */ a, /** @type {LayoutHex} */ b) => Math.hypot(a.x - b.x, a.y - b.y);
    const near = (/** @type {LayoutHex} */ one, /** @type {LayoutHex[]} */ all) =>
      Math.min(...all.map((other) => apart(one, other)), Infinity);
    const ranked = mine
      .map((one) => ({ one, far: Math.min(near(one, theirs), near(one, about)) }))
      .sort((a, b) => a.far - b.far)
      .map(({ one }) => one);
    const [first] = ranked;
    if (!first) return;
    // Round about the first, as long as they all fit into the frame.
    const { room: clear, chosen: k } = board.viewport;
    const room = { width: (clear.width * 0.85) / k, height: (clear.height * 0.85) / k };
    const chosen = [first];
    for (const one of [...ranked, ...theirs].sort((a, b) => apart(first, a) - apart(first, b))) {
      const box = boxOf([...chosen, one]);
      if (box.width <= room.width && box.height <= room.height) chosen.push(one);
    }
    this.#frame(chosen);
  }

  /** @param {(string | null | undefined)[]} hexes */
  #at(hexes) {
    const { sheet } = this.play.board;
    return [...new Set(hexes)].map((hex) => sheet.hex(hex)).filter((one) => one !== null);
  }

  /** Frames these hexes, or without any what is in the middle. */
  #frame(/** @type {LayoutHex[]} */ at) {
    const { board } = this.play;
    if (board.laid) board.viewport.frameOn(at.length ? at : [board.viewport.middle], board.sheet.radius);
  }
}
