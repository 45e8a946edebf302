// A movement quota as it is spent: a box for each unit that may be moved.

import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";

import * as texts from "../texts/game.js";

/** @import { BlueGrayView } from "protocol/blue-gray" */

/**
 * `show(hexes)` shows on the map where the quota would grow.
 * @param {BlueGrayView} options
 * @param {(hexes: string[]) => void} show
 */
export function quotaPanel({ quota }, show) {
  if (!quota) return null;
  const { more } = quota;
  const left = quota.limit - quota.moved;
  return h(
    "div",
    { class: `quota${left <= 0 ? " spent" : ""}`, role: "group", "aria-label": texts.quota },
    h("p", null, h("b", null, words.sentence(quota.text)), " ", words.cited(quota)),
    h(
      "div",
      { class: "quota-boxes", "aria-hidden": "true" },
      Array.from({ length: quota.limit }, (_, index) => h("span", { class: index < quota.moved ? "used" : "" })),
    ),
    more &&
      h(
        "p",
        { class: "small" },
        h("button", { class: "line", key: "quota-more", onclick: () => show([more.hex]) }, words.capital(more.text)),
        " ",
        words.cited(more),
      ),
  );
}
