// The end of a phase: what the server says it would cost, on its button and in the question that is
// asked before anything is lost.

import { truthy } from "../common/truthy.js";
import * as texts from "../texts/game.js";

/** @import { PhaseEnding } from "protocol" */

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
  return [title, ...(ending ? texts.undone(ending) : [])].filter(truthy).join(" · ");
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
  if (lost.length) return { losses: lost, text: texts.points(ending.points) };
  return ending.untouched ? { losses: [], text: texts.untouched(ending) } : null;
}
