// The key to the marks that the page draws on the map of a Blind Swords game.

import { chip } from "../../board/counter-face.js";
import { counterSample, keyOf, outlineSample, targetSample } from "../../board/mark-samples.js";
import { counter } from "./counters.js";

/**
 * @import { Child } from "../../common/html.js"
 * @import { SwordsCounter } from "./counters.js"
 */

/** @type {SwordsCounter} */
const UNIT = {
  id: "",
  name: "27 VA",
  side: "confederate",
  type: "infantry",
  weapon: "R",
  strength: 3,
  cohesion: 5,
  hits: 0,
  worn: false,
};

/** Every mark with what it says. */
export function marksKey() {
  const unit = (/** @type {Partial<SwordsCounter>} */ change) => chip(counter({ ...UNIT, ...change }), 46);
  /** @type {[Child, string][]} */
  const rows = [
    [unit({}), "name in its brigade’s colour; strength, weapon, Cohesion Rating"],
    [unit({ worn: true, strength: 0.5, cohesion: 4 }), "Battleworn; C is a cadre of half a point"],
    [unit({ hits: 1 }), "Shaken: one Morale Hit"],
    [unit({ hits: 2 }), "Disrupted: two Morale Hits"],
    [unit({ "low-ammo": true }), "Low Ammo"],
    [unit({ skirmish: true }), "in Skirmish Order"],
    [unit({ chaos: true }), "in Battlefield Chaos"],
    [unit({ frozen: true }), "frozen"],
    [counterSample(counter(UNIT), "blind-swords supported"), "has support (shown when units are selected)"],
    [counterSample(counter(UNIT), "blind-swords unsupported"), "has no support"],
    [unit({ type: "cavalry", mounted: true }), "mounted"],
    [unit({ fragile: true, sharpshooter: true }), "✧ sharpshooters, ◇ Fragile"],
    [targetSample("reach", "•"), "in reach of the selected units"],
    [targetSample("attack", "×"), "can be fired at, or closed with"],
    [targetSample("retreat", "→"), "open to a retreat or a withdrawal"],
    [targetSample("advance", "↑"), "a unit may advance into it"],
    [outlineSample("fought"), "what the question is about"],
    [outlineSample("sight-clear"), "in clear sight of the chosen hex"],
    [outlineSample("sight-obscured"), "in obscured sight"],
    [outlineSample("sight-blocked"), "out of sight"],
  ];
  return keyOf(rows);
}
