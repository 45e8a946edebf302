// Being asked to move: choose a unit, see where it can go, send it.

import { chip } from "../../../board/counter-face.js";
import { actions, h } from "../../../common/html.js";
import { truthy } from "../../../common/truthy.js";
import * as words from "../../../common/words.js";
import { endLabel } from "../../../game/phase-end.js";
import { deselect } from "../../../texts/games.js";
import { counter } from "../counters.js";
import { quotaPanel } from "../panel/quota.js";
import * as texts from "../texts/game.js";
import { BlueGrayPrompt } from "./prompt.js";

/**
 * @import { HexPress } from "../../../board/board.js"
 * @import { Child } from "../../../common/html.js"
 * @import { Marks } from "../../../game/scene.js"
 * @import { BlueGrayUnit, ExitTarget, MoveTarget } from "protocol/blue-gray"
 */

export class Movement extends BlueGrayPrompt {
  /** @type {string | null} */
  unit = null;
  /**
   * Units of the same hex that go with the one in hand.
   * @type {string[]}
   */
  along = [];
  /**
   * The reinforcement sent onto the map last, where it could enter, and its path.
   * @type {{ unit: string, entry: string, path: string[] } | null}
   */
  arrival = null;
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
    // act (undo, say). After a reinforcement the next one is in hand at once.
    const sent = this.inHand?.moved ? this.unit : null;
    const next = sent && sent === this.arrival?.unit ? (this.column[0] ?? this.due[0]) : null;
    if (sent) this.drop();
    if (next) this.unit = next.id;
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
    else if (held && this.unit === held) await this.choose(held, false, this.along);
  }

  /** Units that wait to come on and may do so now. */
  get due() {
    return this.view.units.filter((unit) => unit.status === "due" && this.can("move", unit.id));
  }

  /** Those of them that may enter where the last one did. */
  get column() {
    return this.due.filter(({ entry }) => String(entry) === this.arrival?.entry);
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
      name: texts.moveTo(target),
    }));
    return {
      selected: this.unit,
      fanned: null,
      rings: new Map(this.along.map((id) => [id, "chosen"])),
      active: movable,
      drag: movable,
      targets,
      zones: this.zones,
      outlines: [...this.exits.keys()].map((hex) => ({ hex, kind: "exit", text: "↗" })),
      ...this.way,
    };
  }

  /** The path to the hex under the pointer, with the sign at its tip. */
  get way() {
    const target = this.reach.get(this.aimed ?? "");
    if (!target) return { path: [], signs: [] };
    return { path: [this.inHand?.hex, ...target.path].filter(truthy), signs: [words.tip(target)] };
  }

  /** @returns {Child} */
  orders() {
    const unit = this.inHand;
    return [
      this.heading(),
      this.night(),
      quotaPanel(this.view, (hexes) => this.play.board.highlight(hexes)),
      unit ? this.chosen(unit) : h("p", { class: "hint nobody" }, texts.chooseMove(this.ending?.unmoved)),
      actions(
        this.view.units.some((one) => one.status === "map" && this.active(one.id)) && this.nextButton(),
        unit && h("button", { class: "plain", key: "let-go", onclick: () => this.escape() }, deselect),
      ),
      this.tray(),
    ];
  }

  /** @returns {Child} */
  foot() {
    return h(
      "div",
      { class: "actions final" },
      h(
        "button",
        {
          id: "end-movement",
          class: this.only("end-movement") && "primary",
          onclick: () => this.end(texts.endMovement, () => this.play.order({ "end-movement": {} })),
        },
        endLabel(texts.endMovement, this.ending),
      ),
    );
  }

  /** What the night allows this side. */
  night() {
    const { view } = this;
    const rule = view.night.includes(view.turn) && view["night-rules"].find((one) => one.side === this.question.side);
    return rule
      ? h("p", { class: "night-rule" }, h("b", null, `${texts.night}: `), `${rule.text}. `, words.cited(rule))
      : null;
  }

  /** @param {BlueGrayUnit} unit */
  chosen(unit) {
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
          texts.inHand(unit),
          this.loading ? "…" : texts.hexesInReach(this.reach.size),
          marches > 0 && texts.strategic(marches, words.caseLink("r6.41", this.view.system)),
        ),
        [...this.exits.values()].map((target) =>
          h(
            "button",
            {
              key: `exit-${target.hex}`,
              onclick: () => this.play.order({ exit: { unit: unit.id, path: target.path } }),
            },
            texts.leaveMap(target),
          ),
        ),
        this.company.length > this.along.length &&
          h(
            "button",
            { key: "whole-stack", title: texts.byShift, onclick: () => this.choose(unit.id, false, this.company) },
            texts.wholeStack,
          ),
      ),
    );
  }

  /** Who could go with the unit in hand. */
  get company() {
    const { inHand } = this;
    if (!inHand?.hex) return [];
    return this.stack(inHand.hex).flatMap(({ id }) => (id !== inHand.id && this.can("move", id) ? [id] : []));
  }

  tray() {
    const { due, column } = this;
    if (!due.length) return null;
    return h(
      "section",
      { class: "tray", "aria-label": texts.reinforcements },
      h("h3", null, texts.reinforcements),
      h("p", { class: "small" }, texts.chooseReinforcement),
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
              "aria-label": texts.due(unit),
              onclick: () => (unit.id === this.unit ? this.escape() : this.choose(unit.id, true)),
              onpointerdown: (/** @type {PointerEvent} */ event) => this.play.board.carry(event, counter(unit)),
            },
            chip(counter(unit), 44),
          ),
        ),
      ),
      this.arrival &&
        column.length > 1 &&
        actions(
          h(
            "button",
            { id: "send-column", onclick: () => this.sendColumn() },
            texts.sendColumn(column.length, [...new Set([this.arrival.path[0], this.arrival.path.at(-1)])]),
          ),
        ),
      notesOf(due),
    );
  }

  /**
   * Takes a unit in hand, with others of its hex, and asks where it can go.
   * @param {string} id
   * @param {boolean} [look]
   * @param {string[]} [along]
   */
  choose(id, look = false, along = []) {
    this.settled = this.holding(() => this.ask(id, look, along));
    return this.settled;
  }

  /**
   * @param {string} id
   * @param {boolean} look
   * @param {string[]} along
   */
  async ask(id, look, along) {
    this.unit = id;
    this.along = along;
    this.clearReach();
    this.loading = true;
    this.play.draw();
    const [moves, exits, ...others] = await Promise.all([
      this.can("move", id) ? this.targets("move", id) : null,
      this.can("exit", id) && !along.length ? this.targets("exit", id) : null,
      ...along.map((one) => this.targets("move", one)),
    ]);
    if (this.unit !== id || this.along !== along) return;
    this.loading = false;
    const common = (moves?.targets ?? []).filter(({ hex }) =>
      others.every((other) => other?.targets.some((target) => target.hex === hex)),
    );
    this.reach = new Map(common.map((target) => [target.hex, target]));
    this.exits = new Map((exits?.targets ?? []).map((target) => [target.hex, target]));
    this.zones = moves?.zones ?? [];
    const unit = this.unitOf(id);
    if (look && unit && !unit.hex && this.reach.size)
      this.play.board.highlight([...new Set([...this.reach.values()].map((t) => t.path[0]))]);
    this.play.say(`${words.unitName(unit)}: ${texts.hexesInReach(this.reach.size)}`);
    this.play.draw();
  }

  drop() {
    this.unit = null;
    this.along = [];
    this.loading = false;
    this.clearReach();
  }

  clearReach() {
    this.aimed = null;
    this.reach = new Map();
    this.exits = new Map();
    this.zones = [];
  }

  /** @param {HexPress} options */
  async press({ unit, hex, badge, key, shift }) {
    // A hex that is clicked before the reach has come is meant for it, also by a counter that cannot move itself.
    const { version } = this.play.session;
    if (this.loading && (!unit || !this.active(unit) || this.unitOf(unit).moved)) await this.settled;
    if (this.play.session.version !== version) return this.play.notDone();
    if (shift && unit && this.can("move", unit)) {
      this.unit = unit;
      return this.choose(unit, false, this.company);
    }
    // Two units may share a hex: a click on a friendly unit within reach stacks. The badge and the space bar
    // select that unit instead.
    const selects = unit !== null && (badge || key === "space" || unit === this.unit);
    if (hex && this.reach.has(hex) && !selects) return this.go(hex);
    // Nor does a unit leave the map by a click on another counter, or on the hex where it stands.
    const exit = hex && this.leavesBy(hex);
    if (exit && !unit && this.unit) return this.play.order({ exit: { unit: this.unit, path: exit.path } });
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
    if (idle) this.play.say(texts.cannotMove(idle));
  }

  /**
   * How the unit in hand would leave the map by a press on that hex: not where any counter stands.
   * @param {string} hex
   */
  leavesBy(hex) {
    return this.stack(hex).length ? undefined : this.exits.get(hex);
  }

  /** @param {string} id */
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

  /** @param {string} hex */
  async go(hex) {
    const target = this.reach.get(hex);
    const { unit, along } = this;
    if (unit === null || !target) return;
    if (!(await this.send(unit, { path: target.path }, target.path))) return;
    for (const one of along) if (!(await this.play.order({ move: { unit: one, to: hex } }))) return;
  }

  /**
   * Moves a unit; the path of a reinforcement is remembered.
   * @param {string} unit
   * @param {{ path: string[] } | { to: string }} where
   * @param {string[]} path
   */
  send(unit, where, path) {
    const { status, entry } = this.unitOf(unit);
    if (status === "due") this.arrival = { unit, entry: String(entry), path };
    return this.play.order({ move: { unit, ...where } });
  }

  /** Sends the reinforcements that may enter where the last one did along its path, each as far as it can go. */
  sendColumn() {
    const { arrival, column } = this;
    if (!arrival) return;
    this.drop();
    this.play.draw();
    return this.holding(() => this.#send(arrival, column));
  }

  /**
   * @param {{ path: string[] }} arrival
   * @param {BlueGrayUnit[]} column
   */
  async #send(arrival, column) {
    for (const { id } of column) {
      const targets = (await this.targets("move", id))?.targets;
      if (!targets) return;
      const [target] = arrival.path
        .map((hex) => targets.find((one) => one.hex === hex && one.path[0] === arrival.path[0]))
        .filter(truthy)
        .reverse();
      if (!target) return this.play.notDone(texts.noRoom(this.unitOf(id)));
      if (!(await this.play.order({ move: { unit: id, path: target.path } }))) return;
    }
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
    if (unit === this.unit && this.along.length && this.reach.has(hex)) return this.go(hex);
    return this.send(unit, { to: hex }, this.reach.get(hex)?.path ?? [hex]);
  }

  /** @param {string | null} hex */
  hover(hex) {
    const aimed = hex !== null && this.reach.has(hex) ? hex : null;
    if (aimed === this.aimed) return;
    this.aimed = aimed;
    const { path, signs } = this.way;
    this.play.board.trace(path, signs);
  }

  /** @param {string} hex */
  describe(hex) {
    const target = this.reach.get(hex);
    if (!target && this.leavesBy(hex)) return texts.leavesHere;
    if (!target) return this.unit && this.inHand?.hex !== hex ? texts.outOfReach : "";
    return texts.inReach(target);
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
