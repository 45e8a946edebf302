// Which side one commands and how strong the computer is: asked once above the battles, and
// remembered by this browser.

import { segments, select } from "../common/fields.js";
import { make } from "../common/html.js";
import * as words from "../common/words.js";
import * as texts from "../texts/lobby.js";

/** @import { Side } from "protocol" */
/** @import { Level } from "./players.js" */

const KEY = "longroll.stance";

/** @returns {{ side: Side, level: Level }} */
function remembered() {
  /** @type {{ side: Side, level: Level }} */
  const stance = { side: "union", level: "recruit" };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (words.EACH_SIDE.includes(kept.side)) stance.side = kept.side;
    if (Object.hasOwn(texts.LEVELS, kept.level)) stance.level = kept.level;
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
    /** @type {[Side, string][]} */
    const sides = words.EACH_SIDE.map((one) => [one, words.side(one)]);
    const levels = select("stance-level", Object.entries(texts.LEVELS), level);
    levels.setAttribute("aria-label", texts.computer);
    levels.addEventListener("change", () => this.#set({ level: /** @type {Level} */ (levels.value) }));
    this.element = make(
      "div",
      { class: "stance", role: "group", "aria-label": texts.againstComputer },
      make("span", { class: "stance-word" }, texts.youCommand),
      segments("stance-side", sides, side, (value) => this.#set({ side: /** @type {Side} */ (value) })),
      make("span", { class: "stance-word" }, texts.versus),
      levels,
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
