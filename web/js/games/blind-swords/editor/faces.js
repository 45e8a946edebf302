// A unit's counters as they are printed: the fresh face and the worn one, mounted and on foot.

import { h } from "../../../common/html.js";
import { counter } from "../counters.js";
import * as texts from "../texts/editor.js";
import { values } from "../texts/terms.js";
import { faceOf } from "./roster.js";

/** @import { EditorUnit } from "../../../editor/systems.js" */

const SIZE = 80;

/** @typedef {{ fresh?: string, worn: string, weapon: string }} Printed */

/** @param {EditorUnit} unit */
export function faces(unit) {
  const printed = /** @type {Printed} */ (/** @type {unknown} */ (unit));
  /** @type {[title: string, printed: Printed, mounted: boolean][]} */
  const counters = [[unit.dismounted ? texts.mounted : "", printed, unit.type === "cavalry"]];
  if (unit.dismounted) counters.push([texts.dismounted, unit.dismounted, false]);
  return h(
    "div",
    { class: "printed-faces" },
    counters.flatMap(([title, { fresh, worn, weapon }, mounted]) => [
      fresh && figure(unit, `${texts.FACE.fresh} ${title}`, { printed: fresh, weapon, worn: false, mounted }),
      figure(unit, `${fresh ? texts.FACE.worn : texts.FACE.fragile} ${title}`, {
        printed: worn,
        weapon,
        worn: Boolean(fresh),
        mounted,
      }),
    ]),
  );
}

/**
 * @param {EditorUnit} unit
 * @param {string} title
 * @param {Parameters<typeof faceOf>[1]} face
 */
function figure(unit, title, face) {
  const shown = faceOf({ ...unit, hits: 0, skirmish: false }, face);
  const half = SIZE / 2 + 3;
  return h(
    "figure",
    null,
    h(
      "svg",
      {
        viewBox: `${-half} ${-half} ${half * 2} ${half * 2}`,
        role: "img",
        "aria-label": `${unit.name} ${values(shown)}`,
      },
      h("g", { class: `counter blind-swords side-${unit.side}${face.worn ? " back" : ""}` }, counter(shown).draw(SIZE)),
    ),
    h("figcaption", null, title.trim()),
  );
}
