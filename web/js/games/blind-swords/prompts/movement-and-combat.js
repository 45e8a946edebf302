// Being asked to move, to fire or to close: units are taken in hand, their targets shown; fires and
// Close Combats are drafted with what they can bring before they are announced together.

import { h } from "../../../common/html.js";
import { truthy } from "../../../common/truthy.js";
import * as words from "../../../common/words.js";
import { deselect } from "../../../texts/games.js";
import { closePreview, firePreview, prospects } from "../preview.js";
import * as texts from "../texts/game.js";
import { names, points, unitAloud } from "../texts/terms.js";
import { Choice } from "./choice.js";
import { offer } from "./offered-orders.js";
import { Route } from "./route.js";

/**
 * @import { HexPress } from "../../../board/board.js"
 * @import { Child } from "../../../common/html.js"
 * @import { Marks } from "../../../game/scene.js"
 * @import { Offer } from "./offered-orders.js"
 * @import { Order, Unit } from "protocol"
 * @import { Announced, OfferedOrder, SwordsFields, SwordsPreview } from "protocol/blind-swords"
 */

const MOVING = new Set(["movement", "reserve", "battery-hex"]);
/** Questions at which whole announcements are proposed, to be taken as they are. */
const PROPOSED = new Set(["opportunity", "defensive-fire", "fire-back", "close"]);
const MANY = 12;
/** Fires and Close Combats proposed at once. */
const FEW = 6;

export class MovementAndCombat extends Choice {
  /** @type {Offer | null} */
  aimed = null;
  /**
   * The units in hand.
   * @type {Set<string>}
   */
  chosen = new Set();
  /**
   * Fires or Close Combats drafted: `{units, target, canister?}`.
   * @type {Announced[]}
   */
  draft = [];
  /** @type {SwordsPreview | null} */
  answer = null;
  charge = false;
  /**
   * Moves of the units in hand, where they are several.
   * @type {Offer[]}
   */
  together = [];
  /** How those in hand go. */
  route = new Route(this);
  #asked = 0;
  /** @type {Map<string, Promise<SwordsPreview | null>>} */
  #ways = new Map();

  /** "fire" or "close". */
  get combat() {
    return this.question.kind === "close" ? "close" : "fire";
  }

  /**
   * @param {SwordsFields} what
   * @returns {Announced[]}
   */
  listOf(what) {
    return what.shots ?? what.assaults ?? [];
  }

  settle() {
    const { able } = this;
    this.#ways.clear();
    this.route.clear();
    this.together = [];
    this.charge = false;
    this.hex = null;
    for (const id of this.chosen) if (!able.has(id)) this.chosen.delete(id);
    const moving = this.view.activation?.moving?.units ?? [];
    if (MOVING.has(this.question.kind) && moving.length && moving.every((id) => able.has(id)))
      this.chosen = new Set(moving);
    if (!this.chosen.size && able.size === 1 && !PROPOSED.has(this.question.kind)) this.chosen = new Set(able);
    const fit = this.draft.every(
      (one) => one.units.every((id) => able.has(id)) && this.common(one.units).has(one.target),
    );
    if (!fit) this.draft = [];
    this.answer = null;
    if (this.draft.length) this.refresh();
    if (this.chosen.size > 1) this.holding(() => this.gather());
  }

  get able() {
    return new Set(this.open.flatMap(({ units }) => units));
  }

  /** Fires or Close Combats of one hex each, as they are offered. */
  get singles() {
    return this.offers
      .filter(({ verb, what }) => verb === this.combat && this.listOf(what).length === 1)
      .map(({ what }) => this.listOf(what)[0]);
  }

  /**
   * The hexes that all these units can aim at.
   * @param {Iterable<string>} units
   * @returns {Set<string>}
   */
  common(units) {
    const { singles } = this;
    const sets = [...units].map(
      (id) => new Set(singles.filter((one) => one.units.includes(id)).map(({ target }) => target)),
    );
    const [first = new Set(), ...others] = sets;
    return new Set([...first].filter((hex) => others.every((set) => set.has(hex))));
  }

  /** The hexes that the units in hand can be sent at, but that of the draft they are all in. */
  get aims() {
    const own = this.draft.find(({ units }) => [...this.chosen].every((id) => units.includes(id)));
    return new Set([...this.common(this.chosen)].filter((hex) => hex !== own?.target));
  }

