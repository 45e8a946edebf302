//! Levels: the ground tinted from green at the bottom to bare earth at the top, a contour line at
//! every step, and the level of each piece of ground in figures.

use std::collections::{BTreeMap, BTreeSet};

use hexmap::Map;

use crate::Geometry;
use crate::area::{Field, outlines};
use crate::geometry::{Node, Point, beyond, side};
use crate::grain::sway;
use crate::ink::{BLACK, CLIFF, CONTOUR, PAPER, SERIF, halo};
use crate::pen::{Drawing, Pen, number};

/// The distance between two contour lines on one hexside, in units.
const BETWEEN: f64 = 4.4;
/// How far a contour line rounds off the corners of the hexsides it follows, from 0, not at all, to
/// 1, completely.
const ROUNDING: f64 = 0.45;
/// Tints from the lowest to the highest ground, evenly spaced: meadows, paper, stubble, bare earth.
/// Lettering, counters and woods must stand out on each.
const TINTS: [(f64, f64, f64); 5] = [
    (176.0, 199.0, 170.0),
    (217.0, 222.0, 190.0),
    (244.0, 235.0, 205.0),
    (236.0, 208.0, 156.0),
    (211.0, 166.0, 112.0),
];
/// The fewest steps of the scale of tints.
const GENTLE: f64 = 4.0;
/// How far the shade of a step falls, to the south-east: the light comes from the north-west.
const SHADE: (f64, f64) = (2.6, 3.4);
/// The least distance, in hexes, between two figures of one level on one piece of ground.
const APART: u32 = 5;

/// The level of every hex of the sheet and of the ring around it.
pub(crate) struct Heights {
    levels: BTreeMap<Node, u8>,
    low: u8,
    high: u8,
}

impl Heights {
    /// The heights of a map; `None` if it has no levels.
    pub(crate) fn new(map: &Map, field: &Field) -> Option<Heights> {
        let range = || map.grid.hexes().map(|hex| map.ground(hex).level);
        let (low, high) = (range().min()?, range().max()?);
        (high > 0).then(|| Heights { levels: field.levels(), low, high })
    }

    pub(crate) fn levels(&self) -> std::ops::RangeInclusive<u8> {
        self.low..=self.high
    }

    pub(crate) fn tint(&self, level: u8) -> String {
        let range = f64::from(self.high - self.low);
        // Low hills have their tints about the middle of the scale.
        let steps = range.max(GENTLE);
        let place = (f64::from(level.saturating_sub(self.low)) + (steps - range) / 2.0) / steps
            * (TINTS.len() - 1) as f64;
        let below = (place.floor() as usize).min(TINTS.len() - 2);
        let (a, b, part) = (TINTS[below], TINTS[below + 1], place - below as f64);
        let mix = |a: f64, b: f64| (a + (b - a) * part).round().clamp(0.0, 255.0) as u8;
        format!("#{:02x}{:02x}{:02x}", mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
    }

    /// The contour line around all ground of at least that level. Where the ground falls by several
    /// levels at once, their lines run side by side, the higher one on the higher side.
    fn contour(&self, geometry: &Geometry, level: u8) -> String {
        let layout = geometry.layout();
        let set: BTreeSet<Node> =
            self.levels.iter().filter(|(_, l)| **l >= level).map(|(&node, _)| node).collect();
        // How far inwards the line runs along each hexside, by the corner at which the hexside
        // begins.
        let mut inwards: BTreeMap<Node, f64> = BTreeMap::new();
        for &node in &set {
            for k in 0..6 {
                let outside = beyond(layout, node, k);
                if set.contains(&outside) {
                    continue;
                }
                let here = self.levels.get(&node).copied().unwrap_or(level);
                // Nothing beyond the ring is visible.
                let there = self.levels.get(&outside).copied().unwrap_or(level - 1);
                let (line, lines) = (f64::from(level - there), f64::from(here - there));
                inwards.insert(side(layout, node, k).0, (line - (lines + 1.0) / 2.0) * BETWEEN);
            }
        }
        let mut pen = Pen::new();
        for run in outlines(geometry, &set) {
            let corners = apart(geometry, &run, &inwards);
            pen.smooth_loop(&rounded(&corners));
        }
        pen.finish()
    }

    /// Tints the ground. Returns the path data of the contour lines, for [`contours`].
    pub(crate) fn draw(&self, drawing: &mut Drawing, geometry: &Geometry) -> String {
        let (low, high) = geometry.neat_line();
        drawing.raw(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            number(low.x),
            number(low.y),
            number(high.x - low.x),
            number(high.y - low.y),
            self.tint(self.low)
        ));
        let mut lines = String::new();
        for level in self.low + 1..=self.high {
            let line = self.contour(geometry, level);
            // Each step throws a shade on the ground below it.
            drawing.path(
                &line,
                &format!(
                    "fill=\"{CONTOUR}\" fill-opacity=\".2\" transform=\"translate({} {})\"",
                    number(SHADE.0),
                    number(SHADE.1)
                ),
            );
            drawing.path(&line, &format!("fill=\"{}\"", self.tint(level)));
            lines.push_str(&line);
        }
        lines
    }

