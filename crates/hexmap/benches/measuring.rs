//! How long reach and sight take on a whole map sheet: `cargo bench -p hexmap`.

use hexmap::{Grid, Hex, Layout, Numbering, Reach, Step, read_map, sight_line};

fn main() {
    divan::main();
}

fn sheet() -> Grid {
    Grid::new(Layout::FlatEvenLower, Numbering::ColumnRow, 25, 28, 1, 1)
}

fn hex(grid: &Grid, number: &str) -> Hex {
    grid.parse(number).unwrap_or_else(|| panic!("{number} is on the sheet"))
}

/// From 1214 to a hex at that distance, off the straight rows.
#[divan::bench(args = ["1315", "1517", "1817", "2528"])]
fn sight(bencher: divan::Bencher, to: &str) {
    let grid = sheet();
    let (from, to) = (hex(&grid, "1214"), hex(&grid, to));
    bencher.bench_local(|| sight_line(&grid, divan::black_box(from), divan::black_box(to)));
}

/// Every hex within that many points on ground that costs 1 to 3, reusing the memory of earlier
/// searches.
#[divan::bench(args = [6, 12, 24])]
fn reach(bencher: divan::Bencher, allowance: u8) {
    let grid = sheet();
    let start = hex(&grid, "1214");
    let mut reach = Reach::new();
    bencher.bench_local(|| {
        reach.search(&grid, divan::black_box(start), 0, allowance, |_, _, to, _| {
            Some((1 + (to.index() % 3) as u8, Step::Through))
        });
        reach.hexes().len()
    });
}

#[divan::bench]
fn distance_of_every_pair(bencher: divan::Bencher) {
    let grid = sheet();
    bencher.bench_local(|| {
        grid.hexes().map(|a| grid.hexes().map(|b| grid.distance(a, b)).max().unwrap_or(0)).max()
    });
}

#[divan::bench]
fn reading_a_map(bencher: divan::Bencher) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/blue-gray/chickamauga/map.toml");
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file}: {e}"));
    bencher.bench_local(|| read_map(file, &text).map(|map| map.grid.len()));
}
