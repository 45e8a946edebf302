// The page answers what its player need not be asked: a question with one answer, the steps of a
// brigade that is to stand, a whole game-turn to be passed. The server asks as always, and whoever
// looks at the record sees answers like any others.
//
// Where only one answer is left because of what is hidden (a drawn chit that can only be held), the
// other side may not learn so from the time it took. Against people such an answer goes out after
// as long as this player lately took to choose; and one that was chosen goes out no sooner than one
// that was not.

import { h } from "../../../common/html.js";
import { open } from "../cover.js";
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

/** How long an answer of the page's is announced, where nothing can be told by it, in ms. */
const SHOWN = 700;
/** The least time that an answer about chits takes against people. */
const LEAST = 2500;
/** Until enough waits of the player's are known: as long as this, and up to as much again. */
const UNKNOWN = 4000;
/** The longest wait that is imitated, and how many are. */
const LONGEST = 30_000;
const WAITS = 12;

/** @type {WeakMap<Play, Answerer>} */
const all = new WeakMap();

/**
 * The one at this table.
 * @param {Play} play
 */
export function answerer(play) {
  const known = all.get(play) ?? new Answerer(play);
  all.set(play, known);
  return known;
}

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
    "You stand for the rest of this game-turn. ",
    h("button", { class: "plain", id: "ask-again", onclick: () => its.ask() }, "Ask me again"),
  );
}

class Answerer {
  /**
   * What is about to be answered.
   * @type {{ version: number, kind: string, order: Offer["order"], said: string } | null}
   */
  due = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  /** When the question at hand came, and at which version. */
  #came = { version: -1, at: 0 };
  /** The version at which the player said to be asked, or an answer failed. */
  #asked = -1;
  /**
   * The brigade that is to do no more in its activation.
   * @type {{ turn: number, brigade: string } | null}
   */
  #standing = null;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
  }

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
    clearTimeout(this.#timer);
    this.due = null;
    const { play } = this;
    const { version } = play.view;
    if (this.#came.version !== version) this.#came = { version, at: performance.now() };
    // In a lesson the pupil answers; whoever took something back, or wants every step, is asked.
    if (play.guard || play.past || play.view.redo || this.#asked === version) return;
    if (Object(play.view.options).brisk === false || !open(play, prompt.question.side)) return;
    const found = this.#answer(prompt);
    if (!found) return;
    this.due = { version, kind: prompt.question.kind, order: found.one.order, said: found.said };
    const wait = found.secret && this.#watched ? this.#imitated() - (performance.now() - this.#came.at) : SHOWN;
    this.#timer = setTimeout(() => this.#give(version), Math.max(wait, 0));
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
      if (one) return { one, said: "You pass for the rest of this game-turn" };
    }
    const stands =
      this.#standing && this.#standing.turn === view.turn && this.#standing.brigade === activation?.brigade;
    const end = of("end");
    if (stands && STEPS.has(kind) && end) return { one: end, said: "This brigade is done" };
    if (kind === "fire-back") {
      const told = kept.settings()["fire-back"];
      const one = told === "always" ? of("fire") : told === "never" ? of("pass") : undefined;
      if (one) return { one, said: `Fire back: ${told}` };
    }
    if (offers.length !== 1 || kept.settings().single === "ask") return null;
    // What was just done can still be taken back.
    if (OPEN.has(kind) && view.undo) return null;
    return { one: offers[0], said: "There is only one answer", secret: !OPEN.has(kind) };
  }

  /** As long as the player lately took over chits, one time or another. */
  #imitated() {
    const { waits } = kept.settings();
    const known = waits.length >= WAITS / 2 ? waits[Math.floor(Math.random() * waits.length)] : undefined;
    return Math.max(known ?? UNKNOWN * (1 + Math.random()), LEAST);
  }

  /** @param {number} version */
  async #give(version) {
    const { due, play } = this;
    this.due = null;
    if (!due || due.version !== version || play.past || !play.prompt || play.view.version !== version) return;
    // What cannot be given now is not tried again: the player is asked.
    this.#asked = version;
    await play.order(due.order);
  }

  /**
   * The player has chosen. Resolves when the answer may go out: of chits against people no sooner
   * than one of the page's own.
   * @param {OfferedOrders} prompt
   * @param {Offer} one
   */
  async chosen(prompt, one) {
    clearTimeout(this.#timer);
    this.due = null;
    const secret = !OPEN.has(prompt.question.kind) && (one.verb === "hold" || one.verb === "pass");
    const settings = kept.settings();
    if (!secret || !this.#watched || this.play.guard || settings.single === "ask") return;
    const took = performance.now() - this.#came.at;
    if (prompt.offers.length > 1 && took < LONGEST) kept.set({ waits: [...settings.waits, took].slice(-WAITS) });
    if (took < LEAST) await new Promise((resolve) => setTimeout(resolve, LEAST - took));
  }

  /** The player wants to be asked after all. */
  ask() {
    clearTimeout(this.#timer);
    this.due = null;
    this.#asked = this.play.view.version;
    this.#standing = null;
    if (this.resting) kept.setOfGame(this.play.session.game, { resting: 0 });
    this.play.draw();
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
    this.#asked = -1;
    this.consider(prompt);
    clearTimeout(this.#timer);
    this.#give(this.play.view.version);
  }

  /** What the player may leave to the page at this question. */
  choices(/** @type {OfferedOrders} */ prompt) {
    const { kind } = prompt.question;
    const { activation } = prompt.view;
    if (this.play.guard || prompt.stale || this.due || !OWN.has(kind) || !open(this.play, prompt.question.side))
      return null;
    return h(
      "div",
      { class: "actions leave" },
      STEPS.has(kind) &&
        activation &&
        kind !== "rally" &&
        h(
          "button",
          { id: "stand", class: "plain", onclick: () => this.stand(prompt, activation.brigade) },
          "End the activation",
        ),
      h(
        "button",
        {
          id: "rest",
          class: "plain",
          title:
            "Until the next game-turn the page answers for you: no chits, no moves, orders to Defend. " +
            "You are still asked about fires, retreats and choices that must be made.",
          onclick: () => this.rest(prompt),
        },
        "Pass for the rest of this game-turn",
      ),
    );
  }

  /** What is said of an answer that is about to be given. */
  notice() {
    if (!this.due) return null;
    return h(
      "p",
      { class: "due", role: "status" },
      `${this.due.said}: the page answers for you. `,
      h("button", { class: "plain", id: "ask-me", onclick: () => this.ask() }, "Ask me"),
    );
  }
}
