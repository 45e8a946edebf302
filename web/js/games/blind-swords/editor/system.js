// What the editor needs for the files of the Blind Swords, which have charts of their own.

import { fields } from "../../../editor/form.js";
import { chartsPanel } from "./charts-panel.js";
import { CHITS, MAP, SCENARIO } from "./forms.js";
import { counters, roster } from "./roster.js";
import { toolbox } from "./toolbox.js";
import { unitsPanel } from "./units-panel.js";

/** @import { EditorSystem } from "../../../editor/systems.js" */

/** @type {EditorSystem} */
export const system = {
  owns: (paths) => Boolean(paths.charts),
  tools: toolbox,
  panels: {
    charts: chartsPanel,
    units: unitsPanel,
    scenario: (toolState) => fields(toolState, "scenario", "", SCENARIO),
    chits: (toolState) => fields(toolState, "chits", "", CHITS),
    map: (toolState) => fields(toolState, "map", "", MAP),
  },
  first: "charts",
  roster,
  counters,
  fresh: false,
};
