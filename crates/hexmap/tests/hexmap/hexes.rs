//! Hex arithmetic agrees with an independent library on both layouts, for every hex of a whole
//! sheet.

use hexmap::{Direction, Grid, Hex, Layout};
use hexx::{HexOrientation, OffsetHexMode};

use crate::common::{any_hex, blue_gray, hex, kernstown};

/// The same hex in `hexx`, computed from its column and row alone.
fn oracle(grid: &Grid, hex: Hex) -> hexx::Hex {
    let (column, row) = grid.place(hex);
    let (column, row) = (i32::from(column), i32::from(row));
    let (at, mode, orientation) = match grid.layout() {
        // Counted from 0, the lower columns are the odd ones.
        Layout::FlatEvenLower => ([column, row], OffsetHexMode::Odd, HexOrientation::Flat),
        // By printed rows the odd ones lie further west, and so the even ones further east. Row 10
        // is even.
        Layout::PointyOddWest => ([column, row + 10], OffsetHexMode::Even, HexOrientation::Pointy),
    };
    hexx::Hex::from_offset_coordinates(at, mode, orientation)
}

fn grids() -> [Grid; 2] {
    [blue_gray(), kernstown()]
}

#[test]
fn axial_coordinates_and_the_way_back_agree() {
    for grid in grids() {
        for hex in grid.hexes() {
            let known = oracle(&grid, hex);
            assert_eq!(grid.axial(hex), (known.x, known.y), "{}", grid.number(hex));
            assert_eq!(grid.at_axial(known.x, known.y), Some(hex));
        }
        assert_eq!(grid.at_axial(-3, 0), None);
        assert_eq!(grid.at_axial(0, 1000), None);
    }
}

#[test]
fn distances_agree_for_every_pair() {
    for grid in grids() {
        let known: Vec<hexx::Hex> = grid.hexes().map(|h| oracle(&grid, h)).collect();
        for a in grid.hexes() {
            for b in grid.hexes() {
                assert_eq!(grid.distance(a, b), known[a.index()].unsigned_distance_to(known[b.index()]));
            }
        }
    }
}

#[test]
fn neighbours_agree_and_every_direction_leads_back() {
    for grid in grids() {
        for hex in grid.hexes() {
            let mut expected: Vec<Hex> = oracle(&grid, hex)
                .all_neighbors()
                .into_iter()
                .filter_map(|n| grid.at_axial(n.x, n.y))
                .collect();
            let mut found: Vec<Hex> = grid.neighbours(hex).map(|(_, n)| n).collect();
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{}", grid.number(hex));
            for (direction, next) in grid.neighbours(hex) {
                assert_eq!(grid.neighbour(next, direction.opposite()), Some(hex));
                assert_eq!(grid.direction(hex, next), Some(direction));
                assert!(grid.adjacent(hex, next) && grid.around(hex)[direction.index()] == Some(next));
            }
            assert!(!grid.adjacent(hex, hex));
        }
    }
}

#[test]
fn within_a_distance_is_whoever_is_no_farther() {
    for grid in grids() {
        for from in grid.hexes().step_by(23) {
            for distance in 0..4 {
                let mut found: Vec<Hex> = grid.within(from, distance).collect();
                found.sort();
                let near = |&hex: &Hex| grid.distance(from, hex) <= u32::from(distance);
                assert!(grid.hexes().filter(near).eq(found), "{distance} from {}", grid.number(from));
            }
        }
    }
}

