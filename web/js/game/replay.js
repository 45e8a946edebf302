// Looking back: the game as it was after any entry of its record.

import { goOnFrom } from "../agreement/going-back.js";
import { backTo, takenBack } from "../agreement/line.js";
import { copyable } from "../common/copyable.js";
import { open } from "../common/dialog.js";
import { byId, held, make } from "../common/html.js";
import * as words from "../common/words.js";
import * as memory from "../dice/memory.js";
import { toldEvents } from "../panel/log.js";
import { Lost, Refusal } from "../session/connection.js";
import * as seats from "../session/seats.js";
import * as texts from "../texts/game.js";
import { hexesOf } from "./scene.js";

/**
 * @import { Play } from "./play.js"
 * @import { BranchGame, Entry, View } from "protocol"
 */

const PAUSE = 900;
/** @type {Entry} What stands before the first order. */
const START = { version: 0 };

/**
 * The address of a game as it was after an entry.
 * @param {string} game
 * @param {number} version
 */
function momentLink(game, version) {
  return new URL(`/game/${encodeURIComponent(game)}?at=${version}`, location.href).href;
}

/** The version that this page's address is about, if it is about one. */
export function momentOfLink() {
  const at = new URLSearchParams(location.search).get("at") ?? "";
  return /^\d+$/.test(at) ? Number(at) : null;
}

export class Replay {
  /** @type {Map<number, View>} */
  #views = new Map();
  #asked = 0;
  /** Opened to choose the moment to go back to. */
  rewinding = false;
  /** @type {number | undefined} */
  #timer = undefined;

