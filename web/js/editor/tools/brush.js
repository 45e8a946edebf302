// The brush: writes a letter into hexes, of ground or of certainty.

import { CERTAINTY } from "../../board/certainty.js";
import { h } from "../../common/html.js";
import { truthy } from "../../common/truthy.js";
import * as texts from "../../texts/editor.js";
import { choice, tick } from "../choices.js";
import * as letterRows from "../letter-rows.js";
import { certain, slug } from "../tint-names.js";

/**
 * @import { Child } from "../../common/html.js"
 * @import { Tool } from "../palette.js"
 * @import { ToolState } from "../tool-state.js"
 */

const PRINTED = "printed";

// `key`: the map document's table of rows.
/** @type {(toolState: ToolState, key: "ground" | "levels" | "certainty") => Tool} */
export function brush(toolState, key) {
  const { title } = texts.TOOLS[key];
  /** @type {string | null} */
  let letter = null;
  let wide = false;
  let printed = true;
  const ruled = () => toolState.map?.[key];
  const name = (/** @type {string | null} */ one) => (one && ruled()?.legend?.[one]) ?? one;
  const chosen = () => {
    const known = letterRows.legend(ruled());
    const first = known.find(([, word]) => (key === "ground" ? word !== "clear" : word === PRINTED)) ?? known[0];
    if (!known.some(([one]) => one === letter)) letter = first?.[0] ?? null;
    return letter;
  };
  const paint = (/** @type {{ hex: string }} */ { hex }) => {
    if (!hex || !ruled()) return;
    const one = chosen();
    if (one === null) return;
    const hexes = [hex, ...(wide ? toolState.sheet.centre(hex).neighbours.filter(truthy) : [])];
    toolState.change(texts.paints(title, name(one)), (open) => {
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
    id: key,
    ...texts.TOOLS[key],
    paints: true,
    certain: key === "certainty",
    options: () => {
      if (!ruled()) return without(toolState, key);
      return [
        choice({
          name: `${key}-letter`,
          legend: key === "certainty" ? texts.basedOn : title,
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
          tick({ id: `${key}-wide`, checked: wide }, texts.wide, (on) => (wide = on)),
          key === "ground" &&
            toolState.map.certainty &&
            tick({ id: "paint-printed", checked: printed }, texts.markPrinted, (on) => (printed = on)),
        ),
      ];
    },
    press: paint,
    begin: paint,
    over: paint,
    tell: (hex) => name(letterRows.letter(ruled(), toolState.sheet.centre(hex))) ?? "",
  };
}

// What a letter looks like on the map.
/** @type {(key: string, value: string, text: string) => { swatch?: string, letter?: string }} */
function look(key, value, text) {
  if (key === "ground") return { swatch: `paint-${slug(text)}` };
  if (key !== "certainty") return {};
  const word = certain(value);
  return { swatch: `certain-swatch certain-${word}`, letter: CERTAINTY.find((one) => one.word === word)?.letter };
}

/** What a map says of its certainty in its file, by letters. */
const LEGEND = {
  p: PRINTED,
  r: "named by the rules",
  s: "a unit starts here",
  o: "overlap with another sheet",
  h: "historic",
  ".": "guess",
  "-": "no hex",
};

/** A map that says nothing of its certainty can begin to. @type {(toolState: ToolState, key: string) => Child} */
function without(toolState, key) {
  if (key !== "certainty") return h("p", { class: "hint" }, texts.noGround);
  const begin = () =>
    toolState.change(texts.startCertainty, (open) => {
      const map = open("map");
      map.certainty = { legend: LEGEND, rows: map.ground.rows.replace(/[^-\n]/g, "p") };
    });
  return [h("p", null, texts.noCertainty), h("button", { id: "begin-certainty", onclick: begin }, texts.allPrinted)];
}
