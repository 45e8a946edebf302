// The battles as cards on the table: what each is, and the buttons that begin it.

import { h } from "../common/html.js";
import { editable, transcribe } from "../common/packs.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import * as texts from "../texts/lobby.js";
import { bySystem, factsOf, mapAddress, value } from "./battles.js";

/** @import { Battle, OfferedScenario } from "./battles.js" */

/**
 * @typedef {{
 *   play: (scenario: OfferedScenario) => void, invite: (scenario: OfferedScenario) => void,
 *   more: (battle: Battle, scenario: OfferedScenario) => void, draw: () => void,
 * }} CardActions
 */

/**
 * The scenarios that were chosen, by the keys of their battles.
 * @type {Map<string, string>}
 */
const choices = new Map();

/**
 * @param {Battle[]} battles
 * @param {CardActions} actions
 */
export function battleCards(battles, actions) {
  return bySystem(battles).map(([title, all]) => [
    title && h("h3", { class: "battle-group" }, title),
    h(
      "div",
      { class: "battle-cards" },
      all.map((battle) => card(battle, actions, title ? "h4" : "h3")),
    ),
  ]);
}

const MOST_COMPLEX = 5;

/** @param {number} complexity */
function pips(complexity) {
  return h(
    "span",
    { class: "complexity" },
    texts.complexity,
    h("span", { class: "aloud" }, texts.outOf(complexity, MOST_COMPLEX)),
    h(
      "span",
      { class: "complexity-pips", "aria-hidden": "true" },
      "●".repeat(complexity),
      h("span", { class: "none" }, "●".repeat(MOST_COMPLEX - complexity)),
    ),
  );
}

/**
 * @param {Battle} battle
 * @param {CardActions} actions
 * @param {"h3" | "h4"} heading
 */
function card(battle, { play, invite, more, draw }, heading) {
  const { title, scenarios, facts, of } = battle;
  const chosen = scenarios.find((scenario) => value(scenario) === choices.get(battle.key)) ?? scenarios[0];
  const told = factsOf(battle, chosen);
  const said = [
    told && texts.hours(told.hours),
    chosen.turns && words.count(chosen.turns, "turn"),
    told && pips(told.complexity),
  ].filter(truthy);
  // Editions of one scenario are a matter for those who look for them, under More.
  const titles = new Set(scenarios.map((scenario) => scenario.title));
  const id = `battle-${value(scenarios[0]).replace(/\W+/g, "-")}`;
  const pack = of && "id" in of ? of.id : undefined;
  const pick = (/** @type {{ target: HTMLSelectElement }} */ { target }) => {
    choices.set(battle.key, target.value);
    draw();
  };
  const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", class: name, "aria-label": `${text}: ${title}`, onclick }, text);
  return h(
    "article",
    {
      key: battle.key,
      class: "battle-card",
      "aria-labelledby": id,
      "data-scenarios": scenarios.map((scenario) => scenario.id).join(" "),
      "data-pack": pack,
    },
    h("img", { class: "battle-map", src: mapAddress(chosen), alt: "", loading: "lazy", decoding: "async" }),
    h(
      "div",
      { class: "battle-text" },
      h(heading, { id, class: "battle-title" }, words.typed(title)),
      h("p", { class: "battle-date" }, words.dates(chosen.date)),
      of && h("p", { class: "small pack-title" }, texts.pack(of.title)),
      facts &&
        h(
          "p",
          { class: "battle-sides" },
          h("span", { class: "side-union" }, facts.union),
          h("span", { class: "aloud" }, texts.sides),
          h("span", { class: "side-confederate" }, facts.confederate),
        ),
      titles.size > 1 &&
        h(
          "select",
          { class: "battle-scenario", "aria-label": texts.scenario(title), value: value(chosen), onchange: pick },
          scenarios.map((scenario) => h("option", { value: value(scenario), dir: "auto" }, scenario.title)),
        ),
      h("p", { class: "battle-facts" }, words.joined(said, " · ")),
      h("p", { class: "battle-about", hidden: !told?.hint }, told?.hint),
      h(
        "div",
        { class: "battle-actions" },
        button("primary play", texts.play, () => play(chosen)),
        button("invite", texts.invite, () => invite(chosen)),
        button("plain more", texts.more, () => more(battle, chosen)),
        editable(chosen) &&
          h(
            "a",
            {
              class: "make-mine",
              href: transcribe(chosen.id, pack),
              "aria-label": `${texts.transcribe}: ${title}`,
            },
            texts.transcribe,
          ),
      ),
    ),
  );
}
