//! 7.2 to 7.5: who attacks together, and what the ground is worth.

use crate::check::*;
use serde_json::{Value, json};

/// On the proving ground.
fn ground() -> SetUp {
    on("proving-ground")
}

/// The Union's combat phase at this position, with these faces to come.
fn combat(units: &[&str], dice: &[u8]) -> Table {
    ground().units(units).combat(Union).dice(dice).set()
}

fn hold() -> Value {
    json!({"hold": {}})
}

/// A chain of contacts down column 05 with the enemy at its ends: E1-A1-E2-A2-E3.
const ENDS: [&str; 5] = [
    "e1 confederate infantry 6 0503",
    "a1 union infantry 6 0504",
    "e2 confederate infantry 6 0505",
    "a2 union infantry 6 0506",
    "e3 confederate infantry 6 0507",
];

// 7.2 Multiple unit and multi-hex combat.

#[test]
fn case_7_21_all_units_in_a_hex_defend_as_one_strength_and_share_its_fate() {
    let units =
        ["a union infantry 54 0506", "x confederate infantry 4 0505", "y confederate artillery 5 0505"];
    let mut table = combat(&units, &[1]);
    let odds = table.odds(Union, &["a"], &["0505"]);
    assert_eq!((&odds["defence"], &odds["column"]), (&json!(9), &json!("6-1")));
    table.attacks(Union, &["a"], &["0505"]);
    assert_eq!((table.at("x"), table.at("y")), ("eliminated".into(), "eliminated".into()));
    // A four at 6-1: both must go, each where its owner likes.
    let mut table = combat(&units, &[4]);
    table.attacks(Union, &["a"], &["0505"]);
    table.retreats(Confederate, "y", "0404");
    table.retreats(Confederate, "x", "0604");
    // Not one of them was left to be attacked apart.
    table.order(Union, hold());
    assert_eq!(
        (table.unit("x")["attacked"].clone(), table.unit("y")["attacked"].clone()),
        (json!(true), json!(true))
    );
}

#[test]
fn case_7_22_all_attackers_of_a_hex_attack_together() {
    let units = ["a union infantry 5 0506", "b union infantry 4 0506", "x confederate infantry 3 0505"];
    let mut table = combat(&units, &[1]);
    for (one, other) in [("a", "b"), ("b", "a")] {
        let (case, sentence) = table.refused(Union, attack(&[one], &["0505"]));
        assert_eq!(case, "7.22");
        assert!(sentence.starts_with(&format!("{other} must attack")), "{sentence}");
    }
    let odds = table.odds(Union, &["a", "b"], &["0505"]);
    assert_eq!((&odds["attack"], &odds["column"]), (&json!(9), &json!("3-1")));
    // The page is told who must come along.
    let targets = table.targets(Union, "attack", json!({"attackers": ["a"], "defenders": ["0505"]}));
    let mate = targets["attackers"].as_array().unwrap().iter().find(|u| u["unit"] == "b").cloned().unwrap();
    assert_eq!((&mate["must"], &mate["case"]), (&json!(true), &json!("7.22")));
    table.attacks(Union, &["a", "b"], &["0505"]);
}

#[test]
fn case_7_22_a_stack_between_two_enemies_does_not_divide_itself() {
    let units = [
        "a union infantry 5 0506",
        "b union infantry 5 0506",
        "x confederate infantry 5 0505",
        "y confederate infantry 5 0507",
    ];
    let mut table = combat(&units, &[1]);
    assert_eq!(table.attack_case(Union, &["a"], &["0505"]), "7.22");
    assert_eq!(table.attack_case(Union, &["b"], &["0507"]), "7.22");
    assert_eq!(table.attack_case(Union, &["a", "b"], &["0505"]), "7.23");
    let odds = table.odds(Union, &["a", "b"], &["0505", "0507"]);
    assert_eq!((&odds["attack"], &odds["defence"]), (&json!(10), &json!(10)));
    table.attacks(Union, &["a", "b"], &["0505", "0507"]);
}

