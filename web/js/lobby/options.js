// The options of a scenario, as boxes of a form.

import { h } from "../common/html.js";
import { tick } from "../common/tick.js";
import * as words from "../common/words.js";
import * as texts from "../texts/new-game.js";
import { value } from "./battles.js";

/**
 * @import { Side } from "protocol"
 * @import { Battle, OfferedScenario } from "./battles.js"
 */

/**
 * `hides` says whether a side has something to hide; `isLinked`: the rules can be read beside the form.
 * @param {OfferedScenario} scenario
 * @param {Battle} battle
 * @param {(side: Side | null | undefined) => boolean} hides
 * @param {boolean} [isLinked]
 */
export function optionBoxes(scenario, { facts }, hides, isLinked = true) {
  return scenario.options.map((option) =>
    tick(
      {
        // A box of another scenario is another one, not chosen yet.
        key: `${value(scenario)} ${option.id}`,
        name: "option",
        value: option.id,
        checked: option.default || hides(option.hides),
        "data-hides": option.hides,
        onchange: (event) => (event.target.dataset.chosen = ""),
      },
      h(
        "span",
        null,
        h("b", null, option.title),
        " ",
        isLinked && words.caseLink(option.case, option.rulebook ?? scenario.system, option.printed),
        h("span", { class: "small block" }, option.text),
        (facts?.advice ?? [])
          .filter((one) => one.option === option.id)
          .map((one) => h("span", { class: "small block advice" }, texts.designer(one.text, one.source))),
      ),
    ),
  );
}

/**
 * The boxes in an element.
 * @param {Element} element
 * @param {string} [selector]
 */
export function boxes(element, selector = "") {
  const all = /** @type {NodeListOf<HTMLInputElement>} */ (element.querySelectorAll(`input[name=option]${selector}`));
  return [...all];
}
