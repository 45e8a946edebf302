// The tools for Kernstown's map: its ground and levels, ways, slopes and walls.

import { PLACE } from "../../../editor/form-specs.js";
import { border } from "../../../editor/tools/hexside-pen.js";
import { doubt } from "../../../editor/tools/doubt.js";
import { letters } from "../../../editor/tools/brush.js";
import { listed } from "../../../editor/tools/entries.js";
import { look } from "../../../editor/tools/look.js";
import { way } from "../../../editor/tools/path-pen.js";

const DRAG = "Drag from hex to hex, or press one after the other.";
const UPHILL = "Press near a hexside, inside the lower hex.";

/** `more`: `{units(hex), faults(hex)}`, what the tools ask of the page. */
export function toolbox(bench, more) {
  return [
    look(bench, more),
    letters(bench, { id: "ground", title: "Ground", key: "ground", hint: "Press or drag over hexes to paint them." }),
    letters(bench, { id: "levels", title: "Level", key: "levels", hint: "Press or drag over hexes to say how high they lie." }),
    letters(bench, { id: "certainty", title: "Certainty", key: "certainty", hint: "Press or drag over hexes to say what they are known from." }),
    ...[["turnpike", "Turnpike"], ["road", "Road"], ["lane", "Lane"], ["stream", "Stream"]].map(([key, title]) => way(bench, { id: key, title, key, hint: DRAG })),
    ...[["slope", "Slope"], ["steep", "Steep slope"]].map(([key, title]) => border(bench, { id: key, title, key, directed: true, hint: UPHILL, inside: "Press inside the lower hex: the slope rises to the other." })),
    listed(bench, { id: "place", title: "Name", key: "place", one: "a name", shape: PLACE, hint: "Press a hex to name it.", make: (hex) => ({ name: "New name", hex, kind: bench.map.place?.at(-1)?.kind ?? "house" }) }),
    doubt(bench),
  ];
}
