// What the editor needs for the files of Blue & Gray.

import { fields } from "../../../editor/form.js";
import { SCENARIO } from "./forms.js";
import { mapPanel } from "./map-panel.js";
import { counters, roster } from "./roster.js";
import { toolbox } from "./toolbox.js";
import { unitsPanel } from "./units-panel.js";

/** @import { EditorSystem } from "../../../editor/systems.js" */

/** @type {EditorSystem} */
export const system = {
  owns: (paths) => !paths.charts,
  tools: toolbox,
  panels: {
    units: unitsPanel,
    scenario: (toolState) => fields(toolState, "scenario", "", SCENARIO),
    map: mapPanel,
  },
  first: "units",
  roster,
  counters,
  fresh: true,
};
