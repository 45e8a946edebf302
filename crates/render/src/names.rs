//! Names of places, and the search for a legible position for each.

use std::collections::BTreeMap;

use hexmap::{Crossing, Direction, Map, Place, Water};

use crate::Geometry;
use crate::brook::Brooks;
use crate::geometry::Point;
use crate::heights::figure_spots;
use crate::ink::{BLACK, SERIF, halo};
use crate::pen::{Drawing, Pen, number};

/// A rectangle of the drawing that is occupied.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patch {
    low: Point,
    high: Point,
}

impl Patch {
    /// A patch of that size around a point.
    pub(crate) fn around(centre: Point, width: f64, height: f64) -> Patch {
        Patch {
            low: centre.shifted(-width / 2.0, -height / 2.0),
            high: centre.shifted(width / 2.0, height / 2.0),
        }
    }

    fn overlap(self, other: Patch) -> f64 {
        let wide = self.high.x.min(other.high.x) - self.low.x.max(other.low.x);
        let high = self.high.y.min(other.high.y) - self.low.y.max(other.low.y);
        if wide > 0.0 && high > 0.0 { wide * high } else { 0.0 }
    }

    fn within(self, low: Point, high: Point) -> bool {
        self.low.x >= low.x && self.low.y >= low.y && self.high.x <= high.x && self.high.y <= high.y
    }
}

/// Obstacles for lettering, each with a weight.
#[derive(Default)]
pub(crate) struct Clutter {
    /// Patches by horizontal strip, cut at the strips' borders, so that a look-up checks only a
    /// few.
    strips: BTreeMap<i64, Vec<(Patch, f64)>>,
}

/// The height of a strip.
const STRIP: f64 = 40.0;

impl Clutter {
    /// Everything on the map that lettering should not cover.
    pub(crate) fn new(map: &Map, geometry: &Geometry, numbers: bool, ways: &[Point]) -> Clutter {
        let mut clutter = Clutter::default();
        for hex in map.grid.hexes() {
            if numbers {
                clutter
                    .add(Patch::around(number_spot(map, geometry, hex).shifted(0.0, -3.0), 24.0, 9.0), 7.0);
            }
            if matches!(map.ground(hex).water, Water::Ferry | Water::Pontoon) {
                clutter.add(Patch::around(geometry.centre(hex), 30.0, 26.0), 6.0);
            }
            if map.ground(hex).water != Water::None {
                clutter.add(Patch::around(geometry.centre(hex), 66.0, 62.0), 0.5);
            }
            for direction in Direction::ALL {
                let side = map.side(hex, direction);
                let (a, b) = geometry.side(hex, direction);
                if side.crossing != Crossing::None {
                    clutter.add(Patch::around(a.middle(b), 24.0, 24.0), 4.0);
                }
                if side.works || side.ferry {
                    clutter.add(Patch::around(a.middle(b), 22.0, 22.0), 2.0);
                }
                if side.creek {
                    for point in [a, a.middle(b)] {
                        clutter.add(Patch::around(point, 15.0, 15.0), 0.6);
                    }
                }
            }
        }
        for &point in ways {
            clutter.add(Patch::around(point, 12.0, 12.0), 0.9);
        }
        clutter
    }

    /// Adds the further features of sheets with relief: streams through hexes, and walls.
    pub(crate) fn relief(&mut self, brooks: &Brooks, walls: &[Vec<Point>]) {
        for point in brooks.points() {
            self.add(Patch::around(point, 13.0, 13.0), 0.8);
        }
        for ends in walls.iter().flat_map(|line| line.windows(2)) {
            for part in [0.0, 0.33, 0.67, 1.0] {
                self.add(Patch::around(ends[0].towards(ends[1], part), 12.0, 12.0), 1.5);
            }
        }
    }

    pub(crate) fn figures(&mut self, map: &Map, geometry: &Geometry) {
        for figure in figure_spots(map, geometry) {
            self.add(Patch::around(figure.middle, 11.0, 9.0), 4.0);
        }
    }

