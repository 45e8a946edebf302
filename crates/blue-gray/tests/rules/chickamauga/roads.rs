//! 21.3: lines of communication.

use crate::check::*;
use crate::chickamauga::{EDITIONS, exit, line, points};

/// A confederate of strength 2 leaves by 0101 while these union units are on the map: what he
/// scores.
fn scored_by_leaving(edition: &str, union: &[&str]) -> i64 {
    let mut units = vec!["x confederate infantry 2 0101"];
    units.extend(union);
    let mut table = on(edition).units(&units).movement(Confederate).set();
    let before = points(&table).1;
    table.order(Confederate, exit("x"));
    points(&table).1 - before
}

#[test]
fn chickamauga_21_31_confederate_exits_need_a_road_free_of_union_units_from_an_exit_to_the_east() {
    for (edition, full) in [("chickamauga-1975", 20), ("chickamauga-2006", 10)] {
        let scored = |union: &[&str]| scored_by_leaving(edition, union);
        assert_eq!(scored(&[]), full);
        // The roads leave the eastern edge by 2503, 2512 and 2517.
        let ends = ["a union infantry 1 2503", "b union infantry 1 2512", "c union infantry 1 2517"];
        assert_eq!(scored(&ends), 0);
        for open in 0..3 {
            let two: Vec<&str> =
                ends.iter().enumerate().filter(|(i, _)| *i != open).map(|(_, u)| *u).collect();
            assert_eq!(scored(&two), full, "{} is free", ends[open]);
        }
        // All that leads on from the two exits: 0402 from 0101, and by 0110 also from 0111; 0211
        // from 0111.
        assert_eq!(scored(&["a union infantry 1 0402", "b union infantry 1 0211"]), 0);
        assert_eq!(scored(&["a union infantry 1 0402"]), full, "by 0111");
        assert_eq!(scored(&["b union infantry 1 0211"]), full, "by 0101");
        // The exit hexes themselves, taken after x has left.
        let units = ["x confederate infantry 2 0111", "a union infantry 1 0302", "b union infantry 1 0212"];
        let mut table = on(edition).units(&units).movement(Confederate).set();
        table.order(Confederate, exit("x"));
        table.end_movement(Confederate);
        table.end_combat(Confederate);
        let free = points(&table).1;
        table.moves(Union, "a", "0101");
        assert_eq!(points(&table).1, free, "0111 is free");
        table.moves(Union, "b", "0111");
        assert_eq!(points(&table).1, free - full, "neither is");
        let why =
            "confederate 0: 2 strength points left the map, but no road from the exits is free of the enemy";
        assert_eq!(line(&table, "21.31"), [why]);
    }
}

#[test]
fn chickamauga_21_31_zones_do_not_close_the_road_and_trails_do_not_make_one() {
    for (edition, full) in [("chickamauga-1975", 20), ("chickamauga-2006", 10)] {
        // Beside each of the three ends, its road hex in the zone.
        let beside = ["a union infantry 1 2504", "b union infantry 1 2513", "c union infantry 1 2518"];
        assert_eq!(scored_by_leaving(edition, &beside), full);
        // 2509 is a trail off the same edge: it does not help.
        let ends = ["a union infantry 1 2503", "b union infantry 1 2512", "c union infantry 1 2517"];
        assert_eq!(scored_by_leaving(edition, &ends), 0);
    }
}

/// Confederates on the roads out of the two exits: from 0101 and 0111 no road leads on.
const ROADS_CUT: [&str; 3] =
    ["x confederate infantry 1 0201", "y confederate infantry 1 0110", "z confederate infantry 1 0211"];

/// The strength of union units that count as cut off.
fn cut_off(edition: &str, units: &[&str]) -> i64 {
    let table = on(edition).units(units).turn(15).set();
    line(&table, "21.32").iter().map(|l| l.split([' ', ':']).nth(1).unwrap().parse::<i64>().unwrap()).sum()
}

#[test]
fn chickamauga_21_32_union_units_more_than_ten_hexes_from_the_road_to_the_exits_count_as_eliminated() {
    for edition in EDITIONS {
        let with = |unit: &'static str| {
            let mut units = ROADS_CUT.to_vec();
            units.push(unit);
            cut_off(edition, &units)
        };
        // 0111 itself is a road hex that leads off the map: ten hexes from there is near enough,
        // eleven is not.
        assert_eq!(with("a union infantry 4 1111"), 0);
        assert_eq!(with("a union infantry 4 1211"), 4);
        assert_eq!(with("a union infantry 4 1112"), 0);
        // With the roads open 1211 stands on one, and everything is near.
        assert_eq!(cut_off(edition, &["a union infantry 4 1211", "b union infantry 4 2525"]), 0);
    }
}

#[test]
fn chickamauga_21_32_the_way_to_the_road_does_not_lead_through_enemy_units_or_over_creeks() {
    for edition in EDITIONS {
        let with = |more: &[&'static str]| {
            let mut units = ROADS_CUT.to_vec();
            units.extend(more);
            cut_off(edition, &units)
        };
        // Ten hexes by 0210; round about by 0112 it would be eleven.
        assert_eq!(with(&["a union infantry 4 1111"]), 0);
        assert_eq!(with(&["a union infantry 4 1111", "w confederate infantry 1 0210"]), 4);
        // Zones do not matter: w beside the way.
        assert_eq!(with(&["a union infantry 4 1111", "w confederate infantry 1 0509"]), 0);
        // 1128 lies behind the creek on all its sides.
        assert_eq!(cut_off(edition, &["a union infantry 4 1128"]), 4);
    }
}

#[test]
fn chickamauga_21_32_reinforcements_that_never_came_trace_from_their_entry_hexes() {
    for edition in EDITIONS {
        // By road all the way; with the road cut, 0728 and 1027 are far away.
        assert_eq!(cut_off(edition, &["u-2-2-cav turn=8"]), 0);
        let mut units = ROADS_CUT.to_vec();
        units.push("u-2-2-cav turn=8");
        assert_eq!(cut_off(edition, &units), 4);
        // One entry hex free is enough; with an enemy in both there is no path from either.
        let (south, east) = ("v confederate infantry 1 0728", "w confederate infantry 1 1027");
        assert_eq!(cut_off(edition, &["u-2-2-cav turn=8", south]), 0);
        assert_eq!(cut_off(edition, &["u-2-2-cav turn=8", east]), 0);
        assert_eq!(cut_off(edition, &["u-2-2-cav turn=8", south, east]), 4);
        // Confederates are not asked, nor who has left or is eliminated.
        assert_eq!(cut_off(edition, &["c-crews turn=5", "q confederate infantry 3 1128"]), 0);
    }
}

#[test]
fn chickamauga_21_32_counts_for_the_confederate_a_point_a_strength_point() {
    for edition in EDITIONS {
        let mut units = ROADS_CUT.to_vec();
        units.extend(["a union infantry 4 2020", "b union infantry 3 2021"]);
        let table = on(edition).units(&units).turn(15).set();
        assert_eq!(line(&table, "21.32"), ["confederate 7: 7 Union strength points cut off from the exits"]);
        // They are counted, not removed.
        assert_eq!(table.at("a"), "2020");
    }
}
