// The brush: writes a letter into hexes, of ground or of certainty.

import { h } from "../../common/html.js";
import { certain, slug } from "../tint-names.js";
import * as rows from "../letter-rows.js";
import { choice, tick } from "../choices.js";
import { CERTAINTY } from "../../board/certainty.js";

const PRINTED = "printed";

/** `{id, title, key, hint}`: `key` is the map document's table of rows. */
export function letters(bench, { id, title, key, hint }) {
  let letter = null;
  let wide = false;
  let printed = true;
  const ruled = () => bench.map?.[key];
  const name = (one) => ruled()?.legend?.[one] ?? one;
  const chosen = () => {
    const known = rows.legend(ruled());
    if (!known.some(([one]) => one === letter)) letter = known.find(([, word]) => (key === "ground" ? word !== "clear" : word === PRINTED))?.[0] ?? known[0]?.[0] ?? null;
    return letter;
  };
  const paint = (hex) => {
    if (!hex || !ruled()) return;
    const one = chosen();
    const hexes = [hex, ...(wide ? bench.place(hex).neighbours.filter(Boolean) : [])];
    bench.change(`${title}: ${name(one)}`, (open) => {
      const map = open("map");
      const sure = key === "ground" && printed && map.certainty && rows.legend(map.certainty).find(([, word]) => word === PRINTED)?.[0];
      for (const each of hexes) {
        rows.write(map[key], bench.place(each), one);
        if (sure) rows.write(map.certainty, bench.place(each), sure);
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
      if (!ruled()) return without(bench, key);
      return [
        choice({
          name: `${id}-letter`,
          legend: key === "certainty" ? "The hex is known" : title,
          value: chosen(),
          choices: rows.legend(ruled()).map(([value, text]) => ({ value, text, ...look(key, value, text) })),
          onpick: (value) => ((letter = value), bench.draw()),
        }),
        h(
          "div",
          { class: "tool-row" },
          tick({ id: `${id}-wide`, text: "Wide brush (seven hexes)", checked: wide, onpick: (on) => (wide = on) }),
          key === "ground" && bench.map.certainty && tick({ id: "paint-printed", text: "Mark what is painted as printed", checked: printed, onpick: (on) => (printed = on) }),
        ),
      ];
    },
    press: ({ hex }) => paint(hex),
    begin: ({ hex }) => paint(hex),
    over: ({ hex }) => paint(hex),
    tell: (hex) => name(rows.letter(ruled(), bench.place(hex))),
  };
}

/** What a letter looks like on the map. */
function look(key, value, text) {
  if (key === "ground") return { swatch: `paint-${slug(text)}` };
  if (key !== "certainty") return {};
  const word = certain(value);
  return { swatch: `certain-swatch certain-${word}`, letter: CERTAINTY.find((one) => one.word === word)?.letter };
}

/** A map that says nothing of its certainty can begin to. */
function without(bench, key) {
  if (key !== "certainty") return h("p", { class: "hint" }, "This file has no rows of ground.");
  const begin = () =>
    bench.change("Begin to note certainty", (open) => {
      const map = open("map");
      const legend = { p: PRINTED, r: "named by the rules", s: "a unit starts here", o: "overlap with another sheet", h: "historic", ".": "guess", "-": "no hex" };
      map.certainty = { legend, rows: map.ground.rows.replace(/[^-\n]/g, "p") };
    });
  return [h("p", null, "This map does not say what its hexes are known from."), h("button", { id: "begin-certainty", onclick: begin }, "Begin: all printed")];
}
