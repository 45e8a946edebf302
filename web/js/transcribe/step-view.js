// A step as it is shown: every value that is asked for in a box of its own, in the order of the sheet,
// with the words that may be the answer.

import { fill, make } from "../common/html.js";
import * as texts from "../texts/transcribe.js";
import { meant, press } from "./typing.js";

/**
 * @import { Held } from "../common/html.js"
 * @import { AskedTold, KindTold, StepTold, WordTold } from "protocol"
 */

/**
 * What a box shows: `value` is what was read, `present` what the file has, `wrong` why an answer was
 * refused.
 * @typedef {{ value: string | null, present: string | null, basis?: string, wrong?: string }} BoxState
 */

/**
 * `answer(asked, value)` is called for each answer, `leave(way)` where a step ends before its next
 * box, `at(asked)` when a box comes into hand, `shown` says what a box shows.
 * @typedef {{
 *   words: (asked: AskedTold) => WordTold[],
 *   shown: (asked: AskedTold) => BoxState,
 *   answer: (asked: AskedTold, value: string) => void,
 *   more: (side: string) => void,
 *   leave: (way: 1 | -1) => void,
 *   at: (asked: AskedTold) => void,
 * }} StepHandlers
 */

export class StepView {
  /** @type {HTMLInputElement[]} */
  #boxes = [];
  #current = 0;

  /**
   * @param {StepTold} step
   * @param {KindTold} kind
   * @param {StepHandlers} on
   */
  constructor(step, kind, on) {
    this.step = step;
    this.kind = kind;
    this.on = on;
    this.words = make("div", { class: "words", role: "group", "aria-label": texts.answers });
    this.#boxes = step.asked.map((asked, index) => this.#box(asked, index));
    const boxes = kind.form === "cells" ? this.#chart() : this.#list();
    this.boxes = make(
      "div",
      {
        class: `boxes form-${kind.form}`,
        role: "group",
        "aria-label": step.title,
        onkeydown: (event) => this.#key(event),
      },
      boxes,
      step.more ? this.#more() : null,
    );
    this.draw();
  }

  /** The value in hand. */
  get current() {
    return this.step.asked[this.#current];
  }

  /**
   * Takes the first box in hand that is not done, or else the first.
   * @param {(asked: AskedTold) => boolean} done
   */
  begin(done) {
    const open = this.step.asked.findIndex((asked) => !done(asked));
    this.take(Math.max(open, 0));
  }

  /** @param {number} index */
  take(index) {
    this.#current = index;
    this.#boxes.forEach((box, at) => {
      box.tabIndex = at === index ? 0 : -1;
    });
    this.#boxes[index]?.focus();
    this.#boxes[index]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /**
   * The same step as it stands now; what is being typed stays.
   * @param {StepTold} step
   */
  renew(step) {
    if (step.asked.length !== this.step.asked.length) return false;
    this.step = step;
    this.draw();
    return true;
  }

  draw() {
    this.step.asked.forEach((asked, index) => {
      const box = this.#boxes[index];
      const { value, present, basis, wrong } = this.on.shown(asked);
      const typing = document.activeElement === box && box.dataset.typed;
      if (!typing) box.value = this.#brief(asked, value ?? "");
      box.placeholder = this.#brief(asked, present ?? "");
      box.classList.toggle("read", value !== null);
      box.classList.toggle("wrong", Boolean(wrong));
      if (wrong) box.setAttribute("aria-invalid", "true");
      else box.removeAttribute("aria-invalid");
      box.title = wrong ?? "";
      const told = [asked.row, asked.label].filter(Boolean).join(", ");
      const unread = basis ? texts.meaning(present ?? texts.hidden, basis) : (present ?? texts.hidden);
      const state = value !== null ? texts.readFromSheet : unread;
      box.setAttribute("aria-label", [told, state, wrong].filter(Boolean).join(": "));
    });
  }

