// Being asked to move: choose a unit, see where it can go, send it.

import { chip } from "../../../board/counter-face.js";
import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { endLabel } from "../../../game/phase-end.js";
import { counter } from "../counters.js";
import { quotaPanel } from "../panel/quota.js";
import * as terms from "../words.js";
import { BlueGrayPrompt } from "./prompt.js";

/**
 * @import { HexPress } from "../../../board/board.js"
 * @import { Child } from "../../../common/html.js"
 * @import { Marks } from "../../../game/scene.js"
 * @import { BlueGrayUnit, ExitTarget, MoveTarget } from "protocol/blue-gray"
 */

export class Movement extends BlueGrayPrompt {
  /** @type {Map<string, MoveTarget>} */
  reach = new Map();
  /** @type {Map<string, ExitTarget>} */
  exits = new Map();
  /** @type {string[]} */
  zones = [];
  /**
   * The hex whose path is drawn.
   * @type {string | null}
   */
  aimed = null;
  /**
   * Done when the reach of the unit in hand has come.
   * @type {Promise<unknown>}
   */
  settled = Promise.resolve();

  async begin() {
    // The reach belongs to the position before: a click made while the new options are on their way must not
    // become an order for it. After a move the hand is empty; a unit that was not moved stays chosen while others
    // act (undo, say).
    if (this.inHand?.moved) this.drop();
    else this.clearReach();
    const held = this.unit;
    this.loading = held !== null;
    this.settled = this.renew(held);
    await this.settled;
  }

  /**
   * Learns what may be done now, and where the unit in hand can go now.
   * @param {string | null} held
   */
  async renew(held) {
    await super.begin();
    if (this.unit && !this.active(this.unit)) this.drop();
    // One that was chosen meanwhile has its reach, and must not lose it under the pointer.
    else if (held && this.unit === held) await this.choose(held);
  }

  /** Units that wait to come on and may do so now. */
  get due() {
    return this.view.units.filter((unit) => unit.status === "due" && this.can("move", unit.id));
  }

  /** @returns {Marks} */
  marks() {
    const movable = new Set([...this.subjects("move"), ...this.subjects("exit")]);
    const unit = this.inHand;
    const coming = unit?.status === "due";
    const targets = [...this.reach.values()].map((target) => ({
      hex: target.hex,
      kind: coming ? "entry" : "reach",
      label: target.strategic ? `»${target.cost}` : target.cost,
      stop: target.stop,
      tab: this.reach.size <= 6,
      name: `Move to ${target.hex}, ${priced(target)}`,
    }));
    return {
      selected: this.unit,
      fanned: null,
      active: movable,
      drag: movable,
      targets,
      zones: this.zones,
      outlines: [...this.exits.keys()].map((hex) => ({ hex, kind: "exit", text: "↗" })),
      path: this.pathTo(this.aimed),
    };
  }

  /**
   * @param {string | null} hex
   */
  pathTo(hex) {
    const target = hex === null ? null : this.reach.get(hex);
    const unit = this.inHand;
    if (!target || !unit) return [];
    return unit.hex ? [unit.hex, ...target.path] : target.path;
  }

  /** @returns {Child} */
  orders() {
    const unit = this.inHand;
    return [
      this.heading(),
      this.night(),
      quotaPanel(this.view, (hexes) => this.play.board.highlight(hexes)),
      unit
        ? this.chosen(unit)
        : h(
            "p",
            { class: "hint" },
            this.ending?.unmoved && `${this.ending.unmoved} to move. `,
            "Choose a unit on the map to see where it can go, then the hex it is to go to.",
          ),
      this.tray(),
      h(
        "div",
        { class: "actions final" },
        this.view.units.some((one) => one.status === "map" && this.active(one.id)) && this.nextButton(),
        h(
          "button",
          {
            id: "end-movement",
            class: unit || this.ending?.untouched ? "" : "primary",
            onclick: () => this.end("End movement", () => this.play.order({ "end-movement": {} })),
          },
          endLabel("End movement", this.ending),
        ),
      ),
    ];
  }

