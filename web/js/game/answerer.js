// The page answers a question that has only one answer. The server asks as always, and the record shows an answer
// like any other.

import { h } from "../common/html.js";
import { SINGLE, set, setting } from "../common/settings.js";
import { tick } from "../common/tick.js";
import * as texts from "../texts/game.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { Play } from "./play.js"
 * @import { Order, Question } from "protocol"
 */

/** How long an answer is announced, in ms. */
const SHOWN = 700;

/** @type {WeakMap<Play, Answerer>} */
const ALL = new WeakMap();

/**
 * The one of that kind at a table.
 * @template {Answerer} T
 * @param {Play} play
 * @param {new (play: Play) => T} Kind
 * @returns {T}
 */
export function answererAt(play, Kind) {
  const known = ALL.get(play);
  if (known instanceof Kind) return known;
  const made = new Kind(play);
  ALL.set(play, made);
  return made;
}

/**
 * The answerer of a table whose game needs no other.
 * @param {Play} play
 */
export const answerer = (play) => answererAt(play, Answerer);

/** Whether the player wants to answer even what has only one answer. */
export const asksAlways = () => setting(SINGLE, "always") === "ask";

/**
 * The setting, for a panel of standing orders.
 * @param {() => void} redraw
 * @param {Child} note
 */
export function singleSetting(redraw, note) {
  return h(
    "p",
    null,
    tick(
      {
        id: "instruct-single",
        checked: !asksAlways(),
        onchange: (event) => {
          set(SINGLE, event.target.checked ? "always" : "ask");
          redraw();
        },
      },
      texts.answersForMe,
    ),
    h("span", { class: "small block" }, note),
  );
}

export class Answerer {
  /** @type {{ version: number, kind: string, order: Order, said: string } | null} What is about to be answered. */
  due = null;
  /** The version at which the player wants to be asked, or an answer failed. */
  asked = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  /** The version after the page's last answer. */
  #given = -1;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
  }

  /** Whether the player's own last order could still be taken back. */
  get undoable() {
    const { undo, version } = this.play.view;
    return undo && version !== this.#given;
  }

  /**
   * A question has been put; `find` gives the answer that needs no player, if there is one, and how long it waits.
   * `pressed`: the player has just asked for it, also after an undo.
   * @param {Question} question
   * @param {() => { order: Order, said: string, wait?: number } | null} find
   */
  plan(question, find, pressed = false) {
    this.drop();
    const { view, past, guard } = this.play;
    const { version } = view;
    // In a lesson the pupil answers; a player who took something back, or wants every question, is asked.
    if (guard || past || (view.redo && !pressed) || this.asked === version) return;
    const found = find();
    if (!found) return;
    this.due = { version, kind: question.kind, order: found.order, said: found.said };
    this.#timer = setTimeout(() => this.give(version), found.wait ?? SHOWN);
  }

  /** The player answers. */
  drop() {
    clearTimeout(this.#timer);
    this.due = null;
  }

  /** @param {number} version */
  async give(version) {
    const { due, play } = this;
    this.drop();
    if (!due || due.version !== version || play.past || !play.prompt || play.view.version !== version) return;
    // The question is put again once the connection is back, or with what is being told.
    if (play.busy || play.telling() || !play.session.caughtUp) return play.draw();
    // An answer that fails is not tried again: the player is asked.
    this.asked = version;
    this.#given = version + 1;
    // Another page of the same seat may have given the same answer before.
    if (!(await play.order(due.order, { quiet: true }))) play.draw();
  }

  /** The player wants to be asked after all. */
  ask() {
    this.drop();
    this.asked = this.play.view.version;
    this.play.draw();
  }

  /** The announcement of an answer that is about to be given. */
  notice() {
    if (this.due?.version !== this.play.view.version) return null;
    return h(
      "p",
      { class: "due", role: "status" },
      `${this.due.said}. `,
      h("button", { class: "plain", id: "ask-me", onclick: () => this.ask() }, texts.askMe),
    );
  }
}
