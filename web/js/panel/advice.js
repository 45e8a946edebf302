// The general's advice: what it would have the army do, its orders by purpose, drawn on the map, to
// be given one by one or all together.

import { h } from "../common/html.js";
import * as words from "../common/words.js";
import { orderText } from "../game/order-text.js";
import { Lost, Refusal } from "../session/connection.js";

/**
 * @import { Play } from "../game/play.js"
 * @import { Advised, AdvisedOrder } from "protocol"
 */

/** Asks for advice, shows it, and gives it up when the game goes another way. */
export class Advice {
  /** @type {Advised | null} */
  #plan = null;
  /** How many of its orders have been given. */
  #given = 0;
  #asking = false;
  /** All of them are being given, until somebody says stop. */
  #doing = false;
  #version = 0;
  /**
   * The version that the order on its way was given at.
   * @type {number | null}
   */
  #sent = null;
  #said = "";

  /**
   * @param {Play} play
   */
  constructor(play) {
    this.play = play;
    play.session.on("change", () => this.#changed());
  }

  /** The orders still to be given. */
  get left() {
    return this.#plan?.counsel.slice(this.#given) ?? [];
  }

  /** How many of them move units and no more: those before the first that does more. */
  get #together() {
    const apart = this.left.findIndex((order) => order.apart);
    return apart < 0 ? this.left.length : apart;
  }

