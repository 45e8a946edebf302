// Victory as it stands: the account of points, line by line, each with its case.

import { h } from "../common/html.js";
import * as words from "../common/words.js";
import { ending } from "../texts/agreement.js";

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
        ? h("p", { class: "level" }, h("b", null, ending(view.ended)), " The points as they stood:")
        : h("p", { class: "level" }, over ? "" : "As it stands: ", h("b", null, level(victory))),
    ),
    sides.map((side) => {
      const lines = victory.lines.filter((line) => line.side === side);
      return h(
        "section",
        { class: `account side-${side}` },
        h("h3", null, `${words.side(side)}: ${victory[side]}`),
        lines.length
          ? h(
              "table",
              { class: "sums" },
              h(
                "tbody",
                null,
                lines.map((line) =>
                  h(
                    "tr",
                    null,
                    h("th", { scope: "row" }, words.capital(line.text), " ", words.cited(line)),
                    h("td", { class: "number" }, line.points),
                  ),
                ),
              ),
            )
          : h("p", { class: "small" }, "Nothing yet."),
      );
    }),
    view.control.length > 0 &&
      h(
        "section",
        null,
        h("h3", null, "Places"),
        h(
          "ul",
          { class: "plain-list" },
          view.control.map((/** @type {Control} */ place) =>
            h(
              "li",
              null,
              h(
                "button",
                { class: "line", onclick: () => show([place.hex]) },
                `${place.name ? `${place.name}, ` : ""}${place.hex}`,
              ),
              `: ${place.side ? words.side(place.side) : "nobody"}. `,
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
  if (victory.level === "victory") return `${words.side(victory.leader)} victory`;
  if (/victory/i.test(victory.level)) return `${words.side(victory.leader)}: ${victory.level}`;
  return `${words.side(victory.leader)} ${victory.level} victory`;
}
