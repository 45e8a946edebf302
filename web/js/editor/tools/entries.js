// Tools for what a map lists by hex: names of places, ways off the sheet. A press chooses the hex;
// its entries are forms.

import { h } from "../../common/html.js";
import { fields } from "../form.js";

/**
 * @import { Shape } from "../form-specs.js"
 * @import { Tool } from "../palette.js"
 * @import { ToolState } from "../tool-state.js"
 * @import { DataFile } from "protocol"
 */

/**
 * `{id, title, hint, key, one, shape, make(hex)}`: `one` as in "Add a name"; `make` gives a new
 * entry.
 * @param {ToolState} toolState
 * @param {{
 *   id: string, title: string, hint: string, key: string, one: string, shape: Shape,
 *   make: (hex: string) => DataFile,
 * }} options
 * @returns {Tool}
 */
export function entries(toolState, { id, title, hint, key, one, shape, make }) {
  /** @returns {DataFile[]} */
  const all = () => toolState.map[key] ?? [];
  const here = (/** @type {string} */ hex) =>
    all()
      .map((entry, index) => ({ entry, index }))
      .filter(({ entry }) => entry.hex?.trim() === hex);
  const add = (/** @type {string} */ hex) => {
    toolState.change(`Add ${one} in ${hex}`, (open) => {
      const map = open("map");
      map[key] = [...(map[key] ?? []), make(hex)];
    });
    toolState.draw();
    const field = document.querySelector(`.entry:last-of-type [data-place^="${key}."]`);
    /** @type {HTMLElement | null} */ (field)?.focus();
  };
  const drop = (/** @type {number} */ index) => {
    toolState.change(`Remove ${one}`, (open) => {
      const map = open("map");
      map[key].splice(index, 1);
      if (!map[key].length) delete map[key];
    });
    toolState.draw();
  };
  return {
    id,
    title,
    hint,
    options: () => {
      const hex = toolState.at?.hex;
      if (!hex || !toolState.sheetHex(hex)) return h("p", { class: "hint" }, "Choose a hex.");
      return [
        here(hex).map(({ index }) =>
          h(
            "div",
            { key: index, class: "entry" },
            fields(toolState, "map", `${key}.${index}`, shape),
            h("button", { key: `drop-${key}-${index}`, onclick: () => drop(index) }, "Remove"),
          ),
        ),
        h("button", { id: `add-${key}`, onclick: () => add(hex) }, `Add ${one} in ${hex}`),
      ];
    },
    press: (at) => {
      toolState.at = at;
      toolState.draw();
    },
    marks: () => ({
      outlines: all()
        .filter((entry) => toolState.sheetHex(entry.hex?.trim()))
        .map((entry) => ({ hex: entry.hex.trim(), kind: "listed" })),
    }),
    tell: (hex) =>
      here(hex)
        .map(({ entry }) => entry.name ?? `${entry.way} off the ${entry.side} edge`)
        .join(", ") || `no ${one.replace(/^an? /, "")}`,
  };
}
