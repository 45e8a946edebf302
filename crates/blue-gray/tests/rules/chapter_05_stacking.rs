//! 5.3 Friendly units: passing through, and stacking.

use crate::check::*;
use serde_json::{Value, json};
use tabletop::{Act, AnyGame, Viewer};

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

#[test]
fn case_5_31_friends_are_passed_at_no_extra_cost() {
    let mut table = ground()
        .units(&["a union infantry 5 0508", "b union infantry 5 0507", "c union artillery 2 0507"])
        .movement(Union)
        .set();
    let events = table.order(Union, path("a", &["0507", "0506"]));
    assert_eq!(event(&events, "moved")["cost"], 2);
    assert_eq!(table.at("a"), "0506");
    // Through the enemy nobody passes.
    let mut table =
        ground().units(&["a union infantry 5 0509", "b confederate infantry 5 0507"]).movement(Union).set();
    assert_eq!(table.case(Union, path("a", &["0508", "0507", "0506"])), "5.13");
}

#[test]
fn case_5_32_two_units_may_end_a_phase_in_one_hex_whatever_they_are() {
    for arm in ["infantry", "artillery", "cavalry"] {
        let mut table = ground()
            .units(&["a union infantry 9 0508", &format!("b union {arm} 9 0507")])
            .movement(Union)
            .set();
        table.moves(Union, "a", "0507");
        table.moves(Union, "b", "0508");
        table.game.act(Union, Act::Undo).unwrap();
        table.end_movement(Union);
        assert_eq!((table.at("a"), table.at("b")), ("0507".into(), "0507".into()), "{arm}");
    }
}

#[test]
fn case_5_32_a_third_unit_may_come_in_while_another_can_still_move_on_but_the_phase_does_not_end_so() {
    let mut table = ground()
        .units(&["a union infantry 5 0508", "b union infantry 5 0507", "c union infantry 5 0507"])
        .movement(Union)
        .set();
    assert!(table.hexes(Union, "move", "a").contains(&"0507".to_owned()));
    table.moves(Union, "a", "0507");
    let (case, sentence) = table.refused(Union, json!({"end-movement": {}}));
    assert_eq!(case, "5.32");
    assert!(sentence.contains("0507"), "{sentence}");
    let verbs = AnyGame::options(&table.game, Viewer::Side(Union))["verbs"].to_string();
    assert!(!verbs.contains("end-movement"), "{verbs}");
    // One goes on, and the phase can end.
    table.moves(Union, "c", "0506");
    let verbs = AnyGame::options(&table.game, Viewer::Side(Union))["verbs"].to_string();
    assert!(verbs.contains("end-movement"), "{verbs}");
    table.end_movement(Union);
}

#[test]
fn case_5_32_a_third_unit_stays_out_when_the_two_have_moved() {
    let mut table = ground()
        .units(&["a union infantry 5 0508", "b union infantry 5 0607", "c union infantry 5 0606"])
        .movement(Union)
        .set();
    table.moves(Union, "b", "0507");
    table.moves(Union, "c", "0507");
    let (case, sentence) = table.refused(Union, to("a", "0507"));
    assert_eq!(case, "5.32");
    assert!(sentence.contains("0507"), "{sentence}");
    assert_eq!(table.case(Union, path("a", &["0507"])), "5.32");
    assert!(!table.hexes(Union, "move", "a").contains(&"0507".to_owned()));
    // Passing through is another matter (5.33).
    table.order(Union, path("a", &["0507", "0506"]));
}

#[test]
fn case_5_32_a_third_unit_stays_out_when_an_enemy_zone_holds_the_two() {
    let mut table = ground()
        .units(&[
            "a union infantry 5 0508",
            "b union infantry 5 0506",
            "c union infantry 5 0506",
            "x confederate infantry 5 0505",
        ])
        .movement(Union)
        .set();
    assert_eq!(table.case(Union, to("a", "0506")), "5.32");
    assert!(!table.hexes(Union, "move", "a").contains(&"0506".to_owned()));
}

