// The pace at which a computer's orders are shown: one after another, so that a person can follow;
// at once for who is in a hurry.

import { Emitter } from "../common/emitter.js";

/** @import { Entry, View } from "protocol" */

/**
 * What the server told: entries, and the view after them.
 * @typedef {{ entries?: Entry[], view: View }} Told
 */

/** How long an order is looked at, and one that says why it was given. */
const LOOK = 700;
const READ = 2200;

/**
 * `absorb(changed)` shows a change; `mayPace(changed)` says whether it is one that a person should
 * follow.
 * @extends {Emitter<{ change: void }>}
 */
export class Pace extends Emitter {
  /** @type {Told[]} */
  #waiting = [];
  /** @type {number | undefined} */
  #timer = undefined;
  #held = false;
  #hurrying = false;

  /**
   * @param {(changed: Told) => unknown} absorb
   * @param {(changed: Told) => boolean} mayPace
   */
  constructor(absorb, mayPace) {
    super();
    this.absorb = absorb;
    this.mayPace = mayPace;
  }

  /** How many changes wait to be shown. */
  get waiting() {
    return this.#waiting.length;
  }

  /** Whether nothing is shown until one says so. */
  get held() {
    return this.#held;
  }

  /** Whether whatever comes is shown at once. */
  get hurrying() {
    return this.#hurrying;
  }

  /**
   * A change has been told.
   * @param {Told} changed
   */
  take(changed) {
    const paced = !this.#hurrying && this.mayPace(changed);
    // Changes are shown in their order: what comes after one that waits waits as well.
    if (!paced && !this.#waiting.length) return this.absorb(changed);
    this.#waiting.push(changed);
    if (this.#timer === undefined && !this.#held) this.#next(0);
    this.emit("change");
  }

  /** Shows the next one now. */
  step() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changed = this.#waiting.shift();
    if (!changed) return;
    this.absorb(changed);
    if (!this.#held) this.#next(changed.entries?.some((entry) => entry.reason) ? READ : LOOK);
    this.emit("change");
  }

  /**
   * Stops after the one on the screen, or goes on.
   * @param {boolean} held
   */
  hold(held) {
    this.#held = held;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!held) this.#next(0);
    this.emit("change");
  }

  /** Shows everything that waits and whatever comes, until `rest` is called. */
  hurry() {
    this.#hurrying = true;
    this.#held = false;
    this.clear();
  }

  /** The person is asked: from now on things are shown one by one again. */
  rest() {
    this.#hurrying = false;
  }

  /** Shows everything that waits. */
  clear() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = this.#waiting.splice(0);
    const last = all.at(-1);
    if (last) this.absorb({ entries: all.flatMap((changed) => changed.entries ?? []), view: last.view });
    this.emit("change");
  }

  /** Another game, or everything has been told anew. */
  forget() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.length = 0;
    this.#held = false;
    this.#hurrying = false;
  }

  /**
   * @param {number} wait
   */
  #next(wait) {
    // After the last one a while is waited too: the next to come does not drive it off the screen.
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#waiting.length) this.step();
    }, wait);
  }
}
