// The charts as tables of cells: what the rules refer to, each value with what it rests on.

import { h } from "../../../common/html.js";
import { fields } from "../../../editor/form.js";
import { labelKey } from "../../../editor/source-labels.js";
import { CHARTS, NUMBERS } from "./chart-forms.js";

/** @import { ToolState } from "../../../editor/tool-state.js" */

/**
 * @param {ToolState} toolState
 */
export function chartsPanel(toolState) {
  return [
    h(
      "p",
      { class: "hint" },
      "The printed charts were not available. If you have them, correct here what differs; every scenario of these rules uses them.",
    ),
    labelKey(),
    fields(toolState, "charts", "", CHARTS),
    toolState.packDocument.file("numbers") && [
      h("h3", null, "Numbers in the text of the rules"),
      fields(toolState, "numbers", "", NUMBERS),
    ],
  ];
}
