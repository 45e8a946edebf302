// Who plays: people at one screen, people far apart, a person against a computer, or two computers.

import { make } from "../common/html.js";
import * as words from "../common/words.js";
import { ClockForm } from "./clock-form.js";

/** @import { Commanders, NewGame, Side } from "protocol" */

/** @typedef {NonNullable<Commanders["union"]>["level"]} Level */

/** @type {Partial<Record<Level, string>>} */
const LEVELS = {
  recruit: "Recruit: instant, sensible; a beginner can beat it.",
  veteran: "Veteran: thinks about what you will do next.",
  general: "General: plays to win.",
  marshal: "Marshal: plays to win, and takes all the time that this server gives it.",
};

/** The part of the form; `params()` is what it says, as parameters of `game.new`. */
export class Players {
  /**
   * `bots`: the names of outside programs that may command a side; `side` and `level` are what is
   * proposed.
   * @param {{ bots?: string[], side?: Side, level?: Level }} [proposed]
   */
  constructor({ bots = [], side = "union", level: proposed = "veteran" } = {}) {
    this.level = { union: level("union", bots, proposed), confederate: level("confederate", bots, proposed) };
    this.clock = make(
      "select",
      { id: "clock", name: "clock" },
      make("option", { value: "" }, "as long as it needs"),
      [5, 15, 30, 60].map((seconds) => make("option", { value: String(seconds) }, `${seconds} seconds a turn`)),
    );
    this.side = make(
      "select",
      { id: "my-side", name: "my-side" },
      words.EACH_SIDE.map((one) => make("option", { value: one, selected: one === side }, words.side(one))),
    );
    this.each = make("input", { type: "checkbox", id: "each-throw", name: "each-throw" });
    this.clocks = new ClockForm();
    this.advice = make("input", { type: "checkbox", id: "advice", name: "advice" });
    this.field = make(
      "fieldset",
      { class: "modes" },
      make("legend", null, "Who plays"),
      mode("computer", "Against the computer", "You command one side, a computer the other.", true),
      mode("hot-seat", "Both sides here", "Two people at one screen, or one person playing both."),
      mode("two", "On two devices", "Each side has its own secret link; both pages stay in step."),
      mode("watch", "Computer against computer", "You watch."),
    );
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
   * Whether that side plays a person, from whom it has something to hide unless somebody chose
   * otherwise.
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
    if (mode === "two") return { mode, ...(this.each.checked && { shares: "each-throw" }), ...(clock && { clock }) };
    return { mode, ...(this.advice.checked && { advice: true }) };
  }

  #draw() {
    const { mode } = this;
    /** @type {readonly Side[]} */
    const commanded = mode === "watch" ? words.EACH_SIDE : mode === "computer" ? [this.opponent] : [];
    this.more.replaceChildren();
    if (mode === "computer") this.more.append(row("my-side", "You command", this.side));
    for (const side of commanded)
      this.more.append(row(`level-${side}`, `The ${words.side(side)} side is commanded by`, this.level[side]));
    if (commanded.length) this.more.append(row("clock", "It may think", this.clock));
    if (mode === "two")
      this.more.append(
        make(
          "p",
          { class: "field" },
          make(
            "label",
            { class: "inline", for: "each-throw" },
            this.each,
            " Both players' pages take part in every throw",
          ),
          make(
            "span",
            { class: "small block" },
            "For matches: not even whoever runs the server can know a die in advance. Both pages must be open whenever dice are thrown.",
          ),
        ),
        this.clocks.element,
      );
    if (mode === "hot-seat")
      this.more.append(
        make(
          "p",
          { class: "field" },
          make("label", { class: "inline", for: "advice" }, this.advice, " The general may be asked for advice"),
        ),
      );
  }
}

/**
 * @param {string} value
 * @param {string} title
 * @param {string} text
 * @param {boolean} [checked]
 */
function mode(value, title, text, checked = false) {
  return make(
    "label",
    null,
    make("input", { type: "radio", name: "mode", value, checked }),
    make("span", null, make("b", null, title), make("span", { class: "small block" }, text)),
  );
}

/**
 * @param {string} id
 * @param {string} label
 * @param {HTMLSelectElement} select
 */
function row(id, label, select) {
  return make("p", { class: "field" }, make("label", { for: id }, label), select);
}

/**
 * @param {Side} side
 * @param {string[]} bots
 * @param {Level} proposed
 */
function level(side, bots, proposed) {
  const levels = Object.entries(LEVELS).map(([value, text]) =>
    make("option", { value, selected: value === proposed }, text),
  );
  return make(
    "select",
    { id: `level-${side}`, name: `level-${side}` },
    levels,
    bots.map((name) => make("option", { value: `bot:${name}` }, `${name}: an outside program.`)),
  );
}
