//! The terrain key: a hex of each kind of ground that the map has, and a sample of each line and symbol.

use std::collections::BTreeSet;

use hexmap::{Crossing, Direction, Ground, Map, Water};

use crate::Geometry;
use crate::area::outlines;
use crate::built::Symbols;
use crate::geometry::{Node, Point};
use crate::ink::{BLACK, SERIF};
use crate::pen::{Drawing, Pen, number};
use crate::ways::Ways;
use crate::{relief, town, water, ways, woods};

/// From one row of the key to the next, in units.
const ROW: f64 = 98.0;

/// One entry.
enum Sample {
    Ground(Ground),
    Road,
    Trail,
    Creek,
    Bridge,
    Ford,
    Ferry,
    Works,
}

/// The entries that this map calls for.
fn samples(map: &Map) -> Vec<(Sample, &'static str)> {
    let plain = Ground::default();
    let grounds = [
        (plain, "Clear"),
        (Ground { woods: true, ..plain }, "Woods"),
        (Ground { rough: true, ..plain }, "Rough"),
        (Ground { woods: true, rough: true, ..plain }, "Woods & rough"),
        (Ground { town: true, ..plain }, "Town"),
        (Ground { water: Water::River, ..plain }, "River"),
    ];
    let mut samples: Vec<(Sample, &'static str)> = grounds
        .into_iter()
        .filter(|(g, _)| map.grid.hexes().any(|h| Ground { level: 0, ..map.ground(h) } == *g))
        .map(|(g, name)| (Sample::Ground(g), name))
        .collect();
    let any = |test: fn(hexmap::Hexside) -> bool| {
        map.grid.hexes().any(|h| Direction::ALL.iter().any(|&d| test(map.side(h, d))))
    };
    type Test = fn(hexmap::Hexside) -> bool;
    let lines: [(Sample, Test, &str); 7] = [
        (Sample::Road, |s| s.road, "Road"),
        (Sample::Trail, |s| s.trail, "Trail"),
        (Sample::Creek, |s| s.creek, "Creek"),
        (Sample::Bridge, |s| s.crossing == Crossing::Bridge, "Bridge"),
        (Sample::Ford, |s| s.crossing == Crossing::Ford, "Ford"),
        (Sample::Ferry, |s| s.ferry, "Ferry"),
        (Sample::Works, |s| s.works, "Works"),
    ];
    for (sample, test, name) in lines {
        if any(test) {
            samples.push((sample, name));
        }
    }
    samples
}

/// Draws the key with its north-west corner at `at`, no wider than `width`: ground in the first row, what lies on and
/// between hexes in the second.
pub(crate) fn draw(drawing: &mut Drawing, map: &Map, geometry: &Geometry, at: Point, width: f64) {
    let (grounds, lines): (Vec<_>, Vec<_>) =
        samples(map).into_iter().partition(|(sample, _)| matches!(sample, Sample::Ground(_)));
    let step = (width / grounds.len().max(lines.len()).max(1) as f64).clamp(84.0, 118.0);
    for (row, samples) in [grounds, lines].iter().enumerate() {
        for (column, (sample, name)) in samples.iter().enumerate() {
            let centre = at.shifted(column as f64 * step + 42.0, row as f64 * ROW + 40.0);
            // The sample is drawn as one hex of the sheet's own geometry, moved to its place in the key.
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
                centre.shifted(0.0, 48.0),
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
    let road = |roads: String, trails: String| Ways { roads, trails, points: Vec::new() };
    let mut symbols = Symbols::default();
    match sample {
        Sample::Ground(ground) => {
            let id = format!("map-key-woods-{index}");
            if ground.woods {
                woods::floor(drawing, geometry, &set, &id);
            }
            if ground.rough {
                relief::draw(drawing, geometry, &set, &format!("map-key-rough-{index}"));
            }
            if ground.woods {
                woods::trees(drawing, &set, &id);
            }
            if ground.town {
                town::draw(drawing, geometry, &set);
            }
            if ground.water != Water::None {
                water::river(drawing, geometry, &set);
            }
            let mut pen = Pen::new();
            for run in outlines(geometry, &set) {
                pen.polygon(&run.iter().map(|&n| geometry.point(n)).collect::<Vec<_>>());
            }
            drawing.path(&pen.finish(), &format!("fill=\"none\" stroke=\"{BLACK}\" stroke-width=\".8\""));
        }
        Sample::Road => ways::draw(drawing, &road(line(&bent), String::new())),
        Sample::Trail => ways::draw(drawing, &road(String::new(), line(&bent))),
        Sample::Creek => creek(drawing, &bent),
        Sample::Bridge => {
            creek(drawing, &across);
            ways::draw(drawing, &road(line(&[left, right]), String::new()));
            symbols.bridge(centre, right);
        }
        Sample::Ford => {
            creek(drawing, &across);
            ways::draw(drawing, &road(String::new(), line(&[left, right])));
            symbols.ford(centre, right);
        }
        Sample::Ferry => {
            water::river(drawing, geometry, &set);
            symbols.ferry(centre, &[centre.shifted(-30.0, 0.0), centre.shifted(30.0, 0.0)]);
        }
        Sample::Works => symbols.works(left, right),
    }
    symbols.draw(drawing);
}
