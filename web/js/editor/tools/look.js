// Looking: what is in a hex, in words. A drag moves the map.

import { h } from "../../common/html.js";
import { truthy } from "../../common/truthy.js";
import * as words from "../../common/words.js";
import * as texts from "../../texts/editor.js";
import * as letterRows from "../letter-rows.js";

/**
 * @import { Tool } from "../palette.js"
 * @import { ToolContext } from "../systems.js"
 * @import { ToolState } from "../tool-state.js"
 */

/** @type {(toolState: ToolState, options: ToolContext) => Tool} */
export function look(toolState, { units, faults }) {
  const told = (/** @type {string} */ hex) => {
    const sheetHex = toolState.sheetHex(hex);
    const ground = letterRows.wordAt(toolState.map.ground, sheetHex);
    const certainty = letterRows.wordAt(toolState.map.certainty, sheetHex);
    return { sheetHex, ground, certainty };
  };
  return {
    id: "look",
    ...texts.TOOLS.look,
    options: () => {
      const hex = toolState.at?.hex;
      if (!hex || !toolState.sheetHex(hex)) return [h("p", { class: "hint" }, texts.lookAround), keys()];
      const { sheetHex, ground, certainty } = told(hex);
      return h(
        "div",
        { class: "hex-card" },
        h("h3", null, texts.hexNumber(hex, sheetHex?.name)),
        h("p", null, words.capital([ground, certainty && texts.known(certainty)].filter(truthy).join("; ")), "."),
        sheetHex?.text && h("p", { class: "small" }, `${words.capital(sheetHex.text)}.`),
        units(hex).map((unit) => h("p", { class: "small" }, `${unit.text}, ${words.side(unit.side)} ${unit.type}`)),
        faults(hex).map((fault) => h("p", { class: "refused" }, fault.text)),
      );
    },
    press: (at) => toolState.pointAt(at),
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

function keys() {
  const row = (/** @type {[string, string]} */ [key, text]) =>
    h("tr", null, h("th", { scope: "row" }, h("kbd", null, key)), h("td", null, text));
  return h(
    "details",
    { class: "fold" },
    h("summary", { key: "fold keys" }, texts.keys),
    h("table", { class: "keys" }, h("tbody", null, Object.entries(texts.KEYS).map(row))),
  );
}
