// The page answers what its player need not be asked: a question with one answer, the steps of a
// brigade that is to stand, a whole game-turn to be passed. The server asks as always, and the
// record shows answers like any others.
//
// Where only one answer is left because of what is hidden (a drawn chit that can only be held), the
// other side may not learn so from the time it took. Against people such an answer goes out after
// as long as this player lately took to choose; and one that was chosen goes out no sooner than one
// that was not.

import { h } from "../../../common/html.js";
import { Answerer, answererAt, asksAlways } from "../../../game/answerer.js";
import { open } from "../cover.js";
import * as texts from "../texts/game.js";
import * as kept from "./kept.js";

/**
 * @import { Play } from "../../../game/play.js"
 * @import { Offer, OfferedOrders } from "../prompts/offered-orders.js"
 */

/** Questions whose only answer is plain to both sides. */
const OPEN = new Set([
  "batteries",
  "battery-hex",
  "battery-rally",
  "fire",
  "movement",
  "reserve",
  "close",
  "melees",
  "assaulting",
  "rally",
  "return",
  "displace",
  "retreat",
  "choose",
  "lead",
  "arrival",
  "advance",
  "opportunity",
  "defensive-fire",
  "fire-back",
]);
/** Steps of an activation. */
const STEPS = new Set(["fire", "movement", "close", "rally"]);
/** Questions at which one may choose to stand for the rest of the turn. */
const OWN = new Set(["batteries", "held", "drawn", "moment", "orders", ...STEPS]);

/** The least time that an answer about chits takes against people. */
const LEAST = 2500;
/** Until enough waits of the player's are known: as long as this, and up to as much again. */
const UNKNOWN = 4000;
/** The longest wait that is imitated, and how many are. */
const LONGEST = 30_000;
const WAITS = 12;

/**
 * The one at this table.
 * @param {Play} play
 */
export const answerer = (play) => answererAt(play, SwordsAnswerer);

/**
 * That the page answers for the rest of the turn, while one waits.
 * @param {Play} play
 */
export function resting(play) {
  const its = answerer(play);
  if (!play.session.you || play.past || !its.resting) return null;
  return h(
    "p",
    { class: "due" },
    texts.passing,
    h("button", { class: "plain", id: "ask-again", onclick: () => its.ask() }, texts.askAgain),
  );
}

class SwordsAnswerer extends Answerer {
  /** When the question at hand came, and at which version. */
  #came = { version: -1, at: 0 };
  /**
   * The brigade that is to do no more in its activation.
   * @type {{ turn: number, brigade: string } | null}
   */
  #standing = null;
  /** The version at which the player left the rest to the page. */
  #pressed = -1;

  /** Whether the page answers for the player until the game-turn ends. */
  get resting() {
    const { session, view } = this.play;
    return kept.ofGame(session.game).resting === view.turn;
  }