  /** What the night allows this side. */
  night() {
    const { view } = this;
    const rule = view.night.includes(view.turn) && view["night-rules"].find((one) => one.side === this.question.side);
    return rule
      ? h("p", { class: "night-rule" }, h("b", null, "☾ Night: "), `${rule.text}. `, words.cited(rule))
      : null;
  }

  /**
   * @param {BlueGrayUnit} unit
   */
  chosen(unit) {
    const where = unit.hex ? `in ${unit.hex}` : "waiting to come on";
    const hexes = words.count(this.reach.size, "hex", "hexes");
    const marches = [...this.reach.values()].filter((target) => target.strategic).length;
    return h(
      "div",
      { class: "chosen" },
      chip(counter(unit), 48),
      h(
        "div",
        null,
        h("b", null, words.unitName(unit)),
        h(
          "p",
          { class: "small" },
          `${words.capital(unit.type)} ${terms.strength(unit)}, ${where}; ${terms.gait(unit)}. `,
          this.loading ? "…" : `${hexes} in reach.`,
          marches > 0 && [
            ` ${marches} of them (») by strategic movement, by road or trail all the way `,
            words.caseLink("r6.41", this.view.system),
            ".",
          ],
        ),
        [...this.exits.values()].map((target) =>
          h(
            "button",
            {
              key: `exit-${target.hex}`,
              onclick: () => this.play.order({ exit: { unit: unit.id, path: target.path } }),
            },
            `Leave the map by ${target.hex} (${target.cost})`,
          ),
        ),
        h("button", { class: "plain", key: "let-go", onclick: () => this.escape() }, "Deselect"),
      ),
    );
  }

  tray() {
    const { due } = this;
    if (!due.length) return null;
    return h(
      "section",
      { class: "tray", "aria-label": "Reinforcements due" },
      h("h3", null, "Reinforcements due"),
      h("p", { class: "small" }, "Choose one, then the hex it is to reach."),
      h(
        "div",
        { class: "chips" },
        due.map((unit) =>
          h(
            "button",
            {
              class: "chip-button",
              key: `due-${unit.id}`,
              "data-unit-due": unit.id,
              "aria-pressed": String(unit.id === this.unit),
              "aria-label": `${terms.unit(unit)}, due turn ${unit.turn}, enters at ${words.listed(unit.entry ?? [])}`,
              onclick: () => (unit.id === this.unit ? this.escape() : this.choose(unit.id, true)),
            },
            chip(counter(unit), 44),
          ),
        ),
      ),
      notesOf(due),
    );
  }

  /**
   * Takes a unit in hand and asks where it can go.
   * @param {string} id
   * @param {boolean} [look]
   */
  choose(id, look = false) {
    this.settled = this.ask(id, look);
    return this.settled;
  }

  /**
   * @param {string} id
   * @param {boolean} look
   */
  async ask(id, look) {
    this.unit = id;
    this.clearReach();
    this.loading = true;
    this.play.draw();
    const [moves, exits] = await Promise.all([
      this.can("move", id) ? this.targets("move", id) : null,
      this.can("exit", id) ? this.targets("exit", id) : null,
    ]);
    if (this.unit !== id) return;
    this.loading = false;
    this.reach = new Map((moves?.targets ?? []).map((target) => [target.hex, target]));
    this.exits = new Map((exits?.targets ?? []).map((target) => [target.hex, target]));
    this.zones = moves?.zones ?? [];
    const unit = this.unitOf(id);
    if (look && unit && !unit.hex && this.reach.size)
      this.play.board.highlight([...new Set([...this.reach.values()].map((t) => t.path[0]))]);
    this.play.say(`${words.unitName(unit)}: ${words.count(this.reach.size, "hex", "hexes")} in reach.`);
    this.play.draw();
  }

  drop() {
    this.unit = null;
    this.loading = false;
    this.clearReach();
  }