  /** Whether they come to an attack. */
  get #attacks() {
    const [next, ...later] = this.left;
    // Nothing is lost for good without a question.
    if (!next || next.strokes.some(({ purpose }) => purpose === "attack") || this.play.prompt?.ending?.lost?.length)
      return false;
    return later.some(({ apart, strokes }) => apart && strokes.some(({ purpose }) => purpose === "attack"));
  }

  /** The strokes of what is advised, as lines of the board. */
  get lines() {
    return lines(this.left);
  }

  /** Whether there is advice to be read: it then comes before the question. */
  get shown() {
    return this.#plan !== null;
  }

  get #offered() {
    const { session } = this.play;
    return session.advice && session.question;
  }

  /** The advice, or what became of it. */
  panel() {
    if (!this.#offered) return null;
    if (this.#plan) return this.#read(this.#plan);
    return this.#said && h("div", { class: "advice-panel" }, h("p", { class: "small", role: "status" }, this.#said));
  }

  /** The button that asks; its place is kept while the advice is read. */
  offer() {
    const { session } = this.play;
    if (!this.#offered) return null;
    const ask = h(
      "button",
      { id: "ask-advice", disabled: this.#asking, onclick: () => this.ask() },
      this.#asking
        ? session.thinking.advice
          ? words.queued(session.thinking.advice)
          : "The general is thinking…"
        : "What would the general do?",
    );
    return h("div", { class: "actions ask" }, !this.#plan && ask);
  }

  /**
   * @param {Advised} plan
   */
  #read(plan) {
    const [next] = this.left;
    const together = this.#together;
    return h(
      "section",
      { class: "advice-panel", "aria-label": "Advice" },
      h("h2", null, "The general advises"),
      h("p", { class: "advice-summary" }, plan.summary),
      this.#said && h("p", { class: "small", role: "status" }, this.#said),
      h(
        "div",
        { class: "actions" },
        this.#doing
          ? h("button", { id: "stop-advice", class: "primary", onclick: () => this.#stop() }, "Stop")
          : h(
              "button",
              { id: "follow-advice", class: "primary", onclick: () => this.next() },
              `Next: ${orderText(this.play, next.order)}`,
            ),
        together > 1 &&
          !this.#doing &&
          h(
            "button",
            { id: "follow-all", onclick: () => this.followAll() },
            together < this.left.length ? `Do the first ${together}` : "Do all of these",
          ),
        this.#attacks &&
          !this.#doing &&
          h(
            "button",
            { id: "follow-attacks", onclick: () => this.followAll(true) },
            "Do all of these, end movement and attack",
          ),
        h("button", { id: "leave-advice", class: "plain", onclick: () => this.#leave() }, "Dismiss"),
      ),
      // Where there is one purpose only, the sentence for the army has said it.
      !(plan.intents.length === 1 && plan.intents[0].text === plan.summary) &&
        h(
          "ol",
          { class: "plain-list intents" },
          plan.intents.map((_, at) => this.#intent(plan, at, next?.intent === at)),
        ),
    );
  }

  /**
   * One purpose, with how many of its orders are still to be given; pressed, it shows where.
   * @param {Advised} plan
   * @param {number} at
   * @param {boolean} next
   */
  #intent(plan, at, next) {
    const left = this.left.filter(({ intent }) => intent === at);
    const { text, orders } = plan.intents[at];
    const hexes = (left.length ? left : plan.counsel.filter(({ intent }) => intent === at)).flatMap(({ strokes }) =>
      strokes.flatMap(({ from, to }) => [from, to]),
    );
    return h(
      "li",
      { class: [left.length ? "" : "given", next ? "next" : ""].join(" ").trim() },
      h(
        "button",
        { class: "line", key: `intent-${at}`, onclick: () => this.play.board.highlight(hexes) },
        text,
        orders.length > 1 &&
          h(
            "span",
            { class: "small block" },
            left.length
              ? left.length < orders.length
                ? `${left.length} of ${words.count(orders.length, "order")} still to give`
                : words.count(orders.length, "order")
              : "given",
          ),
      ),
    );
  }

  async ask() {
    this.#asking = true;
    this.#said = "";
    this.play.draw();
    try {
      const advised = await this.play.session.call("game.advice");
      if (advised.version === this.play.session.version) {
        if (advised.counsel.length) this.#plan = advised;
        else this.#said = "It would wait.";
        this.#version = advised.version;
        this.#given = 0;
      } else this.#said = "The game went on while the general thought: ask again.";
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
      this.#said = error.message;
    } finally {
      this.#asking = false;
      this.play.draw();
    }
  }

  /** Gives the next order; advice that is refused is dropped. */
  async next() {
    const [next] = this.left;
    if (!next || this.play.busy) return;
    const what = orderText(this.play, next.order);
    if (await this.#follow()) return;
    this.#plan = null;
    this.#tell(`"${what}" was not carried out.`);
    this.play.draw();
  }

  /** Gives the next order; the others stay. Resolves to whether it was carried out. */
  async #follow() {
    const [next] = this.left;
    if (!next) return false;
    this.#said = "";
    const before = this.#version;
    const { version } = this.play.session;
    this.#sent = version;
    this.#version = version + 1;
    // What was drafted by hand was for a position that the order changes.
    const { prompt } = this.play;
    const done = await (prompt ? prompt.giveDraft(next.order) : this.play.order(next.order));
    if (this.#sent === version) {
      if (done) this.#count();
      else {
        this.#sent = null;
        this.#version = before;
      }
    }
    this.play.draw();
    return done;
  }

  /** The next order has been given. */
  #count() {
    this.#sent = null;
    this.#given += 1;
    if (!this.left.length) this.#plan = null;
  }

  /**
   * Gives all that go together, or the attack as well, unless something happens that was not foreseen.
   * @param {boolean} [attacks]
   */
  async followAll(attacks = false) {
    const side = this.play.session.question?.side;
    const all = attacks ? this.left.length : this.#together;
    this.#doing = true;
    this.play.draw();
    try {
      for (let given = 0; given < all; given++) {
        if (!this.#doing) return this.#tell(`Stopped after ${words.count(given, "order")}.`);
        const [next] = this.left;
        if (!next) return this.#tell(`Stopped after ${words.count(given, "order")}: the game went another way.`);
        const what = orderText(this.play, next.order);
        if (!(await this.#follow())) {
          this.#plan = null;
          return this.#tell(`Stopped at "${what}": it was not carried out.`);
        }
        const asked = this.play.session.question;
        if (given + 1 < all && asked?.side !== side) {
          this.#plan = null;
          return this.#tell(`Stopped after "${what}": the other side is asked something first.`);
        }
      }
      this.#tell(`${words.capital(words.count(all, "order was", "orders were"))} given.`);
    } finally {
      this.#doing = false;
      this.play.draw();
    }
  }

  #stop() {
    this.#doing = false;
  }

  /**
   * @param {string} text
   */
  #tell(text) {
    this.#said = text;
    this.play.say(text);
  }

  #leave() {
    this.#doing = false;
    this.#plan = null;
    this.#said = "";
    this.play.draw();
  }

  /** The position that it was given for has passed. */
  #changed() {
    // What came of an order may be shown before its answer comes.
    if (this.#sent !== null && this.play.session.version > this.#sent) this.#count();
    if (this.play.session.version <= this.#version) return;
    this.#plan = null;
    if (!this.#doing) this.#said = "";
  }
}

/**
 * The strokes of orders, as lines of the board.
 * @param {Pick<AdvisedOrder, "strokes">[]} orders
 */
export function lines(orders) {
  return orders.flatMap(({ strokes }) =>
    strokes.map(({ from, to, purpose }) => ({ from, to, kind: `advice ${purpose}`, arrow: true })),
  );
}
