// A question that is answered by choosing one of the orders offered: by a button, or a unit and a
// hex on the map.

import { chip } from "../../../board/counter-face.js";
import { folding } from "../../../common/folding.js";
import { h } from "../../../common/html.js";
import { truthy } from "../../../common/truthy.js";
import * as words from "../../../common/words.js";
import { listHexes } from "../../../texts/games.js";
import { counter } from "../counters.js";
import * as texts from "../texts/game.js";
import { ORDERS, unitAloud } from "../texts/terms.js";
import { OfferedOrders } from "./offered-orders.js";

/**
 * @import { HexPress } from "../../../board/board.js"
 * @import { Child } from "../../../common/html.js"
 * @import { Marks } from "../../../game/scene.js"
 * @import { Offer } from "./offered-orders.js"
 * @import { SwordsUnit } from "protocol/blind-swords"
 */

/** More than so many buttons are not shown at once: then one chooses a unit first. */
const FEW = 10;
/** @type {Record<string, string>} */
const SIGNS = { place: "＋", chaos: "?", batteries: "●", resolve: "×", assaulting: "×" };
/** Orders that are shown as an arrow in the direction that the unit goes. */
const GOING = new Set(["retreat", "withdraw", "advance", "wayward"]);
/** Orders that change a combat, where the question is about one. @type {Set<unknown>} */
const COMBAT = new Set(["play", "assaulting"]);
/** @type {Record<string, string>} */
const KINDS = {
  retreat: "retreat",
  withdraw: "retreat",
  advance: "advance",
  place: "entry",
  resolve: "attack",
  fire: "attack",
};

export class Choice extends OfferedOrders {
  /** @type {string | null} */
  unit = null;
  /**
   * The hex that was chosen while several orders lead to it.
   * @type {string | null}
   */
  hex = null;
  /** @type {Offer | null} */
  aimed = null;

  settle() {
    const units = this.units;
    this.hex = null;
    if (!units.includes(this.unit ?? "")) this.unit = units.length === 1 ? units[0] : null;
  }

  /** What may be chosen now; a question with more to it leaves some out. */
  get open() {
    return this.offers.filter(({ verb }) => verb !== "pass" && verb !== "end");
  }

  /** The units that orders are offered for, each once. */
  get units() {
    return [...new Set(this.open.flatMap(({ units }) => units))];
  }

  /** The orders for the unit in hand, and those for no unit. */
  get near() {
    return this.open.filter(({ units }) => !units.length || !this.unit || units.includes(this.unit));
  }

  /** Whether a hex may be chosen: one need not say first which unit goes there, or the hexes are few. */
  get ready() {
    return Boolean(this.unit) || this.units.length < 2 || new Set(this.open.map(({ hex }) => hex)).size <= FEW;
  }

  /** @returns {Marks} */
  marks() {
    /** @type {Map<string, Offer[]>} */
    const byHex = new Map();
    if (this.ready) for (const one of this.near) if (one.hex) byHex.set(one.hex, [...(byHex.get(one.hex) ?? []), one]);
    const targets = [...byHex].map(([hex, all]) => ({
      hex,
      kind: KINDS[all[0].verb] ?? "reach",
      label: all.length > 1 ? "…" : this.sign(all[0], hex),
      tab: true,
      corner: true,
      name: all.length > 1 ? texts.waysTo(hex, all.length) : this.phrase(all[0]),
    }));
    return {
      selected: this.unit,
      fanned: this.unitOf(this.unit)?.hex ?? null,
      active: new Set(this.units),
      rings: new Map(this.units.map((id) => [id, id === this.unit ? "chosen" : "candidate"])),
      targets,
      outlines: this.question.hexes.filter((hex) => !byHex.has(hex)).map((hex) => ({ hex, kind: "fought" })),
      path: this.aimed ? this.way(this.aimed) : [],
    };
  }

  /**
   * Lines from the units that attack to the hexes they aim at.
   * @param {{ units: string[], target: string }[]} all
   */
  lines(all) {
    const line = (/** @type {string} */ id, /** @type {string} */ to) => ({ from: this.unitOf(id)?.hex ?? to, to });
    return all.flatMap(({ units, target }) => units.map((id) => ({ ...line(id, target), kind: "sight" })));
  }

  /**
   * What an order is shown as in the hex that it leads to.
   * @param {Offer} one
   * @param {string} hex
   */
  sign({ verb, units }, hex) {
    const from = this.unitOf(units[0])?.hex;
    return from && GOING.has(verb) ? this.play.board.sheet.arrow(from, hex) : (SIGNS[verb] ?? "×");
  }

  /**
   * The way a unit would go, from where it stands.
   * @param {Offer} one
   */
  way(one) {
    const from = this.unitOf(one.units[0])?.hex;
    const hexes = one.path.length ? one.path : one.hex ? [one.hex] : [];
    return from && one.units.length && from !== one.hex && one.verb !== "place" && one.verb !== "fire"
      ? [from, ...hexes]
      : [];
  }

  /** @returns {Child} */
  orders() {
    return [this.heading(), this.chooser(), this.list()];
  }

