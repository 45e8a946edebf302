//! Areas of the same kind of ground: which hexes belong to one, and the outline of it.
//!
//! One ring of hexes around the sheet is drawn but not played on, so that the ground runs out under
//! the neat line, as on a printed map, instead of stopping at the last hexside.

use std::collections::{BTreeMap, BTreeSet};

use hexmap::{Direction, Ground, Map, Water};

use crate::Geometry;
use crate::geometry::{Node, Point, beyond, side};
use crate::grain::{grain, sway, swayed};

/// The ground of every hex of the sheet and of the ring around it.
pub(crate) struct Field {
    ground: BTreeMap<Node, Ground>,
}

impl Field {
    pub(crate) fn new(map: &Map, geometry: &Geometry) -> Field {
        let mut ground: BTreeMap<Node, Ground> =
            map.grid.hexes().map(|hex| (geometry.node(hex), map.ground(hex))).collect();
        // For each hex of the ring, the hexes of the sheet that it touches.
        let mut ring: BTreeMap<Node, Vec<Node>> = BTreeMap::new();
        for hex in map.grid.hexes() {
            for direction in Direction::ALL {
                if map.grid.neighbour(hex, direction).is_none() {
                    let outside = beyond(geometry.layout(), geometry.node(hex), direction.index());
                    ring.entry(outside).or_default().push(geometry.node(hex));
                }
            }
        }
        // The hexes that have a hex of the ring to themselves: a river leaves the sheet only
        // through that one.
        let with_own: BTreeSet<Node> = ring
            .values()
            .filter_map(|inner| if let [only] = inner[..] { Some(only) } else { None })
            .collect();
        let mut drawn = Vec::new();
        for (&node, touched) in &ring {
            let inner: Vec<Ground> = touched.iter().filter_map(|at| ground.get(at).copied()).collect();
            let wet = |at: &&Node| ground.get(*at).is_some_and(|g| g.water != Water::None);
            let flows = 2 * touched.iter().filter(wet).count() > touched.len()
                || touched.iter().filter(wet).any(|at| !with_own.contains(at));
            // For dry ground, the kind that most neighbours have; of two equally common kinds the
            // wilder.
            let rank = |g: &Ground| {
                let count = inner.iter().filter(|other| same_kind(other, g)).count();
                (count, g.woods, g.rough)
            };
            let best = inner.iter().filter(|g| !g.town && g.water == Water::None).max_by_key(|g| rank(g));
            drawn.push((
                node,
                match best {
                    _ if flows => Ground { water: Water::River, ..Ground::default() },
                    Some(best) => *best,
                    None => Ground::default(),
                },
            ));
        }
        ground.extend(drawn);
        Field { ground }
    }

    pub(crate) fn levels(&self) -> BTreeMap<Node, u8> {
        self.ground.iter().map(|(&node, ground)| (node, ground.level)).collect()
    }

    /// The hexes whose ground passes the test.
    pub(crate) fn nodes(&self, test: impl Fn(Ground) -> bool) -> BTreeSet<Node> {
        self.ground.iter().filter(|(_, g)| test(**g)).map(|(&node, _)| node).collect()
    }
}

fn same_kind(a: &Ground, b: &Ground) -> bool {
    (a.woods, a.rough, a.water == Water::None) == (b.woods, b.rough, b.water == Water::None)
}

/// The outlines of a set of hexes. Each is a closed sequence of corners, clockwise around the set
/// (so that the set is on the right) and counter-clockwise around holes in it.
pub(crate) fn outlines(geometry: &Geometry, set: &BTreeSet<Node>) -> Vec<Vec<Node>> {
    let layout = geometry.layout();
    let mut next: BTreeMap<Node, Node> = BTreeMap::new();
    for &node in set {
        for k in 0..6 {
            if !set.contains(&beyond(layout, node, k)) {
                // Three hexes meet at a corner, so an outline that reaches a corner has only one
                // way to leave it.
                let (from, to) = side(layout, node, k);
                next.insert(from, to);
            }
        }
    }
    let mut loops = Vec::new();
    while let Some((start, mut at)) = next.pop_first() {
        let mut run = vec![start];
        while at != start {
            run.push(at);
            match next.remove(&at) {
                Some(to) => at = to,
                None => break,
            }
        }
        loops.push(run);
    }
    loops
}

/// The outline moved inwards by `inset`, corner for corner. Accurate up to about half a hex's
/// width.
pub(crate) fn inset(geometry: &Geometry, run: &[Node], inset: f64) -> Vec<Point> {
    let points: Vec<Point> = run.iter().map(|&node| geometry.point(node)).collect();
    let count = points.len();
    (0..count)
        .map(|i| {
            let (before, at, after) = (points[(i + count - 1) % count], points[i], points[(i + 1) % count]);
            let (a, b) = (before.heading(at), at.heading(after));
            // The set lies to the right: with y to the south, the inward normal of (x, y) is (-y,
            // x).
            let (nx, ny) = (-a.y - b.y, a.x + b.x);
            let scale = inset / (1.0 + a.x * b.x + a.y * b.y);
            at.shifted(nx * scale, ny * scale)
        })
        .collect()
}

/// The outline as nature draws it: it runs near the hexsides, but on neither side of them for long,
/// and cuts or fills their corners. `by` is how far inwards it lies on the whole and `wander` how
/// far a hexside's middle may stray; every centre stays on its own side as long as both together
/// are well below half a hex.
pub(crate) fn natural(geometry: &Geometry, run: &[Node], by: f64, wander: f64, salt: u32) -> Vec<Point> {
    let corners = inset(geometry, run, by);
    let count = corners.len();
    let mut points = Vec::with_capacity(count * 3);
    for i in 0..count {
        let (before, at, after) = (corners[(i + count - 1) % count], corners[i], corners[(i + 1) % count]);
        // Between half and all of the way to the line that cuts the corner.
        let chord = at.middle(before).middle(at.middle(after));
        let cut = 0.5 + 0.5 * grain(run[i], salt);
        points.push(swayed(at.towards(chord, cut), run[i], salt + 1, wander * 0.4));
        let (a, b) = (run[i], run[(i + 1) % count]);
        let (middle, heading) = ((a.0 + b.0, a.1 + b.1), at.heading(after));
        for (part, salt, reach) in [(0.36, salt + 3, wander), (0.66, salt + 5, wander * 0.7)] {
            let off = sway(middle, salt, reach);
            points.push(at.towards(after, part).shifted(-heading.y * off, heading.x * off));
        }
    }
    points
}
