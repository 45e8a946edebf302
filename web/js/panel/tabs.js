// The panels of the sidebar, one at a time, by tabs. On a small screen the orders are a tab like
// the others, and the sidebar is a sheet at the foot that can be folded away.

import { SMALL } from "../common/back.js";
import { make } from "../common/html.js";
import * as texts from "../texts/panel.js";

/** @typedef {{ id: string, title: string }} Panel */

export class Tabs {
  /**
   * `panels`: `{id, title}` in order; `orders` is the one that large screens always show; `home` is
   * its title, `first` what they open.
   * @param {HTMLElement} element
   * @param {Panel[]} panels
   * @param {(id: string) => void} onshow
   * @param {{ home?: string, first?: string }} [options]
   */
  constructor(element, panels, onshow, { home = texts.orders, first = "log" } = {}) {
    this.element = element;
    this.onshow = onshow;
    this.first = first;
    this.list = /** @type {HTMLElement} */ (element.querySelector(".tabs"));
    this.body = /** @type {HTMLElement} */ (element.querySelector(".panels"));
    /** @type {Map<string, { tab: HTMLButtonElement, panel: HTMLElement }>} */
    this.panels = new Map();
    this.insert([{ id: "orders", title: home }, ...panels]);
    this.list.addEventListener("keydown", (event) => this.#key(event));
    SMALL.addEventListener("change", () => this.#fit());
    /** @type {string | null} */
    this.open = null;
    this.#fit();
  }

  /**
   * Adds panels before the one named, or as the last.
   * @param {Panel[]} panels
   * @param {string} [before]
   */
  insert(panels, before) {
    const next = (before && this.panels.get(before)?.tab) || null;
    const all = [...this.panels];
    const at = before ? all.findIndex(([id]) => id === before) : all.length;
    const added = panels.map(({ id, title }) => {
      const own =
        id === "orders"
          ? /** @type {HTMLElement} */ (this.element.querySelector("#orders"))
          : make("div", {
              id: `panel-${id}`,
              class: "panel",
              role: "tabpanel",
              "aria-labelledby": `tab-${id}`,
              tabindex: 0,
              hidden: true,
            });
      if (id !== "orders") this.body.append(own);
      const tab = make(
        "button",
        {
          id: `tab-${id}`,
          role: "tab",
          class: "tab",
          "aria-controls": own.id,
          "aria-selected": "false",
          tabindex: -1,
          onclick: () => this.press(id),
        },
        title,
      );
      this.list.insertBefore(tab, next);
      return /** @type {const} */ ([id, { tab, panel: own }]);
    });
    this.panels = new Map([...all.slice(0, at), ...added, ...all.slice(at)]);
  }

  /** @param {string} id */
  #known(id) {
    const known = this.panels.get(id);
    if (!known) throw new Error(`There is no panel "${id}".`);
    return known;
  }

  /** @param {string} id */
  panel(id) {
    return this.#known(id).panel;
  }

  get small() {
    return SMALL.matches;
  }

  /** Whether a panel lies over the map of a small screen. */
  get covers() {
    return this.small && this.open !== "orders" && !this.element.classList.contains("folded");
  }

  /**
   * A press on the open tab of a small screen folds the sheet.
   * @param {string} id
   */
  press(id) {
    if (this.small && id === this.open) this.element.classList.toggle("folded");
    else {
      this.element.classList.remove("folded");
      this.show(id);
    }
  }

  /** @param {string} id */
  show(id) {
    if (id === "orders" && !this.small) id = this.open && this.open !== "orders" ? this.open : this.first;
    this.open = id;
    this.element.dataset.open = id;
    for (const [name, { tab, panel }] of this.panels) {
      const on = name === id;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      if (name !== "orders") panel.hidden = !on;
    }
    this.onshow?.(id);
  }

  #fit() {
    this.#known("orders").tab.hidden = !this.small;
    this.element.classList.remove("folded");
    this.show(this.small ? "orders" : (this.open ?? this.first));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const shown = [...this.panels].filter(([, { tab }]) => !tab.hidden).map(([id]) => id);
    const next = shown[(shown.indexOf(this.open ?? "") + step + shown.length) % shown.length];
    this.show(next);
    this.#known(next).tab.focus();
    event.preventDefault();
  }
}
