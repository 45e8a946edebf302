//! What the tests of this crate share.

use hexmap::{Grid, Hex, Layout, Map, Numbering};

/// The grid of the Blue & Gray sheets.
pub fn blue_gray() -> Grid {
    Grid::new(Layout::FlatEvenLower, Numbering::ColumnRow, 25, 28, 1, 1)
}

/// The grid of the Kernstown sheet.
pub fn kernstown() -> Grid {
    Grid::new(Layout::PointyOddWest, Numbering::RowColumnFromEast, 42, 31, 0, 10)
}

/// The hex with that printed number.
pub fn hex(grid: &Grid, number: &str) -> Hex {
    grid.parse(number).unwrap_or_else(|| panic!("{number} is on the sheet"))
}

/// A hex of the sheet chosen by number, for generated tests.
pub fn any_hex(grid: &Grid, pick: usize) -> Hex {
    grid.hexes().nth(pick % grid.len()).unwrap_or_else(|| panic!("the sheet has hexes"))
}

/// The path of a shipped map.
pub fn map_file(battle: &str) -> String {
    format!("{}/../../data/blue-gray/{battle}/map.toml", env!("CARGO_MANIFEST_DIR"))
}

/// A shipped map.
pub fn shipped(battle: &str) -> Map {
    let file = map_file(battle);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file}: {e}"));
    hexmap::read_map(&file, &text).unwrap_or_else(|faults| panic!("{faults}"))
}
