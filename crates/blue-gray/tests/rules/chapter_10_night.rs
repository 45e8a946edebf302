//! 10 Night. Game-turn 3 of the proving ground is night.

use crate::check::*;
use serde_json::json;

#[test]
fn case_10_1_a_night_game_turn_has_no_combat_phase() {
    // x stands next to a, and y before the guns.
    let mut table = on("proving-ground")
        .units(&[
            "a union infantry 5 0504",
            "g union artillery 5 0804",
            "x confederate infantry 4 0505",
            "y confederate infantry 4 0806",
        ])
        .turn(3)
        .movement(Union)
        .set();
    let attack = |unit: &str, hex: &str| json!({"attack": {"attackers": [unit], "defenders": [hex]}});
    assert_eq!(table.case(Union, attack("a", "0505")), "10.1");
    assert_eq!(table.case(Union, attack("g", "0806")), "10.1", "no bombardment either");
    let events = table.end_movement(Union);
    assert_eq!(event(&events, "phase-began")["phase"], "movement");
    assert_eq!(event(&events, "phase-began")["night"], true);
    assert_eq!(table.asked(), "confederate movement", "the phase after is the other side's movement");
    assert_eq!((table.at("a"), table.at("x")), ("0504".to_owned(), "0505".to_owned()), "they simply stay");
    let events = table.end_movement(Confederate);
    assert_eq!(event(&events, "phase-began")["turn"], 4);
    assert_eq!(event(&events, "phase-began")["night"], false);
    // By day there is a combat phase again, and what was in contact all night must fight.
    table.end_movement(Union);
    assert_eq!(table.asked(), "union combat");
    assert_eq!(table.view()["owed"]["attackers"], json!(["a"]));
}

#[test]
fn case_10_1_no_sandbox_begins_with_a_combat_at_night() {
    let position = json!({"units": [{"id": "u-1", "hex": "0504"}], "turn": 3, "phase": "combat"});
    let options = serde_json::Map::new();
    assert!(library().battle("proving-ground", &options, Some(&position)).is_err());
    let by_day = json!({"units": [{"id": "u-1", "hex": "0504"}], "turn": 4, "phase": "combat"});
    assert!(library().battle("proving-ground", &options, Some(&by_day)).is_ok());
}

#[test]
fn case_10_2_at_night_no_unit_enters_an_enemy_zone() {
    for side in [Union, Confederate] {
        let enemy = format!("x {} infantry 4 0707", side.other().word());
        let friend = format!("a {} infantry 5 0407", side.word());
        let set = |turn: u8| on("proving-ground").units(&[&friend, &enemy]).turn(turn).movement(side).set();
        let mut night = set(3);
        let enter = json!({"move": {"unit": "a", "to": "0607"}});
        assert_eq!(night.case(side, enter.clone()), "10.2");
        assert_eq!(night.case(side, json!({"move": {"unit": "a", "path": ["0507", "0607"]}})), "10.2");
        assert!(!night.hexes(side, "move", "a").contains(&"0606".to_owned()));
        assert_eq!(night.cost(side, "a", "0507"), Some(1), "outside the zone it moves as by day");
        night.moves(side, "a", "0507");
        let mut day = set(2);
        day.order(side, enter);
    }
}

#[test]
fn case_10_2_at_night_no_unit_leaves_an_enemy_zone() {
    for side in [Union, Confederate] {
        let enemy = format!("x {} infantry 4 0505", side.other().word());
        let friend = format!("a {} infantry 5 0504", side.word());
        let mut table = on("proving-ground").units(&[&friend, &enemy]).turn(3).movement(side).set();
        assert_eq!(table.case(side, json!({"move": {"unit": "a", "to": "0503"}})), "5.13");
        assert!(table.hexes(side, "move", "a").is_empty());
    }
}

#[test]
fn case_10_2_reinforcements_do_not_enter_an_enemy_zone_at_night() {
    let set = |turn: u8| {
        on("proving-ground")
            .units(&["a union infantry 5 turn=2 entry=0101,0110", "x confederate infantry 4 0202"])
            .turn(turn)
            .movement(Union)
            .set()
    };
    let mut night = set(3);
    assert_eq!(night.case(Union, json!({"move": {"unit": "a", "path": ["0102"]}})), "14.1");
    let mut near = on("proving-ground")
        .units(&["a union infantry 5 turn=2 entry=0102,0110", "x confederate infantry 4 0202"])
        .turn(3)
        .movement(Union)
        .set();
    assert_eq!(near.case(Union, json!({"move": {"unit": "a", "path": ["0102"]}})), "10.2");
    near.order(Union, json!({"move": {"unit": "a", "path": ["0110"]}}));
    let mut day = on("proving-ground")
        .units(&["a union infantry 5 turn=2 entry=0102,0110", "x confederate infantry 4 0202"])
        .turn(2)
        .movement(Union)
        .set();
    day.order(Union, json!({"move": {"unit": "a", "path": ["0102"]}}));
    night.order(Union, json!({"move": {"unit": "a", "path": ["0101"]}}));
}

#[test]
fn case_10_2_movement_is_otherwise_that_of_the_day() {
    let units = ["a union infantry 5 0505", "x confederate infantry 4 0901"];
    let reach = |turn: u8| {
        on("proving-ground").units(&units).turn(turn).movement(Union).set().hexes(Union, "move", "a")
    };
    let zone = ["0801", "0902", "1001"];
    let day: Vec<String> = reach(2).into_iter().filter(|h| !zone.contains(&h.as_str())).collect();
    assert_eq!(reach(3), day);
    assert!(day.len() > 60);
}
