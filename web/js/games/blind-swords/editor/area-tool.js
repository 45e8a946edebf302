// The part of the map that a scenario is played on: of each row an eastmost hex, and all west of it.

import { h } from "../../../common/html.js";
import { truthy } from "../../../common/truthy.js";

/**
 * @import { LayoutHex } from "protocol"
 * @import { Tool } from "../../../editor/palette.js"
 * @import { ToolState } from "../../../editor/tool-state.js"
 */

const FIELD = "area.east";

/**
 * @param {ToolState} toolState
 * @returns {Tool}
 */
export function area(toolState) {
  const limited = () => toolState.value("scenario", "area") !== undefined;
  const border = () =>
    String(toolState.value("scenario", FIELD) ?? "")
      .split(/\s+/)
      .filter(truthy);
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
    write("Only part of the map", [...east.values()]);
    toolState.draw();
  };
  const whole = () => {
    toolState.change("All of the map", (open) => delete open("scenario").area);
    toolState.draw();
  };
  /** `toggle`: the eastmost hex itself takes its row out of play. */
  const set = (/** @type {string} */ hex, /** @type {boolean} */ toggle) => {
    const place = toolState.sheetHex(hex);
    if (!place || !limited()) return;
    const east = rows();
    if (toggle && east.get(place.row)?.hex === hex) east.delete(place.row);
    else east.set(place.row, place);
    write(`The area: ${hex}`, [...east.values()]);
    toolState.say(
      east.has(place.row) ? `In its row all up to ${hex} is in play.` : `The row of ${hex} is out of play.`,
    );
  };
  return {
    id: "area",
    title: "Area",
    hint: "Click the easternmost playable hex of a row, or drag along the border.",
    paints: true,
    options: () =>
      limited()
        ? [
            h(
              "p",
              { class: "hint" },
              "Click the easternmost playable hex of a row. Click it again to leave the row out. Hexes out of play are shaded.",
            ),
            h("button", { id: "area-whole", onclick: whole }, "All of the map is in play"),
          ]
        : [
            h("p", { class: "hint" }, "All of the map is in play."),
            h("button", { id: "area-limit", onclick: limit }, "Only part of it"),
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
      return place && isIn(place) ? "in play" : "out of play";
    },
  };
}
