//! The line of sight is followed exactly: compared with floating-point geometry, and in the cases
//! that players argue about.

use hexmap::{Grid, Hex, Layout, Sighting, sight_line};
use proptest::prelude::*;

use crate::common::{any_hex, blue_gray, hex, kernstown};

type Point = (f64, f64);

/// The centre of a hex, in units in which the centres of neighbours are 1 apart.
fn centre(grid: &Grid, (q, r): (i32, i32)) -> Point {
    let (q, r) = (f64::from(q), f64::from(r));
    let high = 3f64.sqrt() / 2.0;
    match grid.layout() {
        Layout::FlatEvenLower => (q * high, r + q / 2.0),
        Layout::PointyOddWest => (q + r / 2.0, r * high),
    }
}

/// How the segment from `a` to `b` runs through the hex around `c`: where it enters and leaves, as
/// fractions of the segment, and whether it only follows the border.
fn passage(grid: &Grid, a: Point, b: Point, c: Point) -> Option<(f64, f64, bool)> {
    let first: f64 = match grid.layout() {
        Layout::FlatEvenLower => 30.0,
        Layout::PointyOddWest => 0.0,
    };
    let (mut from, mut to, mut border) = (0f64, 1f64, false);
    for k in 0..3 {
        let angle = (first + 60.0 * f64::from(k)).to_radians();
        let (nx, ny) = (angle.cos(), angle.sin());
        // A hexside lies half the distance of two centres away, on either side.
        let start = nx * (a.0 - c.0) + ny * (a.1 - c.1);
        let slope = nx * (b.0 - a.0) + ny * (b.1 - a.1);
        if slope.abs() < 1e-9 {
            if start.abs() > 0.5 + 1e-9 {
                return None;
            }
            border |= start.abs() > 0.5 - 1e-9;
        } else {
            let (x, y) = ((-0.5 - start) / slope, (0.5 - start) / slope);
            from = from.max(x.min(y));
            to = to.min(x.max(y));
        }
    }
    // A corner is touched for no length at all.
    (to - from > 1e-9).then_some((from, to, border))
}

/// What the line passes on the sheet by geometry alone: through which hexes, in order, and along
/// which hexsides.
fn by_geometry(grid: &Grid, a: Hex, b: Hex) -> Vec<Sighting> {
    let (start, end) = (centre(grid, grid.axial(a)), centre(grid, grid.axial(b)));
    let mut passed: Vec<(f64, Hex, bool)> = grid
        .hexes()
        .filter(|&h| h != a && h != b)
        .filter_map(|h| {
            let (from, _, border) = passage(grid, start, end, centre(grid, grid.axial(h)))?;
            Some((from, h, border))
        })
        .collect();
    passed.sort_by(|x, y| x.0.total_cmp(&y.0));
    let mut line: Vec<(f64, Sighting)> = Vec::new();
    for (from, hex, border) in passed {
        match line.last_mut() {
            Some((at, Sighting::Along(first, second @ None))) if border && (*at - from).abs() < 1e-9 => {
                (*first, *second) = ((*first).min(hex), Some((*first).max(hex)));
            }
            _ => line.push((from, if border { Sighting::Along(hex, None) } else { Sighting::Through(hex) })),
        }
    }
    line.into_iter().map(|(_, sighting)| sighting).collect()
}

/// The line in printed numbers: `"0502"`, or `"0502/0601"` for a hexside.
fn told(grid: &Grid, from: &str, to: &str) -> Vec<String> {
    sight_line(grid, hex(grid, from), hex(grid, to))
        .into_iter()
        .map(|sighting| match sighting {
            Sighting::Through(h) => grid.number(h).to_owned(),
            Sighting::Along(h, other) => {
                format!("{}/{}", grid.number(h), other.map_or("off", |o| grid.number(o)))
            }
        })
        .collect()
}

#[test]
fn along_a_row_of_hexes_it_passes_each() {
    assert_eq!(told(&blue_gray(), "0705", "0709"), ["0706", "0707", "0708"]);
    assert_eq!(told(&blue_gray(), "0101", "0302"), ["0201"]);
}

