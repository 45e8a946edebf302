// Bridges and fords on hexsides.

import { h } from "../../common/html.js";
import * as texts from "../../texts/editor.js";
import { among, choice } from "../choices.js";
import { fields } from "../form.js";
import { SPOT } from "../form-specs.js";
import * as hexsides from "../hexsides.js";
import { drop } from "../map-lists.js";
import { sideButtons } from "./side-buttons.js";

/**
 * @import { Spot } from "../hexsides.js"
 * @import { Tool } from "../palette.js"
 * @import { ToolState } from "../tool-state.js"
 */

const KINDS = ["bridge", "ford"];

/** @type {(toolState: ToolState) => Tool} */
export function crossing(toolState) {
  let kind = KINDS[0];
  const apply = (/** @type {{ hex: string, side: number }} */ at) => {
    const [a, b] = [at.hex, toolState.across(at)];
    if (!b) return toolState.say(texts.noHexBeyond);
    toolState.at = at;
    toolState.change(texts.crosses(kind, `${a}/${b}`), (open) => {
      const map = open("map");
      if (kind !== "none" && hexsides.crossing(map[kind], a, b) >= 0) return false;
      let name;
      for (const each of KINDS) {
        const there = hexsides.crossing(map[each], a, b);
        name ??= map[each]?.[there]?.name;
        if (there >= 0) drop(map, each, there);
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
    ...texts.TOOLS.crossing,
    aims: true,
    options: () => {
      const one = chosen();
      const place = one && `${one.one}.${one.index}`;
      const choices = among(texts.CROSSINGS);
      return [
        choice({ name: "crossing-kind", legend: texts.putThere, value: kind, choices, onpick: (to) => (kind = to) }),
        sideButtons(toolState, texts.TOOLS.crossing.title, (hex, side) => apply({ hex, side })),
        place &&
          h(
            "div",
            { class: "chosen-form" },
            h("h3", null, texts.crossingAt(one.one, toolState.value("map", `${place}.side`))),
            fields(toolState, "map", place, SPOT),
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
      return there.join(", ") || texts.noCrossing;
    },
  };
}
