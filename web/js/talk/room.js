// A room in which something is said: its messages, and what is said next.

import { make, show } from "../common/html.js";
import * as words from "../common/words.js";
import * as texts from "../texts/talk.js";
import { LONGEST, refusal } from "./text.js";

/**
 * @import { RoomTold, Said, TalkTold } from "protocol"
 * @import { Lent, RoomName } from "./talk.js"
 */

/**
 * When something was said: the time of day, and the day if it is another.
 * @param {number} at
 */
function when(at) {
  const then = new Date(at * 1000);
  const today = then.toDateString() === new Date().toDateString();
  const day = today ? "" : `${then.toLocaleDateString([], { day: "numeric", month: "short" })}, `;
  const time = then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return make("time", { datetime: then.toISOString() }, day + time);
}

export class Room {
  /** @type {Said[]} */
  messages = [];
  /** Whether the other player is muted; null while it is not known. @type {boolean | null} */
  muted = null;
  /** Whether there is such a room. */
  there = false;
  /** The number of the last message that has been read. */
  #read = 0;
  /** There is more at the end than when it was last looked at. */
  #moved = false;
  /** A message is on its way; the field holds it until it has come. */
  #saying = false;

  /**
   * @param {Lent} lent
   * @param {RoomName} name
   * @param {() => unknown} changed
   */
  constructor(lent, name, changed) {
    this.lent = lent;
    this.name = name;
    this.changed = changed;
    this.#read = Number(this.#kept() ?? 0);
    this.items = make("ol");
    const log = { class: "said", tabindex: 0, role: "log", "aria-label": texts.messages(name) };
    this.list = make("div", log, this.items);
    this.note = make("p", { class: "small" });
    this.field = make("textarea", {
      rows: 2,
      maxlength: LONGEST,
      "aria-label": texts.say(name),
      onkeydown: (event) => {
        if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
        event.preventDefault();
        this.#say();
      },
    });
    this.refused = make("p", { class: "refused", role: "alert", hidden: true });
    this.form = make(
      "form",
      {
        class: "say",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          this.#say();
        },
      },
      this.field,
      make("button", null, texts.send),
    );
    this.mute = make("input", { type: "checkbox", onchange: () => this.#mute() });
    this.muting = make("label", { class: "mute" }, this.mute, " ", texts.mute);
    this.show = make("input", { type: "checkbox", onchange: () => this.#show() });
    this.showing = make("label", { class: "mute" }, this.show, " ", texts.show);
    this.present = make("p", { class: "small", role: "status" });
    this.element = make(
      "section",
      { class: "room", "aria-label": texts.rooms[name], hidden: true },
      make("h3", null, texts.rooms[name]),
      name === "players" && this.present,
      this.list,
      this.note,
      this.form,
      this.refused,
      name === "players" && [this.muting, this.showing],
    );
  }

  /** Where it is kept how far one has read. */
  get key() {
    return `longroll.read.${this.lent.game}.${this.lent.you ?? "watcher"}.${this.name}`;
  }

  #kept() {
    try {
      return localStorage.getItem(this.key);
    } catch {
      // Without storage everything is new.
      return null;
    }
  }

  /** The number of the last message that is known. */
  get last() {
    return this.messages.at(-1)?.number ?? 0;
  }

  /** How many messages of others have not been read. */
  get unread() {
    return this.messages.filter(({ number, own }) => !own && number > this.#read).length;
  }

  /** All that is known has been read: the newest of it is in sight. */
  seen() {
    if (this.#moved) this.list.scrollTop = this.list.scrollHeight;
    this.#moved = false;
    if (this.last <= this.#read) return;
    this.#read = this.last;
    try {
      localStorage.setItem(this.key, String(this.last));
    } catch {
      // Then it is new again when the page is opened again.
    }
  }

  forget() {
    this.messages = [];
    this.items.replaceChildren();
  }

  /** @param {string} text */
  fault(text) {
    this.refused.hidden = !text;
    this.refused.textContent = text;
  }

  /**
   * Takes in what was told; what is new of it.
   * @param {RoomTold | null} told
   * @returns {Said[]}
   */
  take(told) {
    this.there = Boolean(told);
    this.element.hidden = !told;
    if (!told) return [];
    this.fault("");
    const why = told.closed ?? told.silent;
    for (const part of [this.form, this.muting, this.showing]) part.hidden = Boolean(why);
    this.mute.checked = this.muted === true;
    const fresh = told.messages.filter(({ number }) => number > this.last);
    this.messages.push(...fresh);
    this.list.hidden = Boolean(told.closed) || !this.messages.length;
    show(this.note, why ? words.sentence(why) : !this.messages.length && texts.silence);
    this.note.hidden = !this.note.textContent;
    this.items.append(...fresh.map((said) => this.#item(said)));
    this.#moved ||= fresh.length > 0;
    return fresh.filter(({ own }) => !own);
  }

  /**
   * Whether the other player is there, as far as they let it be known.
   * @param {TalkTold} talk
   */
  presence({ shown, present }) {
    this.show.checked = shown;
    this.present.textContent = present ? texts.present(this.lent.you) : "";
    this.present.hidden = !present;
  }

  async #show() {
    try {
      await this.lent.call("talk.show", { shown: this.show.checked });
    } catch (error) {
      this.show.checked = !this.show.checked;
      this.fault(refusal(error));
    }
  }

  /** @param {Said} said */
  #item(said) {
    const { author, own, text, at } = said;
    const side = (author === "union" || author === "confederate") && texts.player(author);
    const who = own ? texts.you : side || (author ? make("bdi", null, author) : texts.nameless);
    return make(
      "li",
      { class: own ? "own" : "" },
      !own && this.#report(said),
      make("p", { class: "small" }, make("b", null, who), " ", when(at)),
      make("p", { class: "text" }, make("bdi", null, text)),
    );
  }

  /** @param {Said} said */
  #report({ number }) {
    const why = make("input", { type: "text", maxlength: LONGEST, "aria-label": texts.why });
    const done = make("p", { class: "small", role: "status" });
    const form = make(
      "form",
      {
        onsubmit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          try {
            await this.lent.call("talk.report", { room: this.name, number, why: why.value });
            form.hidden = true;
            done.textContent = texts.reported;
          } catch (error) {
            done.textContent = refusal(error);
          }
        },
      },
      make("label", null, `${texts.why}? `, why),
      make("button", null, texts.report),
    );
    return make("details", { class: "report" }, make("summary", null, texts.report), form, done);
  }

  async #say() {
    const text = this.field.value;
    if (!text.trim() || this.#saying) return;
    this.#saying = true;
    try {
      await this.lent.call("talk.say", { room: this.name, text });
      this.field.value = "";
      await this.changed();
    } catch (error) {
      // What was written stays.
      this.fault(refusal(error));
    } finally {
      this.#saying = false;
    }
  }

  async #mute() {
    try {
      await this.lent.call("talk.mute", { muted: this.mute.checked });
      await this.changed();
    } catch (error) {
      this.mute.checked = this.muted === true;
      this.fault(refusal(error));
    }
  }
}
