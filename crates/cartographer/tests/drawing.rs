//! The drawn sheets are sound SVG, the same every time, complete, and small.

use cartographer::{MapOptions, map_svg};

fn sheet(battle: &str) -> hexmap::Map {
    let file = format!("{}/../../data/blue-gray/{battle}/map.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).unwrap();
    hexmap::read_map(&file, &text).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn a_sheet_is_well_formed() {
    for battle in ["chickamauga", "chattanooga"] {
        let svg = map_svg(&sheet(battle), &MapOptions::default());
        roxmltree::Document::parse(&svg).unwrap();
    }
}
