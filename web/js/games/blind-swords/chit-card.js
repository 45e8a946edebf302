// A chit as it is shown: a square of cardboard in its owner's colour with its sign, and beside it
// what it is called and what it does.

import { h } from "../../common/html.js";
import * as words from "../../common/words.js";
import * as texts from "./texts/game.js";

/**
 * @import { Attributes, Child } from "../../common/html.js"
 * @import { Chit } from "protocol/blind-swords"
 */

/**
 * The square itself: a star on a brigade's chit with its rating, a flash on an event, a question
 * mark where it is hidden.
 * @param {Pick<Chit, "name" | "rating" | "case" | "side"> & { hidden?: boolean }} chit
 */
export function chitFace({ name, rating, case: number, side, hidden }) {
  const lines = hidden ? [] : name.split(/\s+/).slice(0, 3);
  const sign = hidden ? "?" : rating !== undefined ? String(rating) : number ? "⚡" : "★";
  return h(
    "svg",
    { class: `chit-face side-${side ?? "none"}`, viewBox: "0 0 60 60", "aria-hidden": "true" },
    h("rect", { class: "shade", x: 4, y: 5, width: 54, height: 54, rx: 6 }),
    h("rect", { class: "card", x: 2, y: 2, width: 54, height: 54, rx: 6 }),
    h("rect", { class: "edge", x: 5, y: 5, width: 48, height: 48, rx: 4 }),
    h(
      "text",
      { class: "sign", x: 29, y: hidden ? 41 : 29 - 4 * (lines.length - 1), "font-size": hidden ? 34 : 21 },
      sign,
    ),
    lines.map((line, at) =>
      h(
        "text",
        {
          class: "name",
          x: 29,
          y: 50 - 9.5 * (lines.length - 1 - at),
          "font-size": 10,
          ...(line.length > 8 && { textLength: 44, lengthAdjust: "spacingAndGlyphs" }),
        },
        line,
      ),
    ),
  );
}

/**
 * A chit with what it does.
 * @param {Chit} chit
 */
export function chitCard(chit) {
  return h(
    "span",
    { class: `chit-card side-${chit.side ?? "none"}` },
    chitFace(chit),
    h(
      "span",
      { class: "chit-text" },
      h("b", null, chit.name),
      chit.rating !== undefined && h("span", { class: "rating" }, ` ${chit.rating}`),
      chit.casualty && texts.replaced,
      chit.text && h("span", { class: "small block" }, words.sentence(chit.text)),
    ),
  );
}

/**
 * Chits in a row, each with its case.
 * @param {Chit[]} chits
 * @param {string} system
 */
export function chitRow(chits, system, name = "chit-row") {
  const row = chits.map((chit) => h("li", null, chitCard(chit), words.caseLink(chit.case, system)));
  return h("ul", { class: name }, row);
}

/**
 * A chit to choose.
 * @param {Chit} chit
 * @param {string} system
 * @param {Attributes<HTMLButtonElement>} attributes
 * @param {Child[]} more
 */
export function chitChoice(chit, system, attributes, ...more) {
  const { id: key } = chit;
  const button = h("button", { class: "chit-button", "data-chit": key, key, ...attributes }, chitCard(chit), more);
  return h("li", null, button, words.caseLink(chit.case, system));
}

/**
 * Chits of which only the backs are seen.
 * @param {number} count
 * @param {Chit["side"]} side
 */
export function chitBacks(count, side) {
  return Array.from({ length: count }, () => chitFace({ name: "", side, hidden: true }));
}
