// What the enemy's next attacks could ask of this seat, as the server foresees it, and the answers
// that are laid down for it. Which questions there are, what would answer them, and where an answer
// belongs, the server says.

import { plannedRetreats } from "./planned-retreats.js";

/**
 * @import { Play } from "../../../game/play.js"
 * @import { BlueGrayView, Conditional, Foreseen, ForeseenQuestion, Reply } from "protocol/blue-gray"
 */

/**
 * The list of conditional orders at the end of a way, which is made where it is not there yet.
 * @param {Conditional[]} laid
 * @param {number[]} way
 */
function listAt(laid, way) {
  let list = laid;
  for (let step = 0; step + 1 < way.length; step += 2) {
    const answer = list[way[step]].answers[way[step + 1]];
    answer.next ??= [];
    list = answer.next;
  }
  return list;
}

/**
 * All questions of a tree, each before what follows on it.
 * @param {ForeseenQuestion[]} questions
 * @returns {ForeseenQuestion[]}
 */
export const everyQuestion = (questions) =>
  questions.flatMap((one) => [one, ...one.given.flatMap(({ next }) => everyQuestion(next))]);

export class Foresight {
  /**
   * What was told last: the hexes that could be attacked, and the attack on the one that is looked at.
   * @type {Foreseen | null}
   */
  told = null;
  /**
   * The hex whose attack is looked at.
   * @type {string | null}
   */
  hex = null;
  /** The column that is supposed; the best, where it is empty. */
  column = "";
  /**
   * Enemy units that are supposed not to attack.
   * @type {Set<string>}
   */
  absent = new Set();
  /** What is laid down holds in the coming player-turn alone. */
  once = true;
  /** Presses on the map are answers. */
  pointing = false;
  /** Why nothing could be told. */
  refused = "";
  /** What was asked about last. */
  #asked = "";
  /** What `told` is the answer to. */
  #answered = "";

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    play.pointing = (hex) => this.#press(hex);
    // While an attack is looked at, what is answered to that is drawn.
    plannedRetreats(play).instead = () => (this.hex === null ? null : this.lines);
  }

  get view() {
    return /** @type {BlueGrayView} */ (this.play.view);
  }

  /** The conditional orders that are laid down. */
  get laid() {
    return this.view.instructions?.conditional ?? [];
  }

  /**
   * Looks at another attack.
   * @param {{ hex?: string | null, column?: string, absent?: Set<string> }} change
   */
  choose(change) {
    if (change.hex !== undefined && change.hex !== this.hex) {
      this.column = "";
      this.absent = new Set();
    }
    Object.assign(this, change);
    return this.look();
  }

  /** What is to be asked of the server. */
  get #subject() {
    const { hex, column } = this;
    if (hex === null) return null;
    const by = this.told?.targets.find((one) => one.hex === hex)?.by ?? [];
    const attackers = by.filter(({ unit }) => !this.absent.has(unit)).map(({ unit }) => ({ unit }));
    return {
      hexes: [hex],
      ...(this.absent.size > 0 && attackers.length > 0 && { attackers }),
      ...(column && { column }),
    };
  }

  /** What there is to be asked about now; nothing, if nothing can be laid down. */
  get #now() {
    const { play, view } = this;
    const open = view.instructions && !play.past && view.phase !== "over";
    return open ? JSON.stringify([view.version, view.instructions, this.#subject]) : "";
  }

  /** Asks anew, unless nothing has changed since. */
  async look() {
    const { play } = this;
    const asked = this.#now;
    const open = asked !== "";
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.refused = "";
    const ask = (/** @type {unknown} */ subject) => play.session.call("game.targets", { verb: "foresee", subject });
    try {
      const all = open ? /** @type {Foreseen} */ (await ask(null)) : null;
      const chosen = all && this.hex !== null && all.targets.some(({ hex }) => hex === this.hex);
      const attack = chosen ? /** @type {Foreseen} */ (await ask(this.#subject)).attack : undefined;
      // Something else may have been asked meanwhile.
      if (asked !== this.#asked) return;
      this.told = all && { ...all, attack };
      this.#answered = asked;
    } catch (error) {
      if (asked !== this.#asked) return;
      this.refused = error instanceof Error ? error.message : String(error);
      if (this.told) this.told = { ...this.told, attack: undefined };
    }
    plannedRetreats(play).draw();
  }

  /** Where units would go by the answers to the attack that is looked at. */
  get lines() {
    return everyQuestion(this.told?.attack?.questions ?? []).flatMap(({ given, options }) =>
      given.flatMap(({ give }) => {
        const option = options.find((one) => JSON.stringify(one.give) === JSON.stringify(give));
        return (option?.moves ?? []).map(({ from, to }, at) => ({
          from,
          to,
          kind: `advice ${at > 0 ? "displaced" : "retreat"}`,
          arrow: true,
        }));
      }),
    );
  }

  /**
   * Lays other conditional orders down.
   * @param {Conditional[]} conditional
   */
  lay(conditional) {
    return this.play.instruct({ conditional });
  }

  /**
   * Lays an answer down: in the place of the one that `at` leads to, if that was laid down for this
   * question, or else for it alone.
   * @param {ForeseenQuestion} question
   * @param {Reply | null} give null to be asked
   * @param {number[] | null} at
   * @param {boolean} [more] after the answers that there are
   */
  answer(question, give, at, more = false) {
    // What has been laid down since has moved the ways.
    if (this.#answered !== this.#now) return undefined;
    const laid = structuredClone(this.laid);
    const { ask, when, after } = question;
    if (at && String(at.slice(0, -2)) === String(after)) {
      const [nth, one] = at.slice(-2);
      const list = listAt(laid, after);
      const { answers } = list[nth];
      if (give && more) answers.push({ give });
      else if (give) answers[one] = { give };
      else answers.splice(one, 1);
      if (answers.length === 0) list.splice(nth, 1);
    } else {
      const during = this.once && after.length === 0 && this.told ? { during: this.told.during } : {};
      const order = { ask, when, answers: [{ give: give ?? { ask: {} } }], ...during };
      listAt(laid, after).push(/** @type {Conditional} */ (order));
    }
    return this.lay(laid);
  }

  /**
   * Takes a conditional order back, with what follows on it.
   * @param {number} at
   */
  remove(at) {
    return this.lay(this.laid.filter((_, nth) => nth !== at));
  }

  /**
   * A press on the map: a hex that could be attacked is looked at, and one to which the first
   * question still open could be answered answers it.
   * @param {string} hex
   */
  #press(hex) {
    const panel = document.getElementById("panel-standing");
    if (!this.pointing || !panel || panel.hidden) return false;
    const open = everyQuestion(this.told?.attack?.questions ?? []).find((one) => one.open && !one.given.length);
    const option = open?.options.find(({ moves }) => moves[0]?.to === hex);
    if (open && option) this.answer(open, option.give, null);
    else if (this.told?.targets.some((one) => one.hex === hex)) this.choose({ hex });
    else return false;
    return true;
  }
}

/** @type {WeakMap<Play, Foresight>} */
const OF = new WeakMap();

/**
 * That of a table.
 * @param {Play} play
 */
export function foresight(play) {
  const found = OF.get(play) ?? new Foresight(play);
  OF.set(play, found);
  return found;
}
