// A diagram of the rules reference: a small sheet with units, marks and arrows, drawn as the board
// draws them.

import { face, SIZE, stand } from "../board/counter-face.js";
import { outline, patterns } from "../board/overlays.js";
import { Sheet } from "../board/sheet.js";
import { h, makeSvg, show } from "../common/html.js";
import * as texts from "../texts/rules.js";

/** @import { Diagram, DiagramUnit, Layout } from "protocol" */

/** Pixels for a unit of the sheet: a hex is as large in every diagram. */
const SCALE = 0.8;

/**
 * `{layout, picture?, svg?, units, marks, arrows, caption}`: the sheet's own picture lies beneath.
 * @param {Diagram} plan
 */
export function diagram(plan) {
  const { layout, picture, units = [], marks = [], arrows = [], caption } = plan;
  return h(
    "figure",
    { class: "diagram" },
    layout && canvas(layout, picture ?? inline(plan.svg), units, marks, arrows, caption),
    caption && h("figcaption", null, caption),
  );
}

/** @param {string | undefined} text */
function inline(text) {
  return text ? `data:image/svg+xml,${encodeURIComponent(text)}` : null;
}

/** Patterns and arrowheads, once a page: those of a diagram would go with it. */
function provide() {
  if (document.getElementById("hatch-zone")) return;
  const canvas = makeSvg("svg", { class: "aloud", width: 0, height: 0, "aria-hidden": "true", focusable: "false" });
  document.body.append(show(canvas, h("defs", null, patterns())));
}

/**
 * @param {Layout} layout
 * @param {string | null} picture
 * @param {DiagramUnit[]} units
 * @param {Diagram["marks"]} marks
 * @param {Diagram["arrows"]} arrows
 * @param {string | undefined} caption
 */
function canvas(layout, picture, units, marks, arrows, caption) {
  provide();
  const sheet = new Sheet(layout);
  const { width, height, radius } = sheet;
  // Of the drawn sheet only the hexes are wanted, not its frame and margin.
  const { origin = { x: 0, y: 0 }, end = { x: width, y: height } } = layout;
  const box = { x: origin.x - 4, y: origin.y - 4, width: end.x - origin.x + 8, height: end.y - origin.y + 8 };
  /** @type {Map<string, DiagramUnit[]>} */
  const stacks = new Map();
  for (const unit of units) stacks.set(unit.hex, [...(stacks.get(unit.hex) ?? []), unit]);
  const counters = [...stacks].flatMap(([hex, stack]) =>
    stack.map((unit, index) => {
      const { x, y } = sheet.centre(hex);
      const [dx, dy] = stand(index, stack.length, false);
      const letter = unit.type === "artillery" ? "a" : unit.type === "cavalry" ? "c" : "";
      const shown = { ...unit, strength: `${unit.strength}${letter}`, label: unit.name ?? "", back: unit.ineffective };
      return h(
        "g",
        {
          class: `counter side-${unit.side}${unit.ineffective ? " back" : ""}`,
          transform: `translate(${x + dx * radius} ${y + dy * radius})`,
        },
        face(shown, radius * SIZE),
      );
    }),
  );
  const occupied = new Set(units.map((unit) => unit.hex));
  const picks = marks.map((mark) => outline(sheet, { hex: mark.hex, kind: `mark-${mark.kind}` }));
  const labels = marks
    .filter((mark) => mark.text)
    .map((mark) => label(sheet, mark.hex, mark.text ?? "", occupied.has(mark.hex)));
  const written = new Set(marks.filter((mark) => mark.text).map((mark) => mark.hex));
  const lines = arrows.map((arrow) => {
    const [a, b] = [sheet.centre(arrow.from), sheet.centre(arrow.to)];
    // An arrow stops short of what is written or stands where it leads.
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const short = arrow.kind === "sight" ? 0 : occupied.has(arrow.to) ? 0.62 : written.has(arrow.to) ? 0.42 : 0;
    const part = 1 - (short * radius) / length;
    return h("line", {
      class: `arrow arrow-${arrow.kind}`,
      x1: a.x,
      y1: a.y,
      x2: a.x + (b.x - a.x) * part,
      y2: a.y + (b.y - a.y) * part,
      "marker-end": arrow.kind === "sight" ? null : "url(#arrow)",
    });
  });
  return h(
    "svg",
    {
      class: "diagram-sheet",
      viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
      width: Math.round(box.width * SCALE),
      height: Math.round(box.height * SCALE),
      role: "img",
      "aria-label": caption ?? texts.diagram,
    },
    picture && h("image", { href: picture, width, height }),
    picks,
    counters,
    lines,
    labels,
  );
}

/**
 * @param {Sheet} sheet
 * @param {string} hex
 * @param {string} text
 * @param {boolean} low
 */
function label(sheet, hex, text, low) {
  const { x, y } = sheet.centre(hex);
  const r = sheet.radius;
  return h("text", { class: "mark-text", x, y: y + (low ? r * 0.8 : r * 0.2), "font-size": r * 0.5 }, text);
}
