// What is still owed in this combat phase, and why.

import { chip } from "../../../board/counter-face.js";
import { h } from "../../../common/html.js";
import { truthy } from "../../../common/truthy.js";
import * as words from "../../../common/words.js";
import { counter } from "../counters.js";
import * as texts from "../texts/game.js";
import * as terms from "../texts/terms.js";

/**
 * @import { Play } from "../../../game/play.js"
 * @import { Combat } from "../prompts/combat.js"
 * @import { BlueGrayUnit, BlueGrayView } from "protocol/blue-gray"
 */

/**
 * `ask`, if it is this seat's combat: then units and hexes can be taken into a draft from here.
 * @param {Play} play
 * @param {Combat | null} [prompt]
 */
export function owedPanel(play, prompt = null) {
  const { owed, units: all } = /** @type {BlueGrayView} */ (play.view);
  if (!owed.cases.length) return h("p", { class: "hint" }, texts.noneRequired);
  return h(
    "section",
    { class: "part", "aria-label": texts.required },
    h("h3", null, texts.required),
    owed.cases.map((cause) => {
      const units = all.filter(({ id }) => cause.units.includes(id));
      const { hexes } = cause;
      const places = [...new Set([...hexes, ...units.map((unit) => unit.hex)])].filter(truthy);
      return h(
        "div",
        { class: "owed" },
        h(
          "p",
          null,
          h(
            "button",
            {
              class: "line",
              key: `owed-${cause.case}`,
              onclick: () => play.board.highlight(places),
              "aria-label": texts.showCause(cause.text),
            },
            cause.text,
          ),
          words.caseLink(cause.case, play.view.system),
        ),
        prompt &&
          h(
            "div",
            { class: "chips" },
            units.map((unit) => attacker(prompt, unit)),
            hexes.map((hex) => defender(prompt, hex)),
          ),
      );
    }),
  );
}

/**
 * @param {Combat} prompt
 * @param {BlueGrayUnit} unit
 */
function attacker(prompt, unit) {
  return h(
    "button",
    {
      class: "chip-button",
      key: `owes-${unit.id}`,
      "aria-label": texts.attackWith(terms.unit(unit), unit.hex),
      disabled: !prompt.can("attack", unit.id),
      onclick: () => prompt.toggleAttacker(unit.id),
    },
    chip(counter(unit), 40),
  );
}

/**
 * @param {Combat} prompt
 * @param {string} hex
 */
function defender(prompt, hex) {
  const there = prompt.stack(hex);
  return h(
    "button",
    {
      class: "chip-button with-hex",
      key: `owed-hex-${hex}`,
      "aria-label": texts.attackHex(there.map(terms.printed).join(" "), hex),
      onclick: () => prompt.toggleDefender(hex),
    },
    there.map((unit) => chip(counter(unit), 40)),
    h("span", { class: "hex-number" }, hex),
  );
}
