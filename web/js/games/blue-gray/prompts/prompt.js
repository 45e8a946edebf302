// What the questions of Blue & Gray have in common: their headings.

import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { Prompt } from "../../../game/prompt.js";
import { titles } from "../texts/game.js";

/**
 * @import { Play } from "../../../game/play.js"
 * @import { BlueGrayQuestion, BlueGrayTargets, BlueGrayUnit, BlueGrayView } from "protocol/blue-gray"
 */

export class BlueGrayPrompt extends Prompt {
  /**
   * @param {Play} play
   * @param {BlueGrayQuestion} question
   */
  constructor(play, question) {
    super(play, question);
    this.question = question;
  }

  get view() {
    return /** @type {BlueGrayView} */ (this.play.view);
  }

  /**
   * A unit of this game that the position holds.
   * @param {string | null} id
   */
  unitOf(id) {
    const unit = this.play.unitOf(id);
    if (!unit) throw new Error(`There is no unit "${id}".`);
    return /** @type {BlueGrayUnit} */ (unit);
  }

  /**
   * The units in a hex, the top one last.
   * @param {string} hex
   */
  stack(hex) {
    return /** @type {BlueGrayUnit[]} */ (this.play.stack(hex));
  }

  /** The unit in hand. */
  get inHand() {
    return this.unit === null ? null : this.unitOf(this.unit);
  }

  /**
   * Where a verb leads with a subject.
   * @template {keyof BlueGrayTargets} V
   * @param {V} verb
   * @param {unknown} subject
   */
  targets(verb, subject) {
    return /** @type {Promise<BlueGrayTargets[V] | null>} */ (super.targets(verb, subject));
  }

  /** Who is asked what, under which case; in `brief` only who. */
  heading(brief = false) {
    const { question } = this;
    return h(
      "div",
      { class: `asked side-${question.side}` },
      h("h2", null, `${words.side(question.side)}: ${titles[question.kind] ?? question.kind}`),
      !brief && question.text && h("p", null, question.text, " ", words.cited(question)),
    );
  }
}
