// A player's own notes on the game and on hexes.

import { h, make, show } from "../common/html.js";
import { typed } from "../common/words.js";
import * as texts from "../texts/talk.js";
import { LONGEST, refusal } from "./text.js";

/** @import { Lent } from "./talk.js" */

/** Where the note on the game as a whole is. */
const GAME = "";

export class Notes {
  /**
   * By hex.
   * @type {Map<string, string>}
   */
  #texts = new Map();
  /** The hex whose note is being written, if one is. @type {string | null} */
  #hex = null;

  /** @param {Lent} lent */
  constructor(lent) {
    this.lent = lent;
    this.list = make("ul", { class: "notes" });
    this.field = make("textarea", { id: "note-text", rows: 3, maxlength: LONGEST });
    this.label = make("label", { for: "note-text" });
    this.refused = make("p", { class: "refused", role: "alert", hidden: true });
    this.form = make(
      "form",
      {
        class: "say",
        hidden: true,
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          this.#keep(this.#hex ?? GAME, this.field.value);
        },
      },
      this.label,
      this.field,
      make("button", null, texts.save),
      make("button", { type: "button", class: "plain", onclick: () => this.#close() }, texts.cancel),
    );
    this.hex = make("input", { type: "text", id: "note-of", size: 6, maxlength: 8, autocomplete: "off" });
    const ofHex = make(
      "form",
      {
        class: "say",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          this.#begin(this.hex.value.trim());
        },
      },
      make("label", { for: "note-of" }, texts.hex),
      this.hex,
      make("button", null, texts.noteOnHex),
    );
    this.element = make(
      "section",
      { class: "room", "aria-label": texts.notes },
      make("h3", null, texts.notes),
      make("p", { class: "small" }, texts.secret),
      this.list,
      ofHex,
      this.form,
      this.refused,
    );
    this.#draw();
  }

  async read() {
    try {
      const { notes } = await this.lent.call("talk.notes");
      this.#texts = new Map(notes.map(({ hex, text }) => [hex ?? GAME, text]));
      this.#fault("");
    } catch (error) {
      this.#fault(refusal(error));
    }
    this.#draw();
    this.lent.drawn();
  }

  /** @param {string} text */
  #fault(text) {
    this.refused.hidden = !text;
    this.refused.textContent = text;
  }

  #draw() {
    const line = (/** @type {string} */ hex) => {
      const text = this.#texts.get(hex);
      const find = { class: "plain", title: texts.find, onclick: () => this.lent.find(hex) };
      const write = { class: "plain", key: `write-${hex}`, onclick: () => this.write(hex) };
      const change = h("span", null, texts.change, h("span", { class: "aloud" }, texts.theNote(hex)));
      return h(
        "li",
        { key: hex },
        hex === GAME ? text && h("b", null, texts.game) : h("button", find, texts.ofHex(hex)),
        h("button", write, text ? change : texts.note(hex)),
        text && h("p", { class: "text" }, typed(text)),
      );
    };
    const hexes = [...this.#texts.keys()].filter((hex) => hex !== GAME);
    show(this.list, [GAME, ...hexes].map(line));
  }

  /**
   * Begins a note on a hex that was typed.
   * @param {string} hex
   */
  #begin(hex) {
    const known = this.lent.known(hex);
    this.#fault(known ? "" : texts.noHex(hex));
    if (!known) return;
    this.hex.value = "";
    this.write(hex);
  }

  /**
   * Opens the field for a note.
   * @param {string} hex
   */
  write(hex) {
    this.#hex = hex;
    this.label.textContent = texts.writing(hex);
    this.field.value = this.#texts.get(hex) ?? "";
    this.form.hidden = false;
    this.lent.open();
    this.field.focus();
  }

  #close() {
    this.form.hidden = true;
    this.#hex = null;
  }

  /**
   * @param {string} hex
   * @param {string} text
   */
  async #keep(hex, text) {
    try {
      await this.lent.call("talk.note", { hex: hex === GAME ? undefined : hex, text });
    } catch (error) {
      // What was written stays.
      this.#fault(refusal(error));
      return;
    }
    this.#close();
    await this.read();
  }

  /**
   * What is noted of a hex, and a button to do so.
   * @param {string} hex
   * @param {boolean} pinned
   */
  of(hex, pinned) {
    const text = this.#texts.get(hex);
    return [
      text && h("p", { class: "small noted" }, h("b", null, texts.noted), typed(text)),
      pinned &&
        h("button", { id: "note-hex", onclick: () => this.write(hex) }, text ? texts.changeNote : texts.noteOnHex),
    ];
  }
}
