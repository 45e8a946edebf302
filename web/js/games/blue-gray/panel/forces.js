// The forces: who is still to come, who left the map, who was lost.

import { chip } from "../../../board/counter-face.js";
import { folding } from "../../../common/folding.js";
import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { counter } from "../counters.js";
import * as texts from "../texts/game.js";
import * as terms from "../texts/terms.js";

/**
 * @import { Side } from "protocol"
 * @import { BlueGrayUnit, BlueGrayView } from "protocol/blue-gray"
 */

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
      h("p", { class: "small" }, texts.onMap(here.length, sum(here))),
      Object.entries(texts.lists).map(([status, title]) => {
        const units = mine.filter((unit) => unit.status === status);
        if (!units.length) return null;
        return folding(
          `force-${side}-${status}`,
          { open: status !== "due" },
          texts.listTitle(title, units.length, sum(units)),
          h("ul", { class: "roll" }, units.map(row)),
        );
      }),
      folding(
        `force-${side}-map`,
        {},
        texts.listOnMap,
        h(
          "ul",
          { class: "roll" },
          here.map((unit) => {
            const button = { class: "line", onclick: () => show([unit.hex ?? ""]) };
            const said = terms.condition(unit).join(", ");
            return h(
              "li",
              null,
              chip(counter(unit), 30),
              h("button", button, texts.inHex(words.unitName(unit), unit.hex)),
              said && h("span", { class: "small" }, ` ${said}`),
            );
          }),
        ),
      ),
    );
  });
}

/** @param {BlueGrayUnit} unit */
function row(unit) {
  const name = words.unitName(unit);
  const said = unit.status === "due" ? texts.dueAt(name, unit.turn, unit.entry ?? []) : name;
  return h("li", null, chip(counter(unit), 30), h("span", null, said));
}

/** @param {BlueGrayUnit[]} units */
function sum(units) {
  return units.reduce((total, unit) => total + unit.strength, 0);
}
