//! 5.1 and 5.2: what movement may not do, and what the ground costs.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use crate::check::*;
use serde_json::{Value, json};
use tabletop::Act;

/// On the proving ground.
fn ground() -> SetUp {
    on("proving-ground")
}

/// A walk hex by hex.
fn path(unit: &str, hexes: &[&str]) -> Value {
    json!({"move": {"unit": unit, "path": hexes}})
}

fn to(unit: &str, hex: &str) -> Value {
    json!({"move": {"unit": unit, "to": hex}})
}

/// What one step costs a unit that has points to spare.
#[track_caller]
fn step(from: &str, hex: &str) -> u64 {
    let mut table =
        ground().units(&[&format!("a union infantry 5 {from} movement=30")]).movement(Union).set();
    let events = table.order(Union, path("a", &[hex]));
    assert_eq!(table.at("a"), hex);
    event(&events, "moved")["cost"].as_u64().unwrap()
}

/// Why one step cannot be taken.
#[track_caller]
fn no_step(from: &str, hex: &str) -> String {
    let mut table =
        ground().units(&[&format!("a union infantry 5 {from} movement=30")]).movement(Union).set();
    table.case(Union, path("a", &[hex]))
}

/// The path that a move took.
#[track_caller]
fn walked(events: &[Value]) -> Vec<&str> {
    event(events, "moved")["path"].as_array().unwrap().iter().map(|h| h.as_str().unwrap()).collect()
}

// 5.1 Prohibitions.

#[test]
fn case_5_11_units_move_in_their_own_movement_phase_only() {
    let mut table =
        ground().units(&["a union infantry 5 0305", "x confederate infantry 4 0905"]).movement(Union).set();
    // The Confederates wait, and the Union moves no unit but its own.
    assert_eq!(table.case(Confederate, to("x", "0904")), "4.1");
    assert_eq!(table.case(Union, to("x", "0904")), "4.1");
    assert!(table.hexes(Confederate, "move", "x").is_empty());
    assert!(table.hexes(Union, "move", "x").is_empty());
    table.end_movement(Union);
    // In the combat phase nobody moves, neither side's units.
    assert_eq!(table.case(Union, to("a", "0306")), "5.11");
    assert_eq!(table.case(Confederate, to("x", "0904")), "4.1");
    assert!(table.hexes(Union, "move", "a").is_empty());
    table.end_combat(Union);
    assert_eq!(table.case(Union, to("a", "0306")), "4.1");
    table.moves(Confederate, "x", "0904");
    table.end_movement(Confederate);
    assert_eq!(table.case(Confederate, to("x", "0903")), "5.11");
}

#[test]
fn case_5_11_in_a_combat_phase_units_go_by_retreat_and_advance_alone() {
    // 5 to 5, a one: Dr.
    let mut table = ground()
        .units(&["a union infantry 5 0506", "x confederate infantry 5 0505"])
        .combat(Union)
        .dice(&[1])
        .set();
    table.attacks(Union, &["a"], &["0505"]);
    assert_eq!(table.case(Confederate, to("x", "0504")), "7.71");
    table.retreats(Confederate, "x", "0504");
    assert_eq!(table.case(Union, to("a", "0505")), "7.75");
    table.order(Union, json!({"advance": {"unit": "a"}}));
    assert_eq!((table.at("x"), table.at("a")), ("0504".into(), "0505".into()));
}

#[test]
fn case_5_12_no_unit_enters_a_hex_with_an_enemy_in_it() {
    let mut table = ground()
        .units(&[
            "a union infantry 5 0306",
            "x confederate infantry 4 0505",
            "y confederate artillery 1 0505",
        ])
        .movement(Union)
        .set();
    let (case, sentence) = table.refused(Union, to("a", "0505"));
    assert_eq!(case, "5.12");
    assert!(sentence.contains("0505"), "{sentence}");
    // Nor step by step, where the enemy's zone would only have stopped it next door.
    let mut close =
        ground().units(&["a union infantry 5 0508", "x confederate infantry 4 0505"]).movement(Union).set();
    assert_eq!(close.case(Union, path("a", &["0507", "0506", "0505"])), "5.13");
    assert_eq!(close.case(Union, to("a", "0505")), "5.12");
    assert!(!table.hexes(Union, "move", "a").contains(&"0505".to_owned()));
    table.moves(Union, "a", "0405");
}

