// Walls: hexes in which one stands, the hex that its end points to, and the side it is drawn on.

import { h } from "../../common/html.js";
import { truthy } from "../../common/truthy.js";
import * as texts from "../../texts/editor.js";
import { among, choice, list } from "../choices.js";
import { entryFaults } from "../drawn-form.js";
import { fields } from "../form.js";
import * as mapLists from "../map-lists.js";

/**
 * @import { Shape } from "../form-specs.js"
 * @import { Tool } from "../palette.js"
 * @import { ToolState } from "../tool-state.js"
 * @import { DataFile } from "protocol"
 */

/** `shape`: the form of a wall. @type {(toolState: ToolState, shape: Shape) => Tool} */
export function walls(toolState, shape) {
  const words = mapLists.split;
  let chosen = 0;
  let part = "hexes";
  /** @returns {DataFile[]} */
  const all = () => toolState.map.wall ?? [];
  const pick = (/** @type {number} */ index, to = part) => {
    chosen = Math.max(0, index);
    part = to;
    toolState.draw();
  };
  const add = () => {
    const hexes = toolState.nearby();
    toolState.change(texts.addWall, (open) => mapLists.push(open("map"), "wall", { name: texts.wallIn(hexes), hexes }));
    pick(all().length - 1, "hexes");
  };
  const drop = () => {
    toolState.change(texts.removes(all()[chosen]?.name), (open) => mapLists.drop(open("map"), "wall", chosen));
    pick(chosen - 1);
  };
  /** A hex is put in, or taken out if it stands there already. */
  const apply = (/** @type {string} */ hex) => {
    const wall = all()[chosen];
    if (!wall) return;
    toolState.change(texts.wallTo(wall.name, hex), (open) => {
      const own = open("map").wall[chosen];
      const now = words(own[part]);
      const one = part === "hexes" ? [...now, hex] : [hex];
      const next = now.includes(hex) ? now.filter((each) => each !== hex) : one;
      if (next.length || part === "hexes") own[part] = next.join(" ");
      else delete own[part];
    });
    toolState.say(texts.wallHexes(wall.name, words(all()[chosen]?.[part])));
  };
  return {
    id: "wall",
    ...texts.TOOLS.wall,
    options: () => [
      all().length > 0 &&
        list({
          id: "wall-chosen",
          label: texts.wallChosen,
          value: String(chosen),
          choices: all().map((one, index) => [String(index), one.name]),
          onpick: (value) => pick(Number(value)),
        }),
      all()[chosen] && [
        choice({
          name: "wall-part",
          legend: texts.pressSays,
          value: part,
          choices: among(texts.PARTS),
          onpick: (value) => pick(chosen, value),
        }),
        h(
          "div",
          { class: "chosen-form entry", "data-entry": `wall.${chosen}`, "data-role": "map" },
          fields(toolState, "map", `wall.${chosen}`, shape),
          h("button", { id: "drop-wall", onclick: drop }, texts.removeWall),
          entryFaults("map", `wall.${chosen}`),
        ),
      ],
      h("button", { id: "add-wall", onclick: add }, texts.addWall),
    ],
    press: (at) => {
      toolState.at = at;
      const there = all().findIndex((wall) => words(wall.hexes).includes(at.hex));
      // A press on another wall takes that one in hand.
      if (part === "hexes" && there >= 0 && there !== chosen) chosen = there;
      else apply(at.hex);
      toolState.draw();
    },
    marks: () => {
      const wall = all()[chosen];
      const end = toolState.listed(words(wall?.points_to)).map(({ hex }) => ({ hex, kind: "pen", text: "→" }));
      return { outlines: [...toolState.listed(words(wall?.hexes)), ...end] };
    },
    tell: (hex) =>
      all()
        .flatMap((wall) => [
          words(wall.hexes).includes(hex) && wall.name,
          words(wall.points_to).includes(hex) && texts.pointsHere(wall.name),
        ])
        .filter(truthy)
        .join(", ") || texts.noWall,
  };
}
