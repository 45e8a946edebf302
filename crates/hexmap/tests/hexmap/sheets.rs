//! The shipped maps contain what was counted in their sources.
//!
//! The figures were counted independently of these files, from the keyed-in source tables that the
//! maps were made from: 688 hexes each, and 422 hexsides with a feature at Chickamauga, 330 at
//! Chattanooga.

use hexmap::{Certainty, Crossing, Direction, Ground, Hexside, Map, Water};

use crate::common::{hex, shipped};

fn hexes(map: &Map, test: impl Fn(Ground) -> bool) -> usize {
    map.grid.hexes().filter(|&h| test(map.ground(h))).count()
}

/// The number of hexsides that pass the test from either of their hexes.
fn sides(map: &Map, test: impl Fn(Hexside) -> bool) -> usize {
    map.grid
        .hexes()
        .flat_map(|h| map.grid.neighbours(h).filter(move |(_, n)| h < *n).map(move |(d, n)| (h, d, n)))
        .filter(|&(h, d, n)| test(map.side(h, d)) || test(map.side(n, d.opposite())))
        .count()
}

fn ways_off(map: &Map, road: bool) -> usize {
    map.edge_exits.iter().filter(|e| e.road == road).count()
}

fn sure(map: &Map, certainty: Certainty) -> usize {
    map.grid.hexes().filter(|&h| map.certainty(h) == certainty).count()
}

#[test]
fn chickamauga() {
    let map = shipped("chickamauga");
    assert_eq!(map.grid.len(), 688);
    assert_eq!(hexes(&map, |g| g == Ground::default()), 243);
    assert_eq!(hexes(&map, |g| g.woods && !g.rough), 311);
    assert_eq!(hexes(&map, |g| g.rough && !g.woods), 11);
    assert_eq!(hexes(&map, |g| g.woods && g.rough), 123);
    assert_eq!(hexes(&map, |g| g.town || g.water != Water::None), 0);
    assert_eq!(sides(&map, |s| s.road), 211);
    assert_eq!(sides(&map, |s| s.trail), 109);
    assert_eq!(sides(&map, |s| s.creek), 111);
    assert_eq!(sides(&map, |s| s.crossing == Crossing::Bridge), 4);
    assert_eq!(sides(&map, |s| s.crossing == Crossing::Ford), 6);
    assert_eq!(sides(&map, Hexside::is_plain_creek), 101);
    assert_eq!(sides(&map, |s| s.works || s.ferry), 0);
    assert_eq!(sides(&map, |s| s != Hexside::default()), 422);
    assert_eq!((ways_off(&map, true), ways_off(&map, false)), (9, 3));
    assert_eq!(map.doubts.len(), 16);
    assert_eq!(sure(&map, Certainty::Printed), 688);
    assert_eq!(map.hex_metres, 400);
}

#[test]
fn chickamauga_bridges_lie_where_the_roads_cross() {
    let map = shipped("chickamauga");
    for (name, from, to) in [
        ("Alexander's Bridge", "1922", "2022"),
        ("Reed's Bridge", "2216", "2316"),
        ("Dyer's Bridge", "2311", "2411"),
        ("Ringgold Bridge", "2403", "2503"),
    ] {
        let side = map.side_between(hex(&map.grid, from), hex(&map.grid, to)).unwrap();
        assert!(side.creek && side.road && side.crossing == Crossing::Bridge, "{name}");
        assert!(map.places.iter().any(|p| p.name == name && p.hex == hex(&map.grid, from)));
    }
    // The plain creek of the second reading, beside the ford.
    let side = |a: &str, b: &str| map.side_between(hex(&map.grid, a), hex(&map.grid, b)).unwrap();
    assert!(side("1926", "1927").is_plain_creek());
    assert_eq!(side("1926", "2026").crossing, Crossing::Ford);
    assert_eq!(map.side_between(hex(&map.grid, "0101"), hex(&map.grid, "0301")), None);
}

#[test]
fn chattanooga() {
    let map = shipped("chattanooga");
    assert_eq!(map.grid.len(), 688);
    // Of 291 clear hexes, five are town.
    assert_eq!(hexes(&map, |g| g == Ground::default()), 286);
    assert_eq!(hexes(&map, |g| g.town), 5);
    assert_eq!(hexes(&map, |g| g.woods && !g.rough), 214);
    assert_eq!(hexes(&map, |g| g.rough && !g.woods), 54);
    assert_eq!(hexes(&map, |g| g.woods && g.rough), 86);
    assert_eq!(hexes(&map, |g| g.water == Water::River), 39);
    assert_eq!(hexes(&map, |g| g.water == Water::Ferry), 4);
    assert_eq!(sides(&map, |s| s.road), 150);
    assert_eq!(sides(&map, |s| s.trail), 77);
    assert_eq!(sides(&map, |s| s.creek), 63);
    assert_eq!(sides(&map, |s| s.crossing == Crossing::Bridge), 7);
    assert_eq!(sides(&map, |s| s.crossing == Crossing::Ford), 3);
    assert_eq!(sides(&map, |s| s.works), 62);
    assert_eq!((ways_off(&map, true), ways_off(&map, false)), (12, 3));
    assert_eq!(map.doubts.len(), 16);
    for (certainty, count) in [
        (Certainty::Guess, 403),
        (Certainty::Historic, 186),
        (Certainty::Setup, 66),
        (Certainty::Overlap, 18),
        (Certainty::Rules, 15),
        (Certainty::Printed, 0),
    ] {
        assert_eq!(sure(&map, certainty), count, "{}", certainty.word());
    }
}