    /// Adds something to keep clear of.
    pub(crate) fn add(&mut self, patch: Patch, weight: f64) {
        for strip in strips(patch) {
            let (top, foot) = (strip as f64 * STRIP, (strip + 1) as f64 * STRIP);
            let low = Point::new(patch.low.x, patch.low.y.max(top));
            let high = Point::new(patch.high.x, patch.high.y.min(foot));
            self.strips.entry(strip).or_default().push((Patch { low, high }, weight));
        }
    }

    /// How much lettering in that patch would cover.
    pub(crate) fn cost(&self, patch: Patch) -> f64 {
        strips(patch)
            .filter_map(|strip| self.strips.get(&strip))
            .flatten()
            .map(|(other, weight)| patch.overlap(*other) * weight)
            .sum()
    }
}

/// The strips that a patch lies in.
fn strips(patch: Patch) -> impl Iterator<Item = i64> {
    (patch.low.y / STRIP).floor() as i64..=(patch.high.y / STRIP).floor() as i64
}

/// Where the number of a hex stands: the middle of its base line. It makes room for anything that
/// reaches in across the northern hexside.
pub(crate) fn number_spot(map: &Map, geometry: &Geometry, hex: hexmap::Hex) -> Point {
    let centre = geometry.centre(hex);
    let [north, ..] = Direction::ALL;
    let barbs = map.grid.neighbour(hex, north).is_some_and(|n| map.side(n, north.opposite()).works);
    let room = match map.side(hex, north).crossing {
        Crossing::None if barbs => 8.0,
        Crossing::None => 0.0,
        Crossing::Bridge | Crossing::Ford => 12.0,
    };
    match geometry.layout() {
        hexmap::Layout::FlatEvenLower => centre.shifted(0.0, -geometry.hex_width() / 2.0 + 10.4 + room),
        hexmap::Layout::PointyOddWest => centre.shifted(0.0, -geometry.radius() + 18.0),
    }
}

/// The size of lettering for a kind of place.
fn size(kind: &str) -> f64 {
    match kind {
        "gap" | "height" | "fort" | "town" | "village" => 13.5,
        "house" | "crossroads" | "church" | "wood" => 11.5,
        _ => 10.5,
    }
}

/// The name in one line, or in two if it is long.
fn lines(name: &str) -> Vec<String> {
    let count = name.chars().count();
    if count <= 15 {
        return vec![name.to_owned()];
    }
    let words: Vec<&str> = name.split(' ').collect();
    let cut = (1..words.len()).min_by_key(|&i| {
        let first = words[..i].join(" ").chars().count();
        (2 * first).abs_diff(count)
    });
    match cut {
        Some(cut) => vec![words[..cut].join(" "), words[cut..].join(" ")],
        None => vec![name.to_owned()],
    }
}

/// The point a place's name should be near: its hex, or the crossing on one of its hexsides.
fn anchor(map: &Map, geometry: &Geometry, place: &Place) -> Point {
    let crossing = match place.kind.as_str() {
        "bridge" => Crossing::Bridge,
        "ford" => Crossing::Ford,
        _ => return geometry.centre(place.hex),
    };
    Direction::ALL.into_iter().find(|&d| map.side(place.hex, d).crossing == crossing).map_or(
        geometry.centre(place.hex),
        |d| {
            let (a, b) = geometry.side(place.hex, d);
            a.middle(b)
        },
    )
}

