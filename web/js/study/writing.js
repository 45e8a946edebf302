// Writing a study: its title, its positions in their order, comments, and variations.

import { byId, h, make, show } from "../common/html.js";
import * as texts from "../texts/study.js";

/** @import { Draft, Moment, Shown } from "./api.js" */

/**
 * The game and the version of a link to a moment, or the game of a link to a game.
 * @param {string} text
 */
export function linked(text) {
  try {
    const { pathname, searchParams } = new URL(text, location.href);
    const game = /^\/game\/([^/]+)$/.exec(pathname)?.[1];
    const at = searchParams.get("at") ?? "";
    return game ? { game: decodeURIComponent(game), version: /^\d+$/.test(at) ? Number(at) : null } : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} id
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} control
 */
function field(id, text, control) {
  control.id = id;
  return make("p", { class: "part" }, make("label", { for: id }, text), control);
}

/** The form; `draft` is what it says. */
export class Writing {
  /**
   * `keep` keeps the draft; what it gives is why it could not.
   * @param {Draft} draft
   * @param {(draft: Draft) => Promise<string>} keep
   */
  constructor(draft, keep) {
    this.draft = draft;
    const text = { type: "text", autocomplete: "off" };
    this.title = make("input", { ...text, maxlength: 80, required: true, value: draft.title });
    this.about = make("textarea", { rows: 3, maxlength: 4000 }, draft.about);
    this.shown = make(
      "select",
      null,
      texts.audiences.map(([value, text]) => make("option", { value, selected: value === draft.shown }, text)),
    );
    this.list = make("ol", { class: "writing" });
    this.link = make("input", { ...text, placeholder: "/game/…?at=12" });
    this.said = make("p", { id: "writing-said", role: "status" });
    this.element = make(
      "form",
      { id: "writing", class: "sheet" },
      field("study-title", texts.title, this.title),
      field("study-about", texts.about, this.about),
      field("study-shown", texts.visibleTo, this.shown),
      this.list,
      field("study-link", texts.momentLink, this.link),
      make(
        "p",
        null,
        make("button", { type: "button", id: "add-moment", onclick: () => this.#add() }, texts.addMoment),
      ),
      make(
        "p",
        { class: "actions" },
        make("button", { class: "primary", type: "submit", id: "keep-study" }, texts.save),
      ),
      this.said,
    );
    this.element.addEventListener("submit", async (event) => {
      event.preventDefault();
      const { title, about, shown } = this;
      const visible = /** @type {Shown} */ (shown.value);
      this.said.textContent = await keep({ ...draft, title: title.value, about: about.value, shown: visible });
    });
    this.#draw();
  }

  #add() {
    const moment = linked(this.link.value);
    if (!moment || moment.version === null) {
      this.said.textContent = texts.notAMoment;
      return;
    }
    this.draft.moments.push({ game: moment.game, version: moment.version, comment: "", variations: [] });
    this.link.value = "";
    this.said.textContent = "";
    this.#draw();
    /** @type {HTMLElement | null} */ (this.list.querySelector(":scope > li:last-child textarea"))?.focus();
  }

  /**
   * @param {number} at
   * @param {number} by
   */
  #move(at, by) {
    const { moments } = this.draft;
    const [one] = moments.splice(at, 1);
    moments.splice(at + by, 0, one);
    this.#draw();
    /** @type {HTMLElement | null} */ (this.list.children[at + by]?.querySelector("button:enabled"))?.focus();
  }

  #draw() {
    const { moments } = this.draft;
    show(
      this.list,
      moments.map((moment, at) => this.#moment(moment, at)),
    );
  }

  /**
   * @param {Moment} moment
   * @param {number} at
   */
  #moment(moment, at) {
    const { moments } = this.draft;
    const link = `variation-link-${at}`;
    const button = (/** @type {string} */ text, /** @type {boolean} */ disabled, /** @type {() => void} */ onclick) =>
      h("button", { type: "button", key: text, disabled, onclick, "aria-label": texts.ofPosition(text, at + 1) }, text);
    const comment = (
      /** @type {string} */ id,
      /** @type {string} */ label,
      /** @type {number} */ rows,
      /** @type {{ comment: string }} */ of,
    ) =>
      h(
        "p",
        { class: "part" },
        h("label", { for: id }, label),
        h("textarea", {
          id,
          key: "comment",
          rows,
          maxlength: 4000,
          value: of.comment,
          oninput: (event) => (of.comment = event.target.value),
        }),
      );
    return h(
      "li",
      { key: keyOf(moment) },
      comment(`comment-${at}`, texts.comment(at + 1), 4, moment),
      moment.variations.map((variation, index) =>
        h(
          "div",
          { key: keyOf(variation) },
          comment(`variation-${at}-${index}`, texts.variationComment(index + 1), 2, variation),
          button(texts.removeVariation(index + 1), false, () => {
            moment.variations.splice(index, 1);
            this.#draw();
          }),
        ),
      ),
      h(
        "p",
        { class: "part" },
        h("label", { for: link }, texts.variationLink),
        h("input", { type: "text", id: link, key: "link", autocomplete: "off", placeholder: "/game/…" }),
      ),
      h(
        "p",
        { class: "actions" },
        button(texts.addVariation, false, () => {
          const typed = byId(link, HTMLInputElement);
          const game = linked(typed.value)?.game;
          if (!game) this.said.textContent = texts.notAGame;
          else {
            moment.variations.push({ game, comment: "" });
            typed.value = "";
            this.#draw();
          }
        }),
        button(texts.up, at === 0, () => this.#move(at, -1)),
        button(texts.down, at === moments.length - 1, () => this.#move(at, 1)),
        button(texts.remove, false, () => {
          moments.splice(at, 1);
          this.#draw();
        }),
      ),
    );
  }
}

/** @type {WeakMap<object, number>} */
const keys = new WeakMap();
let number = 0;

/**
 * What tells a position or a variation from the others, wherever it stands.
 * @param {object} one
 */
function keyOf(one) {
  const key = keys.get(one) ?? ++number;
  keys.set(one, key);
  return key;
}
