// The battles as cards on the table: what each is, and the buttons that begin it.

import { h } from "../common/html.js";
import { editable, transcribe } from "../common/packs.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import { bySystem, factsOf, mapAddress, value } from "./battles.js";

/**
 * @import { Battle, OfferedScenario } from "./battles.js"
 */

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

/**
 * "3 to 5 hours", "Half an hour".
 * @param {number[]} hours
 */
function lasting([least, most]) {
  const told = (/** @type {number} */ n) => (n % 1 ? `${Math.floor(n) || ""}½` : String(n));
  if (most <= 0.5) return "Half an hour";
  if (least === most) return words.count(most, "hour").replace(String(most), told(most));
  return `${told(least)} to ${told(most)} ${most > 1 ? "hours" : "hour"}`;
}

/**
 * @param {number} complexity
 */
function pips(complexity) {
  return h(
    "span",
    { class: "complexity" },
    "Complexity ",
    h("span", { class: "aloud" }, `${complexity} of ${MOST_COMPLEX}`),
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
    told && lasting(told.hours),
    chosen.turns && words.count(chosen.turns, "turn"),
    told && pips(told.complexity),
  ].filter(truthy);
  // Editions of one scenario are a matter for those who look for them, under More.
  const titles = new Set(scenarios.map((scenario) => scenario.title));
  const id = `battle-${value(scenarios[0]).replace(/\W+/g, "-")}`;
  return h(
    "article",
    {
      key: battle.key,
      class: "battle-card",
      "aria-labelledby": id,
      "data-scenarios": scenarios.map((scenario) => scenario.id).join(" "),
      "data-pack": of && "id" in of ? of.id : null,
    },
    h("img", { class: "battle-map", src: mapAddress(chosen), alt: "", loading: "lazy", decoding: "async" }),
    h(
      "div",
      { class: "battle-text" },
      h(heading, { id, class: "battle-title" }, words.typed(title)),
      h("p", { class: "battle-date" }, words.dates(chosen.date)),
      of && h("p", { class: "small pack-title" }, words.isolated`From the pack “${of.title}”`),
      facts &&
        h(
          "p",
          { class: "battle-sides" },
          h("span", { class: "side-union" }, facts.union),
          h("span", { class: "aloud" }, " against "),
          h("span", { class: "side-confederate" }, facts.confederate),
        ),
      titles.size > 1 &&
        h(
          "select",
          {
            class: "battle-scenario",
            "aria-label": `Scenario of ${title}`,
            value: value(chosen),
            onchange: (event) => {
              choices.set(battle.key, event.target.value);
              draw();
            },
          },
          scenarios.map((scenario) => h("option", { value: value(scenario), dir: "auto" }, scenario.title)),
        ),
      h(
        "p",
        { class: "battle-facts" },
        said.flatMap((part, at) => (at ? [" · ", part] : [part])),
      ),
      h("p", { class: "battle-about", hidden: !told?.hint }, told?.hint),
      h(
        "div",
        { class: "battle-actions" },
        button("primary play", "Play the computer", title, () => play(chosen)),
        button("invite", "Invite a friend", title, () => invite(chosen)),
        button("plain more", "More…", title, () => more(battle, chosen)),
        editable(chosen) &&
          h(
            "a",
            {
              class: "make-mine",
              href: transcribe(chosen.id, of && "id" in of ? of.id : undefined),
              "aria-label": `Match my copy: ${title}`,
            },
            "Match my copy",
          ),
      ),
    ),
  );
}

/**
 * @param {string} classes
 * @param {string} text
 * @param {string} battle
 * @param {() => void} onclick
 */
function button(classes, text, battle, onclick) {
  return h("button", { type: "button", class: classes, "aria-label": `${text}: ${battle}`, onclick }, text);
}
