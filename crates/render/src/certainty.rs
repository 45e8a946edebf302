//! The evidence for each hex's ground: a tint, and a letter for readers who cannot tell the tints
//! apart.

use std::collections::BTreeMap;

use hexmap::{Certainty, Map};

use crate::Geometry;
use crate::geometry::Point;
use crate::ink::{BLACK, SERIF, halo};
use crate::pen::{Drawing, Pen, number};

/// From the most to the least certain: value, letter, tint, words for the key. Ground read from the
/// printed sheet has no tint.
const KEY: [(Certainty, &str, &str, &str); 6] = [
    (Certainty::Printed, "", "none", "read from the printed sheet"),
    (Certainty::Rules, "R", "#1f8a70", "named by the rules"),
    (Certainty::Setup, "S", "#7aa63c", "a unit starts here"),
    (Certainty::Overlap, "O", "#8a6fb5", "shown by an overlapping sheet"),
    (Certainty::Historic, "H", "#d9a13b", "the real ground, placed by estimate"),
    (Certainty::Guess, "G", "#c0523f", "a guess"),
];

/// Draws tints and letters over the map.
pub(crate) fn draw(drawing: &mut Drawing, map: &Map, geometry: &Geometry) {
    let mut hexes: BTreeMap<Certainty, Vec<hexmap::Hex>> = BTreeMap::new();
    for hex in map.grid.hexes() {
        hexes.entry(map.certainty(hex)).or_default().push(hex);
    }
    for (value, letter, tint, _) in KEY {
        let Some(hexes) = hexes.get(&value).filter(|_| value != Certainty::Printed) else { continue };
        let mut pen = Pen::new();
        for &hex in hexes {
            pen.polygon(&geometry.corners(hex));
        }
        drawing.path(&pen.finish(), &format!("fill=\"{tint}\" fill-opacity=\".34\""));
        drawing.raw(&format!(
            "<g {SERIF} font-size=\"10\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{BLACK}\" {}>",
            halo(1.2)
        ));
        for &hex in hexes {
            drawing.lettering(
                geometry.centre(hex).shifted(0.0, geometry.hex_width() / 2.0 - 4.5),
                "",
                letter,
            );
        }
        drawing.raw("</g>");
    }
}

/// Draws the key with its north-west corner at `at`.
pub(crate) fn key(drawing: &mut Drawing, map: &Map, at: Point) {
    drawing.raw(&format!("<g {SERIF} font-size=\"12\" fill=\"{BLACK}\">"));
    drawing.lettering(at.shifted(0.0, 10.0), "font-weight=\"700\"", "What each hex rests on");
    let shown = KEY.into_iter().filter(|(value, ..)| map.grid.hexes().any(|h| map.certainty(h) == *value));
    for (i, (_, letter, tint, words)) in shown.enumerate() {
        let line = at.shifted(0.0, 20.0 + i as f64 * 23.0);
        drawing.raw(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"24\" height=\"17\" fill=\"{tint}\" fill-opacity=\".5\" stroke=\"{BLACK}\" stroke-width=\".6\"/>",
            number(line.x),
            number(line.y)
        ));
        drawing.lettering(line.shifted(12.0, 12.6), "font-weight=\"700\" text-anchor=\"middle\"", letter);
        drawing.lettering(line.shifted(32.0, 12.6), "", words);
    }
    drawing.raw("</g>");
}