  /** Where the units in hand stand. */
  get start() {
    return this.unitOf([...this.chosen][0])?.hex ?? null;
  }

  /**
   * Where the units in hand can go.
   * @returns {Map<string, Offer>}
   */
  get moves() {
    const ids = [...this.chosen];
    const exact = this.offers.filter(
      (one) =>
        one.verb === "move" && one.hex && one.units.length === ids.length && ids.every((id) => one.units.includes(id)),
    );
    const all = exact.length ? exact : this.together;
    const here = all.filter(({ what }) => Boolean(what.charge) === this.charge);
    /** @type {[string, Offer][]} */
    const byHex = here.flatMap((one) => (one.hex ? [[one.hex, one]] : []));
    return new Map(byHex);
  }

  /** @returns {Marks} */
  marks() {
    const { able, aims, moves } = this;
    const targets = [
      ...[...aims].map((hex) => ({
        hex,
        kind: "attack",
        label: "×",
        tab: true,
        name: texts.aimAt(this.combat, hex, this.there(hex)),
      })),
      ...[...moves].map(([hex, one]) => ({
        hex,
        kind: "reach",
        label: one.what.charge ? "⚔" : one.cost === undefined ? "•" : points(one.cost),
        tab: moves.size < MANY,
        // "7 IN-a to 1431, 2½ MP": what is read aloud says what is written there.
        name: one.cost === undefined ? this.phrase(one) : texts.atCost(this.phrase(one), one.cost),
      })),
    ];
    const about = this.question.units.filter((id) => !able.has(id));
    /** @type {Map<string, string>} */
    const rings = new Map([
      ...[...able].map((id) => /** @type {const} */ ([id, "candidate"])),
      ...about.map((id) => /** @type {const} */ ([id, "lost"])),
      ...[...this.chosen].map((id) => /** @type {const} */ ([id, "chosen"])),
      ...this.drafted.map((id) => /** @type {const} */ ([id, "chosen attacker"])),
    ]);
    for (const [id, how] of this.support) rings.set(id, [rings.get(id), how].filter(truthy).join(" "));
    return {
      selected: this.chosen.size === 1 ? [...this.chosen][0] : null,
      active: able,
      drag: new Set(this.offers.filter(({ verb }) => verb === "move").flatMap(({ units }) => units)),
      rings,
      targets: targets.map((target) => ({ ...target, corner: true })),
      outlines: [
        ...[...new Set(this.draft.map(({ target }) => target))].map((hex) => ({ hex, kind: "defender", text: "×" })),
        ...this.question.hexes.filter((hex) => !aims.has(hex)).map((hex) => ({ hex, kind: "fought" })),
      ],
      lines: this.lines(this.draft),
      path: [],
    };
  }

  /** The units of the draft. */
  get drafted() {
    return this.draft.flatMap(({ units }) => units);
  }

  /**
   * Which units have support, of the brigades that are about to act and of the hexes that they aim at; and who
   * supports those that act.
   * @returns {[string, string][]}
   */
  get support() {
    const acting = [...this.chosen, ...this.drafted];
    /** @type {Set<unknown>} */
    const brigades = new Set(acting.map((id) => this.unitOf(id)?.brigade).filter(truthy));
    /** @type {Set<unknown>} */
    const hexes = new Set([...this.common(this.chosen), ...this.draft.map(({ target }) => target)]);
    const by = new Set(acting.flatMap((id) => this.unitOf(id)?.now?.["supported-by"] ?? []));
    const shown = new Set([...acting, ...by]);
    return this.view.units
      .filter(({ id, brigade, hex, now }) => now && (shown.has(id) || brigades.has(brigade) || hexes.has(hex)))
      .map(({ id, now }) => [id, [now?.supported && "supported", by.has(id) && "supports"].filter(truthy).join(" ")]);
  }

  /** @param {string} hex */
  there(hex) {
    const ids = this.play.stack(hex).map(({ id }) => id);
    return names(this.view, ids);
  }

  /** @returns {Child} */
  orders() {
    const drafting = this.draft.length > 0;
    return [this.heading(), drafting ? this.drafts() : this.proposals(), this.hand()];
  }