#[test]
fn neighbours_have_nothing_between_them_and_neither_has_a_hex_to_itself() {
    for grid in [blue_gray(), kernstown()] {
        for a in grid.hexes() {
            assert_eq!(sight_line(&grid, a, a), []);
            for (_, b) in grid.neighbours(a) {
                assert_eq!(sight_line(&grid, a, b), []);
            }
        }
    }
}

#[test]
fn a_diagonal_runs_along_the_hexside_between() {
    // East and west of each other, two columns apart in the same row.
    assert_eq!(told(&blue_gray(), "0705", "0905"), ["0804/0805"]);
    // Two such steps: a hexside, the hex between, a hexside.
    assert_eq!(told(&blue_gray(), "0705", "1105"), ["0804/0805", "0905", "1004/1005"]);
    // The steep diagonal.
    assert_eq!(told(&blue_gray(), "0705", "0806"), ["0706/0805"]);
    assert_eq!(told(&kernstown(), "2020", "2220"), ["2120/2119"]);
}

#[test]
fn at_the_edge_of_the_sheet_a_hexside_has_one_hex() {
    assert_eq!(told(&blue_gray(), "0101", "0301"), ["0201/off"]);
    assert_eq!(told(&blue_gray(), "0301", "0101"), ["0201/off"]);
}

#[test]
fn between_the_easy_lines_hexes_are_clipped() {
    // A knight's move: it passes two hexes and runs along no hexside.
    assert_eq!(told(&blue_gray(), "0705", "0907"), ["0805", "0806"]);
}

#[test]
fn every_diagonal_of_two_is_one_hexside() {
    for grid in [blue_gray(), kernstown()] {
        for a in grid.hexes() {
            let (q, r) = grid.axial(a);
            for (dq, dr) in [(1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2)] {
                let Some(b) = grid.at_axial(q + dq, r + dr) else { continue };
                let mut shared: Vec<Hex> =
                    grid.neighbours(a).map(|(_, n)| n).filter(|&n| grid.adjacent(n, b)).collect();
                shared.sort();
                let line = sight_line(&grid, a, b);
                match shared[..] {
                    [x] => assert_eq!(line, [Sighting::Along(x, None)]),
                    [x, y] => assert_eq!(line, [Sighting::Along(x, Some(y))]),
                    _ => panic!("{} and {} share a hexside", grid.number(a), grid.number(b)),
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn it_is_what_geometry_says(pointy: bool, a: prop::sample::Index, b: prop::sample::Index) {
        let grid = if pointy { kernstown() } else { blue_gray() };
        let (a, b) = (any_hex(&grid, a.index(grid.len())), any_hex(&grid, b.index(grid.len())));
        prop_assert_eq!(sight_line(&grid, a, b), by_geometry(&grid, a, b));
    }

    #[test]
    fn it_is_the_same_from_the_other_end(pointy: bool, a: prop::sample::Index, b: prop::sample::Index) {
        let grid = if pointy { kernstown() } else { blue_gray() };
        let (a, b) = (any_hex(&grid, a.index(grid.len())), any_hex(&grid, b.index(grid.len())));
        let mut back = sight_line(&grid, b, a);
        back.reverse();
        prop_assert_eq!(sight_line(&grid, a, b), back);
    }

    #[test]
    fn its_hexes_lie_no_further_than_its_end(a: prop::sample::Index, b: prop::sample::Index) {
        let grid = blue_gray();
        let (a, b) = (any_hex(&grid, a.index(grid.len())), any_hex(&grid, b.index(grid.len())));
        let span = grid.distance(a, b);
        let line = sight_line(&grid, a, b);
        for sighting in line {
            let (Sighting::Through(h) | Sighting::Along(h, _)) = sighting;
            prop_assert!(grid.distance(a, h) < span.max(2) && grid.distance(h, b) < span.max(2));
        }
    }
}
