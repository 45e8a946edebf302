// The review of a game that is over: how it stood at every turn, where it swung, and what a general
// would have done there.

import { h, show, svg } from "../common/html.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import { orderText } from "../game/order-text.js";
import { Lost, Refusal } from "../session/connection.js";

/**
 * @import { Line } from "../board/board.js"
 * @import { Play } from "../game/play.js"
 * @import { Moment, ReviewOfMoment } from "protocol"
 */

const [WIDE, HIGH, EDGE] = [340, 150, 26];
/** The greatest swings are listed, so many. */
const SWINGS = 4;

export class Review {
  /** @type {Moment[] | null} */
  #moments = null;
  /** @type {Map<number, ReviewOfMoment>} */
  #found = new Map();
  #running = false;
  /** @type {Moment | null} */
  #chosen = null;
  #said = "";

  /**
   * `element`: where it stands; `look(version)` looks back at a moment with lines on the map.
   * @param {HTMLElement} element
   * @param {Play} play
   * @param {{ look: (version: number, lines: Line[]) => void }} options
   */
  constructor(element, play, { look }) {
    this.element = element;
    this.play = play;
    this.look = look;
    play.session.on("thinking", () => this.#running && this.draw());
  }

  /** Begins, or shows what has been found. */
  draw() {
    if (!this.#moments && !this.#running)
      return show(
        this.element,
        h(
          "p",
          null,
          "From each turn of this game many games are played out, by quick veterans on both sides, to see ",
          "how it was likely to end, and the general is asked what it would have done. This takes a while.",
        ),
        this.#said && h("p", { class: "refused" }, this.#said),
        h("button", { id: "begin-review", class: "primary", onclick: () => this.#run() }, "Review this battle"),
      );
    const known = (this.#moments ?? []).filter(({ version }) => this.#found.has(version));
    const queue = this.play.session.thinking.review ?? 0;
    const left = (this.#moments?.length ?? 0) - known.length;
    show(
      this.element,
      left > 0 &&
        this.#running &&
        h(
          "p",
          { class: "small", role: "status" },
          `${words.count(left, "moment")} still to be reviewed. `,
          queue > 0 && words.queued(queue),
        ),
      known.length > 1 && this.#curve(known),
      known.length > 1 && h("h3", null, "Where it swung"),
      known.length > 1 &&
        h(
          "ol",
          { class: "plain-list" },
          this.#swings(known).map(({ from, to, by }) =>
            h(
              "li",
              null,
              h(
                "button",
                { class: "line", onclick: () => this.#choose(from) },
                h("b", null, `${this.#name(from)}: `),
                `${Math.abs(by).toFixed(1)} points went to the ${words.side(by > 0 ? "union" : "confederate")} side by ${this.#name(to)}`,
              ),
            ),
          ),
        ),
      this.#chosen && this.#told(this.#chosen),
    );
  }

  async #run() {
    this.#running = true;
    this.#said = "";
    try {
      this.#moments = (await this.play.session.call("game.review")).moments;
      this.draw();
      for (const { version } of this.#moments) {
        this.#found.set(version, await this.play.session.call("game.review", { version }));
        this.draw();
      }
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
      this.#said = error.message;
      this.#moments = null;
    } finally {
      this.#running = false;
      this.draw();
    }
  }

  /**
   * @param {Moment} options
   */
  #name({ turn, side }) {
    return `turn ${turn}, ${words.side(side)}`;
  }

  /**
   * @param {Moment} options
   */
  #margin({ version }) {
    return this.#found.get(version)?.outlook?.margin ?? 0;
  }

  /**
   * The changes of the outlook from one moment to the next, the greatest first.
   * @param {Moment[]} known
   */
  #swings(known) {
    const all = known
      .slice(1)
      .map((to, at) => ({ from: known[at], to, by: this.#margin(to) - this.#margin(known[at]) }));
    return all
      .filter(({ by }) => Math.abs(by) >= 0.5)
      .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
      .slice(0, SWINGS);
  }

  /**
   * @param {Moment[]} known
   */
  #curve(known) {
    const outlooks = known.map(({ version }) => this.#found.get(version)?.outlook).filter(truthy);
    const most = Math.max(5, ...outlooks.map(({ margin, within }) => Math.abs(margin) + within));
    const last = Math.max(1, (this.#moments?.length ?? 0) - 1);
    const x = (/** @type {number} */ at) => EDGE + (at / last) * (WIDE - 2 * EDGE);
    const y = (/** @type {number} */ margin) => HIGH / 2 - (margin / most) * (HIGH / 2 - 14);
    const points = known
      .map((moment, at) => ({ moment, at, outlook: this.#found.get(moment.version)?.outlook }))
      .flatMap(({ outlook, ...point }) => (outlook ? [{ ...point, outlook }] : []));
    const line = points.map(({ at, outlook }) => `${x(at).toFixed(1)},${y(outlook.margin).toFixed(1)}`).join(" ");
    const band = [
      ...points.map(({ at, outlook }) => [at, outlook.margin + outlook.within]),
      ...[...points].reverse().map(({ at, outlook }) => [at, outlook.margin - outlook.within]),
    ]
      .map(([at, margin]) => `${x(at).toFixed(1)},${y(margin).toFixed(1)}`)
      .join(" ");
    return h(
      "figure",
      { class: "outlook" },
      svg(
        "svg",
        { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": "The expected margin turn by turn" },
        svg("line", { class: "zero", x1: EDGE, x2: WIDE - EDGE, y1: y(0), y2: y(0) }),
        svg("text", { x: EDGE, y: 11 }, `Union +${most.toFixed(0)}`),
        svg("text", { x: EDGE, y: HIGH - 3 }, `Confederate +${most.toFixed(0)}`),
        svg("polygon", { class: "band", points: band }),
        svg("polyline", { class: "course", points: line }),
        points.map(({ moment, at, outlook }) =>
          svg(
            "circle",
            {
              class: `at side-${moment.side}`,
              cx: x(at),
              cy: y(outlook.margin),
              r: 4,
              onclick: () => this.#choose(moment),
            },
            svg("title", null, `${this.#name(moment)}: ${outlook.margin.toFixed(1)}`),
          ),
        ),
      ),
      h(
        "figcaption",
        { class: "small" },
        "The average final margin of the games played out from each moment; 19 times in 20 the true average lies within the band.",
      ),
    );
  }

  /**
   * @param {Moment} moment
   */
  #choose(moment) {
    this.#chosen = moment;
    this.draw();
    const { counsel = [] } = this.#found.get(moment.version) ?? {};
    const lines = counsel.flatMap(({ strokes }) =>
      strokes.map(({ from, to, purpose }) => ({ from, to, kind: `advice ${purpose}`, arrow: true })),
    );
    this.look(moment.version, lines);
  }

  /**
   * @param {Moment} moment
   */
  #told(moment) {
    const { outlook = null, counsel = [] } = this.#found.get(moment.version) ?? {};
    const reasoned = counsel.filter(({ reason }) => reason);
    return h(
      "section",
      { class: "part", "aria-label": "The moment" },
      h("h3", null, words.capital(this.#name(moment))),
      outlook &&
        h(
          "p",
          null,
          `Of ${words.count(outlook.games, "game")} played out from here the Union won ${outlook.won.union} `,
          `and the Confederates ${outlook.won.confederate}; `,
          `the points then were ${moment.points.union} to ${moment.points.confederate}.`,
        ),
      counsel.length > 0 && h("p", null, "The general would have:"),
      h(
        "ol",
        { class: "plain-list" },
        (reasoned.length ? reasoned : counsel).map((step) =>
          h(
            "li",
            null,
            h("b", null, orderText(this.play, step.order)),
            " ",
            h("span", { class: "reason" }, step.reason),
          ),
        ),
      ),
    );
  }
}
