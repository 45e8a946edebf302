// The clocks of a game between two people, as the form for a new game asks for them.

import { asked, WEEKDAYS } from "../agreement/clock-time.js";
import { check, field, number, select } from "../common/fields.js";
import { fill, h, make, show } from "../common/html.js";
import * as words from "../common/words.js";
import * as texts from "../texts/new-game.js";

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
    this.kind = select("clock-kind", Object.entries(texts.CLOCKS));
    this.kind.addEventListener("change", () => this.#draw());
    this.minutes = number("clock-minutes", 45, 1, 6000);
    this.seconds = number("clock-seconds", 60, 0, 36_000);
    this.days = number("clock-days", 14, 1, 3000);
    this.hours = number("clock-hours", 24, 0, 3000);
    this.answers = number("clock-answers", 12, 0, 3000);
    this.weekdays = WEEK.map((value) => {
      const text = words.capital(value.slice(0, 3));
      return check(`clock-off-${value}`, text, { name: "clock-off", value });
    });
    this.date = make("input", { type: "date", id: "clock-date" });
    this.list = make("ul", { class: "clock-dates" });
    this.rest = make("div", { class: "clock-rest" });
    this.element = make("div", { class: "clock-form" }, field(texts.clocks, this.kind), this.rest);
    this.#draw();
  }

  settings() {
    const inputs = [this.minutes, this.seconds, this.days, this.hours, this.answers];
    const [minutes, seconds, days, hours, answers] = inputs.map((input) => Math.round(Number(input.value)));
    const off = [...this.weekdays.filter(({ box }) => box.checked).map(({ box }) => box.value), ...this.#dates];
    return asked({ kind: this.kind.value, minutes, seconds, days, hours, answers, off }, east());
  }

  #draw() {
    const kind = this.kind.value;
    this.rest.replaceChildren();
    fill(this.rest, [
      kind === "live" && [field(texts.minutes, this.minutes), field(texts.seconds, this.seconds)],
      kind === "days" && [
        field(texts.days, this.days),
        field(texts.hours, this.hours),
        field(texts.answers, this.answers),
        this.#off(),
      ],
      kind && make("p", { class: "small" }, texts.timeUp),
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
    const button = make("button", { type: "button", id: "clock-add", onclick: add }, texts.addDate);
    return [
      make(
        "fieldset",
        { class: "weekdays" },
        make("legend", null, texts.weekdaysOff),
        this.weekdays.map(({ label }) => label),
      ),
      make(
        "div",
        { class: "field" },
        make("label", { for: "clock-date" }, texts.datesOff),
        make("div", { class: "copy-row" }, this.date, button),
        this.list,
        make("p", { class: "small" }, texts.dayBegins(zone())),
      ),
    ];
  }

  #showDates() {
    const drop = (/** @type {string} */ date) => {
      this.#dates = this.#dates.filter((one) => one !== date);
      this.#showDates();
      this.date.focus();
    };
    const item = (/** @type {string} */ date) => {
      const attributes = { type: "button", class: "plain", "aria-label": texts.removeDate(day(date)) };
      return h("li", { key: date }, day(date), " ", h("button", { ...attributes, onclick: () => drop(date) }, "×"));
    };
    show(this.list, this.#dates.map(item));
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
