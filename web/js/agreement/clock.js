// Both clocks over the orders.

import { make } from "../common/html.js";
import * as words from "../common/words.js";
import * as texts from "../texts/agreement.js";
import { beside, lasting, left, MINUTE } from "./clock-time.js";

/**
 * @import { Play } from "../game/play.js"
 * @import { Side } from "protocol"
 */

/** A device whose clock differs from the server's by more than so many seconds is set right. */
const APART = 2;

/** Both clocks over the orders; nothing in a game without. */
export class Clocks {
  /** By how much the server's clock is before this device's, in seconds. */
  #skew = 0;
  #asked = false;
  /** @type {number | undefined} */
  #timer = undefined;
  /** @type {Side | null} */
  #out = null;

  /**
   * `out` is called when a clock has run out, or no longer has.
   * @param {HTMLElement} element
   * @param {Play} play
   * @param {() => void} out
   */
  constructor(element, play, out) {
    this.element = element;
    this.play = play;
    this.out = out;
    this.note = make("p", { class: "clock-note" });
    this.faces = words.EACH_SIDE.map((side) => {
      const time = make("b", { role: "timer", id: `clock-${side}`, "aria-label": texts.clock(side) });
      const more = make("span", { class: "clock-more" });
      const face = make("p", { class: `clock side-${side}` }, `${words.side(side)} `, time, more);
      return { side, time, more, face };
    });
    element.append(...this.faces.map(({ face }) => face), this.note);
    play.session.on("change", () => this.draw());
  }

  /** The time of the server, in seconds since 1970. */
  get now() {
    return Math.floor(Date.now() / 1000 + this.#skew);
  }

  /** Whose time has run out, so that the other may claim the game. */
  get run() {
    return this.#out;
  }

  draw() {
    const { session } = this.play;
    const clock = session.begun ? session.view.clock : undefined;
    this.element.hidden = !clock;
    if (!clock) return this.#tell(null);
    this.#timer ??= setInterval(() => this.draw(), 1000);
    if (!this.#asked) this.#compare();
    const over = session.view.phase === "over";
    const now = over ? clock.since : this.now;
    /** @type {Side | null} */
    let out = null;
    for (const { side, time, more, face } of this.faces) {
      const { bank, answers } = left(clock, side, now);
      const running = !over && clock.running === side;
      const little = running && clock["out-of-turn"] && answers > 0;
      const current = running && !(clock.until && clock.until > now);
      if (face.getAttribute("aria-current") !== String(current)) face.setAttribute("aria-current", String(current));
      face.classList.toggle("low", running && !little && bank < MINUTE);
      set(time, lasting(little ? answers : bank));
      set(more, little ? texts.thenBank(lasting(bank)) : "");
      if (running && bank < 0) out = side;
    }
    set(this.note, over ? "" : beside(clock, now));
    this.#tell(out);
  }

  /** @param {Side | null} out */
  #tell(out) {
    if (out === this.#out) return;
    this.#out = out;
    this.out();
  }

  /** Asks the server what time it is, once. */
  async #compare() {
    this.#asked = true;
    try {
      const answer = await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
      const skew = (Date.parse(answer.headers.get("date") ?? "") - Date.now()) / 1000;
      if (Math.abs(skew) > APART) this.#skew = skew;
      this.draw();
    } catch {
      // Without an answer this device's clock has to do.
    }
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} text
 */
function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
