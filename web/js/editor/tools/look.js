// Looking: what is in a hex, in words. A drag moves the map.

import { h } from "../../common/html.js";
import { truthy } from "../../common/truthy.js";
import * as words from "../../common/words.js";
import * as letterRows from "../letter-rows.js";

/**
 * @import { Tool } from "../palette.js"
 * @import { ToolContext } from "../systems.js"
 * @import { ToolState } from "../tool-state.js"
 */

/**
 * `faults(hex)`: what is wrong there.
 * @param {ToolState} toolState
 * @param {ToolContext} options
 * @returns {Tool}
 */
export function look(toolState, { units, faults }) {
  const told = (/** @type {string} */ hex) => {
    const sheetHex = toolState.sheetHex(hex);
    const ground = letterRows.wordAt(toolState.map.ground, sheetHex);
    const certainty = letterRows.wordAt(toolState.map.certainty, sheetHex);
    return { sheetHex, ground, certainty };
  };
  return {
    id: "look",
    title: "Look",
    hint: "Press a hex to read what is in it.",
    options: () => {
      const hex = toolState.at?.hex;
      if (!hex || !toolState.sheetHex(hex))
        return [h("p", { class: "hint" }, "Press a hex to read what is in it. A drag moves the map."), keys()];
      const { sheetHex, ground, certainty } = told(hex);
      return h(
        "div",
        { class: "hex-card" },
        h("h3", null, `Hex ${hex}${sheetHex?.name ? `, ${sheetHex.name}` : ""}`),
        h("p", null, words.capital([ground, certainty && `known: ${certainty}`].filter(truthy).join("; ")), "."),
        sheetHex?.text && h("p", { class: "small" }, `${words.capital(sheetHex.text)}.`),
        units(hex).map((unit) => h("p", { class: "small" }, `${unit.text}, ${words.side(unit.side)} ${unit.type}`)),
        faults(hex).map((fault) => h("p", { class: "refused" }, fault.text)),
      );
    },
    press: (at) => {
      toolState.at = at;
      toolState.draw();
    },
    marks: () =>
      toolState.at && toolState.sheetHex(toolState.at.hex)
        ? { outlines: [{ hex: toolState.at.hex, kind: "told" }] }
        : {},
    tell: (hex) => {
      const { ground, certainty } = told(hex);
      return [ground, certainty].filter(truthy).join(", ");
    },
  };
}

const KEYS = [
  ["arrow keys", "walk from hex to hex"],
  ["Enter", "applies the tool to the hex"],
  ["[ ]", "turn to another hexside"],
  ["Space", "chooses a unit in the hex, then the next"],
  ["Escape", "lifts the pen, deselects a unit"],
  ["Ctrl+Z, Ctrl+Shift+Z", "undo, redo"],
  ["Ctrl+S", "saves the pack"],
  ["+ − 0", "zoom in, zoom out, the whole map"],
];

function keys() {
  return h(
    "details",
    { class: "fold" },
    h("summary", { key: "fold keys" }, "Keys"),
    h(
      "table",
      { class: "keys" },
      h(
        "tbody",
        null,
        KEYS.map(([key, text]) => h("tr", null, h("th", { scope: "row" }, h("kbd", null, key)), h("td", null, text))),
      ),
    ),
  );
}
