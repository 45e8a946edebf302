// What every question to a player has in common.

import { h } from "../common/html.js";
import { Lost, Refusal } from "../session/connection.js";
import * as words from "../common/words.js";

/**
 * @import { Play } from "./play.js"
 * @import { Order, Question } from "protocol"
 */

/**
 * One question to this seat, as the page puts it. A question of another kind is another class. `play` is the table:
 * `view`, `board`, `session`, `order()`, `draw()`, `say()`, `refuse()`.
 */
export class Prompt {
  verbs = [];

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
    const answer = await this.quietly(this.play.session.call("game.options"));
    this.verbs = answer?.verbs ?? [];
  }

  /**
   * The units that a verb may be used on.
   * @param {string} verb
   */
  subjects(verb) {
    return this.verbs.find((one) => one.verb === verb)?.subjects ?? [];
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

  /**
   * @param {Order} order
   */
  preview(order) {
    return this.quietly(this.play.session.call("game.preview", { order }));
  }

  /**
   * The answer, or null where the line broke or the position has moved on: then a newer view is on its way.
   * @template T
   * @param {Promise<T>} promise
   * @returns {Promise<T | null>}
   */
  async quietly(promise) {
    try {
      return await promise;
    } catch (error) {
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
      h("h2", null, question.text),
      words.caseLink(question.case, question.system),
    );
  }

  marks() {
    return {};
  }
  orders() {
    return [this.heading()];
  }
  press() {}
  hover() {}
  take() {}
  release() {}
  describe() {
    return "";
  }
  escape() {
    return false;
  }
}
