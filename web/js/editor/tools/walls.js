// Walls: hexes in which one stands, the hex that its end points to, and the side it is drawn on.

import { h } from "../../common/html.js";
import { truthy } from "../../common/truthy.js";
import { choice, list } from "../choices.js";
import { entryFaults } from "../drawn-form.js";
import { fields } from "../form.js";

/**
 * @import { Shape } from "../form-specs.js"
 * @import { Tool } from "../palette.js"
 * @import { ToolState } from "../tool-state.js"
 * @import { DataFile } from "protocol"
 */

/** What a press says of a hex. */
const PARTS = [
  { value: "hexes", text: "Stands there" },
  { value: "points_to", text: "Points there" },
  { value: "beside", text: "Drawn on that side" },
];

/**
 * `shape`: the form of a wall.
 * @param {ToolState} toolState
 * @param {{ shape: Shape }} options
 * @returns {Tool}
 */
export function walls(toolState, { shape }) {
  let chosen = 0;
  let part = "hexes";
  /** @returns {DataFile[]} */
  const all = () => toolState.map.wall ?? [];
  const words = (/** @type {unknown} */ text) =>
    String(text ?? "")
      .split(/\s+/)
      .filter(truthy);
  const add = () => {
    const hex = toolState.at?.hex ?? toolState.board.cursor ?? toolState.board.nearest();
    toolState.change("Add a wall", (open) => {
      const map = open("map");
      map.wall = [...(map.wall ?? []), { name: `Wall in ${hex}`, hexes: hex }];
    });
    chosen = all().length - 1;
    part = "hexes";
    toolState.draw();
  };
  const drop = () => {
    toolState.change(`Remove ${all()[chosen]?.name}`, (open) => {
      const map = open("map");
      map.wall.splice(chosen, 1);
      if (!map.wall.length) delete map.wall;
    });
    chosen = Math.max(0, chosen - 1);
    toolState.draw();
  };
  /** A hex is put in, or taken out if it stands there already. */
  const apply = (/** @type {string} */ hex) => {
    const wall = all()[chosen];
    if (!wall) return;
    toolState.change(`${wall.name}: ${hex}`, (open) => {
      const own = open("map").wall[chosen];
      const now = words(own[part]);
      const one = part === "hexes" ? [...now, hex] : [hex];
      const next = now.includes(hex) ? now.filter((each) => each !== hex) : one;
      if (next.length || part === "hexes") own[part] = next.join(" ");
      else delete own[part];
    });
    toolState.say(`${wall.name}: ${words(all()[chosen]?.[part]).join(", ") || "none"}.`);
  };
  return {
    id: "wall",
    title: "Wall",
    hint: "Choose a wall, then press its hexes, or the hex that its end points to.",
    options: () => [
      all().length > 0 &&
        list({
          id: "wall-chosen",
          label: "Wall",
          value: String(chosen),
          choices: all().map((one, index) => [String(index), one.name]),
          onpick: (value) => {
            chosen = Number(value);
            toolState.draw();
          },
        }),
      all()[chosen] && [
        choice({
          name: "wall-part",
          legend: "A press says of a hex",
          value: part,
          choices: PARTS,
          onpick: (value) => {
            part = value;
            toolState.draw();
          },
        }),
        h(
          "div",
          { class: "chosen-form entry", "data-entry": `wall.${chosen}`, "data-role": "map" },
          fields(toolState, "map", `wall.${chosen}`, shape),
          h("button", { id: "drop-wall", onclick: drop }, "Remove this wall"),
          entryFaults("map", `wall.${chosen}`),
        ),
      ],
      h("button", { id: "add-wall", onclick: add }, "Add a wall"),
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
      const known = (/** @type {string} */ hex) => toolState.sheetHex(hex);
      const wall = all()[chosen];
      return {
        outlines: [
          ...words(wall?.hexes)
            .filter(known)
            .map((hex) => ({ hex, kind: "listed" })),
          ...words(wall?.points_to)
            .filter(known)
            .map((hex) => ({ hex, kind: "pen", text: "→" })),
        ],
      };
    },
    tell: (hex) =>
      all()
        .flatMap((wall) => [
          words(wall.hexes).includes(hex) && wall.name,
          words(wall.points_to).includes(hex) && `${wall.name} points here`,
        ])
        .filter(truthy)
        .join(", ") || "no wall",
  };
}