  /** The units between which one chooses. */
  chooser(units = this.units) {
    const here = units.map((id) => this.unitOf(id)).filter(truthy);
    if (here.length < 2 || this.open.length <= FEW) return null;
    return this.chips(
      here,
      texts.units,
      ({ id }) => id === this.unit,
      ({ id }) => this.choose(id === this.unit ? null : id),
    );
  }

  /**
   * Units to choose from.
   * @param {SwordsUnit[]} units
   * @param {string} label
   * @param {(unit: SwordsUnit) => boolean} pressed
   * @param {(unit: SwordsUnit) => unknown} choose
   * @param {Child} more
   */
  chips(units, label, pressed, choose, more = null) {
    const button = (/** @type {SwordsUnit} */ unit) => ({
      class: "chip-button",
      key: `unit-${unit.id}`,
      "aria-pressed": String(pressed(unit)),
      "aria-label": texts.inHex(unitAloud(unit), unit.hex),
      onclick: () => choose(unit),
    });
    const all = units.map((unit) => h("button", button(unit), chip(counter(unit), 44)));
    return h("div", { class: "chips", role: "group", "aria-label": label }, all, more);
  }

  list() {
    const near = this.hex ? this.near.filter(({ hex }) => hex === this.hex) : this.near;
    if (!near.length) return null;
    if (near.length > FEW && !this.unit && this.units.length > 1) return h("p", { class: "hint" }, texts.chooseUnit);
    const onMap = this.hex ? [] : near.filter(({ verb, hex }) => hex && (GOING.has(verb) || SIGNS[verb]));
    const button = (/** @type {Offer} */ one) => this.button(one);
    const choices = (/** @type {Offer[]} */ all) => h("div", { class: "choices" }, all.map(button));
    if (onMap.length < 2) return [this.hex && h("p", { class: "small" }, texts.severalLead(this.hex)), choices(near)];
    return [
      h("p", { class: "hint" }, this.ready ? texts.clickHex : texts.clickUnit),
      near.length > onMap.length && choices(near.filter((one) => !onMap.includes(one))),
      folding("hexes", { class: "hexes", open: COMBAT.has(onMap[0].verb) }, listHexes, choices(onMap)),
    ];
  }

  /** @param {Offer} one */
  button(one) {
    const key = JSON.stringify(one.order);
    const { hexes } = this.question;
    const order = one.verb === "order" ? one.what.order : null;
    const button = h(
      "button",
      {
        key: key,
        "data-verb": one.verb,
        class: one.verb === "play" ? "primary" : null,
        onclick: () => this.give(one),
        onpointerenter: () => this.aim(one),
        onpointerleave: () => this.aim(null),
        onfocus: () => this.aim(one),
        onblur: () => this.aim(null),
      },
      order ? h("b", null, this.phrase(one)) : words.unbroken(this.phrase(one)),
      one.text && h("span", { class: "small block" }, one.text),
      (one.what.shot || COMBAT.has(hexes.length && one.verb)) && this.expected(one.order),
    );
    return order
      ? h(
          "div",
          { class: "with-case" },
          button,
          one.case && words.caseLink(one.case, this.question.system),
          h("span", { class: "aloud" }, ORDERS[order]),
        )
      : button;
  }

  /**
   * Draws the way of an order, or marks the brigade it is about.
   * @param {Offer | null} one
   */
  aim(one) {
    if (this.aimed === one) return;
    this.aimed = one;
    this.play.board.trace(one ? this.way(one) : []);
    if (one?.what.brigade)
      this.play.board.highlight(
        this.view.units
          .filter((unit) => unit.brigade === one.what.brigade)
          .map(({ hex }) => hex)
          .filter(truthy),
      );
  }

  /** @param {string | null} unit */
  choose(unit) {
    this.unit = unit;
    this.hex = null;
    this.play.draw();
  }

  /**
   * @param {HexPress} options
   * @returns {unknown}
   */
  press({ unit, hex, named, key }) {
    const there = this.ready ? this.near.filter((one) => one.hex === hex) : [];
    if (there.length && (named || !unit || !this.units.includes(unit) || key === "enter")) {
      if (there.length === 1) return this.give(there[0]);
      this.hex = hex;
      return this.play.draw();
    }
    if (!unit)
      unit =
        this.play
          .stack(hex)
          .map((one) => one.id)
          .find((id) => this.units.includes(id) && id !== this.unit) ?? null;
    if (!unit || !this.units.includes(unit)) return;
    const simple = this.open.filter((one) => one.units.includes(unit));
    // A unit that is itself the answer, and the only one.
    if (simple.length === 1 && !simple[0].hex) return this.give(simple[0]);
    this.choose(unit === this.unit ? null : unit);
  }

  /** @param {string | null} hex */
  hover(hex) {
    const one = hex ? (this.near.find((one) => one.hex === hex) ?? null) : null;
    if (one !== this.aimed) this.aim(one?.what.brigade ? null : one);
  }

  /** @param {string} hex */
  describe(hex) {
    const all = this.ready ? this.near.filter((one) => one.hex === hex) : [];
    return all.length ? words.listed(all.slice(0, 3).map((one) => this.phrase(one))) : "";
  }

  escape() {
    if (this.hex === null && (this.unit === null || this.units.length < 2)) return false;
    if (this.hex === null) this.unit = null;
    this.hex = null;
    this.play.draw();
    return true;
  }
}
