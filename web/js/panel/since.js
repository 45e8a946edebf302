// What happened since one's own turn: ground, attacks, losses and points, each line with its place
// on the map.

import { isOrder, lineOf } from "../agreement/line.js";
import { SMALL } from "../common/back.js";
import { actions, h } from "../common/html.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import { Lost, Refusal } from "../session/connection.js";
import * as texts from "../texts/panel.js";
import { pips } from "./log.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { Play } from "../game/play.js"
 * @import { Throw } from "../games/pages.js"
 * @import { Entry, Side, View } from "protocol"
 */

/** @typedef {{ hexes: string[], text: Child }} Line */

export class Since {
  /** @type {View | null} The view with which one's own last turn ended. */
  #base = null;
  /** @type {View | null} The newest view. */
  #seen = null;
  /** @type {Throw[]} */
  #attacks = [];
  /** Whether the other side has given an order in a turn of its own since. */
  #acted = false;
  /** Whether this side has not had a turn yet. */
  #none = false;
  /** Whether it has been put away. */
  #closed = false;
  /** On a narrow screen the card is folded at first, so that the question below it is seen. */
  #open = !SMALL.matches;
  /** @type {symbol | null} The search of the record that is under way: only the newest counts. */
  #search = null;

  /**
   * `again(version)` shows once more what happened after that version.
   * @param {Play} play
   * @param {{ again: (version: number) => void }} options
   */
  constructor(play, { again }) {
    this.play = play;
    this.again = again;
    play.session.on("change", ({ view, fresh, first }) => {
      const before = this.#seen;
      this.#seen = view;
      if (!this.#side) return;
      if (first || !before || this.#search) this.#find(view);
      else this.#take(before, view, fresh);
    });
    play.session.on("left", () => {
      this.#search = null;
      this.#reset(null);
    });
  }

  /** The side whose turn it is about; none where one plays both or watches. */
  get #side() {
    const { you } = this.play.session;
    return you === "both" ? null : you;
  }

  /**
   * Whether it is one's own turn in a view.
   * @param {View} view
   */
  #own(view) {
    return this.play.page.phasingSide(view) === this.#side;
  }

