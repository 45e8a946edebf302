// The rules reference as a panel beside the game: opens at a case, can be searched, and closes
// again.

import { h, make, show } from "../common/html.js";
import { caseNumber } from "../common/words.js";
import * as texts from "../texts/rules.js";
import * as reference from "./reference.js";

/**
 * @import { CaseName, FoundCase } from "./reference.js"
 * @import { RulesCase, RulesReference } from "protocol"
 */

export class RulesPanel {
  /**
   * `system()`: that of the game at hand, whose rules come first; `edition()`: its edition, by whose numbers cases are
   * named.
   * @param {HTMLElement} element
   * @param {() => string | undefined} system
   * @param {() => string | undefined} edition
   */
  constructor(element, system, edition) {
    this.element = element;
    this.system = system;
    this.edition = edition;
    const search = { type: "search", id: "rules-search", placeholder: texts.search, "aria-label": texts.search };
    this.field = make("input", search);
    this.body = make("div", { class: "rules-panel-body", tabindex: 0, role: "region", "aria-label": texts.rules });
    /** @type {CaseName[]} */
    this.trail = [];
    this.backward = make("button", { class: "plain", hidden: true, onclick: () => this.back() }, texts.back);
    element.append(
      make(
        "header",
        { class: "rules-panel-head" },
        make("h2", null, texts.rules),
        this.backward,
        make("a", { class: "rules-panel-all", href: "/rules", target: "_blank", rel: "noopener" }, texts.allRules),
        make("button", { class: "plain close", "aria-label": texts.close, onclick: () => this.close() }, "×"),
      ),
      make("div", { class: "rules-panel-search" }, this.field),
      this.body,
    );
    this.field.addEventListener("input", () => this.find(this.field.value));
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
    // Every link to a case, wherever it stands, opens here; with a modifier key it is an ordinary
    // link.
    document.addEventListener("click", (event) => {
      const link = /** @type {Element} */ (event.target).closest?.("a.case");
      if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      // A dialog lies over everything, the drawer too.
      link.closest("dialog")?.close();
      this.open({ number: link.dataset.case ?? "", system: link.dataset.system }, link);
    });
  }

  get shown() {
    return !this.element.hidden;
  }

  /**
   * Opens at a case, or where it was.
   * @param {CaseName | null} [at]
   * @param {Element | null} [from]
   */
  async open(at = null, from = document.activeElement) {
    if (!this.shown) this.from = from;
    this.element.hidden = false;
    if (at) this.trail.push(at);
    await this.#draw();
    if (at) this.body.focus();
    else this.field.focus();
  }

  close() {
    this.element.hidden = true;
    // Where one was at nothing that is still there, one was at the map.
    if (this.from instanceof HTMLElement && this.from.isConnected && this.from !== document.body) this.from.focus();
    else document.getElementById("board")?.focus();
  }

  back() {
    this.trail.pop();
    return this.#draw();
  }

  /** @param {string} text */
  async find(text) {
    const known = await this.#known();
    if (!known) return;
    if (!text.trim()) return this.#draw();
    const found = this.#ownFirst(reference.search(known, text, this.edition())).slice(0, 40);
    show(
      this.body,
      h("p", { class: "small", role: "status" }, texts.found(found.length)),
      h(
        "ul",
        { class: "found" },
        found.map((entry) => h("li", null, this.#entry(entry))),
      ),
    );
    this.body.scrollTop = 0;
  }

  /**
   * The same, but what belongs to the game at hand before the rest.
   * @template {{ system: string }} T
   * @param {T[]} all
   */
  #ownFirst(all) {
    const own = this.system();
    const edition = this.edition();
    const here = (/** @type {T} */ { system }) =>
      system === own || system.startsWith(`${own}-`) || Boolean(edition?.startsWith(`${system}-`));
    return [...all.filter(here), ...all.filter((one) => !here(one))];
  }

  /**
   * The number of a chapter in the edition at hand, by its first case.
   * @param {RulesCase} first
   */
  #chapterNumber(first) {
    return reference.printed(first, this.edition())?.case.split(".")[0] ?? reference.chapter(first);
  }

  /**
   * @param {FoundCase} entry
   * @param {string} [number]
   */
  #entry(entry, number = caseNumber(entry.number, reference.printed(entry, this.edition()))) {
    return h(
      "a",
      {
        class: "case found-case",
        href: `/rules#${entry.system}/${entry.number}`,
        "data-case": entry.number,
        "data-system": entry.system,
      },
      h("b", null, number),
      ` ${entry.title}`,
      entry.of && h("span", { class: "small block" }, entry.of),
    );
  }

  async #known() {
    try {
      return await reference.load();
    } catch (error) {
      show(this.body, h("p", { class: "refused" }, error instanceof Error ? error.message : String(error)));
      return null;
    }
  }

  async #draw() {
    const known = await this.#known();
    if (!known) return;
    this.field.value = "";
    this.backward.hidden = !this.trail.length;
    const at = this.trail.at(-1);
    if (!at) return this.#contents(known);
    const entry = reference.find(known, at);
    const edition = this.edition();
    if (!entry) {
      show(this.body, h("p", null, texts.noCase(at.number)));
      return;
    }
    const system = known.systems.find((one) => one.system === entry.system);
    if (!system) return;
    const [number] = entry.number.split(".");
    const chapter = system.chapters.find((one) => one.number === number);
    const beside = system.cases.filter((one) => one.number.split(".")[0] === number);
    show(
      this.body,
      h("p", { class: "small" }, system.title),
      reference.article(entry, { edition, numbers: reference.numbersOf(known, edition) }),
      h(
        "nav",
        { class: "beside", "aria-label": texts.chapter },
        h("h3", null, chapter ? `${this.#chapterNumber(beside[0])} ${chapter.title}` : texts.chapter),
        h(
          "ul",
          { class: "found" },
          beside.map((one) => {
            const here = one.number === entry.number ? "here" : "";
            return h("li", { class: here }, this.#entry({ ...one, system: entry.system }));
          }),
        ),
      ),
    );
    this.body.scrollTop = 0;
  }

  /** @param {RulesReference} known */
  #contents(known) {
    show(
      this.body,
      this.#ownFirst(known.systems).map((system) => [
        h("h3", null, system.title),
        h(
          "ul",
          { class: "found" },
          system.chapters.map((chapter) => {
            const first = system.cases.find((one) => one.number.split(".")[0] === chapter.number);
            const named = first && { ...first, system: system.system, title: chapter.title, number: chapter.number };
            return named && h("li", null, this.#entry(named, this.#chapterNumber(first)));
          }),
        ),
      ]),
    );
  }
}