#[test]
fn case_5_32_one_of_two_that_can_move_on_is_enough_for_one_guest_and_not_for_two() {
    let mut table = ground()
        .units(&[
            "a union infantry 5 0508",
            "d union infantry 5 0509",
            "b union infantry 5 0507",
            "c union infantry 5 0507 movement=0",
        ])
        .movement(Union)
        .set();
    table.moves(Union, "a", "0507");
    // b makes room for a; nobody would make room for d.
    assert_eq!(table.case(Union, to("d", "0507")), "5.32");
    table.moves(Union, "b", "0506");
    assert_eq!(table.case(Union, to("d", "0507")), "5.32");
    table.end_movement(Union);
}

#[test]
fn case_5_32_two_full_stacks_trade_places() {
    for option in ["", "touch-move"] {
        let mut table = ground().units(&[
            "a union infantry 5 0508 movement=1",
            "b union infantry 5 0508 movement=1",
            "c union infantry 5 0507 movement=1",
            "d union infantry 5 0507 movement=1",
        ]);
        if !option.is_empty() {
            table = table.option(option);
        }
        let mut table = table.movement(Union).set();
        table.moves(Union, "a", "0507");
        table.moves(Union, "b", "0507");
        // Four in passing, and a fifth would be too many to ever bring back to two.
        table.moves(Union, "c", "0508");
        assert_eq!(table.case(Union, json!({"end-movement": {}})), "5.32");
        table.moves(Union, "d", "0508");
        table.end_movement(Union);
        assert_eq!(table.at("a"), "0507");
        assert_eq!(table.at("d"), "0508");
    }
}

/// A pocket at the corner of the sheet: 0101 holds two units that can go one hex, 0201 is full for
/// good.
fn pocket(room: &[&str]) -> SetUp {
    let mut units = vec![
        "a union infantry 1 0101 movement=1",
        "b union infantry 1 0101 movement=1",
        "f union infantry 1 0201 movement=0",
        "g union infantry 1 0201 movement=0",
        "c union infantry 1 0303",
        "h union infantry 1 0205",
    ];
    units.extend(room);
    ground().units(&units).option("touch-move").movement(Union)
}

#[test]
fn case_5_32_under_touch_move_no_move_leads_into_a_dead_end() {
    // Nobody in 0101 could ever make room again: 0102 is full too.
    let full = ["d union infantry 1 0102 movement=0", "e union infantry 1 0102 movement=0"];
    let mut table = pocket(&full).set();
    assert_eq!(table.case(Union, to("c", "0101")), "5.32");
    assert!(!table.hexes(Union, "move", "c").contains(&"0101".to_owned()));

    // With one place left in 0102 it goes, and that place is then kept for a or b.
    let room = ["d union infantry 1 0102 movement=0"];
    let mut table = pocket(&room).set();
    table.moves(Union, "c", "0101");
    let (case, sentence) = table.refused(Union, to("h", "0102"));
    assert_eq!(case, "5.32");
    assert!(sentence.contains("elsewhere"), "{sentence}");
    assert!(!table.hexes(Union, "move", "h").contains(&"0102".to_owned()));
    table.moves(Union, "h", "0203");
    table.moves(Union, "a", "0102");
    table.end_movement(Union);
}

#[test]
fn case_5_32_room_is_made_in_a_chain_from_its_far_end() {
    // 0102 is full, but one of those there can go on to 0103: then a to 0102, and c after it.
    let chain = ["d union infantry 1 0102 movement=1", "e union infantry 1 0102 movement=0"];
    let mut table = pocket(&chain).set();
    table.moves(Union, "a", "0102");
    assert_eq!(table.case(Union, json!({"end-movement": {}})), "5.32");
    table.moves(Union, "d", "0103");
    table.moves(Union, "c", "0101");
    table.end_movement(Union);
    // Or c first: a can still go to 0102, as d can then go on.
    for order in [["a", "d"], ["d", "a"]] {
        let mut table = pocket(&chain).set();
        table.moves(Union, "c", "0101");
        for unit in order {
            table.moves(Union, unit, if unit == "a" { "0102" } else { "0103" });
        }
        table.end_movement(Union);
    }
}

