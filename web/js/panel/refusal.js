// A refusal in one sentence with its case, and on demand every case that was asked.

import { actions, h, show } from "../common/html.js";
import * as words from "../common/words.js";
import { why } from "../texts/game.js";
import * as texts from "../texts/panel.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { Play } from "../game/play.js"
 * @import { Refused } from "../session/connection.js"
 * @import { Explanation, Order } from "protocol"
 */

export class RefusalPanel {
  /**
   * @param {HTMLElement} element
   * @param {Play} play
   */
  constructor(element, play) {
    this.element = element;
    this.play = play;
  }

  /**
   * `refusal`: `{title?, message, case?, system?}`; `order`, if any, can be explained.
   * @param {Refused} refusal
   * @param {Order | null} order
   */
  show(refusal, order) {
    this.element.hidden = false;
    show(
      this.element,
      h(
        "p",
        null,
        h("b", null, texts.refusedTitle(refusal.title)),
        words.sentence(refusal.message),
        " ",
        words.cited(refusal),
      ),
      actions(
        order && refusal.case && h("button", { class: "plain", onclick: () => this.play.explain(order) }, why.refused),
        h("button", { class: "plain", onclick: () => this.clear() }, texts.dismiss),
      ),
    );
  }

  clear() {
    this.element.hidden = true;
    show(this.element);
  }
}

/**
 * Every case that was asked of an order, in order; of an attack folded behind the account of its odds.
 * @param {Explanation} options
 * @param {Child} [account]
 */
export function explanation({ legal, asked = [], refusal }, account) {
  const cases = [
    h("p", null, texts.checked(legal)),
    h(
      "ol",
      { class: "asked-cases" },
      asked.map((one) =>
        h(
          "li",
          { class: one.passed ? "passed" : "failed" },
          h("span", { class: "mark", "aria-hidden": "true" }, one.passed ? "✓" : "✗"),
          h("span", { class: "aloud" }, texts.outcome(one.passed)),
          words.cited(one),
          " ",
          words.sentence(one.text),
        ),
      ),
    ),
    refusal && h("p", { class: "refused" }, words.sentence(refusal.message), " ", words.cited(refusal)),
  ];
  return account ? [account, h("details", null, h("summary", null, texts.whyLegal), cases)] : cases;
}
