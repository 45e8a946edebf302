// What lies on the editor's desk for the files of each family of games: its tools, its panels, its counters.

import { fields } from "./form.js";
import { chartsPanel } from "../games/blind-swords/editor/charts-panel.js";
import * as kernstown from "../games/blind-swords/editor/roster.js";
import * as forms from "../games/blind-swords/editor/forms.js";
import { toolbox as kernstownTools } from "../games/blind-swords/editor/toolbox.js";
import { unitsPanel as kernstownUnits } from "../games/blind-swords/editor/units-panel.js";
import { mapPanel } from "../games/blue-gray/editor/map-panel.js";
import { counters, roster } from "../games/blue-gray/editor/roster.js";
import { SCENARIO } from "./form-specs.js";
import { toolbox } from "../games/blue-gray/editor/toolbox.js";
import { unitsPanel } from "../games/blue-gray/editor/units-panel.js";

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
