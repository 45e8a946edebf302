// The die as it falls over the map.

import { calm, h, svg } from "../common/html.js";

/**
 * @import { GamePage } from "../games/pages.js"
 * @import { ToldEvent } from "protocol"
 */

/** @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
const TUMBLE = 850;
const STAY = 1700;

/**
 * @param {number} number
 */
function die(number) {
  return svg(
    "svg",
    { viewBox: "0 0 100 100", class: "die", "aria-hidden": "true" },
    svg("rect", { x: 4, y: 4, width: 92, height: 92, rx: 16 }),
    PIPS[number].map((at) => svg("circle", { cx: 26 + (at % 3) * 24, cy: 26 + Math.floor(at / 3) * 24, r: 9 })),
  );
}

export class DiceThrow {
  /** @type {ToldEvent[]} */
  #queue = [];

  /**
   * `page()`: how the game at hand shows its throws.
   * @param {HTMLElement} element
   * @param {() => GamePage} page
   */
  constructor(element, page) {
    this.element = element;
    this.page = page;
    element.addEventListener("click", () => this.finish());
  }

  /**
   * Throws the dice of these events, one after the other; whatever still lies there is taken away.
   * @param {ToldEvent[]} events
   */
  watch(events) {
    const thrown = events.filter((event) => this.page().facesOf(event).length > 0);
    if (!thrown.length) return;
    this.#queue = thrown;
    this.#next();
  }

  #next() {
    const event = this.#queue.shift();
    if (!event) return this.finish();
    const faces = this.page().facesOf(event);
    const box = h("div", { class: "throw" }, faces.map(die), h("p", null, this.page().dieCaption(event)));
    this.element.replaceChildren(box);
    this.element.hidden = false;
    const still = calm();
    if (!still) this.#tumble(box, faces);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#next(), (still ? 0 : TUMBLE) + STAY);
  }

  /**
   * Other faces flash by; the one thrown is the last.
   * @param {HTMLElement} box
   * @param {number[]} faces
   */
  #tumble(box, faces) {
    box.classList.add("tumbling");
    const began = performance.now();
    const step = () => {
      if (!box.isConnected) return;
      const past = performance.now() - began;
      const last = past >= TUMBLE;
      for (const [at, number] of faces.entries()) {
        box.children[at].replaceWith(die(last ? number : 1 + ((Math.floor(past / 90) * 5 + number) % 6)));
      }
      if (last) box.classList.remove("tumbling");
      else setTimeout(step, 90);
    };
    step();
  }

  /** Takes the dice from the table. */
  finish() {
    clearTimeout(this.timer);
    this.#queue = [];
    this.element.hidden = true;
    this.element.replaceChildren();
  }
}
