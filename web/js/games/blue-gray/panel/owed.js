// What is still owed in this combat phase, and why.

import { h } from "../../../common/html.js";
import { chip } from "../../../board/counter-face.js";
import { counter } from "../../../game/scene.js";
import * as words from "../../../common/words.js";

/** `ask`, if it is this seat's combat: then units and hexes can be taken into a draft from here. */
export function owedPanel(play, ask = null) {
  const cases = play.view.owed?.cases ?? [];
  if (!cases.length) return h("p", { class: "hint" }, "Nothing more is owed.");
  return h(
    "section",
    { class: "part", "aria-label": "Attacks owed" },
    h("h3", null, "Still owed"),
    cases.map((cause) => {
      const units = (cause.units ?? []).map((id) => play.unitOf(id)).filter(Boolean);
      const hexes = cause.hexes ?? [];
      const places = [...new Set([...hexes, ...units.map((unit) => unit.hex)])].filter(Boolean);
      return h(
        "div",
        { class: "owed" },
        h(
          "p",
          null,
          h("button", { class: "line", "data-key": `owed-${cause.case}`, onclick: () => play.board.highlight(places), "aria-label": `${cause.text} Show it on the map.` }, cause.text),
          words.caseLink(cause.case, cause.system),
        ),
        ask && h("div", { class: "chips" }, units.map((unit) => attacker(ask, unit)), hexes.map((hex) => defender(ask, hex))),
      );
    }),
  );
}

function attacker(ask, unit) {
  return h(
    "button",
    { class: "chip-button", "data-key": `owes-${unit.id}`, "aria-label": `${words.unit(unit)}, hex ${unit.hex}: attack with it`, disabled: !ask.can("attack", unit.id), onclick: () => ask.toggleAttacker(unit.id) },
    chip(counter(unit), 40),
  );
}

function defender(ask, hex) {
  const there = ask.play.stack(hex);
  return h(
    "button",
    { class: "chip-button with-hex", "data-key": `owed-hex-${hex}`, "aria-label": `${there.map((unit) => words.printed(unit)).join(" ")} ${hex}: attack this hex`, onclick: () => ask.toggleDefender(hex) },
    there.map((unit) => chip(counter(unit), 40)),
    h("span", { class: "hex-number" }, hex),
  );
}
