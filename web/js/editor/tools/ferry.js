// Ferries: a hex of the river, and the two banks that its arrows point to.

import { h } from "../../common/html.js";
import { truthy } from "../../common/truthy.js";
import * as texts from "../../texts/editor.js";
import { fields } from "../form.js";
import { FERRY } from "../form-specs.js";
import * as letterRows from "../letter-rows.js";
import * as mapLists from "../map-lists.js";

/**
 * @import { Tool } from "../palette.js"
 * @import { ToolState } from "../tool-state.js"
 * @import { DataFile } from "protocol"
 */

/** @type {(toolState: ToolState) => Tool} */
export function ferry(toolState) {
  const at = (/** @type {string} */ hex) =>
    (toolState.map.ferry ?? []).findIndex((/** @type {{ hex: string }} */ one) => one.hex.trim() === hex);
  const banksOf = (/** @type {number} */ index) => mapLists.split(toolState.map.ferry[index].banks);
  const ground = (/** @type {string} */ hex, map = toolState.map) =>
    letterRows.wordAt(map.ground, toolState.sheetHex(hex)) ?? "";
  /** Two banks that lie across from each other and are no water, as far as there are any. */
  const banks = (/** @type {string} */ hex) => {
    const dry = (/** @type {number} */ side) => {
      const to = toolState.sheet.neighbour(hex, side);
      return to && !/river/.test(ground(to)) ? to : null;
    };
    const pair = [0, 1, 2].find((side) => dry(side) && dry(side + 3));
    if (pair !== undefined) return [dry(pair), dry(pair + 3)];
    return [0, 1, 2, 3, 4, 5].map(dry).filter(truthy).slice(0, 2);
  };
  // Paints the hex with the ground of that kind, if the map has any.
  /** @type {(map: DataFile, hex: string, kind: RegExp) => void} */
  const paint = (map, hex, kind) => {
    const letter = letterRows.legend(map.ground).find(([, word]) => kind.test(word))?.[0];
    if (letter) letterRows.write(map.ground, toolState.sheet.centre(hex), letter);
  };
  const found = (/** @type {string} */ hex) =>
    toolState.change(texts.addsFerry(hex), (open) => {
      const map = open("map");
      paint(map, hex, /ferry/);
      mapLists.push(map, "ferry", { hex, banks: banks(hex).join(" ") });
    });
  const close = (/** @type {string} */ hex) =>
    toolState.change(texts.dropsFerry(hex), (open) => {
      const map = open("map");
      mapLists.drop(map, "ferry", at(hex));
      if (/ferry/.test(ground(hex, map))) paint(map, hex, /^river$/);
    });
  return {
    id: "ferry",
    ...texts.TOOLS.ferry,
    options: () => {
      const hex = toolState.at?.hex;
      if (!hex || !toolState.sheetHex(hex)) return h("p", { class: "hint" }, texts.chooseHex);
      const index = at(hex);
      if (index < 0)
        return [
          h("p", null, texts.noFerryIn(hex)),
          h("button", { id: "add-ferry", onclick: () => found(hex) }, texts.ferryHere),
        ];
      const chosen = banksOf(index);
      const turn = (/** @type {string} */ bank) =>
        toolState.change(texts.banksOf(hex), (open) => {
          const left = chosen.filter((one) => one !== bank);
          open("map").ferry[index].banks = (left.length < chosen.length ? left : [...chosen, bank].slice(-2)).join(" ");
        });
      return h(
        "div",
        { class: "chosen-form" },
        h("h3", null, texts.ferryIn(hex)),
        h("p", { class: "small" }, texts.twoBanks),
        h(
          "div",
          { class: "choices tight" },
          toolState.sheet
            .centre(hex)
            .neighbours.filter(truthy)
            .map((bank) => {
              const pressed = String(chosen.includes(bank));
              const on = { "aria-pressed": pressed, class: "toggle", onclick: () => turn(bank) };
              return h("button", { key: `bank-${bank}`, ...on }, bank);
            }),
        ),
        fields(toolState, "map", `ferry.${index}`, FERRY),
        h("button", { id: "drop-ferry", onclick: () => close(hex) }, texts.removeIt),
      );
    },
    press: (at) => toolState.pointAt(at),
    marks: () => {
      const here = toolState.at?.hex;
      const index = here ? at(here) : -1;
      if (!here || index < 0) return {};
      const known = banksOf(index).filter((bank) => toolState.sheetHex(bank));
      return { lines: known.map((bank) => ({ from: here, to: bank, kind: "drawn ferry" })) };
    },
    tell: (hex) => (at(hex) < 0 ? texts.noFerry : texts.ferryTo(toolState.map.ferry[at(hex)].banks)),
  };
}
