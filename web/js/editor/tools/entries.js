// Tools for what a map lists by hex: names of places, ways off the sheet. A press chooses the hex; its entries are forms.

import { h } from "../../common/html.js";
import { fields } from "../form.js";

/** `{id, title, hint, key, one, shape, make(hex)}`: `one` as in "Add a name"; `make` gives a new entry. */
export function listed(bench, { id, title, hint, key, one, shape, make }) {
  const here = (hex) => (bench.map[key] ?? []).map((entry, index) => ({ entry, index })).filter(({ entry }) => entry.hex?.trim() === hex);
  const add = (hex) => {
    bench.change(`Add ${one} in ${hex}`, (open) => {
      const map = open("map");
      (map[key] ??= []).push(make(hex));
    });
    bench.draw();
    document.querySelector(`.entry:last-of-type [data-place^="${key}."]`)?.focus();
  };
  const drop = (index) => {
    bench.change(`Remove ${one}`, (open) => {
      const map = open("map");
      map[key].splice(index, 1);
      if (!map[key].length) delete map[key];
    });
    bench.draw();
  };
  return {
    id,
    title,
    hint,
    options: () => {
      const hex = bench.at?.hex;
      if (!hex || !bench.place(hex)) return h("p", { class: "hint" }, "Choose a hex.");
      return [
        here(hex).map(({ index }) => h("div", { class: "entry" }, fields(bench, "map", `${key}.${index}`, shape), h("button", { "data-key": `drop-${key}-${index}`, onclick: () => drop(index) }, "Remove"))),
        h("button", { id: `add-${key}`, onclick: () => add(hex) }, `Add ${one} in ${hex}`),
      ];
    },
    press: (at) => ((bench.at = at), bench.draw()),
    marks: () => ({ outlines: (bench.map[key] ?? []).filter((entry) => bench.place(entry.hex?.trim())).map((entry) => ({ hex: entry.hex.trim(), kind: "listed" })) }),
    tell: (hex) => here(hex).map(({ entry }) => entry.name ?? `${entry.way} off the ${entry.side} edge`).join(", ") || `no ${one.replace(/^an? /, "")}`,
  };
}
