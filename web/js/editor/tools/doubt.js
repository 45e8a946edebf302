// What is in doubt: a list of remarks, each about some hexes. A press adds a hex to the chosen
// remark or takes it out.

import { h } from "../../common/html.js";
import * as texts from "../../texts/editor.js";
import { list } from "../choices.js";
import { fields } from "../form.js";
import { DOUBT } from "../form-specs.js";
import * as mapLists from "../map-lists.js";

/**
 * @import { Tool } from "../palette.js"
 * @import { ToolState } from "../tool-state.js"
 */

/** @type {(toolState: ToolState) => Tool} */
export function doubt(toolState) {
  let chosen = 0;
  /** @returns {{ hexes: string, kept: string, what: string }[]} */
  const doubts = () => toolState.map.doubt ?? [];
  const pick = (/** @type {number} */ index) => {
    chosen = Math.max(0, index);
    toolState.draw();
  };
  const add = () => {
    const entry = { hexes: toolState.nearby(), kept: texts.asDrawn, what: "" };
    toolState.change(texts.addDoubt, (open) => mapLists.push(open("map"), "doubt", entry));
    pick(doubts().length - 1);
  };
  const drop = () => {
    toolState.change(texts.settleDoubt, (open) => mapLists.drop(open("map"), "doubt", chosen));
    pick(chosen - 1);
  };
  return {
    id: "doubt",
    ...texts.TOOLS.doubt,
    options: () => [
      doubts().length > 0 &&
        list({
          id: "doubt-chosen",
          label: texts.remark,
          value: String(chosen),
          choices: doubts().map((one, index) => [String(index), texts.remarkOn(one.kept, one.hexes.split(/\s+/)[0])]),
          onpick: (value) => pick(Number(value)),
        }),
      doubts()[chosen] &&
        h(
          "div",
          { class: "chosen-form" },
          fields(toolState, "map", `doubt.${chosen}`, DOUBT),
          h("button", { id: "drop-doubt", onclick: drop }, texts.settled),
        ),
      h("button", { id: "add-doubt", onclick: add }, texts.addRemark),
    ],
    press: (at) => {
      toolState.at = at;
      if (doubts()[chosen])
        toolState.change(texts.doubtHexes, (open) => {
          const one = open("map").doubt[chosen];
          const now = mapLists.split(one.hexes);
          one.hexes = (now.includes(at.hex) ? now.filter((hex) => hex !== at.hex) : [...now, at.hex]).join(" ");
        });
      toolState.draw();
    },
    marks: () => ({ outlines: toolState.listed(mapLists.split(doubts()[chosen]?.hexes)) }),
    tell: (hex) =>
      doubts()
        .filter((one) => one.hexes.includes(hex))
        .map((one) => texts.inDoubt(one.kept))
        .join(", ") || texts.notInDoubt,
  };
}
