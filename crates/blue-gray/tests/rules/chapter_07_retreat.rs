//! 7.7 Retreat and advance.
//!
//! Most positions stand at the western edge of the proving ground. An enemy in 0204 leaves a unit
//! in 0105 one hex to go to, 0106; from there it goes on to 0107 and 0206.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use crate::check::*;
use serde_json::{Value, json};

/// The union unit `a` in 0204 attacks the confederates in 0105 at 6-1, and the die says that they
/// retreat.
fn pushed(units: &[&str]) -> (Table, Vec<Value>) {
    let mut all = vec!["a union infantry 18 0204"];
    all.extend(units);
    let mut table = on("proving-ground").units(&all).combat(Union).dice(&[4]).set();
    let events = table.attacks(Union, &["a"], &["0105"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Dr");
    (table, events)
}

// 7.71

#[test]
fn case_7_71_the_owner_retreats_his_units_one_hex_each_and_may_part_a_stack() {
    let mut table = on("proving-ground")
        .units(&[
            "a union infantry 18 0504",
            "r confederate infantry 1 0505",
            "s confederate infantry 2 0505",
        ])
        .combat(Union)
        .dice(&[4])
        .set();
    table.attacks(Union, &["a"], &["0505"]);
    assert_eq!(table.asked(), "confederate retreat");
    assert_eq!(table.question_case(), "7.71");
    assert_eq!(table.hexes(Confederate, "retreat", "r"), ["0405", "0506", "0605"]);
    assert_eq!(table.case(Union, retreat("r", "0506", &[])), "7.71", "the owner decides");
    assert_eq!(table.case(Confederate, retreat("r", "0507", &[])), "7.71", "two hexes");
    assert_eq!(table.case(Confederate, retreat("a", "0503", &[])), "7.71", "the attacker need not retreat");
    assert_eq!(table.case(Confederate, json!({"end-combat": {}})), "7.71", "it must be done now");
    let events = table.order(Confederate, retreat("r", "0405", &[]));
    let retreated = event(&events, "retreated");
    assert_eq!((&retreated["from"], &retreated["to"]), (&json!("0505"), &json!("0405")));
    assert_eq!(retreated["case"], "7.71");
    assert_eq!(table.at("s"), "0505", "unit by unit");
    assert_eq!(table.asked(), "confederate retreat");
    assert_eq!(table.case(Confederate, retreat("r", "0404", &[])), "7.71", "it has retreated already");
    table.order(Confederate, retreat("s", "0605", &[]));
    assert_eq!((table.at("r"), table.at("s")), ("0405".to_owned(), "0605".to_owned()));
    assert_eq!(table.asked(), "union advance");
}

#[test]
fn case_7_71_attackers_thrown_back_retreat_from_the_hexes_they_attacked_from() {
    let mut table = on("proving-ground")
        .units(&["a union infantry 1 0504", "b union cavalry 1 0604", "x confederate infantry 9 0505"])
        .combat(Union)
        .dice(&[1])
        .set();
    let events = table.attacks(Union, &["a", "b"], &["0505"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Ar");
    assert_eq!(table.asked(), "union retreat");
    assert_eq!(table.view()["question"]["units"], json!(["a", "b"]));
    // Not into the zone of the defenders, who stay where they are.
    assert_eq!(table.case(Union, retreat("a", "0404", &[])), "7.72");
    table.order(Union, retreat("b", "0704", &[]));
    table.order(Union, retreat("a", "0503", &[]));
    assert_eq!(table.asked(), "confederate advance");
    assert_eq!(table.at("x"), "0505");
}

// 7.72

#[test]
fn case_7_72_no_retreat_into_an_enemy_zone_or_an_enemy() {
    let (mut table, _) = pushed(&["r confederate infantry 3 0105"]);
    assert_eq!(table.hexes(Confederate, "retreat", "r"), ["0106"]);
    assert_eq!(table.case(Confederate, retreat("r", "0104", &[])), "7.72", "in the zone of a");
    assert_eq!(table.case(Confederate, retreat("r", "0205", &[])), "7.72", "in the zone of a");
    assert_eq!(table.case(Confederate, retreat("r", "0204", &[])), "7.72", "a stands there");
    table.retreats(Confederate, "r", "0106");
}

#[test]
fn case_7_72_no_retreat_into_water_or_over_a_creek_without_a_crossing() {
    // Before the river and its ferry.
    let mut table = on("proving-ground")
        .units(&["a union infantry 18 0713", "r confederate infantry 3 0613"])
        .combat(Union)
        .dice(&[4])
        .set();
    table.attacks(Union, &["a"], &["0613"]);
    assert_eq!(table.hexes(Confederate, "retreat", "r"), ["0513"]);
    assert_eq!(table.case(Confederate, retreat("r", "0714", &[])), "7.72", "river");
    assert_eq!(table.case(Confederate, retreat("r", "0614", &[])), "7.72", "the ferry");
    // Behind 1205 the creek has no crossing; behind 1206 it has a ford to 1307.
    for (hex, from, open, closed) in [
        ("1205", "1204", ["1106", "1206"], ["1305", "1306"]),
        ("1206", "1106", ["1207", "1307"], ["1306", "1205"]),
    ] {
        let (a, r) = (format!("a union infantry 18 {from}"), format!("r confederate infantry 3 {hex}"));
        let mut table = on("proving-ground").units(&[&a, &r]).combat(Union).dice(&[4]).set();
        table.attacks(Union, &["a"], &[hex]);
        assert_eq!(table.hexes(Confederate, "retreat", "r"), open, "from {hex}");
        for no in closed {
            assert_eq!(table.case(Confederate, retreat("r", no, &[])), "7.72", "{hex} to {no}");
        }
        table.retreats(Confederate, "r", open[1]);
    }
}

#[test]
fn case_7_72_a_unit_with_no_hex_to_go_to_is_eliminated() {
    // The zone of b closes 0106.
    let (table, events) = pushed(&["r confederate infantry 3 0105", "b union infantry 1 0206"]);
    assert_eq!(eliminated(&events), ["r by 7.72"]);
    assert_eq!(table.at("r"), "eliminated");
    assert_eq!(table.asked(), "union advance", "nobody is asked where it should go");
    // Attackers are no better off: in the corner, with the hex that x does not hold in its zone.
    let mut table = on("proving-ground")
        .units(&["a union infantry 1 0101", "x confederate infantry 9 0102"])
        .combat(Union)
        .dice(&[1])
        .set();
    let events = table.attacks(Union, &["a"], &["0102"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Ar");
    assert_eq!(eliminated(&events), ["a by 7.72"]);
}

// 7.73

#[test]
fn case_7_73_a_retreat_goes_to_an_empty_hex_or_stacks_with_a_friend_outside_enemy_zones() {
    // c stands in the open, d in the zone of a; b fights d.
    let mut table = on("proving-ground")
        .units(&[
            "a union infantry 18 0504",
            "b union infantry 3 0704",
            "r confederate infantry 3 0505",
            "c confederate artillery 1 0506",
            "d confederate infantry 3 0604",
        ])
        .combat(Union)
        .dice(&[4])
        .set();
    table.attacks(Union, &["a"], &["0505"]);
    assert_eq!(table.hexes(Confederate, "retreat", "r"), ["0405", "0506", "0605"]);
    assert_eq!(table.case(Confederate, retreat("r", "0604", &[])), "7.72", "d is in a zone itself");
    table.retreats(Confederate, "r", "0506");
    assert_eq!((table.at("r"), table.at("c")), ("0506".to_owned(), "0506".to_owned()));
}

#[test]
fn case_7_73_a_full_hex_is_not_open_while_another_is() {
    let mut table = on("proving-ground")
        .units(&[
            "a union infantry 18 0504",
            "r confederate infantry 3 0505",
            "c confederate infantry 1 0506",
            "d confederate infantry 1 0506",
        ])
        .combat(Union)
        .dice(&[4])
        .set();
    table.attacks(Union, &["a"], &["0505"]);
    assert_eq!(table.hexes(Confederate, "retreat", "r"), ["0405", "0605"]);
    assert_eq!(table.case(Confederate, retreat("r", "0506", &[])), "7.73");
    assert_eq!(table.case(Confederate, retreat("r", "0506", &[("c", "0507")])), "7.73");
    table.retreats(Confederate, "r", "0605");
}

// 7.74

#[test]
fn case_7_74_a_unit_that_retreated_adds_nothing_to_a_friends_defence_and_suffers_with_it() {
    let set = |die| {
        let units = [
            "a union infantry 18 0204",
            "g union artillery 12 0307",
            "r confederate infantry 3 0105",
            "c confederate infantry 4 0106",
        ];
        let mut table = on("proving-ground").units(&units).combat(Union).dice(&[4, die]).set();
        table.attacks(Union, &["a"], &["0105"]);
        table.retreats(Confederate, "r", "0106");
        table.order(Union, json!({"hold": {}}));
        table
    };
    let table = set(1);
    let odds = table.odds(Union, &["g"], &["0106"]);
    let there = &odds["defenders"][0];
    assert_eq!(there["strength"], 4, "c alone");
    for unit in there["units"].as_array().unwrap() {
        assert_eq!(unit["counts"], unit["unit"] == "c", "{unit}");
    }
    assert_eq!(odds["column"], "3-1");
    // 3-1, die 1: both eliminated.
    let mut table = set(1);
    let events = table.attacks(Union, &["g"], &["0106"]);
    let mut lost = eliminated(&events);
    lost.sort();
    assert_eq!(lost, ["c by 7.6", "r by 7.6"]);
    // 3-1, die 4: both retreat, r for the second time.
    let mut table = set(4);
    table.attacks(Union, &["g"], &["0106"]);
    assert_eq!(table.view()["question"]["units"], json!(["c", "r"]));
    table.retreats(Confederate, "r", "0107");
    table.retreats(Confederate, "c", "0107");
}

#[test]
fn case_7_74_a_unit_that_retreated_and_stands_alone_is_not_attacked_again() {
    let units = ["a union infantry 18 0204", "g union artillery 12 0307", "r confederate infantry 3 0105"];
    let mut table = on("proving-ground").units(&units).combat(Union).dice(&[4]).set();
    table.attacks(Union, &["a"], &["0105"]);
    table.retreats(Confederate, "r", "0106");
    table.order(Union, json!({"hold": {}}));
    assert_eq!(table.attack_case(Union, &["g"], &["0106"]), "7.14");
    table.end_combat(Union);
    // The mark is gone with the phase: r may be attacked in the union's next one.
    table.end_movement(Confederate);
    table.end_combat(Confederate);
    table.end_movement(Union);
    assert!(table.legal(Union, json!({"attack": {"attackers": ["g"], "defenders": ["0106"]}})));
}

// 7.75

#[test]
fn case_7_75_one_victorious_unit_of_the_combat_may_advance_into_the_vacated_hex() {
    // 6-1: eliminated (1), thrown back (4), exchanged (6).
    for die in [1, 4, 6] {
        let mut table = on("proving-ground")
            .units(&[
                "a union infantry 4 0504",
                "b union artillery 1 0604",
                "g union artillery 3 0502",
                "idle union infantry 9 0302",
                "r confederate infantry 1 0505",
            ])
            .combat(Union)
            .dice(&[die])
            .set();
        table.attacks(Union, &["a", "b", "g"], &["0505"]);
        if die == 4 {
            table.retreats(Confederate, "r", "0506");
        }
        if die == 6 {
            table.order(Union, json!({"lose": {"units": ["b"]}}));
        }
        assert_eq!(table.asked(), "union advance");
        assert_eq!(table.question_case(), "7.75");
        let able = if die == 6 { json!(["a"]) } else { json!(["a", "b"]) };
        assert_eq!(table.view()["question"]["units"], able, "bombarding guns do not advance");
        let advance = |unit: &str, to: &str| json!({"advance": {"unit": unit, "to": to}});
        assert_eq!(table.case(Confederate, advance("a", "0505")), "7.75");
        assert_eq!(table.case(Union, advance("g", "0505")), "7.75");
        assert_eq!(table.case(Union, advance("idle", "0505")), "7.75", "it took no part");
        assert_eq!(table.case(Union, advance("a", "0405")), "7.75", "it was not vacated");
        assert_eq!(table.case(Union, json!({"end-combat": {}})), "7.75", "now or never");
        let events = table.order(Union, json!({"advance": {"unit": "a"}}));
        let advanced = event(&events, "advanced");
        assert_eq!((&advanced["from"], &advanced["to"]), (&json!("0504"), &json!("0505")));
        assert_eq!(table.at("a"), "0505");
        assert_eq!(table.asked(), "union combat", "one unit only");
        assert_eq!(table.unit("a")["advanced"], true);
    }
}

#[test]
fn case_7_75_the_advance_is_free_and_is_taken_at_once_or_never() {
    let mut table = on("proving-ground")
        .units(&["a union infantry 9 0504", "r confederate infantry 1 0505"])
        .combat(Union)
        .dice(&[1])
        .set();
    table.attacks(Union, &["a"], &["0505"]);
    let events = table.order(Union, json!({"hold": {}}));
    assert_eq!(event(&events, "held")["side"], "union");
    assert_eq!(table.at("a"), "0504");
    assert!(!table.legal(Union, json!({"advance": {"unit": "a"}})), "the offer is gone");
    assert_eq!(table.asked(), "union combat");
}

#[test]
fn case_7_75_a_victorious_defender_advances_too() {
    // 1-5: thrown back (1), eliminated (5).
    for die in [1, 5] {
        let mut table = on("proving-ground")
            .units(&[
                "a union infantry 1 0504",
                "x confederate infantry 5 0505",
                "y confederate artillery 1 0505",
            ])
            .combat(Union)
            .dice(&[die])
            .set();
        table.attacks(Union, &["a"], &["0505"]);
        if die == 1 {
            table.retreats(Union, "a", "0503");
        }
        assert_eq!(table.asked(), "confederate advance");
        assert_eq!(table.view()["question"]["units"], json!(["x", "y"]));
        table.order(Confederate, json!({"advance": {"unit": "y"}}));
        assert_eq!((table.at("y"), table.at("x")), ("0504".to_owned(), "0505".to_owned()));
        assert_eq!(table.asked(), "union combat");
    }
}

#[test]
fn case_7_75_an_advance_ignores_zones_and_whoever_advanced_neither_attacks_nor_is_attacked() {
    // a wins 0505 and advances into the zone of z; b fights z.
    let mut table = on("proving-ground")
        .units(&[
            "a union infantry 9 0504",
            "x confederate infantry 1 0505",
            "z confederate infantry 2 0506",
            "b union infantry 2 0507",
        ])
        .combat(Union)
        .dice(&[1, 1])
        .set();
    table.attacks(Union, &["a"], &["0505"]);
    table.order(Union, json!({"advance": {"unit": "a"}}));
    assert_eq!(table.at("a"), "0505");
    assert_eq!(table.attack_case(Union, &["a"], &["0506"]), "7.14");
    assert_eq!(table.view()["owed"]["attackers"], json!(["b"]), "a owes nothing");
    // The other way round: x drives a off and advances next to b and before the guns, and is safe
    // from both.
    let mut table = on("proving-ground")
        .units(&[
            "a union infantry 1 0504",
            "x confederate infantry 9 0505",
            "w confederate infantry 9 0603",
            "b union infantry 1 0503",
            "g union artillery 9 0502",
        ])
        .combat(Union)
        .dice(&[1])
        .set();
    table.attacks(Union, &["a"], &["0505"]);
    table.retreats(Union, "a", "0403");
    table.order(Confederate, json!({"advance": {"unit": "x"}}));
    assert_eq!(table.at("x"), "0504");
    assert_eq!(table.attack_case(Union, &["b"], &["0504"]), "7.75");
    assert_eq!(table.attack_case(Union, &["g"], &["0504"]), "7.75");
    assert_eq!(table.view()["owed"]["defenders"], json!(["0603"]), "only w must be attacked");
}

#[test]
fn case_7_75_an_advance_cuts_off_the_retreat_of_those_who_fight_later() {
    for advances in [true, false] {
        let mut table = on("proving-ground")
            .units(&[
                "a union infantry 18 0204",
                "b union infantry 18 0307",
                "r confederate infantry 3 0105",
                "y confederate infantry 3 0206",
            ])
            .combat(Union)
            .dice(&[1, 4])
            .set();
        table.attacks(Union, &["b"], &["0206"]);
        table.order(Union, if advances { json!({"advance": {"unit": "b"}}) } else { json!({"hold": {}}) });
        let events = table.attacks(Union, &["a"], &["0105"]);
        if advances {
            assert_eq!(eliminated(&events), ["r by 7.72"]);
        } else {
            table.retreats(Confederate, "r", "0106");
        }
    }
}

#[test]
fn case_7_75_nobody_advances_when_no_hex_was_vacated() {
    // Bombarding guns that are thrown back vacate nothing.
    let mut table = on("proving-ground")
        .units(&["g union artillery 1 0503", "x confederate infantry 9 0505"])
        .combat(Union)
        .dice(&[1])
        .set();
    table.attacks(Union, &["g"], &["0505"]);
    table.order(Union, json!({"withdraw-battery": {"unit": "g", "to": "0502"}}));
    assert_eq!(table.asked(), "union combat");
    // Guns alone vacate a hex and do not take it.
    let mut table = on("proving-ground")
        .units(&["g union artillery 9 0503", "x confederate infantry 1 0505"])
        .combat(Union)
        .dice(&[1])
        .set();
    table.attacks(Union, &["g"], &["0505"]);
    assert_eq!(table.at("x"), "eliminated");
    assert_eq!(table.asked(), "union combat");
}

// 7.76

#[test]
fn case_7_76_one_unit_advances_even_when_two_hexes_are_vacated() {
    let mut table = on("proving-ground")
        .units(&[
            "a union infantry 9 0505",
            "b union infantry 9 0603",
            "x confederate infantry 1 0504",
            "y confederate infantry 1 0604",
        ])
        .combat(Union)
        .dice(&[1])
        .set();
    table.attacks(Union, &["a", "b"], &["0504", "0604"]);
    assert_eq!(table.view()["question"]["hexes"], json!(["0504", "0604"]));
    assert_eq!(table.case(Union, json!({"advance": {"unit": "a"}})), "7.76", "which of the two?");
    table.order(Union, json!({"advance": {"unit": "a", "to": "0604"}}));
    assert_eq!(table.at("a"), "0604");
    assert_eq!(table.asked(), "union combat", "b may not follow into the other");
    assert!(!table.legal(Union, json!({"advance": {"unit": "b", "to": "0504"}})));
    // The defender has no more, though two hexes were left by the attackers and two of his units
    // stand there.
    let mut table = on("proving-ground")
        .units(&[
            "a union infantry 1 0504",
            "b union infantry 1 0604",
            "x confederate infantry 5 0505",
            "y confederate infantry 5 0505",
        ])
        .combat(Union)
        .dice(&[5])
        .set();
    table.attacks(Union, &["a", "b"], &["0505"]);
    assert_eq!(table.view()["question"]["hexes"], json!(["0504", "0604"]));
    table.order(Confederate, json!({"advance": {"unit": "y", "to": "0604"}}));
    assert_eq!((table.at("x"), table.at("y")), ("0505".to_owned(), "0604".to_owned()));
    assert_eq!(table.asked(), "union combat");
}
