// The clocks of a game between two people, as the form for a new game asks for them.

import { asked, WEEKDAYS } from "../agreement/clock-time.js";
import { fill, h, make, show } from "../common/html.js";
import * as words from "../common/words.js";

/** From Monday on, as a week is read. */
const WEEK = [...WEEKDAYS.slice(4), ...WEEKDAYS.slice(0, 4)];

/** The part of the form; `settings()` is what it says, nothing for a game without clocks. */
export class ClockForm {
  /**
   * Dates on which no time is counted.
   * @type {string[]}
   */
  #dates = [];

  constructor() {
    this.kind = make(
      "select",
      { id: "clock-kind", name: "clock-kind", onchange: () => this.#draw() },
      make("option", { value: "" }, "No clocks"),
      make("option", { value: "live" }, "Live: minutes for the game"),
      make("option", { value: "days" }, "Correspondence: a few orders a day"),
    );
    this.minutes = number("clock-minutes", 45, { min: 1, max: 6000 });
    this.seconds = number("clock-seconds", 60, { min: 0, max: 36_000 });
    this.days = number("clock-days", 14, { min: 1, max: 3000 });
    this.hours = number("clock-hours", 24, { min: 0, max: 3000 });
    this.answers = number("clock-answers", 12, { min: 0, max: 3000 });
    this.weekdays = WEEK.map((day) =>
      make("input", { type: "checkbox", name: "clock-off", value: day, id: `clock-off-${day}` }),
    );
    this.date = make("input", { type: "date", id: "clock-date" });
    this.list = make("ul", { class: "clock-dates" });
    this.rest = make("div", { class: "clock-rest" });
    this.element = make("div", { class: "clock-form" }, field("clock-kind", "Clocks", this.kind), this.rest);
    this.#draw();
  }

  settings() {
    const [minutes, seconds, days, hours, answers] = [
      this.minutes,
      this.seconds,
      this.days,
      this.hours,
      this.answers,
    ].map((input) => Math.round(Number(input.value)));
    const off = [...this.weekdays.filter((box) => box.checked).map((box) => box.value), ...this.#dates];
    return asked({ kind: this.kind.value, minutes, seconds, days, hours, answers, off }, east());
  }

  #draw() {
    const kind = this.kind.value;
    this.rest.replaceChildren();
    fill(this.rest, [
      kind === "live" && [
        field("clock-minutes", "Minutes for each player", this.minutes),
        field("clock-seconds", "Seconds added for each player-turn", this.seconds),
      ],
      kind === "days" && [
        field("clock-days", "Days for each player", this.days),
        field("clock-hours", "Hours added for each player-turn", this.hours),
        field("clock-answers", "Hours for questions in the other’s turn, before the days are used", this.answers),
        this.#off(),
      ],
      kind && make("p", { class: "small" }, "Whoever has used up their time may lose the game by the other’s claim."),
    ]);
  }

  #off() {
    const add = () => {
      const date = this.date.value;
      if (date && !this.#dates.includes(date)) this.#dates = [...this.#dates, date].sort();
      this.date.value = "";
      this.#showDates();
    };
    this.#showDates();
    return [
      make(
        "fieldset",
        { class: "weekdays" },
        make("legend", null, "Weekdays off"),
        this.weekdays.map((box) => make("label", { class: "inline" }, box, words.capital(box.value.slice(0, 3)))),
      ),
      make(
        "div",
        { class: "field" },
        make("label", { for: "clock-date" }, "Dates off"),
        make(
          "div",
          { class: "copy-row" },
          this.date,
          make("button", { type: "button", id: "clock-add", onclick: add }, "Add"),
        ),
        this.list,
        make("p", { class: "small" }, `A day begins at midnight by this device’s clock (${zone()}), for both players.`),
      ),
    ];
  }

  #showDates() {
    const drop = (/** @type {string} */ date) => {
      this.#dates = this.#dates.filter((one) => one !== date);
      this.#showDates();
      this.date.focus();
    };
    show(
      this.list,
      this.#dates.map((date) =>
        h(
          "li",
          { key: date },
          day(date),
          " ",
          h(
            "button",
            { type: "button", class: "plain", "aria-label": `Remove ${day(date)}`, onclick: () => drop(date) },
            "×",
          ),
        ),
      ),
    );
  }
}

/** By how many minutes the day here is before that of Greenwich. */
function east() {
  return -new Date().getTimezoneOffset();
}

/** "UTC+1", "UTC−3:30". */
function zone() {
  const [hours, minutes] = [Math.floor(Math.abs(east()) / 60), Math.abs(east()) % 60];
  return `UTC${east() < 0 ? "−" : "+"}${hours}${minutes ? `:${String(minutes).padStart(2, "0")}` : ""}`;
}

/** @param {string} date */
function day(date) {
  return new Date(`${date}T12:00`).toLocaleDateString([], { day: "numeric", month: "short", year: "numeric" });
}

/**
 * @param {string} id
 * @param {number} value
 * @param {{ min: number, max: number }} range
 */
function number(id, value, { min, max }) {
  return make("input", {
    type: "number",
    id,
    name: id,
    value,
    min,
    max,
    step: 1,
    required: true,
    inputmode: "numeric",
  });
}

/**
 * @param {string} id
 * @param {string} label
 * @param {HTMLElement} control
 */
function field(id, label, control) {
  return make("p", { class: "field" }, make("label", { for: id }, label), control);
}
