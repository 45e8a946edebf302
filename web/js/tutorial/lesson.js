// The tutorial on the battle page: begins its games, waits for the right order, answers a wrong
// one, and plays the other side.

import { takenBack } from "../agreement/line.js";
import { calm } from "../common/html.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import { Lost, Refusal } from "../session/connection.js";
import * as seats from "../session/seats.js";
import * as texts from "../texts/tutorial.js";
import { draw } from "./panel.js";
import * as progress from "./progress.js";
import { doneTasks, openTasks, sameOrder, stepsOfGame } from "./steps.js";

/**
 * @import { Play } from "../game/play.js"
 * @import { Connection } from "../session/connection.js"
 * @import { Session } from "../session/session.js"
 * @import { Order, Tokens, Tutorial, TutorialStep, TutorialTask } from "protocol"
 */

/** How long the other side takes to decide, in ms: long enough to see what it is asked. */
const PAUSE = 1300;

export class Lesson {
  /** The step that is read. */
  step = 0;
  /** @type {{ why?: string } | null} The task that an order just given would have had to do, or null. */
  wrong = null;
  /** Whether a step is being prepared. */
  busy = true;
  /** Whether the text is folded away. */
  folded = false;
  /** @type {{ game: string, tokens: Partial<Tokens>, old?: boolean } | null} */
  #kept = null;
  /** @type {number | undefined} */
  #timer = undefined;

