//! The terrain key: a sample hex of each kind of ground on the map, and a sample of each line and
//! symbol.

use std::collections::BTreeSet;

use hexmap::{Crossing, Direction, Ground, Layout, Map, Slope, Water};

use crate::Geometry;
use crate::area::{Field, outlines};
use crate::built::Symbols;
use crate::geometry::{Node, Point};
use crate::heights::Heights;
use crate::ink::{BLACK, SERIF};
use crate::pen::{Drawing, Pen, number};
use crate::slopes::Slopes;
use crate::ways::{Kind, Ways};
use crate::{brook, crags, orchard, relief, town, walls, water, ways, woods};

/// The distance between rows of the key, in units.
const ROW: f64 = 98.0;

/// The least and the greatest width of a level in the ladder, in units.
const RUNG: (f64, f64) = (15.0, 34.0);
/// Clear paper on both sides of the ladder, in total, in units.
const LADDER: f64 = 48.0;

enum Sample {
    Ground(Ground),
    Way(Kind),
    Creek,
    Brook,
    Bridge,
    Ford,
    Ferry,
    Works,
    Slope,
    Steep,
    Wall,
}

/// The entries that this map needs.
fn samples(map: &Map) -> Vec<(Sample, &'static str)> {
    let plain = Ground::default();
    // A map with levels calls its woods light.
    let leveled = map.grid.hexes().any(|h| map.ground(h).level > 0);
    let grounds = [
        (plain, "Clear"),
        (Ground { woods: true, ..plain }, if leveled { "Light Woods" } else { "Woods" }),
        (Ground { rough: true, ..plain }, "Rough"),
        (Ground { woods: true, rough: true, ..plain }, "Woods & rough"),
        (Ground { orchard: true, ..plain }, "Orchard"),
        (Ground { angled: true, ..plain }, "Angled"),
        (Ground { woods: true, angled: true, ..plain }, "Angled & woods"),
        (Ground { town: true, ..plain }, "Town"),
        (Ground { water: Water::River, ..plain }, "River"),
        (Ground { water: Water::Pontoon, ..plain }, "Pontoons"),
    ];
    let mut samples: Vec<(Sample, &'static str)> = grounds
        .into_iter()
        .filter(|(g, _)| map.grid.hexes().any(|h| Ground { level: 0, wall: false, ..map.ground(h) } == *g))
        .map(|(g, name)| (Sample::Ground(g), name))
        .collect();
    let any = |test: fn(hexmap::Hexside) -> bool| {
        map.grid.hexes().any(|h| Direction::ALL.iter().any(|&d| test(map.side(h, d))))
    };
    type Test = fn(hexmap::Hexside) -> bool;
    let lines: [(Sample, Test, &str); 11] = [
        (Sample::Way(Kind::Turnpike), |s| s.turnpike, "Turnpike"),
        (Sample::Way(Kind::Road), |s| s.road && !s.turnpike, "Road"),
        (Sample::Way(Kind::Lane), |s| s.lane, "Lane"),
        (Sample::Way(Kind::Trail), |s| s.trail, "Trail"),
        (Sample::Creek, |s| s.creek, "Creek"),
        (Sample::Bridge, |s| s.crossing == Crossing::Bridge, "Bridge"),
        (Sample::Ford, |s| s.crossing == Crossing::Ford, "Ford"),
        (Sample::Ferry, |s| s.ferry, "Ferry"),
        (Sample::Works, |s| s.works, "Works"),
        (Sample::Slope, |s| matches!(s.slope, Slope::Up), "Slope"),
        (Sample::Steep, |s| matches!(s.slope, Slope::SteepUp), "Steep slope"),
    ];
    for (sample, test, name) in lines {
        if any(test) {
            samples.push((sample, name));
        }
    }
    let others = [(Sample::Brook, brook::any(map), "Stream"), (Sample::Wall, !map.walls.is_empty(), "Wall")];
    samples.extend(others.into_iter().filter(|(_, there, _)| *there).map(|(sample, _, name)| (sample, name)));
    samples
}

/// Draws the key with its north-west corner at `at`, at most `width` wide: ground in the first row,
/// features on and between hexes in the second.
pub(crate) fn draw(drawing: &mut Drawing, map: &Map, geometry: &Geometry, at: Point, width: f64) {
    let (grounds, lines): (Vec<_>, Vec<_>) =
        samples(map).into_iter().partition(|(sample, _)| matches!(sample, Sample::Ground(_)));
    let heights = Heights::new(map, &Field::new(map, geometry));
    let count = grounds.len().max(lines.len()).max(1) as f64;
    // The ladder of levels is to the right of both rows, as wide as there is room for.
    let rungs = heights.as_ref().map_or(0.0, |heights| heights.levels().count() as f64);
    let least = if heights.is_some() { rungs * RUNG.0 + LADDER } else { 0.0 };
    let step = ((width - least) / count).clamp(84.0, 118.0);
    if let Some(heights) = &heights {
        let wide = ((width - step * count - LADDER) / rungs).clamp(RUNG.0, RUNG.1);
        heights.ladder(drawing, at.shifted(step * count + LADDER / 2.0, 17.0), wide);
    }
    // Below the hex's lowest corner, or its lowest side.
    let foot = match geometry.layout() {
        Layout::FlatEvenLower => 48.0,
        Layout::PointyOddWest => 54.0,
    };
    for (row, samples) in [grounds, lines].iter().enumerate() {
        for (column, (sample, name)) in samples.iter().enumerate() {
            let centre = at.shifted(column as f64 * step + 42.0, row as f64 * ROW + 40.0);
            // The sample is drawn as one hex of the sheet's own geometry, moved to its position in
            // the key.
            let node: Node = (0, 0);
            let home = geometry.point(node);
            drawing.raw(&format!(
                "<g transform=\"translate({} {})\">",
                number(centre.x - home.x),
                number(centre.y - home.y)
            ));
            draw_sample(drawing, geometry, sample, node, column);
            drawing.raw("</g>");
            drawing.lettering(
                centre.shifted(0.0, foot),
                &format!("{SERIF} font-size=\"12\" text-anchor=\"middle\" fill=\"{BLACK}\""),
                name,
            );
        }
    }
}

fn draw_sample(drawing: &mut Drawing, geometry: &Geometry, sample: &Sample, node: Node, index: usize) {
    let set = BTreeSet::from([node]);
    let centre = geometry.point(node);
    let (left, right) = (centre.shifted(-32.0, 0.0), centre.shifted(32.0, 0.0));
    let bent = [left, centre.shifted(-12.0, 5.0), centre.shifted(12.0, -5.0), right];
    let line = |points: &[Point]| {
        let mut pen = Pen::new();
        pen.smooth_line(points);
        pen.finish()
    };
    let across = [centre.shifted(0.0, -30.0), centre.shifted(0.0, 30.0)];
    let creek = |drawing: &mut Drawing, points: &[Point]| {
        let data = line(points);
        water::banks(drawing, &data);
        water::creeks(drawing, &data);
    };
    let mut symbols = Symbols::default();
    match sample {
        Sample::Ground(ground) => {
            let id = format!("map-key-woods-{index}");
            if ground.woods {
                woods::floor(drawing, geometry, &set, &id, false);
            }
            if ground.rough {
                relief::draw(drawing, geometry, &set, &format!("map-key-rough-{index}"));
            }
            if ground.woods {
                woods::trees(drawing, &set, &id);
            }
            if ground.orchard {
                orchard::draw(drawing, geometry, &set);
            }
            if ground.angled {
                crags::draw(drawing, geometry, &set);
            }
            if ground.town {
                town::draw(drawing, geometry, &set);
            }
            if ground.water != Water::None {
                water::river(drawing, geometry, &set);
            }
            if ground.water == Water::Pontoon {
                symbols.pontoons(centre, &[left, right]);
            }
            let mut pen = Pen::new();
            for run in outlines(geometry, &set) {
                pen.polygon(&run.iter().map(|&n| geometry.point(n)).collect::<Vec<_>>());
            }
            drawing.path(&pen.finish(), &format!("fill=\"none\" stroke=\"{BLACK}\" stroke-width=\".8\""));
        }
        Sample::Way(kind) => ways::draw(drawing, &Ways::sample(*kind, line(&bent))),
        Sample::Creek => creek(drawing, &bent),
        Sample::Brook => brook::draw_line(drawing, &line(&bent)),
        Sample::Bridge => {
            creek(drawing, &across);
            ways::draw(drawing, &Ways::sample(Kind::Road, line(&[left, right])));
            symbols.bridge(centre, right);
        }
        Sample::Ford => {
            creek(drawing, &across);
            ways::draw(drawing, &Ways::sample(Kind::Trail, line(&[left, right])));
            symbols.ford(centre, right);
        }
        Sample::Ferry => {
            water::river(drawing, geometry, &set);
            symbols.ferry(centre, &[centre.shifted(-30.0, 0.0), centre.shifted(30.0, 0.0)]);
        }
        Sample::Works => symbols.works(left, right),
        Sample::Slope | Sample::Steep => {
            let mut slopes = Slopes::default();
            // A hexside seen from above, with the lower hex in front of it.
            let (a, b) = (centre.shifted(20.0, -5.0), centre.shifted(-20.0, -5.0));
            if matches!(sample, Sample::Slope) {
                slopes.slope(a, b)
            } else {
                slopes.steep(a, b)
            }
            slopes.draw(drawing);
        }
        Sample::Wall => walls::draw(drawing, &[bent.to_vec()]),
    }
    symbols.draw(drawing);
}