  /**
   * A value as it stands in its box: along a row of hexes its letter.
   * @param {AskedTold} asked
   * @param {string} value
   */
  #brief(asked, value) {
    if (this.kind.form !== "letters") return value;
    return this.on.words(asked).find((word) => word.value === value)?.key ?? value;
  }

  /**
   * @param {AskedTold} asked
   * @param {number} index
   */
  #box(asked, index) {
    const most = Math.max(asked.value.length, ...this.on.words(asked).map(({ value }) => value.length), 1);
    return make("input", {
      type: "text",
      class: "box",
      id: `box-${index}`,
      "data-place": asked.place,
      "data-part": asked.part ?? null,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      tabindex: -1,
      size: Math.min(Math.max(most, 2), this.kind.form === "cells" ? 11 : 44),
      onfocus: ({ target }) => {
        this.#current = index;
        delete target.dataset.typed;
        target.select();
        this.#drawWords();
        this.on.at(this.step.asked[index]);
      },
      onblur: () => this.#settle(index),
      // Without a keyboard of keys whole texts come at once.
      oninput: ({ target }) => this.#input(index, target),
    });
  }

  /** The boxes as a chart: rows and columns as they are printed. */
  #chart() {
    const { asked } = this.step;
    const columns = [...new Set(asked.map(({ label }) => label))];
    const rows = [...new Set(asked.map(({ row }) => row ?? ""))];
    const find = (/** @type {string} */ row, /** @type {string} */ column) =>
      this.#boxes[asked.findIndex((one) => (one.row ?? "") === row && one.label === column)];
    const heads = columns.map((column) => make("th", { scope: "col" }, column));
    const body = rows.map((row) => {
      const cells = columns.map((column) => make("td", null, find(row, column)));
      return make("tr", null, make("th", { scope: "row" }, row), cells);
    });
    const head = make("thead", null, make("tr", null, make("td", null), heads));
    const caption = make("caption", null, this.step.title);
    return make("table", { class: "chart" }, caption, head, make("tbody", null, body));
  }

  /** The boxes one beside the other, each under its name, those of one field together. */
  #list() {
    /** @type {Map<string, Held[]>} */
    const groups = new Map();
    this.step.asked.forEach(({ place, row, label }, index) => {
      const name = make("span", { class: "name", "aria-hidden": "true" }, label);
      const box = make("span", { class: "one" }, name, this.#boxes[index]);
      const group = row ? place : `${place} ${index}`;
      groups.set(group, [...(groups.get(group) ?? [row && make("span", { class: "group-name" }, row)]), box]);
    });
    return [...groups.values()].map((boxes) => make("div", { class: "group" }, boxes));
  }

  /** A field for hexsides that the file has not. */
  #more() {
    const add = () => {
      const text = field.value.trim();
      if (!text) return;
      for (const side of text.split(/\s+/)) this.on.more(side);
      field.value = "";
    };
    const field = make("input", {
      type: "text",
      id: "more-sides",
      autocomplete: "off",
      placeholder: "1024/1025",
      onkeydown: (event) => {
        event.stopPropagation();
        if (event.key === "Enter") add();
      },
    });
    const label = make("label", { for: "more-sides" }, texts.moreHere);
    return make(
      "p",
      { class: "more" },
      label,
      " ",
      field,
      " ",
      make("button", { id: "add-sides", onclick: add }, texts.add),
    );
  }

  /** The words for the value in hand, each a button; and that the sheet agrees. */
  #drawWords() {
    const asked = this.current;
    if (!asked) return;
    const { present } = this.on.shown(asked);
    const words = this.on.words(asked);
    const button = (/** @type {string} */ key, /** @type {string} */ text, /** @type {string} */ value) =>
      make(
        "button",
        {
          "data-value": value,
          // The box keeps the focus, and a phone its keyboard.
          onpointerdown: (/** @type {PointerEvent} */ event) => event.preventDefault(),
          onclick: () => this.#answer(this.#current, value),
        },
        key && make("kbd", null, key),
        ` ${text || texts.nothing}`,
      );
    this.words.replaceChildren();
    fill(this.words, [
      present !== null && button("Enter", texts.asHere(present), present),
      words.map(({ key, value, text }) => button(key ?? "", text ? texts.meaning(value, text) : value, value)),
    ]);
  }

  /**
   * @param {number} index
   * @param {string} value
   */
  #answer(index, value) {
    const box = this.#boxes[index];
    delete box.dataset.typed;
    box.value = this.#brief(this.step.asked[index], value);
    this.on.answer(this.step.asked[index], value);
    this.#step(index, 1);
  }

  /**
   * @param {number} index
   * @param {1 | -1} way
   */
  #step(index, way) {
    const next = index + way;
    if (next < 0 || next >= this.#boxes.length) this.on.leave(way);
    else this.take(next);
  }

  /**
   * What was typed and not ended is an answer too, once one goes elsewhere.
   * @param {number} index
   */
  #settle(index) {
    const box = this.#boxes[index];
    if (!box.dataset.typed) return;
    delete box.dataset.typed;
    const asked = this.step.asked[index];
    if (box.value.trim()) this.on.answer(asked, meant(this.on.words(asked), box.value));
    this.draw();
  }

  /**
   * @param {number} index
   * @param {HTMLInputElement} box
   */
  #input(index, box) {
    box.dataset.typed = "true";
    const words = this.on.words(this.step.asked[index]);
    if (!words.length) return;
    const typed = press(words, box.value.slice(0, -1), box.value.slice(-1));
    if (typed.value !== undefined) this.#answer(index, typed.value);
  }

  /** @param {KeyboardEvent & { target: HTMLElement }} event */
  #key(event) {
    const index = this.#boxes.indexOf(/** @type {HTMLInputElement} */ (event.target));
    if (index < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const box = this.#boxes[index];
    const asked = this.step.asked[index];
    const typed = box.dataset.typed ? box.value : "";
    const words = this.on.words(asked);
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    switch (event.key) {
      case "Enter":
      case " ": {
        if (event.key === " " && typed && !words.length) return;
        done();
        const { value, present } = this.on.shown(asked);
        if (typed) return this.#answer(index, meant(words, typed));
        if (present !== null || value !== null) this.#answer(index, value ?? present ?? "");
        return;
      }
      case "ArrowRight":
      case "ArrowLeft":
        if (typed && !words.length) return;
        done();
        return this.#step(index, event.key === "ArrowRight" ? 1 : -1);
      case "ArrowDown":
      case "ArrowUp":
        done();
        return this.take(this.#beside(index, event.key === "ArrowDown" ? 1 : -1));
      case "Backspace":
        if (typed) return;
        done();
        return this.#step(index, -1);
      case "Delete":
        done();
        return this.#answer(index, "");
      case "Escape":
        delete box.dataset.typed;
        return this.draw();
    }
    if (event.key.length !== 1 || !words.length) return;
    done();
    const result = press(words, typed, event.key);
    if (result.value !== undefined) return this.#answer(index, result.value);
    box.dataset.typed = "true";
    box.value = result.typed ?? "";
  }

  /**
   * The box of the row above or below; in a list the one before or after.
   * @param {number} index
   * @param {1 | -1} way
   */
  #beside(index, way) {
    const { asked } = this.step;
    const within = (/** @type {number} */ at) => Math.min(Math.max(at, 0), asked.length - 1);
    if (this.kind.form !== "cells") return within(index + way);
    const { row, label } = asked[index];
    const rows = [...new Set(asked.map((one) => one.row))];
    const next = rows[rows.indexOf(row) + way];
    const found = asked.findIndex((one) => one.row === next && one.label === label);
    return found < 0 ? index : found;
  }
}
