// Clicks that come while an order is on its way: each waits for what comes of it, and is done if it still fits.

import * as texts from "../texts/game.js";

/** @import { Play } from "./play.js" */

/**
 * A click on the control `what` (null: one that belongs to no question and may be pressed several times), made for the
 * version `made`, which fits `version`: that is later where one's own orders alone have changed the position. `gave`:
 * an order came of it.
 * @typedef {{
 *   what: string | null, made: number, version: number, gave: boolean, asked: string, prompt: unknown,
 *   does: () => unknown,
 * }} Click
 */

/** How many clicks wait at most. */
const MOST = 4;

/** @param {Element} button */
const named = (button) => button.id || /** @type {HTMLElement} */ (button).dataset.key || (button.textContent ?? "");

export class Clicks {
  /** @type {Click[]} */
  #waiting = [];
  /** @type {Click | null} The one done last. */
  #last = null;
  #replaying = false;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    play.session.on("left", () => (this.#waiting = []));
    play.session.on("line", () => {
      if (play.session.caughtUp) this.flush();
      // What an order on its way comes to is told with what waited for it.
      else if (!play.awaits(0) && this.drop()) play.notDone(texts.noConnection);
    });
  }

  /**
   * Whether a click is not to be done now: without a connection it is refused, and while something is on its way it
   * waits. The second of a double click, or the same control again, counts once if it gave an order.
   * @param {string | null} what
   * @param {boolean} again whether it is the second of a double click
   * @param {() => unknown} does false if it cannot be done any more
   */
  defers(what, again, does) {
    const { play } = this;
    if (this.#replaying) return false;
    if (play.offline()) return true;
    if (this.#last?.gave && (again || (play.busy && what !== null && what === this.#last.what))) return true;
    const { version } = play.session;
    const click = { what, made: version, version, gave: false, asked: this.#asked, prompt: play.prompt, does };
    if (play.ready(what !== null) && !this.#waiting.length) {
      this.#last = click;
      return false;
    }
    if (this.#waiting.length < MOST) this.#waiting.push(click);
    else play.notDone(texts.tooManyClicks);
    return true;
  }

  get #asked() {
    return JSON.stringify(this.play.prompt?.question);
  }

  /** An order is given, by the click that was done last. */
  gave() {
    if (this.#last) this.#last.gave = true;
  }

  /** Nothing else has changed the position than what the clicks were made to follow. */
  keepUp() {
    for (const click of this.#waiting) click.version = this.play.session.version;
  }

  /** Does what waits, one after another, as far as nothing is on its way that a click must wait for. */
  flush() {
    const { play } = this;
    for (let [click] = this.#waiting; click; [click] = this.#waiting) {
      if (!play.ready(click.what !== null) || play.awaits(click.made)) return;
      this.#waiting.shift();
      const last = this.#last;
      if (click.what !== null && last?.gave && last.what === click.what && last.made === click.made) continue;
      const fits = click.what === null || (click.prompt === play.prompt && click.asked === this.#asked);
      this.#last = click;
      let done = false;
      try {
        this.#replaying = true;
        done = fits && click.version === play.session.version && click.does() !== false;
      } finally {
        this.#replaying = false;
      }
      if (!done) {
        this.#waiting = [];
        play.notDone();
      }
    }
  }

  /** Forgets what waits; whether anything did. */
  drop() {
    return this.#waiting.splice(0).length > 0;
  }

  /**
   * Heeds the buttons and boxes of a panel that is drawn anew: one that waits is sought again when its turn comes. What
   * is drawn while an order is told, or to stop what is being done, acts at once.
   * @param {HTMLElement} panel
   */
  heed(panel) {
    const controls = "button, input";
    const heard = (/** @type {MouseEvent} */ event) => {
      const { play } = this;
      const button = /** @type {Element} */ (event.target).closest(controls);
      if (!button) return;
      if (!play.session.begun) {
        // What is drawn is of the game that was left.
        event.preventDefault();
        return event.stopPropagation();
      }
      if (!play.prompt || play.telling() || button.id === "stop-advice") return;
      const what = named(button);
      const press = () => {
        const now = [...panel.querySelectorAll(controls)].filter((one) => named(one) === what);
        // Of two with one name it is unclear which was meant.
        if (now.length !== 1 || now[0].matches(":disabled")) return false;
        /** @type {HTMLElement} */ (now[0]).click();
        return true;
      };
      if (!this.defers(what, event.detail > 1, press)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    panel.addEventListener("click", heard, { capture: true });
  }
}
