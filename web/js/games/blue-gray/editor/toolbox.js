// Every tool of the editor, in the order of the palette.

import { brush } from "../../../editor/tools/brush.js";
import { crossing } from "../../../editor/tools/crossing.js";
import { doubt } from "../../../editor/tools/doubt.js";
import { edges, places } from "../../../editor/tools/entries.js";
import { ferry } from "../../../editor/tools/ferry.js";
import { hexsidePen } from "../../../editor/tools/hexside-pen.js";
import { look } from "../../../editor/tools/look.js";
import { pathPen } from "../../../editor/tools/path-pen.js";
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
  brush(toolState, "certainty"),
  pathPen(toolState, "road"),
  pathPen(toolState, "trail"),
  hexsidePen(toolState, "creek"),
  crossing(toolState),
  hexsidePen(toolState, "works", { directed: true }),
  ferry(toolState),
  pathPen(toolState, "river"),
  places(toolState, "town"),
  edges(toolState),
  doubt(toolState),
  unit(toolState, context),
];
