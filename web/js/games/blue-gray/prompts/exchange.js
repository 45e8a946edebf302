// Being asked which units pay for an exchange.

import { actions, h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import * as texts from "../texts/game.js";
import { BlueGrayPrompt } from "./prompt.js";

/**
 * @import { HexPress } from "../../../board/board.js"
 * @import { Child } from "../../../common/html.js"
 * @import { Marks } from "../../../game/scene.js"
 */

const LISTED = 8;

export class Exchange extends BlueGrayPrompt {
  /** @type {Set<string>} */
  paid = new Set();
  /**
   * Every way to pay, each a list of units.
   * @type {string[][]}
   */
  ways = [];

  async begin() {
    await super.begin();
    const answer = await this.targets("lose", this.question.units[0]);
    this.ways = (answer?.targets ?? []).map((target) => target.units);
    for (const unit of this.paid) if (!this.question.units.includes(unit)) this.paid.delete(unit);
    if (this.ways.length === 1) this.paid = new Set(this.ways[0]);
    this.play.draw();
  }

  get sum() {
    return this.total([...this.paid]);
  }

  /** @param {string[]} units */
  total(units) {
    return units.reduce((sum, unit) => sum + (this.unitOf(unit).strength ?? 0), 0);
  }

  /** Whether what is chosen is a way to pay. */
  get exact() {
    return this.ways.some((way) => way.length === this.paid.size && way.every((unit) => this.paid.has(unit)));
  }

  /** @returns {Marks} */
  marks() {
    const { units } = this.question;
    return {
      active: new Set(units),
      rings: new Map(units.map((unit) => [unit, this.paid.has(unit) ? "chosen lost" : "candidate"])),
    };
  }

  /** @returns {Child} */
  orders() {
    const { units, need } = this.question;
    return [
      this.heading(),
      need !== undefined && h("p", { class: "hint" }, texts.paid(this.sum, need)),
      this.chips(texts.toRemove, units, "lose", [...this.paid], (id) => this.toggle(id)),
      this.ways.length > 1 &&
        this.ways.length <= LISTED &&
        h(
          "div",
          { class: "choices" },
          this.ways.map((way) => {
            const names = words.listed(way.map((unit) => words.unitName(this.unitOf(unit))));
            const key = `way-${way.join("-")}`;
            return h("button", { key, onclick: () => this.set(way) }, texts.payWith(names, this.total(way)));
          }),
        ),
      actions(
        h("button", { id: "pay", class: "primary", disabled: !this.exact, onclick: () => this.pay() }, texts.remove),
      ),
    ];
  }

  pay() {
    return this.play.order({ lose: { units: [...this.paid] } });
  }

  /** @param {string[]} way */
  set(way) {
    this.paid = new Set(way);
    this.play.draw();
  }

  /** @param {string} unit */
  toggle(unit) {
    if (!this.paid.delete(unit)) this.paid.add(unit);
    this.play.draw();
  }

  /** @param {HexPress} options */
  press({ unit, hex }) {
    const able = this.stack(hex).filter(({ id }) => this.question.units.includes(id));
    unit ??= (able.find(({ id }) => !this.paid.has(id)) ?? able[0])?.id ?? null;
    if (unit && this.question.units.includes(unit)) this.toggle(unit);
  }

  escape() {
    if (!this.paid.size) return false;
    this.set([]);
    return true;
  }
}
