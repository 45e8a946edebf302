// Range and line of sight: from a hex, what is clear, obscured or blocked, how far it is, and what
// stands in the way.

import { h } from "../common/html.js";
import * as words from "../common/words.js";
import { Lost, Refusal } from "../session/connection.js";
import * as texts from "../texts/panel.js";

/**
 * @import { Line, Outline } from "../board/board.js"
 * @import { Play } from "../game/play.js"
 * @import { SightTarget } from "protocol"
 */

/** @type {Record<string, string>} */
const SEEN = { obscured: "◐", blocked: "✕" };

/** Shows what is seen from a hex, or nothing more. */
export class Sight {
  /** @type {string | null} The hex one looks from. */
  from = null;
  /** @type {string | null} The hex one looks at. */
  to = null;
  /** Whether a press on the map is for this tool. */
  armed = false;
  /** @type {Map<string, SightTarget>} */
  targets = new Map();

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
  }

  /** Whether games of this system can be asked. */
  get able() {
    return this.play.session.begun && this.play.page.seesLines && this.play.session.you !== null;
  }

  /**
   * Takes the tool in hand, or lays it down.
   * @param {boolean} armed
   */
  arm(armed) {
    this.armed = armed;
    if (!armed) this.close();
  }

  /**
   * A press on the map while the tool is in hand: where one looks from; with a finger, at last
   * where one looks to.
   * @param {string} hex
   * @param {boolean} touch
   */
  press(hex, touch) {
    if (touch && this.from && hex !== this.from && this.to === null) return this.aim(hex);
    this.to = null;
    return this.look(hex);
  }

  /** @param {string | null} hex */
  async look(hex) {
    if (!this.able || !hex) return;
    if (this.from === hex) return this.close();
    let seen;
    try {
      const answer = await this.play.session.call("game.targets", { verb: "sight", subject: hex });
      seen = /** @type {SightTarget[]} */ (answer.targets);
    } catch (error) {
      if (error instanceof Refusal || error instanceof Lost) return this.play.say(error.message);
      throw error;
    }
    this.from = hex;
    this.to = null;
    this.version = this.play.view.version;
    this.targets = new Map(seen.map((target) => [target.hex, target]));
    this.play.sights = [
      ...seen
        .filter(({ hex }) => this.play.board.sheet.hex(hex))
        .map(({ hex, view }) => ({ hex, kind: `sight-${view}`, letter: SEEN[view] })),
      { hex, kind: "sight-from", text: "◉" },
    ];
    const count = (/** @type {string} */ view) => seen.filter((target) => target.view === view).length;
    this.play.say(texts.seen(hex, count("clear"), count("obscured"), count("blocked")));
    this.play.draw();
  }

  /**
   * Looks at a hex: the line there is drawn, with what stands in it.
   * @param {string | null} hex
   */
  aim(hex) {
    if (this.from === null || hex === this.to) return;
    this.to = hex;
    this.play.drawBoard();
  }

  /**
   * The line to the hex one looks at.
   * @returns {Line[]}
   */
  get lines() {
    const { from, to } = this;
    if (from === null || to === null || from === to) return [];
    return [{ from, to, kind: `sight ${this.targets.get(to)?.view ?? "beyond"}` }];
  }

  /**
   * What stands in that line.
   * @returns {Outline[]}
   */
  get obstacles() {
    const by = this.to === null ? [] : (this.targets.get(this.to)?.by ?? []);
    return [...new Set(by.map((one) => one.hex))].map((hex) => ({ hex, kind: "blocks" }));
  }

  close() {
    if (this.from === null && this.play.sights.length === 0) return;
    this.from = null;
    this.to = null;
    this.targets.clear();
    this.play.sights = [];
    this.play.draw();
  }

  /**
   * How far it is to a hex.
   * @param {string} hex
   */
  #range(hex) {
    return this.targets.get(hex)?.range ?? (this.from === null ? null : this.play.board.sheet.distance(this.from, hex));
  }

  /**
   * How a hex is seen, in a line for the inspector.
   * @param {string} hex
   */
  line(hex) {
    if (this.from === null || hex === this.from) return null;
    const target = this.targets.get(hex);
    const said = texts.range(this.from, this.#range(hex));
    if (!target) return h("p", { class: "small" }, h("b", null, said), texts.beyond);
    return h(
      "p",
      { class: `small seen-${target.view}` },
      h("b", null, `${said}: ${target.view}`),
      target.by.length > 0 && [texts.blockedBy, obstacles(target.by, this.play.view.system)],
      ".",
    );
  }

  /**
   * The same for the ear.
   * @param {string} hex
   */
  said(hex) {
    const target = this.targets.get(hex);
    return target && this.from ? texts.sightAloud(this.from, target.range, target.view, target.by) : "";
  }
}

/**
 * What stands in a line of sight, each with its case.
 * @param {{ text: string, hex: string, case: string }[]} list
 * @param {string} system
 */
export function obstacles(list, system) {
  return list.map((one, at) => [at ? "; " : "", texts.obstacle(one.text, one.hex), words.caseLink(one.case, system)]);
}
