// What is looked for in the library: as a form, and as the words of an address.

import { make } from "../common/html.js";
import * as words from "../common/words.js";

/** @import { Found } from "./api.js" */

/** @type {[string, string][]} */
const KINDS = [
  ["taken", "A place was taken"],
  ["eliminated", "A unit was eliminated"],
  ["left", "A unit left the map"],
  ["attack", "A hex was attacked"],
];

/** How many things that happened can be asked for together. */
const MOST = 4;

/**
 * @param {string} id
 * @param {string} text
 * @param {HTMLElement} control
 */
function field(id, text, control) {
  control.id = id;
  return make("p", { class: "part" }, make("label", { for: id }, text), control);
}

/**
 * @param {[string, string][]} options
 * @param {string} chosen
 */
function select(options, chosen) {
  return make(
    "select",
    null,
    options.map(([value, text]) => make("option", { value, selected: value === chosen }, text)),
  );
}

/** @type {[string, string][]} */
const SIDES = [
  ["", "either side"],
  ...words.EACH_SIDE.map((side) => /** @type {[string, string]} */ ([side, words.side(side)])),
];

/** A day as an address has it, of seconds since 1970. @param {string | null} seconds */
function dayOf(seconds) {
  return seconds ? new Date(Number(seconds) * 1000).toISOString().slice(0, 10) : "";
}

const DAY = 86400;

/** The form; `query()` is what it says. */
export class SearchForm {
  /** @type {HTMLElement[]} */
  #rows = [];

