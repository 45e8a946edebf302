// The forces: who is still to come, who left the map, who was lost.

import { chip } from "../../../board/counter-face.js";
import { folding } from "../../../common/folding.js";
import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { counter } from "../counters.js";
import * as terms from "../words.js";

/**
 * @import { Side } from "protocol"
 * @import { BlueGrayUnit, BlueGrayView } from "protocol/blue-gray"
 */

const LISTS = [
  ["due", "To come"],
  ["exited", "Left the map"],
  ["eliminated", "Eliminated"],
];

/**
 * `show(hexes)` shows a unit on the map.
 * @param {BlueGrayView} view
 * @param {Side[]} sides
 * @param {(hexes: string[]) => void} show
 */
export function forcesPanel(view, sides, show) {
  return sides.map((side) => {
    const mine = view.units.filter((unit) => unit.side === side);
    const here = mine.filter((unit) => unit.status === "map");
    return h(
      "section",
      { class: `force side-${side}` },
      h("h3", null, words.side(side)),
      h("p", { class: "small" }, `${words.count(here.length, "unit")} on the map, strength ${sum(here)}.`),
      LISTS.map(([status, title]) => {
        const units = mine.filter((unit) => unit.status === status);
        if (!units.length) return null;
        return folding(
          `force-${side}-${status}`,
          { open: status !== "due" },
          `${title}: ${units.length}, strength ${sum(units)}`,
          h(
            "ul",
            { class: "roll" },
            units.map((unit) => row(unit)),
          ),
        );
      }),
      folding(
        `force-${side}-map`,
        {},
        "On the map",
        h(
          "ul",
          { class: "roll" },
          here.map((unit) =>
            h(
              "li",
              null,
              chip(counter(unit), 30),
              h(
                "button",
                { class: "line", onclick: () => show([unit.hex ?? ""]) },
                `${words.unitName(unit)}, ${unit.hex}`,
              ),
              conditions(unit),
            ),
          ),
        ),
      ),
    );
  });
}

/** @param {BlueGrayUnit} unit */
function row(unit) {
  const due = unit.status === "due" ? `, turn ${unit.turn} at ${words.listed(unit.entry ?? [])}` : "";
  return h("li", null, chip(counter(unit), 30), h("span", null, `${words.unitName(unit)}${due}`));
}

/** @param {BlueGrayUnit} unit */
function conditions(unit) {
  const said = terms.condition(unit);
  return said.length ? h("span", { class: "small" }, ` ${said.join(", ")}`) : null;
}

/** @param {BlueGrayUnit[]} units */
function sum(units) {
  return units.reduce((total, unit) => total + unit.strength, 0);
}