#[test]
fn case_5_13_a_unit_that_enters_an_enemy_zone_stops_there() {
    let mut table =
        ground().units(&["a union infantry 5 0507", "x confederate infantry 4 0505"]).movement(Union).set();
    assert_eq!(table.case(Union, path("a", &["0506", "0507"])), "5.13");
    assert_eq!(table.case(Union, path("a", &["0506", "0405"])), "5.13");
    assert_eq!(table.case(Union, path("a", &["0406", "0405", "0404"])), "5.13");
    // 0503 is four hexes away through the zone and six around it; so is the zone's own far side.
    assert_eq!(table.cost(Union, "a", "0506"), Some(1));
    assert_eq!(table.cost(Union, "a", "0405"), Some(2));
    assert_eq!(table.cost(Union, "a", "0503"), Some(6));
    assert_eq!(table.cost(Union, "a", "0504"), Some(6));
    let targets = table.targets(Union, "move", json!("a"));
    let found = |hex: &str| {
        let found = targets["targets"].as_array().unwrap().iter().find(|t| t["hex"] == hex).cloned();
        found.unwrap_or_else(|| panic!("{hex} is out of reach"))
    };
    let stops = |hex: &str| found(hex)["stop"].as_bool().unwrap();
    assert!(["0504", "0604", "0605", "0506", "0405", "0404"].into_iter().all(stops));
    assert!(!["0508", "0406", "0606", "0503"].into_iter().any(stops));
    // What is left of six points: nothing in the zone, whatever it cost to get there.
    assert_eq!(["0506", "0405", "0406", "0503"].map(|hex| found(hex)["left"].clone()), [0, 0, 5, 0]);
    table.moves(Union, "a", "0506");
    assert_eq!(table.at("a"), "0506");
}

#[test]
fn case_5_13_a_unit_in_an_enemy_zone_does_not_leave_it_by_movement() {
    let mut table = ground()
        .units(&["a union infantry 5 0506", "b union infantry 5 0507", "x confederate infantry 4 0505"])
        .movement(Union)
        .set();
    // Not away, not along the zone, not even to a friend.
    for hex in ["0508", "0405", "0605", "0507"] {
        assert_eq!(table.case(Union, to("a", hex)), "5.13");
        assert_eq!(table.case(Union, path("a", &[hex])), "5.13");
    }
    assert!(table.hexes(Union, "move", "a").is_empty());
    assert!(!table.hexes(Union, "move", "b").is_empty());
}

#[test]
fn case_5_13_shut_in_by_zones_a_unit_gets_no_further_than_their_edge() {
    let mut table = ground()
        .units(&["a union infantry 5 0101", "x confederate infantry 1 0302", "y confederate infantry 1 0104"])
        .movement(Union)
        .set();
    assert_eq!(table.hexes(Union, "move", "a"), ["0102", "0103", "0201", "0202"]);
    let (case, sentence) = table.refused(Union, to("a", "0505"));
    assert_eq!(case, "5.13");
    assert!(sentence.contains("0505") && sentence.contains("zone"), "{sentence}");
}

