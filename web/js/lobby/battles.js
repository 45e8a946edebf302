// The battles on offer: scenarios that are fought on the same ground on the same day, in whatever
// edition or cut, make one card of the first page.

import { titleOf } from "../games/registry.js";

/** @import { BattleFacts, Scenario, ScenarioFacts } from "protocol" */

/** @typedef {Scenario & { of?: { pack: string, title: string } }} OfferedScenario */

/**
 * `of`: the pack it comes from; `facts`: what the server tells of it beside its scenarios.
 * @typedef {{
 *   key: string, title: string, system: string, of?: { id?: string, title: string },
 *   facts?: BattleFacts, scenarios: OfferedScenario[],
 * }} Battle
 */

/**
 * What a scenario is chosen by: its id, and the pack it comes from.
 * @param {OfferedScenario} scenario
 */
export function value(scenario) {
  return scenario.of ? `${scenario.of.pack} ${scenario.id}` : scenario.id;
}

/**
 * The battles of these scenarios, in the order in which they are offered.
 * @param {OfferedScenario[]} scenarios
 * @param {BattleFacts[]} facts
 * @returns {Battle[]}
 */
export function battlesOf(scenarios, facts) {
  /** @type {Map<string, Battle>} */
  const battles = new Map();
  for (const scenario of scenarios) {
    const { system, map, date, title } = scenario;
    const of = scenario.of ? { id: scenario.of.pack, title: scenario.of.title } : scenario.pack;
    const key = [of?.id ?? "", system, map, date].join(" ");
    const known = battles.get(key);
    if (known) known.scenarios.push(scenario);
    else {
      const told = facts.find((battle) => battle.scenarios.some(({ id }) => id === scenario.id));
      battles.set(key, { key, title: told?.title ?? title, system, of, facts: told, scenarios: [scenario] });
    }
  }
  return [...battles.values()];
}

/**
 * Battles by the game they belong to, with its title if there is more than one.
 * @param {Battle[]} all
 * @returns {[title: string | null, battles: Battle[]][]}
 */
export function bySystem(all) {
  /** @type {Map<string, Battle[]>} */
  const groups = new Map();
  for (const battle of all) {
    const title = titleOf(battle.system);
    groups.set(title, [...(groups.get(title) ?? []), battle]);
  }
  return groups.size > 1 ? [...groups] : [[null, all]];
}

/**
 * What is told of one of its scenarios.
 * @param {Battle} battle
 * @param {OfferedScenario} scenario
 * @returns {ScenarioFacts | undefined}
 */
export function factsOf({ facts }, scenario) {
  return facts?.scenarios.find(({ id }) => id === scenario.id);
}

/**
 * The address of the drawn map that a scenario is played on.
 * @param {{ map: string, of?: { pack: string }, pack?: { id: string } | null }} scenario
 */
export function mapAddress({ map, of, pack }) {
  const id = of?.pack ?? pack?.id;
  return `/maps/${encodeURIComponent(map)}.svg${id ? `?pack=${encodeURIComponent(id)}` : ""}`;
}
