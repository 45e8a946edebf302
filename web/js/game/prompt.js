// What every question to a player has in common.

import { h } from "../common/html.js";
import { Lost, Refusal } from "../session/connection.js";
import * as words from "../common/words.js";

/**
 * One question to this seat, as the page puts it. A question of another kind is another class. `play` is the table:
 * `view`, `board`, `session`, `order()`, `draw()`, `say()`, `refuse()`.
 */
export class Ask {
  verbs = [];

  constructor(play, question) {
    this.play = play;
    this.question = question;
  }

  /** Learns what may be done now; again after every change while the question stays the same. */
  async begin() {
    const answer = await this.quietly(this.play.session.ask("game.options"));
    this.verbs = answer?.verbs ?? [];
  }

  /** The units that a verb may be used on. */
  subjects(verb) {
    return this.verbs.find((one) => one.verb === verb)?.subjects ?? [];
  }

  can(verb, unit) {
    return this.subjects(verb).includes(unit);
  }

  targets(verb, subject) {
    return this.quietly(this.play.session.ask("game.targets", { verb, subject }));
  }

  preview(order) {
    return this.quietly(this.play.session.ask("game.preview", { order }));
  }

  /** The answer, or null where the line broke or the position has moved on: then a newer view is on its way. */
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

  /** Who is asked what, under which case; in `brief` only who. */
  heading(brief = false) {
    const { question } = this;
    return h(
      "div",
      { class: `asked side-${question.side}` },
      h("h2", null, `${words.side(question.side)}: ${words.capital(TITLES[question.kind] ?? question.kind)}`),
      !brief && question.text && h("p", null, question.text, " ", words.caseLink(question.case, question.system)),
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

const TITLES = {
  movement: "movement",
  combat: "combat",
  retreat: "retreat",
  "withdraw-battery": "withdraw the guns, or stand",
  exchange: "pay the exchange",
  advance: "advance after combat",
  "retreat-before-combat": "retreat before combat",
};
