// Units on the map: chosen, dragged to where they begin, or given the hexes at which they come on.

import { h } from "../../../common/html.js";
import * as words from "../../../common/words.js";
import { fresh, roster } from "./roster.js";

/**
 * @import { Tool } from "../../../editor/palette.js"
 * @import { EditorUnit, ToolContext } from "../../../editor/systems.js"
 * @import { ToolState } from "../../../editor/tool-state.js"
 * @import { DataFile } from "protocol"
 */

/**
 * @param {ToolState} toolState
 * @param {ToolContext} options
 * @returns {Tool}
 */
export function unit(toolState, { open }) {
  /** @returns {EditorUnit[]} */
  const units = () => roster(toolState.packDocument);
  const chosen = () => (toolState.unit === null ? null : units()[toolState.unit]) ?? null;
  const named = (/** @type {EditorUnit | null} */ one) => one?.text ?? "";
  /** @type {(label: string, recipe: (unit: DataFile) => void) => unknown} */
  const edit = (label, recipe) =>
    toolState.change(label, (change) => recipe(change("units").unit[toolState.unit ?? -1]));
  const pick = (/** @type {number | null} */ index) => {
    toolState.unit = index;
    toolState.draw();
  };
  const place = (/** @type {number} */ index, /** @type {string | null} */ hex) => {
    toolState.unit = index;
    const one = chosen();
    edit(`${named(one)} to ${hex}`, (unit) => {
      unit.hex = hex;
      delete unit.turn;
      delete unit.entry;
    });
    toolState.draw();
    toolState.say(`${named(one)} begins in ${hex}.`);
  };
  const enter = (/** @type {string} */ hex) => {
    const one = chosen();
    const entry = one?.entry ?? [];
    edit(
      `${named(one)} comes on at ${hex}`,
      (unit) =>
        (unit.entry = entry.includes(hex)
          ? entry.filter((/** @type {string} */ each) => each !== hex)
          : [...entry, hex]),
    );
    toolState.draw();
  };
  const here = (/** @type {string} */ hex) => units().filter((one) => one.hex === hex);
  return {
    id: "unit",
    title: "Units",
    hint: "Choose a counter, then its hex; or drag it there.",
    counters: true,
    options: () => {
      const one = chosen();
      return [
        one
          ? [
              h(
                "p",
                null,
                h("b", null, named(one)),
                `, ${words.side(one.side)} ${one.type}, `,
                one.hex
                  ? `begins in ${one.hex}.`
                  : `comes on game-turn ${one.turn ?? "?"} at ${(one.entry ?? []).join(", ") || "no hex yet"}.`,
              ),
              h("p", { class: "hint" }, one.hex ? "Press its starting hex." : "Press hexes at which it may come on."),
            ]
          : h("p", { class: "hint" }, "Choose a counter on the map or a unit in the list."),
        h(
          "div",
          { class: "actions" },
          one && h("button", { id: "edit-unit", onclick: () => open() }, "Its values"),
          one?.hex &&
            h(
              "button",
              {
                id: "to-schedule",
                onclick: () => {
                  schedule(one);
                  toolState.draw();
                },
              },
              "Make it a reinforcement",
            ),
          one &&
            !one.hex &&
            h(
              "button",
              {
                id: "to-map",
                onclick: () =>
                  place(one.index, toolState.at?.hex ?? toolState.board.cursor ?? toolState.board.nearest()),
              },
              "Place it on the map",
            ),
          h("button", { id: "add-unit", onclick: add }, "Add a unit"),
          one && h("button", { id: "drop-unit", onclick: drop }, "Remove it"),
        ),
      ];
    },
    press: (at) => {
      toolState.at = at;
      const one = chosen();
      if (at.unit !== null && at.unit !== undefined) return pick(Number(at.unit));
      const stack = here(at.hex);
      if (at.key === "space" && stack.length)
        return pick(stack[(stack.findIndex((each) => each.index === toolState.unit) + 1) % stack.length].index);
      if (one && one.hex !== at.hex) return one.hex ? place(one.index, at.hex) : enter(at.hex);
      if (stack.length) return pick(stack[0].index);
    },
    drop: (index, hex) => hex && place(Number(index), hex),
    lift() {
      if (toolState.unit === null) return false;
      pick(null);
      return true;
    },
    marks: () => ({
      outlines: (chosen()?.entry ?? [])
        .filter((/** @type {string} */ hex) => toolState.sheetHex(hex))
        .map((/** @type {string} */ hex) => ({ hex, kind: "listed" })),
    }),
    tell: (hex) => here(hex).map(named).join(", ") || "no unit",
  };

  /**
   * @param {EditorUnit} one
   */
  function schedule(one) {
    edit(`${named(one)} comes later`, (unit) => {
      unit.turn = 2;
      unit.entry = [unit.hex];
      delete unit.hex;
    });
  }

  function add() {
    const like = chosen();
    const side = like?.side ?? "union";
    const hex = toolState.at?.hex ?? toolState.board.cursor ?? toolState.board.nearest();
    toolState.change("Add a unit", (change) => {
      change("units").unit.push({
        id: fresh(units(), side),
        side,
        name: "New",
        type: like?.type ?? "infantry",
        strength: 1,
        hex,
      });
    });
    pick(units().length - 1);
    open();
  }

  function drop() {
    const one = chosen();
    toolState.change(`Remove ${named(one)}`, (change) => {
      if (one) change("units").unit.splice(one.index, 1);
    });
    pick(null);
  }
}
