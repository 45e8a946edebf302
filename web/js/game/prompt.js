// What every question to a player has in common.

import { h } from "../common/html.js";
import * as words from "../common/words.js";
import { Lost, Refusal } from "../session/connection.js";
import * as texts from "../texts/game.js";
import { endQuestion } from "./phase-end.js";

/**
 * @import { HexPress } from "../board/board.js"
 * @import { Child } from "../common/html.js"
 * @import { Play } from "./play.js"
 * @import { Marks } from "./scene.js"
 * @import { Options, Order, PhaseEnding, Question, Verb } from "protocol"
 */

/** The verbs that end a step or decline what is offered. */
const DECLINES = /^(end|pass|stand|hold)\b/;

/**
 * One question to this seat, as the page puts it. A question of another kind is another class.
 * `play` is the table: `view`, `board`, `session`, `order()`, `draw()`, `say()`, `refuse()`.
 */
export class Prompt {
  /**
   * The unit in hand, if it is one.
   * @type {string | null}
   */
  unit = null;
  /** The game-turn in which it was put. */
  turn = 0;
  /** Whether what is shown was worked out for an older position: then nothing is done yet. */
  stale = false;
  /** How many answers are on their way that clicks on the question wait for. */
  pending = 0;
  /** @type {Verb[]} */
  verbs = [];
  /**
   * What ending the phase would cost, as the server says.
   * @type {PhaseEnding | null}
   */
  ending = null;
  /**
   * The options asked for last.
   * @type {Promise<Options | null>}
   */
  #options = Promise.resolve(null);
  /**
   * The version that the draft on its way was made for.
   * @type {number | null}
   */
  #given = null;

  /**
   * @param {Play} play
   * @param {Question} question
   */
  constructor(play, question) {
    this.play = play;
    this.question = question;
  }

  /** Learns what may be done now; again after every change while the question stays the same. */
  async begin() {
    if (this.#given !== null && this.play.session.version > this.#given) {
      this.#given = null;
      this.forget();
    }
    this.#options = this.quietly(this.play.session.call("game.options"));
    const answer = await this.#options;
    this.verbs = answer?.verbs ?? [];
    this.ending = answer?.ending ?? null;
  }

  /**
   * Ends the phase; asks once more first if that costs something. A lesson says itself what to do.
   * @param {string} title
   * @param {() => unknown} end
   */
  async end(title, end) {
    const { version } = this.play.session;
    // The options of the position shown may still be on their way.
    const { ending = null } = (await this.#options) ?? {};
    const question = endQuestion(ending);
    if (this.play.session.version !== version) return this.play.notDone();
    if (!question || this.play.guard) return end();
    const act = () => (this.play.session.version === version ? end() : this.play.notDone());
    this.play.emit("doubted", { title: texts.ask(title), yes: title, only: this.only(ending?.verb), ...question, act });
  }

  /**
   * Gives the order that was drafted. The draft is forgotten once the page shows what came of it,
   * though the answer itself is still to come: what is chosen from then on belongs to the next one.
   * If it is refused the draft stays. Resolves to whether it was carried out.
   * @param {Order} order
   */
  async giveDraft(order) {
    const { version } = this.play.session;
    if (this.#given === version) return false;
    this.#given = version;
    const done = await this.play.order(order);
    if (this.#given !== version) return done;
    this.#given = null;
    if (done) this.forget();
    return done;
  }

  /**
   * Lets clicks wait until that is done.
   * @template T
   * @param {() => Promise<T>} work
   */
  async holding(work) {
    this.pending++;
    try {
      return await work();
    } finally {
      this.pending--;
      this.play.clicks.flush();
    }
  }

  /** What was chosen for an order is not wanted any more. */
  forget() {}

  /**
   * How the draft comes to its odds.
   * @returns {Child}
   */
  account() {
    return null;
  }

  /** The units that a verb may be used on. */
  subjects(/** @type {string} */ verb) {
    return this.verbs.find((one) => one.verb === verb)?.subjects ?? [];
  }

  /** Whether nothing else is offered: only then is the button that ends the step the primary one. */
  only(/** @type {string | undefined} */ ending) {
    return this.verbs.length > 0 && this.verbs.every(({ verb, subjects }) => verb === ending || !subjects.length);
  }

  /**
   * Whether an order's button may be the primary one: one that ends or declines only where nothing else is offered.
   * @param {Order} order
   */
  primary(order) {
    const [verb] = Object.keys(order);
    return !DECLINES.test(verb) || this.only(verb);
  }

  /**
   * @param {string} verb
   * @param {string} unit
   */
  can(verb, unit) {
    return this.subjects(verb).includes(unit);
  }

  /**
   * @param {string} verb
   * @param {unknown} subject
   */
  targets(verb, subject) {
    return this.quietly(this.play.session.call("game.targets", { verb, subject }));
  }

  /** @param {Order} order */
  preview(order) {
    return this.quietly(this.play.session.call("game.preview", { order }));
  }

  /**
   * The answer, or null where the line broke or the position has moved on: then a newer view is on
   * its way. There is none once the game has been left, and nothing to go on with.
   * @template T
   * @param {Promise<T>} promise
   * @returns {Promise<T | null>}
   */
  async quietly(promise) {
    try {
      const answer = await promise;
      return this.play.session.begun ? answer : new Promise(() => {});
    } catch (error) {
      if (!this.play.session.begun) return new Promise(() => {});
      if (error instanceof Refusal) {
        if (error.code !== 2) this.play.refuse({ message: error.message, ...error.data });
        return null;
      }
      if (error instanceof Lost) return null;
      throw error;
    }
  }

  /** Who is asked what, under which case. */
  heading() {
    const { question } = this;
    return h(
      "div",
      { class: `asked side-${question.side}` },
      h("h2", null, words.unbroken(question.text)),
      words.cited(question),
    );
  }

  /** A button to the next of the units on the map that can still move. */
  nextButton() {
    return h("button", { id: "next-unit", onclick: () => this.play.takeNext() }, texts.nextUnit);
  }

  /**
   * What the question marks on the board.
   * @returns {Marks}
   */
  marks() {
    return {};
  }

  /**
   * What the orders panel shows.
   * @returns {Child}
   */
  orders() {
    return [this.heading()];
  }

  /**
   * The buttons that commit or end: they keep their place below the question.
   * @returns {Child}
   */
  foot() {
    return null;
  }

  /**
   * A press on the board.
   * @param {HexPress} _at
   * @returns {unknown}
   */
  press(_at) {
    return null;
  }

  /**
   * The pointer or the cursor is over a hex.
   * @param {string | null} _hex
   * @param {string | null} _unit
   */
  hover(_hex, _unit) {}

  /**
   * A counter is picked up.
   * @param {string} _unit
   */
  take(_unit) {}

  /**
   * A counter is put down.
   * @param {string} _unit
   * @param {string | null} _hex
   * @returns {unknown}
   */
  release(_unit, _hex) {
    return null;
  }

  /** What is to be said of a hex. */
  describe(/** @type {string} */ _hex) {
    return "";
  }

  /** Takes back what is in hand; false if nothing is. */
  escape() {
    return false;
  }
}
