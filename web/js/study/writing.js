// Writing a study: its title, its positions in their order, comments, and variations.

import { h, show } from "../common/html.js";

/** @import { Draft, Moment, Shown } from "./api.js" */

/** @type {[Shown, string][]} */
const SHOWN = [
  ["private", "only to me"],
  ["link", "to whoever has its address"],
  ["open", "to everybody, in the library"],
];

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
  return h("p", { class: "part" }, h("label", { for: id }, text), control);
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
    this.title = h("input", { type: "text", maxlength: 80, required: true, autocomplete: "off", value: draft.title });
    this.about = h("textarea", { rows: 3, maxlength: 4000 }, draft.about);
    this.shown = h(
      "select",
      null,
      SHOWN.map(([value, text]) => h("option", { value, selected: value === draft.shown }, text)),
    );
    this.list = h("ol", { class: "writing" });
    this.link = h("input", { type: "text", autocomplete: "off", placeholder: "/game/…?at=12" });
    this.said = h("p", { id: "writing-said", role: "status" });
    this.element = h(
      "form",
      { id: "writing", class: "sheet" },
      field("study-title", "Title", this.title),
      field("study-about", "What it is about", this.about),
      field("study-shown", "It is shown", this.shown),
      this.list,
      field("study-link", "The link to a moment of a game that is over, as “Look back” gives it", this.link),
      h("p", null, h("button", { type: "button", id: "add-moment", onclick: () => this.#add() }, "Add this moment")),
      h("p", { class: "actions" }, h("button", { class: "primary", type: "submit", id: "keep-study" }, "Save")),
      this.said,
    );
    this.element.addEventListener("submit", async (event) => {
      event.preventDefault();
      const { title, about, shown } = this;
      const said = await keep({
        ...draft,
        title: title.value,
        about: about.value,
        shown: /** @type {Shown} */ (shown.value),
      });
      this.said.textContent = said;
    });
    this.#draw();
  }

  #add() {
    const moment = linked(this.link.value);
    if (!moment || moment.version === null) {
      this.said.textContent = "That is no link to a moment: it has “?at=” and a number in it.";
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
    const link = h("input", { type: "text", autocomplete: "off", placeholder: "/game/…" });
    const button = (/** @type {string} */ text, /** @type {boolean} */ disabled, /** @type {() => void} */ onclick) =>
      h("button", { type: "button", disabled, onclick, "aria-label": `${text}: position ${at + 1}` }, text);
    return h(
      "li",
      null,
      field(
        `comment-${at}`,
        `Comment on position ${at + 1}`,
        h(
          "textarea",
          { rows: 4, maxlength: 4000, oninput: (event) => (moment.comment = event.target.value) },
          moment.comment,
        ),
      ),
      moment.variations.map((variation, index) =>
        h(
          "div",
          null,
          field(
            `variation-${at}-${index}`,
            `Comment on variation ${index + 1}`,
            h(
              "textarea",
              { rows: 2, maxlength: 4000, oninput: (event) => (variation.comment = event.target.value) },
              variation.comment,
            ),
          ),
          button(`Leave variation ${index + 1} out`, false, () => {
            moment.variations.splice(index, 1);
            this.#draw();
          }),
        ),
      ),
      field(`variation-link-${at}`, "The link to a game that was played on from here", link),
      h(
        "p",
        { class: "actions" },
        button("Add this variation", false, () => {
          const game = linked(link.value)?.game;
          if (game) moment.variations.push({ game, comment: "" });
          else this.said.textContent = "That is no link to a game.";
          if (game) this.#draw();
        }),
        button("Up", at === 0, () => this.#move(at, -1)),
        button("Down", at === moments.length - 1, () => this.#move(at, 1)),
        button("Leave out", false, () => {
          moments.splice(at, 1);
          this.#draw();
        }),
      ),
    );
  }
}
