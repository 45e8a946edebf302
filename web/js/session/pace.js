// The pace at which a computer's orders are shown: one after another, so that a person can follow,
// as fast as that person likes; at once for who is in a hurry. What was shown can be looked at
// again.

import { Emitter } from "../common/emitter.js";
import { set, setting } from "../common/settings.js";
import { speeds } from "../texts/game.js";

/** @import { Entry, View } from "protocol" */

/**
 * What the server told: entries, and the view after them; where there is none yet, the version it is
 * to be asked for by.
 * @typedef {{ entries?: Entry[], view: View | null, version?: number }} Told
 */

/** @typedef {"slow" | "normal" | "fast" | "straight"} Speed */

/**
 * The speeds that can be chosen, and how long things take at each.
 * @type {{ id: Speed, title: string, factor: number }[]}
 */
export const SPEEDS = [
  { id: "slow", title: speeds.slow, factor: 2 },
  { id: "normal", title: speeds.normal, factor: 1 },
  { id: "fast", title: speeds.fast, factor: 0.35 },
  { id: "straight", title: speeds.straight, factor: 0 },
];

/** How long an order is looked at, and one for which dice were thrown. */
const LOOK = 480;
const READ = 1200;

/** So many games are remembered whose computer's moves go straight to the result. */
const MOST_STRAIGHT = 20;

/** Their ids, the latest last. */
const straight = () => setting("straight", "").split(" ").filter(Boolean);

/**
 * `absorb(changed)` shows a change and resolves when it has been seen; `mayPace(changed)` says
 * whether it is one that a person should follow.
 *
 * Events: `change`; `look` with a change that was shown before, or null for the present.
 * @extends {Emitter<{ change: void, look: Told | null }>}
 */
export class Pace extends Emitter {
  /** @type {Told[]} */
  #waiting = [];
  /** @type {Told[]} What was shown since the person last did something; first how it was before. */
  #shown = [];
  /** @type {number | null} The one among those that is looked at again. */
  #at = null;
  /** @type {number | undefined} */
  #timer = undefined;
  #showing = false;
  #held = false;
  #hurrying = false;
  #game = "";
  /** Whether a computer's orders are shown at once: in this game alone. */
  #straight = false;
  /** @type {Speed} */
  #speed;

  /**
   * @param {(changed: Told) => Promise<unknown>} absorb
   * @param {(changed: Told) => boolean} mayPace
   */
  constructor(absorb, mayPace) {
    super();
    this.absorb = absorb;
    this.mayPace = mayPace;
    const kept = setting("speed", "normal");
    this.#speed = SPEEDS.find(({ id, factor }) => id === kept && factor)?.id ?? "normal";
  }

  /** @param {string} game */
  set game(game) {
    this.#game = game;
    this.#straight = game !== "" && straight().includes(game);
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
    return this.#hurrying || this.#straight;
  }

  /** @returns {Speed} */
  get speed() {
    return this.#straight ? "straight" : this.#speed;
  }

  /** How long a computer's orders take: 1 at the normal speed, 0 where nothing is waited for. */
  get factor() {
    return this.hurrying ? 0 : this.personFactor;
  }

