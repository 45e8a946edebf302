// What is in doubt: a list of remarks, each about some hexes. A press adds a hex to the chosen
// remark or takes it out.

import { h } from "../../common/html.js";
import { truthy } from "../../common/truthy.js";
import { list } from "../choices.js";
import { fields } from "../form.js";
import { DOUBT } from "../form-specs.js";

/**
 * @import { Tool } from "../palette.js"
 * @import { ToolState } from "../tool-state.js"
 */

/**
 * @param {ToolState} toolState
 * @returns {Tool}
 */
export function doubt(toolState) {
  let chosen = 0;
  /** @returns {{ hexes: string, kept: string, what: string }[]} */
  const doubts = () => toolState.map.doubt ?? [];
  const hexes = (/** @type {number} */ index) => doubts()[index]?.hexes.split(/\s+/).filter(truthy) ?? [];
  const add = () => {
    const hex = toolState.at?.hex ?? toolState.board.cursor ?? toolState.board.nearest();
    toolState.change("Add a doubt", (open) => {
      const map = open("map");
      map.doubt = [...(map.doubt ?? []), { hexes: hex, kept: "as drawn", what: "" }];
    });
    chosen = doubts().length - 1;
    toolState.draw();
  };
  const drop = () => {
    toolState.change("Settle a doubt", (open) => {
      const map = open("map");
      map.doubt.splice(chosen, 1);
      if (!map.doubt.length) delete map.doubt;
    });
    chosen = Math.max(0, chosen - 1);
    toolState.draw();
  };
  return {
    id: "doubt",
    title: "Doubt",
    hint: "What the sheet leaves open. Press hexes to add them to the chosen remark or remove them.",
    options: () => [
      doubts().length > 0 &&
        list({
          id: "doubt-chosen",
          label: "Remark",
          value: String(chosen),
          choices: doubts().map((one, index) => [String(index), `${one.kept}: ${one.hexes.split(/\s+/)[0]}`]),
          onpick: (value) => {
            chosen = Number(value);
            toolState.draw();
          },
        }),
      doubts()[chosen] &&
        h(
          "div",
          { class: "chosen-form" },
          fields(toolState, "map", `doubt.${chosen}`, DOUBT),
          h("button", { id: "drop-doubt", onclick: drop }, "Settled: remove"),
        ),
      h("button", { id: "add-doubt", onclick: add }, "Add a remark"),
    ],
    press: (at) => {
      toolState.at = at;
      if (!doubts()[chosen]) return toolState.draw();
      toolState.change(`Hexes of a doubt`, (open) => {
        const now = hexes(chosen);
        open("map").doubt[chosen].hexes = (
          now.includes(at.hex) ? now.filter((hex) => hex !== at.hex) : [...now, at.hex]
        ).join(" ");
      });
      toolState.draw();
    },
    marks: () => ({
      outlines: hexes(chosen)
        .filter((hex) => toolState.sheetHex(hex))
        .map((hex) => ({ hex, kind: "listed" })),
    }),
    tell: (hex) =>
      doubts()
        .filter((one) => one.hexes.includes(hex))
        .map((one) => `in doubt: ${one.kept}`)
        .join(", ") || "not in doubt",
  };
}
