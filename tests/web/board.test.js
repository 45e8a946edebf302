// Where hexes lie on the sheets of every map, and how the keyboard walks over them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Keyboard } from "../../web/js/board/keyboard.js";
import { Sheet } from "../../web/js/board/sheet.js";
import { nearestEdge } from "../../web/js/editor/tools/entries.js";
import { scout } from "./server.js";

const { scenarios } = await scout.ask("initialize");
const layouts = new Map();
for (const map of new Set(scenarios.map(({ map }) => map))) layouts.set(map, await scout.fetch(`/maps/${map}.json`));

test("a point lies in the hex whose middle is nearest, and nearest to one of its sides", () => {
  for (const [map, layout] of layouts) {
    const sheet = new Sheet(layout);
    for (const { hex, x, y } of layout.hexes.filter((_, index) => index % 7 === 0)) {
      assert.equal(sheet.at(x + layout.radius * 0.3, y - layout.radius * 0.3), hex, `${map} ${hex}`);
      for (let side = 0; side < 6; side++) {
        const [a, b] = sheet.ends(hex, side);
        const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
        const inside = { x: middle.x * 0.8 + x * 0.2, y: middle.y * 0.8 + y * 0.2 };
        assert.equal(sheet.hexsideAt(hex, inside), side);
        const to = sheet.neighbour(hex, side);
        if (to === null) continue;
        assert.equal(sheet.hexsideTo(hex, to), side);
        assert.equal(sheet.hexsideTo(to, hex), (side + 3) % 6, `${map}: back from ${to} to ${hex}`);
        const beyond = { x: middle.x * 1.2 - x * 0.2, y: middle.y * 1.2 - y * 0.2 };
        assert.equal(sheet.at(beyond.x, beyond.y), to, `${map}: over side ${side} of ${hex}`);
      }
    }
    assert.equal(sheet.at(-1000, -1000), null);
  }
});

/** A board of a map on which keys are pressed; `walk` presses one again and again, to the edge of the sheet. */
function keyed(layout) {
  const frame = new EventTarget();
  const [first] = layout.hexes;
  const presses = [];
  const moves = [];
  const board = {
    sheet: new Sheet(layout),
    cursor: null,
    point: (hex) => (board.cursor = hex),
    nearest: () => first.hex,
    focused: () => board.cursor && { hex: board.cursor, unit: null },
    viewport: {
      pan: (x, y) => moves.push(["pan", x, y]),
      zoom: (by) => moves.push(["zoom", by]),
      whole: () => moves.push(["whole"]),
    },
  };
  const keyboard = new Keyboard(frame, board, { press: (at) => presses.push(at) });
  const key = (name, more = {}) => {
    const event = Object.assign(new Event("keydown", { cancelable: true }), { key: name, ...more });
    frame.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const walk = (name) => {
    const way = [board.cursor];
    for (key(name); way.at(-1) !== board.cursor; key(name)) way.push(board.cursor);
    return way.map((hex) => board.sheet.hex(hex));
  };
  return { board, keyboard, key, walk, presses, moves };
}

test("a journey over the sheet does not drift, and leads back", () => {
  for (const [map, layout] of layouts) {
    // The edges where two sheets meet are ragged.
    if (map === "two-battles") continue;
    const { board, keyboard, walk } = keyed(layout);
    const { radius } = layout;
    for (const [there, back, axis] of [
      ["ArrowRight", "ArrowLeft", "y"],
      ["ArrowDown", "ArrowUp", "x"],
    ]) {
      const middle = layout.hexes[Math.floor(layout.hexes.length / 2)];
      board.point(middle.hex);
      keyboard.reset();
      walk(back);
      const way = walk(there);
      assert.ok(way.length > 5, `${map}: ${way.length} hexes by ${there}`);
      // Only where the sheet ends it gives way.
      const [, , first] = way;
      for (const one of way.slice(2, -2))
        assert.ok(Math.abs(one[axis] - first[axis]) < radius * 1.1, `${map}: ${one.hex} is off ${first.hex}`);
      assert.ok(Math.abs(walk(back).length - way.length) <= 2);
    }
  }
});

test("keys point, press, pan and zoom; others go on to the page", () => {
  const { board, key, presses, moves } = keyed(layouts.get("training"));
  assert.ok(key("ArrowUp"));
  assert.equal(board.cursor, layouts.get("training").hexes[0].hex, "the first key takes the nearest");
  assert.ok(key("Enter"));
  assert.ok(key(" "));
  assert.deepEqual(
    presses.map(({ hex, named, key: by }) => [hex, named, by]),
    [
      [board.cursor, true, "enter"],
      [board.cursor, true, "space"],
    ],
  );
  const { cursor } = board;
  assert.ok(key("ArrowRight", { shiftKey: true }));
  assert.equal(board.cursor, cursor, "with the shift key the map is moved");
  for (const name of ["+", "-", "0"]) assert.ok(key(name));
  assert.deepEqual(
    moves.map(([what]) => what),
    ["pan", "zoom", "zoom", "whole"],
  );
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    assert.equal(key("ArrowUp", more), false);
  assert.equal(key("e"), false);
});

test("a way leaves the sheet by the edge that is nearest", () => {
  const layout = layouts.get("training");
  const sheet = new Sheet(layout);
  const by = (axis) => layout.hexes.toSorted((a, b) => a[axis] - b[axis]);
  const middle = (list, axis) => list.toSorted((a, b) => a[axis] - b[axis])[Math.floor(list.length / 2)].hex;
  const outermost = (list, axis) => list.filter((one) => Math.abs(one[axis] - list[0][axis]) < 1);
  assert.equal(nearestEdge(sheet, middle(outermost(by("x"), "x"), "y")), "west");
  assert.equal(nearestEdge(sheet, middle(outermost(by("x").toReversed(), "x"), "y")), "east");
  assert.equal(nearestEdge(sheet, middle(outermost(by("y"), "y"), "x")), "north");
  assert.equal(nearestEdge(sheet, middle(outermost(by("y").toReversed(), "y"), "x")), "south");
});
