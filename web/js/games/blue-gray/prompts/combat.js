// Being asked to fight: draft an attack, see what it would mean, throw the die.

import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { endLabel } from "../../../game/phase-end.js";
import { account, commit, draftPanel } from "../panel/attack-draft.js";
import { owedPanel } from "../panel/owed.js";
import * as texts from "../texts/game.js";
import * as terms from "../texts/terms.js";
import { BlueGrayPrompt } from "./prompt.js";

/**
 * @import { HexPress, Line } from "../../../board/board.js"
 * @import { Child } from "../../../common/html.js"
 * @import { Marks } from "../../../game/scene.js"
 * @import { AttackAnswer, AttackDraft } from "protocol/blue-gray"
 */

export class Combat extends BlueGrayPrompt {
  /** @type {Set<string>} */
  attackers = new Set();
  /** @type {Set<string>} */
  defenders = new Set();
  /**
   * What the server says of the draft: targets, attackers that could join, blocked hexes, the draft
   * itself.
   * @type {AttackAnswer | null}
   */
  info = null;
  /**
   * A lower column the attacker chose (7.9), or null for the best.
   * @type {string | null}
   */
  column = null;
  /**
   * The preview at that column.
   * @type {AttackDraft | null}
   */
  lowered = null;
  /**
   * The hex without a line of sight that is pointed at.
   * @type {AttackAnswer["blocked"][number] | null}
   */
  shown = null;
  /** Whether every column below the odds is shown. */
  allColumns = false;
  #asked = 0;

  async begin() {
    await super.begin();
    const able = new Set(this.subjects("attack"));
    for (const unit of this.attackers) if (!able.has(unit)) this.attackers.delete(unit);
    for (const hex of this.defenders)
      if (!this.stack(hex).some((unit) => unit.side !== this.question.side)) this.defenders.delete(hex);
    await this.refresh();
  }

  get order() {
    const column = this.column ? { column: this.column } : {};
    return { attack: { attackers: [...this.attackers], defenders: [...this.defenders], ...column } };
  }

  /** What is known of the draft as it stands, at the column chosen. */
  get draft() {
    return this.lowered ?? this.info?.draft ?? null;
  }

  /** Asks anew what the draft comes to. */
  refresh() {
    this.settled = this.#refresh();
    return this.settled;
  }

  async #refresh() {
    const asked = ++this.#asked;
    const subject = { attackers: [...this.attackers], defenders: [...this.defenders] };
    const [info, lowered] = await Promise.all([
      this.targets("attack", subject),
      this.column && subject.attackers.length && subject.defenders.length ? this.preview(this.order) : null,
    ]);
    if (asked !== this.#asked) return;
    this.info = info;
    this.lowered = /** @type {AttackDraft | null} */ (lowered);
    this.play.draw();
  }

  /** @returns {Marks} */
  marks() {
    const rings = new Map();
    for (const { unit, must } of this.info?.attackers ?? []) rings.set(unit, must ? "candidate must" : "candidate");
    for (const unit of this.attackers) rings.set(unit, "chosen attacker");
    const targets = (this.info?.targets ?? [])
      .filter(({ hex }) => !this.defenders.has(hex))
      .map(({ hex, mode, range, units }) => ({
        hex,
        kind: mode === "bombardment" ? "bombard" : "attack",
        label: mode === "bombardment" ? range : "×",
        tab: this.attackers.size > 0,
        name:
          mode === "bombardment"
            ? texts.bombard(hex, range)
            : texts.attack(hex, this.names(units ?? this.enemies(hex))),
      }));
    return {
      rings,
      active: new Set([...this.subjects("attack"), ...this.attackers]),
      targets,
      outlines: [
        ...[...this.defenders].map((hex) => ({ hex, kind: "defender", text: "×" })),
        ...(this.attackers.size ? (this.info?.blocked ?? []) : []).map(({ hex }) => ({
          hex,
          kind: "unseen",
          text: "?",
        })),
        ...(this.shown?.by ?? []).map((hex) => ({ hex, kind: "blocks" })),
      ],
      lines: this.lines(),
    };
  }

  /**
   * Lines of sight: of the draft, and to the blocked hex under the pointer.
   * @returns {Line[]}
   */
  lines() {
    const at = (/** @type {string} */ unit) => this.unitOf(unit).hex ?? "";
    const lines = (this.draft?.legal ? this.draft.sight : []).map(({ unit, hex, crosses }) => ({
      from: at(unit),
      to: hex,
      kind: crosses ? "sight crosses" : "sight",
    }));
    if (this.shown) {
      const guns = [...this.attackers].filter((unit) => this.unitOf(unit).type === "artillery");
      for (const from of new Set(guns.map(at))) lines.push({ from, to: this.shown.hex, kind: "sight blocked" });
    }
    return lines;
  }

