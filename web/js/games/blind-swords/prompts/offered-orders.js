// What every question of the Blind Swords has in common: the server names every order that may be
// given, and the page shows them.

import { h } from "../../../common/html.js";
import { truthy } from "../../../common/truthy.js";
import * as words from "../../../common/words.js";
import { Prompt } from "../../../game/prompt.js";
import { answerer } from "../answers/answerer.js";
import { nextTime } from "../answers/next-time.js";
import { prospects } from "../preview.js";
import { ribbon } from "../ribbon.js";
import * as texts from "../texts/game.js";
import { phrase } from "../texts/terms.js";

/**
 * @import { Child } from "../../../common/html.js"
 * @import { Play } from "../../../game/play.js"
 * @import { Order } from "protocol"
 * @import { OfferedOrder, SwordsFields, SwordsPreview, SwordsQuestion, SwordsUnit, SwordsView } from "protocol/blind-swords"
 */

/**
 * An offered order as the page handles it: what its verb says, the units it is given to, the hex
 * and the way it leads to, and the case that is its own.
 * @typedef {{
 *   verb: string, order: Order, what: SwordsFields, units: string[], hex: string | null,
 *   path: string[], case: string | null, text?: string, cost?: number,
 * }} Offer
 */

/** Questions that are about the step one is in, not about what has just happened. */
const ALONE = new Set(["keys", "batteries", "battery-hex", "fire", "movement", "reserve", "close", "rally", "orders"]);

/**
 * The units an order is given to.
 * @param {string} verb
 * @param {SwordsFields} what
 */
function unitsOf(verb, what) {
  if (verb === "fire") return (what.shots ?? []).flatMap((shot) => shot.units);
  if (verb === "close") return (what.assaults ?? []).flatMap((assault) => assault.units);
  if (what.shot) return what.shot.units;
  return what.units ?? (what.unit ? [what.unit] : []);
}

/**
 * An offer as the page handles it.
 * @param {string} verb
 * @param {OfferedOrder} target
 */
export function offer(verb, target) {
  const { order, hex, text, cost } = target;
  /** @type {SwordsFields} */
  const what = new Map(Object.entries(order)).get(verb) ?? {};
  return {
    verb,
    order,
    what,
    units: unitsOf(verb, what),
    hex: hex ?? what.shot?.target ?? null,
    path: what.path ?? [],
    case: target.case ?? null,
    text,
    cost,
  };
}

/** A question with all the orders that answer it. */
export class OfferedOrders extends Prompt {
  /**
   * @param {Play} play
   * @param {SwordsQuestion} question
   */
  constructor(play, question) {
    super(play, question);
    this.question = question;
  }

  /** @type {Offer[]} */
  offers = [];
  /** Whether what is offered was offered for an older position: then nothing is done yet. */
  stale = true;
  #asked = 0;
  /**
   * What orders can bring, as far as it is known.
   * @type {Map<string, ReturnType<typeof prospects> | null>}
   */
  #prospects = new Map();
  /** The version for which all is known that is offered. */
  #known = -1;

  async begin() {
    const asked = ++this.#asked;
    this.stale = true;
    this.#prospects = new Map();
    await super.begin();
    const answers = await Promise.all(
      this.verbs
        .filter(({ verb }) => this.listed(verb))
        .map(async ({ verb }) => ({ verb, answer: await this.targets(verb, null) })),
    );
    if (asked !== this.#asked) return;
    this.stale = false;
    this.offers = answers.flatMap(({ verb, answer }) =>
      /** @type {OfferedOrder[]} */ (answer?.targets ?? []).map((target) => offer(verb, target)),
    );
    this.#known = this.view.version;
    this.settle();
    answerer(this.play).consider(this);
    this.play.draw();
  }

  /**
   * Whether the orders of a verb are to be asked for.
   * @param {string} _verb
   */
  listed(_verb) {
    return true;
  }

  /** New offers have come: what was in hand may be gone. */
  settle() {}

  get view() {
    return /** @type {SwordsView} */ (this.play.view);
  }

  /**
   * What an order would do, as this game tells it.
   * @param {Order} order
   */
  preview(order) {
    return /** @type {Promise<SwordsPreview | null>} */ (super.preview(order));
  }

  /**
   * What each fire or Close Combat of an order can bring; null until the server has told, which it
   * is asked once.
   * @param {Order} order
   */
  prospects(order) {
    const known = this.#prospects;
    const key = JSON.stringify(order);
    const said = known.get(key);
    if (said !== undefined || this.stale) return said ?? null;
    known.set(key, null);
    this.preview(order).then((answer) => {
      if (known !== this.#prospects) return;
      known.set(key, prospects(answer));
      // Drawn with the first that is known, and once all are: not while one aims at a button.
      const told = [...known.values()].filter((one) => one !== null).length;
      if (told === 1 || told === known.size) this.play.draw();
    });
    return null;
  }

  /** @param {Order | false} order */
  expected(order, before = "") {
    const known = order && this.prospects(order);
    const said = known ? known.map(({ said }) => said).join("; ") || texts.noForecast : texts.workingOut;
    return h("span", { class: "small block prospects" }, before, said);
  }

  /**
   * A unit of this game.
   * @param {string | null} id
   */
  unitOf(id) {
    return /** @type {SwordsUnit | undefined} */ (this.play.unitOf(id));
  }

  /** @param {Offer} one */
  phrase(one) {
    return phrase(this.view, this.question.kind, one.order);
  }

  /**
   * Gives an order that is offered.
   * @param {Offer} one
   */
  async give(one) {
    if (!this.stale) return this.play.order(one.order, { before: () => answerer(this.play).chosen(this, one) });
  }

  heading() {
    const { question } = this;
    const text = words.sentence(question.text);
    return h(
      "div",
      {
        class: `asked side-${question.side}`,
        "data-version": this.#known,
        "data-answers": answerer(this.play).due ? "page" : "player",
      },
      ribbon(this.view),
      h("h2", null, words.unbroken(`${words.side(question.side)}: ${text.replace(/\.$/, "")}`)),
      h("p", { class: "small" }, words.caseLink(question.case, question.system)),
      this.after(),
      answerer(this.play).notice(),
    );
  }

  /** What has just happened, where a question is about that. */
  after() {
    const { session, page } = this.play;
    if (ALONE.has(this.question.kind)) return null;
    const events = (session.entries.get(session.last)?.events ?? []).filter(({ text }) => text);
    const last = events.slice(-2).map((event) => page.sentence(this.play, event));
    return last.length > 0 && h("p", { class: "small after" }, last.join(" "));
  }

  /** How many units could still act in the step. */
  undone() {
    return texts.able(this.ending?.able, this.question.kind);
  }

  /** The orders that need neither unit nor hex, at the foot. */
  plain() {
    return this.offers.filter(({ verb }) => verb === "pass" || verb === "end");
  }

  /** @returns {Child} */
  foot() {
    const plain = this.plain();
    const only = plain.length === this.offers.length;
    return [
      plain.length > 0 && nextTime(this),
      plain.length > 0 &&
        h(
          "div",
          { class: "actions final" },
          plain.map((one) =>
            h(
              "button",
              {
                id: one.verb,
                class: only && "primary",
                onclick: () => (one.verb === "end" ? this.end(this.phrase(one), () => this.give(one)) : this.give(one)),
              },
              [this.phrase(one), one.verb === "end" && this.undone()].filter(truthy).join(" · "),
            ),
          ),
        ),
      h("div", { class: "actions leave" }, answerer(this.play).choices(this)),
    ];
  }
}