#[test]
fn case_5_14_no_attack_before_the_movement_phase_is_ended() {
    let mut table = ground()
        .units(&["a union infantry 5 0506", "x confederate infantry 5 0505"])
        .movement(Union)
        .dice(&[1])
        .set();
    assert_eq!(table.attack_case(Union, &["a"], &["0505"]), "5.14");
    assert!(
        table.targets(Union, "attack", json!({"attackers": ["a"], "defenders": []}))["targets"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    table.end_movement(Union);
    table.attacks(Union, &["a"], &["0505"]);
}

#[test]
fn case_5_14_the_first_die_ends_the_movement_phase_for_good() {
    let mut table = ground()
        .units(&["a union infantry 5 0506", "b union infantry 5 0210", "x confederate infantry 5 0505"])
        .movement(Union)
        .dice(&[4])
        .set();
    table.moves(Union, "b", "0209");
    table.end_movement(Union);
    // No die yet: the player may go back into his movement phase.
    table.game.act(Union, Act::Undo).unwrap();
    assert_eq!(table.asked(), "union movement");
    table.end_movement(Union);
    // 1-1, a four: Ar. The unit must go back, and nothing before the die comes back.
    table.attacks(Union, &["a"], &["0505"]);
    assert!(!table.game.may_undo(Union));
    assert!(table.game.act(Union, Act::Undo).is_err());
    table.retreats(Union, "a", "0507");
    table.order(Confederate, json!({"hold": {}}));
    assert_eq!(table.case(Union, to("b", "0210")), "5.11");
}

#[test]
fn case_5_15_six_points_and_no_more() {
    let mut table = ground()
        .units(&["a union infantry 5 0108", "b union cavalry 2 0109 movement=3"])
        .movement(Union)
        .set();
    assert_eq!(table.cost(Union, "a", "0711"), Some(6));
    let (case, sentence) = table.refused(Union, to("a", "0811"));
    assert_eq!(case, "5.15");
    assert!(sentence.contains('7') && sentence.contains('6'), "{sentence}");
    let seven = ["0208", "0309", "0409", "0510", "0610", "0711", "0811"];
    assert_eq!(table.case(Union, path("a", &seven)), "5.15");
    table.order(Union, path("a", &seven[..6]));
    // Another allowance, another limit.
    assert_eq!(table.case(Union, to("b", "0510")), "5.15");
    assert_eq!(event(&table.moves(Union, "b", "0410"), "moved")["cost"], 3);
}

#[test]
fn case_5_15_points_left_over_are_lost_not_saved_and_not_lent() {
    let units = ["a union infantry 5 0108", "b union infantry 5 0110", "x confederate infantry 1 2216"];
    let mut table = ground().units(&units).movement(Union).set();
    table.moves(Union, "a", "0208");
    assert_eq!(table.case(Union, to("b", "0813")), "5.15");
    for side in [Union, Confederate] {
        table.end_movement(side);
        table.end_combat(side);
    }
    // A turn later the one that saved five points has six again, not eleven.
    assert_eq!(table.cost(Union, "a", "0811"), Some(6));
    assert_eq!(table.cost(Union, "a", "0912"), None);
    assert_eq!(table.case(Union, to("a", "0912")), "5.15");
}

#[test]
fn case_5_16_a_move_goes_from_hex_to_adjacent_hex() {
    let mut table = ground().units(&["a union infantry 5 0508"]).movement(Union).set();
    let (case, sentence) = table.refused(Union, path("a", &["0507", "0505"]));
    assert_eq!(case, "5.16");
    assert!(sentence.contains("0507") && sentence.contains("0505"), "{sentence}");
    assert_eq!(table.case(Union, path("a", &["0506"])), "5.16");
    assert_eq!(table.case(Union, path("a", &[])), "5.16");
    assert_eq!(table.case(Union, to("a", "0508")), "5.16", "standing still is no move");
    assert_eq!(table.case(Union, json!({"move": {"unit": "a"}})), "5.16");
    assert_eq!(table.case(Union, json!({"move": {"unit": "a", "to": "0507", "path": ["0507"]}})), "5.16");
    // The way that is found to a far hex skips none either.
    let events = table.moves(Union, "a", "0904");
    let mut at = "0508".to_owned();
    for hex in walked(&events) {
        let map = library().map("proving-ground").unwrap();
        let (a, b) = (map.grid.parse(&at).unwrap(), map.grid.parse(hex).unwrap());
        assert!(map.grid.adjacent(a, b), "{at} and {hex}");
        at = hex.to_owned();
    }
    assert_eq!(at, "0904");
}

#[test]
fn case_5_17_a_unit_that_was_let_go_is_not_moved_again() {
    let mut table =
        ground().units(&["a union infantry 5 0508", "b union infantry 5 0610"]).movement(Union).set();
    table.moves(Union, "a", "0507");
    assert_eq!(table.case(Union, to("a", "0506")), "5.17");
    assert_eq!(table.case(Union, to("a", "0508")), "5.17");
    assert!(table.hexes(Union, "move", "a").is_empty());
    table.moves(Union, "b", "0609");
    assert_eq!(table.unit("a")["moved"], true);
    // Next turn it may.
    for side in [Union, Confederate] {
        table.end_movement(side);
        table.end_combat(side);
    }
    assert_eq!(table.unit("a")["moved"], false);
    table.moves(Union, "a", "0506");
}

#[test]
fn case_5_17_moves_are_taken_back_freely_but_not_under_touch_move() {
    let units = ["a union infantry 5 0508", "b union infantry 5 0610"];
    let mut friendly = ground().units(&units).movement(Union).set();
    let undo = |table: &Table| table.targets(Union, "move", json!("a"))["targets"][0]["undo"].clone();
    assert_eq!(undo(&friendly), true);
    friendly.moves(Union, "a", "0507");
    friendly.moves(Union, "b", "0609");
    friendly.game.act(Union, Act::Undo).unwrap();
    friendly.game.act(Union, Act::Undo).unwrap();
    assert_eq!((friendly.at("a"), friendly.at("b")), ("0508".into(), "0610".into()));
    friendly.moves(Union, "a", "0506");

    let mut touched = ground().units(&units).option("touch-move").movement(Union).set();
    assert_eq!(undo(&touched), false);
    touched.moves(Union, "a", "0507");
    assert!(!touched.game.may_undo(Union));
    assert!(touched.game.act(Union, Act::Undo).is_err());
    assert_eq!(touched.at("a"), "0507");
    assert_eq!(touched.case(Union, to("a", "0506")), "5.17");
}

// 5.2 Effects of terrain.

#[test]
fn case_5_21_each_kind_of_ground_has_its_price() {
    for (ground, from, hex, cost) in [
        ("clear", "0507", "0506", 1),
        ("forest", "1403", "1503", 3),
        ("rough", "1407", "1508", 3),
        ("forest & rough", "1411", "1512", 6),
        ("town", "2108", "2208", 1),
        ("clear, out of forest", "1503", "1402", 1),
        ("clear, out of forest & rough", "1714", "1814", 1),
        ("clear, over works from behind", "2012", "1912", 1),
        ("clear, over works from their barbed side", "1912", "2012", 1),
    ] {
        assert_eq!(step(from, hex), cost, "{ground}, {from} to {hex}");
    }
}

#[test]
fn case_5_21_each_hex_is_paid_as_it_is_entered() {
    // Clear, then forest, then two more clear hexes too many.
    let mut table = ground().units(&["a union infantry 5 1402"]).movement(Union).set();
    assert_eq!(table.case(Union, path("a", &["1502", "1602", "1601"])), "5.15");
    let events = table.order(Union, path("a", &["1502", "1602"]));
    assert_eq!(event(&events, "moved")["cost"], 6);
    // The cheapest way is found: round the rough rather than through it.
    let table = ground().units(&["a union infantry 5 1407"]).movement(Union).set();
    assert_eq!(table.cost(Union, "a", "1707"), Some(3));
    assert_eq!(table.cost(Union, "a", "1508"), Some(3));
    assert_eq!(table.cost(Union, "a", "1608"), Some(5));
    // A unit with five points does not enter forest & rough, not even as its only step.
    let mut five = ground().units(&["a union infantry 5 1411 movement=5"]).movement(Union).set();
    assert_eq!(five.case(Union, path("a", &["1512"])), "5.15");
}

#[test]
fn case_5_22_by_road_every_hex_costs_one() {
    assert_eq!(step("1403", "1504"), 1, "into the woods");
    assert_eq!(step("1504", "1603"), 1, "through the woods");
    assert_eq!(step("1412", "1513"), 1, "into forest & rough");
    assert_eq!(step("1513", "1612"), 1, "through forest & rough");
    assert_eq!(step("0305", "0404"), 1, "over open ground");
    // The same hexes beside the road, and a road hex entered off the road.
    assert_eq!(step("1403", "1503"), 3);
    assert_eq!(step("1503", "1504"), 3);
    assert_eq!(step("1512", "1513"), 6);
    // Six hexes of road are six points, woods or not.
    let table = ground().units(&["a union infantry 5 1403"]).movement(Union).set();
    assert_eq!(table.cost(Union, "a", "2003"), Some(6));
}

#[test]
fn case_5_22_two_road_hexes_side_by_side_are_not_joined_by_that_alone() {
    // 1612 is on the road, 1613 below it on the trail: no way crosses the hexside between them.
    assert_eq!(step("1612", "1613"), 6);
    assert_eq!(step("1613", "1612"), 6);
}

#[test]
fn case_5_23_by_trail_two_points_through_forest_or_rough_and_one_over_clear_ground() {
    for (ground, from, hex, cost) in [
        ("into forest", "1405", "1506", 2),
        ("through forest", "1506", "1605", 2),
        ("into rough", "1409", "1510", 2),
        ("through rough", "1510", "1609", 2),
        ("into forest & rough", "1413", "1514", 2),
        ("through forest & rough", "1514", "1613", 2),
        ("out into the clear", "1906", "2005", 1),
        ("over clear ground", "1108", "1208", 1),
        ("forest, off the trail", "1505", "1506", 3),
        ("rough, off the trail", "1509", "1510", 3),
        ("forest & rough, off the trail", "1513", "1514", 6),
    ] {
        assert_eq!(step(from, hex), cost, "{ground}, {from} to {hex}");
    }
}

#[test]
fn case_5_24_river_hexes_are_closed() {
    let mut table = ground().units(&["a union infantry 5 0313"]).movement(Union).set();
    let (case, sentence) = table.refused(Union, path("a", &["0314"]));
    assert_eq!(case, "5.24");
    assert!(sentence.contains("river"), "{sentence}");
    assert_eq!(table.case(Union, to("a", "0314")), "5.24");
    // But for the pontoons.
    let onto: Vec<String> = table.hexes(Union, "move", "a");
    assert_eq!(onto.iter().filter(|hex| hex.ends_with("14")).collect::<Vec<_>>(), ["0214"]);
}

#[test]
fn case_5_24_a_ferry_is_crossed_in_one_move_for_three_points_and_the_far_bank() {
    let mut table = ground().units(&["a union infantry 5 0613"]).movement(Union).set();
    assert_eq!(table.cost(Union, "a", "0615"), Some(4));
    // No move ends on the water.
    assert_eq!(table.case(Union, path("a", &["0614"])), "5.24");
    assert_eq!(table.case(Union, to("a", "0614")), "5.24");
    assert!(!table.hexes(Union, "move", "a").contains(&"0614".to_owned()));
    let events = table.order(Union, path("a", &["0614", "0615", "0616"]));
    assert_eq!(event(&events, "moved")["cost"], 5);
    assert_eq!(table.at("a"), "0616");
}

#[test]
fn case_5_24_only_with_points_left_for_the_hex_beyond() {
    // Both ways over the same ferry: from two hexes off just possible, from three hexes off not
    // even the ferry hex.
    for (near, third, bank, beyond) in [("0611", "0610", "0613", "0615"), ("0617", "0718", "0615", "0613")] {
        let mut table = ground().units(&[&format!("a union infantry 5 {near}")]).movement(Union).set();
        assert_eq!(table.cost(Union, "a", beyond), Some(6), "{near}");
        table.moves(Union, "a", beyond);
        assert_eq!(table.at("a"), beyond);

        let short = format!("a union infantry 5 {near} movement=5");
        let mut table = ground().units(&[&short]).movement(Union).set();
        assert_eq!(table.cost(Union, "a", beyond), None, "{near}");
        assert_eq!(table.cost(Union, "a", bank), Some(2));
        assert_eq!(table.case(Union, to("a", beyond)), "5.15");
        // Three more points would pay for the ferry hex alone.
        let middle = if near == "0611" { "0612" } else { "0616" };
        let (case, sentence) = table.refused(Union, path("a", &[middle, bank, "0614"]));
        assert_eq!(case, "5.24");
        assert!(sentence.contains("beyond"), "{sentence}");
        let table = ground().units(&[&format!("a union infantry 5 {third}")]).movement(Union).set();
        assert_eq!(table.cost(Union, "a", beyond), None, "{third}");
    }
}

#[test]
fn case_5_24_the_far_bank_is_paid_at_its_own_price() {
    // Forest on the southern bank of the other ferry: three and three going south, three and one
    // going north.
    let south = ground().units(&["a union infantry 5 0913"]).movement(Union).set();
    assert_eq!(south.cost(Union, "a", "0915"), Some(6));
    let mut five = ground().units(&["a union infantry 5 0913 movement=5"]).movement(Union).set();
    assert_eq!(five.case(Union, path("a", &["0914", "0915"])), "5.24");
    let north = ground().units(&["a union infantry 5 0915 movement=4"]).movement(Union).set();
    assert_eq!(north.cost(Union, "a", "0913"), Some(4));
}

#[test]
fn case_5_24_only_through_the_two_hexsides_with_arrows() {
    for (from, ferry) in [("0515", "0614"), ("0715", "0614"), ("0813", "0914"), ("1013", "0914")] {
        assert_eq!(no_step(from, ferry), "5.24", "{from} to {ferry}");
    }
    // Nor out of it anywhere else.
    let mut table = ground().units(&["a union infantry 5 0613 movement=20"]).movement(Union).set();
    for side in ["0515", "0715", "0514", "0714"] {
        assert_eq!(table.case(Union, path("a", &["0614", side])), "5.24", "0614 to {side}");
    }
    assert_eq!(table.cost(Union, "a", "0715"), Some(5), "by the far bank");
}

#[test]
fn case_5_24_nobody_goes_onto_a_ferry_whose_far_bank_is_closed() {
    // An enemy on the far bank: the ferry hex leads nowhere.
    let mut table =
        ground().units(&["a union infantry 5 0613", "x confederate infantry 2 0615"]).movement(Union).set();
    let (case, sentence) = table.refused(Union, path("a", &["0614", "0615"]));
    assert_eq!(case, "5.24");
    assert!(sentence.contains("x holds 0615"), "{sentence}");
    assert_eq!(table.case(Union, to("a", "0615")), "5.12");
    // An enemy beside it does not close it: the unit lands in its zone and stops.
    let mut table =
        ground().units(&["a union infantry 5 0613", "x confederate infantry 2 0616"]).movement(Union).set();
    assert_eq!(table.cost(Union, "a", "0615"), Some(4));
    assert_eq!(table.cost(Union, "a", "0715"), None);
    table.moves(Union, "a", "0615");
    // By night the zone may not be entered (10.2), so there is no crossing either.
    let mut night = ground()
        .units(&["a union infantry 5 0613", "x confederate infantry 2 0616"])
        .turn(3)
        .movement(Union)
        .set();
    assert_eq!(night.case(Union, path("a", &["0614", "0615"])), "5.24");
    assert_eq!(night.case(Union, to("a", "0615")), "10.2");
    // Two friends on the far bank leave no room to land.
    let mut full = ground()
        .units(&[
            "a union infantry 5 0613 movement=4",
            "b union infantry 1 0615 movement=0",
            "c union infantry 1 0615 movement=0",
        ])
        .movement(Union)
        .set();
    assert_eq!(full.case(Union, to("a", "0615")), "5.32");
}

#[test]
fn case_5_25_a_creek_is_crossed_only_at_bridge_or_ford() {
    for (from, hex) in
        [("1203", "1303"), ("1303", "1203"), ("1205", "1306"), ("1209", "1310"), ("1310", "1209")]
    {
        assert_eq!(no_step(from, hex), "5.25", "{from} to {hex}");
    }
    let table = ground().units(&["a union infantry 5 1203"]).movement(Union).set();
    assert_eq!(table.cost(Union, "a", "1304"), Some(2), "by the bridge");
    assert_eq!(table.cost(Union, "a", "1303"), Some(3), "by the bridge and back up");
}

#[test]
fn case_5_25_a_bridge_costs_nothing_more_and_a_ford_one_point_more() {
    for (crossing, from, hex, cost) in [
        ("bridge by road", "1204", "1304", 1),
        ("bridge by road", "1304", "1204", 1),
        ("bridge into forest, no road", "1216", "1317", 3),
        ("bridge out of forest, no road", "1317", "1216", 1),
        ("ford into clear", "1206", "1307", 2),
        ("ford into clear", "1307", "1206", 2),
        ("ford into forest", "1210", "1311", 4),
        ("ford out of forest", "1311", "1210", 2),
        ("ford into rough", "1215", "1316", 4),
    ] {
        assert_eq!(step(from, hex), cost, "{crossing}, {from} to {hex}");
    }
}

#[test]
fn case_5_25_a_fords_point_is_paid_by_road_and_by_trail_too() {
    for (crossing, from, hex, cost) in [
        ("road over a ford", "1202", "1302", 2),
        ("road over a ford", "1302", "1202", 2),
        ("trail over a ford, clear beyond", "1208", "1309", 2),
        ("trail over a ford, clear beyond", "1309", "1208", 2),
        ("trail over a ford, forest beyond", "1212", "1313", 3),
        ("trail over a ford, out of the forest", "1313", "1212", 2),
    ] {
        assert_eq!(step(from, hex), cost, "{crossing}, {from} to {hex}");
    }
}

#[test]
fn case_5_26_terrain_costs_add_up_and_who_has_too_few_points_does_not_enter() {
    // A ford into clear ground, forest and rough, and by road: what hex and hexside cost together.
    for (from, hex, ground, together) in
        [("1206", "1307", 1, 2), ("1210", "1311", 3, 4), ("1215", "1316", 3, 4), ("1202", "1302", 1, 2)]
    {
        for movement in 0..=together {
            let unit = format!("a union infantry 5 {from} movement={movement}");
            let mut table = ground_with(&unit);
            if movement == together {
                assert_eq!(event(&table.order(Union, path("a", &[hex])), "moved")["cost"], together);
                continue;
            }
            // Who could not pay for the hex alone has too few points whatever lies before it.
            let case = if movement >= ground { "5.26" } else { "5.15" };
            for order in [path("a", &[hex]), to("a", hex)] {
                let (cited, sentence) = table.refused(Union, order);
                assert_eq!(cited, case, "{from} to {hex} with {movement}: {sentence}");
            }
            assert!(!table.hexes(Union, "move", "a").contains(&hex.to_owned()));
        }
    }
    // On the march it is what is left that counts, and beyond the ford the rest of the way.
    let mut table = ground_with("a union infantry 5 1010 movement=5");
    let (case, sentence) = table.refused(Union, path("a", &["1111", "1210", "1311"]));
    assert_eq!(case, "5.26", "{sentence}");
    assert!(sentence.contains('6') && sentence.contains('5'), "{sentence}");
    assert_eq!(table.case(Union, to("a", "1311")), "5.26");
    // Over a bridge nothing is added.
    let mut table = ground_with("a union infantry 5 1216 movement=2");
    assert_eq!(table.case(Union, path("a", &["1317"])), "5.15");
}

#[test]
fn case_5_26_no_unit_fords_into_forest_and_rough() {
    let table = on("chickamauga-1975").units(&["a union infantry 5 0101"]).movement(Union).set();
    let (grid, tables) = (&table.game.rules().map().grid, &table.game.rules().scenario.tables);
    let both = hexmap::Ground { woods: true, rough: true, ..hexmap::Ground::default() };
    let ford =
        hexmap::Hexside { creek: true, crossing: hexmap::Crossing::Ford, ..hexmap::Hexside::default() };
    assert_eq!(tables.cost(hexmap::Ground::default(), ford, both), Some(7));
    let field = &table.game.rules().scenario.field;
    for hex in grid.hexes() {
        for (direction, near) in grid.neighbours(hex) {
            if field.cost(hex, direction).is_none_or(|cost| cost <= 6) {
                continue;
            }
            let (from, into) = (grid.number(hex), grid.number(near));
            let unit = format!("a union infantry 5 {from}");
            let mut table = on("chickamauga-1975").units(&[&unit]).movement(Union).set();
            assert_eq!(table.case(Union, path("a", &[into])), "5.26", "{from} to {into}");
        }
    }
}

/// The proving ground with a unit to be moved.
fn ground_with(unit: &str) -> Table {
    ground().units(&[unit, "x confederate infantry 1 2216"]).movement(Union).set()
}

/// The path a unit takes to a hex.
fn path_to(table: &Table, unit: &str, to: &str) -> Vec<String> {
    let preview = table.preview(Union, json!({"move": {"unit": unit, "to": to}}));
    preview["path"].as_array().unwrap().iter().map(|h| h.as_str().unwrap().to_owned()).collect()
}

#[test]
fn case_5_16_of_two_ways_on_that_cost_the_same_the_one_by_the_first_entry_hex_is_taken() {
    for (entry, by) in [("0101,0103", "0101"), ("0103,0101", "0103")] {
        let unit = format!("a union infantry 4 turn=1 entry={entry}");
        let table = on("proving-ground").units(&[&unit]).movement(Union).set();
        assert_eq!(path_to(&table, "a", "0102"), [by, "0102"]);
        let target = table.targets(Union, "move", json!("a"))["targets"].clone();
        let target = target.as_array().unwrap().iter().find(|t| t["hex"] == "0102").unwrap().clone();
        assert_eq!(target["path"], json!([by, "0102"]), "the same is offered");
    }
    // 1506 is forest: three points from off the map, and as many by 1405 and the trail from there.
    for (entry, path) in [("1405,1506", vec!["1405", "1506"]), ("1506,1405", vec!["1506"])] {
        let unit = format!("a union infantry 4 turn=1 entry={entry}");
        let table = on("proving-ground").units(&[&unit]).movement(Union).set();
        assert_eq!(path_to(&table, "a", "1506"), path);
    }
    // The cheaper one goes before the first.
    let table =
        on("proving-ground").units(&["a union infantry 4 turn=1 entry=0101,0103"]).movement(Union).set();
    assert_eq!(path_to(&table, "a", "0104"), ["0103", "0104"]);
    let table =
        on("proving-ground").units(&["a union infantry 4 turn=1 entry=0103,0104"]).movement(Union).set();
    assert_eq!(path_to(&table, "a", "0104"), ["0104"]);
}

#[test]
fn case_5_16_a_destination_by_the_callers_own_choice_is_any_of_those_offered() {
    let units = [
        "a union infantry 4 0508 movement=2",
        "b union infantry 1 0507 movement=0",
        "c union infantry 1 0507 movement=0",
        "d union infantry 4 turn=1 entry=0101,0103 movement=1",
        "x confederate infantry 4 0806",
    ];
    let table = on("proving-ground").units(&units).movement(Union).set();
    let (battle, state) = (table.game.rules(), table.game.state());
    for id in ["a", "d", "b"] {
        let unit = battle.named(id).unwrap();
        let destinations = battle.destinations(state, unit);
        let mut offered: Vec<_> = destinations.iter().map(|d| d.hex).collect();
        let mut drawn = Vec::new();
        // Whatever is chosen first and then.
        for first in 0..30 {
            for then in 0..30 {
                let mut choices = [first, then].into_iter();
                let choose = |n: usize| {
                    assert!(n > 0, "nothing to choose from");
                    choices.next().unwrap_or(0) % n
                };
                let path = battle.any_destination(state, unit, choose);
                assert_eq!(path.is_some(), !offered.is_empty(), "{id}");
                let Some(path) = path else { continue };
                let order = blue_gray::Order::Move { unit, to: None, path: Some(path.clone()) };
                let order = tabletop::Protocol::order_value(battle, &order);
                assert!(table.legal(Union, order.clone()), "{order}");
                drawn.extend(path.last().copied());
            }
        }
        for list in [&mut drawn, &mut offered] {
            list.sort_unstable();
            list.dedup();
        }
        assert_eq!(drawn, offered, "{id}");
    }
}

#[test]
fn case_5_24_too_few_points_for_the_far_bank_are_not_laid_to_an_enemy_beside_the_ferry() {
    // No arrow leads from 0614 to 0715.
    let units = ["a union infantry 5 0613 movement=3", "x confederate infantry 2 0715"];
    let mut table = ground().units(&units).movement(Union).set();
    let (case, sentence) = table.refused(Union, path("a", &["0614", "0615"]));
    assert_eq!(case, "5.24");
    assert!(sentence.contains("not enough movement points"), "{sentence}");
}