#[test]
fn case_5_32_a_chain_goes_as_far_as_it_must() {
    // From 0101 to 0102 to 0103 to 0104, each full, each with one that can go one hex; c comes in
    // at the near end.
    let chain = [
        "d union infantry 1 0102 movement=1",
        "e union infantry 1 0102 movement=0",
        "i union infantry 1 0103 movement=1",
        "j union infantry 1 0103 movement=0",
        "k union infantry 1 0202 movement=0",
        "l union infantry 1 0202 movement=0",
        "m union infantry 1 0203 movement=0",
        "n union infantry 1 0203 movement=0",
    ];
    let mut table = pocket(&chain).set();
    table.moves(Union, "c", "0101");
    table.moves(Union, "b", "0102");
    table.moves(Union, "d", "0103");
    assert_eq!(table.case(Union, json!({"end-movement": {}})), "5.32");
    // There is room for two in 0104; h may have one of them.
    table.moves(Union, "h", "0104");
    table.moves(Union, "i", "0104");
    table.end_movement(Union);
    // With i moved away, the chain is cut at its far end.
    let mut table = pocket(&chain).set();
    table.moves(Union, "i", "0104");
    table.moves(Union, "d", "0103");
    assert!(table.legal(Union, to("c", "0101")), "one can come in, since b can go to 0102");
    table.moves(Union, "b", "0102");
    assert!(!table.legal(Union, to("c", "0102")));
    table.moves(Union, "c", "0101");
    table.end_movement(Union);
}

#[test]
fn case_5_32_whoever_can_leave_the_map_makes_room() {
    // 2403 is the exit. p and q stand there with everything around full of units that do not move.
    let around = ["2303", "2304", "2402", "2404"];
    let mut units: Vec<String> = around
        .iter()
        .flat_map(|hex| ["a", "b"].map(|i| format!("{i}{hex} union infantry 1 {hex} movement=0")))
        .collect();
    units.extend([
        "p union infantry 1 2403 movement=1".to_owned(),
        "q union infantry 1 2403 movement=1".to_owned(),
    ]);
    units.push("c union infantry 1 2203".to_owned());
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut table = ground().units(&units).option("touch-move").movement(Union).set();
    table.moves(Union, "c", "2403");
    assert_eq!(table.case(Union, json!({"end-movement": {}})), "5.32");
    table.order(Union, json!({"exit": {"unit": "p"}}));
    table.end_movement(Union);
}

/// A quota of two units a phase; `u-1` and `u-guns` do not count until game-turn 5.
fn quota(turn: u8) -> SetUp {
    on("proving-quota")
        .units(&[
            "a union infantry 1 0508",
            "b union infantry 1 0507",
            "c union infantry 1 0507",
            "e union infantry 1 0908",
            "u-1 0708",
            "u-guns 0708",
        ])
        .turn(turn)
        .option("touch-move")
        .movement(Union)
}

#[test]
fn case_5_32_the_quota_must_be_left_for_whoever_has_to_move_on() {
    let mut table = quota(1).set();
    table.moves(Union, "a", "0507");
    // One of two is left, and b or c needs it.
    let (case, sentence) = table.refused(Union, to("e", "0907"));
    assert_eq!(case, "5.32");
    assert!(sentence.contains("quota"), "{sentence}");
    assert_eq!(table.hexes(Union, "move", "e"), [""; 0]);
    table.moves(Union, "b", "0506");
    table.end_movement(Union);
    // The second may not be one that must be followed by a third.
    let mut table = quota(1).set();
    table.moves(Union, "e", "0907");
    let (case, sentence) = table.refused(Union, to("a", "0507"));
    assert_eq!(case, "5.32");
    assert!(sentence.contains("quota"), "{sentence}");
    table.moves(Union, "a", "0506");
    table.end_movement(Union);
}

#[test]
fn case_5_32_who_is_outside_the_quota_makes_room_without_it() {
    // With the quota used up, a has come in on u-1 and u-guns: either can still go on.
    let mut table = quota(4).set();
    table.moves(Union, "e", "0907");
    table.moves(Union, "a", "0708");
    table.moves(Union, "u-1", "0707");
    table.end_movement(Union);
    // And they go where they like with the quota used up.
    let mut table = quota(4).set();
    table.moves(Union, "e", "0907");
    table.moves(Union, "a", "0608");
    table.moves(Union, "u-1", "0907");
    table.moves(Union, "u-guns", "0608");
    table.end_movement(Union);
    // From game-turn 5 they count.
    let mut table = quota(5).set();
    table.moves(Union, "e", "0907");
    assert_eq!(table.case(Union, to("a", "0708")), "5.32");
}

