// Which side one commands and how strong the computer is: asked once above the battles, and
// remembered by this browser.

import { make } from "../common/html.js";
import * as words from "../common/words.js";

/** @import { Side } from "protocol" */
/** @import { Level } from "./players.js" */

const KEY = "longroll.stance";

/** @type {[Level, string][]} */
const LEVELS = [
  ["recruit", "a recruit (easy)"],
  ["veteran", "a veteran"],
  ["general", "a general (hard)"],
  ["marshal", "a marshal (hard, and takes its time)"],
];

/** @returns {{ side: Side, level: Level }} */
function remembered() {
  /** @type {{ side: Side, level: Level }} */
  const stance = { side: "union", level: "recruit" };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (words.EACH_SIDE.includes(kept.side)) stance.side = kept.side;
    if (LEVELS.some(([level]) => level === kept.level)) stance.level = kept.level;
  } catch {
    // What cannot be read is chosen again.
  }
  return stance;
}

export class Stance {
  constructor() {
    const { side, level } = remembered();
    this.side = side;
    this.level = level;
    this.element = make(
      "div",
      { class: "stance", role: "group", "aria-label": "Against the computer" },
      make("span", { class: "stance-word" }, "You command the"),
      make(
        "span",
        { class: "segments" },
        words.EACH_SIDE.map((one) =>
          make(
            "label",
            { class: `segment side-${one}` },
            make("input", {
              type: "radio",
              name: "stance-side",
              value: one,
              checked: one === side,
              onchange: () => this.#set({ side: one }),
            }),
            words.side(one),
          ),
        ),
      ),
      make("span", { class: "stance-word" }, "against"),
      make(
        "select",
        {
          id: "stance-level",
          "aria-label": "The computer that you play against",
          onchange: (event) => this.#set({ level: /** @type {Level} */ (event.target.value) }),
        },
        LEVELS.map(([value, text]) => make("option", { value, selected: value === level }, text)),
      ),
    );
  }

  /** @param {{ side?: Side, level?: Level }} change */
  #set(change) {
    Object.assign(this, change);
    try {
      localStorage.setItem(KEY, JSON.stringify({ side: this.side, level: this.level }));
    } catch {
      // Without storage it is asked again on the next visit.
    }
  }
}
