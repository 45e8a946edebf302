// The pen for what goes from hex to hex: roads, trails, a river's course.

import { h } from "../../common/html.js";
import * as texts from "../../texts/editor.js";
import { mode } from "../choices.js";
import * as hexChains from "../hex-chains.js";

/**
 * @import { Tool } from "../palette.js"
 * @import { ToolState } from "../tool-state.js"
 */

// `key`: the map document's list.
/** @type {(toolState: ToolState, key: "road" | "trail" | "river" | "turnpike" | "lane" | "stream") => Tool} */
export function pathPen(toolState, key) {
  const { title } = texts.TOOLS[key];
  let erasing = false;
  const step = (/** @type {string} */ to) => {
    const from = toolState.pen;
    toolState.pen = to;
    if (!from || !to || from === to || toolState.sheet.hexsideTo(from, to) < 0) return;
    toolState.change(texts.drawsTo(erasing, title, from, to), (open) => {
      const map = open("map");
      map[key] ??= [];
      (erasing ? hexChains.erase : hexChains.draw)(map[key], from, to);
      if (!map[key].length) delete map[key];
    });
  };
  return {
    id: key,
    ...texts.TOOLS[key],
    paints: true,
    options: () => [
      mode(key, erasing, (on) => {
        erasing = on;
        toolState.draw();
      }),
      h("p", { class: "hint" }, toolState.pen ? texts.penOn(toolState.pen) : texts.setPen),
    ],
    press: ({ hex }) => {
      if (toolState.pen === hex) toolState.pen = null;
      else step(hex);
      toolState.draw();
    },
    begin: ({ hex }) => (toolState.pen = hex),
    over: ({ hex }) => hex !== toolState.pen && step(hex),
    end: () => (toolState.pen = null),
    tell: (hex) => {
      const ways = hexChains
        .steps(toolState.map[key])
        .flatMap(({ from, to }) => (from === hex ? [to] : to === hex ? [from] : []));
      return texts.runsTo(title, ways, false);
    },
  };
}
