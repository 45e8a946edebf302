// Samples of the marks that a board draws, for the key to them.

import { h } from "../common/html.js";
import { face } from "./counter-face.js";
import * as overlays from "./overlays.js";
import { Sheet } from "./sheet.js";

/**
 * @import { Child } from "../common/html.js"
 * @import { CounterFace } from "./counter-face.js"
 */

const HEX = { hex: "a", x: 48, y: 42, column: 0, row: 0, ground: "", neighbours: [] };
const SHEET = new Sheet({
  width: 96,
  height: 84,
  radius: 40,
  layout: "flat",
  corners: [],
  directions: [],
  hexes: [HEX],
});

/**
 * A picture as large as the others.
 * @param {Child[]} parts
 */
function sample(...parts) {
  return h(
    "svg",
    { class: "mark-sample", viewBox: "0 0 96 84", width: 48, height: 42, "aria-hidden": "true", focusable: "false" },
    parts,
  );
}

/**
 * A hex that can be chosen.
 * @param {string} kind
 * @param {string | number} label
 * @param {boolean} [stop]
 */
export function targetSample(kind, label, stop = false) {
  const { under } = overlays.target(SHEET, { hex: "a", kind, label, stop }, false);
  return sample(under);
}

/**
 * A hex drawn round.
 * @param {string} kind
 * @param {string} [text]
 */
export function outlineSample(kind, text) {
  return sample(overlays.outline(SHEET, { hex: "a", kind, text }));
}

/**
 * A counter in the middle of a hex.
 * @param {CounterFace} counter
 * @param {string} [classes]
 */
export function counterSample(counter, classes = "") {
  const back = counter.back ? " back" : "";
  const drawn = h(
    "g",
    { class: `counter side-${counter.side} ${classes}${back}`, transform: "translate(48 42)" },
    face(counter, 56),
  );
  return sample(drawn);
}

/** A hatched hex. */
export function zoneSample() {
  return sample(h("g", { class: "zones" }, h("polygon", { points: SHEET.corners("a", 0.99) })));
}

/**
 * The key: `rows` of a picture and what it says.
 * @param {[Child, string][]} rows
 */
export function keyOf(rows) {
  return h(
    "ul",
    { class: "marks" },
    rows.map(([picture, text]) => h("li", null, picture, h("span", null, text))),
  );
}
