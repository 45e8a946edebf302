// Affine maps of the plane: how a picture is moved, turned and stretched until three of its points lie
// where they should.

/** @typedef {{ x: number, y: number }} Point */

/**
 * `x' = a·x + c·y + e`, `y' = b·x + d·y + f`, in the order of CSS' `matrix()`.
 * @typedef {{ a: number, b: number, c: number, d: number, e: number, f: number }} Affine
 */

/**
 * Twice the area of a triangle; negative if its corners go round the other way.
 * @param {readonly Point[]} corners
 */
function twiceArea([p, q, r]) {
  return (q.x - p.x) * (r.y - p.y) - (r.x - p.x) * (q.y - p.y);
}

/**
 * The one map that takes three points to three others, or null if the points lie on one line.
 * @param {readonly Point[]} from
 * @param {readonly Point[]} to
 * @returns {Affine | null}
 */
export function through(from, to) {
  const whole = twiceArea(from);
  if (whole === 0) return null;
  const [p, q, r] = from;
  // Cramer's rule, once for each coordinate of the ends.
  const solve = (/** @type {"x" | "y"} */ axis) => {
    const [u, v] = [to[1][axis] - to[0][axis], to[2][axis] - to[0][axis]];
    const across = (u * (r.y - p.y) - v * (q.y - p.y)) / whole;
    const down = (v * (q.x - p.x) - u * (r.x - p.x)) / whole;
    return { across, down, start: to[0][axis] - across * p.x - down * p.y };
  };
  const [x, y] = [solve("x"), solve("y")];
  return { a: x.across, b: y.across, c: x.down, d: y.down, e: x.start, f: y.start };
}

/**
 * Where a map takes a point.
 * @param {Affine} map
 * @param {Point} point
 * @returns {Point}
 */
export function image({ a, b, c, d, e, f }, { x, y }) {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/**
 * By how much areas grow; negative if the map mirrors.
 * @param {Affine} map
 */
export function growth({ a, b, c, d }) {
  return a * d - b * c;
}

/**
 * The point that a map takes to this one. The map must not flatten the plane.
 * @param {Affine} map
 * @param {Point} point
 * @returns {Point}
 */
export function origin(map, point) {
  const { a, b, c, d, e, f } = map;
  const [x, y] = [point.x - e, point.y - f];
  return { x: (d * x - c * y) / growth(map), y: (a * y - b * x) / growth(map) };
}

/**
 * How far three points are from lying on one line: the height of their triangle as a part of its
 * longest side. 0 on a line, 0.87 at most.
 * @param {readonly Point[]} points
 */
export function spread(points) {
  const [p, q, r] = points;
  const far = (/** @type {Point} */ s, /** @type {Point} */ t) => (s.x - t.x) ** 2 + (s.y - t.y) ** 2;
  const longest = Math.max(far(p, q), far(q, r), far(r, p));
  return longest === 0 ? 0 : Math.abs(twiceArea(points)) / longest;
}

/**
 * How much more a map stretches in one direction than across it: 1 if shapes stay as they are.
 * @param {Affine} map
 */
export function stretch(map) {
  const { a, b, c, d } = map;
  const sum = a * a + b * b + c * c + d * d;
  const area = Math.abs(growth(map));
  // The ratio of the singular values, whose squares add up to `sum` and whose product is `area`.
  return (sum + Math.sqrt(Math.max(0, sum * sum - 4 * area * area))) / (2 * area);
}
