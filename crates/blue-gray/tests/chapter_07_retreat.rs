//! 7.7 retreat and advance, and 7.8 displacement.
//!
//! Most positions stand at the western edge of the proving ground. An enemy in 0204 leaves a unit in 0105 one hex to go
//! to, 0106; from there it goes on to 0107 and 0206.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

mod check;

use check::*;
use serde_json::{Value, json};

/// The union unit `a` in 0204 attacks the confederates in 0105 at 6-1, and the die says that they retreat.
fn pushed(units: &[&str]) -> (Table, Vec<Value>) {
    let mut all = vec!["a union infantry 18 0204"];
    all.extend(units);
    let mut table = on("proving-ground").units(&all).combat(Union).dice(&[4]).set();
    let events = table.attacks(Union, &["a"], &["0105"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Dr");
    (table, events)
}

/// A retreat with its chain of displacements, nearest first.
fn retreat(unit: &str, to: &str, chain: &[(&str, &str)]) -> Value {
    let displace: Vec<Value> = chain.iter().map(|(unit, to)| json!({"unit": unit, "to": to})).collect();
    json!({"retreat": {"unit": unit, "to": to, "displace": displace}})
}

/// The first links of the chains by which a unit could come into a full hex, as "unit to hex", those that lead into a
/// hex that is full in turn with "on" behind.
fn links(table: &Table, subject: Value, to: &str) -> Vec<String> {
    let side = if table.asked().starts_with("union") { Union } else { Confederate };
    let targets = table.targets(side, "retreat", subject);
    let mut found: Vec<String> = targets["targets"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|t| t["hex"] == to)
        .flat_map(|t| t["displace"].as_array().unwrap().clone())
        .map(|l| {
            let on = if l["on"] == true { " on" } else { "" };
            format!("{} to {}{on}", l["unit"].as_str().unwrap(), l["hex"].as_str().unwrap())
        })
        .collect();
    found.sort();
    found
}

/// The units eliminated, with the case of each.
fn eliminated(events: &[Value]) -> Vec<String> {
    events
        .iter()
        .filter(|e| e["event"] == "eliminated")
        .map(|e| format!("{} by {}", e["unit"].as_str().unwrap(), e["case"].as_str().unwrap()))
        .collect()
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
    // The other way round: x drives a off and advances next to b and before the guns, and is safe from both.
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
    // The defender has no more, though two hexes were left by the attackers and two of his units stand there.
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

// 7.81

#[test]
fn case_7_81_a_unit_of_a_full_hex_makes_room_where_no_other_hex_is_open() {
    let units =
        ["r confederate infantry 3 0105", "c confederate infantry 1 0106", "d confederate infantry 2 0106"];
    let (mut table, _) = pushed(&units);
    assert_eq!(table.asked(), "confederate retreat");
    assert_eq!(table.hexes(Confederate, "retreat", "r"), ["0106"]);
    assert_eq!(links(&table, json!("r"), "0106"), ["c to 0107", "c to 0206", "d to 0107", "d to 0206"]);
    assert_eq!(table.case(Union, retreat("r", "0106", &[("c", "0107")])), "7.71", "the owner displaces");
    let mut no = |chain: &[(&str, &str)], case: &str, why: &str| {
        assert_eq!(table.case(Confederate, retreat("r", "0106", chain)), case, "{why}");
    };
    no(&[], "7.81", "somebody must make room");
    no(&[("c", "0205")], "7.81", "not into an enemy zone");
    no(&[("c", "0105")], "7.81", "nor into the hex just lost");
    no(&[("c", "0108")], "7.81", "one hex only");
    no(&[("a", "0203")], "7.81", "a does not stand there");
    no(&[("c", "0107"), ("d", "0206")], "7.81", "one unit makes room for one");
    let events = table.order(Confederate, retreat("r", "0106", &[("c", "0107")]));
    let displaced = event(&events, "displaced");
    assert_eq!(
        (&displaced["unit"], &displaced["from"], &displaced["to"]),
        (&json!("c"), &json!("0106"), &json!("0107"))
    );
    let there = [table.at("r"), table.at("c"), table.at("d")];
    assert_eq!(there, ["0106", "0107", "0106"]);
    assert_eq!(table.unit("c")["retreated"], false, "it was displaced");
}

#[test]
fn case_7_81_nobody_is_displaced_into_or_out_of_a_hex_with_room() {
    let (mut table, _) = pushed(&["r confederate infantry 3 0105", "c confederate infantry 1 0106"]);
    assert_eq!(table.case(Confederate, retreat("r", "0106", &[("c", "0107")])), "7.81");
    table.retreats(Confederate, "r", "0106");
    // A displaced unit stacks like one that retreats.
    let (mut table, _) = pushed(&[
        "r confederate infantry 3 0105",
        "c confederate infantry 1 0106",
        "d confederate infantry 1 0106",
        "e confederate infantry 1 0107",
    ]);
    table.order(Confederate, retreat("r", "0106", &[("d", "0107")]));
    assert_eq!((table.at("d"), table.at("e")), ("0107".to_owned(), "0107".to_owned()));
}

#[test]
fn case_7_81_two_retreating_units_displace_two() {
    let (mut table, _) = pushed(&[
        "r confederate infantry 1 0105",
        "s confederate infantry 2 0105",
        "c confederate infantry 1 0106",
        "d confederate infantry 1 0106",
    ]);
    table.order(Confederate, retreat("s", "0106", &[("c", "0206")]));
    assert_eq!(table.view()["question"]["units"], json!(["r"]));
    table.order(Confederate, retreat("r", "0106", &[("d", "0206")]));
    let there = [table.at("r"), table.at("s"), table.at("c"), table.at("d")];
    assert_eq!(there, ["0106", "0106", "0206", "0206"]);
}

#[test]
fn case_7_81_displacement_stops_at_the_edge_of_the_sheet() {
    // c and d stand in the corner; both hexes beside it are in the zone of a.
    let corner = |second: &[&str]| {
        let mut units = vec!["a union infantry 18 0202", "r confederate infantry 3 0102"];
        units.extend(second);
        let mut table = on("proving-ground").units(&units).combat(Union).dice(&[4]).set();
        let events = table.attacks(Union, &["a"], &["0102"]);
        (table, events)
    };
    let (table, events) = corner(&["c confederate infantry 1 0101", "d confederate infantry 1 0101"]);
    assert_eq!(eliminated(&events), ["r by 7.82"]);
    assert_eq!((table.at("c"), table.at("d")), ("0101".to_owned(), "0101".to_owned()));
    let (mut table, _) = corner(&["c confederate infantry 1 0101"]);
    table.retreats(Confederate, "r", "0101");
}

#[test]
fn case_7_81_displacement_stops_at_a_creek_without_a_crossing() {
    // r in 1105 has only 1205 to go to, and of the hexes around that 1305 and 1306 lie beyond the creek.
    let creek = |closing: Option<&'static str>| {
        let mut units = vec![
            "a union infantry 18 1104",
            "w union infantry 1 1006",
            "r confederate infantry 3 1105",
            "c confederate infantry 1 1205",
            "d confederate infantry 1 1205",
        ];
        units.extend(closing);
        let mut table = on("proving-ground").units(&units).combat(Union).dice(&[4]).set();
        let events = table.attacks(Union, &["a"], &["1105"]);
        (table, events)
    };
    let (mut table, _) = creek(None);
    assert_eq!(links(&table, json!("r"), "1205"), ["c to 1206", "d to 1206"]);
    assert_eq!(table.case(Confederate, retreat("r", "1205", &[("c", "1305")])), "7.81");
    // With 1206 in an enemy zone the two hexes beyond the creek are all that is left, empty and free of zones.
    let (_, events) = creek(Some("z union infantry 1 1107"));
    assert_eq!(eliminated(&events), ["r by 7.82"]);
}

#[test]
fn case_7_81_displacement_stops_at_water() {
    // c and d in 0113 have the river behind them and a zone on every other side but 0213.
    let river = |closing: Option<&'static str>| {
        let mut units = vec![
            "a union infantry 18 0211",
            "r confederate infantry 3 0112",
            "c confederate infantry 1 0113",
            "d confederate infantry 1 0113",
        ];
        units.extend(closing);
        let mut table = on("proving-ground").units(&units).combat(Union).dice(&[4]).set();
        let events = table.attacks(Union, &["a"], &["0112"]);
        (table, events)
    };
    let (mut table, _) = river(None);
    assert_eq!(links(&table, json!("r"), "0113"), ["c to 0213", "d to 0213"]);
    assert_eq!(table.case(Confederate, retreat("r", "0113", &[("c", "0114")])), "7.81");
    let (_, events) = river(Some("z union infantry 1 0313"));
    assert_eq!(eliminated(&events), ["r by 7.82"]);
}

// 7.82

#[test]
fn case_7_82_the_retreating_unit_is_eliminated_where_a_displaced_one_would_be() {
    // The zone of b covers 0107 and 0206, and so every way out of 0106.
    let (table, events) = pushed(&[
        "b union infantry 1 0207",
        "r confederate infantry 3 0105",
        "c confederate infantry 1 0106",
        "d confederate infantry 1 0106",
    ]);
    assert_eq!(eliminated(&events), ["r by 7.82"]);
    assert_eq!((table.at("c"), table.at("d")), ("0106".to_owned(), "0106".to_owned()));
    assert_eq!(table.asked(), "union advance");
}

#[test]
fn case_7_82_the_owner_chooses_which_of_two_takes_the_last_room() {
    let (mut table, _) = pushed(&[
        "b union infantry 1 0207",
        "r confederate infantry 1 0105",
        "s confederate infantry 2 0105",
        "c confederate infantry 1 0106",
    ]);
    assert_eq!(table.view()["question"]["units"], json!(["r", "s"]));
    let events = table.order(Confederate, retreat("s", "0106", &[]));
    assert_eq!(eliminated(&events), ["r by 7.82"]);
    assert_eq!(table.at("s"), "0106");
}

/// Units filling the hexes behind 0106.
const BEHIND: [&str; 7] = [
    "r confederate infantry 3 0105",
    "c confederate infantry 1 0106",
    "d confederate infantry 1 0106",
    "e confederate infantry 1 0107",
    "f confederate infantry 1 0107",
    "i confederate infantry 1 0206",
    "j confederate infantry 1 0206",
];

#[test]
fn case_7_82_a_chain_of_two_displacements_with_its_forks() {
    let (mut table, _) = pushed(&BEHIND);
    assert_eq!(
        links(&table, json!("r"), "0106"),
        ["c to 0107 on", "c to 0206 on", "d to 0107 on", "d to 0206 on"]
    );
    // Link by link: c into 0107, and from there e or f on.
    let begun = json!({"unit": "r", "to": "0106", "displace": [{"unit": "c", "to": "0107"}]});
    assert_eq!(links(&table, begun, "0106"), ["e to 0108", "e to 0207", "f to 0108", "f to 0207"]);
    let begun = json!({"unit": "r", "to": "0106", "displace": [{"unit": "d", "to": "0206"}]});
    assert_eq!(
        links(&table, begun, "0106"),
        ["i to 0207", "i to 0306", "i to 0307", "j to 0207", "j to 0306", "j to 0307"]
    );
    assert_eq!(
        table.case(Confederate, retreat("r", "0106", &[("c", "0107")])),
        "7.81",
        "0107 is full in turn"
    );
    let too_far = [("c", "0107"), ("e", "0206"), ("i", "0306")];
    assert_eq!(table.case(Confederate, retreat("r", "0106", &too_far)), "7.81", "e has room beside it");
    let events = table.order(Confederate, retreat("r", "0106", &[("c", "0107"), ("f", "0108")]));
    let order: Vec<&str> = events
        .iter()
        .filter(|e| e["event"] == "displaced" || e["event"] == "retreated")
        .map(|e| e["unit"].as_str().unwrap())
        .collect();
    assert_eq!(order, ["f", "c", "r"], "the last of the chain goes first");
    let there = [table.at("r"), table.at("c"), table.at("d"), table.at("e"), table.at("f")];
    assert_eq!(there, ["0106", "0107", "0106", "0107", "0108"]);
}

#[test]
fn case_7_82_a_chain_of_three_displacements() {
    // z closes 0108 and 0207: from 0107 the chain must go on to 0206.
    let mut units = BEHIND.to_vec();
    units.push("z union infantry 1 0208");
    let (mut table, _) = pushed(&units);
    let begun = json!({"unit": "r", "to": "0106", "displace": [{"unit": "c", "to": "0107"}]});
    // Back through 0106, whose other unit would then go on, is a way as well.
    let ways = ["e to 0106 on", "e to 0206 on", "f to 0106 on", "f to 0206 on"];
    assert_eq!(links(&table, begun, "0106"), ways);
    let short = [("c", "0107"), ("e", "0206")];
    assert_eq!(table.case(Confederate, retreat("r", "0106", &short)), "7.81", "0206 is full in turn");
    let zone = [("c", "0107"), ("e", "0108")];
    assert_eq!(table.case(Confederate, retreat("r", "0106", &zone)), "7.81", "0108 is in a zone");
    let back = [("c", "0107"), ("e", "0206"), ("i", "0106"), ("d", "0207")];
    assert_eq!(table.case(Confederate, retreat("r", "0106", &back)), "7.81", "i has room beside it");
    let events =
        table.order(Confederate, retreat("r", "0106", &[("c", "0107"), ("e", "0206"), ("j", "0307")]));
    assert_eq!(kinds(&events).iter().filter(|k| **k == "displaced").count(), 3);
    let there = [table.at("r"), table.at("c"), table.at("e"), table.at("j")];
    assert_eq!(there, ["0106", "0107", "0206", "0307"]);
}

#[test]
fn case_7_82_a_chain_that_only_goes_round_in_circles_eliminates_the_retreating_unit() {
    // y closes 0306 and 0307 as well: the six units could only change places among themselves.
    let mut units = BEHIND.to_vec();
    units.extend(["z union infantry 1 0208", "y union infantry 1 0406"]);
    let (table, events) = pushed(&units);
    assert_eq!(eliminated(&events), ["r by 7.82"]);
    assert_eq!(kinds(&events).iter().filter(|k| **k == "displaced").count(), 0);
    assert_eq!(table.asked(), "union advance");
    // One unit fewer in 0206, and there is room.
    units.retain(|u| !u.starts_with("j "));
    let (mut table, _) = pushed(&units);
    assert_eq!(links(&table, json!("r"), "0106"), ["c to 0206", "d to 0206"]);
    // One unit fewer in 0107 instead, and the chain through 0206 is longer than the way there.
    table.order(Confederate, retreat("r", "0106", &[("d", "0206")]));
    assert_eq!(table.at("r"), "0106");
}

#[test]
fn case_7_82_no_unit_is_moved_twice_in_one_chain() {
    // z leaves the chain only the way by 0206; c cannot be pushed out of the hex it was just pushed into.
    let mut units = BEHIND.to_vec();
    units.push("z union infantry 1 0208");
    let (mut table, _) = pushed(&units);
    let twice = [("c", "0107"), ("c", "0206"), ("i", "0306")];
    assert_eq!(table.case(Confederate, retreat("r", "0106", &twice)), "7.81");
}

#[test]
fn case_7_82_nobody_pushes_others_while_another_way_is_open() {
    let (mut table, _) = pushed(&[
        "r confederate infantry 3 0105",
        "c confederate infantry 1 0106",
        "d confederate infantry 1 0106",
        "e confederate infantry 1 0107",
        "f confederate infantry 1 0107",
    ]);
    assert_eq!(links(&table, json!("r"), "0106"), ["c to 0206", "d to 0206"]);
    let pushing = [("c", "0107"), ("e", "0108")];
    assert_eq!(table.case(Confederate, retreat("r", "0106", &pushing)), "7.81");
    table.order(Confederate, retreat("r", "0106", &[("c", "0206")]));
}

#[test]
fn case_7_82_a_unit_is_displaced_again_in_a_phase_only_if_nothing_else_is_left() {
    // s displaces c into 0107. When r follows, c would be in the way again; e makes room instead.
    let units = [
        "w union infantry 1 0307",
        "r confederate infantry 1 0105",
        "s confederate infantry 2 0105",
        "c confederate infantry 1 0106",
        "d confederate infantry 1 0106",
        "e confederate infantry 1 0107",
    ];
    let (mut table, _) = pushed(&units);
    assert_eq!(links(&table, json!("s"), "0106"), ["c to 0107", "d to 0107"]);
    table.order(Confederate, retreat("s", "0106", &[("c", "0107")]));
    let begun = json!({"unit": "r", "to": "0106", "displace": [{"unit": "d", "to": "0107"}]});
    assert_eq!(links(&table, begun, "0106"), ["e to 0108"]);
    let again = [("d", "0107"), ("c", "0108")];
    assert_eq!(table.case(Confederate, retreat("r", "0106", &again)), "7.82");
    table.order(Confederate, retreat("r", "0106", &[("d", "0107"), ("e", "0108")]));
    assert_eq!(table.at("c"), "0107");
}

#[test]
fn case_7_82_a_unit_is_displaced_twice_in_a_phase_if_that_is_the_only_way() {
    // r and s push c and d into 0107. Then v is driven out of 0206, and everywhere it could go only they can make room.
    let mut table = on("proving-ground")
        .units(&[
            "a union infantry 18 0204",
            "b union infantry 18 0307",
            "r confederate infantry 1 0105",
            "s confederate infantry 2 0105",
            "c confederate infantry 1 0106",
            "d confederate infantry 1 0106",
            "v confederate infantry 3 0206",
        ])
        .combat(Union)
        .dice(&[4, 4])
        .set();
    table.attacks(Union, &["a"], &["0105"]);
    table.order(Confederate, retreat("r", "0106", &[("c", "0107")]));
    table.order(Confederate, retreat("s", "0106", &[("d", "0107")]));
    table.order(Union, json!({"hold": {}}));
    table.attacks(Union, &["b"], &["0206"]);
    assert_eq!(links(&table, json!("v"), "0107"), ["c to 0108", "d to 0108"]);
    let events = table.order(Confederate, retreat("v", "0107", &[("c", "0108")]));
    assert_eq!(event(&events, "displaced")["unit"], "c");
    assert_eq!((table.at("v"), table.at("c")), ("0107".to_owned(), "0108".to_owned()));
}

#[test]
fn case_7_82_displaced_guns_that_have_not_fired_may_not_fire_in_that_phase() {
    let set = || {
        on("proving-ground")
            .units(&[
                "r union infantry 1 0105",
                "g union artillery 2 0106",
                "h union artillery 2 0106",
                "x confederate infantry 5 0204",
                "y confederate infantry 4 0308",
            ])
            .combat(Union)
    };
    let mut table = set().dice(&[1, 1]).set();
    table.attacks(Union, &["r"], &["0204"]);
    table.order(Union, retreat("r", "0106", &[("g", "0107")]));
    table.order(Confederate, json!({"hold": {}}));
    assert_eq!(table.attack_case(Union, &["g"], &["0308"]), "7.82");
    let targets = table.targets(Union, "attack", json!({"attackers": [], "defenders": ["0308"]}));
    let joining: Vec<&str> =
        targets["attackers"].as_array().unwrap().iter().map(|u| u["unit"].as_str().unwrap()).collect();
    assert_eq!(joining, ["h"], "h was not displaced");
    table.attacks(Union, &["h"], &["0308"]);
    // Guns that have fired can be displaced like anybody else; and the ban ends with the phase.
    let mut table = set().dice(&[3, 1]).set();
    table.attacks(Union, &["g", "h"], &["0308"]);
    table.retreats(Confederate, "y", "0309");
    table.attacks(Union, &["r"], &["0204"]);
    table.order(Union, retreat("r", "0106", &[("g", "0107")]));
    table.order(Confederate, json!({"hold": {}}));
    let mut table = set().dice(&[1]).set();
    table.attacks(Union, &["r"], &["0204"]);
    table.order(Union, retreat("r", "0106", &[("g", "0107")]));
    table.order(Confederate, json!({"hold": {}}));
    table.end_combat(Union);
    table.end_movement(Confederate);
    table.end_combat(Confederate);
    table.end_movement(Union);
    assert!(table.legal(Union, json!({"attack": {"attackers": ["g"], "defenders": ["0308"]}})));
}

#[test]
fn case_7_82_a_unit_that_must_still_retreat_makes_no_room() {
    // r and s are bombarded in the corner, with full hexes behind full hexes: c could only go where s still stands.
    let mut units = vec![
        "g union artillery 12 0104",
        "y union infantry 1 0303",
        "z union infantry 1 0401",
        "r confederate infantry 1 0101",
        "s confederate infantry 1 0101",
        "c confederate infantry 1 0102",
        "d confederate infantry 1 0102",
        "e confederate infantry 1 0201",
        "f confederate infantry 1 0201",
    ];
    let mut table = on("proving-ground").units(&units).combat(Union).dice(&[4]).set();
    let events = table.attacks(Union, &["g"], &["0101"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Dr");
    assert_eq!(eliminated(&events), ["r by 7.82", "s by 7.82"]);
    // Alone in the corner, r leaves room behind it.
    units.retain(|u| !u.starts_with("s "));
    let mut table = on("proving-ground").units(&units).combat(Union).dice(&[4]).set();
    table.attacks(Union, &["g"], &["0101"]);
    table.order(Confederate, retreat("r", "0102", &[("c", "0101")]));
    assert_eq!((table.at("r"), table.at("c")), ("0102".to_owned(), "0101".to_owned()));
}
