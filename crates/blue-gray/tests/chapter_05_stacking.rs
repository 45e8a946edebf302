//! 5.3 Friendly units: passing through, and stacking.

mod check;

use check::*;
use serde_json::{Value, json};
use tabletop::Table as Game;

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
        Game::undo(&mut table.game, Union).unwrap();
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
    let options = Game::options(&table.game, Union);
    assert!(!options.to_string().contains("end-movement"), "{options}");
    // One goes on, and the phase can end.
    table.moves(Union, "c", "0506");
    let options = Game::options(&table.game, Union);
    assert!(options.to_string().contains("end-movement"), "{options}");
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

/// A pocket at the corner of the sheet: 0101 holds two units that can go one hex, 0201 is full for good.
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
