// The pen for what goes from hex to hex: roads, trails, a river's course.

import { h } from "../../common/html.js";
import { mode } from "../choices.js";
import * as hexChains from "../hex-chains.js";

/**
 * @import { Tool } from "../palette.js"
 * @import { ToolState } from "../tool-state.js"
 */

/**
 * `{id, title, key, hint}`: `key` is the map document's list of chains.
 * @param {ToolState} toolState
 * @param {{ id: string, title: string, key: string, hint: string }} options
 * @returns {Tool}
 */
export function pathPen(toolState, { id, title, key, hint }) {
  let erasing = false;
  const step = (/** @type {string} */ to) => {
    const from = toolState.pen;
    toolState.pen = to;
    if (!from || !to || from === to || toolState.sheet.hexsideTo(from, to) < 0) return;
    const verb = erasing ? "Erase" : "Draw";
    toolState.change(`${verb} ${title.toLowerCase()} ${from} to ${to}`, (open) => {
      const map = open("map");
      map[key] ??= [];
      (erasing ? hexChains.erase : hexChains.draw)(map[key], from, to);
      if (!map[key].length) delete map[key];
    });
  };
  return {
    id,
    title,
    hint,
    paints: true,
    options: () => [
      mode(id, erasing, (on) => {
        erasing = on;
        toolState.draw();
      }),
      h(
        "p",
        { class: "hint" },
        toolState.pen
          ? `The pen is on ${toolState.pen}: choose a hex beside it, or Escape to lift it.`
          : "Choose a hex to set the pen on, then the next; or drag.",
      ),
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
      return ways.length ? `${title.toLowerCase()} to ${ways.join(", ")}` : `no ${title.toLowerCase()}`;
    },
  };
}
