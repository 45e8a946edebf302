// What made a result what it is, below its line of the log: each strength, factor, shift and rating
// with its case, folded away under the column that they led to.

import { h } from "../common/html.js";
import * as words from "../common/words.js";
import * as texts from "../texts/panel.js";

/** @import { Modifier, ToldEvent } from "protocol" */

/**
 * What a modifier changes, as short as it can be said.
 * @param {Modifier} one
 */
function change({ column, rating, shift, strength, times }) {
  if (shift !== undefined) return `${shift < 0 ? "←" : "→"} ${Math.abs(shift)}`;
  if (column !== undefined) return column;
  if (times !== undefined) return `× ${words.mixed(times)}`;
  if (strength !== undefined) return words.mixed(strength);
  if (rating !== undefined) return rating < 0 ? `−${-rating}` : String(rating);
  return "";
}

/**
 * The same for who hears it; nothing where the short form says it as well.
 * @param {Modifier} one
 */
function said({ column, shift }) {
  if (shift !== undefined) return texts.shifted(shift);
  return column === undefined ? null : texts.column(column);
}

/**
 * How it came about at a glance: the columns that were come to, first and last; where there are
 * none, what the die was held against.
 * @param {Modifier[]} modifiers
 */
function summary(modifiers) {
  const columns = modifiers.flatMap(({ column }) => column ?? []);
  const [first, last] = [columns[0], columns.at(-1)];
  const ratings = modifiers.flatMap(({ rating }) => rating ?? []);
  if (first === undefined || last === undefined)
    return ratings.length ? texts.total(ratings.reduce((sum, one) => sum + one)) : texts.modifiers;
  return texts.rolledOn(
    first,
    last,
    modifiers.flatMap(({ shift, text }) => (shift === undefined ? [] : text)),
  );
}

/**
 * The modifiers of an event; null where it has none.
 * @param {ToldEvent} event
 */
export function modifiersOf(event) {
  const modifiers = event.modifiers ?? [];
  if (!modifiers.length) return null;
  return h(
    "details",
    {
      class: "modifiers",
      // Below the last line of the log there was no room for it.
      ontoggle: ({ target }) =>
        target instanceof HTMLDetailsElement && target.open && target.scrollIntoView({ block: "nearest" }),
    },
    h("summary", null, summary(modifiers)),
    h(
      "ul",
      null,
      modifiers.map((one) => {
        const heard = said(one);
        return h(
          "li",
          { class: one.column === undefined ? "" : "column" },
          h("b", heard ? { "aria-hidden": "true" } : null, change(one)),
          h("span", null, one.text, heard && h("span", { class: "aloud" }, `, ${heard}`)),
          words.cited(one),
        );
      }),
    ),
  );
}
