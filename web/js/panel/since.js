// What happened since one's own turn: ground, attacks, losses and points, each line with its place
// on the map.

import { h } from "../common/html.js";
import * as words from "../common/words.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { Play } from "../game/play.js"
 * @import { Throw } from "../games/pages.js"
 * @import { Entry, Side, View } from "protocol"
 */

const FACES = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
/** So many of one's own orders are looked at to find the end of one's turn. */
const LOOKED = 12;
/** On a narrow screen the card is folded at first, so that the question below it is seen. */
const NARROW = "(max-width: 720px)";

/** @typedef {{ hexes: string[], text: Child }} Line */

export class Since {
  /**
   * How it was when one's own turn ended.
   * @type {View | null}
   */
  #base = null;
  /**
   * The newest view.
   * @type {View | null}
   */
  #seen = null;
  /** @type {Throw[]} */
  #attacks = [];
  /** Whether the other side has done anything since. */
  #acted = false;
  /** Whether it has been put away. */
  #closed = false;
  #open = !matchMedia(NARROW).matches;

  /**
   * `again(version)` shows once more what happened after that version.
   * @param {Play} play
   * @param {{ again: (version: number) => void }} options
   */
  constructor(play, { again }) {
    this.play = play;
    this.again = again;
    play.session.on("change", ({ view, fresh, first }) => {
      if (first) this.#begin(view, fresh);
      else this.#take(view, fresh);
    });
  }

  /** The side whose turn it is about; none where one plays both or watches. */
  get #side() {
    const { you } = this.play.session;
    return you === "both" ? null : you;
  }

  /**
   * The page was opened: what has happened since this seat's own turn is asked for.
   * @param {View} view
   * @param {Entry[]} entries
   */
  async #begin(view, entries) {
    this.#reset(null);
    this.#seen = view;
    const side = this.#side;
    if (!side || !entries.some((entry) => entry.order && entry.side !== side)) return;
    const version = await this.#ended(entries.filter((entry) => entry.order && entry.side === side));
    const before = await this.#at(version);
    if (!before || this.#seen !== view) return;
    this.#base = before;
    this.#note(
      before,
      entries.filter((entry) => entry.version > version),
    );
    this.play.draw();
  }

  /**
   * The version with which one's own turn ended: the last own order that was no answer given in the
   * other side's turn.
   * @param {Entry[]} own
   */
  async #ended(own) {
    for (const { version } of own.reverse().slice(0, LOOKED)) {
      const asked = (await this.#at(version - 1))?.question;
      if (asked && this.play.page.wide.has(asked.kind)) return version;
    }
    return own[0]?.version ?? 0;
  }

  /**
   * @param {number} version
   * @returns {Promise<View | null>}
   */
  #at(version) {
    return this.play.session.call("game.view", { version }).catch(() => null);
  }

  /**
   * @param {View} view
   * @param {Entry[]} fresh
   */
  #take(view, fresh) {
    const before = this.#seen;
    this.#seen = view;
    const side = this.#side;
    if (!side || !before) return;
    // The game may have gone back: then nothing of it happened.
    if (this.play.session.wentBack(fresh)) {
      this.#reset(view);
      this.play.session.pace.acted();
      return;
    }
    const own = fresh.some((entry) => entry.order && entry.side === side);
    // An answer given in the other side's turn ends nothing.
    const wide = before.question && this.play.page.wide.has(before.question.kind);
    if (own && (wide || !this.#base)) {
      this.#reset(view);
      this.play.session.pace.acted();
    } else this.#note(before, fresh);
  }

  /**
   * @param {View | null} base
   */
  #reset(base) {
    this.#base = base;
    this.#attacks = [];
    this.#acted = false;
    this.#closed = false;
  }

  /**
   * @param {View} before
   * @param {Entry[]} entries
   */
  #note(before, entries) {
    this.#base ??= before;
    if (entries.some((entry) => entry.order && entry.side !== this.#side)) this.#acted = true;
    const events = entries.flatMap((entry) => entry.events ?? []);
    this.#attacks.push(...this.play.page.throws(before, events).filter((thrown) => thrown.attack));
  }

  /** Whether there is something to tell just now: the other side has had its turn. */
  get told() {
    const { prompt, past } = this.play;
    return Boolean(
      this.#base && this.#acted && !this.#closed && !past && prompt && this.play.page.wide.has(prompt.question.kind),
    );
  }

  /** Every hex that what happened was about. */
  get hexes() {
    if (!this.#base) return [];
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
        text: [
          h(
            "b",
            null,
            one.side === side ? "Won: " : held.get(one.hex) === side ? "Lost: " : `${words.side(one.side)}: `,
          ),
          `${one.name || "hex"} ${one.hex}`,
        ],
      }));
    const attacks = this.#attacks.map(({ faces, text, hex, to = [], from }) => ({
      hexes: [...new Set([hex, ...to, ...from].filter((one) => typeof one === "string"))],
      text: [
        h("span", { class: "pip", "aria-hidden": "true" }, faces.map((face) => FACES[face - 1]).join("")),
        h("span", { class: "aloud" }, `Dice ${faces.join(", ")}. `),
        " ",
        text,
      ],
    }));
    const before = new Map(was.units.map((unit) => [unit.id, unit]));
    /** @type {Line[]} */
    const losses = [];
    for (const unit of is.units) {
      const old = before.get(unit.id);
      if (!old) continue;
      const left = old.status === "map" && unit.status !== "map";
      const harm = left ? `is ${unit.status}` : play.page.harm(old, unit);
      const place = unit.hex ?? old.hex;
      if (harm)
        losses.push({ hexes: place ? [place] : [], text: `${words.side(unit.side)}: ${words.unitName(unit)} ${harm}` });
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
    const short = [
      attacks.length && words.count(attacks.length, "attack"),
      losses.length && words.count(losses.length, "loss", "losses"),
      ground.length && words.count(ground.length, "place"),
    ].filter(Boolean);
    const quiet = !ground.length && !attacks.length && !losses.length && !points.length;
    return h(
      "details",
      {
        class: `since side-${words.OTHER[mine]}`,
        id: "since",
        open: this.#open,
        ontoggle: (event) => (this.#open = /** @type {HTMLDetailsElement} */ (event.target).open),
      },
      h("summary", null, "Since your turn", short.length > 0 && h("span", { class: "small" }, ` ${short.join(", ")}`)),
      quiet && h("p", { class: "small" }, "Units moved. Nobody fought, and no place changed hands."),
      this.#part("Ground", ground),
      this.#part("Attacks", attacks),
      this.#part("Losses", losses),
      points.length > 0 &&
        h(
          "p",
          { class: "since-points" },
          h("b", null, "Points: "),
          words.listed(points.map(({ one, more }) => `${words.side(one)} ${more > 0 ? "+" : "−"}${Math.abs(more)}`)),
        ),
      h(
        "div",
        { class: "actions" },
        h("button", { id: "since-again", onclick: () => this.again(this.#base?.version ?? 0) }, "Watch it again"),
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
          "Put away",
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
