//! Streams that run through hexes rather than along hexsides: they are decoration.

use std::collections::BTreeMap;

use hexmap::{Direction, Hex, Map, Stream, Water};

use crate::Geometry;
use crate::geometry::Point;
use crate::grain::{sway, swayed};
use crate::ink::{WATER, WATER_LINE};
use crate::pen::{Drawing, Pen};
use crate::ways::Kind;

/// The distance between a stream and a road that runs in the same direction, in units.
const BESIDE: f64 = 13.0;

/// The courses of all brooks, in the order of the map's streams; `None` for a creek or a river.
pub(crate) struct Brooks {
    lines: Vec<Option<Vec<Point>>>,
}

/// Whether a stream runs through hexes, that is, consists neither of river hexes nor of creek
/// hexsides.
fn runs_through(map: &Map, stream: &Stream) -> bool {
    let wet = |&&hex: &&Hex| {
        map.ground(hex).water != Water::None || Direction::ALL.iter().any(|&d| map.side(hex, d).creek)
    };
    !stream.hexes.is_empty() && 2 * stream.hexes.iter().filter(wet).count() < stream.hexes.len()
}

/// Whether the map has any brooks.
pub(crate) fn any(map: &Map) -> bool {
    map.streams.iter().any(|stream| runs_through(map, stream))
}

impl Brooks {
    /// The brooks of that map. A brook that meets an earlier one ends there.
    pub(crate) fn new(map: &Map, geometry: &Geometry) -> Brooks {
        let mut spots: BTreeMap<Hex, Point> = BTreeMap::new();
        let lines = map
            .streams
            .iter()
            .map(|stream| runs_through(map, stream).then(|| course(map, geometry, &stream.hexes, &mut spots)))
            .collect();
        Brooks { lines }
    }

    pub(crate) fn line(&self, stream: usize) -> Option<&[Point]> {
        self.lines.get(stream)?.as_deref()
    }

    /// Points along all of them, which lettering keeps clear of.
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.lines.iter().flatten().flatten().copied()
    }

    /// Draws the banks first, then the water.
    pub(crate) fn draw(&self, drawing: &mut Drawing) {
        let mut pen = Pen::new();
        for line in self.lines.iter().flatten() {
            pen.smooth_line(line);
        }
        draw_line(drawing, &pen.finish());
    }
}

/// Draws brooks along that path data.
pub(crate) fn draw_line(drawing: &mut Drawing, data: &str) {
    for (ink, width) in [(WATER_LINE, 4.2), (WATER, 2.2)] {
        drawing.path(
            data,
            &format!(
                "fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\" stroke-linecap=\"round\" \
                 stroke-linejoin=\"round\""
            ),
        );
    }
}

/// The guide points of a stream through those hexes.
fn course(map: &Map, geometry: &Geometry, hexes: &[Hex], spots: &mut BTreeMap<Hex, Point>) -> Vec<Point> {
    let mut line = Vec::new();
    for (i, &hex) in hexes.iter().enumerate() {
        let known = spots.get(&hex).copied();
        let before = i.checked_sub(1).map(|i| hexes[i]);
        let after = hexes.get(i + 1).copied();
        let at = known.unwrap_or_else(|| spot(map, geometry, before, hex, after));
        spots.insert(hex, at);
        line.push(at);
        if known.is_some() && i > 0 {
            return line;
        }
        let Some(next) = after else { continue };
        let (from, to) = (geometry.centre(hex), geometry.centre(next));
        let left = left(from.heading(to));
        let (a, b) = (geometry.node(hex), geometry.node(next));
        let off = if way(map, hex, next) { BESIDE } else { sway((a.0 + b.0, a.1 + b.1), 341, 6.0) };
        line.push(from.middle(to).shifted(left.x * off, left.y * off));
    }
    for last in [false, true] {
        let (end, inner) =
            if last { (hexes.last(), line.iter().rev().nth(1)) } else { (hexes.first(), line.get(1)) };
        if let (Some(&end), Some(&inner)) = (end, inner)
            && let Some(out) = off_sheet(map, geometry, end, inner)
        {
            line.insert(if last { line.len() } else { 0 }, out);
        }
    }
    line
}

/// Where a stream passes through a hex: near its centre, or beside a road that runs in the same
/// direction.
fn spot(map: &Map, geometry: &Geometry, before: Option<Hex>, hex: Hex, after: Option<Hex>) -> Point {
    let centre = geometry.centre(hex);
    let along = [before, after].into_iter().flatten().any(|next| way(map, hex, next));
    if !along {
        return swayed(centre, geometry.node(hex), 345, 6.0);
    }
    let place = |next: Option<Hex>| next.map_or(centre, |next| geometry.centre(next));
    let left = left(place(before).heading(place(after)));
    centre.shifted(left.x * BESIDE, left.y * BESIDE)
}

/// The unit vector to the left of a heading.
fn left(heading: Point) -> Point {
    Point::new(heading.y, -heading.x)
}

/// Whether a road of any kind joins two hexes.
fn way(map: &Map, a: Hex, b: Hex) -> bool {
    map.side_between(a, b).is_some_and(|side| Kind::of(side).is_some())
}

/// Where a stream that comes to the hex `end` from `inner` leaves the sheet: over the free hexside
/// most nearly straight ahead.
fn off_sheet(map: &Map, geometry: &Geometry, end: Hex, inner: Point) -> Option<Point> {
    let centre = geometry.centre(end);
    let ahead = inner.heading(centre);
    let free = Direction::ALL.into_iter().filter(|&d| map.grid.neighbour(end, d).is_none());
    free.map(|d| {
        let (a, b) = geometry.side(end, d);
        let out = centre.heading(a.middle(b));
        (out.x * ahead.x + out.y * ahead.y, centre.shifted(out.x * 75.0, out.y * 75.0))
    })
    .filter(|(agreement, _)| *agreement > 0.3)
    .max_by(|a, b| a.0.total_cmp(&b.0))
    .map(|(_, at)| at)
}
