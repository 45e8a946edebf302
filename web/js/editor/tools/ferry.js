// Ferries: a hex of the river, and the two banks that its arrows point to.

import { h } from "../../common/html.js";
import { truthy } from "../../common/truthy.js";
import { fields } from "../form.js";
import { FERRY } from "../form-specs.js";
import * as letterRows from "../letter-rows.js";

/**
 * @import { Tool } from "../palette.js"
 * @import { ToolState } from "../tool-state.js"
 * @import { DataFile } from "protocol"
 */

/**
 * @param {DataFile} map
 * @param {(word: string) => boolean} test
 */
function letterOf(map, test) {
  return letterRows.legend(map.ground).find(([, word]) => test(word))?.[0] ?? null;
}

/**
 * @param {ToolState} toolState
 * @returns {Tool}
 */
export function ferry(toolState) {
  const at = (/** @type {string} */ hex) =>
    (toolState.map.ferry ?? []).findIndex((/** @type {{ hex: string }} */ one) => one.hex.trim() === hex);
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
  const found = (/** @type {string} */ hex) =>
    toolState.change(`A ferry in ${hex}`, (open) => {
      const map = open("map");
      const letter = letterOf(map, (word) => /ferry/.test(word));
      if (letter) letterRows.write(map.ground, toolState.sheet.centre(hex), letter);
      map.ferry = [...(map.ferry ?? []), { hex, banks: banks(hex).join(" ") }];
    });
  const close = (/** @type {string} */ hex) =>
    toolState.change(`No ferry in ${hex}`, (open) => {
      const map = open("map");
      map.ferry.splice(at(hex), 1);
      if (!map.ferry.length) delete map.ferry;
      const letter = letterOf(map, (word) => word === "river");
      if (letter && /ferry/.test(ground(hex, map))) letterRows.write(map.ground, toolState.sheet.centre(hex), letter);
    });
  return {
    id: "ferry",
    title: "Ferry",
    hint: "Press a hex of the river; then choose its banks.",
    options: () => {
      const hex = toolState.at?.hex;
      if (!hex || !toolState.sheetHex(hex)) return h("p", { class: "hint" }, "Choose a hex.");
      const index = at(hex);
      if (index < 0)
        return [
          h("p", null, `There is no ferry in ${hex}.`),
          h(
            "button",
            {
              id: "add-ferry",
              onclick: () => {
                found(hex);
                toolState.draw();
              },
            },
            "A ferry here",
          ),
        ];
      const round = toolState.sheet.centre(hex).neighbours.filter(truthy);
      const chosen = toolState.map.ferry[index].banks.split(/\s+/).filter(truthy);
      const turn = (/** @type {string} */ bank, /** @type {boolean} */ on) =>
        toolState.change(`Banks of the ferry in ${hex}`, (open) => {
          const now = on ? [...chosen, bank].slice(-2) : chosen.filter((/** @type {string} */ one) => one !== bank);
          open("map").ferry[index].banks = now.join(" ");
        });
      return h(
        "div",
        { class: "chosen-form" },
        h("h3", null, `The ferry in ${hex}`),
        h("p", { class: "small" }, "Its arrows point to two banks:"),
        h(
          "div",
          { class: "choices tight" },
          round.map((bank) =>
            h(
              "button",
              {
                key: `bank-${bank}`,
                "aria-pressed": String(chosen.includes(bank)),
                class: "toggle",
                onclick: () => {
                  turn(bank, !chosen.includes(bank));
                  toolState.draw();
                },
              },
              bank,
            ),
          ),
        ),
        fields(toolState, "map", `ferry.${index}`, FERRY),
        h(
          "button",
          {
            id: "drop-ferry",
            onclick: () => {
              close(hex);
              toolState.draw();
            },
          },
          "Remove it",
        ),
      );
    },
    press: (at) => {
      toolState.at = at;
      toolState.draw();
    },
    marks: () => {
      const here = toolState.at?.hex;
      const index = here ? at(here) : -1;
      if (index < 0) return {};
      return {
        lines: toolState.map.ferry[index].banks
          .split(/\s+/)
          .filter((/** @type {string} */ bank) => toolState.sheetHex(bank))
          .map((/** @type {string} */ bank) => ({ from: here, to: bank, kind: "drawn ferry" })),
      };
    },
    tell: (hex) => (at(hex) < 0 ? "no ferry" : `ferry to ${toolState.map.ferry[at(hex)].banks}`),
  };
}
