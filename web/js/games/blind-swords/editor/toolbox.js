// The tools for Kernstown's map: its ground and levels, ways, slopes and walls.

import { brush } from "../../../editor/tools/brush.js";
import { doubt } from "../../../editor/tools/doubt.js";
import { edges, places } from "../../../editor/tools/entries.js";
import { hexsidePen } from "../../../editor/tools/hexside-pen.js";
import { look } from "../../../editor/tools/look.js";
import { pathPen } from "../../../editor/tools/path-pen.js";
import { walls } from "../../../editor/tools/walls.js";
import { area } from "./area-tool.js";
import { WALL } from "./map-forms.js";
import { unit } from "./unit-tool.js";

/**
 * @import { Tool } from "../../../editor/palette.js"
 * @import { ToolContext } from "../../../editor/systems.js"
 * @import { ToolState } from "../../../editor/tool-state.js"
 */

/** @type {(toolState: ToolState, context: ToolContext) => Tool[]} */
export const toolbox = (toolState, context) => [
  look(toolState, context),
  brush(toolState, "ground"),
  brush(toolState, "levels"),
  brush(toolState, "certainty"),
  pathPen(toolState, "turnpike"),
  pathPen(toolState, "road"),
  pathPen(toolState, "lane"),
  pathPen(toolState, "stream"),
  hexsidePen(toolState, "slope", { directed: true, instead: "steep" }),
  hexsidePen(toolState, "steep", { directed: true, instead: "slope" }),
  walls(toolState, WALL),
  places(toolState, "house"),
  edges(toolState),
  doubt(toolState),
  area(toolState),
  unit(toolState, context),
];