  clearReach() {
    this.aimed = null;
    this.reach = new Map();
    this.exits = new Map();
    this.zones = [];
  }

  /**
   * @param {HexPress} options
   */
  async press({ unit, hex, badge, key }) {
    // A hex that is clicked before the reach has come is meant for it.
    const { version } = this.play.session;
    if (this.loading && !unit) await this.settled;
    if (this.play.session.version !== version) return;
    // Two units may share a hex: a click on a friendly unit within reach stacks. The badge and the space bar
    // select that unit instead.
    const selects = unit !== null && (badge || key === "space" || unit === this.unit);
    if (hex && this.reach.has(hex) && !selects) return this.go(hex);
    const stack = this.stack(hex);
    if (key && !unit) unit = this.following(stack.map((one) => one.id));
    if (!unit && !this.unit) unit = stack.find((one) => this.active(one.id))?.id ?? null;
    if (unit && unit === this.unit) {
      const next = this.following(stack.map((one) => one.id));
      return next && next !== unit ? this.choose(next) : this.escape();
    }
    if (unit && this.active(unit)) return this.choose(unit);
    if (this.unit && hex) return this.why(hex);
    const idle = unit ? this.unitOf(unit) : null;
    if (idle) this.play.say(`${terms.unit(idle)}. It cannot be moved now.`);
  }

  /**
   * @param {string} id
   */
  active(id) {
    return this.can("move", id) || this.can("exit", id);
  }

  /**
   * The next movable unit of a stack after the chosen one.
   * @param {string[]} ids
   */
  following(ids) {
    const able = ids.filter((id) => this.active(id)).reverse();
    return able[(able.indexOf(this.unit ?? "") + 1) % able.length] ?? null;
  }

  /**
   * @param {string} hex
   */
  go(hex) {
    const target = this.reach.get(hex);
    const { unit } = this;
    if (unit === null) return;
    return this.play.order({ move: target ? { unit, path: target.path } : { unit, to: hex } });
  }

  /**
   * Why the chosen unit cannot go there: the rules say, nothing is moved.
   * @param {string} hex
   */
  async why(hex) {
    if (this.unit === null) return;
    const order = { move: { unit: this.unit, to: hex } };
    const answer = await this.preview(order);
    if (answer?.legal === false) this.play.refuse(answer.refusal, order);
  }

  /**
   * @param {string} unit
   */
  take(unit) {
    if (unit !== this.unit) this.choose(unit);
  }

  /**
   * @param {string} unit
   * @param {string | null} hex
   */
  release(unit, hex) {
    if (!hex || hex === this.unitOf(unit).hex) return;
    return this.play.order({ move: { unit, to: hex } });
  }

  /**
   * @param {string | null} hex
   */
  hover(hex) {
    const aimed = hex !== null && this.reach.has(hex) ? hex : null;
    if (aimed === this.aimed) return;
    this.aimed = aimed;
    this.play.board.trace(this.pathTo(aimed));
  }

  /**
   * @param {string} hex
   */
  describe(hex) {
    const target = this.reach.get(hex);
    if (!target) return this.unit && this.inHand?.hex !== hex ? "out of reach" : "";
    return `in reach, ${priced(target)}`;
  }

  escape() {
    if (!this.unit) return false;
    this.drop();
    this.play.draw();
    return true;
  }
}

/**
 * What is to be known of units that wait to come on, each thing once.
 * @param {BlueGrayUnit[]} units
 */
function notesOf(units) {
  const notes = new Map(units.flatMap((unit) => unit.notes ?? []).map((note) => [`${note.case} ${note.text}`, note]));
  return [...notes.values()].map((note) =>
    h("p", { class: note.urgent ? "small warning" : "small" }, words.sentence(note.text), " ", words.cited(note)),
  );
}

/**
 * What a hex in reach costs, and how it is reached, in words.
 * @param {MoveTarget} target
 */
function priced({ cost, stop, strategic }) {
  return `cost ${cost}${strategic ? ", by strategic movement" : ""}${stop ? ", must stop there" : ""}`;
}
