// The table: the game as the page shows it, the question at hand, and every order that is given.

import { restsOn } from "../board/certainty.js";
import { Emitter } from "../common/emitter.js";
import { truthy } from "../common/truthy.js";
import { Sight } from "../panel/sight.js";
import { Lost, Refusal } from "../session/connection.js";
import * as texts from "../texts/game.js";
import { Camera } from "./camera.js";
import { Clicks } from "./clicks.js";
import { scene, stacks } from "./scene.js";

/**
 * @import { Board, Line, Outline, Press } from "../board/board.js"
 * @import { GamePage, Throw } from "../games/pages.js"
 * @import { Aids } from "../panel/aids.js"
 * @import { Refused } from "../session/connection.js"
 * @import { Agreeing, Session } from "../session/session.js"
 * @import { Doubt } from "./phase-end.js"
 * @import { Prompt } from "./prompt.js"
 * @import { Marks } from "./scene.js"
 * @import { Entry, Explanation, Order, Unit, View } from "protocol"
 */

/** How long the pointer rests on a stack before its counters lie side by side, in ms. */
const SPREAD = 260;

/**
 * Whether an entry leaves the position as it was.
 * @param {Entry} entry
 */
const aside = ({ commit, seed, given, offer, decline }) => commit || seed || given || offer || decline !== undefined;

/**
 * Events: `draw` (panels should be drawn), `said` with a text to be read aloud, `refused` with what
 * was refused, or null when that is settled, `explained` with the answer of `game.explain`,
 * `doubted` with a question to be asked before a phase ends, and what to do if the answer is yes,
 * `inspect` with a hex to be looked at, `uncovered` when hidden chits may be seen, `viewed` when
 * another part of the map is seen.
 * @extends {Emitter<{
 *   draw: void,
 *   said: string,
 *   refused: { refusal: Refused, order: Order | null } | null,
 *   explained: Explanation,
 *   doubted: Doubt,
 *   inspect: { hex: string | null, pinned: boolean },
 *   uncovered: void,
 *   viewed: void,
 * }>}
 */
export class Play extends Emitter {
  /** @type {Prompt | null} */
  prompt = null;
  /** @type {View | null} A view of the past while one looks back, else null. */
  past = null;
  /** @type {string[]} The hexes that moment was about. */
  pastHexes = [];
  /**
   * What is on its way to the program, with the version of the game that it was made for.
   * @type {{ version: number } | null}
   */
  #sent = null;
  /** @type {Promise<unknown>} The last that was sent. */
  #acting = Promise.resolve();
  /** @type {Promise<unknown>} The last that was given as an order about no position. */
  #aside = Promise.resolve();
  /** @type {Set<string>} What is being agreed on. */
  #agreeing = new Set();
  /** @type {Promise<unknown> | null} What the question at hand still asks before it can be answered. */
  #beginning = null;
  /** @type {Order | null} An order that waits for the dice, which wait for a player. */
  heldOrder = null;
  /** @type {Outline[]} What the map's hexes rest on, as outlines, while it is shown. */
  tints = [];
  /** @type {Outline[]} What is seen from a hex, as outlines, while it is shown. */
  sights = [];
  /** @type {string[]} What a computer has just done: the hexes it was about. */
  doneHexes = [];
  /** @type {Throw | null} The fight that is told on the map. */
  fight = null;
  /** @type {Aids | null} What the map shows on demand. */
  aids = null;
  /** @type {string | null} The hex under the pointer. */
  pointed = null;
  /**
   * The hex whose counters lie side by side since the pointer rests on them, or a finger was there.
   * @type {string | null}
   */
  #spread = null;
  /** @type {number | undefined} */
  #spreading = undefined;
  /** Whether what happens is just being told: then nothing can be done. */
  telling = () => false;
  /** @type {() => Line[]} Lines that advice or a review draws: `{from, to, kind, arrow}`. */
  strokes = () => [];
  /** @type {Line[]} Lines that a panel of the game draws: what is intended. */
  intended = [];
  /**
   * What a panel of the game does with a press on a hex, before the question at hand does; whether
   * it was meant for it.
   * @type {((hex: string) => boolean) | null}
   */
  pointing = null;
  /** @type {string[]} Hexes that a lesson points at. */
  lessonHexes = [];
  /**
   * Asked of every order before it is sent: a lesson's word. Resolves to false for one that is not
   * to be sent.
   * @type {((order: Order) => Promise<boolean>) | null}
   */
  guard = null;
  /** @type {Map<string, Unit[]>} */
  #stacks = new Map();

