// Being asked where a unit retreats to: also a battery that may withdraw. Displacement is chosen
// link by link.

import { folding } from "../../../common/folding.js";
import { actions, h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { answerer, asksAlways } from "../../../game/answerer.js";
import { listHexes } from "../../../texts/games.js";
import * as texts from "../texts/game.js";
import { BlueGrayPrompt } from "./prompt.js";

/**
 * @import { HexPress } from "../../../board/board.js"
 * @import { Child } from "../../../common/html.js"
 * @import { Marks } from "../../../game/scene.js"
 * @import { Refused } from "../../../session/connection.js"
 * @import { Order } from "protocol"
 * @import { BlueGrayUnit, Displacement, RetreatTarget } from "protocol/blue-gray"
 */

export class Retreat extends BlueGrayPrompt {
  /** @type {string | null} */
  unit = null;
  /** @type {RetreatTarget[]} */
  open = [];
  /**
   * The retreat chosen so far, while it is being settled who is displaced: `{to, chain: [{unit,
   * to}], links, who, why}`; `who` is the unit whose ways are shown.
   * @type {{
   *   to: string, chain: { unit: string, to: string }[], links: Displacement[], who: string,
   *   why?: Refused,
   * } | null}
   */
  pushing = null;

  /** The verb of the protocol and the order: both are called as the question. */
  get verb() {
    return this.question.kind === "withdraw-battery" ? "withdraw-battery" : "retreat";
  }

  async begin() {
    // What was open belongs to the position before.
    this.open = [];
    this.pushing = null;
    const { units } = this.question;
    const unit = this.unit !== null && units.includes(this.unit) ? this.unit : units[0];
    this.unit = unit;
    await super.begin();
    // One that was chosen meanwhile has been asked for.
    if (this.unit === unit) await this.choose(unit);
  }

  /** @param {string} unit */
  async choose(unit) {
    this.unit = unit;
    this.pushing = null;
    await this.holding(async () => {
      const answer = await this.targets(this.verb, unit);
      if (this.unit === unit) this.open = answer?.targets ?? [];
    });
    if (this.unit !== unit) return;
    answerer(this.play).plan(this.question, () => this.forced());
    this.play.draw();
  }

  /** The only retreat there is, unless the player wants to be asked even then, or could still take something back. */
  forced() {
    const { question, open, play } = this;
    const [{ hex, displace } = { hex: "", displace: [] }] = open;
    const choice = question.units.length > 1 || open.length !== 1 || displace.length > 1 || displace[0]?.on;
    // Guns may stand instead of withdrawing.
    if (choice || this.verb !== "retreat" || asksAlways() || answerer(play).undoable) return null;
    const chain = displace.map((link) => ({ unit: link.unit, to: link.hex }));
    const order = this.#order(this.unit, hex, chain.length ? { displace: chain } : {});
    return { order, said: texts.onlyRetreat(this.unitOf(this.unit), hex) };
  }

  /** @returns {Marks} */
  marks() {
    const { units } = this.question;
    const kind = "retreat";
    const arrow = (/** @type {string | null | undefined} */ unit, /** @type {string} */ to) =>
      this.play.board.sheet.arrow(this.unitOf(unit ?? "").hex, to);
    const targets = this.pushing
      ? this.ways.map((link) => ({
          hex: link.hex,
          kind,
          label: arrow(link.unit, link.hex),
          tab: true,
          name: texts.displace(this.unitOf(link.unit), link.hex),
        }))
      : this.open.map((target) => ({
          hex: target.hex,
          kind,
          label: displaces(target) ? "⇄" : arrow(this.unit, target.hex),
          tab: true,
          name: this.way(target),
        }));
    const unit = this.inHand;
    const roomers = this.pushing ? this.roomers : [];
    return {
      selected: this.unit,
      fanned: this.pushing ? this.full : units.length > 1 ? unit?.hex : null,
      active: new Set([...units, ...roomers]),
      rings: new Map(roomers.map((one) => [one, one === this.pushing?.who ? "chosen" : "candidate"])),
      drag: new Set(units),
      targets,
      outlines: this.full ? [{ hex: this.full, kind: "defender" }] : [],
    };
  }

  /**
   * "Retreat A to 1207, displacing B or C".
   * @param {RetreatTarget} target
   */
  way(target) {
    return texts.retreatTo(this.verb, this.inHand, target.hex, this.displaced(target));
  }

  /**
   * The units of a full hex, one of which makes room.
   * @param {RetreatTarget} target
   */
  displaced({ displace }) {
    return [...new Set(displace.map(({ unit }) => words.unitName(this.unitOf(unit))))];
  }

  /** @returns {Child} */
  orders() {
    const { units } = this.question;
    const unit = this.inHand;
    return [
      this.heading(),
      units.length > 1 && this.chips(texts.firstUnit, units, "unit", [this.unit], (id) => this.choose(id)),
      answerer(this.play).notice() ?? (this.pushing ? this.displacing() : this.choices(unit)),
      this.verb === "withdraw-battery" &&
        actions(h("button", { id: "stand", onclick: () => this.play.order({ stand: {} }) }, texts.stand)),
    ];
  }

  /** @param {BlueGrayUnit | null} unit */
  choices(unit) {
    if (!unit) return null;
    const full = this.open.filter(displaces).map((target) => texts.displaces(target.hex, this.displaced(target)));
    return [
      h("p", { class: "hint" }, [texts.chooseRetreat(unit), ...full].join(" ")),
      folding(
        "retreats",
        {},
        listHexes,
        h(
          "div",
          { class: "choices" },
          this.open.map((target) =>
            h("button", { key: `to-${target.hex}`, onclick: () => this.go(target.hex) }, this.way(target)),
          ),
        ),
      ),
    ];
  }

  /** The full hex where room must be made. */
  get full() {
    const { to, chain } = this.pushing ?? { to: null, chain: [] };
    return chain.at(-1)?.to ?? to;
  }

  /** Who could make room there. */
  get roomers() {
    return [...new Set(this.links.map((link) => link.unit))];
  }

  /** Where the one chosen could go: on the map one unit's ways are shown at a time. */
  get ways() {
    return this.links.filter((link) => link.unit === this.pushing?.who);
  }

  displacing() {
    const { roomers } = this;
    return [
      h("p", { class: "hint" }, texts.makeRoom(this.full, words.cited(this.pushing?.why))),
      roomers.length > 1 && this.chips(texts.roomers, roomers, "room", [this.pushing?.who], (id) => this.offer(id)),
      folding(
        "displacements",
        {},
        listHexes,
        h(
          "div",
          { class: "choices" },
          this.links.map((link) =>
            h(
              "button",
              { key: `push-${link.unit}-${link.hex}`, onclick: () => this.push(link) },
              texts.displace(this.unitOf(link.unit), link.hex),
            ),
          ),
        ),
      ),
      actions(h("button", { class: "plain", key: "back", onclick: () => this.escape() }, texts.anotherHex)),
    ];
  }

  /**
   * Shows where another unit of the full hex could go.
   * @param {string} unit
   */
  offer(unit) {
    if (this.pushing) this.pushing.who = unit;
    this.play.draw();
  }

  /** @param {string} hex */
  go(hex) {
    const target = this.open.find((one) => one.hex === hex);
    if (!target?.displace.length) return this.send(hex, []);
    this.play.say(texts.isFull(hex));
    return this.settle(hex, [], target.displace);
  }

  /**
   * Asks who makes room, and the rules under which case a unit must.
   * @param {string} to
   * @param {{ unit: string, to: string }[]} chain
   * @param {Displacement[]} links
   */
  async settle(to, chain, links) {
    const pushing = { to, chain, links, who: links[0].unit };
    this.pushing = pushing;
    this.play.draw();
    const answer = await this.preview(this.#order(this.unit, to, chain.length ? { displace: chain } : {}));
    if (this.pushing !== pushing || answer?.legal !== false) return;
    this.pushing.why = answer.refusal;
    this.play.draw();
  }

  /**
   * Adds a link to the chain; if its own hex is full in turn, the next is asked for.
   * @param {Displacement} link
   */
  async push(link) {
    if (!this.pushing) return;
    const { to, chain } = this.pushing;
    const longer = [...chain, { unit: link.unit, to: link.hex }];
    if (!link.on) return this.send(to, longer);
    const answer = await this.targets(this.verb, { unit: this.unit, to, displace: longer });
    if (!answer) return;
    const next = answer.targets.find((target) => target.displace.length)?.displace;
    if (!next) return this.send(to, longer);
    return this.settle(to, longer, next);
  }

  /** The ways to make room for the retreat that is being settled. */
  get links() {
    return this.pushing?.links ?? [];
  }

  /**
   * @param {string | null} unit
   * @param {string} to
   * @param {object} more
   */
  #order(unit, to, more = {}) {
    return /** @type {Order} */ ({ [this.verb]: { unit, to, ...more } });
  }

  /**
   * @param {string} to
   * @param {{ unit: string, to: string }[]} displace
   */
  send(to, displace) {
    return this.play.order(this.#order(this.unit, to, displace.length ? { displace } : {}));
  }

  /** @param {HexPress} options */
  press({ unit, hex }) {
    if (this.pushing) {
      const link = this.ways.find((one) => one.hex === hex);
      if (link) return this.push(link);
      if (unit && this.roomers.includes(unit)) this.offer(unit);
      return;
    }
    if (this.open.some((target) => target.hex === hex)) return this.go(hex);
    if (unit && unit !== this.unit && this.question.units.includes(unit)) return this.choose(unit);
    if (hex && hex !== this.inHand?.hex) return this.why(hex);
  }

  /** @param {string} hex */
  async why(hex) {
    const order = this.#order(this.unit, hex);
    const answer = await this.preview(order);
    if (answer?.legal === false) this.play.refuse(answer.refusal, order);
  }

  /** @param {string} unit */
  take(unit) {
    if (unit !== this.unit) this.choose(unit);
  }

  /**
   * @param {string} unit
   * @param {string | null} hex
   */
  release(unit, hex) {
    if (!hex || hex === this.unitOf(unit).hex) return;
    if (unit === this.unit && this.open.some((target) => target.hex === hex)) return this.go(hex);
    return this.play.order(this.#order(unit, hex));
  }

  /** @param {string} hex */
  describe(hex) {
    const target = this.open.find((one) => one.hex === hex);
    if (!target) return "";
    return texts.openTo(this.verb, this.displaced(target));
  }

  escape() {
    if (!this.pushing) return false;
    this.pushing = null;
    this.play.draw();
    return true;
  }
}

/** @param {RetreatTarget} target */
const displaces = ({ displace }) => displace.length > 0;
