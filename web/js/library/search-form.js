// What is looked for in the library: as a form, and as the words of an address.

import { field, number, options, select } from "../common/fields.js";
import { make } from "../common/html.js";
import * as words from "../common/words.js";
import * as texts from "../texts/library.js";

/** @import { Found } from "./api.js" */

/** How many things that happened can be asked for together. */
const MOST = 4;

const SIDES = [["", texts.eitherSide], ...words.EACH_SIDE.map((side) => [side, words.side(side)])];

/**
 * @param {string} id
 * @param {string} value
 * @param {number} maxlength
 */
const typed = (id, value, maxlength = 64) => make("input", { type: "text", id, autocomplete: "off", maxlength, value });

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
    this.battle = select("library-scenario", [["", texts.anyBattle]]);
    this.level = select("library-level", [["", texts.anyLevel]]);
    const winners = [["", texts.anyWinner], ...SIDES.slice(1), ["draw", texts.draw]];
    this.fields = {
      scenario: this.battle,
      winner: select("library-winner", winners, text("winner")),
      level: this.level,
      margin: number("library-margin", text("margin"), 0, undefined, { required: false }),
      player: typed("library-player", text("player")),
      side: select("library-side", SIDES, text("side")),
      sort: select("library-sort", Object.entries(texts.ORDERS), text("sort")),
    };
    const until = asked.get("until");
    this.since = make("input", { type: "date", id: "library-since", value: dayOf(asked.get("since")) });
    this.until = make("input", {
      type: "date",
      id: "library-until",
      value: dayOf(until && String(Number(until) - DAY)),
    });
    this.happened = make("div", { class: "happened" });
    const add = () => this.#add(new URLSearchParams(), 0)?.focus();
    this.add = make("button", { type: "button", id: "add-happened", onclick: add }, texts.oneMore);
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      search(this.query());
    };
    this.element = make(
      "form",
      { id: "search-form", class: "sheet", onsubmit },
      make(
        "div",
        { class: "parts" },
        field(texts.battle, this.battle),
        field(texts.wonBy, this.fields.winner),
        field(texts.level, this.level),
        field(texts.margin, this.fields.margin),
        field(texts.player, this.fields.player),
        field(texts.whoHad, this.fields.side),
        field(texts.since, this.since),
        field(texts.until, this.until),
        field(texts.sorted, this.fields.sort),
      ),
      make(
        "fieldset",
        { class: "happenings" },
        make("legend", null, texts.happened),
        this.happened,
        make("p", null, this.add),
      ),
      make("p", { class: "actions" }, make("button", { class: "primary", type: "submit", id: "find" }, texts.find)),
    );
    for (let at = 1; at <= MOST; at++) if (asked.has(`kind${at}`)) this.#add(asked, at);
    this.asked = asked;
  }

  /**
   * What there is to choose from.
   * @param {Found} found
   */
  offer({ battles, levels }) {
    const battle = this.battle.value || (this.asked.get("scenario") ?? "");
    const level = this.level.value || (this.asked.get("level") ?? "");
    const same = (/** @type {string} */ title) => battles.filter((other) => other.title === title).length > 1;
    const known = battles.map(({ scenario, title }) => [scenario, same(title) ? `${title} (${scenario})` : title]);
    this.battle.replaceChildren(...options([["", texts.anyBattle], ...known], battle));
    const capitals = levels.map((one) => [one, words.capital(one)]);
    this.level.replaceChildren(...options([["", texts.anyLevel], ...capitals], level));
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
    const kind = select(`happened-kind-${at}`, Object.entries(texts.KINDS), text("kind") || "taken");
    const turn = (/** @type {string} */ name) =>
      number(`happened-${name}-${at}`, text(name), 0, 99, { required: false });
    const controls = {
      kind,
      name: typed(`happened-name-${at}`, text("name")),
      side: select(`happened-side-${at}`, SIDES, text("side")),
      before: turn("before"),
      after: turn("after"),
      odds: number(`happened-odds-${at}`, text("odds"), 1, 20, { required: false }),
    };
    for (const [name, control] of Object.entries(controls)) control.dataset.field = name;
    const oddsField = field(texts.odds, controls.odds);
    const leaveOut = () => {
      this.#rows = this.#rows.filter((one) => one !== row);
      row.remove();
      this.add.disabled = false;
      this.add.focus();
    };
    const row = make(
      "fieldset",
      { class: "parts" },
      make("legend", { class: "aloud" }, texts.thing(at)),
      field(texts.what, kind),
      field(texts.nameOfIt, controls.name),
      field(texts.byOrOf, controls.side),
      field(texts.before, controls.before),
      field(texts.after, controls.after),
      oddsField,
      make(
        "p",
        { class: "field" },
        make("button", { type: "button", class: "plain", onclick: leaveOut }, texts.leaveOut),
      ),
    );
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
        if (field !== "odds" || !control.closest(".field")?.hasAttribute("hidden"))
          put(`${field}${index + 1}`, control.value);
      }
    }
    return query;
  }
}
