// Bridges and fords on hexsides.

import { h } from "../../common/html.js";
import { choice } from "../choices.js";
import { fields } from "../form.js";
import { SPOT } from "../form-specs.js";
import * as hexsides from "../hexsides.js";
import { sideButtons } from "./side-buttons.js";

/**
 * @import { Spot } from "../hexsides.js"
 * @import { Tool } from "../palette.js"
 * @import { ToolState } from "../tool-state.js"
 * @import { DataFile } from "protocol"
 */

const KINDS = ["bridge", "ford"];

/**
 * @param {DataFile} map
 * @param {string} kind
 * @param {string} a
 * @param {string} b
 */
function drop(map, kind, a, b) {
  const at = hexsides.crossing(map[kind], a, b);
  if (at < 0) return false;
  map[kind].splice(at, 1);
  if (!map[kind].length) delete map[kind];
  return true;
}

/**
 * @param {ToolState} toolState
 * @returns {Tool}
 */
export function crossing(toolState) {
  let kind = KINDS[0];
  const apply = (/** @type {{ hex: string, side: number }} */ at) => {
    const [a, b] = [at.hex, toolState.across(at)];
    if (!b) return toolState.say("Beyond this hexside there is no hex.");
    toolState.at = at;
    const label = kind === "none" ? "Remove the crossing" : `A ${kind}`;
    toolState.change(`${label} ${a}/${b}`, (open) => {
      const map = open("map");
      if (kind !== "none" && hexsides.crossing(map[kind], a, b) >= 0) return false;
      let name;
      for (const each of KINDS) {
        const there = hexsides.crossing(map[each], a, b);
        name ??= map[each]?.[there]?.name;
        drop(map, each, a, b);
      }
      if (kind !== "none") map[kind] = [...(map[kind] ?? []), { ...(name && { name }), side: `${a}/${b}` }];
    });
    toolState.draw();
  };
  const chosen = () => {
    const { at } = toolState;
    const to = at && toolState.sheetHex(at.hex) ? toolState.across(at) : null;
    if (!at || !to) return null;
    const there = KINDS.map((one) => ({ one, index: hexsides.crossing(toolState.map[one], at.hex, to) }));
    return there.find(({ index }) => index >= 0) ?? null;
  };
  return {
    id: "crossing",
    title: "Crossing",
    hint: "Press near a hexside to put a bridge or a ford there.",
    aims: true,
    options: () => {
      const one = chosen();
      return [
        choice({
          name: "crossing-kind",
          legend: "Put there",
          value: kind,
          choices: [
            { value: "bridge", text: "Bridge" },
            { value: "ford", text: "Ford" },
            { value: "none", text: "Nothing" },
          ],
          onpick: (value) => (kind = value),
        }),
        sideButtons(toolState, "Crossing", (hex, side) => apply({ hex, side })),
        one &&
          h(
            "div",
            { class: "chosen-form" },
            h("h3", null, `The ${one.one} at ${toolState.value("map", `${one.one}.${one.index}.side`)}`),
            fields(toolState, "map", `${one.one}.${one.index}`, SPOT),
          ),
      ];
    },
    press: apply,
    tell: (hex) => {
      const there = KINDS.flatMap((one) =>
        (toolState.map[one] ?? [])
          .filter((/** @type {Spot} */ { side }) => side.includes(hex))
          .map((/** @type {Spot} */ { side }) => `${one} ${side}`),
      );
      return there.join(", ") || "no crossing";
    },
  };
}
