// A view of a game as a state of the board: counters, flags, and what its game always marks.

import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import * as texts from "../texts/game.js";

/**
 * @import { BoardCounter, BoardState } from "../board/board.js"
 * @import { GamePage } from "../games/pages.js"
 * @import { BySide, ToldEvent, Unit, View } from "protocol"
 */

/**
 * What the question at hand adds to the board: `rings` are classes of units, `active` those that
 * can act, `drag` those that can be dragged.
 * @typedef {{
 *   selected?: string | null, rings?: Map<string, string>, active?: Set<string>,
 *   drag?: Set<string>,
 * } & Partial<Pick<BoardState, "fanned" | "targets" | "zones" | "outlines" | "lines" | "path" | "signs" | "strokes">>}
 * Marks
 */

/** Units on the map, hex by hex, the later one on top. */
export function stacks(/** @type {View} */ view) {
  /** @type {Map<string, Unit[]>} */
  const byHex = new Map();
  for (const unit of view.units) {
    if (unit.status !== "map" || !unit.hex) continue;
    byHex.set(unit.hex, [...(byHex.get(unit.hex) ?? []), unit]);
  }
  return byHex;
}

/**
 * The board's state for a view of a game of that system. `marks`: what the question at hand adds,
 * `{selected, rings: Map unit → class, active: Set of units, drag: Set, fanned, targets, zones,
 * outlines, lines, path, strokes}`.
 * @param {View} view
 * @param {GamePage} page
 * @param {Marks} [marks]
 */
export function scene(view, page, marks = {}) {
  const { selected, rings = new Map(), active = new Set(), drag = new Set() } = marks;
  const owes = page.owing(view);
  /** @type {BoardCounter[]} */
  const counters = [];
  for (const [hex, stack] of stacks(view)) {
    // The chosen unit lies on top, so that one sees what one moves.
    const sorted = [...stack].sort((a, b) => Number(a.id === selected) - Number(b.id === selected));
    const top = [...sorted].reverse().find((unit) => active.has(unit.id));
    for (const unit of sorted) {
      const classes = [
        ...page.counterClasses(unit),
        owes.has(unit.id) && "owes",
        active.has(unit.id) && "active",
        unit.id === selected && "selected",
        rings.get(unit.id),
      ].filter(truthy);
      const others = stack.filter((one) => one !== unit).map((one) => one.name);
      const on = unit.id === selected || rings.get(unit.id)?.includes("chosen");
      counters.push({
        ...page.counter(unit),
        name: texts.counter(page.unitAloud(unit), hex, others, owes.has(unit.id)),
        classes,
        tab: unit === top,
        drag: drag.has(unit.id),
        pressed: active.has(unit.id) ? String(Boolean(on)) : undefined,
      });
    }
  }
  const outlines = [...page.outlines(view), ...(marks.outlines ?? [])];
  return {
    counters,
    outlines,
    flags: view.control.map(({ hex, side, points }) => ({
      hex,
      side,
      letter: words.side(side)[0] ?? "",
      points: worth(points),
    })),
    totals: [...stacks(view)]
      .filter(([, stack]) => stack.length > 1)
      .map(([hex, stack]) => ({ hex, side: stack[0].side, text: page.total(stack), pips: stack.length })),
    fanned: marks.fanned ?? null,
    targets: marks.targets ?? [],
    zones: marks.zones ?? [],
    veiled: ("outside" in view && view.outside?.hexes) || [],
    lines: marks.lines ?? [],
    path: marks.path ?? [],
    signs: marks.signs ?? [],
    strokes: marks.strokes ?? [],
  };
}

/** What an objective is worth, in figures: to both the same, or to the Union and the Confederacy. */
function worth(/** @type {BySide<number> | undefined} */ points) {
  if (!points) return "";
  const { union, confederate } = points;
  if (union === confederate || !confederate) return union ? `${union}` : "";
  return union ? `${union}/${confederate}` : `${confederate}`;
}

/**
 * Every hex that an event speaks of.
 * @param {ToldEvent} event
 * @param {View | null} [view]
 */
export function hexesOf(event, view) {
  /** @type {(string | null | undefined)[]} */
  const hexes = [
    event.to,
    event.hex,
    event.target,
    event.from,
    ...(event.path ?? []).slice(-1),
    ...(event.defenders ?? []),
  ];
  if (event.unit && !hexes.some(Boolean)) hexes.push(view?.units.find((unit) => unit.id === event.unit)?.hex);
  return [...new Set(hexes.filter((hex) => typeof hex === "string"))];
}
