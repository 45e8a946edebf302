// Laying a picture by three points: a point on the picture, the hex that it shows, three times over.

import { h, show } from "../common/html.js";
import * as texts from "../texts/picture-laying.js";
import { growth, spread, stretch } from "./affine.js";

/**
 * @import { Board, Press } from "../board/board.js"
 * @import { Point } from "./affine.js"
 * @import { MapPicture, Pair } from "./map-picture.js"
 */

/** Three points nearer to one line than this would lay the picture by the trembling of a hand. */
const LEAST_SPREAD = 0.1;
/** Two points nearer than this part of the picture are one. */
const LEAST_APART = 0.03;
/** Printed hexes are regular: where a picture has to be stretched more, a hex is likely another. */
const MOST_STRETCH = 1.15;
/** Pixels that an arrow key moves the cross. */
const STEP = 12;

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Laying {
  /** @type {Pair[]} */
  points = [];
  /** @type {Point | null} The point of the picture whose hex is asked for. */
  at = null;
  /** Why the last answer was refused. */
  refusal = "";
  /** Whether it is under way; put aside, its points are kept. */
  active = false;
  /** @type {Point | null} Where the keyboard's cross is on the sheet. */
  #cross = null;

  /**
   * `draw()` shows the questions anew, `say(text)` reads a sentence out.
   * @param {MapPicture} picture
   * @param {Board} board
   * @param {{ draw: () => void, say: (text: string) => void }} page
   */
  constructor(picture, board, { draw, say }) {
    this.picture = picture;
    this.board = board;
    this.draw = draw;
    this.say = say;
    // Before the board's own keys, which walk from hex to hex: a point of a picture lies anywhere.
    board.frame.addEventListener("keydown", (event) => this.#key(event), { capture: true });
  }

  /** What is asked, in a sentence. */
  get question() {
    return (this.at ? texts.whichHex : texts.whichPoint)(this.points.length);
  }

  /** Begins, from the first point. */
  begin() {
    this.points = [];
    this.at = null;
    this.refusal = "";
    this.#cross = null;
    this.active = true;
    this.board.viewport.whole();
    this.#ask();
  }

  /** Goes on where it was put aside. */
  resume() {
    this.active = true;
    this.#ask();
  }

  /** Puts it aside: the picture lies as it did before. */
  pause() {
    this.active = false;
    this.picture.stage = null;
    this.#show();
  }

  /** Gives it up. */
  stop() {
    this.points = [];
    this.at = null;
    this.refusal = "";
    this.pause();
    this.draw();
  }

  /** Takes the last answer back; whether there was one. */
  back() {
    if (!this.active || (!this.at && !this.points.length)) return false;
    this.refusal = "";
    if (this.at) this.at = null;
    else {
      const last = this.points[this.points.length - 1];
      this.points = this.points.slice(0, -1);
      this.at = { x: last.x, y: last.y };
    }
    this.#ask();
    return true;
  }

  /**
   * A press on the board; whether it was an answer.
   * @param {Press} where
   */
  press({ hex, point, key }) {
    if (!this.active) return false;
    if (this.at) {
      if (hex) this.name(hex);
    } else if (point && !key) this.#take(point);
    return true;
  }

  /**
   * Names the hex of the point in hand.
   * @param {string} text
   */
  name(text) {
    const { at, points, board, picture } = this;
    if (!at) return;
    const hex = text.trim();
    if (!board.sheet.hex(hex)) return this.#refuse(hex ? texts.noHex(hex) : texts.noNumber);
    if (points.some((one) => one.hex === hex)) return this.#refuse(texts.hexTaken(hex));
    const all = [...points, { ...at, hex }];
    if (all.length < 3) {
      this.points = all;
      this.at = null;
      this.refusal = "";
      return this.#ask();
    }
    const hexes = all.map((one) => one.hex);
    if (spread(hexes.map((each) => board.sheet.centre(each))) < LEAST_SPREAD)
      return this.#refuse(texts.hexesInLine(hexes));
    const by = picture.by(all);
    if (!by || growth(by) <= 0) return this.#refuse(texts.mirrored(hexes));
    this.stop();
    picture.lay(all);
    this.say(texts.laid(this.doubt));
    this.draw();
  }

  /** What looks wrong with how the picture lies, or nothing. */
  get doubt() {
    const by = this.picture.by(this.picture.lie.points);
    const more = by ? stretch(by) : 1;
    return more < MOST_STRETCH ? "" : texts.stretched(Math.round((more - 1) * 100));
  }

  /** @param {Point} point of the sheet */
  #take(point) {
    const { points, picture } = this;
    const at = picture.pointAt(point);
    if (!at) return this.#refuse(texts.besidePicture);
    if (points.some((one) => Math.hypot(one.x - at.x, one.y - at.y) < LEAST_APART))
      return this.#refuse(texts.pointTaken);
    const all = [...points, at].map((one) => picture.pixels(one));
    if (all.length === 3 && spread(all) < LEAST_SPREAD) return this.#refuse(texts.pointsInLine);
    this.at = at;
    this.refusal = "";
    this.#ask();
  }

  /** @param {string} why */
  #refuse(why) {
    this.refusal = why;
    this.draw();
  }

  #ask() {
    this.picture.stage = this.at ? "away" : "whole";
    this.#show();
    this.draw();
    this.say(this.question);
  }

  #show() {
    this.picture.refresh();
    this.board.frame.classList.toggle("pointing", this.active);
    const r = this.board.sheet.radius;
    const mark = (/** @type {Point} */ { x, y }, /** @type {string} */ text) =>
      h("g", { transform: `translate(${x} ${y})` }, h("circle", { r: r * 0.12 }), h("text", { x: r * 0.2 }, text));
    const cross = this.#cross;
    show(
      this.picture.marks,
      this.active && this.points.map((one, index) => mark(this.picture.placeOf(one), `${index + 1}`)),
      this.active &&
        cross &&
        h("path", { class: "cross", transform: `translate(${cross.x} ${cross.y})`, d: `M${-r} 0H${r}M0 ${-r}V${r}` }),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.active || this.at || event.ctrlKey || event.metaKey || event.altKey) return;
    const { frame, viewport, canvas } = this.board;
    const target = /** @type {Element} */ (event.target);
    if (target !== frame && !canvas.contains(target)) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      const box = frame.getBoundingClientRect();
      const from =
        this.#cross ?? viewport.point({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 });
      const step = (event.shiftKey ? 1 : STEP) / viewport.k;
      this.#cross = { x: from.x + arrow[0] * step, y: from.y + arrow[1] * step };
      this.#show();
      viewport.reveal(this.#cross.x, this.#cross.y);
    } else if (event.key === "Enter" && this.#cross) {
      this.#take(this.#cross);
      document.getElementById("picture-hex")?.focus();
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
