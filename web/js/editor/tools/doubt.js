// What is in doubt: a list of remarks, each about some hexes. A press adds a hex to the chosen remark or takes it out.

import { h } from "../../common/html.js";
import { fields } from "../form.js";
import { list } from "../choices.js";
import { DOUBT } from "../form-specs.js";

export function doubt(bench) {
  let chosen = 0;
  const doubts = () => bench.map.doubt ?? [];
  const hexes = (index) => doubts()[index]?.hexes.split(/\s+/).filter(Boolean) ?? [];
  const add = () => {
    const hex = bench.at?.hex ?? bench.board.cursor ?? bench.board.nearest();
    bench.change("Add a doubt", (open) => {
      const map = open("map");
      (map.doubt ??= []).push({ hexes: hex, kept: "as drawn", what: "" });
    });
    chosen = doubts().length - 1;
    bench.draw();
  };
  const drop = () => {
    bench.change("Settle a doubt", (open) => {
      const map = open("map");
      map.doubt.splice(chosen, 1);
      if (!map.doubt.length) delete map.doubt;
    });
    chosen = Math.max(0, chosen - 1);
    bench.draw();
  };
  return {
    id: "doubt",
    title: "Doubt",
    hint: "What the sheet leaves open. Press hexes to add them to the chosen remark or take them out.",
    options: () => [
      doubts().length > 0 && list({ id: "doubt-chosen", label: "Remark", value: String(chosen), choices: doubts().map((one, index) => [String(index), `${one.kept}: ${one.hexes.split(/\s+/)[0]}`]), onpick: (value) => ((chosen = Number(value)), bench.draw()) }),
      doubts()[chosen] && h("div", { class: "chosen-form" }, fields(bench, "map", `doubt.${chosen}`, DOUBT), h("button", { id: "drop-doubt", onclick: drop }, "It is settled: remove")),
      h("button", { id: "add-doubt", onclick: add }, "Add a remark"),
    ],
    press: (at) => {
      bench.at = at;
      if (!doubts()[chosen]) return bench.draw();
      bench.change(`Hexes of a doubt`, (open) => {
        const now = hexes(chosen);
        open("map").doubt[chosen].hexes = (now.includes(at.hex) ? now.filter((hex) => hex !== at.hex) : [...now, at.hex]).join(" ");
      });
      bench.draw();
    },
    marks: () => ({ outlines: hexes(chosen).filter((hex) => bench.place(hex)).map((hex) => ({ hex, kind: "listed" })) }),
    tell: (hex) => doubts().filter((one) => one.hexes.includes(hex)).map((one) => `in doubt: ${one.kept}`).join(", ") || "not in doubt",
  };
}
