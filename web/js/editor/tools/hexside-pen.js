// The pen for what lies along hexsides: creeks, and works with their barbed side.

import { h } from "../../common/html.js";
import * as texts from "../../texts/editor.js";
import { list, mode } from "../choices.js";
import * as hexsides from "../hexsides.js";
import { sideButtons } from "./side-buttons.js";

/**
 * @import { HexsideFeature } from "../hexsides.js"
 * @import { Tool } from "../palette.js"
 * @import { ToolState, Where } from "../tool-state.js"
 */

/** A drag draws only close to a hexside's middle, in hex radii: else it would take corners along. */
const NEAR = 0.42;
const NEAREST = "nearest";
const NEW = "new";

/**
 * `key`: the map document's list; `directed` where the two sides differ: the hex pressed in is the first; `instead`:
 * the list of what cannot lie on the same hexside.
 * @param {ToolState} toolState
 * @param {"creek" | "works" | "slope" | "steep"} key
 * @param {{ directed?: boolean, instead?: string }} [options]
 * @returns {Tool}
 */
export function hexsidePen(toolState, key, { directed = false, instead } = {}) {
  const { title } = texts.TOOLS[key];
  let erasing = false;
  let into = NEAREST;
  const features = () => toolState.map[key] ?? [];
  const apply = (/** @type {{ hex: string, side: number }} */ at) => {
    const [a, b] = [at.hex, toolState.across(at)];
    toolState.at = at;
    if (!b) return toolState.say(texts.noHexBeyond);
    const done = toolState.change(texts.drawsAt(erasing, title, a, b), (open) => {
      const map = open("map");
      map[key] ??= [];
      const there = map[key];
      if (erasing) hexsides.erase(there, a, b);
      else if (!hexsides.lies(there, a, b, directed)) {
        // Works that faced the other way are turned round.
        if (directed) hexsides.erase(there, a, b);
        if (instead && map[instead]) hexsides.erase(map[instead], a, b);
        const chosen = into === NEAREST ? null : into === NEW ? there.length : Number(into);
        hexsides.draw(there, a, b, {
          touch: directed ? () => true : (side, c, d) => side !== undefined && toolState.touch(side, c, d),
          chosen,
        });
      }
      if (!there.length) delete map[key];
    });
    if (done && into === NEW) into = String(features().length - 1);
    toolState.say(done ? texts.drawn(erasing, a, b) : texts.nothingChanged(a, b));
  };
  return {
    id: key,
    ...texts.TOOLS[key],
    paints: true,
    aims: true,
    options: () => [
      mode(key, erasing, (on) => {
        erasing = on;
        toolState.draw();
      }),
      !directed &&
        !erasing &&
        list({
          id: `${key}-into`,
          label: texts.belongsTo,
          value: into,
          choices: [
            [NEAREST, texts.theOneItTouches],
            ...features().map((/** @type {HexsideFeature} */ one, /** @type {number} */ index) => [
              String(index),
              one.name || texts.unnamed(one.sides.split(/\s+/)[0]),
            ]),
            [NEW, texts.aNewOne],
          ],
          onpick: (value) => (into = value),
        }),
      sideButtons(toolState, title, (hex, side) => {
        apply({ hex, side });
        toolState.draw();
      }),
      key !== "creek" && h("p", { class: "hint" }, texts.INSIDE[key]),
    ],
    press: (at) => {
      apply(at);
      toolState.draw();
    },
    begin: (at) => near(toolState, at) && apply(at),
    over: (at) => near(toolState, at) && apply(at),
    tell: (hex) => {
      const met = hexsides
        .all(toolState.map[key])
        .flatMap(({ from, to }) => (from === hex ? [to] : to === hex ? [from] : []));
      return texts.runsTo(title, met, true);
    },
  };
}

/**
 * @param {ToolState} toolState
 * @param {Where} options
 */
function near(toolState, { hex, side, point }) {
  if (!hex || !point) return false;
  const [a, b] = toolState.sheet.ends(hex, side);
  return Math.hypot((a.x + b.x) / 2 - point.x, (a.y + b.y) / 2 - point.y) < NEAR * toolState.sheet.radius;
}
