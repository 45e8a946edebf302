// Where hexes lie on the sheets of every map, and how the keyboard walks over them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Keyboard } from "../../web/js/board/keyboard.js";
import { Sheet } from "../../web/js/board/sheet.js";
import { boxOf, kept, Viewport } from "../../web/js/board/viewport.js";
import { nearestEdge } from "../../web/js/editor/tools/entries.js";
import { insets } from "../../web/js/game/sidebar.js";
import { corner } from "../../web/js/panel/inspector.js";
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

test("along an axis the map is centred in its room if it fits, and else leaves no more of it bare than may be", () => {
  for (const at of [-900, 0, 900]) assert.equal(kept(at, 300, 10, 500, 60), 110);
  assert.deepEqual(
    [-900, -300, 900].map((at) => kept(at, 800, 10, 500, 0)),
    [-290, -290, 10],
  );
  assert.deepEqual(
    [-900, -300, 900].map((at) => kept(at, 800, 10, 500, 60)),
    [-350, -300, 70],
  );
});

/** A viewport of a map in a frame, without motion. */
function seen(layout, width, height, covered = {}) {
  Object.assign(globalThis, {
    ResizeObserver: class {
      observe() {}
    },
    matchMedia: () => ({ matches: true }),
    cancelAnimationFrame: () => {},
  });
  const bounds = () => ({ width, height });
  const frame = Object.assign(new EventTarget(), { getBoundingClientRect: bounds, clientWidth: width });
  const viewport = new Viewport(frame, { style: {} });
  viewport.insets = () => ({ left: 0, top: 0, right: 0, bottom: 0, ...covered });
  viewport.fit(layout.width, layout.height, layout.radius);
  return viewport;
}

/** A hex's middle on the screen. */
const onScreen = ({ k, x, y }, hex) => ({ x: hex.x * k + x, y: hex.y * k + y });

const FRAMES = [
  [1040, 850, {}],
  [1440, 850, { right: 340 }],
  [390, 420, {}],
  [390, 420, { top: 110 }],
];

test("every hex can be moved clear of what lies over the map, at every zoom, and little of the table is bare", () => {
  for (const [map, layout] of layouts)
    for (const [width, height, covered] of FRAMES)
      for (const times of [1, 2, 6]) {
        const viewport = seen(layout, width, height, covered);
        viewport.whole();
        viewport.zoom(times);
        const { room } = viewport;
        const [right, bottom] = [room.left + room.width, room.top + room.height];
        for (const [dx, dy] of [1e5, -1e5].flatMap((dx) => [1e5, -1e5].map((dy) => [dx, dy]))) {
          viewport.pan(dx, dy);
          const { x, y, k } = viewport;
          const where = `${map} ${width} × ${height} × ${times}: ${x}, ${y}`;
          const [wide, high] = [layout.width * k, layout.height * k];
          // The end of the map that was dragged in lies in the room.
          assert.ok(dx > 0 ? x >= room.left : x + wide <= right, where);
          assert.ok(dy > 0 ? y >= room.top : y + high <= bottom, where);
          if (wide > room.width) assert.ok(dx > 0 ? x <= room.left + 60 : x + wide >= right - 60, where);
          else assert.ok(Math.abs(x - room.left - (right - x - wide)) < 1, where);
        }
      }
});

test("a field is opened whole where its counters can be read, and shown whole without the rest of the sheet", () => {
  for (const [map, layout] of layouts)
    for (const [width, height, covered] of FRAMES) {
      const viewport = seen(layout, width, height, covered);
      viewport.field = boxOf(layout.hexes.slice(0, 40), layout.radius);
      const { x, y, width: wide, height: high } = viewport.field;
      const inSight = () => {
        const { k, room } = viewport;
        const [left, top] = [x * k + viewport.x - room.left, y * k + viewport.y - room.top];
        return left >= 0 && top >= 0 && left + wide * k <= room.width && top + high * k <= room.height;
      };
      const where = `${map} in ${width} × ${height}`;
      viewport.whole();
      assert.ok(inSight(), where);
      assert.ok(viewport.k > viewport.least, where);
      viewport.open(layout.hexes[0].x, layout.hexes[0].y);
      assert.ok(viewport.k * layout.radius >= 34 - 1e-6, where);
      const fits = 0.96 * Math.min(viewport.room.width / wide, viewport.room.height / high);
      if (fits * layout.radius >= 34) assert.ok(inSight(), where);
    }
});