    /// The ladder of the terrain key: a box for each level, its north-west corner at `at`, each
    /// `wide` units wide.
    pub(crate) fn ladder(&self, drawing: &mut Drawing, at: Point, wide: f64) {
        let (mut lines, mut frame) = (Pen::new(), Pen::new());
        let high = 46.0;
        drawing.raw(&format!("<g {SERIF} font-size=\"12\" text-anchor=\"middle\" fill=\"{BLACK}\">"));
        for (i, level) in self.levels().enumerate() {
            let corner = at.shifted(i as f64 * wide, 0.0);
            drawing.raw(&format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{high}\" fill=\"{}\"/>",
                number(corner.x),
                number(corner.y),
                number(wide),
                self.tint(level)
            ));
            if i > 0 {
                lines.polyline(&[corner, corner.shifted(0.0, high)]);
            }
            drawing.lettering(corner.shifted(wide / 2.0, high / 2.0 + 4.0), "", &level.to_string());
        }
        let across = wide * self.levels().count() as f64;
        frame.polygon(&[at, at.shifted(across, 0.0), at.shifted(across, high), at.shifted(0.0, high)]);
        drawing.lettering(
            at.shifted(across / 2.0, high + 17.0),
            "",
            "Levels, with a contour line at each step",
        );
        drawing.raw("</g>");
        drawing.path(&lines.finish(), &format!("stroke=\"{CONTOUR}\" stroke-width=\"1.2\""));
        drawing.path(&frame.finish(), &format!("fill=\"none\" stroke=\"{BLACK}\" stroke-width=\".8\""));
    }
}

/// Draws contour lines, over any vegetation.
pub(crate) fn contours(drawing: &mut Drawing, lines: &str) {
    drawing.path(lines, &format!("fill=\"none\" stroke=\"{CONTOUR}\" stroke-width=\"1.15\""));
}

/// The corners of an outline, with each of its sides moved inwards by its own distance.
fn apart(geometry: &Geometry, run: &[Node], inwards: &BTreeMap<Node, f64>) -> Vec<Point> {
    let points: Vec<Point> = run.iter().map(|&node| geometry.point(node)).collect();
    let count = points.len();
    (0..count)
        .map(|i| {
            let last = (i + count - 1) % count;
            let (a, b) = (points[last].heading(points[i]), points[i].heading(points[(i + 1) % count]));
            let by = |i: usize| inwards.get(&run[i]).copied().unwrap_or(0.0);
            let (first, second) = (by(last), by(i));
            // With y to the south, the inward normal of (x, y) is (-y, x). The new corner lies
            // `first` along one normal and `second` along the other; they are never parallel, since
            // two sides of hexes never are where they meet.
            let cosine = a.x * b.x + a.y * b.y;
            let scale = 1.0 - cosine * cosine;
            let (p, q) = ((first - cosine * second) / scale, (second - cosine * first) / scale);
            points[i].shifted(
                -a.y * p - b.y * q + sway(run[i], 301, 1.2),
                a.x * p + b.x * q + sway(run[i], 302, 1.2),
            )
        })
        .collect()
}

