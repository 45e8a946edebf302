// One game as this page knows it: its newest view, its record so far, and the orders sent to it.

import { Emitter } from "../common/emitter.js";
import { OTHER } from "../common/words.js";
import * as memory from "../dice/memory.js";
import { Shares } from "../dice/shares.js";
import * as texts from "../texts/game.js";
import { inflates, Lost, Refusal } from "./connection.js";
import { Pace } from "./pace.js";
import { ToldViews } from "./told-views.js";

/**
 * @import { Connection } from "./connection.js"
 * @import { Told } from "./pace.js"
 * @import { Commanders, Entry, Method, MomentTold, Order, Params, Result, Seat, Side, View } from "protocol"
 */

/** @typedef {"game.offer" | "game.accept" | "game.decline" | "game.resign" | "game.claim" | "game.replace"} Agreeing */

/** @type {Map<Method, string>} What is thought over to answer a method. */
const THOUGHT = new Map([
  ["game.advice", "advice"],
  ["game.lesson", "lesson"],
]);

/**
 * Events: `seen` with the view before the seat is taken, `change` with the newest view and the
 * entries not seen before (`fresh`), in order,
 * `line` when the connection comes or goes, `thinking` when it is told how far the thinking queue
 * is, `reviewed` with a moment of the game whose review was asked for, `fault` with the error that
 * ended the session (no such game, say), `left` when it goes to another game.
 * @extends {Emitter<{
 *   seen: View, change: { view: View, fresh: Entry[], first: boolean }, line: void, thinking: void,
 *   reviewed: MomentTold, fault: Refusal, left: void,
 * }>}
 */
export class Session extends Emitter {
  /** @type {View | null} */
  #view = null;
  /** @type {Map<number, Entry>} Every entry of the record, by version. */
  entries = new Map();
  /** @type {Seat | null} The seat held: "union", "confederate", "both", or null for a watcher. */
  you = null;
  name = "";
  /** @type {Commanders} The sides that computers command: `{union?: {level, clock?}, confederate?}`. */
  commanders = {};
  /** Whether advice may be asked for. */
  advice = false;
  /**
   * Places in the server's thinking queue, by what is thought over (`turn`, `advice`, `lesson`, `review`);
   * 0
   * or none: it has its turn.
   * @type {Partial<Record<string, number>>}
   */
  thinking = {};
  /**
   * Loads what shows games of a view's system, before the first view of a game is taken in.
   * @type {(view: View) => Promise<void>}
   */
  meet = async () => {};
  /**
   * Shows what happened before the page goes on to what has come of it; resolves when that has been
   * seen.
   * @type {(change: { fresh: Entry[], before: View, after: View }) => Promise<void>}
   */
  tell = async () => {};
  #caughtUp = false;
  #told = new ToldViews(() => this.#watch());
  /** @type {Promise<unknown>} What is told is taken in one after another. */
  #last = Promise.resolve();