  /** @returns {Child} */
  foot() {
    const fire = this.combat === "fire";
    const commit = h(
      "button",
      {
        id: fire ? "fire" : "declare",
        class: "primary",
        disabled: this.answer?.legal === false,
        onclick: () => this.commit(),
      },
      fire ? texts.fire : texts.declare,
    );
    const act = this.draft.length > 0 ? commit : this.route.go();
    return [act && h("div", { class: "actions commit" }, act), super.foot()];
  }

  /** Announcements that are proposed: the first offered, or of fires those of the first dozen with the best chances. */
  get proposed() {
    const all = this.offers.filter(({ verb }) => verb === this.combat);
    if (PROPOSED.has(this.question.kind)) return all.slice(0, FEW);
    const single = all.filter(({ what }) => this.listOf(what).length === 1 && !this.listOf(what)[0].canister);
    const fuller = (/** @type {Offer} */ { hex, units }, /** @type {Offer} */ one) =>
      one.hex === hex && one.units.length > units.length && units.every((id) => one.units.includes(id));
    const fires = single.filter((one) => !single.some((other) => fuller(one, other))).slice(0, MANY);
    const known = new Map(fires.map((one) => [one, this.prospects(one.order)?.[0]?.effect]));
    const effect = (/** @type {Offer} */ one) => known.get(one) ?? 0;
    if (![...known.values()].includes(undefined)) fires.sort((a, b) => effect(b) - effect(a));
    return fires.slice(0, FEW);
  }

  /** Those that are shown: none while there is a draft, or units are in hand. */
  get readyMade() {
    const busy = this.chosen.size > 0 && this.able.size > 1 && !PROPOSED.has(this.question.kind);
    return busy || this.draft.length ? [] : this.proposed;
  }

  /** The announcements proposed, each with what it can bring, to be made at once or looked into. */
  proposals() {
    const all = this.readyMade;
    if (!all.length) return null;
    // Their order changes with their chances: none is given before it is settled.
    const settled = all.map(({ order }) => this.prospects(order)).every(Boolean);
    return h(
      "ul",
      { class: "part proposals", "aria-label": texts.proposals(all.length) },
      all.map((one, at) =>
        h(
          "li",
          null,
          h(
            "button",
            {
              class: at === 0 ? "primary" : "",
              key: `now-${JSON.stringify(one.order)}`,
              disabled: !settled,
              "data-verb": `${one.verb}-now`,
              onclick: () => this.give(one),
            },
            words.unbroken(this.announced(one)),
            this.expected(one.order),
          ),
          h(
            "button",
            {
              class: "plain",
              key: JSON.stringify(one.order),
              "data-verb": `propose-${one.verb}`,
              "aria-label": texts.detailsOf(this.announced(one)),
              onclick: () => this.take_up(one),
            },
            texts.details,
          ),
        ),
      ),
    );
  }

  /**
   * "Fire: A at 1207", "Close: B at 1307".
   * @param {Offer} one
   */
  announced(one) {
    return one.verb === "close" ? texts.close(this.phrase(one)) : this.phrase(one);
  }

  /** @param {Offer} one */
  take_up(one) {
    this.draft = this.listOf(one.what).map((shot) => ({ ...shot }));
    this.chosen.clear();
    return this.refresh();
  }

