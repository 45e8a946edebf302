// The counters of Blue & Gray: what is printed on them.

import { badge } from "./badges.js";
import * as terms from "./texts/terms.js";

/** @import { PrintedUnit } from "./texts/terms.js" */

/**
 * A unit as a counter's face.
 * @param {PrintedUnit} unit
 */
export function counter(unit) {
  return {
    id: unit.id,
    hex: unit.hex,
    side: unit.side,
    type: unit.type,
    strength: terms.strength(unit),
    label: unit.name,
    foot: terms.foot(unit),
    back: unit.ineffective,
    badge: badge(unit),
  };
}
