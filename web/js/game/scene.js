// A view of a game as a state of the board: counters, flags, and the marks of what is owed.

import * as words from "../common/words.js";

/** A unit as a counter's face. */
export function counter(unit) {
  return {
    id: unit.id,
    hex: unit.hex,
    side: unit.side,
    type: unit.type,
    strength: words.strength(unit),
    label: unit.name,
    foot: words.foot(unit),
    back: unit.ineffective,
  };
}

/** Units on the map, hex by hex, the later one on top. */
export function stacks(view) {
  const byHex = new Map();
  for (const unit of view.units) {
    if (unit.status !== "map" || !unit.hex) continue;
    byHex.set(unit.hex, [...(byHex.get(unit.hex) ?? []), unit]);
  }
  return byHex;
}

/**
 * The board's state for a view of a game of that system. `marks`: what the question at hand adds, `{selected, rings: Map unit → class,
 * active: Set of units, drag: Set, fanned, targets, zones, outlines, lines, path}`.
 */
export function scene(view, system, marks = {}) {
  const { selected, rings = new Map(), active = new Set(), drag = new Set() } = marks;
  const owes = new Set(view.owed?.attackers ?? []);
  const counters = [];
  for (const [hex, stack] of stacks(view)) {
    // The chosen unit lies on top, so that one sees what one moves.
    const sorted = [...stack].sort((a, b) => (a.id === selected) - (b.id === selected));
    const top = [...sorted].reverse().find((unit) => active.has(unit.id));
    for (const unit of sorted) {
      const classes = [
        ...system.marks(unit),
        owes.has(unit.id) && "owes",
        active.has(unit.id) && "active",
        unit.id === selected && "selected",
        rings.get(unit.id),
      ].filter(Boolean);
      const more = stack.length > 1 ? `, with ${words.listed(stack.filter((one) => one !== unit).map((one) => one.name))}` : "";
      const owing = owes.has(unit.id) ? ", owes an attack" : "";
      const on = unit.id === selected || rings.get(unit.id)?.includes("chosen");
      counters.push({
        ...system.counter(unit),
        name: `${system.said(unit)}, hex ${hex}${more}${owing}`,
        classes,
        tab: unit === top,
        drag: drag.has(unit.id),
        pressed: active.has(unit.id) ? String(Boolean(on)) : undefined,
      });
    }
  }
  const outlines = [
    ...(view.owed?.defenders ?? []).map((hex) => ({ hex, kind: "owed", text: "!" })),
    ...(view.combat?.defenders ?? []).map((hex) => ({ hex, kind: "fought" })),
    ...(marks.outlines ?? []),
  ];
  return {
    counters,
    outlines,
    flags: (view.control ?? []).map(({ hex, side }) => ({ hex, side, letter: words.side(side)[0] })),
    fanned: marks.fanned ?? null,
    targets: marks.targets ?? [],
    zones: marks.zones ?? [],
    lines: marks.lines ?? [],
    path: marks.path ?? [],
  };
}

/** Every hex that an event speaks of. */
export function hexesOf(event, view) {
  const hexes = [event.to, event.hex, event.target, event.from, ...(event.path ?? []).slice(-1), ...(event.defenders ?? [])];
  if (event.unit && !hexes.some(Boolean)) hexes.push(view?.units.find((unit) => unit.id === event.unit)?.hex);
  return [...new Set(hexes.filter((hex) => typeof hex === "string"))];
}