  /** Whether a person, or a program that may look at the clock, sits opposite. */
  get #watched() {
    const { session } = this.play;
    if (session.you === "both") return false;
    return Object.values(session.commanders).every((one) => !one?.level || one.bot);
  }

  /**
   * A question has been put, with all that may be answered.
   * @param {OfferedOrders} prompt
   */
  consider(prompt) {
    const { play } = this;
    const { version, redo } = play.view;
    const pressed = this.#pressed === version;
    // A player who takes something back does not want the rest answered either.
    if (redo && !pressed) this.#cancel();
    if (this.#came.version !== version) this.#came = { version, at: performance.now() };
    const find = () => {
      if (Object(play.view.options).brisk === false || !open(play, prompt.question.side)) return null;
      const found = this.#answer(prompt);
      const imitates = found?.secret && this.#watched;
      const wait = imitates ? Math.max(this.#imitated() - (performance.now() - this.#came.at), 0) : undefined;
      return found && { order: found.one.order, said: found.said, wait };
    };
    this.plan(prompt.question, find, pressed);
  }

  /**
   * What is to be answered, if anything; `secret`: that there is no choice may be hidden from the
   * other side.
   * @param {OfferedOrders} prompt
   * @returns {{ one: Offer, said: string, secret?: boolean } | null}
   */
  #answer(prompt) {
    const { view } = this.play;
    const { offers, question } = prompt;
    const { kind } = question;
    const of = (/** @type {string} */ verb) => offers.find((one) => one.verb === verb);
    const { activation } = prompt.view;
    if (this.resting && OWN.has(kind)) {
      const defend = offers.find((one) => one.verb === "order" && one.what.order === "defend");
      const one = of("pass") ?? of("end") ?? of("hold") ?? defend;
      if (one) return { one, said: texts.passesRest };
    }
    const stands =
      this.#standing && this.#standing.turn === view.turn && this.#standing.brigade === activation?.brigade;
    const end = of("end");
    if (stands && STEPS.has(kind) && end) return { one: end, said: texts.brigadeDone };
    if (kind === "fire-back") {
      const told = kept.settings()["fire-back"];
      const one = told === "always" ? of("fire") : told === "never" ? of("pass") : undefined;
      if (one) return { one, said: texts.firesBack(told) };
    }
    if (offers.length !== 1 || asksAlways()) return null;
    // What was just done can still be taken back.
    if (OPEN.has(kind) && view.undo) return null;
    return { one: offers[0], said: texts.onlyChoice(prompt.phrase(offers[0])), secret: !OPEN.has(kind) };
  }

  /** As long as the player lately took over chits, one time or another. */
  #imitated() {
    const { waits } = kept.settings();
    const known = waits.length >= WAITS / 2 ? waits[Math.floor(Math.random() * waits.length)] : undefined;
    return Math.max(known ?? UNKNOWN * (1 + Math.random()), LEAST);
  }

  /**
   * The player has chosen. Resolves when the answer may go out: of chits against people no sooner
   * than one of the page's own.
   * @param {OfferedOrders} prompt
   * @param {Offer} one
   */
  async chosen(prompt, one) {
    this.drop();
    const secret = !OPEN.has(prompt.question.kind) && (one.verb === "hold" || one.verb === "pass");
    const settings = kept.settings();
    if (!secret || !this.#watched || this.play.guard || asksAlways()) return;
    const took = performance.now() - this.#came.at;
    if (prompt.offers.length > 1 && took < LONGEST) kept.set({ waits: [...settings.waits, took].slice(-WAITS) });
    if (took < LEAST) await new Promise((resolve) => setTimeout(resolve, LEAST - took));
  }

  /** The player wants to be asked after all. */
  ask() {
    this.#cancel();
    super.ask();
  }

  #cancel() {
    this.#standing = null;
    this.#pressed = -1;
    if (this.resting) kept.setOfGame(this.play.session.game, { resting: 0 });
  }

  /**
   * Until the game-turn ends the page answers.
   * @param {OfferedOrders} prompt
   */
  rest(prompt) {
    kept.setOfGame(this.play.session.game, { resting: this.play.view.turn });
    this.#now(prompt);
  }

  /**
   * The active brigade does no more.
   * @param {OfferedOrders} prompt
   * @param {string} brigade
   */
  stand(prompt, brigade) {
    this.#standing = { turn: this.play.view.turn, brigade };
    this.#now(prompt);
  }

  /** @param {OfferedOrders} prompt */
  #now(prompt) {
    this.asked = -1;
    this.#pressed = this.play.view.version;
    this.consider(prompt);
    this.give(this.play.view.version);
  }

  /** What the player may leave to the page at this question. */
  choices(/** @type {OfferedOrders} */ prompt) {
    const { kind } = prompt.question;
    const { activation } = prompt.view;
    if (this.play.guard || prompt.stale || this.due || !OWN.has(kind) || !open(this.play, prompt.question.side))
      return null;
    const button = (
      /** @type {string} */ id,
      /** @type {string} */ text,
      /** @type {() => void} */ onclick,
      title = "",
    ) => h("button", { id, class: "plain", title: title || null, onclick }, text);
    return [
      button("rest", texts.passRest, () => this.rest(prompt), texts.whatPassing),
      STEPS.has(kind) &&
        activation &&
        kind !== "rally" &&
        button("stand", texts.endActivation, () => this.stand(prompt, activation.brigade)),
    ];
  }
}