  /** @param {string} hex */
  enemies(hex) {
    return this.play
      .stack(hex)
      .filter((unit) => unit.side !== this.question.side)
      .map((unit) => unit.id);
  }

  /** @param {string[]} units */
  names(units) {
    return words.listed(units.map((id) => words.unitName(this.unitOf(id))));
  }

  /** @returns {Child} */
  orders() {
    const empty = !this.attackers.size && !this.defenders.size;
    return [
      this.heading(!empty),
      empty ? [h("p", { class: "hint" }, texts.chooseAttack), owedPanel(this.play, this)] : draftPanel(this),
    ];
  }

  account() {
    return account(this);
  }

  /**
   * With an attack in hand the phase is not ended by a slip.
   * @returns {Child}
   */
  foot() {
    if (this.attackers.size || this.defenders.size) return commit(this);
    const end = () => this.end(texts.endCombat, () => this.play.order({ "end-combat": {} }));
    return h(
      "div",
      { class: "actions final" },
      h(
        "button",
        { id: "end-combat", class: this.only("end-combat") && "primary", onclick: end },
        endLabel(texts.endCombat, this.ending),
      ),
    );
  }

  changed() {
    this.column = null;
    this.lowered = null;
    this.shown = null;
    this.allColumns = false;
    // The units are marked at once; the account beside them changes only when it is known.
    this.play.drawBoard();
    return this.refresh();
  }

  /** @param {string} unit */
  async toggleAttacker(unit) {
    if (this.attackers.delete(unit)) return this.changed();
    this.attackers.add(unit);
    await this.changed();
    // Whom the rules send along (7.22) comes along by itself; taken out again, it stays out.
    const along = (this.info?.attackers ?? []).filter((one) => one.must && !this.attackers.has(one.unit));
    if (!along.length || !this.attackers.has(unit)) return;
    for (const one of along) this.attackers.add(one.unit);
    this.play.say(texts.mustJoin(this.names(along.map((one) => one.unit)), along[0].case));
    return this.changed();
  }

  /** @param {string} hex */
  toggleDefender(hex) {
    if (!this.defenders.delete(hex)) this.defenders.add(hex);
    return this.changed();
  }

  /** Shows every column below the odds. */
  showColumns() {
    this.allColumns = true;
    this.play.draw();
  }

  /**
   * @param {string} column
   * @param {string} best
   */
  chooseColumn(column, best) {
    this.column = column === best ? null : column;
    this.lowered = null;
    return this.refresh();
  }

  /** Gives the attack that is shown, never one still being counted. */
  async commit() {
    const shown = this.draft;
    await this.settled;
    if (this.draft === shown) await this.giveDraft(this.order);
    else this.play.notDone(texts.oddsChanged);
  }

  forget() {
    this.attackers.clear();
    this.defenders.clear();
    this.column = null;
    this.lowered = null;
  }

  /** @param {HexPress} options */
  press({ unit, hex, key }) {
    const stack = this.stack(hex);
    const mine = stack.filter((one) => one.side === this.question.side);
    if (!unit) unit = (key && mine.find((one) => !this.attackers.has(one.id))?.id) || mine.at(-1)?.id || null;
    const pressed = unit ? this.unitOf(unit) : null;
    if (unit && pressed?.side === this.question.side) {
      if (this.attackers.has(unit) || this.can("attack", unit)) return this.toggleAttacker(unit);
      return this.play.say(texts.cannotAttack(terms.unit(pressed)));
    }
    if (!this.enemies(hex).length) return;
    const blocked = this.info?.blocked?.find((one) => one.hex === hex);
    if (
      blocked &&
      this.attackers.size &&
      !this.info?.targets.some((one) => one.hex === hex) &&
      !this.defenders.has(hex)
    ) {
      this.shown = blocked;
      const { text, case: number } = blocked;
      this.play.refuse({ message: text ?? texts.unseen, case: number ?? undefined });
      return this.play.draw();
    }
    return this.toggleDefender(hex);
  }

  /** @param {string | null} hex */
  hover(hex) {
    const shown = (this.attackers.size && this.info?.blocked?.find((one) => one.hex === hex)) || null;
    if (shown === (this.shown ?? null)) return;
    this.shown = shown;
    this.play.draw();
  }

  /** @param {string} hex */
  describe(hex) {
    if (this.defenders.has(hex)) return texts.inDraft;
    const target = this.info?.targets?.find((one) => one.hex === hex);
    if (target) return target.mode === "bombardment" ? texts.bombardable(target.range) : texts.attackable;
    const blocked = this.info?.blocked?.find((one) => one.hex === hex);
    return blocked ? texts.noSight(blocked.by) : "";
  }

  escape() {
    if (!this.attackers.size && !this.defenders.size) return false;
    this.forget();
    this.changed();
    return true;
  }
}