#[test]
fn case_5_32_the_way_that_costs_the_quota_least_is_found() {
    // One unit of the quota is left when a comes in on f and u-1: f could go on by itself, or u-1
    // for nothing. Then b's hex must still be cleared by one that counts.
    let mut table = on("proving-quota")
        .units(&[
            "a union infantry 1 0508",
            "f union infantry 1 0507 movement=1",
            "u-1 0507",
            "g union infantry 1 0907 movement=1",
            "h union infantry 1 0907 movement=1",
            "u-guns 0908",
        ])
        .option("touch-move")
        .movement(Union)
        .set();
    table.moves(Union, "a", "0507");
    table.moves(Union, "u-guns", "0907");
    // f would use up the quota, and then neither g nor h could go on.
    let (case, sentence) = table.refused(Union, to("f", "0506"));
    assert_eq!(case, "5.32");
    assert!(sentence.contains("quota"), "{sentence}");
    table.moves(Union, "g", "0906");
    table.moves(Union, "u-1", "0506");
    table.end_movement(Union);
}

#[test]
fn case_5_32_nobody_leaves_the_map_on_the_quota_that_others_need() {
    let mut table = on("proving-quota")
        .units(&[
            "a union infantry 1 0508",
            "b union infantry 1 0507",
            "c union infantry 1 0507",
            "e union infantry 1 2403",
        ])
        .option("touch-move")
        .movement(Union)
        .set();
    assert!(table.legal(Union, json!({"exit": {"unit": "e"}})));
    table.moves(Union, "a", "0507");
    assert_eq!(table.case(Union, json!({"exit": {"unit": "e"}})), "5.32");
    assert!(!AnyGame::options(&table.game, Viewer::Side(Union)).to_string().contains("exit"));
    table.moves(Union, "b", "0506");
    table.end_movement(Union);
}

#[test]
fn case_5_33_any_number_of_units_passes_through_a_hex() {
    let ids = ["a", "b", "c", "d", "e"];
    let hexes = ["0508", "0508", "0608", "0608", "0407"];
    let goals = ["0506", "0506", "0606", "0606", "0406"];
    let mut units: Vec<String> =
        ids.iter().zip(hexes).map(|(id, hex)| format!("{id} union infantry 2 {hex}")).collect();
    units.push("s union artillery 1 0507 movement=0".to_owned());
    units.push("t union artillery 1 0507 movement=0".to_owned());
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut table = ground().units(&units).movement(Union).set();
    for (id, goal) in ids.iter().zip(goals) {
        let first = if table.at(id) == "0608" { vec!["0607", "0507", goal] } else { vec!["0507", goal] };
        let cost = first.len();
        let events = table.order(Union, path(id, &first));
        assert_eq!(event(&events, "moved")["cost"], cost);
    }
    table.end_movement(Union);
}

#[test]
fn case_5_34_friendly_zones_hinder_no_friend() {
    let mut table = ground()
        .units(&["a union infantry 5 0508", "b union infantry 5 0605", "c union infantry 5 0405"])
        .movement(Union)
        .set();
    let events = table.order(Union, path("a", &["0507", "0506", "0505", "0504", "0503", "0502"]));
    assert_eq!(event(&events, "moved")["cost"], 6);
}

#[test]
fn case_5_32_the_room_may_be_farther_away_than_the_hexes_next_to_it() {
    // Both hexes around 0101 are full for good; a can pass through one of them to 0103.
    let units = [
        "a union infantry 1 0101 movement=2",
        "b union infantry 1 0101 movement=0",
        "d union infantry 1 0102 movement=0",
        "e union infantry 1 0102 movement=0",
        "f union infantry 1 0201 movement=0",
        "g union infantry 1 0201 movement=0",
        "c union infantry 1 0303",
    ];
    let mut table = ground().units(&units).option("touch-move").movement(Union).set();
    table.moves(Union, "c", "0101");
    table.moves(Union, "a", "0103");
    table.end_movement(Union);
}
