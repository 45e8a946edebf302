//! Names of creeks and rivers, lettered along their course.

use std::collections::BTreeSet;

use hexmap::{Map, Stream, Water};

use crate::Geometry;
use crate::brook::Brooks;
use crate::geometry::{Node, Point, corner};
use crate::ink::{SERIF, WATER_NAME, halo};
use crate::names::{Clutter, Patch};
use crate::pen::{Drawing, Pen, escape};
use crate::water::StreamLine;

/// A stretch of a curve on which a name is lettered.
struct Curve {
    from: Point,
    towards: Point,
    to: Point,
}

impl Curve {
    fn at(&self, t: f64) -> Point {
        self.from.towards(self.towards, t).towards(self.towards.towards(self.to, t), t)
    }
}

/// Letters the names of all streams: rivers on their water, creeks beside it, long ones more than
/// once.
pub(crate) fn draw(
    drawing: &mut Drawing,
    map: &Map,
    geometry: &Geometry,
    courses: &[StreamLine],
    brooks: &Brooks,
    clutter: &mut Clutter,
) {
    let mut count = 0;
    for (index, stream) in map.streams.iter().enumerate() {
        let wet = stream.hexes.iter().filter(|&&h| map.ground(h).water != Water::None).count();
        let river = wet * 2 > stream.hexes.len();
        let line: Vec<Point> = if river {
            stream.hexes.iter().map(|&h| geometry.centre(h)).collect()
        } else if let Some(line) = brooks.line(index) {
            line.to_vec()
        } else {
            course_of(geometry, stream, courses)
        };
        // Large lettering, or smaller where that finds a clearer position.
        let hands: &[(f64, f64)] = if river { &[(19.0, 4.0)] } else { &[(15.0, 1.2), (12.5, 0.8)] };
        let width_of =
            |(size, spacing): (f64, f64)| stream.name.chars().count() as f64 * (size * 0.46 + spacing);
        let width = width_of(hands[0]);
        let length: f64 = line.windows(2).map(|w| w[0].distance(w[1])).sum();
        let times = ((length / (width * 4.5)).floor() as usize).clamp(1, 3);
        for part in 0..times {
            let share = line.len() / times;
            let stretch =
                &line[part * share..if part + 1 == times { line.len() } else { (part + 1) * share }];
            let found = hands
                .iter()
                .filter_map(|&hand| {
                    let (cost, curve) = best(geometry, stretch, width_of(hand), hand.0, !river, clutter)?;
                    Some((if hand == hands[0] { cost } else { cost + 150.0 }, curve, hand))
                })
                .min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, curve, hand)) = found {
                let (width, size) = (width_of(hand), hand.0);
                letter(drawing, &curve, &stream.name, hand, river, count);
                for i in 0..=8 {
                    clutter.add(Patch::around(curve.at(f64::from(i) / 8.0), width / 8.0, size), 12.0);
                }
                count += 1;
            }
        }
    }
}

/// The drawn course that a named creek's hexes lie along.
fn course_of(geometry: &Geometry, stream: &Stream, courses: &[StreamLine]) -> Vec<Point> {
    let banks: BTreeSet<Node> = stream
        .hexes
        .iter()
        .flat_map(|&hex| (0..6).map(move |k| corner(geometry.layout(), geometry.node(hex), k)))
        .collect();
    let touching = |course: &&StreamLine| course.corners.iter().filter(|c| banks.contains(c)).count();
    courses
        .iter()
        .max_by_key(touching)
        .map(|course| course.corners.iter().map(|&c| geometry.point(c)).collect())
        .unwrap_or_default()
}

