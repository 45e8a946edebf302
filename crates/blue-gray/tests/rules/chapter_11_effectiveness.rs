//! 11 Attack effectiveness, the optional rule.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use crate::check::*;
use serde_json::{Value, json};

/// On the proving ground, with the rule.
fn ground(units: &[&str]) -> SetUp {
    on("proving-ground").option("attack-effectiveness").units(units)
}

fn ineffective(table: &Table) -> Vec<String> {
    let view = table.view();
    let units = view["units"].as_array().unwrap();
    units.iter().filter(|u| u["ineffective"] == true).map(|u| u["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn case_11_1_attackers_thrown_back_lose_their_effectiveness() {
    let units = [
        "a union infantry 1 0504",
        "b union infantry 1 0604",
        "g union artillery 1 0503",
        "x confederate infantry 15 0505",
    ];
    let mut table = ground(&units).combat(Union).dice(&[1]).set();
    let events = table.attacks(Union, &["a", "b", "g"], &["0505"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Ar");
    let lost: Vec<&Value> = events.iter().filter(|e| e["event"] == "effectiveness-lost").collect();
    assert_eq!(lost.len(), 2);
    assert!(lost.iter().all(|e| e["case"] == "11.1"));
    assert_eq!(ineffective(&table), ["a", "b"], "bombarding guns keep theirs");
    // Even if they take the retreat.
    table.retreats(Union, "a", "0403");
    table.retreats(Union, "b", "0704");
    table.order(Union, json!({"withdraw-battery": {"unit": "g", "to": "0502"}}));
    assert_eq!(ineffective(&table), ["a", "b"]);
    // Without the option nothing is lost.
    let mut table = on("proving-ground").units(&units).combat(Union).dice(&[1]).set();
    let events = table.attacks(Union, &["a", "b", "g"], &["0505"]);
    assert!(!kinds(&events).contains(&"effectiveness-lost"));
    assert!(ineffective(&table).is_empty());
}

#[test]
fn case_11_1_no_other_result_and_no_defender_loses_it() {
    // 1-1: the defender retreats (1), all attackers retreat (4).
    let units = ["a union infantry 4 0504", "x confederate infantry 4 0505"];
    let mut table = ground(&units).combat(Union).dice(&[1]).set();
    table.attacks(Union, &["a"], &["0505"]);
    assert!(ineffective(&table).is_empty());
    table.retreats(Confederate, "x", "0506");
    assert!(ineffective(&table).is_empty());
    let mut table = ground(&units).combat(Union).dice(&[4]).set();
    table.attacks(Union, &["a"], &["0505"]);
    assert_eq!(ineffective(&table), ["a"]);
    // It makes no difference who came next to whom: here the defender came.
    let mut table = ground(&["a union infantry 4 0503", "x confederate infantry 4 0506"])
        .movement(Confederate)
        .dice(&[4, 4])
        .set();
    table.moves(Confederate, "x", "0504");
    table.end_movement(Confederate);
    table.attacks(Confederate, &["x"], &["0503"]);
    table.retreats(Confederate, "x", "0505");
    table.order(Union, json!({"advance": {"unit": "a"}}));
    table.end_combat(Confederate);
    table.end_movement(Union);
    assert_eq!(ineffective(&table), ["x"]);
    table.attacks(Union, &["a"], &["0505"]);
    assert_eq!(ineffective(&table), ["a", "x"]);
}

#[test]
fn case_11_2_ineffective_units_neither_attack_nor_enter_enemy_zones() {
    let mut table = ground(&[
        "a union infantry 5 0503 ineffective",
        "g union artillery 5 0803 ineffective",
        "x confederate infantry 4 0506",
        "y confederate infantry 4 0805",
    ])
    .movement(Union)
    .set();
    assert_eq!(table.case(Union, json!({"move": {"unit": "a", "to": "0505"}})), "11.2");
    assert_eq!(table.case(Union, json!({"move": {"unit": "a", "path": ["0504", "0505"]}})), "11.2");
    // Otherwise it moves as others do.
    table.moves(Union, "a", "0504");
    table.end_movement(Union);
    assert_eq!(table.attack_case(Union, &["g"], &["0805"]), "11.2");
    // It may not attack and need not.
    let mut table = ground(&[
        "a union infantry 5 0504 ineffective",
        "b union infantry 5 0604",
        "x confederate infantry 4 0505",
    ])
    .combat(Union)
    .set();
    assert_eq!(table.attack_case(Union, &["a"], &["0505"]), "11.2");
    assert_eq!(table.view()["owed"]["attackers"], json!(["b"]));
    assert!(table.legal(Union, attack(&["b"], &["0505"])));
}

#[test]
fn case_11_2_ineffective_units_defend_and_keep_their_zone() {
    let mut table = ground(&["a union infantry 5 0504 ineffective", "x confederate infantry 4 0507"])
        .movement(Confederate)
        .dice(&[4])
        .set();
    // It stops in the zone and must attack.
    let through = json!({"move": {"unit": "x", "path": ["0506", "0505", "0405"]}});
    assert_eq!(table.case(Confederate, through), "5.13");
    table.moves(Confederate, "x", "0505");
    table.end_movement(Confederate);
    assert_eq!(table.view()["owed"]["attackers"], json!(["x"]));
    let odds = table.odds(Confederate, &["x"], &["0504"]);
    assert_eq!(odds["defence"], 5, "its strength counts in full");
}

#[test]
fn case_11_2_an_ineffective_victor_advances_only_outside_enemy_zones() {
    // a destroys its attacker; the hex left empty is in nobody's zone, or in that of y.
    for (y, asked) in [("0901", "confederate advance"), ("0503", "union combat")] {
        let other = format!("y union infantry 1 {y}");
        let units = ["x union infantry 1 0504", &other, "a confederate infantry 9 0505 ineffective"];
        let mut table = ground(&units).combat(Union).dice(&[5]).set();
        table.attacks(Union, &["x"], &["0505"]);
        assert_eq!(table.at("x"), "eliminated");
        assert_eq!(table.asked(), asked, "y in {y}");
    }
}

#[test]
fn case_11_31_an_ineffective_unit_in_an_enemy_zone_leaves_it_unless_combat_frees_it() {
    let units =
        ["a union infantry 5 0504 ineffective", "b union infantry 54 0604", "x confederate infantry 9 0505"];
    // The enemy is driven off: it stays.
    let mut table = ground(&units).combat(Union).dice(&[4]).set();
    let owed = table.view()["owed"].clone();
    assert!(
        owed["cases"].as_array().unwrap().iter().any(|c| c["case"] == "11.31" && c["units"] == json!(["a"]))
    );
    table.attacks(Union, &["b"], &["0505"]);
    table.retreats(Confederate, "x", "0506");
    table.order(Union, json!({"hold": {}}));
    table.end_combat(Union);
    assert_eq!(table.asked(), "confederate movement");
    assert_eq!(table.at("a"), "0504");
    // The attack fails: it must go, under 7.7, and nobody advances.
    let mut weak = units;
    weak[1] = "b union infantry 1 0604";
    let mut table = ground(&weak).combat(Union).dice(&[1]).set();
    table.attacks(Union, &["b"], &["0505"]);
    table.retreats(Union, "b", "0704");
    table.order(Confederate, json!({"hold": {}}));
    assert_eq!(table.asked(), "union combat");
    table.end_combat(Union);
    assert_eq!(table.asked(), "union retreat");
    assert_eq!(table.question_case(), "11.31");
    assert_eq!(table.view()["question"]["units"], json!(["a"]));
    assert_eq!(table.case(Union, json!({"retreat": {"unit": "a", "to": "0404"}})), "7.72");
    let events = table.retreats(Union, "a", "0503");
    assert_eq!(event(&events, "retreated")["case"], "11.31");
    assert_eq!(table.asked(), "confederate movement", "no enemy advance is offered");
}

#[test]
fn case_11_31_a_unit_that_cannot_leave_is_eliminated() {
    // In the corner, with both ways out in the zone of x.
    let mut table =
        ground(&["a union infantry 5 0101 ineffective", "x confederate infantry 3 0102"]).combat(Union).set();
    let events = table.end_combat(Union);
    assert_eq!(event(&events, "eliminated")["unit"], "a");
    assert_eq!(event(&events, "eliminated")["case"], "7.72");
    // And it displaces others like any retreat.
    let mut table = ground(&[
        "a union infantry 5 0105 ineffective",
        "c union infantry 1 0106",
        "d union infantry 1 0106",
        "x confederate infantry 3 0204",
    ])
    .combat(Union)
    .set();
    table.end_combat(Union);
    let back = json!({"retreat": {"unit": "a", "to": "0106", "displace": [{"unit": "c", "to": "0107"}]}});
    table.order(Union, back);
    assert_eq!((table.at("a"), table.at("c")), ("0106".to_owned(), "0107".to_owned()));
}

#[test]
fn case_11_31_binds_in_the_friendly_combat_phase_only() {
    let mut table = ground(&["a union infantry 5 0504 ineffective", "x confederate infantry 3 0505"])
        .combat(Confederate)
        .dice(&[4])
        .set();
    assert_eq!(table.view()["owed"]["attackers"], json!(["x"]));
    table.attacks(Confederate, &["x"], &["0504"]);
    table.retreats(Confederate, "x", "0506");
    // x left 0505; a advances only where no zone is, and 0505 is in that of x.
    table.end_combat(Confederate);
    assert_eq!(table.at("a"), "0504");
}

#[test]
fn case_11_32_one_that_comes_into_an_enemy_zone_during_the_phase_may_stay() {
    // b attacks x, is thrown back and x advances next to a, which was in no zone when the phase
    // began.
    let mut table = ground(&[
        "a union infantry 5 0603 ineffective",
        "b union infantry 1 0504",
        "x confederate infantry 9 0505",
    ])
    .combat(Union)
    .dice(&[1])
    .set();
    assert_eq!(table.view()["owed"]["attackers"], json!(["b"]));
    table.attacks(Union, &["b"], &["0505"]);
    table.retreats(Union, "b", "0403");
    table.order(Confederate, json!({"advance": {"unit": "x"}}));
    assert_eq!(table.at("x"), "0504");
    table.end_combat(Union);
    assert_eq!(table.asked(), "confederate movement");
    assert_eq!(table.at("a"), "0603");
}

#[test]
fn case_11_4_every_unit_recovers_at_the_end_of_a_night_game_turn() {
    let mut table =
        ground(&["a union infantry 5 0504 ineffective", "y confederate infantry 5 0909 ineffective"])
            .turn(2)
            .movement(Union)
            .set();
    table.end_movement(Union);
    table.end_combat(Union);
    table.end_movement(Confederate);
    let events = table.end_combat(Confederate);
    assert!(!kinds(&events).contains(&"effectiveness-recovered"), "not after a day");
    // Game-turn 3, night.
    let events = table.end_movement(Union);
    assert!(!kinds(&events).contains(&"effectiveness-recovered"), "not before its end");
    assert_eq!(ineffective(&table), ["a", "y"]);
    let events = table.end_movement(Confederate);
    let recovered = event(&events, "effectiveness-recovered");
    assert_eq!(recovered["units"], json!(["a", "y"]));
    assert_eq!(recovered["case"], "11.4");
    assert!(ineffective(&table).is_empty());
}

#[test]
fn case_11_31_ending_the_combat_phase_says_who_cannot_leave() {
    let units = ["a union infantry 5 0101 ineffective", "x confederate infantry 3 0102"];
    let mut table = ground(&units).combat(Union).set();
    let told = table.ending(Union);
    assert_eq!(told["lost"][0]["case"], "7.72");
    assert_eq!(told["lost"][0]["units"], json!(["a"]));
    let lost = eliminated(&table.end_combat(Union));
    assert_eq!(lost, ["a by 7.72"]);
}
