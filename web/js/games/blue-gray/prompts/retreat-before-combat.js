// Being asked yes or no: a retreat before combat is tried, or the unit stands.

import { actions, h } from "../../../common/html.js";
import * as texts from "../texts/game.js";
import { BlueGrayPrompt } from "./prompt.js";

/**
 * @import { Child } from "../../../common/html.js"
 * @import { Marks } from "../../../game/scene.js"
 */

export class RetreatBeforeCombat extends BlueGrayPrompt {
  async begin() {
    await super.begin();
    this.play.draw();
  }

  /** @returns {Marks} */
  marks() {
    return { rings: new Map(this.question.units.map((unit) => [unit, "candidate"])) };
  }

  /** @returns {Child} */
  orders() {
    return [
      this.heading(),
      actions(
        h("button", { id: "retreat-before-combat", class: "primary", onclick: () => this.answer() }, texts.throwDie),
        h("button", { id: "stand", onclick: () => this.play.order({ stand: {} }) }, texts.stand),
      ),
    ];
  }

  answer() {
    return this.play.order({ "retreat-before-combat": {} });
  }
}
