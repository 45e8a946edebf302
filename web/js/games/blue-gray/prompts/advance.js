// Being asked whether a victorious unit advances into a vacated hex.

import { chip } from "../../../board/counter-face.js";
import { folding } from "../../../common/folding.js";
import { actions, h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { counter } from "../counters.js";
import * as texts from "../texts/game.js";
import { BlueGrayPrompt } from "./prompt.js";

/**
 * @import { HexPress } from "../../../board/board.js"
 * @import { Child } from "../../../common/html.js"
 * @import { Marks } from "../../../game/scene.js"
 */

export class Advance extends BlueGrayPrompt {
  /** @type {string | null} */
  unit = null;
  /**
   * The hex chosen before the unit that advances into it.
   * @type {string | null}
   */
  to = null;
  /**
   * Hexes open to each unit.
   * @type {Map<string, string[]>}
   */
  open = new Map();

  async begin() {
    // What was open belongs to the position before.
    this.open = new Map();
    this.to = null;
    await super.begin();
    const { units } = this.question;
    const answers = await Promise.all(units.map((unit) => this.targets("advance", unit)));
    this.open = new Map(
      units.map((unit, index) => [unit, (answers[index]?.targets ?? []).map((target) => target.hex)]),
    );
    if (!units.includes(this.unit ?? "")) this.unit = units.length === 1 ? units[0] : null;
    this.play.draw();
  }

  /** @returns {Marks} */
  marks() {
    const hexes = this.unit ? (this.open.get(this.unit) ?? []) : [...new Set([...this.open.values()].flat())];
    const who = words.unitName(this.inHand);
    const able = this.question.units.filter((unit) => !this.to || this.open.get(unit)?.includes(this.to));
    return {
      selected: this.unit,
      active: new Set(this.question.units),
      drag: new Set(this.question.units),
      rings: new Map(able.map((unit) => [unit, "candidate"])),
      targets: hexes.map((hex) => ({
        hex,
        kind: "advance",
        label: this.inHand?.hex ? this.play.board.sheet.arrow(this.inHand.hex, hex) : "↑",
        tab: true,
        name: who ? texts.advance(who, hex) : texts.wasVacated(hex),
      })),
    };
  }

  /** @returns {Child} */
  orders() {
    const ways = this.question.units.flatMap((unit) => (this.open.get(unit) ?? []).map((hex) => ({ unit, hex })));
    return [
      this.heading(),
      h("p", { class: "hint" }, this.unit || ways.length === 1 ? texts.clickHex : texts.chooseAdvance),
      folding(
        "advances",
        {},
        texts.listAdvances,
        h(
          "div",
          { class: "choices" },
          ways.map(({ unit, hex }) =>
            h(
              "button",
              { class: "with-chip", key: `advance-${unit}-${hex}`, onclick: () => this.go(unit, hex) },
              chip(counter(this.unitOf(unit)), 32),
              texts.advance(words.unitName(this.unitOf(unit)), hex),
            ),
          ),
        ),
      ),
      actions(h("button", { id: "hold", onclick: () => this.play.order({ hold: {} }) }, texts.hold)),
    ];
  }

  /**
   * @param {string} unit
   * @param {string} to
   */
  go(unit, to) {
    return this.play.order({ advance: { unit, to } });
  }

  /** @param {HexPress} options */
  press({ unit, hex }) {
    if (unit && this.question.units.includes(unit)) {
      if (this.to && this.open.get(unit)?.includes(this.to)) return this.go(unit, this.to);
      this.unit = this.unit === unit ? null : unit;
      return this.play.draw();
    }
    const able = this.question.units.filter((one) => this.open.get(one)?.includes(hex));
    if (this.unit && able.includes(this.unit)) return this.go(this.unit, hex);
    if (able.length === 1) return this.go(able[0], hex);
    if (able.length > 1) {
      this.to = hex;
      this.play.say(texts.chooseAdvancing(able.map((one) => words.unitName(this.unitOf(one)))));
      this.play.draw();
    }
  }

  /** @param {string} unit */
  take(unit) {
    this.unit = unit;
    this.play.draw();
  }

  /**
   * @param {string} unit
   * @param {string | null} hex
   */
  release(unit, hex) {
    if (!hex || hex === this.unitOf(unit).hex) return;
    return this.go(unit, hex);
  }

  /** @param {string} hex */
  describe(hex) {
    return [...this.open.values()].some((hexes) => hexes.includes(hex)) ? texts.vacated : "";
  }

  escape() {
    if (!this.to && (!this.unit || this.question.units.length === 1)) return false;
    this.to = null;
    if (this.question.units.length > 1) this.unit = null;
    this.play.draw();
    return true;
  }
}
