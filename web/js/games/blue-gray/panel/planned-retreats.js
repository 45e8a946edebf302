// Where units would retreat now by the standing orders of their side, as arrows on the map. The
// server says where, by the code that answers for the side.

/**
 * @import { Line } from "../../../board/board.js"
 * @import { Play } from "../../../game/play.js"
 * @import { Order } from "protocol"
 * @import { BlueGrayView, PlannedRetreat } from "protocol/blue-gray"
 */

export class PlannedRetreats {
  /** @type {PlannedRetreat[]} */
  retreats = [];
  on = false;
  /**
   * Other lines that are drawn in the place of these, if there are any.
   * @type {() => Line[] | null}
   */
  instead = () => null;
  /** What was asked about last. */
  #asked = "";

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    // Any move, and any standing order, may change them.
    play.on("draw", () => this.on && this.look());
  }

  /** @param {boolean} on */
  async set(on) {
    this.on = on;
    if (on) return this.look();
    this.#asked = "";
    this.#show([]);
  }

  /** Asks anew, unless nothing has changed since. */
  async look() {
    const { play } = this;
    const view = /** @type {BlueGrayView} */ (play.view);
    const instructions = play.past || view.phase === "over" ? null : view.instructions;
    const asked = instructions ? JSON.stringify([view.version, instructions]) : "";
    if (asked === this.#asked) return;
    this.#asked = asked;
    if (!instructions) return this.#show([]);
    const order = /** @type {Order} */ ({ instruct: { instructions } });
    const told = await play.session.call("game.preview", { order }).catch(() => null);
    // Something else may have been asked meanwhile.
    if (asked !== this.#asked) return;
    this.#show(told && "retreats" in told ? /** @type {PlannedRetreat[]} */ (told.retreats) : []);
  }

  /** @param {PlannedRetreat[]} retreats */
  #show(retreats) {
    this.retreats = retreats;
    this.draw();
  }

  /** Draws the lines of what is shown. */
  draw() {
    const lines = this.retreats.flatMap(({ from, to, displaced }) =>
      to
        ? [
            { from, to, kind: "advice retreat", arrow: true },
            ...(displaced ? [{ from: to, to: displaced.to, kind: "advice displaced", arrow: true }] : []),
          ]
        : [],
    );
    this.play.intended = this.instead() ?? lines;
    this.play.draw();
  }
}

/** @type {WeakMap<Play, PlannedRetreats>} */
const OF = new WeakMap();

/**
 * Those of a table.
 * @param {Play} play
 */
export function plannedRetreats(play) {
  const found = OF.get(play) ?? new PlannedRetreats(play);
  OF.set(play, found);
  return found;
}
