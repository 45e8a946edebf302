// The units of an order of battle: on the board, in lists, and the form of the one in hand.

import { h } from "../common/html.js";
import * as words from "../common/words.js";
import * as texts from "../texts/editor.js";
import { entryFaults } from "./drawn-form.js";

/**
 * @import { BoardCounter } from "../board/board.js"
 * @import { Child } from "../common/html.js"
 * @import { EditorUnit } from "./systems.js"
 * @import { ToolState } from "./tool-state.js"
 */

/**
 * Those on the map as counters of the board, named by their position in the file; `face`: what is printed on one, and
 * the text of it.
 * @param {EditorUnit[]} units
 * @param {number | null} chosen
 * @param {boolean} live
 * @param {(unit: EditorUnit) => Omit<Partial<BoardCounter>, "hex"> & { text: string }} face
 * @returns {BoardCounter[]}
 */
export function onBoard(units, chosen, live, face) {
  const standing = units.filter((unit) => unit.hex);
  standing.sort((a, b) => Number(a.index === chosen) - Number(b.index === chosen));
  return standing.map((unit) => {
    const { text, classes = [], ...own } = face(unit);
    return /** @type {BoardCounter} */ ({
      ...own,
      id: String(unit.index),
      hex: unit.hex,
      name: texts.unitIn(text, `${words.side(unit.side)} ${unit.type}`, unit.hex),
      classes: [...classes, ...(unit.index === chosen ? ["selected"] : live ? ["active"] : [])],
      drag: live,
      tab: false,
      pressed: live ? String(unit.index === chosen) : undefined,
    });
  });
}

/** The form of the unit in hand. @type {(unit: EditorUnit, ...content: Child[]) => Child} */
export const unitForm = (unit, ...content) =>
  h(
    "section",
    { class: "unit-form entry", "data-entry": `unit.${unit.index}`, "data-role": "units" },
    h("h3", null, unit.text),
    content,
    entryFaults("units", `unit.${unit.index}`),
  );

/**
 * Units to choose from; `wrong`: those that are at fault, `more`: what is told of each besides itself.
 * @param {ToolState} toolState
 * @param {EditorUnit[]} units
 * @param {Set<number | undefined>} wrong
 * @param {(index: number) => void} choose
 * @param {(unit: EditorUnit) => Child} more
 */
export function unitList(toolState, units, wrong, choose, more) {
  const row = (/** @type {EditorUnit} */ unit) => {
    const { index } = unit;
    const pressed = { class: "toggle", "aria-pressed": String(index === toolState.unit), onclick: () => choose(index) };
    return h(
      "button",
      { key: `unit-${index}`, "data-index": index, ...pressed },
      wrong.has(index) && h("span", { class: "wrong" }, "⚠ ", h("span", { class: "aloud" }, texts.atFault)),
      unit.text,
      more(unit),
    );
  };
  return h("div", { class: "unit-list" }, units.map(row));
}
