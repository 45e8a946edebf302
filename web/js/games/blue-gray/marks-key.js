// The key to the marks that the page draws on the map of a Blue & Gray game.

import { counterSample, keyOf, outlineSample, targetSample, zoneSample } from "../../board/mark-samples.js";
import { marks } from "./texts/game.js";

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
    [targetSample("reach", 3), marks.reach],
    [targetSample("reach", 4, true), marks.stop],
    [targetSample("reach", "»8"), marks.strategic],
    [zoneSample(), marks.zone],
    [outlineSample("exit", "↗"), marks.exit],
    [targetSample("attack", "×"), marks.attack],
    [targetSample("bombard", 2), marks.bombard],
    [outlineSample("unseen", "?"), marks.unseen],
    [outlineSample("blocks"), marks.blocks],
    [outlineSample("owed", "!"), marks.owed],
    [counterSample(UNIT, "owes"), marks.owes],
    [counterSample(UNIT, "moved"), marks.moved],
    [counterSample(UNIT, "moved attacked"), marks.attacked],
    [counterSample(UNIT, "selected"), marks.selected],
    [counterSample({ ...UNIT, back: true }), marks.ineffective],
    [targetSample("retreat", "→"), marks.retreat],
    [targetSample("advance", "↑"), marks.advance],
  ];
  return keyOf(rows);
}
