// The log: every order and what came of it, with its case; an entry shows its place on the map.

import { createElement, Fragment } from "../../vendor/preact/preact.js";
import { takenBack } from "../agreement/line.js";
import { h, make, show } from "../common/html.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import { hexesOf } from "../game/scene.js";
import * as texts from "../texts/panel.js";
import { modifiersOf } from "./modifiers.js";

/**
 * @import { VNode } from "../../vendor/preact/preact.js"
 * @import { Session } from "../session/session.js"
 * @import { Entry, ToldEvent, View } from "protocol"
 */

/**
 * Events that are told: those that have a sentence, without the questions, which the orders put. Steps of a march
 * are one event.
 * @param {Entry} entry
 */
export function toldEvents(entry) {
  return marches(
    (entry.events ?? []).filter((event) => event.text && event.event !== "asked" && event.event !== "settled"),
  );
}

/**
 * Joins the steps of each unit that marches, also where several march in turn: "7 IN-a moves to 1733 via 1532 and 1633."
 * @param {ToldEvent[]} events
 */
function marches(events) {
  /** @type {ToldEvent[]} */
  const joined = [];
  for (const event of events) {
    // Whatever else happens ends a march.
    const since = joined.findLastIndex((one) => one.event !== "moved") + 1;
    const at = joined.findIndex((one, at) => at >= since && one.unit === event.unit && one.to === event.from);
    const { from, to } = event;
    if (event.event !== "moved" || !from || !to || at < 0) {
      joined.push(event);
      continue;
    }
    const way = [...(joined[at].path ?? []), from];
    const text = event.text?.replace(/\.$/, texts.via(way));
    joined[at] = { ...event, from: joined[at].from, path: way, text };
  }
  return joined;
}

/**
 * Whether an entry is the same units marching on, right after another.
 * @param {Entry} before
 * @param {Entry} entry
 */
function marchesOn(before, entry) {
  const [first, second] = [before, entry].map((one) => logged(one));
  const both = logged(together(before, entry));
  return (
    first.length > 0 &&
    [...first, ...second].every((event) => event.event === "moved") &&
    both.length === first.length &&
    both.length === second.length
  );
}

/**
 * Two entries of a march as one.
 * @param {Entry} before
 * @param {Entry} entry
 * @returns {Entry}
 */
function together(before, entry) {
  const reasons = [before.reason, entry.reason].filter(truthy);
  return {
    ...entry,
    events: [...(before.events ?? []), ...(entry.events ?? [])],
    reason: [...new Set(reasons)].join(" ") || undefined,
  };
}

/**
 * Events with a line in the log: a pass has none.
 * @param {Entry} entry
 */
function logged(entry) {
  return toldEvents(entry).filter(({ event }) => event !== "passed");
}

/**
 * Dice as they lie.
 * @param {number[]} faces
 */
export function pips(faces) {
  return h("span", { class: "pip", "aria-hidden": "true" }, faces.map((face) => "⚀⚁⚂⚃⚄⚅"[face - 1]).join(""));
}

export class Log {
  #drawn = 0;
  #gone = "";
  /** @type {VNode[]} */
  #items = [];
  /** @type {Entry | null} The entry of the last item; of a march, all its entries as one. */
  #last = null;
  /** @type {Map<number, number>} The entry with which each entry of a march goes on. */
  #next = new Map();

