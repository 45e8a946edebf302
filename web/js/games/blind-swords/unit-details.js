// What the inspector says of a unit: what is printed, what it is worth now, what lies on it.

import { h } from "../../common/html.js";
import * as words from "../../common/words.js";
import { brigade, condition, points, WEAPONS } from "./words.js";

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
    h(
      "p",
      { class: "small" },
      `${words.side(unit.side)} ${unit.type}`,
      unit.brigade && `, ${brigade(view, unit.brigade)}’s`,
      `, ${WEAPONS[unit.weapon]}`,
    ),
    h(
      "p",
      { class: "small" },
      `Strength ${points(unit.strength)}, cohesion ${unit.cohesion}`,
      changed && h("b", null, `; now ${points(now.strength)} and ${now.cohesion}`),
      now && (now.supported ? "; supported" : "; not supported"),
      ".",
    ),
    state.length > 0 && h("p", { class: "small" }, words.capital(state.join(", ")), "."),
  ];
}
