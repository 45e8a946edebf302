// Choosing the Key Chits of a turn among one's own.

import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { chitCard } from "../chit-card.js";
import { covered } from "../cover.js";
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
        h("p", { class: "hint" }, `${this.chosen.size} of ${this.need} chosen. Only you see which.`),
        h(
          "ul",
          { class: "chit-cards" },
          this.own.map((chit) =>
            h(
              "li",
              null,
              h(
                "button",
                {
                  class: "chit-button",
                  "data-chit": chit.id,
                  "data-key": chit.id,
                  "aria-pressed": String(this.chosen.has(chit.id)),
                  disabled: !this.chosen.has(chit.id) && this.chosen.size >= this.need,
                  onclick: () => this.toggle(chit.id),
                },
                chitCard(chit),
              ),
              words.caseLink(chit.case, this.question.system),
            ),
          ),
        ),
        h(
          "div",
          { class: "actions final" },
          h(
            "button",
            {
              id: "choose-keys",
              class: "primary",
              disabled: !this.ready,
              onclick: () => this.ready && this.give(this.ready),
            },
            `Put ${words.count(this.need, "Key Chit")} into the cup`,
          ),
        ),
      ],
    ];
  }

  /**
   * @param {string} id
   */
  toggle(id) {
    if (!this.chosen.delete(id)) this.chosen.add(id);
    this.play.draw();
  }
}