#[test]
fn case_7_22_infantry_and_guns_of_one_hex_attack_together_too() {
    // In an enemy zone a gun is as infantry: it goes with the stack, and does not shell y instead.
    let units = [
        "a union infantry 5 0506",
        "g union artillery 3 0506",
        "x confederate infantry 3 0505",
        "y confederate infantry 3 0508",
    ];
    let mut table = combat(&units, &[1]);
    assert_eq!(table.attack_case(Union, &["a"], &["0505"]), "7.22");
    assert_eq!(table.attack_case(Union, &["g"], &["0505"]), "7.22");
    assert_eq!(table.attack_case(Union, &["g"], &["0508"]), "8.41");
    table.attacks(Union, &["a", "g"], &["0505"]);
}

#[test]
fn case_7_22_a_unit_that_only_fell_back_into_the_hex_binds_nobody_there() {
    // 1-1, a six: Ar. a falls back on the gun, which shells y all the same.
    let units = [
        "a union infantry 5 0506",
        "g union artillery 3 0507",
        "x confederate infantry 5 0505",
        "y confederate infantry 3 0510",
    ];
    let mut table = combat(&units, &[6, 1]);
    table.attacks(Union, &["a"], &["0505"]);
    table.retreats(Union, "a", "0507");
    table.order(Confederate, hold());
    table.attacks(Union, &["g"], &["0510"]);
}

#[test]
fn case_7_22_a_unit_without_effectiveness_is_left_out_of_its_stacks_attack() {
    let units =
        ["a union infantry 5 0506", "b union infantry 5 0506 ineffective", "x confederate infantry 5 0505"];
    let mut table = ground().units(&units).option("attack-effectiveness").combat(Union).dice(&[4]).set();
    table.assert_owed(&["a"], &["0505"]);
    assert_eq!(table.attack_case(Union, &["a", "b"], &["0505"]), "11.2");
    table.attacks(Union, &["a"], &["0505"]);
}

#[test]
fn case_7_23_a_unit_between_several_enemies_attacks_all_whom_nobody_else_engages() {
    // A star the other way: one attacker, three enemies.
    let units = [
        "a union infantry 9 0505",
        "x confederate infantry 3 0504",
        "y confederate infantry 3 0605",
        "z confederate infantry 3 0405",
    ];
    let mut table = combat(&units, &[1]);
    for some in [vec!["0504"], vec!["0504", "0605"], vec!["0405", "0605"]] {
        let (case, sentence) = table.refused(Union, attack(&["a"], &some));
        assert_eq!(case, "7.23", "{some:?}");
        assert!(sentence.contains("must be attacked"), "{sentence}");
    }
    let odds = table.odds(Union, &["a"], &["0504", "0605", "0405"]);
    assert_eq!((&odds["attack"], &odds["defence"]), (&json!(9), &json!(9)));
    table.attacks(Union, &["a"], &["0504", "0605", "0405"]);
}

#[test]
fn case_7_23_a_chain_with_the_enemy_at_its_ends_leaves_no_enemy_out() {
    // E1-A1-E2-A2-E3.
    for (attackers, defenders, expected) in [
        (vec!["a1"], vec!["0503"], "ok"),
        (vec!["a1"], vec!["0503", "0505"], "ok"),
        (vec!["a2"], vec!["0507"], "ok"),
        (vec!["a2"], vec!["0505", "0507"], "ok"),
        (vec!["a1"], vec!["0505"], "7.23"),
        (vec!["a2"], vec!["0505"], "7.23"),
        (vec!["a1", "a2"], vec!["0505"], "7.23"),
        (vec!["a1", "a2"], vec!["0503", "0505", "0507"], "7.25"),
    ] {
        let mut table = combat(&ENDS, &[]);
        let order = attack(&attackers, &defenders);
        if expected == "ok" {
            assert!(table.legal(Union, order), "{attackers:?} on {defenders:?}");
        } else {
            assert_eq!(table.case(Union, order), expected, "{attackers:?} on {defenders:?}");
        }
    }
    // A1 took E1 alone: A2 has both others.
    let mut table = combat(&ENDS, &[4, 1]);
    table.attacks(Union, &["a1"], &["0503"]);
    table.settle();
    table.assert_owed(&["a2"], &["0505", "0507"]);
    assert_eq!(table.attack_case(Union, &["a2"], &["0507"]), "7.23");
    table.attacks(Union, &["a2"], &["0505", "0507"]);
    table.settle();
    table.end_combat(Union);
}

