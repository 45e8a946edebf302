// The general's advice: his orders with their reasons, listed and drawn on the map.

import { h } from "../common/html.js";
import * as words from "../common/words.js";
import { orderText } from "../game/order-text.js";
import { Lost, Refusal } from "../session/connection.js";

/**
 * @import { Play } from "../game/play.js"
 * @import { AdvisedOrder } from "protocol"
 */

/** Asks for advice, shows it, and gives it up when the game goes another way. */
export class Advice {
  /** @type {AdvisedOrder[] | null} */
  #steps = null;
  #asking = false;
  #version = 0;
  #said = "";

  /**
   * @param {Play} play
   */
  constructor(play) {
    this.play = play;
    play.session.on("change", () => this.#changed());
  }

  /** The strokes of what was advised, as lines of the board. */
  get lines() {
    return (this.#steps ?? []).flatMap(({ strokes }) =>
      strokes.map(({ from, to, purpose }) => ({ from, to, kind: `advice ${purpose}`, arrow: true })),
    );
  }

  /** Whether there is advice to be read: it then stands before the orders. */
  get shown() {
    return this.#steps !== null;
  }

  panel() {
    const { session } = this.play;
    if (!session.advice || !session.question) return null;
    if (!this.#steps) {
      return h(
        "div",
        { class: "advice-panel" },
        h(
          "button",
          { id: "ask-advice", class: "plain", disabled: this.#asking, onclick: () => this.#ask() },
          this.#asking
            ? session.thinking.advice
              ? words.queued(session.thinking.advice)
              : "The general is thinking…"
            : "What would the general do?",
        ),
        this.#said && h("p", { class: "small", role: "status" }, this.#said),
      );
    }
    const reasoned = this.#steps.filter(({ reason }) => reason);
    const silent = this.#steps.length - reasoned.length;
    return h(
      "section",
      { class: "advice-panel", "aria-label": "Advice" },
      h("h2", null, "The general would"),
      h(
        "ol",
        { class: "plain-list" },
        reasoned.map((step) =>
          h(
            "li",
            null,
            h(
              "button",
              {
                class: "line",
                onclick: () => this.play.board.highlight(step.strokes.flatMap(({ from, to }) => [from, to])),
              },
              h("b", null, orderText(this.play, step.order)),
              " ",
              h("span", { class: "reason" }, step.reason),
            ),
          ),
        ),
      ),
      silent > 0 &&
        reasoned.length > 0 &&
        h("p", { class: "small" }, `And ${silent} more ${silent === 1 ? "order" : "orders"} that need no explanation.`),
      !reasoned.length &&
        h(
          "ol",
          { class: "plain-list" },
          this.#steps.map((step) => h("li", null, orderText(this.play, step.order))),
        ),
      h(
        "div",
        { class: "actions" },
        h("button", { id: "follow-advice", onclick: () => this.#follow() }, "Give the next order"),
        h("button", { id: "leave-advice", class: "plain", onclick: () => this.#leave() }, "Dismiss"),
      ),
    );
  }

  async #ask() {
    this.#asking = true;
    this.#said = "";
    this.play.draw();
    try {
      const { version, counsel } = await this.play.session.call("game.advice");
      if (version === this.play.session.version) {
        this.#steps = counsel;
        this.#version = version;
        if (!counsel.length) this.#said = "It would wait.";
      }
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
      this.#said = error.message;
    } finally {
      this.#asking = false;
      if (this.#steps && !this.#steps.length) this.#steps = null;
      this.play.draw();
    }
  }

  /** Gives the first of the orders; the others stay. */
  async #follow() {
    const [first, ...rest] = this.#steps ?? [];
    if (!first) return;
    this.#version = this.play.session.version + 1;
    if (!(await this.play.order(first.order))) return this.#leave();
    this.#steps = rest.length ? rest : null;
    this.play.draw();
  }

  #leave() {
    this.#steps = null;
    this.play.draw();
  }

  /** The position that it was given for has passed. */
  #changed() {
    if (this.play.session.version > this.#version) this.#steps = null;
  }
}
