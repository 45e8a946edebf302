// The tools for Kernstown's map: its ground and levels, ways, slopes and walls.

import { nearestEdge } from "../../../editor/edges.js";
import { EDGE, PLACE } from "../../../editor/form-specs.js";
import { brush } from "../../../editor/tools/brush.js";
import { doubt } from "../../../editor/tools/doubt.js";
import { entries } from "../../../editor/tools/entries.js";
import { hexsidePen } from "../../../editor/tools/hexside-pen.js";
import { look } from "../../../editor/tools/look.js";
import { pathPen } from "../../../editor/tools/path-pen.js";
import { walls } from "../../../editor/tools/walls.js";
import { area } from "./area-tool.js";
import { WALL } from "./map-forms.js";
import { unit } from "./unit-tool.js";

/**
 * @import { ToolContext } from "../../../editor/systems.js"
 * @import { ToolState } from "../../../editor/tool-state.js"
 */

const DRAG = "Drag from hex to hex, or press one after the other.";
const UPHILL = "Press near a hexside, inside the lower hex.";

/**
 * `more`: `{units(hex), faults(hex)}`, what the tools ask of the page.
 * @param {ToolState} toolState
 * @param {ToolContext} more
 */
export function toolbox(toolState, more) {
  return [
    look(toolState, more),
    brush(toolState, { id: "ground", title: "Ground", key: "ground", hint: "Press or drag over hexes to paint them." }),
    brush(toolState, {
      id: "levels",
      title: "Level",
      key: "levels",
      hint: "Press or drag over hexes to say how high they lie.",
    }),
    brush(toolState, {
      id: "certainty",
      title: "Certainty",
      key: "certainty",
      hint: "Press or drag over hexes to say what they are based on.",
    }),
    ...[
      ["turnpike", "Turnpike"],
      ["road", "Road"],
      ["lane", "Lane"],
      ["stream", "Stream"],
    ].map(([key, title]) => pathPen(toolState, { id: key, title, key, hint: DRAG })),
    ...[
      ["slope", "Slope", "steep"],
      ["steep", "Steep slope", "slope"],
    ].map(([key, title, instead]) =>
      hexsidePen(toolState, {
        id: key,
        title,
        key,
        instead,
        directed: true,
        hint: UPHILL,
        inside: "Press inside the lower hex: the slope rises to the other.",
      }),
    ),
    walls(toolState, { shape: WALL }),
    entries(toolState, {
      id: "place",
      title: "Name",
      key: "place",
      one: "a name",
      shape: PLACE,
      hint: "Press a hex to name it.",
      make: (hex) => ({ name: "New name", hex, kind: toolState.map.place?.at(-1)?.kind ?? "house" }),
    }),
    entries(toolState, {
      id: "edge",
      title: "Way off",
      key: "edge",
      one: "a way off the sheet",
      shape: EDGE,
      hint: "Where a road leaves the sheet.",
      make: (hex) => ({ hex, way: "road", side: nearestEdge(toolState.sheet, hex) }),
    }),
    doubt(toolState),
    area(toolState),
    unit(toolState, more),
  ];
}
