// The brush: writes a letter into hexes, of ground or of certainty.

import { CERTAINTY } from "../../board/certainty.js";
import { h } from "../../common/html.js";
import { truthy } from "../../common/truthy.js";
import { choice, tick } from "../choices.js";
import * as letterRows from "../letter-rows.js";
import { certain, slug } from "../tint-names.js";

/**
 * @import { Tool } from "../palette.js"
 * @import { ToolState } from "../tool-state.js"
 */

const PRINTED = "printed";

/**
 * `{id, title, key, hint}`: `key` is the map document's table of rows.
 * @param {ToolState} toolState
 * @param {{ id: string, title: string, key: string, hint: string }} options
 * @returns {Tool}
 */
export function brush(toolState, { id, title, key, hint }) {
  /** @type {string | null} */
  let letter = null;
  let wide = false;
  let printed = true;
  const ruled = () => toolState.map?.[key];
  const name = (/** @type {string | null} */ one) => (one && ruled()?.legend?.[one]) ?? one;
  const chosen = () => {
    const known = letterRows.legend(ruled());
    if (!known.some(([one]) => one === letter))
      letter =
        known.find(([, word]) => (key === "ground" ? word !== "clear" : word === PRINTED))?.[0] ??
        known[0]?.[0] ??
        null;
    return letter;
  };
  const paint = (/** @type {string} */ hex) => {
    if (!hex || !ruled()) return;
    const one = chosen();
    if (one === null) return;
    const hexes = [hex, ...(wide ? toolState.sheet.centre(hex).neighbours.filter(truthy) : [])];
    toolState.change(`${title}: ${name(one)}`, (open) => {
      const map = open("map");
      const sure =
        key === "ground" &&
        printed &&
        map.certainty &&
        letterRows.legend(map.certainty).find(([, word]) => word === PRINTED)?.[0];
      for (const each of hexes) {
        letterRows.write(map[key], toolState.sheet.centre(each), one);
        if (sure) letterRows.write(map.certainty, toolState.sheet.centre(each), sure);
      }
    });
  };
  return {
    id,
    title,
    hint,
    paints: true,
    certain: key === "certainty",
    options: () => {
      if (!ruled()) return without(toolState, key);
      return [
        choice({
          name: `${id}-letter`,
          legend: key === "certainty" ? "Based on" : title,
          value: chosen(),
          choices: letterRows.legend(ruled()).map(([value, text]) => ({ value, text, ...look(key, value, text) })),
          onpick: (value) => {
            letter = value;
            toolState.draw();
          },
        }),
        h(
          "div",
          { class: "tool-row" },
          tick({ id: `${id}-wide`, text: "Wide brush (seven hexes)", checked: wide, onpick: (on) => (wide = on) }),
          key === "ground" &&
            toolState.map.certainty &&
            tick({
              id: "paint-printed",
              text: "Mark what is painted as printed",
              checked: printed,
              onpick: (on) => (printed = on),
            }),
        ),
      ];
    },
    press: ({ hex }) => paint(hex),
    begin: ({ hex }) => paint(hex),
    over: ({ hex }) => paint(hex),
    tell: (hex) => name(letterRows.letter(ruled(), toolState.sheet.centre(hex))) ?? "",
  };
}

/**
 * What a letter looks like on the map.
 * @param {string} key
 * @param {string} value
 * @param {string} text
 */
function look(key, value, text) {
  if (key === "ground") return { swatch: `paint-${slug(text)}` };
  if (key !== "certainty") return {};
  const word = certain(value);
  return { swatch: `certain-swatch certain-${word}`, letter: CERTAINTY.find((one) => one.word === word)?.letter };
}

/**
 * A map that says nothing of its certainty can begin to.
 * @param {ToolState} toolState
 * @param {string} key
 */
function without(toolState, key) {
  if (key !== "certainty") return h("p", { class: "hint" }, "This file has no rows of ground.");
  const begin = () =>
    toolState.change("Start recording certainty", (open) => {
      const map = open("map");
      const legend = {
        p: PRINTED,
        r: "named by the rules",
        s: "a unit starts here",
        o: "overlap with another sheet",
        h: "historic",
        ".": "guess",
        "-": "no hex",
      };
      map.certainty = { legend, rows: map.ground.rows.replace(/[^-\n]/g, "p") };
    });
  return [
    h("p", null, "This map does not record what its hexes are based on."),
    h("button", { id: "begin-certainty", onclick: begin }, "Start: all printed"),
  ];
}
