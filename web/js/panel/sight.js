// Line of sight from a hex: what is clear, obscured or blocked, and by what.

import { h } from "../common/html.js";
import * as words from "../common/words.js";

/**
 * @import { Play } from "../game/play.js"
 * @import { SightTarget } from "protocol"
 */

/** @type {Record<string, string>} */
const SEEN = { obscured: "◐", blocked: "✕" };

/** Shows what is seen from a hex, or nothing more. */
export class Sight {
  /**
   * The hex one looks from.
   * @type {string | null}
   */
  from = null;
  /** @type {Map<string, SightTarget>} */
  targets = new Map();

  /**
   * @param {Play} play
   */
  constructor(play) {
    this.play = play;
  }

  /** Whether games of this system can be asked. */
  get able() {
    return this.play.session.begun && this.play.page.seesLines && this.play.session.you !== null;
  }

  /**
   * @param {string | null} hex
   */
  async look(hex) {
    if (!this.able || !hex) return;
    if (this.from === hex) return this.close();
    const answer = await this.play.session.call("game.targets", { verb: "sight", subject: hex });
    const seen = /** @type {SightTarget[]} */ (answer.targets);
    this.from = hex;
    this.version = this.play.view.version;
    this.targets = new Map(seen.map((target) => [target.hex, target]));
    this.play.sights = [
      ...seen
        .filter(({ hex }) => this.play.board.sheet.hex(hex))
        .map(({ hex, view }) => ({ hex, kind: `sight-${view}`, letter: SEEN[view] })),
      { hex, kind: "sight-from", text: "◉" },
    ];
    const count = (/** @type {string} */ view) => seen.filter((target) => target.view === view).length;
    this.play.say(
      `From ${hex}: ${count("clear")} hexes clear, ${count("obscured")} obscured, ${count("blocked")} blocked.`,
    );
    this.play.draw();
  }

  close() {
    this.from = null;
    this.targets.clear();
    this.play.sights = [];
    this.play.draw();
  }

  /**
   * How a hex is seen, in a line for the inspector.
   * @param {string} hex
   */
  line(hex) {
    const target = this.targets.get(hex);
    if (!target) return null;
    return h(
      "p",
      { class: `small seen-${target.view}` },
      h("b", null, `From ${this.from}, range ${target.range}: ${target.view}`),
      target.by.length > 0 && [" by ", obstacles(target.by, this.play.view.system)],
      ".",
    );
  }

  /**
   * The same for the ear.
   * @param {string} hex
   */
  said(hex) {
    const target = this.targets.get(hex);
    if (!target) return "";
    const by = target.by.map((one) => `${one.text} in ${one.hex}`).join(", ");
    return `from ${this.from} ${target.view}${by && ` by ${by}`}`;
  }
}

/**
 * What stands in a line of sight, each with its case.
 * @param {{ text: string, hex: string, case: string }[]} list
 * @param {string} system
 */
export function obstacles(list, system) {
  return list.map((one, at) => [at ? "; " : "", `${one.text}, ${one.hex} `, words.caseLink(one.case, system)]);
}
