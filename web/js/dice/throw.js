// The dice of a fight as they fall, beside the hex that it is about.

import { calm, h, make, show } from "../common/html.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { Throw } from "../games/pages.js"
 */

/** @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
const TUMBLE = 750;
/** How long a result is looked at before anything comes of it. */
const READ = 900;
const STAY = 1700;

/** @param {number} number */
function die(number) {
  return h(
    "svg",
    { viewBox: "0 0 100 100", class: "die", "aria-hidden": "true" },
    h("rect", { x: 4, y: 4, width: 92, height: 92, rx: 16 }),
    PIPS[number].map((at) => h("circle", { cx: 26 + (at % 3) * 24, cy: 26 + Math.floor(at / 3) * 24, r: 9 })),
  );
}

export class DiceThrow {
  /** @type {Throw[]} */
  #queue = [];
  /** @type {Throw | null} */
  #lying = null;
  /** @type {(() => void) | null} */
  #wake = null;

  /**
   * `place(element, thrown)` puts the element where it belongs; `gone()` is called when the dice
   * are taken away.
   * @param {HTMLElement} element
   * @param {{ place: (element: HTMLElement, thrown: Throw) => void, gone: () => void }} options
   */
  constructor(element, { place, gone }) {
    this.element = element;
    this.place = place;
    this.gone = gone;
  }

  /**
   * Lets the dice of a throw fall; resolves when the result has been seen. `factor`: how long it
   * all takes. They lie there until something else is thrown, or a while has gone by.
   * @param {Throw} thrown
   * @param {number} factor
   */
  async cast(thrown, factor) {
    this.#queue = [];
    const box = this.#lay(thrown, thrown.before);
    box.classList.add("tumbling");
    const began = performance.now();
    for (let past = 0; past < TUMBLE * factor && box.isConnected; past = performance.now() - began) {
      this.#faces(
        box,
        thrown.faces.map((face) => 1 + ((Math.floor(past / 90) * 5 + face) % 6)),
      );
      if (await this.#rest(90)) break;
    }
    if (!box.isConnected) return;
    box.classList.remove("tumbling");
    this.#faces(box, thrown.faces);
    this.#say(box, thrown.after);
    this.place(this.element, thrown);
    await this.#rest(READ * factor);
    this.#leave(STAY);
  }

  /**
   * Shows dice that have fallen, one throw after the other.
   * @param {Throw[]} thrown
   */
  lie(thrown) {
    this.#queue = [...thrown];
    this.#next();
  }

  /** The dice that are falling are down, and what is read has been read. */
  hasten() {
    this.#wake?.();
  }

  /** The map has moved under them. */
  follow() {
    if (this.#lying) this.place(this.element, this.#lying);
  }

  /** Takes the dice from the table. */
  finish() {
    clearTimeout(this.timer);
    this.#queue = [];
    this.#wake?.();
    this.#lying = null;
    this.element.hidden = true;
    this.element.replaceChildren();
    this.gone();
  }

  #next() {
    const thrown = this.#queue.shift();
    if (!thrown) return this.finish();
    this.#faces(this.#lay(thrown, thrown.after), thrown.faces);
    this.#leave(STAY);
  }

  /** @param {number} time */
  #leave(time) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#next(), time);
  }

  /**
   * @param {Throw} thrown
   * @param {Child} text
   */
  #lay(thrown, text) {
    clearTimeout(this.timer);
    const box = make("div", { class: `throw${calm() ? " calm" : ""}` }, make("div", { class: "faces" }), make("p"));
    this.#lying = thrown;
    this.element.replaceChildren(box);
    this.element.hidden = false;
    this.#say(box, text);
    this.#faces(box, thrown.faces);
    this.place(this.element, thrown);
    return box;
  }

  /**
   * @param {HTMLElement} box
   * @param {Child} text
   */
  #say(box, text) {
    show(/** @type {HTMLElement} */ (box.querySelector("p")), text);
  }

  /**
   * @param {HTMLElement} box
   * @param {number[]} faces
   */
  #faces(box, faces) {
    show(/** @type {HTMLElement} */ (box.querySelector(".faces")), faces.map(die));
  }

  /**
   * Waits; true if the wait was cut short.
   * @param {number} time
   * @returns {Promise<boolean>}
   */
  #rest(time) {
    return new Promise((resolve) => {
      const end = (/** @type {boolean} */ early) => {
        clearTimeout(timer);
        this.#wake = null;
        resolve(early);
      };
      const timer = setTimeout(() => end(false), time);
      this.#wake = () => end(true);
    });
  }
}