#[test]
fn case_7_23_an_enemy_that_a_friend_engages_may_be_left_to_him() {
    let units = [
        "a union infantry 5 0505",
        "b union infantry 5 0507",
        "x confederate infantry 3 0504",
        "y confederate infantry 3 0506",
    ];
    let mut table = combat(&units, &[1, 1]);
    table.attacks(Union, &["a"], &["0504"]);
    table.settle();
    table.assert_owed(&["b"], &["0506"]);
    table.attacks(Union, &["b"], &["0506"]);
}

#[test]
fn case_7_24_units_of_several_hexes_combine_against_one() {
    let units = [
        "a union infantry 5 0506",
        "b union infantry 4 0604",
        "c union infantry 3 0404",
        "g union artillery 2 0503",
        "x confederate infantry 3 0505",
    ];
    let mut table = combat(&units, &[1]);
    for (who, attack, column) in [(vec!["a", "b", "c"], 12, "4-1"), (vec!["a", "b", "c", "g"], 14, "4-1")] {
        let odds = table.odds(Union, &who, &["0505"]);
        assert_eq!((&odds["attack"], &odds["column"]), (&json!(attack), &json!(column)), "{who:?}");
    }
    table.attacks(Union, &["a", "b", "c", "g"], &["0505"]);
    assert_eq!(table.at("x"), "eliminated");
}

/// x and y side by side in 0505 and 0605; 0506 and 0604 touch both, 0504 touches x alone.
const PAIR: [&str; 5] = [
    "a union infantry 6 0506",
    "b union infantry 6 0604",
    "c union infantry 6 0504",
    "x confederate infantry 2 0505",
    "y confederate infantry 2 0605",
];

#[test]
fn case_7_25_several_hexes_are_attacked_at_once_by_units_next_to_all_of_them() {
    let units = [PAIR[0], PAIR[1], PAIR[3], PAIR[4]];
    let mut table = combat(&units, &[1]);
    let odds = table.odds(Union, &["a", "b"], &["0505", "0605"]);
    assert_eq!((&odds["attack"], &odds["defence"], &odds["column"]), (&json!(12), &json!(4), &json!("3-1")));
    let events = table.attacks(Union, &["a", "b"], &["0505", "0605"]);
    assert_eq!(kinds(&events).iter().filter(|k| **k == "die-thrown").count(), 1, "one combat, one die");
    assert_eq!((table.at("x"), table.at("y")), ("eliminated".into(), "eliminated".into()));
}

#[test]
fn case_7_25_a_unit_next_to_some_of_them_only_may_not_join() {
    let mut table = combat(&PAIR, &[1, 1]);
    let (case, sentence) = table.refused(Union, attack(&["a", "b", "c"], &["0505", "0605"]));
    assert_eq!(case, "7.25");
    assert!(sentence.contains("0504") && sentence.contains("0605"), "{sentence}");
    // Nor may the two attack both without it: c would have nobody.
    assert_eq!(table.attack_case(Union, &["a", "b"], &["0505", "0605"]), "7.12");
    // c takes x with one of them, the other takes y.
    table.attacks(Union, &["a", "c"], &["0505"]);
    table.settle();
    table.attacks(Union, &["b"], &["0605"]);
}