#[test]
fn chattanooga_ferries_point_to_their_banks() {
    let map = shipped("chattanooga");
    for (ferry, banks) in [
        ("0517", ["0417", "0616"]),
        ("0814", ["0714", "0915"]),
        ("1013", ["0913", "1114"]),
        ("1305", ["1204", "1405"]),
    ] {
        let at = hex(&map.grid, ferry);
        let mut found: Vec<&str> = map
            .grid
            .neighbours(at)
            .filter(|&(d, _)| map.side(at, d).ferry)
            .map(|(_, n)| map.grid.number(n))
            .collect();
        found.sort_unstable();
        assert_eq!(found, banks, "{ferry}");
        assert!(map.ground(at).water == Water::Ferry);
    }
}

#[test]
fn chattanooga_works_protect_one_side_only() {
    let map = shipped("chattanooga");
    // Fort Wood faces 1613, whose side has the barbs.
    let (inside, outside) = (hex(&map.grid, "1514"), hex(&map.grid, "1613"));
    assert!(map.side_between(inside, outside).unwrap().works);
    assert!(!map.side_between(outside, inside).unwrap().works);
    for here in map.grid.hexes() {
        for (direction, there) in map.grid.neighbours(here) {
            assert!(!(map.side(here, direction).works && map.side(there, direction.opposite()).works));
        }
    }
}

#[test]
fn a_hexside_is_the_same_from_both_its_hexes_but_for_works() {
    for battle in ["chickamauga", "chattanooga"] {
        let map = shipped(battle);
        for here in map.grid.hexes() {
            for direction in Direction::ALL {
                let side = map.side(here, direction);
                match map.grid.neighbour(here, direction) {
                    None => assert_eq!(side, Hexside::default()),
                    Some(there) => {
                        let other = map.side(there, direction.opposite());
                        assert_eq!(Hexside { works: false, ..side }, Hexside { works: false, ..other });
                    }
                }
            }
        }
    }
}

#[test]
fn the_two_sheets_agree_where_they_overlap() {
    // Chickamauga's 0101 is Chattanooga's 2025. There the columns of both maps line up only every
    // second one, so even columns here are one row further down.
    let (north, south) = (shipped("chattanooga"), shipped("chickamauga"));
    let there = |here| {
        let (column, row) = north.grid.place(here);
        let column = column.checked_sub(19)?;
        south.grid.at(column, row.checked_sub(24 + column % 2)?)
    };
    assert_eq!(there(hex(&north.grid, "2025")), Some(hex(&south.grid, "0101")));
    assert_eq!(there(hex(&north.grid, "2425")), Some(hex(&south.grid, "0501")));
    let shared: Vec<_> = north
        .grid
        .hexes()
        .filter(|&h| north.certainty(h) == Certainty::Overlap)
        .map(|h| (h, there(h)))
        .collect();
    assert_eq!(shared.len(), 18);
    let mut roads = 0;
    for &(here, there) in &shared {
        let there = there.unwrap();
        assert_eq!(north.ground(here), south.ground(there), "{}", north.grid.number(here));
        for &(other, beyond) in shared.iter().filter(|(other, _)| here < *other) {
            let (side, known) = (north.side_between(here, other), south.side_between(there, beyond.unwrap()));
            assert_eq!(side, known, "{} {}", north.grid.number(here), north.grid.number(other));
            roads += usize::from(side.is_some_and(|s| s.road));
        }
    }
    assert_eq!(roads, 9);
}

#[test]
fn a_road_goes_through_a_hex_by_a_side_or_off_the_map() {
    let map = shipped("chickamauga");
    let through = |h: &hexmap::Hex| Direction::ALL.iter().any(|&d| map.side(*h, d).road);
    let off = |h: &hexmap::Hex| map.edge_exits.iter().any(|e| e.hex == *h && e.road);
    let roads: Vec<_> = map.grid.hexes().filter(|h| map.has_road(*h)).collect();
    assert_eq!(roads, map.grid.hexes().filter(|h| through(h) || off(h)).collect::<Vec<_>>());
    assert!(roads.iter().any(|h| !off(h)) && roads.iter().any(off));
}

#[test]
fn ground_can_be_changed() {
    let mut map = shipped("chickamauga");
    let hex = hex(&map.grid, "0101");
    let woods = Ground { woods: true, ..Ground::default() };
    for ground in [woods, Ground::default()] {
        map.set_ground(hex, ground);
        assert_eq!(map.ground(hex), ground);
    }
}

#[test]
fn a_certainty_is_told_by_the_word_of_the_data_files() {
    use Certainty::{Guess, Historic, Overlap, Printed, Rules, Setup};
    let words = [Guess, Historic, Overlap, Setup, Rules, Printed].map(Certainty::word);
    assert_eq!(words, ["guess", "historic", "overlap", "setup", "rules", "printed"]);
}