  /** How long a person's orders take, which are never skipped. */
  get personFactor() {
    return SPEEDS.find(({ id }) => id === this.#speed)?.factor ?? 1;
  }

  /** What is looked at again, or null. */
  get again() {
    return this.#at === null ? null : (this.#shown[this.#at] ?? null);
  }

  /** Whether there is anything before what is on the screen. */
  get canGoBack() {
    return (this.#at ?? this.#shown.length - 1) > 0;
  }

  /** Sets the speed, for good; straight to the result for this game. */
  setSpeed(/** @type {Speed} */ speed) {
    this.#straight = speed === "straight";
    const others = straight().filter((other) => other !== this.#game);
    set("straight", (this.#straight ? [...others, this.#game] : others).slice(-MOST_STRAIGHT).join(" "));
    if (speed !== "straight") {
      this.#speed = speed;
      set("speed", speed);
    }
    if (this.#straight) this.clear();
    this.emit("change");
  }

  /**
   * A change has been told; `before` is how it was.
   * @param {Told} changed
   * @param {View | null} [before]
   */
  take(changed, before = null) {
    const followed = this.mayPace(changed);
    if (followed && !this.#shown.length && before) this.#shown.push({ view: before });
    // Changes are shown in their order: what comes after one that waits waits as well.
    if ((this.hurrying || !followed) && !this.#waiting.length && !this.#showing) {
      if (followed) this.#shown.push(changed);
      return this.absorb(changed);
    }
    this.#waiting.push(changed);
    if (this.#timer === undefined && !this.#held && !this.#showing) this.#next(0);
    this.emit("change");
  }

  /** Shows the next one now. */
  async step() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#at !== null) return this.#lookAt(this.#at + 1);
    if (this.#showing) return;
    const changed = this.#waiting.shift();
    if (!changed) return;
    this.#shown.push(changed);
    this.#showing = true;
    this.emit("change");
    try {
      await this.absorb(changed);
    } finally {
      this.#showing = false;
    }
    if (this.hurrying) this.clear();
    else if (!this.#held && this.#timer === undefined) this.#next(this.#look(changed));
    this.emit("change");
  }

  /** Stops, and looks at what was shown before. */
  back() {
    if (!this.canGoBack) return;
    this.hold(true);
    this.#lookAt((this.#at ?? this.#shown.length - 1) - 1);
  }

  /** Shows once more what was shown since the person last did something. */
  replay() {
    if (!this.#shown.length) return;
    this.#held = false;
    this.#lookAt(0);
    this.#next(this.#look(this.#shown[0]));
  }

  /** Returns to the present. */
  present() {
    if (this.#at !== null) this.#lookAt(this.#shown.length);
  }

  /** @param {number} at */
  #lookAt(at) {
    this.#at = at < this.#shown.length - 1 ? at : null;
    this.emit("look", this.again);
    if (this.#at !== null && !this.#held) this.#next(this.#look(this.#shown[at]));
    else if (this.#at === null && !this.#held && this.#waiting.length) this.#next(this.#look(this.#shown[at] ?? {}));
    this.emit("change");
  }

  /** Stops after the one on the screen, or goes on. */
  hold(/** @type {boolean} */ held) {
    this.#held = held;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!held && !this.#showing) this.#next(0);
    this.emit("change");
  }

  /** Shows everything that waits and whatever comes, until `rest` is called. */
  hurry() {
    this.#hurrying = true;
    this.#held = false;
    this.present();
    this.clear();
  }

  /** The person is asked: from now on things are shown one by one again. */
  rest() {
    this.#hurrying = false;
  }

  /** The person has done something: what was shown before is no longer what just happened. */
  acted() {
    this.#shown = [];
    this.#at = null;
  }

  /** Shows everything that waits. */
  clear() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = this.#waiting.splice(0);
    const last = all.at(-1);
    this.#shown.push(...all);
    if (last) this.absorb({ ...last, entries: all.flatMap((changed) => changed.entries ?? []) });
    this.emit("change");
  }

  /** Another game, or everything has been told anew. */
  forget() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.length = 0;
    this.#held = false;
    this.#hurrying = false;
    this.acted();
  }

  /**
   * How long a change is looked at.
   * @param {Partial<Told>} changed
   */
  #look({ entries = [] }) {
    const told = entries.some((entry) => entry.events?.some((event) => event.text));
    const thrown = entries.some((entry) => entry.events?.some((event) => "die" in event || "faces" in event));
    return (thrown ? READ : told ? LOOK : 0) * this.factor;
  }

  /** @param {number} wait */
  #next(wait) {
    clearTimeout(this.#timer);
    // After the last one a while is waited too: the next to come does not drive it off the screen.
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#at !== null || this.#waiting.length) this.step();
    }, wait);
  }
}