  /** The units that can do something, and what else those in hand can do. */
  hand() {
    const { able, aims, moves } = this;
    if (!able.size) return null;
    // What is proposed as it is has no second button.
    const same = (/** @type {Offer} */ { units }) =>
      units.length === this.chosen.size && units.every((id) => this.chosen.has(id));
    const proposed = this.readyMade.filter(same).map(({ what }) => this.listOf(what)[0]?.target);
    const units = [...able]
      .map((id) => this.unitOf(id))
      .filter(truthy)
      .sort((a, b) => ((a.hex ?? "") < (b.hex ?? "") ? -1 : 1));
    const extra = this.offers.filter(
      (one) =>
        !one.hex &&
        one.units.length &&
        one.verb !== this.combat &&
        one.units.every((id) => this.chosen.has(id)) &&
        (one.verb !== "move" || one.units.length === this.chosen.size),
    );
    const charges =
      this.offers.some(({ what, units: [id] }) => what.charge && this.chosen.has(id)) && this.chosen.size === 1;
    const now = this.unitOf([...this.chosen][0])?.now;
    const alone = [...this.chosen].filter((id) => this.unitOf(id)?.now?.supported === false);
    const closing = this.combat === "close" && this.draft.length > 0;
    const left = MOVING.has(this.question.kind) ? this.view.activation?.moving?.left : undefined;
    return h(
      "section",
      { class: "part", "aria-label": texts.units },
      this.chips(
        units,
        texts.selectedUnits,
        ({ id }) => this.chosen.has(id) || (closing && this.drafted.includes(id)),
        ({ id }) => this.toggle(id),
        MOVING.has(this.question.kind) && able.size > 1 && this.nextButton(),
      ),
      this.chosen.size > 0
        ? h(
            "p",
            { class: "small" },
            [
              names(this.view, [...this.chosen]),
              this.chosen.size > 1
                ? texts.noSupport(names(this.view, alone))
                : now && texts.support(names(this.view, now["supported-by"])),
              moves.size > 0 && texts.hexesInReach(moves.size),
              left !== undefined && texts.pointsLeft(left),
              aims.size > 0 && texts.targets(aims.size),
            ]
              .filter(truthy)
              .join("; "),
            ".",
          )
        : h(
            "p",
            { class: "hint" },
            closing ? texts.addToAttack : this.draft.length ? texts.addUnits : texts.chooseUnits,
          ),
      h("p", {
        class: "way-said small",
        id: "way-said",
        "aria-live": "polite",
        ref: (/** @type {HTMLElement} */ p) => this.route.put(p),
      }),
      this.chosen.size > 0 &&
        h(
          "div",
          { class: "choices tight" },
          [...aims]
            .filter((hex) => !proposed.includes(hex))
            .map((hex) =>
              h(
                "button",
                { key: `aim-${hex}`, "data-aim": hex, onclick: () => this.aimAt(hex) },
                texts.target(this.combat, hex, this.there(hex)),
                this.expected(this.orderAt(hex)),
              ),
            ),
          charges &&
            h(
              "button",
              { key: "charge", "aria-pressed": String(this.charge), onclick: () => this.changed(!this.charge) },
              texts.charge,
            ),
          extra.map((one) => this.button(one)),
          this.route.button(),
          h("button", { class: "plain", key: "let-go", onclick: () => this.escape() }, deselect),
        ),
    );
  }

  drafts() {
    const { answer, draft } = this;
    const fires = answer && "fires" in answer ? answer.fires : [];
    const assaults = answer && "assaults" in answer ? answer.assaults : [];
    const refused = answer && "refused" in answer ? answer.refused : undefined;
    const refusal = answer?.legal === false ? answer.refusal : refused;
    return h(
      "section",
      { class: "part draft", "aria-label": texts.draft },
      // The last first: its chances are in sight.
      draft.toReversed().map((one, back, { length }, at = length - 1 - back) =>
        h(
          "article",
          { class: "drafted" },
          h(
            "h3",
            null,
            texts.drafted(names(this.view, one.units), one.target),
            " ",
            h(
              "button",
              {
                class: "plain remove",
                key: `remove-${at}`,
                "aria-label": texts.takeBack(names(this.view, one.units), one.target),
                onclick: () => this.drop(at),
              },
              "×",
            ),
          ),
          h("b", { class: "block" }, prospects(answer)[at]?.said),
          this.canister(one),
          fires[at] && firePreview(this.view, fires[at]),
          assaults[at] && closePreview(this.view, assaults[at]),
        ),
      ),
      refusal &&
        h(
          "p",
          { class: "refused" },
          words.sentence(refusal.message),
          " ",
          words.caseLink(refusal.case, this.question.system),
        ),
      !answer && h("p", { class: "hint" }, words.capital(texts.workingOut)),
    );
  }

  /**
   * Whether the fire is by Canister, where it can be.
   * @param {Announced} one
   */
  canister(one) {
    const can = this.offers.find(({ what }) =>
      what.shots?.some(
        (shot) => shot.canister && shot.target === one.target && one.units.some((id) => shot.units.includes(id)),
      ),
    );
    if (!can) return null;
    return h(
      "label",
      { class: "canister" },
      h("input", {
        type: "checkbox",
        checked: Boolean(one.canister),
        key: `canister-${one.target}`,
        onchange: () => {
          one.canister = !one.canister;
          this.refresh();
        },
      }),
      texts.canister,
      can.case && words.caseLink(can.case, this.question.system),
    );
  }