  /**
   * @param {HTMLElement} element
   * @param {{
   *   connection: Connection, session: Session, play: Play, fail: (message: string) => void,
   * }} options
   */
  constructor(element, { connection, session, play, fail }) {
    this.element = element;
    this.connection = connection;
    this.session = session;
    this.play = play;
    this.fail = fail;
    /** @type {Tutorial} */
    this.tutorial = { title: "", scenario: "", side: "union", steps: [] };
    /** @type {Tutorial[]} All that this server has. */
    this.tutorials = [];
    play.guard = (order) => this.#judge(order);
    play.on("refused", () => this.#forgive());
    session.on("change", () => this.#changed());
    // A game of an earlier visit that this server no longer has is begun anew.
    session.on("fault", (detail) => (this.#kept?.old ? this.#begin(this.step) : this.fail(detail.message)));
  }

  /** Fetches the tutorials and goes on where this browser left the one that the address names. */
  async start() {
    const answer = await fetch("/tutorials.json");
    if (!answer.ok) return this.fail(texts.none);
    this.tutorials = await answer.json();
    const wanted = new URLSearchParams(location.search).get("lesson");
    this.tutorial = this.tutorials.find(({ scenario }) => scenario === wanted) ?? this.tutorials[0];
    this.element.hidden = false;
    const kept = progress.read(this.#name);
    this.step = Math.min(Math.max(kept?.step ?? 0, 0), this.tutorial.steps.length - 1);
    if (!kept?.game) return this.#begin(this.step);
    this.#kept = { game: kept.game, tokens: kept.tokens, old: true };
    this.busy = false;
    await this.session.open(kept.game, kept.tokens[this.tutorial.side]);
  }

  /** The steps of the game at hand, `{first, end}`. */
  get game() {
    return stepsOfGame(this.tutorial.steps, this.step);
  }

  /** The orders of the record that hold; of one that is kept from the pupil, who gave it. */
  get orders() {
    const entries = [...this.session.entries.values()].sort((a, b) => a.version - b.version);
    const gone = takenBack(entries);
    return entries
      .filter((entry) => !gone.has(entry.version))
      .map(({ order, side, events }) => order ?? (side && events?.length ? { kept: { side } } : null))
      .filter(truthy);
  }

  /**
   * Which tasks of a step of this game are done.
   * @param {number} step
   */
  made(step) {
    const { first, end } = this.game;
    if (this.busy) return new Set();
    return doneTasks(this.tutorial.steps.slice(first, end), this.orders)[step - first];
  }

  /**
   * The tasks that may be done now: of this step, or, if it is done, of the next one in the same
   * game.
   */
  get open() {
    const { steps } = this.tutorial;
    for (let step = this.step; step < this.game.end; step++) {
      const open = openTasks(steps[step], this.made(step));
      if (open.length) return open;
    }
    return [];
  }

  /**
   * Shows a step from its beginning.
   * @param {number} step
   */
  async go(step) {
    this.folded = false;
    const { first, end } = this.game;
    const before = step >= first && step < end && this.tutorial.steps.slice(first, step);
    const fresh = before && this.made(step).size === 0;
    // Forward in the same game nothing has to begin anew: what is missing is played.
    if (fresh) await this.#catchUp(before, step);
    else await this.#begin(step);
    document.getElementById("lesson-title")?.focus();
  }

  /**
   * Begins the game of a step, and plays it up to there.
   * @param {number} step
   */
  async #begin(step) {
    this.#prepare(step);
    const { steps, scenario, options } = this.tutorial;
    const { first } = stepsOfGame(steps, step);
    const { dice, position } = steps[first].begin ?? {};
    await this.#surely(async () => {
      const { game, tokens = {} } = await this.connection.call(position ? "game.position" : "game.new", {
        scenario,
        dice,
        options,
        mode: "two",
        name: this.tutorial.title,
        ...position,
      });
      for (const task of steps.slice(first, step).flatMap((one) => one.tasks)) {
        await this.connection.call("game.order", { game, token: tokens[task.side], order: task.order });
      }
      this.#kept = { game, tokens };
      this.#ready();
      await this.session.open(game, tokens[this.tutorial.side]);
    });
  }

  /**
   * Gives the orders that are missing of earlier steps.
   * @param {TutorialStep[]} before
   * @param {number} step
   */
  async #catchUp(before, step) {
    const made = before.map((_, index) => this.made(this.game.first + index));
    this.#prepare(step);
    const missing = before.flatMap((one, index) => one.tasks.filter((_, task) => !made[index].has(task)));
    await this.#surely(async () => {
      for (const task of missing) await this.#reached((await this.#give(task)).version);
      this.#ready();
      this.#changed();
    });
  }

  /** @param {number} step */
  #prepare(step) {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.busy = true;
    this.wrong = null;
    this.step = step;
    this.play.lessonHexes = [];
    draw(this.element, this);
  }

  #ready() {
    this.busy = false;
    this.#keep();
  }

  /** What its progress is kept as: the first tutorial has no name of its own. */
  get #name() {
    return this.tutorial === this.tutorials[0] ? undefined : this.tutorial.scenario;
  }

  #keep() {
    if (!this.#kept) return;
    const { game, tokens } = this.#kept;
    progress.write({ step: this.step, game, tokens }, this.#name);
  }

  /**
   * Tries again if the line breaks meanwhile; the connection waits until it stands.
   * @param {() => Promise<unknown>} act
   */
  async #surely(act) {
    try {
      await act();
    } catch (error) {
      if (error instanceof Lost) return this.#begin(this.step);
      if (!(error instanceof Refusal)) throw error;
      this.fail(error.message);
    }
  }

  /** @param {TutorialTask} task */
  #give(task) {
    return this.connection.call("game.order", {
      game: this.session.game,
      token: this.#kept?.tokens[task.side],
      order: task.order,
      version: this.session.version,
    });
  }

  /**
   * Waits until this page has heard of a version.
   * @param {number} version
   */
  #reached(version) {
    if (this.session.version >= version) return null;
    return new Promise((resolve) => {
      const done = this.session.on("change", () => {
        if (this.session.version < version) return;
        done();
        resolve(null);
      });
    });
  }

  /**
   * Whether an order may be sent. What the rules refuse they explain; what is only not wanted the
   * lesson explains.
   * @param {Order} order
   */
  async #judge(order) {
    if (this.busy) return false;
    const open = this.open.filter((task) => task.side === this.tutorial.side);
    if (open.some((task) => sameOrder(task.order, order))) return true;
    try {
      const preview = await this.session.call("game.preview", { order });
      if (!preview.legal) {
        this.play.refuse(preview.refusal, order);
        return false;
      }
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
      if (error instanceof Refusal) this.play.refuse({ message: error.message, ...error.data });
      return false;
    }
    this.play.emit("refused", null);
    // A task that was skipped over by reading is a task of the step it belongs to.
    this.wrong = open.find((task) => task.why) ?? { why: texts.stepDone };
    draw(this.element, this);
    this.element.querySelector(".lesson-note")?.scrollIntoView({ block: "nearest" });
    return false;
  }

  #forgive() {
    if (!this.wrong) return;
    this.wrong = null;
    draw(this.element, this);
  }

  #changed() {
    if (!this.tutorial.steps.length || this.busy) return;
    const { steps, side } = this.tutorial;
    this.wrong = null;
    // After an undo, or an order without "Next", the step at hand is shown.
    const { first, end } = this.game;
    const at = this.step;
    while (this.step > first && this.made(this.step - 1).size < steps[this.step - 1].tasks.length) this.step--;
    while (this.step + 1 < end && this.made(this.step + 1).size) this.step++;
    if (this.step !== at) this.#keep();
    const [next] = openTasks(steps[this.step], this.made(this.step));
    this.#look(next && next.side === side ? next.look : []);
    draw(this.element, this);
    if (!next || next.side === side || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#answer(next), calm() ? 0 : PAUSE);
  }

  /**
   * The other side's order. If the line broke or the game went on meanwhile, the next change asks
   * for it again.
   * @param {TutorialTask} task
   */
  async #answer(task) {
    try {
      await this.#reached((await this.#give(task)).version);
      this.#timer = undefined;
      this.#changed();
    } catch (error) {
      this.#timer = undefined;
      if (error instanceof Lost || (error instanceof Refusal && error.code === 2)) return;
      if (!(error instanceof Refusal)) throw error;
      this.fail(error.message);
    }
  }

  /**
   * Marks where to look; a new place is brought into sight.
   * @param {string[]} hexes
   */
  #look(hexes) {
    const before = this.play.lessonHexes.join();
    this.play.lessonHexes = hexes;
    if (!this.play.board.laid || hexes.join() === before) return;
    this.play.drawBoard();
    if (hexes.length) this.play.board.highlight(hexes);
  }

  /** The map lies on the table. */
  laid() {
    if (this.play.lessonHexes.length) this.play.board.highlight(this.play.lessonHexes);
  }

  fold() {
    this.folded = !this.folded;
    draw(this.element, this);
  }

  /** The end of the lessons: a game of the battle itself, both sides at this screen. */
  async playBattle() {
    try {
      const { scenario } = this.tutorial;
      const { game, tokens = {} } = await this.connection.call("game.new", { scenario, mode: "hot-seat" });
      seats.keep(game, tokens);
      location.href = seats.link(game, tokens.both);
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof Lost)) throw error;
      this.play.refuse({ message: words.sentence(error.message) });
    }
  }
}