  /**
   * `lay` makes the board, which calls what it is given; `pageOf` says how games of a view's system are shown.
   * @param {Session} session
   * @param {(on: ConstructorParameters<typeof Board>[1]) => Board} lay
   * @param {(view: View) => GamePage} pageOf
   */
  constructor(session, lay, pageOf) {
    super();
    this.session = session;
    this.pageOf = pageOf;
    this.sight = new Sight(this);
    this.camera = new Camera(this);
    this.clicks = new Clicks(this);
    this.board = lay({
      press: (at) => this.#press(at),
      hover: (hex, unit) => this.#hover(hex, unit),
      drag: (unit) => this.session.begun && this.prompt?.take(unit),
      drop: (unit, hex) => this.#click(`drop ${unit} ${hex}`, false, () => this.prompt?.release(unit, hex)),
      hold: ({ hex }) => this.#inspect(hex, true),
      focus: (hex) => this.#focus(hex),
      blur: () => this.#focus(this.pointed),
      describe: (hex) => this.sentence(hex),
      view: () => this.emit("viewed"),
    });
    session.on("change", (detail) => {
      // What was in hand was for a position that the game has gone back from.
      if (session.wentBack(detail.fresh)) this.prompt = null;
      if (detail.fresh.length && detail.fresh.every((entry) => aside(entry) || this.awaits(entry.version - 1)))
        this.clicks.keepUp();
      this.#changed();
      this.#giveHeld(detail.fresh);
    });
    session.on("left", () => {
      this.prompt = null;
      this.#beginning = null;
    });
    session.shares.on("change", () => this.draw());
  }

  /** The view on the screen. */
  get view() {
    return this.past ?? this.session.view;
  }

  /** How games of this system are shown. */
  get page() {
    return this.pageOf(this.view);
  }

  /** @param {string | null | undefined} id */
  unitOf(id) {
    return id && this.session.begun ? this.view.units.find((unit) => unit.id === id) : undefined;
  }

  /** The units in a hex, the top one last. */
  stack(/** @type {string | null} */ hex) {
    return (hex && this.#stacks.get(hex)) || [];
  }

  /** What the question at hand says of a hex. */
  describe(/** @type {string} */ hex) {
    return [this.prompt?.describe(hex), this.aids?.said(hex)].filter(truthy).join("; ");
  }

  /** A hex as it is read aloud. */
  sentence(/** @type {string} */ hex) {
    if (!this.session.begun) return texts.hex(hex);
    const sheetHex = this.board.sheet.hex(hex);
    const control = this.view.control.find((one) => one.hex === hex);
    const said = [
      texts.hex(hex),
      control?.name ?? sheetHex?.name,
      sheetHex?.ground,
      "outside" in this.view && this.view.outside?.hexes.includes(hex) && texts.outside,
      this.tints.length > 0 && sheetHex && restsOn(sheetHex.certainty),
      ...this.stack(hex).map((unit) => this.page.unitAloud(unit)),
      control && texts.held(control.side),
      this.sight.said(hex),
      this.describe(hex),
    ];
    return said.filter(truthy).join("; ");
  }

  /**
   * Shows a moment of the past with the hexes it was about, or the present again (`null`).
   * @param {View | null} view
   * @param {string[]} [hexes]
   */
  look(view, hexes = []) {
    this.past = view;
    this.pastHexes = hexes;
    if (view) this.prompt = null;
    this.camera.told(hexes);
    const changed = this.#changed();
    if (!view) this.#giveHeld([]);
    return changed;
  }

  /**
   * Gives an order. Resolves to true if it was carried out.
   * @param {Order} order
   * @param {{ before?: () => Promise<unknown>, quiet?: boolean }} [how] `before`: what it waits for before it goes out;
   *   `quiet`: nothing is said if the position has changed
   */
  async order(order, { before, quiet } = {}) {
    const { version } = this.session;
    if (this.guard && !(await this.guard(order))) return false;
    const give = async () => {
      await before?.();
      await this.session.order(order, version);
    };
    return this.#act(give, { order, quiet });
  }

  /**
   * Gives an order that is about no position, after what is on its way and what is told, so that neither is lost.
   * @param {() => object} order
   */
  after(order) {
    const give = async () => {
      while (this.busy || this.telling()) await (this.busy ? this.#acting : this.#change());
      return this.order(/** @type {Order} */ (order()));
    };
    this.#aside = this.#aside.then(give, give);
    return this.#aside;
  }

  /** Resolves at the next change of the position. */
  async #change() {
    /** @type {() => void} */
    let end = () => {};
    await new Promise((resolve) => {
      end = this.session.on("change", resolve);
    });
    end();
  }

  /** Changes what the program is told to answer for one's side. */
  instruct(/** @type {Record<string, unknown>} */ change) {
    return this.after(() => {
      const { instructions } = /** @type {{ instructions?: object }} */ (/** @type {unknown} */ (this.view));
      return { instruct: { instructions: { ...instructions, ...change } } };
    });
  }

  /** The order that waits for the dice is not to be given. */
  dropHeldOrder() {
    this.heldOrder = null;
    this.draw();
  }

  /** Gives the order that waited for the dice, unless the game has gone on in another way. */
  #giveHeld(/** @type {Entry[]} */ fresh) {
    if (!this.heldOrder) return;
    if (!fresh.every(aside)) {
      this.heldOrder = null;
      if (!fresh.every((entry) => aside(entry) || this.awaits(entry.version - 1))) this.notDone();
    } else if (!this.session.view.dice.waiting && !this.busy && !this.past && !this.telling()) {
      const order = this.heldOrder;
      this.heldOrder = null;
      this.order(order);
    }
  }

