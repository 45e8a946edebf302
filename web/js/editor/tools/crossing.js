// Bridges and fords on hexsides.

import { h } from "../../common/html.js";
import * as borders from "../hexsides.js";
import { fields } from "../form.js";
import { choice } from "../choices.js";
import { SPOT } from "../form-specs.js";
import { sides } from "./side-buttons.js";

const KINDS = ["bridge", "ford"];

function drop(map, kind, a, b) {
  const at = borders.crossing(map[kind], a, b);
  if (at < 0) return false;
  map[kind].splice(at, 1);
  if (!map[kind].length) delete map[kind];
  return true;
}

export function crossing(bench) {
  let kind = KINDS[0];
  const apply = (at) => {
    const [a, b] = [at.hex, bench.across(at)];
    if (!b) return bench.say("Beyond this hexside there is no hex.");
    bench.at = at;
    const label = kind === "none" ? "Take the crossing away" : `A ${kind}`;
    bench.change(`${label} ${a}/${b}`, (open) => {
      const map = open("map");
      if (kind !== "none" && borders.crossing(map[kind], a, b) >= 0) return false;
      let name;
      for (const each of KINDS) {
        const there = borders.crossing(map[each], a, b);
        name ??= map[each]?.[there]?.name;
        drop(map, each, a, b);
      }
      if (kind !== "none") (map[kind] ??= []).push({ ...(name && { name }), side: `${a}/${b}` });
    });
    bench.draw();
  };
  const chosen = () => {
    const to = bench.at && bench.place(bench.at.hex) ? bench.across(bench.at) : null;
    return to ? KINDS.map((one) => [one, borders.crossing(bench.map[one], bench.at.hex, to)]).find(([, at]) => at >= 0) : null;
  };
  return {
    id: "crossing",
    title: "Crossing",
    hint: "Press near a hexside to put a bridge or a ford there.",
    aims: true,
    options: () => {
      const one = chosen();
      return [
        choice({
          name: "crossing-kind",
          legend: "Put there",
          value: kind,
          choices: [{ value: "bridge", text: "Bridge" }, { value: "ford", text: "Ford" }, { value: "none", text: "Nothing" }],
          onpick: (value) => (kind = value),
        }),
        sides(bench, "Crossing", (hex, side) => apply({ hex, side })),
        one && h("div", { class: "chosen-form" }, h("h3", null, `The ${one[0]} at ${bench.value("map", `${one[0]}.${one[1]}.side`)}`), fields(bench, "map", `${one[0]}.${one[1]}`, SPOT)),
      ];
    },
    press: apply,
    tell: (hex) => {
      const there = KINDS.flatMap((one) => (bench.map[one] ?? []).filter(({ side }) => side.includes(hex)).map(({ side }) => `${one} ${side}`));
      return there.join(", ") || "no crossing";
    },
  };
}
