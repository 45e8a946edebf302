// The key to the marks that the page draws on the map of a Blind Swords game.

import { chip } from "../../board/counter-face.js";
import { counterSample, keyOf, outlineSample, targetSample } from "../../board/mark-samples.js";
import { counter } from "./counters.js";
import { marks } from "./texts/game.js";

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
    [unit({}), marks.counter],
    [unit({ worn: true, strength: 0.5, cohesion: 4 }), marks.worn],
    [unit({ hits: 1 }), marks.shaken],
    [unit({ hits: 2 }), marks.disrupted],
    [unit({ "low-ammo": true }), marks.lowAmmo],
    [unit({ skirmish: true }), marks.skirmish],
    [unit({ chaos: true }), marks.chaos],
    [unit({ frozen: true }), marks.frozen],
    [counterSample(counter(UNIT), "blind-swords moved"), marks.moved],
    [counterSample(counter(UNIT), "blind-swords attacked"), marks.attacked],
    [counterSample(counter(UNIT), "blind-swords supported"), marks.supported],
    [counterSample(counter(UNIT), "blind-swords unsupported"), marks.unsupported],
    [counterSample(counter(UNIT), "blind-swords supports"), marks.supports],
    [unit({ type: "cavalry", mounted: true }), marks.mounted],
    [unit({ fragile: true, sharpshooter: true }), marks.signs],
    [targetSample("reach", "•"), marks.reach],
    [targetSample("attack", "×"), marks.attack],
    [targetSample("retreat", "→"), marks.retreat],
    [targetSample("advance", "↑"), marks.advance],
    [outlineSample("fought"), marks.fought],
    [outlineSample("sight-clear"), marks.clear],
    [outlineSample("sight-obscured"), marks.obscured],
    [outlineSample("sight-blocked"), marks.blocked],
  ];
  return keyOf(rows);
}