  /**
   * What it is to aim the units in hand at a hex and at nothing else.
   * @param {string} target
   */
  orderAt(target) {
    return this.orderOf([{ units: [...this.chosen], target }]);
  }

  get order() {
    return this.orderOf(this.draft);
  }

  /** @param {Announced[]} all */
  orderOf(all) {
    const said = all.map(({ units, target, canister }) => ({ units, target, ...(canister && { canister }) }));
    return this.combat === "fire" ? { fire: { shots: said } } : { close: { assaults: said } };
  }

  /** Asks what the draft would bring. */
  async refresh() {
    const asked = ++this.#asked;
    this.answer = null;
    this.play.draw();
    const answer = this.draft.length ? await this.preview(this.order) : null;
    if (asked !== this.#asked) return;
    this.answer = answer;
    this.play.draw();
  }

  async commit() {
    if (this.draft.length && !this.stale) await this.giveDraft(this.order);
  }

  forget() {
    this.draft = [];
    this.chosen.clear();
  }

  /** @param {number} at */
  drop(at) {
    this.draft.splice(at, 1);
    return this.refresh();
  }

  /**
   * The units in hand are to fire at, or close with, a hex.
   * @param {string} target
   */
  aimAt(target) {
    const units = [...this.chosen];
    if (!units.length || this.stale) return;
    for (const one of this.draft) one.units = one.units.filter((id) => !this.chosen.has(id));
    this.draft = this.draft.filter(({ units }) => units.length);
    const same = this.combat === "close" && this.draft.find((one) => one.target === target);
    if (same) same.units.push(...units);
    else this.draft.push({ units, target });
    this.chosen.clear();
    return this.refresh();
  }

  /**
   * Adds a unit to the Close Combat drafted last that it can join, or takes it out of its own; false if it is in none
   * and can join none. One that joins is in hand: it can be sent to another target.
   * @param {string} id
   */
  join(id) {
    if (this.combat !== "close" || this.stale) return false;
    const own = this.draft.find(({ units }) => units.includes(id));
    const joined = own ?? this.draft.findLast(({ target }) => this.common([id]).has(target));
    if (!joined) return false;
    joined.units = own ? own.units.filter((unit) => unit !== id) : [...joined.units, id];
    this.draft = this.draft.filter(({ units }) => units.length);
    this.chosen = new Set(own ? [] : [id]);
    this.refresh();
    return true;
  }

  /** @param {string} id */
  toggle(id) {
    if (this.join(id)) return;
    const hex = (/** @type {string} */ unit) => this.unitOf(unit)?.hex;
    // Units of different hexes never move together.
    if (MOVING.has(this.question.kind))
      for (const other of this.chosen) if (hex(other) !== hex(id)) this.chosen.delete(other);
    if (!this.chosen.delete(id)) this.chosen.add(id);
    return this.changed();
  }

  /** @param {string[]} ids */
  hold(ids) {
    this.chosen = new Set(ids);
    return this.changed();
  }

  changed(charge = false) {
    this.charge = charge;
    this.route.clear();
    this.together = [];
    if (this.chosen.size > 1) this.holding(() => this.gather());
    this.play.draw();
  }

  /** Asks where several units can go together. */
  async gather() {
    const ids = [...this.chosen];
    const hexes = new Set(ids.map((id) => this.unitOf(id)?.hex));
    if (!MOVING.has(this.question.kind) || hexes.size !== 1) return;
    const answer = await this.targets("move", ids);
    if (ids.length !== this.chosen.size || !ids.every((id) => this.chosen.has(id))) return;
    this.together = /** @type {OfferedOrder[]} */ (answer?.targets ?? []).map(({ order, hex, cost }) => ({
      ...offer("move", { order, cost }),
      hex: hex ?? null,
      path: [],
    }));
    this.play.draw();
  }

  /** @param {HexPress} options */
  press({ unit, hex, named, key, touch, shift }) {
    const { able, moves } = this;
    if (shift && hex && moves.size && this.route.hexes === null) this.route.toggle();
    if (this.route.hexes !== null && hex && this.chosen.size) return this.route.press(hex);
    const stack = this.play.stack(hex);
    const mine = stack.filter((one) => able.has(one.id));
    if (!mine.length && this.common(this.chosen).has(hex)) return this.aimAt(hex);
    if (moves.has(hex) && (named || !unit || !mine.length || key === "enter")) {
      // A finger hides the hex and has not been over it: the first tap shows what it costs.
      const one = moves.get(hex);
      return (touch && this.route.tap(hex)) || !one ? undefined : this.give(one);
    }
    if (!mine.length) {
      const idle = this.unitOf(unit);
      if (idle) this.play.say(unitAloud(idle));
      if (!unit && this.chosen.size && hex) this.why(hex);
      return;
    }
    const pressed = unit !== null && able.has(unit) ? unit : mine[mine.length - 1].id;
    const free = unit === null || key ? mine.find(({ id }) => !this.drafted.includes(id)) : null;
    if (this.join(free?.id ?? pressed)) return;
    // The first press takes all of the hex that can act together, the next the one unit, then its
    // neighbours in turn.
    const whole = this.whole(pressed, mine);
    const inHand = [...this.chosen].filter((id) => mine.some((one) => one.id === id));
    if (!inHand.length || inHand.length !== this.chosen.size) return this.hold(whole);
    if (inHand.length > 1) return this.hold([pressed]);
    const next = mine[(mine.findIndex(({ id }) => id === inHand[0]) + 1) % mine.length].id;
    return mine.length > 1 && next !== whole[0] ? this.hold([next]) : this.escape();
  }

  /**
   * The units of a hex that act with one of them: those that fire together, of those that move just
   * the one.
   * @param {string} unit
   * @param {Unit[]} mine
   */
  whole(unit, mine) {
    if (MOVING.has(this.question.kind) && !this.singles.length) return [unit];
    const here = new Set(mine.map(({ id }) => id));
    const groups = this.singles
      .map(({ units }) => units)
      .filter((units) => units.includes(unit) && units.every((id) => here.has(id)));
    return groups.sort((a, b) => b.length - a.length)[0] ?? [unit];
  }

  /**
   * Why the units in hand cannot go there: the rules say, nothing is moved.
   * @param {string} hex
   */
  async why(hex) {
    if (!MOVING.has(this.question.kind)) return;
    const order = { move: { units: [...this.chosen], to: hex } };
    const answer = await this.preview(order);
    if (answer?.legal === false) this.play.refuse(answer.refusal, order);
  }

  /** @param {string} unit */
  take(unit) {
    if (!this.chosen.has(unit)) this.hold([unit]);
  }

  /**
   * @param {string} unit
   * @param {string | null} hex
   */
  release(unit, hex) {
    if (!hex || hex === this.unitOf(unit)?.hex) return;
    return this.play.order({ move: { units: this.chosen.has(unit) ? [...this.chosen] : [unit], to: hex } });
  }

  /** @param {string | null} hex */
  hover(hex) {
    if (this.route.hexes !== null) return;
    const one = this.moves.get(hex ?? "") ?? this.moves.get(this.route.tapped ?? "") ?? null;
    if (one === this.aimed) return;
    this.aimed = one;
    this.trace(one);
  }

  /**
   * Draws the way that a move would take, as the server tells it.
   * @param {Offer | null} one
   */
  async trace(one) {
    this.play.board.trace([]);
    this.route.say("");
    if (!one) return;
    const key = JSON.stringify(one.order);
    if (!this.#ways.has(key)) this.#ways.set(key, this.preview(one.order));
    const answer = (await this.#ways.get(key)) ?? null;
    if (this.aimed === one && one.hex) this.route.tell(answer, one.units[0], one.hex);
  }

  /** @param {string} hex */
  describe(hex) {
    if (this.common(this.chosen).has(hex)) return texts.attackable(this.combat);
    return this.moves.has(hex) ? texts.inReach : "";
  }

  escape() {
    if (this.route.hexes !== null) {
      this.route.toggle();
      return true;
    }
    if (this.chosen.size) this.chosen.clear();
    else if (this.draft.length) this.draft = [];
    else return false;
    this.answer = this.draft.length ? this.answer : null;
    this.changed();
    return true;
  }
}
