// What the questions of Blue & Gray have in common: their headings.

import { chip } from "../../../board/counter-face.js";
import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { Prompt } from "../../../game/prompt.js";
import { counter } from "../counters.js";
import { titles } from "../texts/game.js";
import * as terms from "../texts/terms.js";

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

  /**
   * Units to be pressed, those `pressed` being chosen.
   * @param {string} label
   * @param {string[]} units
   * @param {string} key
   * @param {(string | null | undefined)[]} pressed
   * @param {(unit: string) => unknown} act
   */
  chips(label, units, key, pressed, act) {
    const button = (/** @type {string} */ id) =>
      h(
        "button",
        {
          class: "chip-button",
          key: `${key}-${id}`,
          "aria-pressed": String(pressed.includes(id)),
          "aria-label": terms.unit(this.unitOf(id)),
          onclick: () => act(id),
        },
        chip(counter(this.unitOf(id)), 44),
      );
    return h("div", { class: "chips", role: "group", "aria-label": label }, units.map(button));
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