#[test]
fn directions_go_clockwise_from_the_north() {
    for grid in grids() {
        let orientation = match grid.layout() {
            Layout::FlatEvenLower => HexOrientation::Flat,
            Layout::PointyOddWest => HexOrientation::Pointy,
        };
        let layout = hexx::HexLayout { orientation, ..Default::default() };
        let middle = grid.at(12, 12).unwrap();
        let here = layout.hex_to_world_pos(oracle(&grid, middle));
        let bearings: Vec<f32> = Direction::ALL
            .into_iter()
            .map(|d| {
                let to = layout.hex_to_world_pos(oracle(&grid, grid.neighbour(middle, d).unwrap())) - here;
                // Clockwise from north, in degrees; the oracle's y axis points south.
                to.x.atan2(-to.y).to_degrees().rem_euclid(360.0).round() % 360.0
            })
            .collect();
        let expected = match grid.layout() {
            Layout::FlatEvenLower => [0.0, 60.0, 120.0, 180.0, 240.0, 300.0],
            Layout::PointyOddWest => [30.0, 90.0, 150.0, 210.0, 270.0, 330.0],
        };
        assert_eq!(bearings, expected);
        for (direction, name) in Direction::ALL.into_iter().zip(match grid.layout() {
            Layout::FlatEvenLower => ["N", "NE", "SE", "S", "SW", "NW"],
            Layout::PointyOddWest => ["NE", "E", "SE", "SW", "W", "NW"],
        }) {
            assert_eq!(direction.name(grid.layout()), name);
            assert_eq!(Direction::named(grid.layout(), name), Some(direction));
        }
        assert_eq!(Direction::named(grid.layout(), "up"), None);
    }
}

#[test]
fn every_number_is_printed_once_and_read_back() {
    for grid in grids() {
        let numbers: std::collections::BTreeSet<&str> = grid.hexes().map(|h| grid.number(h)).collect();
        assert_eq!(numbers.len(), grid.len());
        for hex in grid.hexes() {
            assert_eq!(grid.parse(grid.number(hex)), Some(hex));
            let (column, row) = grid.place(hex);
            assert_eq!(grid.at(column, row), Some(hex));
        }
        for word in ["", "1", "101", "10101", "1O11", " 101", "+101", "9999", "0000", "１０１１"] {
            assert_eq!(grid.parse(word), None, "{word:?}");
        }
    }
}

#[test]
fn blue_gray_even_columns_hold_a_hex_less_at_the_south() {
    let grid = blue_gray();
    assert_eq!(grid.len(), 13 * 28 + 12 * 27);
    assert_eq!((grid.parse("0228"), grid.parse("2601"), grid.parse("0129")), (None, None, None));
    let neighbours = |number: &str| {
        grid.around(hex(&grid, number)).map(|n| n.map_or("----", |n| grid.number(n)).to_owned())
    };
    // Odd columns first, then even ones: an even column lies half a hex lower.
    assert_eq!(neighbours("0714"), ["0713", "0813", "0814", "0715", "0614", "0613"]);
    assert_eq!(neighbours("0814"), ["0813", "0914", "0915", "0815", "0715", "0714"]);
    assert_eq!(neighbours("0101"), ["----", "----", "0201", "0102", "----", "----"]);
    assert_eq!(neighbours("2528"), ["2527", "----", "----", "----", "----", "2427"]);
}

/// Neighbours and distances as given by the Kernstown reconstruction: changes of row and of column,
/// with columns counted from the east.
#[test]
fn kernstown_numbers_rise_to_the_west() {
    let grid = kernstown();
    // Sixteen even rows of 42 and fifteen odd ones of 41.
    assert_eq!(grid.len(), 16 * 42 + 15 * 41);
    assert!(grid.parse("1141").is_none() && grid.parse("1041").is_some() && grid.parse("4100").is_none());
    let even = [("E", 0, -1), ("W", 0, 1), ("NE", -1, -1), ("NW", -1, 0), ("SE", 1, -1), ("SW", 1, 0)];
    let odd = [("E", 0, -1), ("W", 0, 1), ("NE", -1, 0), ("NW", -1, 1), ("SE", 1, 0), ("SW", 1, 1)];
    let printed = |hex: Hex| {
        let number: i32 = grid.number(hex).parse().unwrap();
        (number / 100, number % 100)
    };
    for hex in grid.hexes() {
        let (row, column) = printed(hex);
        for (name, rows, columns) in if row % 2 == 0 { even } else { odd } {
            let direction = Direction::named(grid.layout(), name).unwrap();
            let expected = grid.parse(&format!("{:02}{:02}", row + rows, column + columns));
            assert_eq!(grid.neighbour(hex, direction), expected, "{} {name}", grid.number(hex));
        }
    }
    for a in grid.hexes() {
        for b in grid.hexes() {
            let ((row, column), (other_row, other_column)) = (printed(a), printed(b));
            let q = |row: i32, column: i32| column - (row - row % 2) / 2;
            let (dq, dr) = (q(other_row, other_column) - q(row, column), other_row - row);
            let distance = dq.abs().max(dr.abs()).max((dq + dr).abs());
            assert_eq!(grid.distance(a, b), distance.unsigned_abs());
        }
    }
}

