// What the editor needs for the files of the Blind Swords, which have charts of their own.

import { fields } from "../../../editor/form.js";
import { chartsPanel } from "./charts-panel.js";
import { CHITS } from "./chit-forms.js";
import { MAP } from "./map-forms.js";
import { counters, roster, startOf } from "./roster.js";
import { SCENARIO } from "./scenario-forms.js";
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
  // The numbers stand under the charts, and where a unit begins beside its counter.
  home(packDocument, role, place) {
    if (role === "numbers") return { panel: "charts" };
    const unit = role === "scenario" ? startOf(packDocument, place) : null;
    return unit === null ? null : { panel: "units", unit };
  },
  fresh: false,
};