  /**
   * Whether it is the other side's turn in a view.
   * @param {View} view
   */
  #theirs(view) {
    const side = this.play.page.phasingSide(view);
    return side !== null && side !== this.#side;
  }

  /**
   * Looks in the record for the end of one's own last turn, where this page has not seen it.
   * @param {View} view
   */
  async #find(view) {
    this.#reset(null);
    const search = Symbol("search");
    this.#search = search;
    const { entries, you } = this.play.session;
    const orders = lineOf([...entries.values()].sort((a, b) => a.version - b.version)).counts;
    const given = (/** @type {number} */ version) => entries.get(version)?.side;
    try {
      let ended = 0;
      this.#none = true;
      // The last own order in a turn of one's own: others are answers given in the enemy's turn.
      for (const version of orders.filter((one) => given(one) === you).reverse()) {
        if (!this.#own(await this.#at(version - 1))) continue;
        this.#none = false;
        ended = version;
        break;
      }
      let base = ended === view.version ? view : await this.#at(ended);
      // The turn may have ended with the enemy's answer to that order.
      for (const version of this.#none ? [] : orders.filter((one) => one > ended)) {
        if (!this.#own(base)) break;
        base = await this.#at(version);
      }
      if (this.#search !== search) return;
      if (this.#own(base) && !this.#none) {
        this.#search = null;
        return;
      }
      const since = orders.filter((version) => version > base.version).map((one) => entries.get(one));
      let acted = false;
      /** @type {Throw[]} */
      const attacks = [];
      for (const entry of since.filter(truthy)) {
        const thrown = entry.events?.some((event) => this.play.page.facesOf(event).length > 0);
        if (!thrown && (acted || entry.side === you)) continue;
        const before = await this.#at(entry.version - 1);
        acted ||= entry.side !== you && this.#theirs(before);
        attacks.push(...this.#thrown(before, [entry]));
      }
      if (this.#search !== search) return;
      this.#search = null;
      this.#base = base;
      this.#acted = acted;
      this.#attacks = attacks;
      this.play.draw();
    } catch (error) {
      if (this.#search === search) this.#search = null;
      if (!(error instanceof Lost) && !(error instanceof Refusal)) throw error;
    }
  }

  /**
   * @param {number} version
   * @returns {Promise<View>}
   */
  #at(version) {
    return this.play.session.call("game.view", { version });
  }

  /**
   * @param {View} before
   * @param {View} view
   * @param {Entry[]} fresh
   */
  #take(before, view, fresh) {
    const { session } = this.play;
    const orders = fresh.filter(isOrder);
    const [was, is] = [this.#own(before), this.#own(view)];
    const own = orders.some(({ side }) => side === this.#side);
    // Between several orders a turn may have ended that this page has not seen end.
    const unseen = orders.length > 1;
    const back = session.wentBack(fresh) || fresh.some(({ undo, redo }) => undo !== undefined || redo !== undefined);
    if (back || unseen) this.#find(view);
    else if (was && !is) this.#reset(view);
    else if (was && own) this.#reset(null);
    else if (this.#base) {
      if (this.#theirs(before) && orders.some(({ side }) => side !== this.#side)) this.#acted = true;
      this.#attacks.push(...this.#thrown(before, orders));
    }
    if (session.wentBack(fresh) || (own && (was || !this.#base))) session.pace.acted();
  }

  /** @param {View | null} base */
  #reset(base) {
    this.#base = base;
    this.#attacks = [];
    this.#acted = false;
    this.#none = false;
    this.#closed = false;
  }

  /**
   * The attacks that were decided by dice in entries that follow on a view.
   * @param {View} before
   * @param {Entry[]} entries
   */
  #thrown(before, entries) {
    const events = entries.flatMap((entry) => entry.events ?? []);
    return this.play.page.throws(before, events).filter((thrown) => thrown.attack);
  }

  /** Whether there is something to tell just now: one's own turn begins, and the other side has had its turn. */
  get told() {
    const { prompt, past } = this.play;
    return Boolean(this.#base && this.#acted && !this.#closed && !past && prompt && this.#own(this.play.view));
  }

  /** Every hex that what happened was about. */
  get hexes() {
    if (!this.told) return [];
    const { ground, attacks, losses } = this.#lines();
    return [...attacks, ...losses, ...ground].flatMap((line) => line.hexes);
  }

  #lines() {
    const { play } = this;
    const [was, is] = [/** @type {View} */ (this.#base), play.view];
    const side = this.#side;
    const held = new Map(was.control.map((one) => [one.hex, one.side]));
    /** @type {Line[]} */
    const ground = is.control
      .filter((one) => held.has(one.hex) && held.get(one.hex) !== one.side)
      .map((one) => ({
        hexes: [one.hex],
        text: [h("b", null, texts.changedHands(one.side, held.get(one.hex), side)), texts.place(one)],
      }));
    const attacks = this.#attacks.map(({ faces, text, hex, to = [], from }) => ({
      hexes: [...new Set([hex, ...to, ...from].filter((one) => typeof one === "string"))],
      text: [pips(faces), h("span", { class: "aloud" }, texts.diceAloud(faces)), " ", text],
    }));
    const before = new Map(was.units.map((unit) => [unit.id, unit]));
    /** @type {Line[]} */
    const losses = [];
    for (const unit of is.units) {
      const old = before.get(unit.id);
      if (!old) continue;
      const left = old.status === "map" && unit.status !== "map";
      const harm = left ? texts.left(unit.status) : play.page.harm(old, unit);
      const place = unit.hex ?? old.hex;
      const text = harm && texts.harmed(unit.side, words.unitName(unit), harm);
      if (text) losses.push({ hexes: place ? [place] : [], text });
    }
    const points = words.EACH_SIDE.map((one) => ({ one, more: is.victory[one] - was.victory[one] })).filter(
      ({ more }) => more !== 0,
    );
    return { ground, attacks, losses, points };
  }

  /** The card, or nothing. */
  panel() {
    if (!this.told) return null;
    const { ground, attacks, losses, points } = this.#lines();
    const mine = /** @type {Side} */ (this.#side);
    const short = texts.happened(attacks.length, losses.length, ground.length);
    const quiet = !ground.length && !attacks.length && !losses.length && !points.length;
    return h(
      "details",
      {
        class: `since side-${words.OTHER[mine]}`,
        id: "since",
        open: this.#open,
        ontoggle: (event) => (this.#open = /** @type {HTMLDetailsElement} */ (event.target).open),
      },
      h(
        "summary",
        null,
        this.#none ? texts.soFar : texts.sinceYourTurn,
        short && h("span", { class: "small" }, ` ${short}`),
      ),
      quiet && h("p", { class: "small" }, texts.quiet),
      this.#part(texts.ground, ground),
      this.#part(texts.attacks, attacks),
      this.#part(texts.losses, losses),
      points.length > 0 && h("p", { class: "since-points" }, h("b", null, texts.points), texts.pointsMade(points)),
      actions(
        h("button", { id: "since-again", onclick: () => this.again(this.#base?.version ?? 0) }, texts.watchAgain),
        h(
          "button",
          {
            id: "since-close",
            class: "plain",
            onclick: () => {
              this.#closed = true;
              this.play.draw();
            },
          },
          texts.dismiss,
        ),
      ),
    );
  }

  /**
   * @param {string} title
   * @param {Line[]} lines
   */
  #part(title, lines) {
    if (!lines.length) return null;
    return [
      h("p", { class: "since-part" }, h("b", null, title)),
      h(
        "ul",
        { class: "since-lines" },
        lines.map(({ hexes, text }) =>
          h(
            "li",
            null,
            hexes.length > 0
              ? h("button", { class: "line", onclick: () => this.play.board.highlight(hexes) }, text)
              : text,
          ),
        ),
      ),
    ];
  }
}
