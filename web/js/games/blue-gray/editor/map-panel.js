// The map's file as a form, and the size of the sheet.

import { h } from "../../../common/html.js";
import { fields } from "../../../editor/form.js";
import { resize } from "../../../editor/map-size.js";
import { MAP } from "./forms.js";

/** @import { ToolState } from "../../../editor/tool-state.js" */

const MOST = 4096;

/**
 * @param {ToolState} toolState
 */
export function mapPanel(toolState) {
  const { columns, rows } = toolState.map.grid ?? {};
  const wide = h("input", {
    type: "text",
    inputmode: "numeric",
    class: "number",
    id: "sheet-columns",
    value: columns ?? "",
  });
  const high = h("input", { type: "text", inputmode: "numeric", class: "number", id: "sheet-rows", value: rows ?? "" });
  const said = h("p", { role: "alert", class: "refused" });
  const change = () => {
    const [w, t] = [Number(wide.value), Number(high.value)];
    if (!Number.isInteger(w) || !Number.isInteger(t) || w < 1 || t < 1 || w > 99 || t > 99 || w * t > MOST)
      said.textContent = "Enter whole numbers up to 99.";
    else toolState.change(`A sheet of ${w} by ${t} hexes`, (open) => resize(open("map"), w, t));
  };
  return [
    h(
      "fieldset",
      { class: "size" },
      h("legend", null, "Size of the sheet"),
      h("label", { for: "sheet-columns" }, "Columns "),
      wide,
      h("label", { for: "sheet-rows" }, " Rows "),
      high,
      h("button", { id: "resize", type: "button", onclick: change }, "Change"),
      said,
    ),
    fields(toolState, "map", "", MAP),
  ];
}
