// The key to the marks that the page draws on the map of a Blind Swords game.

import { chip } from "../../board/counter-face.js";
import { keyOf, outlineSample, targetSample } from "../../board/mark-samples.js";
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
    [unit({ hits: 1 }), "one Morale Hit; Disrupted is two"],
    [unit({ "low-ammo": true, skirmish: true }), "other markers that lie on it"],
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
