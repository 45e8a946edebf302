// The part of the map that a scenario is played on: of each row an eastmost hex, and all west of it.

import { h } from "../../../common/html.js";
import { split } from "../../../editor/map-lists.js";
import * as shared from "../../../texts/editor.js";
import * as texts from "../texts/editor.js";

/**
 * @import { LayoutHex } from "protocol"
 * @import { Tool } from "../../../editor/palette.js"
 * @import { ToolState } from "../../../editor/tool-state.js"
 */

const FIELD = "area.east";

/** @type {(toolState: ToolState) => Tool} */
export function area(toolState) {
  const limited = () => toolState.value("scenario", "area") !== undefined;
  const border = () => split(toolState.value("scenario", FIELD));
  /** The eastmost hex in play of each row. */
  const rows = () =>
    new Map(
      border().flatMap((hex) => {
        const place = toolState.sheetHex(hex);
        return place ? [[place.row, place]] : [];
      }),
    );
  const isIn = (/** @type {LayoutHex} */ place, east = rows()) => {
    const last = east.get(place.row);
    return !limited() || (last !== undefined && place.column <= last.column);
  };
  const write = (/** @type {string} */ label, /** @type {LayoutHex[]} */ places) => {
    const hexes = places.toSorted((a, b) => a.row - b.row).map(({ hex }) => hex);
    toolState.change(label, (open) => {
      const scenario = open("scenario");
      scenario.area ??= { case: scenario.case, east: "" };
      scenario.area.east = hexes.join(" ");
    });
  };
  const limit = () => {
    const east = new Map();
    for (const place of toolState.sheet.hexes.values())
      if (place.column >= (east.get(place.row)?.column ?? 0)) east.set(place.row, place);
    write(texts.onlyPart, [...east.values()]);
  };
  const whole = () => toolState.change(texts.wholeMap, (open) => delete open("scenario").area);
  /** `toggle`: the eastmost hex itself takes its row out of play. */
  const set = (/** @type {string} */ hex, /** @type {boolean} */ toggle) => {
    const place = toolState.sheetHex(hex);
    if (!place || !limited()) return;
    const east = rows();
    if (toggle && east.get(place.row)?.hex === hex) east.delete(place.row);
    else east.set(place.row, place);
    write(texts.areaTo(hex), [...east.values()]);
    toolState.say(east.has(place.row) ? texts.rowIn(hex) : texts.rowOut(hex));
  };
  return {
    id: "area",
    ...shared.TOOLS.area,
    paints: true,
    options: () =>
      limited()
        ? [
            h("p", { class: "hint" }, texts.easternmost),
            h("button", { id: "area-whole", onclick: whole }, texts.allInPlay),
          ]
        : [
            h("p", { class: "hint" }, `${texts.allInPlay}.`),
            h("button", { id: "area-limit", onclick: limit }, texts.onlyPartOfIt),
          ],
    press: ({ hex }) => {
      set(hex, true);
      toolState.draw();
    },
    begin: ({ hex }) => set(hex, false),
    over: ({ hex }) => set(hex, false),
    marks: () => {
      if (!limited()) return {};
      const east = rows();
      return {
        outlines: [...toolState.sheet.hexes.values()].flatMap((place) =>
          isIn(place, east)
            ? east.get(place.row)?.hex === place.hex
              ? [{ hex: place.hex, kind: "listed" }]
              : []
            : [{ hex: place.hex, kind: "out-of-play" }],
        ),
      };
    },
    tell: (hex) => {
      const place = toolState.sheetHex(hex);
      return place && isIn(place) ? texts.inPlay : texts.outOfPlay;
    },
  };
}
