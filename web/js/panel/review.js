// The review of a game that is over: how it stood at every turn, where it swung, and what a general
// would have done there.

import { h, show } from "../common/html.js";
import * as words from "../common/words.js";
import { Lost, Refusal } from "../session/connection.js";
import * as texts from "../texts/panel.js";
import { lines } from "./advice.js";

/**
 * @import { Line } from "../board/board.js"
 * @import { Play } from "../game/play.js"
 * @import { Intent, Moment, MomentTold, ReviewedMoment, WholeReview } from "protocol"
 */

const [WIDE, HIGH, EDGE, FOOT] = [340, 178, 26, 14];
/** The greatest swings are listed, so many. */
const SWINGS = 3;
/** After so long without news the server is asked again how far it is. */
const QUIET_FOR = 60_000;

export class Review {
  /** @type {Moment[] | null} */
  #moments = null;
  /** @type {Map<number, ReviewedMoment>} */
  #found = new Map();
  /** The server works on it, and we want to hear of it. */
  #running = false;
  /** @type {Moment | null} */
  #chosen = null;
  #said = "";
  /** @type {number | undefined} */
  #timer = undefined;

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
    const { session } = play;
    session.on("thinking", () => this.#running && this.draw());
    session.on("reviewed", (told) => this.#take(told));
    // The server went on while the line was down.
    session.on("line", () => this.#running && session.caughtUp && this.#run());
  }

  /** Begins, or shows what has been found. */
  draw() {
    if (!this.#moments && !this.#running)
      return show(
        this.element,
        h("p", null, texts.aboutReview),
        this.#said && h("p", { class: "refused" }, this.#said),
        h("button", { id: "begin-review", class: "primary", onclick: () => this.#run() }, texts.beginReview),
      );
    const moments = this.#moments ?? [];
    const known = moments.filter(({ version }) => this.#found.has(version));
    show(
      this.element,
      this.#running && this.#progress(known.length, moments.length),
      this.#said && h("p", { class: "refused" }, this.#said),
      this.#said &&
        !this.#running &&
        h("button", { id: "begin-review", onclick: () => this.#run() }, texts.resumeReview),
      !this.#running && !this.#said && known.length < 2 && h("p", { class: "too-short" }, texts.tooShort),
      known.length > 1 && this.#curve(known),
      known.length > 1 && this.#turns(known),
      this.#chosen && this.#told(this.#chosen),
    );
  }

  /**
   * How far the server is.
   * @param {number} done
   * @param {number} all
   */
  #progress(done, all) {
    const text = texts.reviewed(done, all, this.play.session.thinking.review ?? 0);
    return h(
      "div",
      { class: "review-progress" },
      all > 0 && h("progress", { max: all, value: done, "aria-label": texts.momentsReviewed }),
      h("p", { class: "small", role: "status" }, text),
    );
  }

  /**
   * Where it swung.
   * @param {Moment[]} known
   */
  #turns(known) {
    const swings = this.#swings(known);
    if (!swings.length) return this.#running ? null : h("p", null, texts.steady);
    return [
      h("h3", null, this.#running ? texts.swingsSoFar : texts.swings),
      h(
        "ol",
        { class: "plain-list swings" },
        swings.map(({ from, to, by, chance }, at) =>
          h(
            "li",
            null,
            h(
              "button",
              { class: "line", key: `swing-${at}`, onclick: () => this.#choose(from) },
              h("span", { class: "swing-number", "aria-hidden": "true" }, at + 1),
              h("b", null, `${words.capital(texts.moment(from))}: `),
              texts.swing(by, to),
              chance && h("span", { class: "small block" }, texts.chance),
            ),
          ),
        ),
      ),
    ];
  }

  /** Asks the server to review the game, or how far it is with that, and hears what it finds. */
  async #run() {
    clearTimeout(this.#timer);
    this.#running = true;
    this.#said = "";
    this.draw();
    try {
      const answer = await this.play.session.call("game.review", { whole: true });
      // So it answers where the whole game was asked for.
      const { moments, reviewed } = /** @type {WholeReview} */ (answer);
      this.#moments = moments;
      for (const moment of reviewed) this.#found.set(moment.version, moment);
      this.#goOn();
    } catch (error) {
      if (error instanceof Lost) {
        // It goes on when the line is back.
        this.#said = texts.offline;
      } else if (error instanceof Refusal) {
        this.#said = words.sentence(error.message);
        this.#running = false;
      } else throw error;
    }
    this.draw();
  }

  /**
   * A moment has been reviewed.
   * @param {MomentTold} told
   */
  #take({ moment }) {
    this.#found.set(moment.version, moment);
    if (!this.#running) return;
    this.#goOn();
    this.draw();
  }

  /** Waits for more, if there is more to come. */
  #goOn() {
    clearTimeout(this.#timer);
    this.#running = !this.#moments?.every(({ version }) => this.#found.has(version));
    if (this.#running) this.#timer = setTimeout(() => this.#run(), QUIET_FOR);
  }

  /** How it ended, of which there is no doubt. */
  get #end() {
    const { union, confederate } = this.play.session.view.victory;
    return { margin: union - confederate, within: 0 };
  }

  /**
   * The changes of the outlook from one moment to the next, and to the end, the greatest first;
   * `chance`: each is within the other's band.
   * @param {Moment[]} known
   */
  #swings(known) {
    const outlook = (/** @type {Moment} */ { version }) => this.#found.get(version)?.outlook;
    const moments = this.#moments ?? [];
    const all = known.flatMap((from) => {
      // Only neighbours: what lies between others is not known yet.
      const to = moments[moments.indexOf(from) + 1];
      const [before, after] = [outlook(from), to ? outlook(to) : this.#end];
      if (!before || !after) return [];
      const by = after.margin - before.margin;
      return [{ from, to, by, chance: Math.abs(by) < Math.hypot(before.within, after.within) }];
    });
    return all
      .filter(({ by }) => Math.abs(by) >= 0.5)
      .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
      .slice(0, SWINGS);
  }

  /** @param {Moment[]} known */
  #curve(known) {
    const moments = this.#moments ?? [];
    const points = known.flatMap((moment) => {
      const outlook = this.#found.get(moment.version)?.outlook;
      return outlook ? [{ moment, at: moments.indexOf(moment), outlook }] : [];
    });
    const end = this.#end.margin;
    const most = Math.max(5, Math.abs(end), ...points.map(({ outlook }) => Math.abs(outlook.margin) + outlook.within));
    const last = moments.length;
    const [high, foot] = [HIGH - FOOT, HIGH - 3];
    const x = (/** @type {number} */ at) => EDGE + (at / last) * (WIDE - 2 * EDGE);
    const y = (/** @type {number} */ margin) => high / 2 - (margin / most) * (high / 2 - 14);
    const whole = points.length === moments.length;
    const course = [...points.map(({ at, outlook }) => [at, outlook.margin]), ...(whole ? [[last, end]] : [])];
    const line = course.map(([at, margin]) => `${x(at).toFixed(1)},${y(margin).toFixed(1)}`).join(" ");
    const band = [
      ...points.map(({ at, outlook }) => [at, outlook.margin + outlook.within]),
      ...(whole ? [[last, end]] : []),
      ...[...points].reverse().map(({ at, outlook }) => [at, outlook.margin - outlook.within]),
    ]
      .map(([at, margin]) => `${x(at).toFixed(1)},${y(margin).toFixed(1)}`)
      .join(" ");
    const swings = this.#swings(known).map(({ from, to }, at) => {
      const [a, b] = [moments.indexOf(from), to ? moments.indexOf(to) : last];
      const margins = [from, to].map((one) => (one ? (this.#found.get(one.version)?.outlook?.margin ?? 0) : end));
      const middle = (margins[0] + margins[1]) / 2;
      // Beside the line, on the side where there is room.
      const above = y(middle) > high / 2 ? -12 : 12;
      return h(
        "g",
        { class: "swing" },
        h("line", { x1: x(a), x2: x(b), y1: y(margins[0]), y2: y(margins[1]) }),
        h("circle", { cx: (x(a) + x(b)) / 2, cy: y(middle) + above, r: 6.5 }),
        h("text", { x: (x(a) + x(b)) / 2, y: y(middle) + above + 3.4 }, at + 1),
      );
    });
    // The turns below, as many as there is room for.
    const turns = moments.filter(({ turn }, at) => moments[at - 1]?.turn !== turn);
    const step = Math.ceil(turns.length / 12);
    return h(
      "figure",
      { class: "outlook" },
      h(
        "svg",
        { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "group", "aria-label": texts.curve },
        h("line", { class: "zero", x1: EDGE, x2: WIDE - EDGE, y1: y(0), y2: y(0) }),
        h("text", { x: 4, y: 11 }, texts.scale("union", most)),
        h("text", { x: 4, y: high - 3 }, texts.scale("confederate", most)),
        turns
          .filter((_, at) => at % step === 0)
          .map((moment) => h("text", { class: "turn", x: x(moments.indexOf(moment)), y: foot }, moment.turn)),
        h("polygon", { class: "band", points: band }),
        h("polyline", { class: "course", points: line }),
        swings,
        h(
          "rect",
          { class: "end", x: x(last) - 3.5, y: y(end) - 3.5, width: 7, height: 7 },
          h("title", null, texts.end(end)),
        ),
        points.map(({ moment, at, outlook }) => {
          const said = texts.momentMargin(words.capital(texts.moment(moment)), outlook.margin);
          return h(
            "circle",
            {
              class: `at side-${moment.side} ${moment === this.#chosen ? "chosen" : ""}`,
              cx: x(at),
              cy: y(outlook.margin),
              r: moment === this.#chosen ? 5.5 : 4,
              tabindex: 0,
              role: "button",
              "aria-label": said,
              "aria-pressed": String(moment === this.#chosen),
              key: `moment-${moment.version}`,
              onclick: () => this.#choose(moment),
              onkeydown: (event) => {
                if (event.key !== "Enter" && event.key !== " ") return;
                event.preventDefault();
                this.#choose(moment);
              },
            },
            h("title", null, said),
          );
        }),
      ),
      h("figcaption", { class: "small" }, texts.aboutCurve),
    );
  }

  /** @param {Moment} moment */
  #choose(moment) {
    this.#chosen = moment;
    this.draw();
    this.look(moment.version, lines(this.#found.get(moment.version)?.counsel ?? []));
  }

  /** @param {Moment} moment */
  #told(moment) {
    const found = this.#found.get(moment.version);
    const outlook = found?.outlook;
    /** @type {Intent[]} */
    const intents = found?.intents ?? [];
    const only = intents.length === 1 && intents[0].text === found?.summary;
    return h(
      "section",
      { class: "part", "aria-label": texts.theMoment },
      h("h3", null, words.capital(texts.moment(moment))),
      outlook && h("p", null, texts.outlook(outlook, moment.points)),
      found?.summary && h("p", null, texts.wouldHaveAdvised(found.summary)),
      !only &&
        h(
          "ol",
          { class: "plain-list" },
          intents.map(({ text }) => h("li", null, text)),
        ),
    );
  }
}
