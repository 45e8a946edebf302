// Tools for what a map lists by hex: names of places, ways off the sheet. A press chooses the hex;
// its entries are forms.

import { h } from "../../common/html.js";
import * as texts from "../../texts/editor.js";
import { fields } from "../form.js";
import { EDGE, PLACE } from "../form-specs.js";
import * as mapLists from "../map-lists.js";

/**
 * @import { Sheet } from "../../board/sheet.js"
 * @import { Shape } from "../form-specs.js"
 * @import { Tool } from "../palette.js"
 * @import { ToolState } from "../tool-state.js"
 * @import { DataFile } from "protocol"
 */

/** `kind`: that of the first. @type {(toolState: ToolState, kind: string) => Tool} */
export const places = (toolState, kind) =>
  entries(toolState, "place", PLACE, (hex) => ({
    name: texts.newName,
    hex,
    kind: toolState.map.place?.at(-1)?.kind ?? kind,
  }));

/** @type {(toolState: ToolState) => Tool} */
export const edges = (toolState) =>
  entries(toolState, "edge", EDGE, (hex) => ({ hex, way: "road", side: nearestEdge(toolState.sheet, hex) }));

/** The edge of the sheet that a hex lies nearest to. @type {(sheet: Sheet, hex: string) => string} */
export function nearestEdge(sheet, hex) {
  const { x, y } = sheet.centre(hex);
  const all = [...sheet.hexes.values()];
  const [left, right] = [Math.min(...all.map((one) => one.x)), Math.max(...all.map((one) => one.x))];
  const [top, foot] = [Math.min(...all.map((one) => one.y)), Math.max(...all.map((one) => one.y))];
  /** @type {Record<string, number>} */
  const far = { west: x - left, east: right - x, north: y - top, south: foot - y };
  return Object.keys(far).sort((a, b) => far[a] - far[b])[0];
}

// `make` gives a new entry.
/** @type {(toolState: ToolState, key: "place" | "edge", shape: Shape, make: (hex: string) => DataFile) => Tool} */
function entries(toolState, key, shape, make) {
  const one = texts.ENTRIES[key];
  /** @returns {DataFile[]} */
  const all = () => toolState.map[key] ?? [];
  const here = (/** @type {string} */ hex) =>
    all()
      .map((entry, index) => ({ entry, index }))
      .filter(({ entry }) => entry.hex?.trim() === hex);
  const add = (/** @type {string} */ hex) => {
    toolState.change(texts.adds(one, hex), (open) => mapLists.push(open("map"), key, make(hex)));
    const field = document.querySelector(`.entry:last-of-type [data-place^="${key}."]`);
    /** @type {HTMLElement | null} */ (field)?.focus();
  };
  const drop = (/** @type {number} */ index) =>
    toolState.change(texts.removes(one), (open) => mapLists.drop(open("map"), key, index));
  return {
    id: key,
    ...texts.TOOLS[key],
    options: () => {
      const hex = toolState.at?.hex;
      if (!hex || !toolState.sheetHex(hex)) return h("p", { class: "hint" }, texts.chooseHex);
      return [
        here(hex).map(({ index }) =>
          h(
            "div",
            { key: index, class: "entry" },
            fields(toolState, "map", `${key}.${index}`, shape),
            h("button", { key: `drop-${key}-${index}`, onclick: () => drop(index) }, texts.remove),
          ),
        ),
        h("button", { id: `add-${key}`, onclick: () => add(hex) }, texts.adds(one, hex)),
      ];
    },
    press: (at) => toolState.pointAt(at),
    marks: () => ({ outlines: toolState.listed(all().map((entry) => entry.hex?.trim())) }),
    tell: (hex) =>
      here(hex)
        .map(({ entry }) => entry.name ?? texts.wayOff(entry.way, entry.side))
        .join(", ") || texts.noEntry(one),
  };
}