  /**
   * `game` may be empty: then there is none until one is opened. `noted`: what the link says of its
   * dice.
   * @param {Connection} connection
   * @param {string} game
   * @param {string} token
   * @param {string} [noted]
   */
  constructor(connection, game, token, noted) {
    super();
    this.shares = new Shares(this, noted);
    this.connection = connection;
    this.game = game;
    this.token = token || undefined;
    this.pace = new Pace(
      (changed) => this.#absorb(changed),
      ({ entries = [] }) => entries.length > 0 && entries.every((entry) => this.commands(entry.side)),
    );
    this.pace.game = game;
    connection.on("open", () => this.#watch());
    connection.on("close", () => this.#line(false));
    connection.on("notice", (detail) => {
      if (detail.params?.game !== this.game) return;
      if (detail.method === "game.reviewed") this.emit("reviewed", detail.params);
      if (detail.method === "game.thinking") this.#think(detail.params.kind, detail.params.place);
      if (detail.method !== "game.changed") return;
      const change = this.#told.take(detail.params);
      if (!change) return;
      this.shares.note(change);
      this.pace.take(change, this.#view);
    });
    if (connection.live) this.#watch();
  }

  /**
   * Leaves the game at hand for another; the change that tells of it is again a first one.
   * @param {string} game
   * @param {string} [token]
   */
  async open(game, token) {
    const left = this.game;
    this.game = game;
    this.token = token || undefined;
    this.#view = null;
    this.#told.forget();
    this.entries.clear();
    this.thinking = {};
    this.pace.forget();
    this.pace.game = game;
    this.shares.forget();
    this.emit("left");
    if (left && left !== game) this.connection.call("game.unwatch", { game: left }).catch(() => {});
    if (this.connection.live) await this.#watch();
  }

  /** Whether the game has been seen. */
  get begun() {
    return this.#view !== null;
  }

  /** The newest view. */
  get view() {
    if (!this.#view) throw new Error("No game has been seen yet.");
    return this.#view;
  }

  get caughtUp() {
    return this.#caughtUp;
  }

  /** The version this page has seen everything up to. */
  get version() {
    return this.#view?.version ?? 0;
  }

  /** The record's last version whose entry is here. */
  get last() {
    let last = 0;
    for (const version of this.entries.keys()) if (version > last) last = version;
    return last;
  }

  /** The question this seat is being asked, or null. */
  get question() {
    const question = this.#view?.question;
    // Where a computer plays on for a player whose time ran out, that player looks on.
    if (!question || !this.you || this.commands(question.side)) return null;
    return this.you === "both" || this.you === question.side ? question : null;
  }

  /**
   * Who commands a side if it is a computer: "the general", a bot's name; null where a person does.
   * @param {Side} [side]
   */
  commands(side) {
    const { level, bot } = (side && this.commanders[side]) ?? {};
    return bot ?? (level ? texts.commander(level) : null);
  }

  /**
   * A question to the server about this game.
   * @template {Method} M
   * @param {M} method
   * @param {Omit<Params<M>, "game" | "token">} [params]
   * @returns {Promise<Result<M>>}
   */
  async call(method, params) {
    try {
      const seated = /** @type {Params<M>} */ ({ game: this.game, token: this.token, ...params });
      return await this.connection.call(method, seated);
    } finally {
      const thought = THOUGHT.get(method);
      if (thought) this.#think(thought, 0);
    }
  }

  /**
   * Gives an order made for a version: the one on the screen.
   * @param {Order} order
   * @param {number} [made]
   */
  async order(order, made = this.version) {
    // Some orders may be given out of turn.
    const side = this.you === "both" ? this.view.question?.side : this.you;
    if (!side) throw new Refusal({ code: 4, message: texts.playersOnly });
    const answer = await this.call("game.order", { order, version: made });
    const { version, view, events } = answer;
    if (!view) return this.#absorb(this.#toldBeside(version));
    this.shares.note({ ...answer, view });
    // An order that waits for its dice is fixed, and carried out later.
    const declared = view.dice.throw?.declared === version;
    const entry = declared ? { version, side, declared: order } : { version, side, order, events };
    await this.#absorb({ version, view, entries: [entry] });
  }

  /** Whether the game went back with one of these entries. */
  wentBack(/** @type {Entry[]} */ fresh) {
    return fresh.some(({ accept }) => {
      const offer = accept === undefined ? undefined : this.entries.get(accept)?.offer;
      return Boolean(offer && "rewind" in offer);
    });
  }

  /**
   * Asks for something that changes the game, and takes in what came of it.
   * @param {"game.undo" | "game.redo" | "game.share" | Agreeing} method
   * @param {{ commit?: string, commitment?: string, seed?: string, offer?: unknown, level?: string, version?: number }} [params]
   */
  async take(method, params) {
    const answer = await this.call(method, /** @type {Params<typeof method>} */ (params));
    const { version, view } = answer;
    if (view) this.shares.note({ ...answer, view });
    // A share is told at once; what comes of it waits behind what is still being shown.
    if (method === "game.share" && this.pace.waiting) return;
    await this.#absorb(view ? { version, view } : this.#toldBeside(version));
  }

  /**
   * What an answer without a view is about: the change was told just before it. If that has been
   * missed it is asked for.
   * @param {number} version
   * @returns {Told}
   */
  #toldBeside(version) {
    return this.#told.of(version) ?? { version, view: null };
  }

  async #watch() {
    const { game } = this;
    if (!game) return;
    try {
      // If what binds the dice is not what it was, the seat is not taken.
      const stake = this.token && !this.begun ? await this.shares.stake() : {};
      if (game !== this.game) return;
      const seen = memory.held(game).last?.version ?? 0;
      const answer = await this.connection.call("game.watch", {
        game,
        token: this.shares.alarm?.anew ? undefined : this.token,
        version: this.begun ? this.last : 0,
        patches: true,
        compress: inflates,
        ...stake,
      });
      if (game !== this.game) return;
      this.#told.begin(answer.view);
      this.shares.note(answer);
      this.you = answer.you;
      this.name = answer.name;
      this.commanders = answer.commanders;
      this.advice = answer.advice;
      // The answer tells everything that waited to be shown.
      this.pace.forget();
      const unseen = this.#unseen(answer.entries, seen);
      if (unseen.length) await this.#begin(answer, unseen);
      else await this.#absorb(answer);
      this.#line(true);
    } catch (error) {
      if (error instanceof Refusal) this.emit("fault", error);
      else if (!(error instanceof Lost)) throw error;
    }
  }

  /**
   * The view after what was told; it is asked for where it is needed for the first time. Null if it
   * cannot be had just now.
   * @param {Told} told
   */
  async viewOf(told) {
    if (told.view) return told.view;
    try {
      told.view = await this.call("game.view", { version: told.version });
    } catch (error) {
      if (!(error instanceof Lost) && !(error instanceof Refusal)) throw error;
    }
    return told.view ?? null;
  }

  /**
   * What a computer did unseen, from the first entry that this browser has not received: shown like
   * any other turn. None if this seat has given an order since, for then it was seen elsewhere.
   * @param {Entry[]} entries
   * @param {number} seen the newest version that this browser has heard of
   */
  #unseen(entries, seen) {
    if (this.begun || this.pace.hurrying || !this.you || this.you === "both") return [];
    const unseen = entries.filter((entry) => entry.version > seen).sort((a, b) => a.version - b.version);
    const orders = unseen.filter((entry) => entry.order);
    return orders.length && orders.every((entry) => this.commands(entry.side)) ? unseen : [];
  }

  /**
   * Begins with the game as it was, and tells what has happened since at the pace of its reader.
   * @param {{ entries: Entry[], view: View }} answer
   * @param {Entry[]} unseen
   */
  async #begin({ entries, view }, unseen) {
    const version = unseen[0].version - 1;
    const before = await this.call("game.view", { version });
    await this.#absorb({ entries: entries.filter((entry) => entry.version <= version), view: before });
    for (const entry of unseen) {
      const newest = entry.version === view.version;
      this.pace.take({ entries: [entry], view: newest ? view : null, version: entry.version }, before);
    }
    // A computer's order may wait for this seat's share.
    await this.shares.follow(view, entries);
  }

