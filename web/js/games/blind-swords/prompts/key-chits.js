// Choosing the Key Chits of a turn among one's own.

import { h } from "../../../common/html.js";
import * as kept from "../answers/kept.js";
import { proposal } from "../answers/next-time.js";
import { chitChoice } from "../chit-card.js";
import { covered } from "../cover.js";
import * as texts from "../texts/game.js";
import { OfferedOrders } from "./offered-orders.js";

/** @import { Child } from "../../../common/html.js" */

export class KeyChits extends OfferedOrders {
  /** @type {Set<string>} */
  chosen = new Set();

  /** Every choice is offered: any of them says how many are to be chosen. */
  get need() {
    return this.offers[0]?.what.chits?.length ?? 0;
  }

  settle() {
    const own = new Set(this.own.map(({ id }) => id));
    for (const id of this.chosen) if (!own.has(id)) this.chosen.delete(id);
    if (!this.chosen.size && !this.play.guard) this.chosen = new Set(this.proposed);
  }

  /** The Key Chits of the turn before, or those recommended for a first game. */
  get proposed() {
    const before = kept.ofGame(this.play.session.game).keys?.[this.question.side] ?? [];
    const own = this.own.map(({ id }) => id);
    const again = before.filter((id) => own.includes(id));
    if (again.length === this.need) return again;
    return this.recommended.slice(0, this.need).map(({ id }) => id);
  }

  /** Those recommended for a first game, the best first. */
  get recommended() {
    return this.own
      .filter(({ recommended }) => recommended)
      .sort((a, b) => (a.recommended?.place ?? 0) - (b.recommended?.place ?? 0));
  }

  get own() {
    const offered = new Set(this.offers.flatMap(({ what }) => what.chits ?? []));
    return this.view.cup[this.question.side].aside.filter(({ id }) => offered.has(id));
  }

  get ready() {
    return this.offers.find(
      ({ what }) => what.chits?.length === this.chosen.size && what.chits?.every((id) => this.chosen.has(id)),
    );
  }

  /** @returns {Child} */
  orders() {
    return [
      this.heading(),
      covered(this.play, this.question.side) ?? [
        h("p", { class: "hint" }, texts.chosen(this.chosen.size, this.need)),
        h(
          "ul",
          { class: "chit-cards" },
          [...this.recommended, ...this.own.filter(({ recommended }) => !recommended)].map((chit) => {
            const pressed = this.chosen.has(chit.id);
            const disabled = !pressed && this.need > 1 && this.chosen.size >= this.need;
            const button = { "aria-pressed": String(pressed), disabled, onclick: () => this.toggle(chit.id) };
            const good = chit.recommended && texts.goodFirst(chit.recommended.why);
            return chitChoice(
              chit,
              this.question.system,
              button,
              good && h("span", { class: "small recommended" }, good),
            );
          }),
        ),
        proposal(this.play, this.view),
      ],
    ];
  }

  /** @returns {Child} */
  foot() {
    if (covered(this.play, this.question.side)) return null;
    const chosen = this.own.filter(({ id }) => this.chosen.has(id));
    return h(
      "div",
      { class: "actions final" },
      h(
        "button",
        { id: "choose-keys", class: "primary", disabled: !this.ready, onclick: () => this.choose() },
        this.ready ? texts.putChits(chosen.map(({ name }) => name)) : texts.putKeys(this.need),
      ),
    );
  }

  choose() {
    const { ready } = this;
    if (!ready) return;
    const { game } = this.play.session;
    const keys = { ...kept.ofGame(game).keys, [this.question.side]: [...this.chosen] };
    kept.setOfGame(game, { keys });
    return this.give(ready);
  }

  /** @param {string} id */
  toggle(id) {
    const one = this.need === 1;
    if (one || !this.chosen.delete(id)) this.chosen = new Set([...(one ? [] : this.chosen), id]);
    this.play.draw();
  }
}