/// The straightest, clearest stretch of a line for lettering of that width: above or below the line
/// if `beside`, else on it. It reads from west to east. Also returns the cost of that position.
fn best(
    geometry: &Geometry,
    line: &[Point],
    width: f64,
    size: f64,
    beside: bool,
    clutter: &Clutter,
) -> Option<(f64, Curve)> {
    let (low, high) = geometry.neat_line();
    let line: Vec<Point> =
        line.windows(2).flat_map(|w| [w[0], w[0].middle(w[1])]).chain(line.last().copied()).collect();
    let line = &line[..];
    let mut best: Option<(f64, Curve)> = None;
    for i in 0..line.len() {
        let mut j = i;
        while j + 1 < line.len() && line[i].distance(line[j]) < width {
            j += 1;
        }
        if j - i < 2 || (line[i].distance(line[j]) < width && (i > 0 || j + 1 < line.len())) {
            continue;
        }
        let mut run: Vec<Point> = line[i..=j].to_vec();
        if run[0].x > run[run.len() - 1].x {
            run.reverse();
        }
        let mean = |points: &[Point]| {
            let count = points.len() as f64;
            Point::new(
                points.iter().map(|p| p.x).sum::<f64>() / count,
                points.iter().map(|p| p.y).sum::<f64>() / count,
            )
        };
        let third = (run.len() / 4).max(1);
        // The ends of the stretch, smoothed, and its middle, which the curve passes through.
        let (a, b) = (
            run[0].towards(mean(&run[..=third]), 0.5),
            run[run.len() - 1].towards(mean(&run[run.len() - 1 - third..]), 0.5),
        );
        let middle = mean(&run[run.len() / 3..=run.len() - 1 - run.len() / 3]);
        let towards = Point::new(2.0 * middle.x - (a.x + b.x) / 2.0, 2.0 * middle.y - (a.y + b.y) / 2.0);
        let bow = a.middle(b).distance(middle) / a.distance(b).max(1.0);
        let heading = a.heading(b);
        let steep = heading.y.abs();
        let offsets: &[f64] = if beside {
            &[-9.0, -13.0, -18.0, -23.0, 9.0 + size * 0.7, 13.0 + size * 0.7, 18.0 + size * 0.7]
        } else {
            &[size * 0.34]
        };
        for &off in offsets {
            let shift = |p: Point| p.shifted(-heading.y * off, heading.x * off);
            let curve = Curve { from: shift(a), towards: shift(towards), to: shift(b) };
            let mut cost = bow * 2500.0 + steep * 220.0;
            for k in 0..=8 {
                let on = curve.at(f64::from(k) / 8.0);
                let middle = on.shifted(heading.y * size * 0.35, -heading.x * size * 0.35);
                cost += clutter.cost(Patch::around(middle, width / 8.0, size)) * 1.5;
                if on.x < low.x + 8.0 || on.y < low.y + 14.0 || on.x > high.x - 8.0 || on.y > high.y - 8.0 {
                    cost += 3000.0;
                }
                // The lettering must stay beside the creek, not on it.
                if beside && run.iter().any(|p| p.distance(middle) < size * 0.5 + 5.0) {
                    cost += 120.0;
                }
            }
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, curve));
            }
        }
    }
    best
}

fn letter(
    drawing: &mut Drawing,
    curve: &Curve,
    name: &str,
    (size, spacing): (f64, f64),
    river: bool,
    index: usize,
) {
    let mut pen = Pen::new();
    // The line is extended at both ends, so that lettering a little wider than estimated does not
    // lose its ends.
    let (before, after) = (curve.towards.heading(curve.from), curve.towards.heading(curve.to));
    pen.move_to(curve.from.shifted(before.x * 24.0, before.y * 24.0));
    pen.line_to(curve.from);
    pen.quad_to(curve.towards, curve.to);
    pen.line_to(curve.to.shifted(after.x * 24.0, after.y * 24.0));
    let halo = if river { String::new() } else { halo(1.8) };
    drawing.raw(&format!(
        "<path id=\"map-stream-{index}\" fill=\"none\" d=\"{}\"/><text {SERIF} font-style=\"italic\" \
         font-size=\"{size}\" letter-spacing=\"{spacing}\" text-anchor=\"middle\" fill=\"{WATER_NAME}\" {halo}>\
         <textPath href=\"#map-stream-{index}\" startOffset=\"50%\">{}</textPath></text>",
        pen.finish(),
        escape(name)
    ));
}
