// The map's file as a form, and the size of the sheet.

import { h } from "../../../common/html.js";
import { fields } from "../../../editor/form.js";
import { resize } from "../../../editor/map-size.js";
import * as texts from "../../../texts/editor.js";
import { MAP } from "./forms.js";

/** @import { EditorSystem } from "../../../editor/systems.js" */

const MOST = 4096;

/** The size that is typed, the one of the sheet that it is to replace, and what is wrong with it. */
let typed = { over: "", columns: "", rows: "", fault: "" };

/** @type {EditorSystem["panels"][string]} */
export function mapPanel(toolState) {
  const { columns = "", rows = "" } = toolState.map.grid ?? {};
  const over = `${columns} ${rows}`;
  if (typed.over !== over) typed = { over, columns: String(columns), rows: String(rows), fault: "" };
  const change = () => {
    const [w, t] = [Number(typed.columns), Number(typed.rows)];
    const sound = [w, t].every((one) => Number.isInteger(one) && one >= 1 && one <= 99) && w * t <= MOST;
    typed.fault = sound ? "" : texts.wholeNumbers;
    if (sound) toolState.change(texts.sheetOf(w, t), (open) => resize(open("map"), w, t));
    toolState.draw();
  };
  const number = (/** @type {"columns" | "rows"} */ key) =>
    h("input", {
      type: "text",
      inputmode: "numeric",
      class: "number",
      id: `sheet-${key}`,
      value: typed[key],
      oninput: ({ target }) => (typed[key] = target.value),
    });
  return [
    h(
      "fieldset",
      { class: "size" },
      h("legend", null, texts.sheetSize),
      h("label", { for: "sheet-columns" }, texts.columns),
      number("columns"),
      h("label", { for: "sheet-rows" }, texts.rows),
      number("rows"),
      h("button", { id: "resize", type: "button", onclick: change }, texts.change),
      h("p", { role: "alert", class: "refused" }, typed.fault),
    ),
    fields(toolState, "map", "", MAP),
  ];
}
