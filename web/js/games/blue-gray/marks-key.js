// The key to the marks that the page draws on the map.

import { face } from "../../board/counter-face.js";
import * as overlays from "../../board/overlays.js";
import { Sheet } from "../../board/sheet.js";
import { h, svg } from "../../common/html.js";

const SHEET = new Sheet({ width: 96, height: 84, radius: 40, orientation: "flat", hexes: { a: [48, 42] } });
const UNIT = { side: "union", type: "infantry", strength: "5", label: "1/2/XIV" };

export function sample(...parts) {
  return svg("svg", { class: "mark-sample", viewBox: "0 0 96 84", width: 48, height: 42, "aria-hidden": "true", focusable: "false" }, parts);
}

export function target(kind, label, stop = false) {
  const { under } = overlays.target(SHEET, { hex: "a", kind, label, stop }, false);
  // A sample is no button.
  for (const name of ["role", "tabindex", "aria-label", "data-hex"]) under.removeAttribute(name);
  return sample(under);
}

export function outline(kind, text) {
  return sample(overlays.outline(SHEET, { hex: "a", kind, text }));
}

function unit(classes, back = false) {
  return sample(svg("g", { class: `counter side-union ${classes}${back ? " back" : ""}`, transform: "translate(48 42)" }, face({ ...UNIT, back }, 56)));
}

/** Every mark with what it says. */
export function marksKey() {
  const rows = [
    [target("reach", 3), "in reach, with the points it costs"],
    [target("reach", 4, true), "in reach; the unit has to stop there"],
    [sample(svg("g", { class: "zones" }, svg("polygon", { points: SHEET.corners("a", 0.99) }))), "an enemy zone of control"],
    [outline("exit", "↗"), "here the unit can leave the map"],
    [target("attack", "×"), "can be attacked by the units chosen"],
    [target("bombard", 2), "can be bombarded, at this range"],
    [outline("unseen", "?"), "in range, but there is no line of sight"],
    [outline("blocks"), "blocks the line of sight"],
    [outline("owed", "!"), "the enemy here must still be attacked"],
    [unit("owes"), "must still attack"],
    [unit("moved"), "has moved or fought"],
    [unit("selected"), "chosen"],
    [unit("", true), "ineffective: the back of the counter"],
    [target("retreat", "→"), "open to a retreat; ⇄ if a unit there must make room"],
    [target("advance", "↑"), "vacated: a unit may advance into it"],
  ];
  return h("ul", { class: "marks" }, rows.map(([picture, text]) => h("li", null, picture, h("span", null, text))));
}