#[test]
fn a_grid_of_one_hex_has_no_neighbours() {
    for layout in [Layout::FlatEvenLower, Layout::PointyOddWest] {
        let grid = Grid::new(layout, hexmap::Numbering::ColumnRow, 1, 1, 0, 0);
        assert_eq!((grid.len(), grid.is_empty(), grid.size()), (1, false, (1, 1)));
        assert_eq!(grid.around(grid.at(0, 0).unwrap()), &[None; 6]);
    }
}

#[test]
fn a_grid_without_a_column_or_a_row_is_empty() {
    for (columns, rows) in [(0, 0), (0, 3), (3, 0)] {
        let grid = Grid::new(Layout::FlatEvenLower, hexmap::Numbering::ColumnRow, columns, rows, 1, 1);
        assert!(grid.is_empty() && grid.hexes().next().is_none(), "{columns} by {rows}");
    }
}

#[test]
fn a_hex_is_written_as_its_schema_says() {
    let schema = serde_json::to_value(schemars::schema_for!(Hex)).unwrap();
    assert_eq!((&schema["title"], &schema["type"]), (&"Hex".into(), &"string".into()));
    let hex = hex(&kernstown(), "2016");
    let written = serde_json::to_value(hex).unwrap();
    assert!(written.is_string(), "{written}");
    assert_eq!(serde_json::from_value::<Hex>(written).unwrap(), hex);
}

#[test]
fn a_set_of_hexes_holds_what_was_put_in() {
    let grid = blue_gray();
    let mut set = hexmap::HexSet::new(grid.len());
    let mut model = std::collections::BTreeSet::new();
    // A fixed walk over the sheet that visits hexes more than once.
    for i in 0..2000_usize {
        let hex = any_hex(&grid, i * 7919);
        if i % 3 == 0 {
            assert_eq!(set.remove(hex), model.remove(&hex));
        } else {
            assert_eq!(set.insert(hex), model.insert(hex));
        }
        assert_eq!(
            (set.contains(hex), set.len(), set.is_empty()),
            (model.contains(&hex), model.len(), model.is_empty())
        );
    }
    assert_eq!(set.iter().collect::<Vec<_>>(), model.iter().copied().collect::<Vec<_>>());
    assert_eq!(format!("{set:?}"), format!("{model:?}"));
    let gathered: hexmap::HexSet = model.iter().copied().collect();
    assert!(gathered.iter().eq(set.iter()));
    set.clear();
    assert!(set.is_empty() && set.iter().next().is_none());
}

#[test]
fn sets_of_hexes_are_joined_and_taken_from_each_other() {
    let grid = blue_gray();
    let every = |step: usize| grid.hexes().step_by(step).collect::<hexmap::HexSet>();
    let mut both = every(2);
    both.join(&every(3));
    let by_hand = |hex: &hexmap::Hex| every(2).contains(*hex) || every(3).contains(*hex);
    assert!(both.iter().eq(grid.hexes().filter(by_hand)));
    both.leave_out(&every(2));
    assert!(both.iter().eq(grid.hexes().filter(|hex| hex.index() % 6 == 3)));
    // The larger of two sets determines the capacity.
    let mut small = hexmap::HexSet::new(1);
    small.join(&every(5));
    assert!(small.iter().eq(every(5).iter()));
}
