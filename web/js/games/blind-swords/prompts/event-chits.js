// Chits: one just drawn, held ones before a draw or at a moment. A chit is chosen first, then whom
// or what it is played on.

import { h } from "../../../common/html.js";
import { truthy } from "../../../common/truthy.js";
import * as words from "../../../common/words.js";
import { askingChoice } from "../chit-asking.js";
import { chitChoice, chitRow } from "../chit-card.js";
import { covered, open } from "../cover.js";
import { ribbon } from "../ribbon.js";
import * as texts from "../texts/game.js";
import { chit as known, names } from "../texts/terms.js";
import { Choice } from "./choice.js";

/**
 * @import { Child } from "../../../common/html.js"
 * @import { Offer } from "./offered-orders.js"
 */

export class EventChits extends Choice {
  /**
   * The chit in hand.
   * @type {string | null}
   */
  chit = null;

  settle() {
    const chits = this.chits;
    if (!chits.includes(this.chit ?? "")) this.chit = null;
    super.settle();
  }

  /** The chits that can be played, each once. */
  get chits() {
    const played = this.offers.filter(({ verb }) => verb === "play");
    return [...new Set(played.map(({ what }) => what.chit).filter(truthy))];
  }

  get open() {
    if (!open(this.play, this.question.side)) return [];
    return super.open.filter(({ verb, what }) =>
      verb === "play" ? this.chit !== null && what.chit === this.chit : this.chit === null,
    );
  }

  marks() {
    const { units, hexes } = this.question;
    return { ...super.marks(), lines: this.lines(hexes.map((target) => ({ units, target }))) };
  }

  /** @returns {Child} */
  orders() {
    const cover = covered(this.play, this.question.side);
    const { units, hexes } = this.question;
    if (cover) return [this.cautious(), cover];
    const drawn = this.question.chit && known(this.view, this.question.chit);
    return [
      this.heading(),
      hexes.map((hex) =>
        h(
          "p",
          null,
          h("b", null, texts.drafted(names(this.view, units), hex)),
          this.expected({ pass: {} }, texts.withoutChit),
        ),
      ),
      this.chit === null && drawn && !this.chits.length && chitRow([drawn], this.question.system, "chit-cards"),
      this.chits.length > 0 &&
        h(
          "ul",
          { class: "chit-cards" },
          this.chits.map((id) => {
            const button = { "aria-pressed": String(id === this.chit), onclick: () => this.pick(id) };
            const plays = this.offers.filter(({ what }) => what.chit === id);
            const forecast = hexes.length > 0 && plays.length === 1 && this.expected(plays[0].order);
            return chitChoice(known(this.view, id), this.question.system, button, forecast);
          }),
        ),
      this.chooser(),
      this.list(),
      askingChoice({ play: this.play, view: this.view, session: this.play.session }, "ask"),
    ];
  }

  /** @returns {Child} */
  foot() {
    return covered(this.play, this.question.side) ? null : super.foot();
  }

  /** The heading without the name of a chit that was drawn. */
  cautious() {
    const { question } = this;
    const title = question.kind === "drawn" ? texts.isDrawn : texts.mayPlay;
    return h(
      "div",
      { class: `asked side-${question.side}` },
      ribbon(this.view),
      h("h2", null, `${words.side(question.side)}: ${title}`),
    );
  }

  /** @param {string} id */
  pick(id) {
    const offers = this.offers.filter(({ verb, what }) => verb === "play" && what.chit === id);
    // Played on nothing in particular, it is played by the next button, not by a slip.
    this.chit = this.chit === id ? null : id;
    this.unit = null;
    this.hex = null;
    if (this.chit && this.units.length === 1) this.unit = this.units[0];
    this.play.say(texts.waysToPlay(known(this.view, id).name, offers.length));
    this.play.draw();
  }

  escape() {
    if (super.escape()) return true;
    if (this.chit === null) return false;
    this.chit = null;
    this.play.draw();
    return true;
  }
}