#[test]
fn case_7_25_guns_need_not_be_next_to_them() {
    let units = [PAIR[0], PAIR[1], "g union artillery 4 0503", PAIR[3], PAIR[4]];
    let mut table = combat(&units, &[1]);
    let odds = table.odds(Union, &["a", "b", "g"], &["0505", "0605"]);
    assert_eq!((&odds["attack"], &odds["column"]), (&json!(16), &json!("4-1")));
    table.attacks(Union, &["a", "b", "g"], &["0505", "0605"]);
}

#[test]
fn case_7_25_each_hex_brings_its_own_multiple() {
    // x on rough ground in 1508, y on clear in 1507; a in 1407 and b in 1607 touch both.
    let units = [
        "a union infantry 6 1407",
        "b union infantry 6 1607",
        "x confederate infantry 3 1508",
        "y confederate infantry 2 1507",
    ];
    let table = combat(&units, &[]);
    let odds = table.odds(Union, &["a", "b"], &["1507", "1508"]);
    assert_eq!((&odds["defence"], &odds["column"]), (&json!(8), &json!("1-1")));
    let of =
        |hex: &str| odds["defenders"].as_array().unwrap().iter().find(|d| d["hex"] == hex).cloned().unwrap();
    assert_eq!((&of("1508")["best"], &of("1508")["total"]), (&json!(2), &json!(6)));
    assert_eq!((&of("1507")["best"], &of("1507")["total"]), (&json!(1), &json!(2)));
}

// 7.3 to 7.5.

#[test]
fn case_7_3_strength_is_never_divided() {
    let units = ["a union infantry 6 0505", "x confederate infantry 2 0504", "y confederate infantry 2 0506"];
    let mut table = combat(&units, &[6, 1]);
    // Not half on the one and half on the other, and no unit and no hex counts twice.
    assert_eq!(table.attack_case(Union, &["a"], &["0504"]), "7.23");
    let (case, sentence) = table.refused(Union, attack(&["a", "a"], &["0504", "0506"]));
    assert_eq!(case, "7.3");
    assert!(sentence.contains("twice"), "{sentence}");
    assert_eq!(table.attack_case(Union, &["a"], &["0504", "0506", "0504"]), "7.3");
    let odds = table.odds(Union, &["a"], &["0504", "0506"]);
    assert_eq!((&odds["attack"], &odds["defence"], &odds["column"]), (&json!(6), &json!(4), &json!("1-1")));
}

#[test]
fn case_7_4_terrain_multiplies_the_defence() {
    for (ground, attackers, hex, best) in [
        ("clear", vec!["0506"], "0505", 1),
        ("forest", vec!["1402"], "1502", 1),
        ("rough", vec!["1408"], "1508", 2),
        ("forest & rough", vec!["1412"], "1513", 2),
        ("forest & rough, by road", vec!["1513"], "1612", 2),
        ("town", vec!["2108"], "2208", 2),
        ("over a bridge", vec!["1204"], "1304", 2),
        ("over a bridge, the other way", vec!["1304"], "1204", 2),
        ("over a ford", vec!["1206"], "1307", 2),
        ("over a bridge and from its own bank", vec!["1204", "1403"], "1304", 1),
        ("from its own bank", vec!["1403"], "1304", 1),
        ("works, from the barbed side", vec!["1912"], "2012", 3),
        ("works, from two barbed sides", vec!["1912", "1913"], "2012", 3),
        ("works, one attacker from behind", vec!["1912", "2112"], "2012", 1),
        ("works, attacked from inside", vec!["2012"], "1912", 1),
        // Multiples do not add up: the best one counts.
        ("rough, over a ford", vec!["1215"], "1316", 2),
        ("works on rough ground", vec!["1915"], "2015", 3),
        ("works on rough ground, one attacker from behind", vec!["1915", "2115"], "2015", 2),
    ] {
        let ids = ["a", "b", "c"];
        let mut units = vec![format!("x confederate infantry 5 {hex}")];
        for (id, from) in ids.iter().zip(&attackers) {
            units.push(format!("{id} union infantry 10 {from}"));
        }
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let table = combat(&units, &[]);
        let odds = table.odds(Union, &ids[..attackers.len()], &[hex]);
        assert_eq!(odds["defenders"][0]["best"], best, "{ground}");
        assert_eq!(odds["defence"], 5 * best, "{ground}");
        assert_eq!(odds["attack"], 10 * attackers.len(), "{ground}");
    }
}

