// The costliest order: after each of one's turns, the one order of it that cost most, and why.

import { SMALL } from "../common/back.js";
import { actions, h } from "../common/html.js";
import { set, setting } from "../common/settings.js";
import { tick } from "../common/tick.js";
import * as words from "../common/words.js";
import { Lost, Refusal } from "../session/connection.js";
import * as texts from "../texts/panel.js";
import { lines } from "./advice.js";

/**
 * @import { Line } from "../board/board.js"
 * @import { Play } from "../game/play.js"
 * @import { Entry, Side, TurnLesson as Told, View } from "protocol"
 */

/** The name of the setting. */
const LEARNS = "learns";
/** Asks for the lesson of each turn that ends, and shows it. */
export class TurnLesson {
  /** @type {Told | null} */
  #told = null;
  /**
   * The turn whose lesson is being worked out, or was asked for when the line went down.
   * @type {{ turn: number | undefined } | null}
   */
  #asking = null;
  #said = "";
  /** As the card of what has happened since. */
  #open = !SMALL.matches;
  /** Its order and the better one are drawn on the map. */
  #shown = false;
  /** @type {View | null} The newest view. */
  #seen = null;

  /**
   * `log(version)` shows an order in the log.
   * @param {Play} play
   * @param {{ log: (version: number) => void }} options
   */
  constructor(play, { log }) {
    this.play = play;
    this.log = log;
    const { session } = play;
    session.on("change", ({ view, fresh, first }) => this.#take(view, fresh, first));
    session.on("line", () => session.caughtUp && this.#asking && this.#ask(this.#asking.turn));
    session.on("left", () => this.#forget());
  }

  /** Whether one wants to learn, which the browser remembers. */
  get on() {
    return setting(LEARNS, "no") === "yes";
  }

  /** Whether lessons are given in this game. */
  get offered() {
    const { session } = this.play;
    return Boolean(session.advice && session.you);
  }

  /** @type {Line[]} The strokes of what was ordered and of what would have been better, while they are shown. */
  get lines() {
    const mistake = this.#shown && this.#told?.mistake;
    if (!mistake) return [];
    const strokes = (/** @type {typeof mistake.strokes} */ of) => lines([{ strokes: of }]);
    return [...strokes(mistake.strokes).map((line) => ({ ...line, kind: "fight" })), ...strokes(mistake.instead)];
  }

  /**
   * The setting, to be put wherever one looks for it.
   * @param {string} id
   */
  control(id) {
    if (!this.offered) return null;
    const label = { class: "check", title: texts.costliestTitle };
    return tick(
      { ...label, id, checked: this.on, onchange: ({ target }) => this.#turn(target.checked) },
      texts.costliest,
    );
  }

  /** The card, or nothing. */
  card() {
    if (!this.on || !this.offered || this.play.past) return null;
    if (this.#asking) {
      const text = texts.reviewing(this.play.session.thinking.lesson ?? 0);
      return h("p", { class: "turn-lesson small", role: "status" }, text);
    }
    if (this.#said) return h("p", { class: "turn-lesson small", role: "status" }, this.#said);
    return this.#told && this.#read(this.#told);
  }

  /** @param {Told} told */
  #read({ turn, text, mistake }) {
    return h(
      "details",
      {
        class: "turn-lesson",
        id: "turn-lesson",
        open: this.#open,
        ontoggle: (event) => (this.#open = /** @type {HTMLDetailsElement} */ (event.target).open),
        onmouseenter: () => mistake && this.#show(true),
        onmouseleave: () => mistake && this.#show(false),
      },
      h("summary", null, texts.yourTurn(turn, Boolean(mistake))),
      h("p", null, text),
      actions(
        mistake && [
          h(
            "button",
            {
              id: "turn-lesson-map",
              onfocus: () => this.#show(true),
              onblur: () => this.#show(false),
              onclick: () => this.play.board.highlight(mistake.hexes),
            },
            texts.onMap,
          ),
          h("button", { id: "turn-lesson-log", onclick: () => this.log(mistake.version) }, texts.inLog),
        ],
        h("button", { id: "turn-lesson-close", class: "plain", onclick: () => this.#putAway() }, texts.dismiss),
      ),
    );
  }

  /** @param {boolean} shown */
  #show(shown) {
    if (this.#shown === shown) return;
    this.#shown = shown;
    this.play.drawBoard();
  }

  #putAway() {
    this.#forget();
    this.play.draw();
  }

  #forget() {
    this.#told = null;
    this.#asking = null;
    this.#said = "";
    this.#shown = false;
  }

  /** @param {boolean} on */
  #turn(on) {
    set(LEARNS, on ? "yes" : "no");
    this.#forget();
    // The turn before is still fresh.
    if (on) void this.#ask(undefined);
    this.play.draw();
  }

  /**
   * @param {View} view
   * @param {Entry[]} fresh
   * @param {boolean} first
   */
  #take(view, fresh, first) {
    const before = first ? null : this.#seen;
    this.#seen = view;
    // What is taken back ends nothing.
    if (!before || !this.on || !this.offered || !fresh.some((entry) => entry.order)) return;
    const ended = this.play.page.ended(before, view);
    if (ended && this.#mine(ended)) void this.#ask(before.turn);
  }

  /** @param {Side | "both"} ended */
  #mine(ended) {
    const { you } = this.play.session;
    return you === "both" || ended === "both" || you === ended;
  }

  /** @param {number | undefined} turn */
  async #ask(turn) {
    const asking = { turn };
    this.#forget();
    this.#asking = asking;
    try {
      const told = await this.play.session.call("game.lesson", turn === undefined ? {} : { turn });
      if (this.#asking !== asking) return;
      this.#told = told;
      this.#asking = null;
      this.play.say(told.text);
    } catch (error) {
      // When the line is back it is asked again.
      if (error instanceof Lost || this.#asking !== asking) return;
      if (!(error instanceof Refusal)) throw error;
      this.#asking = null;
      // Who has just begun has no turn to learn from yet.
      if (turn !== undefined) this.#said = words.sentence(error.message);
    } finally {
      this.play.draw();
    }
  }
}