/// The corners pulled towards the line between the midpoints of their two sides.
fn rounded(corners: &[Point]) -> Vec<Point> {
    let count = corners.len();
    (0..count)
        .map(|i| {
            let (before, after) = (corners[(i + count - 1) % count], corners[(i + 1) % count]);
            let chord = corners[i].middle(before).middle(corners[i].middle(after));
            corners[i].towards(chord, ROUNDING)
        })
        .collect()
}

/// How far inside a piece of ground the middle of its figure stands from the hexside on which its
/// contour line runs, in units.
const INSIDE: f64 = 3.0;
/// From its base line, half of how far up a figure reaches, in units.
const HALF_FIGURE: f64 = 4.0;

pub(crate) struct Figure {
    pub level: u8,
    pub middle: Point,
}

/// The levels in figures, each on the contour line of its piece of ground above lower ground, or in the
/// middle of a hex if the piece is lower than all around it. So no figure is taken for a hex's number.
pub(crate) fn figure_spots(map: &Map, geometry: &Geometry) -> Vec<Figure> {
    let level = |hex: hexmap::Hex| map.ground(hex).level;
    told(map)
        .into_iter()
        .map(|hex| {
            let centre = geometry.centre(hex);
            let falls = map
                .grid
                .neighbours(hex)
                .filter(|&(_, next)| level(next) < level(hex))
                .map(|(_, next)| geometry.centre(next))
                // Beside a hex rather than above or below it, where numbers stand.
                .min_by(|a, b| (a.y - centre.y).abs().total_cmp(&(b.y - centre.y).abs()));
            let middle = falls.map_or(centre, |beyond| {
                let way = centre.heading(beyond);
                let side = centre.middle(beyond);
                side.shifted(-way.x * INSIDE, -way.y * INSIDE)
            });
            Figure { level: level(hex), middle }
        })
        .collect()
}

/// The hexes that say their level: one of each piece of ground of one level, and where it is large
/// some more, well apart. The others are told by tone and contour.
fn told(map: &Map) -> Vec<hexmap::Hex> {
    let mut told = Vec::new();
    let mut seen = BTreeSet::new();
    for start in map.grid.hexes() {
        if seen.contains(&start) {
            continue;
        }
        let level = map.ground(start).level;
        let mut piece = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(hex) = open.pop() {
            for (_, next) in map.grid.neighbours(hex) {
                if map.ground(next).level == level && piece.insert(next) {
                    open.push(next);
                }
            }
        }
        // Where the ground falls first: there its contour line runs.
        let falls = |hex: hexmap::Hex| map.grid.neighbours(hex).any(|(_, n)| map.ground(n).level < level);
        let mut order: Vec<hexmap::Hex> = piece.iter().copied().collect();
        order.sort_by_key(|&hex| !falls(hex));
        let mut here: Vec<hexmap::Hex> = Vec::new();
        for hex in order {
            if here.iter().all(|&other| map.grid.distance(hex, other) >= APART) {
                here.push(hex);
            }
        }
        told.extend(here);
        seen.append(&mut piece);
    }
    told
}

pub(crate) fn figures(drawing: &mut Drawing, map: &Map, geometry: &Geometry) {
    drawing.raw(&format!(
        "<g class=\"map-levels\" {SERIF} font-size=\"12\" font-weight=\"700\" font-style=\"italic\" \
         text-anchor=\"middle\" fill=\"{CLIFF}\" {}>",
        halo(0.8).replace(PAPER, "#ece3c4")
    ));
    for Figure { level, middle } in figure_spots(map, geometry) {
        drawing.lettering(middle.shifted(0.0, HALF_FIGURE), "", &level.to_string());
    }
    drawing.raw("</g>");
}
