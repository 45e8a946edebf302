// A scan laid over the map by three points: the affine map that they make.

import assert from "node:assert/strict";
import { test } from "node:test";
import { growth, image, origin, spread, stretch, through } from "../../web/js/picture/affine.js";

const TURN = (4 * Math.PI) / 180;
const [COS, SIN] = [0.9 * Math.cos(TURN), 0.9 * Math.sin(TURN)];
/** What a scanner made of a sheet: smaller, and not quite straight. */
const SCAN = { a: COS, b: SIN, c: -SIN, d: COS, e: 130, f: 40 };
const FROM = [
  { x: 3, y: 7 },
  { x: 210, y: 11 },
  { x: 50, y: 160 },
];

const near = (actual, expected) => {
  for (const [key, value] of Object.entries(expected))
    assert.ok(Math.abs(actual[key] - value) < 1e-9, `${key} is ${actual[key]}, not ${value}`);
};

test("three points make the one map that takes them to three others", () => {
  const to = FROM.map((point) => image(SCAN, point));
  const map = through(FROM, to);
  near(map, SCAN);
  near(origin(map, image(map, { x: -20, y: 90 })), { x: -20, y: 90 });
  near({ stretch: stretch(map), growth: growth(map) }, { stretch: 1, growth: 0.81 });
});

test("what mirrors, stretches, or lies on one line is known", () => {
  const flipped = through(
    FROM,
    FROM.map(({ x, y }) => ({ x: -x, y: 2 * y })),
  );
  assert.ok(growth(flipped) < 0);
  near({ stretch: stretch(flipped) }, { stretch: 2 });
  const line = [
    { x: 0, y: 0 },
    { x: 2, y: 1 },
    { x: 8, y: 4 },
  ];
  assert.equal(spread(line), 0);
  assert.equal(through(line, FROM), null);
  assert.equal(spread([line[0], line[0], line[0]]), 0);
  near({ spread: spread([line[0], { x: 4, y: 0 }, { x: 2, y: 1 }]) }, { spread: 0.25 });
});
