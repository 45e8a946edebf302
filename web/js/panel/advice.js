// The general's advice: what it would have the army do, its orders by purpose, drawn on the map, to
// be given one by one or all together.

import { actions, h } from "../common/html.js";
import { orderText } from "../game/order-text.js";
import { Lost, Refusal } from "../session/connection.js";
import * as texts from "../texts/panel.js";

/**
 * @import { Child } from "../common/html.js"
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
  /** All of them are being given, until the player stops it. */
  #doing = false;
  #version = 0;
  /**
   * The version that the order on its way was given at.
   * @type {number | null}
   */
  #sent = null;
  #said = "";

  /** @param {Play} play */
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
    const text = this.#asking ? texts.generalThinks(session.thinking.advice ?? 0) : texts.askAdvice;
    const ask = { id: "ask-advice", disabled: this.#asking, onclick: () => this.ask() };
    return h("div", { class: "actions ask" }, !this.#plan && h("button", ask, text));
  }

  /** @param {Advised} plan */
  #read(plan) {
    const [next] = this.left;
    const [together, doing] = [this.#together, this.#doing];
    const all = together < this.left.length ? texts.followFirst(together) : texts.followAll;
    const first = this.play.prompt?.primary(next.order) ? "primary" : undefined;
    /** @type {(id: string, text: string, onclick: () => unknown, kind?: string) => Child} */
    const button = (id, text, onclick, kind) => h("button", { id, class: kind, onclick }, text);
    return h(
      "section",
      { class: "advice-panel", "aria-label": texts.advice },
      h("h2", null, texts.generalAdvises),
      h("p", { class: "advice-summary" }, plan.summary),
      this.#said && h("p", { class: "small", role: "status" }, this.#said),
      actions(
        doing
          ? button("stop-advice", texts.stop, () => (this.#doing = false), "primary")
          : button("follow-advice", texts.follow(orderText(this.play, next.order)), () => this.next(), first),
        together > 1 && !doing && button("follow-all", all, () => this.followAll()),
        this.#attacks && !doing && button("follow-attacks", texts.followAttacks, () => this.followAll(true)),
        button("leave-advice", texts.dismiss, () => this.#leave(), "plain"),
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
        orders.length > 1 && h("span", { class: "small block" }, texts.ordersLeft(left.length, orders.length)),
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
        else this.#said = texts.wait;
        this.#version = advised.version;
        this.#given = 0;
      } else this.#said = texts.adviceLate;
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
    this.#tell(texts.refused(what));
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
        if (!this.#doing) return this.#tell(texts.stopped(given));
        const [next] = this.left;
        if (!next) return this.#tell(texts.overtaken(given));
        const what = orderText(this.play, next.order);
        if (!(await this.#follow())) {
          this.#plan = null;
          return this.#tell(texts.stoppedAt(what));
        }
        const asked = this.play.session.question;
        if (given + 1 < all && asked?.side !== side) {
          this.#plan = null;
          return this.#tell(texts.interrupted(what));
        }
      }
      this.#tell(texts.given(all));
    } finally {
      this.#doing = false;
      this.play.draw();
    }
  }

  /** @param {string} text */
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