  /**
   * `element`: the list's place; `show(hexes)` is called with what an entry speaks of,
   * `look(version)` to look back; `sentence(event)` is an event in words, `facesOf(event)` the dice
   * it shows, `agreed(entry)` what players agreed on with an entry.
   * @param {HTMLElement} element
   * @param {{
   *   show: (hexes: string[]) => void, look: () => void, sentence: (event: ToldEvent) => string,
   *   facesOf: (event: ToldEvent) => number[], agreed: (entry: Entry) => string,
   * }} options
   */
  constructor(element, { show, look, sentence, facesOf, agreed }) {
    this.list = make("ol", { class: "log" });
    this.show = show;
    this.sentence = sentence;
    this.facesOf = facesOf;
    this.agreed = agreed;
    this.element = element;
    // A reader at the end stays there, however the panel grows and shrinks; one who scrolled up is
    // not moved.
    this.following = true;
    element.addEventListener("scroll", () => {
      // A hidden panel scrolls back to its head; the reader did not.
      if (element.clientHeight > 0)
        this.following = element.scrollHeight - element.scrollTop - element.clientHeight < 50;
    });
    new ResizeObserver(() => this.#follow()).observe(element);
    this.foot = make(
      "p",
      { class: "log-foot", hidden: true },
      make("button", { class: "plain", onclick: () => look() }, texts.fromStart),
    );
    element.append(this.list, this.foot);
  }

  /**
   * Draws what is new; all of it when something was taken back.
   * @param {Session} session
   */
  update(session) {
    const entries = [...session.entries.values()].sort((a, b) => a.version - b.version);
    const gone = takenBack(entries);
    const print = [...gone].join(",");
    if (print !== this.#gone || entries.length < this.#drawn) {
      this.#gone = print;
      this.#drawn = 0;
      this.#items = [];
      this.#last = null;
      this.#next.clear();
    }
    for (const entry of entries.slice(this.#drawn)) {
      const last = this.#last;
      const on = last && gone.has(last.version) === gone.has(entry.version) && marchesOn(last, entry);
      const whole = on ? together(last, entry) : entry;
      const item = this.#item(whole, gone.has(entry.version), session.view);
      if (!item) continue;
      const before = on ? this.#items.pop() : null;
      if (on) this.#next.set(last.version, entry.version);
      // As a fragment, which is not compared again while it is the same.
      this.#items.push(createElement(Fragment, { key: before?.key ?? entry.version }, item));
      this.#last = whole;
    }
    this.#drawn = entries.length;
    show(this.list, this.#items.length ? this.#items : h("li", { class: "hint none" }, texts.nothingYet));
    // Nothing to look back at: an empty list, and one of orders that were all taken back.
    this.foot.hidden = !entries.some((entry) => logged(entry).length && !gone.has(entry.version));
    this.#follow();
  }

  /** Another game: nothing of the old one stays. */
  clear() {
    this.#drawn = 0;
    this.#gone = "";
    this.following = true;
    this.#items = [];
    this.#last = null;
    this.#next.clear();
    show(this.list);
  }

  /**
   * Marks the entry one looks back at, or none.
   * @param {number | null} [version]
   */
  mark(version = null) {
    for (const item of this.list.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
    while (version !== null && this.#next.has(version)) version = this.#next.get(version) ?? null;
    if (version === null) return;
    // What has no line of its own is where the line before it is.
    const items = [.../** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll("[data-version]"))];
    const item = items.findLast(({ dataset }) => Number(dataset.version) <= version);
    if (!item) return;
    item.setAttribute("aria-current", "true");
    // Only this panel is scrolled, not the page around it.
    this.element.scrollTop = item.offsetTop - this.element.clientHeight / 2;
  }

  #follow() {
    if (this.following) this.element.scrollTop = this.element.scrollHeight;
  }

  /**
   * @param {Entry} entry
   * @param {boolean} gone
   * @param {View | null} view
   */
  #item(entry, gone, view) {
    const events = logged(entry);
    const agreed = this.agreed(entry);
    if (agreed) return h("li", { class: "agreed", "data-entry": entry.version }, h("p", null, h("span", null, agreed)));
    if (!events.length) return null;
    const lines = events.map((event) => [this.#line(event, view), modifiersOf(event)]);
    return h(
      "li",
      { class: gone ? "gone" : "", "data-version": entry.version },
      gone && h("span", { class: "small" }, texts.takenBack),
      lines,
      entry.reason && h("p", { class: "reason" }, words.unbroken(entry.reason)),
    );
  }

  /**
   * @param {ToldEvent} event
   * @param {View | null} view
   */
  #line(event, view) {
    const said = words.unbroken(this.sentence(event));
    if (event.event === "phase-began") {
      return h("p", { class: "began" }, h("span", null, said), words.cited(event));
    }
    const hexes = hexesOf(event, view);
    const faces = this.facesOf(event);
    const text = faces.length ? [pips(faces), " ", said] : said;
    return h(
      "p",
      { class: `event ${event.event}` },
      hexes.length ? h("button", { class: "line", onclick: () => this.show(hexes) }, text) : h("span", null, text),
      words.cited(event),
    );
  }
}
