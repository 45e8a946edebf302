//! The map: the facts of chapter 3 and of the scenarios that can be measured on it.

use hexmap::{Certainty, Direction, Hex, Map, Slope};

use crate::data::LIBRARY;

fn map() -> &'static Map {
    LIBRARY.map("kernstown").unwrap()
}

fn hex(number: &str) -> Hex {
    map().grid.parse(number).unwrap()
}

/// The crest line of Sandy Ridge (20.1a).
const CREST: &str =
    "1026 1126 1227 1327 1428 1528 1629 1729 1830 1930 2031 2131 2232 2332 2433 2533 2634 2734";

#[test]
fn the_sheet_has_1287_hexes_and_true_distances() {
    assert_eq!(map().grid.len(), 1287);
    for (a, b, distance) in [
        ("2423", "2332", 10),
        ("2423", "1834", 14),
        ("2423", "3019", 7),
        ("1014", "4022", 30),
        ("1532", "1834", 3),
        ("1026", "2734", 17),
    ] {
        assert_eq!(map().grid.distance(hex(a), hex(b)), distance, "{a} to {b}");
    }
    let crest: Vec<Hex> = CREST.split(' ').map(hex).collect();
    assert!(crest.windows(2).all(|pair| map().grid.adjacent(pair[0], pair[1])));
    // The set-up hexes of Ely's brigade lie on one straight line of the grain.
    assert_eq!(map().grid.distance(hex("2127"), hex("2625")), 5);
}

#[test]
fn kernstown_3_2d_walls_stand_where_the_rulebook_says() {
    let walls: Vec<(Vec<&str>, Vec<&str>)> = map()
        .walls
        .iter()
        .map(|w| {
            let numbers = |hexes: &[Hex]| hexes.iter().map(|&h| map().grid.number(h)).collect();
            (numbers(&w.hexes), numbers(&w.points_to))
        })
        .collect();
    assert!(walls.contains(&(vec!["1834", "1835", "1836", "1933"], vec!["1932"])));
    assert!(walls.contains(&(vec!["1937"], vec!["1938"])));
    assert!(walls.iter().all(|(_, ends)| ends.len() == 1), "every wall points to a single hex");
    let mut hexes: Vec<&str> =
        map().grid.hexes().filter(|&h| map().ground(h).wall).map(|h| map().grid.number(h)).collect();
    hexes.sort();
    assert_eq!(hexes, ["1637", "1834", "1835", "1836", "1933", "1937", "2418", "2723"]);
    // The four hexes of the stone wall hang together.
    assert!(map().grid.adjacent(hex("1933"), hex("1834")));
}

#[test]
fn kernstown_3_2a_levels_run_from_1_to_13_and_never_jump_more_than_two() {
    let levels: Vec<u8> = map().grid.hexes().map(|h| map().ground(h).level).collect();
    assert_eq!(levels.iter().min(), Some(&1));
    assert_eq!(levels.iter().max(), Some(&13));
    assert_eq!((map().ground(hex("2131")).level, map().ground(hex("2332")).level), (13, 13));
    for hex in map().grid.hexes() {
        for (_, near) in map().grid.neighbours(hex) {
            let step = map().ground(hex).level.abs_diff(map().ground(near).level);
            assert!(step <= 2, "{} and {}", map().grid.number(hex), map().grid.number(near));
        }
    }
}

#[test]
fn kernstown_3_2h_and_3_2i_slopes_are_steps_of_one_level_and_steep_ones_of_two() {
    let (mut slopes, mut steep) = (0, 0);
    for hex in map().grid.hexes() {
        for (direction, near) in map().grid.neighbours(hex) {
            let step = i16::from(map().ground(near).level) - i16::from(map().ground(hex).level);
            let slope = map().side(hex, direction).slope;
            let back = map().side(near, direction.opposite()).slope;
            match slope {
                Slope::None => {
                    assert!(
                        step.abs() <= 1,
                        "a step of two levels is a steep slope: {}",
                        map().grid.number(hex)
                    );
                    assert_eq!(back, Slope::None);
                }
                Slope::Up => assert_eq!((step, back), (1, Slope::Down)),
                Slope::SteepUp => assert_eq!((step, back), (2, Slope::SteepDown)),
                Slope::Down => slopes += 1,
                Slope::SteepDown => steep += 1,
            }
        }
    }
    assert_eq!((slopes, steep), (224, 58));
}

#[test]
fn kernstown_3_2e_and_3_2g_cover_and_angled_ground() {
    let count = |of: fn(hexmap::Ground) -> bool| map().grid.hexes().filter(|&h| of(map().ground(h))).count();
    assert_eq!(count(|g| g.woods), 273);
    assert_eq!(count(|g| g.orchard), 10);
    assert_eq!(count(|g| g.angled), 4);
    assert_eq!(count(|g| g.angled && g.woods), 1);
    assert!(map().ground(hex("3525")).woods && map().ground(hex("3526")).woods);
    // The four hexes of the example of 12.1a are on one level.
    let level = map().ground(hex("3524")).level;
    assert!(["3525", "3526", "3527"].iter().all(|n| map().ground(hex(n)).level == level));
}

#[test]
fn kernstown_3_2f_roads_run_from_edge_to_edge() {
    let through = |from: &str, to: &str, has: fn(hexmap::Hexside) -> bool| {
        let mut reached = vec![hex(from)];
        let mut next = 0;
        while let Some(&here) = reached.get(next) {
            next += 1;
            for (direction, near) in map().grid.neighbours(here) {
                if has(map().side(here, direction)) && !reached.contains(&near) {
                    reached.push(near);
                }
            }
        }
        reached.contains(&hex(to))
    };
    assert!(through("1014", "4022", |s| s.turnpike));
    assert!(through("1014", "3019", |s| s.turnpike));
    assert!(through("1022", "4033", |s| s.road && !s.turnpike));
    assert!(through("1637", "1938", |s| s.lane));
    for hex in map().grid.hexes() {
        for direction in Direction::ALL {
            let side = map().side(hex, direction);
            assert!(side.road || !side.turnpike, "a turnpike is a road");
        }
    }
    assert_eq!(map().edge_exits.len(), 6);
}

#[test]
fn every_hex_says_what_it_rests_on() {
    let of = |c| map().grid.hexes().filter(|&h| map().certainty(h) == c).count();
    // The wall hexes and the woods of the 12.1a example; all the rest is drawn.
    assert_eq!(of(Certainty::Rules), 10);
    assert_eq!(of(Certainty::Guess), 1277);
    assert_eq!(map().certainty(hex("1933")), Certainty::Rules);
    assert!(map().doubts.len() >= 7);
    let named = |name: &str| map().places.iter().any(|p| p.name == name);
    assert!(named("Pritchard's Hill") && named("Kernstown") && named("Sandy Ridge"));
    assert!(map().streams.iter().any(|s| s.name == "Hogg Run" && s.hexes.len() == 38));
}
