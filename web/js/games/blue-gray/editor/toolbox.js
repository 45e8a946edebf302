// Every tool of the editor, in the order of the palette.

import { nearestEdge } from "../../../editor/edges.js";
import { EDGE, PLACE } from "../../../editor/form-specs.js";
import { brush } from "../../../editor/tools/brush.js";
import { crossing } from "../../../editor/tools/crossing.js";
import { doubt } from "../../../editor/tools/doubt.js";
import { entries } from "../../../editor/tools/entries.js";
import { ferry } from "../../../editor/tools/ferry.js";
import { hexsidePen } from "../../../editor/tools/hexside-pen.js";
import { look } from "../../../editor/tools/look.js";
import { pathPen } from "../../../editor/tools/path-pen.js";
import { unit } from "./unit-tool.js";

/**
 * @import { ToolContext } from "../../../editor/systems.js"
 * @import { ToolState } from "../../../editor/tool-state.js"
 */

/**
 * `more`: `{units(hex), faults(hex), open()}`, what the tools ask of the page.
 * @param {ToolState} toolState
 * @param {ToolContext} more
 */
export function toolbox(toolState, more) {
  return [
    look(toolState, more),
    brush(toolState, { id: "ground", title: "Ground", key: "ground", hint: "Press or drag over hexes to paint them." }),
    brush(toolState, {
      id: "certainty",
      title: "Certainty",
      key: "certainty",
      hint: "Press or drag over hexes to say what they are based on.",
    }),
    pathPen(toolState, {
      id: "road",
      title: "Road",
      key: "road",
      hint: "Drag from hex to hex, or press one after the other.",
    }),
    pathPen(toolState, {
      id: "trail",
      title: "Trail",
      key: "trail",
      hint: "Drag from hex to hex, or press one after the other.",
    }),
    hexsidePen(toolState, {
      id: "creek",
      title: "Creek",
      key: "creek",
      hint: "Press near a hexside, or drag along hexsides.",
    }),
    crossing(toolState),
    hexsidePen(toolState, {
      id: "works",
      title: "Redoubt",
      key: "works",
      directed: true,
      hint: "Press near a hexside, inside the hex that is protected.",
    }),
    ferry(toolState),
    pathPen(toolState, {
      id: "river",
      title: "River",
      key: "river",
      hint: "The course along which a river's name is written; its water is painted as ground.",
    }),
    entries(toolState, {
      id: "place",
      title: "Name",
      key: "place",
      one: "a name",
      shape: PLACE,
      hint: "Press a hex to name it.",
      make: (hex) => ({ name: "New name", hex, kind: toolState.map.place?.at(-1)?.kind ?? "town" }),
    }),
    entries(toolState, {
      id: "edge",
      title: "Way off",
      key: "edge",
      one: "a way off the sheet",
      shape: EDGE,
      hint: "Where a road or trail leaves the sheet.",
      make: (hex) => ({ hex, way: "road", side: nearestEdge(toolState.sheet, hex) }),
    }),
    doubt(toolState),
    unit(toolState, more),
  ];
}
