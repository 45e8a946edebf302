// The key to the marks that the page draws on the map of a Blue & Gray game.

import { counterSample, keyOf, outlineSample, targetSample, zoneSample } from "../../board/mark-samples.js";

/**
 * @import { PrintedFace } from "../../board/counter-face.js"
 * @import { Child } from "../../common/html.js"
 */

/** @type {PrintedFace} */
const UNIT = { side: "union", type: "infantry", strength: "5", label: "1/2/XIV" };

/** Every mark with what it says. */
export function marksKey() {
  /** @type {[Child, string][]} */
  const rows = [
    [targetSample("reach", 3), "in reach, with the points it costs"],
    [targetSample("reach", 4, true), "in reach; the unit has to stop there"],
    [targetSample("reach", "»8"), "in reach by strategic movement only"],
    [zoneSample(), "an enemy zone of control"],
    [outlineSample("exit", "↗"), "here the unit can leave the map"],
    [targetSample("attack", "×"), "can be attacked by the units chosen"],
    [targetSample("bombard", 2), "can be bombarded, at this range"],
    [outlineSample("unseen", "?"), "in range, but there is no line of sight"],
    [outlineSample("blocks"), "blocks the line of sight"],
    [outlineSample("owed", "!"), "the enemy here must still be attacked"],
    [counterSample(UNIT, "owes"), "must still attack"],
    [counterSample(UNIT, "moved"), "has moved or fought"],
    [counterSample(UNIT, "selected"), "chosen"],
    [counterSample({ ...UNIT, back: true }), "ineffective: the back of the counter"],
    [targetSample("retreat", "→"), "open to a retreat; ⇄ if a unit there must make room"],
    [targetSample("advance", "↑"), "vacated: a unit may advance into it"],
  ];
  return keyOf(rows);
}
