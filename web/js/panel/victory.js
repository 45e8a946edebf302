// Victory as it stands: the account of points, line by line, each with its case.

import { h } from "../common/html.js";
import * as words from "../common/words.js";
import { ending } from "../texts/agreement.js";
import * as texts from "../texts/panel.js";

/** @import { Control, Side, Victory, View } from "protocol" */

/**
 * In few words, for the bar: "Union 12, Confederate 8".
 * @param {View} view
 * @param {Side[]} sides
 */
export function score(view, sides) {
  return sides.map((side) => `${words.side(side)} ${view.victory[side]}`).join(", ");
}

/**
 * @param {View} view
 * @param {Side[]} sides
 * @param {(hexes: string[]) => void} show
 */
export function victoryPanel(view, sides, show) {
  const { victory } = view;
  const over = view.phase === "over";
  return [
    h(
      "div",
      { class: "standing" },
      sides.map((side) => h("p", { class: `points side-${side}` }, h("b", null, victory[side]), words.side(side))),
      view.ended
        ? h("p", { class: "level" }, h("b", null, ending(view.ended)), texts.asTheyStood)
        : h("p", { class: "level" }, over ? "" : texts.asItStands, h("b", null, level(victory))),
    ),
    sides.map((side) => {
      const rows = victory.lines
        .filter((line) => line.side === side)
        .map((line) => {
          const head = h("th", { scope: "row" }, words.capital(line.text), " ", words.cited(line));
          return h("tr", null, head, h("td", { class: "number" }, line.points));
        });
      return h(
        "section",
        { class: `account side-${side}` },
        h("h3", null, texts.sum(side, victory[side])),
        rows.length
          ? h("table", { class: "sums" }, h("tbody", null, rows))
          : h("p", { class: "small" }, texts.noPoints),
      );
    }),
    view.control.length > 0 &&
      h(
        "section",
        null,
        h("h3", null, texts.places),
        h(
          "ul",
          { class: "plain-list" },
          view.control.map((/** @type {Control} */ place) =>
            h(
              "li",
              null,
              h("button", { class: "line", onclick: () => show([place.hex]) }, texts.placeName(place)),
              texts.holder(place),
              h("span", { class: "small" }, place.text ?? ""),
              " ",
              words.cited(place),
            ),
          ),
        ),
      ),
  ];
}

/**
 * "Union marginal victory", "Union victory", "Draw".
 * @param {Victory} victory
 */
export function level(victory) {
  if (!victory.level) return "";
  // Some levels name their side themselves.
  if (!victory.leader || /draw|union|csa|confederate/i.test(victory.level)) return words.capital(victory.level);
  return texts.level(victory.leader, victory.level);
}