/// Draws the symbols and the names of all places, and a small "Ford" at every ford without a name.
pub(crate) fn draw(drawing: &mut Drawing, map: &Map, geometry: &Geometry, clutter: &mut Clutter) {
    let mut named: Vec<(Point, String, f64, f64)> = Vec::new();
    let mut houses = Pen::new();
    let mut forts = Pen::new();
    for place in &map.places {
        let mut at = anchor(map, geometry, place);
        let mut clear = 0.0;
        match place.kind.as_str() {
            "house" => {
                at = beside_road(at, clutter);
                for (dx, dy) in [(-7.0, -4.0), (2.5, -6.5), (-2.0, 4.0)] {
                    let corner = at.shifted(dx, dy);
                    houses.polygon(&[
                        corner,
                        corner.shifted(5.5, 0.0),
                        corner.shifted(5.5, 4.5),
                        corner.shifted(0.0, 4.5),
                    ]);
                }
                clutter.add(Patch::around(at, 18.0, 18.0), 3.0);
                clear = 12.0;
            }
            "fort" => {
                let star: Vec<Point> = (0..10)
                    .map(|i| {
                        let angle = f64::from(i) * std::f64::consts::PI / 5.0 - std::f64::consts::FRAC_PI_2;
                        let reach = if i % 2 == 0 { 10.0 } else { 5.0 };
                        at.shifted(angle.cos() * reach, angle.sin() * reach)
                    })
                    .collect();
                forts.polygon(&star);
                clutter.add(Patch::around(at, 20.0, 20.0), 3.0);
                clear = 12.0;
            }
            "church" => {
                at = beside_road(at, clutter);
                church(&mut houses, at);
                clutter.add(Patch::around(at, 16.0, 20.0), 3.0);
                clear = 11.0;
            }
            "village" => {
                village(&mut houses, at, clutter);
                clutter.add(Patch::around(at, 52.0, 40.0), 1.0);
                clear = 22.0;
            }
            "bridge" | "ford" | "ferry" => clear = 15.0,
            // These names refer to the hex, so anywhere near it will do: there is often a road in
            // the middle of it.
            "wall" | "depot" | "road" => clear = 8.0,
            _ => {}
        }
        if !place.name.is_empty() {
            named.push((at, place.name.clone(), size(&place.kind), clear));
        }
    }
    for hex in map.grid.hexes() {
        for direction in Direction::ALL {
            let nameless = |h| !map.places.iter().any(|p| p.hex == h && p.kind == "ford");
            if map.side(hex, direction).crossing == Crossing::Ford
                && let Some(next) = map.grid.neighbour(hex, direction)
                && hex < next
                && nameless(hex)
                && nameless(next)
            {
                let (a, b) = geometry.side(hex, direction);
                named.push((a.middle(b), "Ford".to_owned(), 10.5, 15.0));
            }
        }
    }
    drawing.path(&houses.finish(), &format!("fill=\"{BLACK}\""));
    drawing.path(&forts.finish(), &format!("fill=\"{BLACK}\" stroke=\"#f1e7d0\""));
    // Large names choose their position first.
    named.sort_by(|a, b| b.2.total_cmp(&a.2));
    drawing.raw(&format!(
        "<g class=\"map-names\" {SERIF} font-style=\"italic\" text-anchor=\"middle\" fill=\"{BLACK}\" {}>",
        halo(1.7)
    ));
    for (at, name, size, clear) in named {
        place_name(drawing, geometry, clutter, at, &name, size, clear);
    }
    drawing.raw("</g>");
}

/// The clearest position around a centre: beside the road rather than on it.
fn beside_road(centre: Point, clutter: &Clutter) -> Point {
    let around = [(15.0, -9.0), (-15.0, -9.0), (15.0, 10.0), (-15.0, 10.0), (0.0, 0.0)];
    let cost = |p: Point| clutter.cost(Patch::around(p, 18.0, 18.0));
    around
        .map(|(dx, dy)| centre.shifted(dx, dy))
        .into_iter()
        .min_by(|a, b| cost(*a).total_cmp(&cost(*b)))
        .unwrap_or(centre)
}

