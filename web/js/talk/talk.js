// What players and watchers say to each other about a game, and a player's own notes: a panel of its
// own, which pages without talk are not sent.

import { fill, h, show } from "../common/html.js";
import * as texts from "../texts/talk.js";
import { Notes } from "./notes.js";
import { Room } from "./room.js";
import { refusal } from "./text.js";

/** @import { Method, Params, Result, Seat, TalkTold } from "protocol" */

/** @typedef {"players" | "watchers"} RoomName */

/**
 * What the page lends to the panel.
 * @typedef {{
 *   panel: HTMLElement, tab: HTMLElement, game: string, you: Seat | null,
 *   call: <M extends Method>(method: M, params?: Omit<Params<M>, "game" | "token">) => Promise<Result<M>>,
 *   open: () => void, drawn: () => void, known: (hex: string) => boolean, find: (hex: string) => void,
 *   aloud: (text: string) => void,
 * }} Lent
 */

export class Talk {
  /** @param {Lent} lent */
  constructor(lent) {
    this.lent = lent;
    this.players = new Room(lent, "players", () => this.read());
    this.watchers = new Room(lent, "watchers", () => this.read());
    this.notes = lent.you ? new Notes(lent) : null;
    fill(lent.panel, [this.players.element, this.watchers.element, this.notes?.element]);
    this.#name();
  }

  get rooms() {
    return [this.players, this.watchers];
  }

  /** What has been said since it was last asked, and one's notes. */
  async look() {
    await Promise.all([this.read(), this.notes?.read()]);
  }

  /**
   * What has been said since it was last asked.
   * @returns {Promise<void>}
   */
  async read() {
    /** @type {TalkTold} */
    let talk;
    try {
      talk = await this.lent.call("talk.read", { players: this.players.last, watchers: this.watchers.last });
    } catch (error) {
      // The line is lost: it is asked again when it stands.
      for (const room of this.rooms) room.fault(refusal(error));
      return;
    }
    this.players.presence(talk);
    // A muted player's messages come and go.
    if (talk.muted !== this.players.muted) {
      const since = this.players.muted === null ? null : 0;
      this.players.muted = talk.muted;
      if (since === 0) {
        this.players.forget();
        return this.read();
      }
    }
    const heard = [...this.players.take(talk.players ?? null), ...this.watchers.take(talk.watchers)];
    if (heard.length && this.shown) this.lent.aloud(heard.map((said) => said.text).join(" "));
    this.seen();
    if (talk.players?.more || talk.watchers.more) await this.read();
  }

  /** Whether one is looking at the panel. */
  get shown() {
    return !this.lent.panel.hidden && !document.hidden;
  }

  /** What is on the screen has been read. */
  seen() {
    if (this.shown) for (const room of this.rooms) room.seen();
    this.#name();
  }

  #name() {
    const unread = this.rooms.reduce((sum, room) => sum + room.unread, 0);
    const title = texts.tabs[this.lent.you && !this.players.there ? "notes" : "talk"];
    show(this.lent.tab, title, unread > 0 && h("span", { class: "unread" }, texts.unread(unread)));
  }

  /**
   * What one has noted of a hex, and a button to do so.
   * @param {string} hex
   * @param {boolean} pinned
   */
  of(hex, pinned) {
    return this.notes?.of(hex, pinned) ?? null;
  }
}
