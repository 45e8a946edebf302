// What the pages of tournaments and ratings have in common: tables, names, days, and what is said.

import { Denied } from "../account/api.js";
import { byId, h, show } from "../common/html.js";
import { themeSwitch } from "../common/theme.js";
import * as words from "../common/words.js";

/**
 * @import { Advantage, Record } from "./api.js"
 * @import { Child } from "../common/html.js"
 */

export const KINDS = new Map([
  ["swiss", "Swiss"],
  ["round-robin", "Round robin"],
  ["knock-out", "Knock-out"],
]);

/**
 * The tie-breaks that are called after somebody.
 * @type {{ [word: string]: string | undefined }}
 */
const NAMED = {
  buchholz: "Buchholz",
  "median-buchholz": "median Buchholz",
  "sonneborn-berger": "Sonneborn-Berger",
};

/**
 * What a tie-break is called.
 * @param {string} word
 */
export function tieBreak(word) {
  return NAMED[word] ?? word.replaceAll("-", " ");
}

/** @param {string} text */
export function say(text) {
  byId("said").textContent = text;
}

/**
 * Does something; what the server refuses is said at the head of the page.
 * @param {() => Promise<unknown>} doing
 */
export async function attempt(doing) {
  try {
    await doing();
    return true;
  } catch (error) {
    if (!(error instanceof Denied)) throw error;
    say(error.message);
    return false;
  }
}

/**
 * Draws the page for the first time.
 * @param {() => Promise<unknown>} draw
 */
export async function begin(draw) {
  byId("site").append(themeSwitch());
  if (!(await attempt(draw))) show(byId("content"));
}

/** @param {number} stamp */
export function day(stamp) {
  return new Date(stamp * 1000).toLocaleDateString([], { day: "numeric", month: "long", year: "numeric" });
}

/** @param {number} stamp */
export function moment(stamp) {
  return new Date(stamp * 1000).toLocaleString([], {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
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
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": caption },
    h(
      "table",
      { id },
      h("caption", null, caption),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          heads.map((head, at) => h("th", { scope: "col", class: side(at) }, head)),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map((row) =>
          h(
            "tr",
            null,
            row.map((cell, at) =>
              at === 0 ? h("th", { scope: "row", class: side(at) }, cell) : h("td", { class: side(at) }, cell),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {Record} games */
export function record({ won, drawn, lost }) {
  return `${won}–${drawn}–${lost}`;
}

/**
 * What was measured of a battle's sides.
 * @param {Advantage | null} of
 */
export function measured(of) {
  if (!of) return "not measured, so the sides count as equal";
  const percent = (/** @type {number} */ share) => (100 * share).toFixed(1);
  const [low, high] = of.interval.map(percent);
  const sides = of.side === "union" ? "the Union counts" : "the Confederates count";
  return (
    `${sides} as ${of.points} points stronger: the Union won ${percent(of.union)} % (${low} to ${high}) ` +
    `of ${words.count(of.games, "game")} between ${of.between}s`
  );
}
