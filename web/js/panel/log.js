// The log: every order and what came of it, with its case; an entry shows its place on the map.

import { takenBack } from "../agreement/line.js";
import { h, make, show } from "../common/html.js";
import * as words from "../common/words.js";
import { hexesOf } from "../game/scene.js";
import { modifiersOf } from "./modifiers.js";

/**
 * @import { VNode } from "../../vendor/preact/preact.js"
 * @import { Session } from "../session/session.js"
 * @import { Entry, ToldEvent, View } from "protocol"
 */

const FACES = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/**
 * Events that are told: those that have a sentence, without the questions, which the orders put.
 * @param {Entry} entry
 */
export function toldEvents(entry) {
  return (entry.events ?? []).filter((event) => event.text && event.event !== "asked" && event.event !== "settled");
}

export class Log {
  #drawn = 0;
  #gone = "";
  /** @type {VNode[]} */
  #items = [];

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
    // Whoever reads at the end stays there, however the panel grows and shrinks; whoever scrolled
    // up is left in peace.
    this.following = true;
    element.addEventListener("scroll", () => {
      // A panel that is put away scrolls back to its head: nobody did that.
      if (element.clientHeight > 0)
        this.following = element.scrollHeight - element.scrollTop - element.clientHeight < 50;
    });
    new ResizeObserver(() => this.#follow()).observe(element);
    this.foot = make(
      "p",
      { class: "log-foot", hidden: true },
      make("button", { class: "plain", onclick: () => look() }, "Replay from the start"),
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
    }
    for (const entry of entries.slice(this.#drawn)) {
      const item = this.#item(entry, gone.has(entry.version), session.view);
      if (item) this.#items.push(item);
    }
    this.#drawn = entries.length;
    show(this.list, this.#items.length ? this.#items : h("li", { class: "hint none" }, "Nothing has happened yet."));
    // Nothing to look back at: an empty list, and one of orders that were all taken back.
    this.foot.hidden = !this.list.querySelector("[data-version]:not(.gone)");
    this.#follow();
  }

  /** Another game: nothing of the old one stays. */
  clear() {
    this.#drawn = 0;
    this.#gone = "";
    this.following = true;
    this.#items = [];
    show(this.list);
  }

  /**
   * Marks the entry one looks back at, or none.
   * @param {number | null} [version]
   */
  mark(version = null) {
    for (const item of this.list.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
    /** @type {HTMLElement | null} */
    const item = version === null ? null : this.list.querySelector(`[data-version="${version}"]`);
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
    const events = toldEvents(entry);
    const agreed = this.agreed(entry);
    if (agreed)
      return h(
        "li",
        { key: entry.version, class: "agreed", "data-entry": entry.version },
        h("p", null, h("span", null, agreed)),
      );
    if (!events.length) return null;
    const lines = events.map((event) => [this.#line(event, view), modifiersOf(event)]);
    return h(
      "li",
      { key: entry.version, class: gone ? "gone" : "", "data-version": entry.version },
      gone && h("span", { class: "small" }, "Taken back: "),
      lines,
      entry.reason && h("p", { class: "reason" }, entry.reason),
    );
  }

  /**
   * @param {ToldEvent} event
   * @param {View | null} view
   */
  #line(event, view) {
    const said = this.sentence(event);
    if (event.event === "phase-began") {
      return h("p", { class: "began" }, h("span", null, said), words.cited(event));
    }
    const hexes = hexesOf(event, view);
    const pips = this.facesOf(event)
      .map((face) => FACES[face - 1])
      .join("");
    const text = pips ? [h("span", { class: "pip", "aria-hidden": "true" }, pips), " ", said] : said;
    return h(
      "p",
      { class: `event ${event.event}` },
      hexes.length ? h("button", { class: "line", onclick: () => this.show(hexes) }, text) : h("span", null, text),
      words.cited(event),
    );
  }
}