test("a hand that zooms is heard to rest once; a step of a button or a key rests at once", ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const viewport = seen([...layouts.values()][0], 1040, 850);
  const heard = [];
  viewport.onchange = () => heard.push(viewport.zooming);
  for (let step = 0; step < 3; step++) viewport.zoom(1.2, { x: 10, y: 10 });
  assert.deepEqual(heard.splice(0), [true, true, true]);
  mock.timers.tick(1000);
  assert.deepEqual(heard.splice(0), [false]);
  viewport.zoom(1.2);
  mock.timers.tick(1000);
  assert.deepEqual(heard, [false]);
});

test("a question is framed clear of the cards without bare table, and the next one nearly as near as was chosen", () => {
  for (const [map, layout] of layouts)
    for (const [width, height, covered] of FRAMES) {
      const viewport = seen(layout, width, height, covered);
      const { hexes, radius } = layout;
      const margin = radius;
      viewport.open(hexes[0].x, hexes[0].y);
      const { chosen, room } = viewport;
      for (const [a, b] of [
        [hexes[0], hexes[1]],
        [hexes[0], hexes.at(-1)],
        [hexes.at(-1), hexes.at(-2)],
      ]) {
        viewport.frameOn([a, b], margin);
        for (const hex of [a, b]) {
          const at = onScreen(viewport, hex);
          const where = `${map} ${hex.hex} in ${width} × ${height} at ${at.x}, ${at.y}`;
          assert.ok(at.x > room.left && at.x < room.left + room.width, where);
          assert.ok(at.y > room.top && at.y < room.top + room.height, where);
        }
        const far = Math.max(Math.abs(a.x - b.x) / room.width, Math.abs(a.y - b.y) / room.height) > 1 / chosen;
        if (far) assert.ok(viewport.k < chosen, `${map}: ${viewport.k} of ${chosen}`);
        if (b !== hexes.at(-1)) assert.ok(viewport.k > 0.8 * chosen, map);
        const { x, y, k } = viewport;
        viewport.frameOn([{ x: a.x * 0.99 + b.x * 0.01, y: a.y * 0.99 + b.y * 0.01 }, b], margin);
        assert.deepEqual([viewport.x, viewport.y, viewport.k], [x, y, k], "what is in sight moves nothing");
        const wide = layout.width * viewport.k;
        if (wide > room.width) assert.ok(viewport.x <= room.left && viewport.x + wide >= room.left + room.width - 1e-6);
      }
      viewport.zoom(1.5);
      assert.ok(viewport.chosen > chosen, "a zoom by hand is a choice");
    }
});

test("a card over the map is covered where it costs least, the hex card lies where the question is not", () => {
  const frame = { left: 0, top: 50, right: 1000, bottom: 850 };
  const none = { left: 0, top: 0, right: 0, bottom: 0 };
  const box = (left, top, right, bottom) => ({ left, top, right, bottom });
  assert.deepEqual(insets(frame, [box(660, 60, 990, 600)]), { ...none, right: 340 });
  assert.deepEqual(insets(frame, [box(10, 60, 990, 150)]), { ...none, top: 100 });
  assert.deepEqual(insets(frame, [box(1000, 50, 1400, 850), box(0, 0, 0, 0)]), none, "what lies beside it");
  assert.deepEqual(insets(frame, [box(0, 50, 1000, 850)]), none, "what is over all of it");

  const field = { x: 0, y: 50, width: 1000, height: 800 };
  const card = { offsetWidth: 300, offsetHeight: 200 };
  const at = (points, taken = []) => {
    const { x, y } = corner(field, card, points, taken);
    return `${y < 400 ? "top" : "bottom"} ${x < 500 ? "left" : "right"}`;
  };
  assert.equal(at([{ x: 900, y: 100 }]), "bottom left");
  assert.equal(at([{ x: 100, y: 100 }]), "bottom right");
  const buttons = { x: 940, y: 700, width: 44, height: 140 };
  assert.equal(at([{ x: 100, y: 100 }], [buttons]), "top right", "a corner with buttons is taken");
  const corners = [100, 900].flatMap((x) => [100, 800].map((y) => ({ x, y })));
  assert.equal(at([...corners, { x: 120, y: 780 }]), "bottom right", "where it hides the fewest");
});
