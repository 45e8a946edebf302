// Units on the map: chosen, dragged to where they begin in the scenario that is open, or given the hex
// by which they come on.

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
  const units = () => roster(toolState.packDocument);
  const chosen = () => (toolState.unit === null ? null : units()[toolState.unit]) ?? null;
  const pick = (/** @type {number | null} */ index) => {
    toolState.unit = index;
    toolState.draw();
  };
  const here = (/** @type {string} */ hex) => units().filter((one) => one.hex === hex);
  const nearby = () => toolState.at?.hex ?? toolState.board.cursor ?? toolState.board.nearest();
  const times = () => /** @type {string[]} */ (toolState.value("scenario", "times") ?? []);

  /**
   * Changes where a unit begins, or puts it into the scenario.
   * @param {string} label
   * @param {EditorUnit} one
   * @param {(start: DataFile) => void} recipe
   */
  const edit = (label, one, recipe) =>
    toolState.change(label, (change) => {
      const scenario = change("scenario");
      scenario.at ??= [];
      let start = scenario.at.find((/** @type {DataFile} */ each) => each.unit === one.id);
      if (!start) {
        start = { unit: one.id };
        scenario.at.push(start);
      }
      recipe(start);
    });
  /** Onto a hex; whoever comes on later still does, by that hex. */
  const place = (/** @type {number} */ index, /** @type {string | null} */ hex) => {
    toolState.unit = index;
    const one = chosen();
    if (!one || !hex) return;
    edit(`${one.name} to ${hex}`, one, (start) => (start.hex = hex));
    toolState.draw();
    toolState.say(one.arrives ? `${one.name} comes on by ${hex}.` : `${one.name} begins in ${hex}.`);
  };
  const told = (/** @type {EditorUnit} */ one) =>
    one.hex
      ? `begins in ${one.hex}.`
      : one.entry
        ? `comes on at ${one.arrives} by ${one.entry[0]}.`
        : "takes no part in this scenario.";

  return {
    id: "unit",
    title: "Units",
    hint: "Choose a counter, then its hex; or drag it there.",
    counters: true,
    options: () => {
      const one = chosen();
      const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => unknown} */ onclick) =>
        h("button", { id, onclick }, text);
      return [
        one
          ? [
              h("p", null, h("b", null, one.text), `, ${words.side(one.side)} ${one.type}, `, told(one)),
              h(
                "p",
                { class: "hint" },
                one.entry ? "Press the hex by which it comes on." : "Press the hex in which it begins.",
              ),
            ]
          : h("p", { class: "hint" }, "Choose a counter on the map or a unit in the list."),
        h(
          "div",
          { class: "actions" },
          one && button("edit-unit", "Its values", open),
          one?.hex && button("to-schedule", "Make it a reinforcement", () => schedule(one)),
          one?.entry && button("to-map", "It begins there", () => begin(one)),
          one && !one.hex && !one.entry && button("to-map", "Place it on the map", () => place(one.index, nearby())),
          one && (one.hex || one.entry) && button("leave-out", "Leave it out", () => leave(one)),
          button("add-unit", "Add a unit", add),
          one && button("drop-unit", "Remove its counter", drop),
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
      if (one && one.hex !== at.hex) return place(one.index, at.hex);
      if (stack.length) return pick(stack[0].index);
    },
    drop: (index, hex) => place(Number(index), hex),
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
    tell: (hex) =>
      here(hex)
        .map((one) => one.text)
        .join(", ") || "no unit",
  };

  /**
   * @param {EditorUnit} one
   */
  function schedule(one) {
    edit(`${one.name} comes later`, one, (start) => (start.arrives = times()[1] ?? times()[0]));
    toolState.draw();
  }

  /**
   * @param {EditorUnit} one
   */
  function begin(one) {
    edit(`${one.name} begins on the map`, one, (start) => delete start.arrives);
    toolState.draw();
  }

  /**
   * @param {EditorUnit} one
   */
  function leave(one) {
    toolState.change(`Leave ${one.name} out`, (change) => {
      const scenario = change("scenario");
      scenario.at = scenario.at.filter((/** @type {DataFile} */ each) => each.unit !== one.id);
    });
    toolState.draw();
  }

  function add() {
    const like = chosen();
    const hex = nearby();
    const side = like?.side ?? "union";
    const id = fresh(units(), side);
    const brigades = /** @type {DataFile[]} */ (toolState.value("units", "brigade") ?? []);
    const brigade = like ? like.brigade : brigades.find((one) => one.side === side)?.id;
    const type = like?.type ?? "infantry";
    const sources = Object.fromEntries(["strength", "cohesion", "worn", "weapon"].map((key) => [key, "printed"]));
    toolState.change("Add a unit", (change) => {
      change("units").unit.push({
        id,
        name: "New",
        side,
        ...(brigade && { brigade }),
        type,
        weapon: like?.weapon ?? "R",
        fresh: "4-3",
        worn: "1-2",
        labels: sources,
      });
      change("scenario").at.push({ unit: id, hex });
    });
    pick(units().length - 1);
    open();
  }

  function drop() {
    const one = chosen();
    if (!one) return;
    toolState.change(`Remove ${one.name}`, (change) => {
      change("units").unit.splice(one.index, 1);
      const scenario = change("scenario");
      scenario.at = scenario.at.filter((/** @type {DataFile} */ each) => each.unit !== one.id);
    });
    pick(null);
  }
}
