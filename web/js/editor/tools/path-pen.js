// The pen for what goes from hex to hex: roads, trails, a river's course.

import { h } from "../../common/html.js";
import * as chains from "../hex-chains.js";
import { mode } from "../choices.js";

/** `{id, title, key, hint}`: `key` is the map document's list of chains. */
export function way(bench, { id, title, key, hint }) {
  let erasing = false;
  const step = (to) => {
    const from = bench.pen;
    bench.pen = to;
    if (!from || !to || from === to || bench.sheet.way(from, to) < 0) return;
    const verb = erasing ? "Erase" : "Draw";
    bench.change(`${verb} ${title.toLowerCase()} ${from} to ${to}`, (open) => {
      const map = open("map");
      map[key] ??= [];
      (erasing ? chains.erase : chains.draw)(map[key], from, to);
      if (!map[key].length) delete map[key];
    });
  };
  return {
    id,
    title,
    hint,
    paints: true,
    options: () => [
      mode(id, erasing, (on) => ((erasing = on), bench.draw())),
      h("p", { class: "hint" }, bench.pen ? `The pen is on ${bench.pen}: choose a hex beside it, or Escape to lift it.` : "Choose a hex to set the pen on, then the next; or drag."),
    ],
    press: ({ hex }) => {
      if (bench.pen === hex) bench.pen = null;
      else step(hex);
      bench.draw();
    },
    begin: ({ hex }) => (bench.pen = hex),
    over: ({ hex }) => hex !== bench.pen && step(hex),
    end: () => (bench.pen = null),
    tell: (hex) => {
      const ways = chains.steps(bench.map[key]).flatMap(({ from, to }) => (from === hex ? [to] : to === hex ? [from] : []));
      return ways.length ? `${title.toLowerCase()} to ${ways.join(", ")}` : `no ${title.toLowerCase()}`;
    },
  };
}
