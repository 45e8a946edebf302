// What the tool for units does to the files of Blue & Gray.

import { unitTool } from "../../../editor/tools/unit.js";
import * as shared from "../../../texts/editor.js";
import * as texts from "../texts/editor.js";
import { fresh, roster } from "./roster.js";

/**
 * @import { EditorUnit, ToolContext } from "../../../editor/systems.js"
 * @import { ToolState } from "../../../editor/tool-state.js"
 * @import { DataFile } from "protocol"
 */

/** @param {ToolState} toolState @param {ToolContext} context */
export function unit(toolState, context) {
  /** @type {(label: string, one: EditorUnit, recipe: (unit: DataFile) => void) => unknown} */
  const edit = (label, one, recipe) => toolState.change(label, (open) => recipe(open("units").unit[one.index]));
  /** @type {(one: EditorUnit) => [string, string, () => unknown]} */
  const schedule = (one) => [
    "to-schedule",
    shared.toSchedule,
    () =>
      edit(shared.comesLater(one.text), one, (unit) => {
        Object.assign(unit, { turn: 2, entry: [unit.hex] });
        delete unit.hex;
      }),
  ];
  return unitTool(toolState, context, {
    roster,
    name: (one) => one.text,
    told: (one) => (one.hex ? texts.begins(one.hex) : texts.comesOn(one.turn, one.entry)),
    ask: (one) => (one.hex ? texts.pressStart : texts.pressEntries),
    place(one, hex) {
      edit(shared.movesTo(one.text, hex), one, (unit) => {
        unit.hex = hex;
        delete unit.turn;
        delete unit.entry;
      });
      return shared.begins(one.text, hex);
    },
    enter(one, hex) {
      const entry = /** @type {string[]} */ (one.entry ?? []);
      const next = entry.includes(hex) ? entry.filter((each) => each !== hex) : [...entry, hex];
      edit(texts.entersAt(one.text, hex), one, (unit) => (unit.entry = next));
    },
    buttons: (one) => [one.hex ? schedule(one) : false],
    create: (like, hex) => (open) => {
      const { side, type } = like ?? { side: "union", type: "infantry" };
      const id = fresh(roster(toolState.packDocument), side);
      open("units").unit.push({ id, side, name: shared.newUnit, type, strength: 1, hex });
    },
    removal: shared.removeIt,
    drop: (one) => (open) => open("units").unit.splice(one.index, 1),
  });
}