  /**
   * @param {string} kind
   * @param {number} place
   */
  #think(kind, place) {
    if ((this.thinking[kind] ?? 0) === place) return;
    this.thinking[kind] = place;
    this.emit("thinking");
  }

  /** @param {boolean} up */
  #line(up) {
    this.#caughtUp = up;
    this.emit("line");
  }

  /** Takes in what the server told, after all that was told before. */
  async #absorb(/** @type {Told} */ told) {
    const { game } = this;
    const taken = this.#last.then(() => game === this.game && this.#takeIn(told));
    // A fault is for the caller that awaits it.
    this.#last = taken.catch(() => {});
    // Not one of those that are waited for: it may ask for something itself.
    if (await taken) await this.shares.follow();
  }

  /**
   * Takes in what the server told: once each, by whichever came first (the answer to our own order
   * or the notice to everyone), and asks for what is missing in between.
   * @param {Told} told
   * @returns {Promise<boolean>} whether anything was new
   */
  async #takeIn(told) {
    const { game } = this;
    const view = (await this.viewOf(told)) ?? this.view;
    const first = !this.begun;
    if (first && view) await this.meet(view);
    if (game !== this.game) return false;
    const { entries = [] } = told;
    const known = this.last;
    if (entries.length) this.#think("turn", 0);
    const here = new Set(entries.map((entry) => entry.version));
    let missing = false;
    for (let version = known + 1; view && version <= view.version; version++) missing ||= !here.has(version);
    let all = entries;
    if (missing) {
      try {
        all = [...(await this.call("game.log", { since: known })).entries, ...entries];
      } catch (error) {
        if (!(error instanceof Lost) && !(error instanceof Refusal)) throw error;
      }
    }
    /** @type {Map<number, Entry>} */
    const unknown = new Map();
    for (const entry of [...all].sort((a, b) => a.version - b.version)) {
      if (!this.entries.has(entry.version)) unknown.set(entry.version, unknown.get(entry.version) ?? entry);
    }
    const fresh = [...unknown.values()];
    if (!first && fresh.length && view.version > this.view.version) {
      await this.tell({ fresh, before: this.view, after: view });
      // Meanwhile one may have gone to another game.
      if (game !== this.game) return false;
    }
    for (const entry of fresh) {
      this.entries.set(entry.version, entry);
      const { side, replace } = entry;
      if (side && replace) this.commanders = { ...this.commanders, [OTHER[side]]: { level: replace } };
    }
    // A notice may overtake the answer it belongs to: never go back to an older view, and what the notice has shown
    // is not shown again.
    const newer = view && view !== this.#view && (first || view.version >= this.view.version);
    if (newer) this.#view = view;
    if (this.question) this.pace.rest();
    if (!newer && !fresh.length) return false;
    this.emit("change", { view: this.view, fresh, first });
    return true;
  }
}
