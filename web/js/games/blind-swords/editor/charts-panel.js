// The charts as tables of cells: what the rules refer to, each value with what it rests on.

import { h } from "../../../common/html.js";
import { fields } from "../../../editor/form.js";
import { labelKey } from "../../../editor/source-labels.js";
import * as texts from "../texts/editor.js";
import { CHARTS, NUMBERS } from "./chart-forms.js";

/** @import { EditorSystem } from "../../../editor/systems.js" */

/** @type {EditorSystem["panels"][string]} */
export const chartsPanel = (toolState) => [
  h("p", { class: "hint" }, texts.correctHere),
  labelKey(),
  fields(toolState, "charts", "", CHARTS),
  toolState.packDocument.file("numbers") && [
    h("h3", null, texts.numbersInText),
    fields(toolState, "numbers", "", NUMBERS),
  ],
];