  /**
   * `asked` is what the address says, `search` is called when it is sent.
   * @param {URLSearchParams} asked
   * @param {(query: URLSearchParams) => void} search
   */
  constructor(asked, search) {
    const text = (/** @type {string} */ name) => asked.get(name) ?? "";
    this.battle = select([["", "any battle"]], "");
    this.level = select([["", "any level"]], "");
    this.fields = {
      scenario: this.battle,
      winner: select([["", "either, or nobody"], ...SIDES.slice(1), ["draw", "nobody: a draw"]], text("winner")),
      level: this.level,
      margin: make("input", { type: "number", min: 0, inputmode: "numeric", value: text("margin") }),
      player: make("input", { type: "text", autocomplete: "off", maxlength: 64, value: text("player") }),
      side: select(SIDES, text("side")),
      sort: select(
        [
          ["", "the newest first"],
          ["oldest", "the oldest first"],
          ["margin", "the greatest margin first"],
        ],
        text("sort"),
      ),
    };
    this.since = make("input", { type: "date", value: dayOf(asked.get("since")) });
    const until = asked.get("until");
    this.until = make("input", { type: "date", value: dayOf(until && String(Number(until) - DAY)) });
    this.happened = make("div", { class: "happened" });
    this.add = make(
      "button",
      { type: "button", id: "add-happened", onclick: () => this.#add(new URLSearchParams(), 0)?.focus() },
      "One more thing that happened",
    );
    this.element = make(
      "form",
      { id: "search-form", class: "sheet" },
      make(
        "div",
        { class: "parts" },
        field("library-scenario", "Battle", this.fields.scenario),
        field("library-winner", "Won by", this.fields.winner),
        field("library-level", "Level of victory", this.fields.level),
        field("library-margin", "At least so many points apart", this.fields.margin),
        field("library-player", "Player: a name, or a commander’s level", this.fields.player),
        field("library-side", "who had", this.fields.side),
        field("library-since", "Over since", this.since),
        field("library-until", "Over until", this.until),
        field("library-sort", "Sorted", this.fields.sort),
      ),
      make(
        "fieldset",
        { class: "happenings" },
        make("legend", null, "What happened"),
        this.happened,
        make("p", null, this.add),
      ),
      make("p", { class: "actions" }, make("button", { class: "primary", type: "submit", id: "find" }, "Find")),
    );
    for (let at = 1; at <= MOST; at++) if (asked.has(`kind${at}`)) this.#add(asked, at);
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      search(this.query());
    });
    this.asked = asked;
  }

  /**
   * What there is to choose from.
   * @param {Found} found
   */
  offer({ battles, levels }) {
    const options = (/** @type {[string, string][]} */ all, /** @type {string} */ chosen) =>
      all.map(([value, text]) => make("option", { value, selected: value === chosen }, text));
    const battle = this.battle.value || (this.asked.get("scenario") ?? "");
    const level = this.level.value || (this.asked.get("level") ?? "");
    const known = battles.map(({ scenario, title }) => /** @type {[string, string]} */ ([scenario, title]));
    const same = (/** @type {string} */ title) => known.filter(([, other]) => other === title).length > 1;
    const told = known.map(
      ([id, title]) => /** @type {[string, string]} */ ([id, same(title) ? `${title} (${id})` : title]),
    );
    this.battle.replaceChildren(...options([["", "any battle"], ...told], battle));
    const capitals = levels.map((one) => /** @type {[string, string]} */ ([one, words.capital(one)]));
    this.level.replaceChildren(...options([["", "any level"], ...capitals], level));
  }

  /**
   * One more row for what happened.
   * @param {URLSearchParams} asked
   * @param {number} from
   */
  #add(asked, from) {
    if (this.#rows.length >= MOST) return null;
    const text = (/** @type {string} */ name) => asked.get(`${name}${from}`) ?? "";
    const at = this.#rows.length + 1;
    const kind = select(KINDS, text("kind") || "taken");
    const odds = make("input", {
      type: "number",
      min: 1,
      max: 20,
      inputmode: "numeric",
      value: text("odds"),
      "data-field": "odds",
    });
    const oddsField = field(`happened-odds-${at}`, "at odds of at least … to 1", odds);
    const turns = { min: 0, max: 99, type: "number", inputmode: "numeric" };
    const row = make(
      "fieldset",
      { class: "parts" },
      make("legend", { class: "aloud" }, `Thing ${at} that happened`),
      field(`happened-kind-${at}`, "What", kind),
      field(
        `happened-name-${at}`,
        "The name of the place, hex or unit, or a part of it",
        make("input", { type: "text", autocomplete: "off", maxlength: 64, value: text("name"), "data-field": "name" }),
      ),
      field(`happened-side-${at}`, "by, or of", select(SIDES, text("side"))),
      field(
        `happened-before-${at}`,
        "before turn",
        make("input", { ...turns, value: text("before"), "data-field": "before" }),
      ),
      field(
        `happened-after-${at}`,
        "after turn",
        make("input", { ...turns, value: text("after"), "data-field": "after" }),
      ),
      oddsField,
      make(
        "p",
        { class: "part" },
        make(
          "button",
          {
            type: "button",
            class: "plain",
            onclick: () => {
              this.#rows = this.#rows.filter((one) => one !== row);
              row.remove();
              this.add.disabled = false;
              this.add.focus();
            },
          },
          "Leave this out",
        ),
      ),
    );
    kind.dataset.field = "kind";
    /** @type {HTMLElement | null} */ (row.querySelector(`#happened-side-${at}`))?.setAttribute("data-field", "side");
    const match = () => {
      oddsField.hidden = kind.value !== "attack";
    };
    kind.addEventListener("change", match);
    match();
    this.#rows.push(row);
    this.happened.append(row);
    this.add.disabled = this.#rows.length >= MOST;
    return kind;
  }

  /** What the form says, as the words of an address. */
  query() {
    const query = new URLSearchParams();
    const put = (/** @type {string} */ name, /** @type {string} */ value) =>
      value.trim() && query.set(name, value.trim());
    for (const [name, control] of Object.entries(this.fields)) put(name, control.value);
    if (this.since.value) put("since", String(Date.parse(this.since.value) / 1000));
    if (this.until.value) put("until", String(Date.parse(this.until.value) / 1000 + DAY));
    for (const [index, row] of this.#rows.entries()) {
      /** @type {NodeListOf<HTMLInputElement>} */
      const controls = row.querySelectorAll("[data-field]");
      for (const control of controls) {
        const { field = "" } = control.dataset;
        if (field !== "odds" || !control.closest(".part")?.hasAttribute("hidden"))
          put(`${field}${index + 1}`, control.value);
      }
    }
    return query;
  }
}
