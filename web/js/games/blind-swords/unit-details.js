// What the inspector says of a unit: what is printed, what it is worth now, what lies on it.

import { h } from "../../common/html.js";
import * as words from "../../common/words.js";
import * as texts from "./texts/game.js";
import { brigade, condition, names, points, WEAPONS } from "./texts/terms.js";

/** @import { SwordsUnit, SwordsView } from "protocol/blind-swords" */

/**
 * @param {SwordsUnit} unit
 * @param {SwordsView} view
 */
export function unitDetails(unit, view) {
  const { now } = unit;
  const changed = now && (now.strength !== unit.strength || now.cohesion !== unit.cohesion);
  const state = condition(unit);
  return [
    h("p", { class: "small" }, texts.arm(unit, unit.brigade && brigade(view, unit.brigade), WEAPONS[unit.weapon])),
    h(
      "p",
      { class: "small" },
      texts.worth(points(unit.strength), unit.cohesion),
      changed && h("b", null, texts.worthNow(points(now.strength), now.cohesion)),
      now && `; ${texts.support(names(view, now["supported-by"]))}`,
      ".",
    ),
    state.length > 0 && h("p", { class: "small" }, words.capital(state.join(", ")), "."),
  ];
}
