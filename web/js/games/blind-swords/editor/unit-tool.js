// What the tool for units does to the files of the Blind Swords: where units begin stands in the scenario that is open.

import { unitTool } from "../../../editor/tools/unit.js";
import * as shared from "../../../texts/editor.js";
import * as texts from "../texts/editor.js";
import { fresh, roster } from "./roster.js";

/**
 * @import { Recipe } from "../../../editor/pack-document.js"
 * @import { EditorUnit, ToolContext } from "../../../editor/systems.js"
 * @import { ToolState } from "../../../editor/tool-state.js"
 * @import { DataFile } from "protocol"
 */

const SOURCES = { strength: "printed", cohesion: "printed", worn: "printed", weapon: "printed" };

/** Takes a unit out of the scenario. @type {(one: EditorUnit) => Recipe} */
const leave = (one) => (open) => {
  const scenario = open("scenario");
  scenario.at = scenario.at.filter((/** @type {DataFile} */ each) => each.unit !== one.id);
};

/** @param {ToolState} toolState @param {ToolContext} context */
export function unit(toolState, context) {
  const times = () => /** @type {string[]} */ (toolState.value("scenario", "times") ?? []);

  // Changes where a unit begins, or puts it into the scenario.
  /** @type {(label: string, one: EditorUnit, recipe: (start: DataFile) => void) => unknown} */
  const edit = (label, one, recipe) =>
    toolState.change(label, (open) => {
      const scenario = open("scenario");
      scenario.at ??= [];
      const entered = () => scenario.at.find((/** @type {DataFile} */ each) => each.unit === one.id);
      if (!entered()) scenario.at.push({ unit: one.id });
      recipe(entered());
    });

  return unitTool(toolState, context, {
    roster,
    name: (one) => one.name,
    told: (one) =>
      one.hex ? texts.begins(one.hex) : one.entry ? texts.comesOn(one.arrives, one.entry[0]) : texts.takesNoPart,
    ask: (one) => (one.entry ? texts.pressEntry : texts.pressStart),
    // A reinforcement remains one and enters by that hex.
    place(one, hex) {
      edit(shared.movesTo(one.name, hex), one, (start) => (start.hex = hex));
      return one.arrives ? texts.comesBy(one.name, hex) : shared.begins(one.name, hex);
    },
    buttons: (one) => [
      Boolean(one.hex) && [
        "to-schedule",
        shared.toSchedule,
        () => edit(shared.comesLater(one.name), one, (start) => (start.arrives = times()[1] ?? times()[0])),
      ],
      one.entry && [
        "to-map",
        texts.beginsThere,
        () => edit(texts.beginsOnMap(one.name), one, (start) => delete start.arrives),
      ],
      (one.hex || one.entry) && [
        "leave-out",
        texts.leaveOut,
        () => toolState.change(texts.leavesOut(one.name), leave(one)),
      ],
    ],
    create: (like, hex) => (open) => {
      const side = like?.side ?? "union";
      const id = fresh(roster(toolState.packDocument), side);
      const brigades = /** @type {DataFile[]} */ (toolState.value("units", "brigade") ?? []);
      const brigade = like ? like.brigade : brigades.find((one) => one.side === side)?.id;
      const { type, weapon } = like ?? { type: "infantry", weapon: "R" };
      const faces = { fresh: "4-3", worn: "1-2", labels: { ...SOURCES } };
      const own = { id, name: shared.newUnit, side, ...(brigade && { brigade }), type, weapon, ...faces };
      open("units").unit.push(own);
      open("scenario").at.push({ unit: id, hex });
    },
    removal: texts.removeCounter,
    drop: (one) => (open) => {
      open("units").unit.splice(one.index, 1);
      leave(one)(open);
    },
  });
}
