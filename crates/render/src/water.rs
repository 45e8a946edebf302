//! Rivers that fill hexes, and creeks that run along hexsides.

use std::collections::{BTreeMap, BTreeSet};

use hexmap::{Crossing, Direction, Map, Water};

use crate::Geometry;
use crate::area::{natural, outlines};
use crate::geometry::{Node, Point, side};
use crate::grain::{sway, swayed};
use crate::ink::{WATER, WATER_LINE};
use crate::pen::{Drawing, Pen};

/// Draws a river on those hexes: its banks, and water lines along them that become fainter.
pub(crate) fn river(drawing: &mut Drawing, geometry: &Geometry, set: &BTreeSet<Node>) {
    let runs = outlines(geometry, set);
    let shore = |inset: f64, wander: f64| {
        let mut pen = Pen::new();
        for run in &runs {
            pen.smooth_loop(&natural(geometry, run, inset, wander, 61));
        }
        pen.finish()
    };
    drawing.path(
        &shore(3.6, 4.0),
        &format!("fill=\"{WATER}\" stroke=\"{WATER_LINE}\" stroke-width=\"1.6\" stroke-linecap=\"round\""),
    );
    for (inset, width) in [(6.2, 0.8), (9.6, 0.65), (14.0, 0.5), (19.2, 0.4)] {
        drawing.path(
            &shore(inset, 3.6),
            &format!("fill=\"none\" stroke=\"{WATER_LINE}\" stroke-width=\"{width}\" stroke-opacity=\".75\""),
        );
    }
}

/// A creek, or a stretch of one between forks, as the corners it passes.
pub(crate) struct StreamLine {
    pub(crate) corners: Vec<Node>,
    /// The curve's guide points, in the drawing's units.
    pub(crate) points: Vec<Point>,
}

/// The courses of all creeks of a map.
pub(crate) fn courses(map: &Map, geometry: &Geometry) -> Vec<StreamLine> {
    let layout = geometry.layout();
    let mut ways: BTreeMap<Node, BTreeSet<Node>> = BTreeMap::new();
    let mut crossed = BTreeSet::new();
    let mut sheet_sides: BTreeMap<Node, Vec<Point>> = BTreeMap::new();
    let mut rivers: BTreeMap<Node, Point> = BTreeMap::new();
    for hex in map.grid.hexes() {
        for direction in Direction::ALL {
            let (a, b) = side(layout, geometry.node(hex), direction.index());
            for corner in [a, b] {
                sheet_sides.entry(corner).or_default().push(geometry.centre(hex));
                if map.ground(hex).water != Water::None {
                    rivers.insert(corner, geometry.centre(hex));
                }
            }
            let here = map.side(hex, direction);
            if here.creek {
                ways.entry(a).or_default().insert(b);
                ways.entry(b).or_default().insert(a);
                if here.crossing != Crossing::None {
                    crossed.insert((a.min(b), a.max(b)));
                }
            }
        }
    }
    let mut chains = chains(&ways);
    // The longest first, so that forks are drawn from the main stream.
    chains.sort_by_key(|chain| std::cmp::Reverse(chain.len()));
    chains
        .into_iter()
        .map(|corners| {
            let mut points = Vec::new();
            for (i, &at) in corners.iter().enumerate() {
                let fork = ways.get(&at).is_some_and(|w| w.len() > 2);
                points.push(if fork { geometry.point(at) } else { swayed(geometry.point(at), at, 71, 4.4) });
                if let Some(&next) = corners.get(i + 1) {
                    let (from, to) = (geometry.point(at), geometry.point(next));
                    let key = (at.0 + next.0, at.1 + next.1);
                    let heading = from.heading(to);
                    // Where it is crossed, the creek stays on the hexside, so that bridge and road
                    // meet it there.
                    let off = if crossed.contains(&(at.min(next), at.max(next))) {
                        0.0
                    } else {
                        sway(key, 73, 5.2)
                    };
                    points.push(from.middle(to).shifted(-heading.y * off, heading.x * off));
                }
            }
            // A creek that reaches the border of the sheet continues across it.
            for last in [true, false] {
                let end = if last { corners.last() } else { corners.first() };
                let Some(&end) = end else { continue };
                if let Some(&river) = rivers.get(&end) {
                    // Into the river, past its bank.
                    let mouth = geometry.point(end).towards(river, 0.3);
                    points.insert(if last { points.len() } else { 0 }, mouth);
                    continue;
                }
                let inner = sheet_sides.get(&end).map_or(&[][..], Vec::as_slice);
                // A corner inside the sheet is seen from three hexes, by two sides of each.
                if inner.len() < 6 && !inner.is_empty() {
                    let count = inner.len() as f64;
                    let middle = Point::new(
                        inner.iter().map(|p| p.x).sum::<f64>() / count,
                        inner.iter().map(|p| p.y).sum::<f64>() / count,
                    );
                    let out = middle.heading(geometry.point(end));
                    let far = geometry.point(end).shifted(out.x * 50.0, out.y * 50.0);
                    let index = if last { points.len() } else { 0 };
                    points.insert(index, far);
                }
            }
            StreamLine { corners, points }
        })
        .collect()
}

/// Takes a net of ways apart into chains that end where ways end or fork.
fn chains(ways: &BTreeMap<Node, BTreeSet<Node>>) -> Vec<Vec<Node>> {
    let degree = |node: Node| ways.get(&node).map_or(0, BTreeSet::len);
    let mut walked: BTreeSet<(Node, Node)> = BTreeSet::new();
    let mut chains = Vec::new();
    let ends = ways.keys().copied().filter(|&n| degree(n) != 2);
    // What is left after all ends were tried are rings.
    for start in ends.chain(ways.keys().copied()) {
        for &first in ways.get(&start).into_iter().flatten() {
            if walked.contains(&(start, first)) {
                continue;
            }
            let mut chain = vec![start];
            let (mut from, mut at) = (start, first);
            loop {
                walked.insert((from, at));
                walked.insert((at, from));
                chain.push(at);
                let onward = ways.get(&at).into_iter().flatten().copied().find(|&n| n != from);
                match onward {
                    Some(next) if degree(at) == 2 && !walked.contains(&(at, next)) => (from, at) = (at, next),
                    _ => break,
                }
            }
            chains.push(chain);
        }
    }
    chains
}

pub(crate) fn creek_line(courses: &[StreamLine]) -> String {
    let mut pen = Pen::new();
    for course in courses {
        pen.smooth_line(&course.points);
    }
    pen.finish()
}

/// Draws the banks of creeks, before rivers are drawn.
pub(crate) fn banks(drawing: &mut Drawing, line: &str) {
    drawing.path(
        line,
        &format!("fill=\"none\" stroke=\"{WATER_LINE}\" stroke-width=\"7\" stroke-linecap=\"round\""),
    );
}

/// Draws the water of creeks, after rivers are drawn, so that their mouths are open.
pub(crate) fn creeks(drawing: &mut Drawing, line: &str) {
    drawing.path(
        line,
        &format!("fill=\"none\" stroke=\"{WATER}\" stroke-width=\"4.4\" stroke-linecap=\"round\""),
    );
}
