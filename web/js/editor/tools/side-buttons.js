// The six sides of the hex at the cursor as buttons: for those who do not point.

import { h } from "../../common/html.js";
import * as texts from "../../texts/editor.js";

/** @import { ToolState } from "../tool-state.js" */

/**
 * `onpick(hex, side)`; the hexside in hand is the one that Enter takes.
 * @param {ToolState} toolState
 * @param {string} title
 * @param {(hex: string, side: number) => void} onpick
 */
export function sideButtons(toolState, title, onpick) {
  const hex = toolState.board.cursor;
  if (!hex || !toolState.sheetHex(hex)) return null;
  return h(
    "fieldset",
    { class: "six" },
    h("legend", null, texts.sidesOf(title, hex)),
    toolState.sheet.directions.map((direction, side) => {
      const to = toolState.sheet.neighbour(hex, side);
      return h(
        "button",
        {
          type: "button",
          key: `side-${side}`,
          class: side === toolState.side ? "in-hand" : "",
          disabled: !to,
          onclick: () => {
            toolState.side = side;
            onpick(hex, side);
          },
        },
        h("b", null, direction),
        " ",
        h("span", { class: "small" }, to ?? texts.edge),
      );
    }),
  );
}