  /**
   * @param {HTMLElement} element
   * @param {Play} play
   */
  constructor(element, play) {
    this.element = element;
    /** @type {Entry[]} */
    this.list = [];
    this.play = play;
    this.slider = make("input", {
      type: "range",
      id: "replay-slider",
      min: 1,
      step: 1,
      "aria-label": texts.moment,
      oninput: (event) => this.go(Number(event.target.value)),
    });
    this.caption = make("p", { class: "replay-caption", role: "status" });
    this.back = make("button", { id: "go-back", hidden: true });
    this.onward = make("button", { id: "play-on-from", hidden: true, onclick: () => this.playOn() }, texts.playOn);
    this.link = make("button", { id: "replay-link", onclick: () => this.#copy() }, texts.link);
    this.runner = make(
      "button",
      { id: "replay-run", onclick: () => (this.#timer ? this.stop() : this.run()) },
      texts.play,
    );
    element.append(
      this.caption,
      make(
        "div",
        { class: "replay-row" },
        make("button", { "aria-label": texts.backOne, onclick: () => this.step(-1) }, "◀"),
        this.slider,
        make("button", { "aria-label": texts.onOne, onclick: () => this.step(1) }, "▶"),
        this.runner,
        this.back,
        this.onward,
        this.link,
        make("button", { id: "replay-close", onclick: () => this.close() }, texts.now),
      ),
    );
  }

  /** Another game: nothing of the old one stays. */
  clear() {
    this.#views.clear();
    if (this.open) this.close();
  }

  get open() {
    return !this.element.hidden;
  }

  /** The record so far, in its order. */
  get #entries() {
    return [...this.play.session.entries.values()].sort((a, b) => a.version - b.version);
  }

  /** The versions worth showing: orders that were not taken back. */
  get moments() {
    const entries = this.#entries;
    const gone = takenBack(entries);
    return entries.filter((entry) => toldEvents(entry).length && !gone.has(entry.version));
  }

  /**
   * Opens at the beginning of the game, or at a version.
   * @param {number} [version]
   */
  async start(version) {
    const { moments } = this;
    if (!moments.length) return this.play.say(texts.nothingYet);
    this.element.hidden = false;
    this.list = [START, ...moments];
    this.slider.min = "0";
    this.slider.max = String(moments.length);
    const at =
      version === undefined
        ? 0
        : Math.max(
            0,
            this.list.findIndex((entry) => entry.version >= version),
          );
    this.slider.value = String(at);
    this.slider.focus();
    await this.go(at);
  }

  /** Opens one order before the present, from where the game can be taken back. */
  rewind() {
    this.rewinding = true;
    return this.start(this.moments.at(-2)?.version ?? 0);
  }

  /** @param {number} by */
  step(by) {
    const at = Math.min(this.list.length - 1, Math.max(0, Number(this.slider.value) + by));
    this.slider.value = String(at);
    return this.go(at);
  }

  run() {
    this.runner.textContent = texts.pause;
    const tick = async () => {
      if (Number(this.slider.value) >= this.list.length - 1) return this.stop();
      await this.step(1);
      if (this.#timer) this.#timer = setTimeout(tick, PAUSE);
    };
    this.#timer = setTimeout(tick, 0);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.runner.textContent = texts.play;
  }

  /** Copies the address of the moment that is shown, which opens no seat. */
  async #copy() {
    const { version } = this.list[Number(this.slider.value)];
    const address = momentLink(this.play.session.game, version);
    try {
      await navigator.clipboard.writeText(address);
      this.link.textContent = texts.copied;
      this.play.say(texts.linkCopied);
    } catch {
      // Without permission for the clipboard it is there to be copied.
      open(byId("dialog", HTMLDialogElement), texts.momentLink, [
        held(copyable(texts.linkHint, address, "link-moment")),
      ]);
    }
  }

  close() {
    this.stop();
    this.#asked++;
    this.element.hidden = true;
    this.rewinding = false;
    this.play.look(null);
  }

  /**
   * Whether a practice game may begin from a moment of this one: the server refuses where that would
   * reveal what the player may not know.
   */
  get offers() {
    const { session } = this.play;
    const { view, you, commanders } = session;
    if (view.phase === "over") return true;
    if (!view.dice.practice || !you) return false;
    return you === "both" || Boolean(commanders[words.OTHER[you]]);
  }

  /** Asks who plays on from the moment that is shown, and begins. */
  async playOn() {
    const { session, page } = this.play;
    const { version } = this.list[Number(this.slider.value)];
    const { you, view } = session;
    const shown = this.#views.get(version) ?? view;
    const { playOn } = await import("./play-on.js");
    playOn(byId("dialog", HTMLDialogElement), {
      moment: words.lower(page.turn(shown)),
      side: you && you !== "both" ? you : (shown.question?.side ?? "union"),
      only: view.phase !== "over" && you !== "both",
      begin: (params) => this.#begin(version, params),
    });
  }

  /**
   * Begins a game for practice from a version and goes there; gives why it could not begin.
   * @param {number} version
   * @param {Pick<BranchGame, "mode" | "commanders">} params
   */
  async #begin(version, params) {
    try {
      const made = await this.play.session.call("game.branch", { version, ...params });
      const { game, tokens = {} } = made;
      seats.keep(game, tokens);
      memory.pin(game, made.view.dice.commitment);
      location.href = seats.link(game, Object.values(tokens)[0]);
      return "";
    } catch (error) {
      if (error instanceof Refusal || error instanceof Lost) return words.sentence(error.message);
      throw error;
    }
  }

  /** The button that goes back to the moment that is shown. */
  #offerBack(/** @type {number} */ shown) {
    const { session } = this.play;
    const to = backTo(this.#entries, shown);
    this.back.hidden = !session.you || session.view.phase === "over" || to === null;
    if (to === null) return;
    const { text, press } = goOnFrom(this.play, to, () => this.close());
    this.back.textContent = text;
    this.back.onclick = press;
  }

  /** @param {number} at */
  async go(at) {
    const entry = this.list[at];
    this.link.textContent = texts.link;
    this.#offerBack(entry.version);
    this.onward.hidden = !this.offers;
    const asked = ++this.#asked;
    const told = toldEvents(entry).map((event) => this.play.page.sentence(this.play, event));
    const text = told.join(" ") || texts.begins;
    const place = texts.place(at, this.list.length);
    this.slider.setAttribute("aria-valuetext", `${place}: ${text}`);
    let view = this.#views.get(entry.version);
    if (!view) {
      try {
        view = await this.play.session.call("game.view", { version: entry.version });
      } catch (error) {
        if (error instanceof Refusal || error instanceof Lost) return this.play.say(error.message);
        throw error;
      }
      this.#views.set(entry.version, view);
    }
    if (asked !== this.#asked || !this.open) return;
    const { page } = this.play;
    this.caption.replaceChildren(make("b", null, texts.caption(place, page.turn(view), page.phase(view))), text);
    this.play.look(view, [...new Set(toldEvents(entry).flatMap((event) => hexesOf(event, view)))]);
  }
}
