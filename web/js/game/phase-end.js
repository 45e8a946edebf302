// The end of a phase: what the server says it would cost, on its button and in the question that is
// asked before anything is lost.

import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";

/** @import { PhaseEnding, Side } from "protocol" */

/**
 * A question asked before a phase ends; `yes` is the button that ends it, `act` what it does, `only` whether nothing
 * else is offered.
 * @typedef {EndQuestion & { title: string, yes: string, only: boolean, act: () => unknown }} Doubt
 */
/** @typedef {{ losses: NonNullable<PhaseEnding["lost"]>, text: string }} EndQuestion */

/**
 * The button's text: what it ends, and what is left undone.
 * @param {string} title
 * @param {PhaseEnding | null} ending
 */
export function endLabel(title, ending) {
  if (!ending) return title;
  const lost = ending.lost?.reduce((sum, { units }) => sum + units.length, 0);
  const parts = [
    ending.unmoved && `${ending.unmoved} not moved`,
    ending.attacks && `${ending.attacks} can attack`,
    ending.reinforcements && `${words.count(ending.reinforcements, "reinforcement")} waiting`,
    lost && `${lost} lost`,
  ];
  return [title, ...parts.filter(truthy)].join(" · ");
}

/**
 * What is asked before the phase ends: only if units are lost for good, or if nothing was done
 * though something could be. Null if it ends at once.
 * @param {PhaseEnding | null} ending
 * @returns {EndQuestion | null}
 */
export function endQuestion(ending) {
  if (!ending) return null;
  const lost = ending.lost ?? [];
  if (lost.length)
    return {
      losses: lost,
      text: points(ending.points),
    };
  if (!ending.untouched) return null;
  return { losses: [], text: `Nothing has been done yet, though ${able(ending)}.` };
}

/** @param {PhaseEnding} ending */
function able({ unmoved, attacks, reinforcements, able }) {
  const units = (/** @type {number} */ count, /** @type {string} */ does) =>
    `${words.count(count, "unit")} can ${does}`;
  if (unmoved) return units(unmoved, "move");
  if (attacks) return units(attacks, "attack");
  if (reinforcements) return `${words.count(reinforcements, "reinforcement")} can come on`;
  return units(able ?? 0, "act");
}

/** @param {Record<Side, number> | undefined} change */
function points(change) {
  const changes = words.EACH_SIDE.filter((side) => change?.[side]).map((side) => {
    const by = change?.[side] ?? 0;
    return `${words.side(side)} ${by > 0 ? "+" : "−"}${Math.abs(by)}`;
  });
  return changes.length ? `Victory points: ${changes.join(", ")}.` : "";
}