  undo() {
    return this.#step("game.undo");
  }

  redo() {
    return this.#step("game.redo");
  }

  #step(/** @type {"game.undo" | "game.redo"} */ method) {
    const step = () => this.session.take(method, { version: this.session.version });
    return this.#click(null, false, () => this.#act(step));
  }

  /**
   * Offers something, answers an offer, gives the game up or claims it.
   * @param {Agreeing} method
   * @param {{ offer?: unknown, level?: string }} [params]
   */
  async agree(method, params) {
    const what = JSON.stringify([method, params]);
    // The same button pressed again.
    if (this.#agreeing.has(what)) return;
    this.#agreeing.add(what);
    try {
      while (this.busy) await this.#acting;
      await this.#act(() => this.session.take(method, params), { aside: true });
    } finally {
      this.#agreeing.delete(what);
    }
  }

  /** Asks for every case that an order rests on. */
  async explain(/** @type {Order} */ order) {
    try {
      const detail = await this.session.call("game.explain", { order });
      this.emit("explained", detail);
    } catch (error) {
      this.#failed(error);
    }
  }

  /**
   * Whether something is on its way, and what is shown is still what it was made for. Once the page
   * shows what came of it, the next may be given, though the answer itself is still to come: a press
   * on what is shown must not be lost.
   */
  get busy() {
    return this.#sent?.version === this.session.version;
  }

  /**
   * Whether a click can be done as soon as it is made.
   * @param {boolean} [question] whether it answers the question at hand
   */
  ready(question = true) {
    const learning = question && (this.#beginning || this.prompt?.pending);
    return !this.busy && !learning && !this.telling() && this.session.caughtUp;
  }

  /** Whether something is on its way that was made for that version or a later one. */
  awaits(/** @type {number} */ version) {
    return this.#sent !== null && version <= this.#sent.version;
  }

  /** Whether there is no connection, which is said: nothing is kept until there is one. */
  offline() {
    if (this.session.connection.live) return false;
    this.notDone(texts.noConnection);
    return true;
  }

  /**
   * Says that what was clicked is not done.
   * @param {string} [message]
   */
  notDone(message = texts.changed) {
    this.refuse({ title: texts.notDone, message });
  }

  /**
   * Does what was clicked: now, or once it is its turn.
   * @param {string | null} what
   * @param {boolean} again
   * @param {() => unknown} does
   */
  #click(what, again, does) {
    if (this.session.begun && !this.clicks.defers(what, again, does)) return does();
  }

  /**
   * @param {() => Promise<unknown>} act
   * @param {{ order?: Order | null, aside?: boolean, quiet?: boolean }} [how] `aside`: it may be done whatever is shown
   */
  #act(act, how = {}) {
    if (this.past && !how.aside) this.notDone(texts.lookingBack);
    if (this.busy || (!how.aside && (this.past || this.telling())) || this.offline()) return Promise.resolve(false);
    const sent = { version: this.session.version, last: this.session.last };
    this.#sent = sent;
    if (!how.aside) this.clicks.gave();
    this.emit("refused", null);
    const failed = (/** @type {unknown} */ error) => {
      const gone = !how.aside && this.session.last !== sent.last;
      return this.#failed(error, { ...how, gone, dropped: this.clicks.drop() });
    };
    const acting = act()
      .then(() => true, failed)
      .finally(() => {
        if (this.#sent === sent) this.#sent = null;
        this.clicks.flush();
      });
    this.#acting = acting.catch(() => {});
    return acting;
  }

  /**
   * @param {unknown} error
   * @param {{ order?: Order | null, quiet?: boolean, dropped?: boolean, gone?: boolean }} [how] `dropped`: clicks
   *   waited for it; `gone`: the game has gone on since
   */
  #failed(error, { order = null, quiet, dropped, gone } = {}) {
    const after = dropped ? texts.clicksDropped : "";
    if (error instanceof Lost) this.refuse({ title: texts.noAnswer, message: texts.answerLost + after });
    else if (!(error instanceof Refusal)) throw error;
    else if (error.data.waiting && order) {
      this.heldOrder = order;
      this.say(error.message);
      this.draw();
      if (dropped) this.notDone(texts.waitsForDice);
    } else if (error.code !== 2 || !(order || gone))
      this.refuse({ ...error.data, message: error.message + after }, error.code === 1 ? order : null);
    else if (dropped || !quiet) this.notDone(texts.changed + after);
    return false;
  }

  /**
   * @param {Refused} refusal
   * @param {Order | null} [order]
   */
  refuse(refusal, order = null) {
    this.emit("refused", { refusal, order });
  }

  /** @param {string} text */
  say(text) {
    this.emit("said", text);
  }

  /** Draws the board and the panels as things stand. */
  draw() {
    if (!this.session.begun) return;
    this.drawBoard();
    this.emit("draw");
  }

  /** Draws the board alone. */
  drawBoard() {
    if (!this.session.begun) return;
    /** @type {Marks} */
    const marks = this.prompt?.marks() ?? {
      outlines: (this.past ? this.pastHexes : this.doneHexes).map((hex) => ({ hex, kind: "told" })),
    };
    const { fight } = this;
    const strokes = (fight?.from ?? []).flatMap((from) =>
      [fight?.hex ?? "", ...(fight?.to ?? [])]
        .filter((to, at, all) => all.indexOf(to) === at)
        .map((to) => ({ from, to, kind: "fight" })),
    );
    const fought = fight?.hex ? [{ hex: fight.hex, kind: "fought" }] : [];
    const looks = this.past ? [] : this.lessonHexes.map((hex) => ({ hex, kind: "look" }));
    this.board.set(
      scene(this.view, this.page, {
        ...marks,
        // What could be done is not what is being done.
        ...(this.telling() && { targets: [], path: [] }),
        fanned: marks.fanned ?? this.#spread,
        lines: [...(marks.lines ?? []), ...this.strokes(), ...this.intended, ...this.sight.lines],
        outlines: [
          ...(this.aids?.outlines ?? []),
          ...this.tints,
          ...this.sights,
          ...this.sight.obstacles,
          ...(marks.outlines ?? []),
          ...looks,
          ...fought,
        ],
        strokes,
      }),
    );
  }

  /** Puts the focus on the next unit that can act (`step` 1) or the one before (-1). */
  nextUnit(step = 1) {
    const unit = this.#revealNext(step);
    const counter = unit && this.board.canvas.querySelector(`[data-unit="${CSS.escape(unit)}"]`);
    /** @type {SVGElement | null} */ (counter)?.focus({ preventScroll: true });
  }

  /** Takes the next unit that can act in hand; the focus stays where it is, for the one after it. */
  takeNext() {
    const unit = this.#revealNext(1);
    if (unit) this.prompt?.take(unit);
  }

  /** Brings the next unit that can act, or the one before, into sight. */
  #revealNext(/** @type {number} */ step) {
    const ids = this.board.state.counters
      .filter((counter) => counter.classes?.includes("active"))
      .map((counter) => counter.id)
      .sort((a, b) => (this.board.hexOf(a) + a < this.board.hexOf(b) + b ? -1 : 1));
    if (!ids.length) return null;
    const selected = this.board.state.counters.find((counter) => counter.classes?.includes("selected"));
    const held = this.board.focused()?.unit ?? selected?.id ?? null;
    const at = held === null ? (step > 0 ? -1 : 0) : ids.indexOf(held);
    const unit = ids[(at + step + ids.length) % ids.length];
    const { x, y } = this.board.sheet.centre(this.board.hexOf(unit));
    this.board.viewport.reveal(x, y, 120);
    return unit;
  }

  /** Escape: takes back what is in hand; false if nothing is. */
  escape() {
    if (!this.session.begun) return false;
    // The tool over the map first, then what lies below it.
    if (this.sight.from === null && !this.sight.armed) return Boolean(this.prompt?.escape());
    this.sight.arm(false);
    this.aids?.sightClosed();
    return true;
  }

  async #changed() {
    if (!this.session.begun) return;
    const { view } = this;
    this.#stacks = stacks(view);
    this.page.meet(view);
    // A unit that moved may block the line now.
    if (this.sight.from !== null && this.sight.version !== view.version) this.sight.close();
    const question = this.past ? null : this.session.question;
    if (!question) {
      this.prompt = null;
      this.#beginning = null;
      this.draw();
      this.clicks.flush();
      return;
    }
    const { kind, side } = question;
    const before = this.prompt;
    const same = before?.question.kind === kind && before.question.side === side && before.turn === view.turn;
    const prompt = same ? before : new (this.page.promptFor(kind))(this, question);
    prompt.question = question;
    prompt.turn = view.turn;
    this.prompt = prompt;
    // Begun before the position is drawn, so that a click on what is drawn never meets a hand or a reach from before.
    const begun = prompt.begin();
    this.#beginning = begun;
    this.draw();
    await begun;
    if (this.#beginning === begun) this.#beginning = null;
    if (this.prompt === prompt) {
      this.draw();
      if (!same) this.camera.asked(question);
    }
    this.clicks.flush();
  }

  /** @param {Press} at */
  #press(at) {
    if (!this.session.begun) return;
    if (this.sight.armed && at.hex !== null) {
      this.#inspect(at.hex, false);
      return this.sight.press(at.hex, at.touch ?? false);
    }
    if (at.hex !== null && this.pointing?.(at.hex)) return undefined;
    if (at.touch) this.#spreadOut(at.hex, 0);
    // A finger hides what it touches and the inspector would hide the rest: it is shown by holding,
    // or while watching.
    if (!at.touch || !this.prompt) this.#inspect(at.hex, this.stack(at.hex).length > 0 && !this.prompt);
    const { hex } = at;
    if (!this.prompt || hex === null) return;
    this.#click(`${at.unit} ${hex}`, at.again ?? false, () => {
      this.emit("refused", null);
      this.prompt?.press({ ...at, hex });
    });
  }

  /**
   * @param {string | null} hex
   * @param {string | null} unit
   */
  #hover(hex, unit) {
    if (!this.session.begun) return;
    this.pointed = hex;
    this.prompt?.hover(hex, unit);
    this.#inspect(hex, false);
    if (this.sight.armed || this.sight.from !== null) this.sight.aim(hex);
    else this.#spreadOut(hex, SPREAD);
  }

  /**
   * The counters of a stack lie side by side if one stays there, unless something is in hand that
   * could go to the hexes they would hide.
   * @param {string | null} hex
   * @param {number} after
   */
  #spreadOut(hex, after) {
    clearTimeout(this.#spreading);
    const wanted = this.stack(hex).length > 1 ? hex : null;
    if (wanted === this.#spread) return;
    const spread = () => {
      const free = !this.prompt?.unit && this.board.state.targets.length === 0;
      const now = free ? wanted : null;
      if (now === this.#spread) return;
      this.#spread = now;
      this.drawBoard();
    };
    if (wanted === null) spread();
    else this.#spreading = setTimeout(spread, after);
  }

  /** @param {string | null} hex */
  #focus(hex) {
    if (!this.session.begun) return;
    this.prompt?.hover(hex, null);
    this.#inspect(hex, false);
    if (this.sight.from !== null) this.sight.aim(hex);
  }

  /**
   * @param {string | null} hex
   * @param {boolean} pinned
   */
  #inspect(hex, pinned) {
    // Between two games of a tutorial the map lies there without one.
    if (this.session.begun) this.emit("inspect", { hex, pinned });
  }
}