/// A nave with a cross on top.
fn church(houses: &mut Pen, at: Point) {
    let frame = |points: &[(f64, f64)]| points.iter().map(|&(x, y)| at.shifted(x, y)).collect::<Vec<_>>();
    houses.polygon(&frame(&[(-6.0, 8.0), (-6.0, 1.0), (0.0, -3.0), (6.0, 1.0), (6.0, 8.0)]));
    houses.polygon(&frame(&[
        (-0.9, -3.0),
        (-0.9, -6.6),
        (-3.2, -6.6),
        (-3.2, -8.4),
        (-0.9, -8.4),
        (-0.9, -10.6),
        (0.9, -10.6),
        (0.9, -8.4),
        (3.2, -8.4),
        (3.2, -6.6),
        (0.9, -6.6),
        (0.9, -3.0),
    ]));
}

/// Houses around a centre, wherever there is no road.
fn village(houses: &mut Pen, centre: Point, clutter: &Clutter) {
    for (i, (dx, dy)) in
        [(-24, -8), (-12, -12), (10, -13), (22, -6), (-23, 7), (-11, 13), (12, 12), (24, 8), (0, -4), (-1, 7)]
            .into_iter()
            .enumerate()
    {
        let at = centre.shifted(f64::from(dx), f64::from(dy));
        if clutter.cost(Patch::around(at, 7.0, 7.0)) > 12.0 {
            continue;
        }
        let (wide, high) = if i % 3 == 0 { (2.3, 3.4) } else { (3.4, 2.3) };
        let corners = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)];
        houses.polygon(&corners.map(|(x, y)| at.shifted(x, y)));
    }
}

fn place_name(
    drawing: &mut Drawing,
    geometry: &Geometry,
    clutter: &mut Clutter,
    at: Point,
    name: &str,
    size: f64,
    clear: f64,
) {
    let lines = lines(name);
    let width = lines.iter().map(|l| l.chars().count()).max().unwrap_or(0) as f64 * size * 0.5;
    let height = lines.len() as f64 * size * 1.05;
    let (low, high) = geometry.neat_line();
    let mut best: Option<(f64, Point)> = None;
    let (beside, above) = (clear + width / 2.0, clear + height / 2.0);
    // Possible positions, each with its distance from where a reader would look for it.
    let mut spots: Vec<(f64, f64, f64)> = Vec::new();
    // A name that needs no room beside its symbol is lettered on its hex.
    if clear == 0.0 {
        for dy in [2.0, -8.0, 10.0, 18.0_f64] {
            for dx in [0.0, -10.0, 10.0, -22.0, 22.0_f64] {
                spots.push((dx, dy, dx.abs() + dy.abs()));
            }
        }
    }
    let distances: &[f64] = if clear == 0.0 { &[] } else { &[0.0, 8.0, 18.0] };
    for away in distances {
        for slide in [0.0, -8.0, 8.0, -16.0, 16.0, -26.0, 26.0_f64] {
            let stray = away + slide.abs() + clear;
            spots.extend([
                (beside + away, slide, stray),
                (-beside - away, slide, stray),
                (slide * 1.5, above + away, stray),
                (slide * 1.5, -above - away, stray),
            ]);
        }
    }
    for (i, (dx, dy, stray)) in spots.into_iter().enumerate() {
        let centre = at.shifted(dx, dy);
        let patch = Patch::around(centre, width + 4.0, height + 2.0);
        let outside = if patch.within(low, high) { 0.0 } else { 4000.0 };
        let cost = clutter.cost(patch) + outside + i as f64 + stray * 3.0;
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, centre));
        }
    }
    let Some((_, centre)) = best else { return };
    clutter.add(Patch::around(centre, width, height), 12.0);
    // The point that it names, for pages that set the name anew.
    drawing.raw(&format!("<g data-x=\"{}\" data-y=\"{}\">", number(at.x), number(at.y)));
    for (i, line) in lines.iter().enumerate() {
        let base = centre.y - height / 2.0 + (i as f64 + 0.8) * size * 1.05;
        drawing.lettering(Point::new(centre.x, base), &format!("font-size=\"{size}\""), line);
    }
    drawing.raw("</g>");
}
