// Looking: what is in a hex, in words. A drag moves the map.

import { h } from "../../common/html.js";
import * as rows from "../letter-rows.js";
import * as words from "../../common/words.js";

/** `faults(hex)`: what is wrong there. */
export function look(bench, { units, faults }) {
  const told = (hex) => {
    const place = bench.place(hex);
    const ground = bench.map.ground?.legend?.[rows.letter(bench.map.ground, place)];
    const certainty = bench.map.certainty?.legend?.[rows.letter(bench.map.certainty, place)];
    return { place, ground, certainty };
  };
  return {
    id: "look",
    title: "Look",
    hint: "Press a hex to read what is in it.",
    options: () => {
      const hex = bench.at?.hex;
      if (!hex || !bench.place(hex)) return [h("p", { class: "hint" }, "Press a hex to read what is in it. A drag moves the map."), keys()];
      const { place, ground, certainty } = told(hex);
      return h(
        "div",
        { class: "hex-card" },
        h("h3", null, `Hex ${hex}${place.name ? `, ${place.name}` : ""}`),
        h("p", null, words.capital([ground, certainty && `known: ${certainty}`].filter(Boolean).join("; ")), "."),
        place.text && h("p", { class: "small" }, `${words.capital(place.text)}.`),
        units(hex).map((unit) => h("p", { class: "small" }, `${unit.text ?? words.printed(unit)}, ${words.side(unit.side)} ${unit.type}`)),
        faults(hex).map((fault) => h("p", { class: "refused" }, fault.text)),
      );
    },
    press: (at) => ((bench.at = at), bench.draw()),
    marks: () => (bench.at && bench.place(bench.at.hex) ? { outlines: [{ hex: bench.at.hex, kind: "told" }] } : {}),
    tell: (hex) => {
      const { ground, certainty } = told(hex);
      return [ground, certainty].filter(Boolean).join(", ");
    },
  };
}

const KEYS = [
  ["arrow keys", "walk from hex to hex"],
  ["Enter", "applies the tool to the hex"],
  ["[ ]", "turn to another hexside"],
  ["Space", "chooses a unit in the hex, then the next"],
  ["Escape", "lifts the pen, lets a unit go"],
  ["Ctrl+Z, Ctrl+Shift+Z", "undo, redo"],
  ["Ctrl+S", "saves the pack"],
  ["+ − 0", "nearer, farther, the whole map"],
];

function keys() {
  return h("details", { class: "fold" }, h("summary", { "data-key": "fold keys" }, "Keys"), h("table", { class: "keys" }, h("tbody", null, KEYS.map(([key, text]) => h("tr", null, h("th", { scope: "row" }, h("kbd", null, key)), h("td", null, text))))));
}
