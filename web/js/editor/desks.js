// What lies on the editor's desk for the files of each family of games: its tools, its panels, its counters.

import { fields } from "./form.js";
import { chartsPanel } from "./kernstown/charts-panel.js";
import * as kernstown from "./kernstown/roster.js";
import * as forms from "./kernstown/shapes.js";
import { toolbox as kernstownTools } from "./kernstown/toolbox.js";
import { unitsPanel as kernstownUnits } from "./kernstown/units-panel.js";
import { mapPanel } from "./map-panel.js";
import { counters, roster } from "./roster.js";
import { SCENARIO } from "./shapes.js";
import { toolbox } from "./toolbox.js";
import { unitsPanel } from "./units-panel.js";

/**
 * `tools(bench, more)`; `panels`: by the role of the file, a function of the bench, the faults and what chooses a unit;
 * `first`: the panel that opens; `roster(work)` and `counters(units, chosen, live)`; `fresh`: an empty sheet can be begun.
 */
const blueGray = {
  tools: toolbox,
  panels: {
    units: unitsPanel,
    scenario: (bench) => fields(bench, "scenario", "", SCENARIO),
    map: mapPanel,
  },
  first: "units",
  roster: (work) => roster(work.document("units")),
  counters,
  fresh: true,
};

const blindSwords = {
  tools: kernstownTools,
  panels: {
    charts: chartsPanel,
    units: kernstownUnits,
    scenario: (bench) => fields(bench, "scenario", "", forms.SCENARIO),
    chits: (bench) => fields(bench, "chits", "", forms.CHITS),
    map: (bench) => fields(bench, "map", "", forms.MAP),
  },
  first: "charts",
  roster: kernstown.roster,
  counters: kernstown.counters,
  fresh: false,
};

/** The desk for the files that lie open: charts of their own have those of the Blind Swords. */
export function deskOf(work) {
  return work.paths.charts ? blindSwords : blueGray;
}
