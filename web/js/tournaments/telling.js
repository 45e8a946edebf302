// What the pages of tournaments and ratings have in common: tables, names, records of games.

import { attempt } from "../common/attempt.js";
import { byId, h, show } from "../common/html.js";
import { themeSwitch } from "../common/theme.js";
import * as words from "../common/words.js";

/**
 * @import { Record } from "./api.js"
 * @import { Child } from "../common/html.js"
 */

/**
 * Draws the page for the first time.
 * @param {() => Promise<unknown>} draw
 */
export async function begin(draw) {
  byId("site").append(themeSwitch());
  if (!(await attempt(draw))) show(byId("content"));
}

/**
 * A player's name, which leads to their games.
 * @param {string} name
 */
export function player(name) {
  return h("a", { class: "player", href: `/player?name=${encodeURIComponent(name)}` }, words.typed(name));
}

/**
 * A table that scrolls by itself where the window is narrow.
 * @param {string} caption
 * @param {string[]} heads
 * @param {Child[][]} rows
 * @param {{ id?: string, texts?: number[] }} [options] `texts`: the columns that hold words
 */
export function table(caption, heads, rows, { id, texts = [0] } = {}) {
  const side = (/** @type {number} */ at) => (texts.includes(at) ? null : "number");
  const cell = (/** @type {Child} */ content, /** @type {number} */ at) =>
    at ? h("td", { class: side(at) }, content) : h("th", { scope: "row", class: side(at) }, content);
  const head = heads.map((text, at) => h("th", { scope: "col", class: side(at) }, text));
  const body = rows.map((row) => h("tr", null, row.map(cell)));
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": caption },
    h("table", { id }, h("caption", null, caption), h("thead", null, h("tr", null, head)), h("tbody", null, body)),
  );
}

/** @param {Record} games */
export function record({ won, drawn, lost }) {
  return `${won}–${drawn}–${lost}`;
}
