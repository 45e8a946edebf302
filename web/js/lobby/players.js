// Who plays: people at one screen, people far apart, a person against a computer, or two computers.

import { check, field, select } from "../common/fields.js";
import { make } from "../common/html.js";
import * as words from "../common/words.js";
import * as texts from "../texts/new-game.js";
import { ClockForm } from "./clock-form.js";

/** @import { Commanders, NewGame, Side } from "protocol" */

/** @typedef {NonNullable<Commanders["union"]>["level"]} Level */

/** The part of the form; `params()` is what it says, as parameters of `game.new`. */
export class Players {
  /**
   * `bots`: the names of outside programs that may command a side; `side` and `level` are what is
   * proposed.
   * @param {{ bots?: string[], side?: Side, level?: Level }} [proposed]
   */
  constructor({ bots = [], side = "union", level: proposed = "veteran" } = {}) {
    this.level = { union: level("union", bots, proposed), confederate: level("confederate", bots, proposed) };
    this.clock = select("clock", [
      ["", texts.thinkAll],
      ...[5, 15, 30, 60].map((seconds) => [String(seconds), texts.thinkSeconds(seconds)]),
    ]);
    this.side = select(
      "my-side",
      words.EACH_SIDE.map((one) => [one, words.side(one)]),
      side,
    );
    this.each = check("each-throw", texts.eachThrow);
    this.clocks = new ClockForm();
    this.advice = check("advice", texts.advice);
    const modes = Object.entries(texts.MODES).map(([value, [title, text]]) => mode(value, title, text));
    this.field = make("fieldset", { class: "modes" }, make("legend", null, texts.whoPlays), modes);
    this.more = make("div", { class: "computers" });
    this.element = make("div", null, this.field, this.more);
    this.field.addEventListener("change", () => this.#draw());
    this.side.addEventListener("change", () => this.#draw());
    this.#draw();
  }

  get mode() {
    const chosen = /** @type {HTMLInputElement} */ (this.field.querySelector("input:checked"));
    return /** @type {"computer" | "hot-seat" | "two" | "watch"} */ (chosen.value);
  }

  /**
   * Whether that side plays a person, so that its units are hidden by default.
   * @param {Side | null | undefined} side
   */
  hides(side) {
    const { mode } = this;
    if (mode === "watch" || !side) return false;
    return mode !== "computer" || side !== this.side.value;
  }

  /** The side that the person at this page does not command. */
  get opponent() {
    return words.OTHER[/** @type {Side} */ (this.side.value)];
  }

  /**
   * What the form says, as parameters of `game.new`.
   * @returns {Partial<NewGame>}
   */
  params() {
    const commander = (/** @type {Side} */ side) => {
      const { value } = this.level[side];
      // A bot's decisions that it does not come to are a veteran's.
      const bot = value.startsWith("bot:") ? { bot: value.slice(4) } : {};
      const level = /** @type {Level} */ (value.startsWith("bot:") ? "veteran" : value);
      return { level, ...bot, ...(this.clock.value && { clock: Number(this.clock.value) }) };
    };
    const { mode } = this;
    if (mode === "watch") return { commanders: { union: commander("union"), confederate: commander("confederate") } };
    if (mode === "computer") {
      const other = this.opponent;
      return { commanders: { [other]: commander(other) } };
    }
    const clock = this.clocks.settings();
    if (mode === "two")
      return { mode, ...(this.each.box.checked && { shares: "each-throw" }), ...(clock && { clock }) };
    return { mode, ...(this.advice.box.checked && { advice: true }) };
  }

  #draw() {
    const { mode } = this;
    /** @type {readonly Side[]} */
    const commanded = mode === "watch" ? words.EACH_SIDE : mode === "computer" ? [this.opponent] : [];
    this.more.replaceChildren();
    if (mode === "computer") this.more.append(field(texts.youCommand, this.side));
    for (const side of commanded) this.more.append(field(texts.commandedBy(side), this.level[side]));
    if (commanded.length) this.more.append(field(texts.mayThink, this.clock));
    if (mode === "two") {
      const hint = make("span", { class: "small block" }, texts.eachThrowHint);
      this.more.append(make("p", { class: "field" }, this.each.label, hint), this.clocks.element);
    }
    if (mode === "hot-seat") this.more.append(this.advice.label);
  }
}

/**
 * @param {string} value
 * @param {string} title
 * @param {string} text
 */
function mode(value, title, text) {
  return make(
    "label",
    null,
    make("input", { type: "radio", name: "mode", value, checked: value === "computer" }),
    make("span", null, make("b", null, title), make("span", { class: "small block" }, text)),
  );
}

/**
 * @param {Side} side
 * @param {string[]} bots
 * @param {Level} proposed
 */
function level(side, bots, proposed) {
  const outside = bots.map((name) => [`bot:${name}`, texts.bot(name)]);
  return select(`level-${side}`, [...Object.entries(texts.LEVELS), ...outside], proposed);
}