#[test]
fn case_7_4_the_attackers_own_ground_is_nothing_to_him() {
    // From town, rough, forest & rough, works: printed strength against clear ground.
    for (from, hex) in [("2208", "2108"), ("1508", "1408"), ("1513", "1412"), ("2012", "1912")] {
        let units = [format!("a union infantry 7 {from}"), format!("x confederate infantry 7 {hex}")];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let odds = combat(&units, &[]).odds(Union, &["a"], &[hex]);
        assert_eq!(
            (&odds["attack"], &odds["defence"], &odds["column"]),
            (&json!(7), &json!(7), &json!("1-1")),
            "{from}"
        );
    }
}

#[test]
fn case_7_4_guns_from_afar_do_not_spoil_a_crossing() {
    let units = ["a union infantry 6 1204", "g union artillery 4 1104", "x confederate infantry 5 1304"];
    let odds = combat(&units, &[]).odds(Union, &["a", "g"], &["1304"]);
    assert_eq!((&odds["attack"], &odds["defence"], &odds["column"]), (&json!(10), &json!(10), &json!("1-1")));
}

#[test]
fn case_7_5_a_holding_attack_at_poor_odds_frees_the_others() {
    // A1 alone against E1 at 1-6, so that A2 and A3 have E2 between them.
    let units = [
        "a1 union infantry 1 0503",
        "e1 confederate infantry 6 0504",
        "a2 union infantry 6 0505",
        "e2 confederate infantry 2 0506",
        "a3 union infantry 6 0507",
    ];
    let mut table = combat(&units, &[6, 1]);
    assert_eq!(table.odds(Union, &["a1"], &["0504"])["column"], "1-5");
    let events = table.attacks(Union, &["a1"], &["0504"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Ae");
    table.settle();
    assert_eq!(table.odds(Union, &["a2", "a3"], &["0506"])["column"], "6-1");
    table.attacks(Union, &["a2", "a3"], &["0506"]);
    assert_eq!((table.at("a1"), table.at("e2")), ("eliminated".into(), "eliminated".into()));
}

// 7.6 What is told of the odds.

#[test]
fn case_7_6_the_log_tells_every_strength_multiple_and_column_of_an_attack() {
    let units = [
        "a union infantry 9 1507",
        "g union artillery 4 1406",
        "x confederate infantry 3 1508",
        "y confederate artillery 1 1508",
    ];
    let mut table = combat(&units, &[1]);
    let attack = json!({"attackers": ["a", "g"], "defenders": ["1508"], "column": "1-2"});
    let events = table.order(Union, json!({ "attack": attack }));
    let told = |case: &str, text: &str, more: Value| {
        let mut line = json!({"case": case, "system": "blue-gray-1975", "text": text});
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        line
    };
    assert_eq!(
        event(&events, "attack-declared")["modifiers"],
        json!([
            told("7.4", "A", json!({"unit": "a", "strength": 9.0})),
            told("8.11", "The g artillery, bombarding", json!({"unit": "g", "strength": 4.0})),
            told("7.4", "X and the y artillery in 1508", json!({"hex": "1508", "strength": 4.0})),
            told("9.0", "Rough", json!({"hex": "1508", "times": 2.0})),
            told("7.6", "13 against 8 is 1-1", json!({"column": "1-1"})),
            told("7.9", "A lower column, chosen by the attacker", json!({"column": "1-2", "shift": -1})),
        ])
    );
}
