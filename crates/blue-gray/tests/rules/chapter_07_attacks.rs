//! 7.1 Which units attack, whom, and the ruling on what is owed.

use crate::check::*;
use blue_gray::Event;
use serde_json::{Value, json};
use tabletop::{RuleCheck, Rules};

/// On the proving ground.
fn ground() -> SetUp {
    on("proving-ground")
}

/// The Union's combat phase at this position, with these faces to come.
fn combat(units: &[&str], dice: &[u8]) -> Table {
    ground().units(units).combat(Union).dice(dice).set()
}

fn end() -> Value {
    json!({"end-combat": {}})
}

fn hold() -> Value {
    json!({"hold": {}})
}

/// A chain of contacts down column 05, each unit next to the one before and the one after:
/// A1-E1-A2-E2-A3.
const CHAIN: [&str; 5] = [
    "a1 union infantry 6 0503",
    "e1 confederate infantry 6 0504",
    "a2 union infantry 6 0505",
    "e2 confederate infantry 6 0506",
    "a3 union infantry 6 0507",
];

// 7.1 Which units attack, and the ruling on what is owed.

#[test]
fn case_7_11_every_enemy_with_a_phasing_unit_in_its_zone_must_be_attacked() {
    let units = ["a union infantry 5 0505", "x confederate infantry 5 0504", "y confederate infantry 5 0506"];
    let mut table = combat(&units, &[2]);
    table.assert_owed(&["a"], &["0504", "0506"]);
    let cases = table.view()["owed"]["cases"].clone();
    let line = cases.as_array().unwrap().iter().find(|c| c["case"] == "7.11").cloned().unwrap();
    assert_eq!(line["hexes"], json!(["0504", "0506"]));
    let (case, sentence) = table.refused(Union, end());
    assert_eq!(case, "7.12");
    assert!(sentence.contains("attack"), "{sentence}");
    // 5 to 10, a two: Dr.
    table.attacks(Union, &["a"], &["0504", "0506"]);
    table.settle();
    table.assert_owed(&[], &[]);
    table.end_combat(Union);
}

#[test]
fn case_7_11_no_contact_no_debt_over_a_creek_at_gun_range_or_two_hexes_off() {
    for units in [
        ["a union infantry 5 1203", "x confederate infantry 5 1303"],
        ["a union artillery 5 1203", "x confederate artillery 5 1303"],
        ["a union artillery 5 0507", "x confederate infantry 5 0505"],
        ["a union infantry 5 0507", "x confederate artillery 5 0505"],
        ["a union infantry 5 0613", "x confederate infantry 5 0615"],
    ] {
        let mut table = combat(&units, &[]);
        table.assert_owed(&[], &[]);
        table.end_combat(Union);
    }
}

#[test]
fn case_7_11_an_ineffective_unit_neither_owes_an_attack_nor_makes_one_owed() {
    let units = ["a union infantry 5 0506 ineffective", "x confederate infantry 5 0505"];
    let table = ground().units(&units).option("attack-effectiveness").combat(Union).set();
    table.assert_owed(&[], &[]);
    // A sound unit beside it owes for itself, and may attack without it.
    let units =
        ["a union infantry 5 0506 ineffective", "b union infantry 5 0604", "x confederate infantry 5 0505"];
    let mut table = ground().units(&units).option("attack-effectiveness").combat(Union).dice(&[4]).set();
    table.assert_owed(&["b"], &["0505"]);
    assert_eq!(table.attack_case(Union, &["a", "b"], &["0505"]), "11.2");
    table.attacks(Union, &["b"], &["0505"]);
    table.settle();
    table.assert_owed(&[], &[]);
}

#[test]
fn case_7_11_the_enemys_own_units_owe_nothing_in_this_phase() {
    let table = combat(&CHAIN, &[]);
    table.assert_owed(&["a1", "a2", "a3"], &["0504", "0506"]);
    let mut theirs = ground().units(&CHAIN).combat(Confederate).set();
    theirs.assert_owed(&["e1", "e2"], &["0503", "0505", "0507"]);
    assert_eq!(theirs.attack_case(Union, &["a1"], &["0504"]), "4.1");
}

#[test]
fn case_7_11_a_gun_that_bombards_first_takes_one_enemy_off_a_units_hands() {
    let units = [
        "a union infantry 5 0505",
        "g union artillery 6 0508",
        "x confederate infantry 5 0504",
        "y confederate infantry 1 0506",
    ];
    // The gun destroys y (6-1, a one: De) or only shells it (6-1 taken at 1-5, a one: Ar, which is
    // nothing to a gun).
    for (column, there) in [("6-1", "eliminated"), ("1-5", "0506")] {
        let mut table = combat(&units, &[1, 4]);
        table.order(Union, json!({"attack": {"attackers": ["g"], "defenders": ["0506"], "column": column}}));
        table.settle();
        assert_eq!(table.at("y"), there);
        table.assert_owed(&["a"], &["0504"]);
        if there == "0506" {
            assert_eq!(table.attack_case(Union, &["a"], &["0504", "0506"]), "7.14");
        }
        table.attacks(Union, &["a"], &["0504"]);
        table.settle();
        table.end_combat(Union);
    }
}

#[test]
fn case_7_11_a_unit_may_leave_an_enemy_to_a_gun_that_bombards_afterwards() {
    let units = [
        "a union infantry 5 0505",
        "g union artillery 6 0508",
        "x confederate infantry 5 0504",
        "y confederate infantry 1 0506",
        "z confederate infantry 1 0710",
    ];
    // 1-1, a one: Dr. y is still in contact with a, which has fought: only the gun can attack it now.
    let mut table = combat(&units, &[1, 1]);
    table.attacks(Union, &["a"], &["0504"]);
    table.settle();
    table.assert_owed(&[], &["0506"]);
    assert_eq!(table.case(Union, end()), "7.11");
    assert!(table.legal(Union, attack(&["g"], &["0506"])));
    assert_eq!(table.attack_case(Union, &["g"], &["0710"]), "7.11", "the gun is needed");
    table.attacks(Union, &["g"], &["0506"]);
    table.settle();
    table.end_combat(Union);
    // A four: Ar. a is thrown back, out of contact, and y is owed nothing any more.
    let mut table = combat(&units, &[4]);
    table.attacks(Union, &["a"], &["0504"]);
    table.settle();
    table.assert_owed(&[], &[]);
    assert!(table.legal(Union, end()));
    table.attacks(Union, &["g"], &["0710"]);
}

#[test]
fn case_7_11_an_enemy_left_to_a_gun_is_owed_nothing_once_the_unit_in_contact_has_advanced() {
    let units = [
        "a union infantry 6 0505",
        "g union artillery 6 0607",
        "x confederate infantry 1 0504",
        "y confederate infantry 1 0604",
    ];
    // 6-1, a one: De. 0504 is next to y as well.
    for (advances, owed) in [(false, vec!["0604"]), (true, vec![])] {
        let mut table = combat(&units, &[1, 1]);
        table.attacks(Union, &["a"], &["0504"]);
        table.order(Union, if advances { json!({"advance": {"unit": "a"}}) } else { hold() });
        table.assert_owed(&[], &owed);
        assert_eq!(table.legal(Union, end()), advances);
        table.attacks(Union, &["g"], &["0604"]);
    }
}

#[test]
fn case_7_82_of_two_enemies_left_to_two_guns_one_is_owed_nothing_when_a_gun_is_displaced() {
    let units = [
        "a union infantry 5 0505",
        "x confederate infantry 5 0504",
        "y confederate infantry 1 0506",
        "v confederate infantry 1 0605",
        "g union artillery 6 0708",
        "h union artillery 6 0608",
        "z confederate infantry 1 0910",
    ];
    let mut table = combat(&units, &[1]);
    table.attacks(Union, &["a"], &["0504"]);
    table.settle();
    table.assert_owed(&[], &["0506", "0605"]);
    let battle = table.game.rules();
    let [from, y, v, z] =
        ["0608", "0506", "0605", "0910"].map(|number| battle.map().grid.parse(number).unwrap());
    let [g, h] = ["g", "h"].map(|id| battle.named(id).unwrap());
    let mut state = table.game.state().clone();
    battle.apply(&mut state, &Event::Displaced { unit: h, from, to: from });
    let declare = |unit, hex| battle.declare(&state, Union, &[unit], &[hex], None, &mut RuleCheck::quiet());
    assert_eq!(declare(h, y).unwrap_err().case.to_string(), "7.82");
    assert_eq!(battle.all_owed(&state), [y, v]);
    // The other gun can have one of the two, and may not go elsewhere.
    assert!(declare(g, y).is_ok() && declare(g, v).is_ok());
    assert_eq!(declare(g, z).unwrap_err().case.to_string(), "7.11");
}

#[test]
fn case_7_23_no_enemy_is_left_to_a_gun_that_cannot_bombard_it() {
    let [a, x, y] =
        ["a union infantry 5 0505", "x confederate infantry 5 0504", "y confederate infantry 1 0506"];
    for (gun, why) in [
        (vec![], "there is none"),
        (vec!["g union infantry 6 0508"], "it is infantry"),
        (vec!["g union artillery 6 0510"], "four hexes off"),
        (vec!["g union artillery 6 0508", "z confederate infantry 1 0509"], "in an enemy zone"),
    ] {
        let mut table = combat(&[&[a, x, y][..], &gun].concat(), &[]);
        assert_eq!(table.attack_case(Union, &["a"], &["0504"]), "7.23", "{why}");
    }
    let units = [a, x, y, "g union artillery 6 0508", "z confederate infantry 1 0710"];
    let mut table = combat(&units, &[4]);
    table.attacks(Union, &["g"], &["0710"]);
    table.settle();
    assert_eq!(table.attack_case(Union, &["a"], &["0504"]), "7.23", "it has fired");
    // One hex of guns takes one enemy off its hands (8.13, 8.14), two hexes two.
    let [v, g, h] = ["v confederate infantry 1 0605", "g union artillery 6 0708", "h union artillery 6 0708"];
    let mut table = combat(&[a, x, y, v, g, h], &[]);
    assert_eq!(table.attack_case(Union, &["a"], &["0504"]), "7.23");
    assert!(table.legal(Union, attack(&["a"], &["0504", "0506"])));
    let table = combat(&[a, x, y, v, g, "h union artillery 6 0608"], &[]);
    assert!(table.legal(Union, attack(&["a"], &["0504"])));
    assert!(table.legal(Union, attack(&["g"], &["0605"])));
    assert!(table.legal(Union, attack(&["h"], &["0605"])));
}

#[test]
fn case_7_11_nothing_that_happens_in_the_phase_makes_a_new_debt() {
    // 6-1, a one: De. a advances to 0506, next to z: neither owes the other a fight.
    let units = ["a union infantry 6 0507", "x confederate infantry 1 0506", "z confederate infantry 9 0405"];
    let mut table = combat(&units, &[1]);
    table.assert_owed(&["a"], &["0506"]);
    table.attacks(Union, &["a"], &["0506"]);
    table.order(Union, json!({"advance": {"unit": "a"}}));
    assert_eq!(table.at("a"), "0506");
    table.assert_owed(&[], &[]);
    assert_eq!(table.attack_case(Union, &["a"], &["0405"]), "7.14");
    table.end_combat(Union);

    // 1-1, a six: Ar. x comes on to 0506, next to b: b owes nothing, and may not attack it either.
    let units = ["a union infantry 5 0506", "b union infantry 9 0606", "x confederate infantry 5 0505"];
    let mut table = combat(&units, &[6]);
    table.attacks(Union, &["a"], &["0505"]);
    table.retreats(Union, "a", "0507");
    table.order(Confederate, json!({"advance": {"unit": "x"}}));
    assert_eq!(table.at("x"), "0506");
    table.assert_owed(&[], &[]);
    assert_eq!(table.attack_case(Union, &["b"], &["0506"]), "7.75");
    table.end_combat(Union);
}

#[test]
fn case_7_75_who_advanced_protects_the_hex_and_whoever_is_in_it() {
    let units = ["b union infantry 9 0606", "x confederate infantry 5 0505", "w confederate infantry 5 0506"];
    let table = combat(&units, &[]);
    let battle = table.game.rules();
    let [from, to] = ["0505", "0506"].map(|number| battle.map().grid.parse(number).unwrap());
    let mut state = table.game.state().clone();
    assert!(battle.attackable(&state, to));
    battle.apply(&mut state, &Event::Advanced { unit: battle.named("x").unwrap(), from, to });
    // Nobody has attacked w yet, but its hex is attacked as a whole.
    assert!(!battle.attackable(&state, to));
}

#[test]
fn case_7_12_every_unit_in_an_enemy_zone_must_attack() {
    let units = [
        "a union infantry 5 0506",
        "b union artillery 2 0604",
        "c union infantry 5 0704",
        "x confederate infantry 3 0505",
    ];
    let mut table = combat(&units, &[1]);
    table.assert_owed(&["a", "b"], &["0505"]);
    let (case, sentence) = table.refused(Union, end());
    assert_eq!(case, "7.12");
    assert!(sentence.contains('a') && sentence.contains("must still attack"), "{sentence}");
    let options = table.view()["owed"]["cases"].to_string();
    assert!(options.contains("7.12"), "{options}");
    // One of the two alone would leave the other nobody to attack.
    let (case, sentence) = table.refused(Union, attack(&["a"], &["0505"]));
    assert_eq!(case, "7.12");
    assert!(sentence.contains("0604"), "{sentence}");
    assert_eq!(table.attack_case(Union, &["b"], &["0505"]), "7.12");
    table.attacks(Union, &["a", "b"], &["0505"]);
    table.settle();
    table.end_combat(Union);
}

#[test]
fn case_7_12_a_chain_of_contacts_is_taken_apart_from_its_ends() {
    // A1-E1-A2-E2-A3.
    for (attackers, defenders, expected) in [
        (vec!["a1"], vec!["0504"], "ok"),
        (vec!["a1", "a2"], vec!["0504"], "ok"),
        (vec!["a3"], vec!["0506"], "ok"),
        (vec!["a2", "a3"], vec!["0506"], "ok"),
        (vec!["a2"], vec!["0504"], "7.12"),
        (vec!["a2"], vec!["0506"], "7.12"),
        (vec!["a2"], vec!["0504", "0506"], "7.12"),
        (vec!["a1", "a2"], vec!["0504", "0506"], "7.25"),
        (vec!["a1", "a2", "a3"], vec!["0504", "0506"], "7.25"),
        (vec!["a1", "a3"], vec!["0504"], "7.15"),
        (vec!["a3"], vec!["0504"], "7.15"),
    ] {
        let mut table = combat(&CHAIN, &[]);
        let order = attack(&attackers, &defenders);
        if expected == "ok" {
            assert!(table.legal(Union, order), "{attackers:?} on {defenders:?}");
        } else {
            assert_eq!(table.case(Union, order), expected, "{attackers:?} on {defenders:?}");
        }
    }
}

#[test]
fn case_7_12_what_is_left_of_a_chain_must_go_together() {
    // A1 on E1 leaves E2 to A2 and A3, who each have no other. 1-1: a one is Dr, and E1 between two
    // zones is lost; a four is Ar, and E1 has had its combat.
    for die in [1, 4] {
        let mut table = combat(&CHAIN, &[die, 1]);
        table.attacks(Union, &["a1"], &["0504"]);
        table.settle();
        table.assert_owed(&["a2", "a3"], &["0506"]);
        assert_eq!(table.attack_case(Union, &["a2"], &["0506"]), "7.12");
        assert_eq!(table.attack_case(Union, &["a3"], &["0506"]), "7.12");
        let again = if die == 1 { "7.0" } else { "7.14" };
        assert_eq!(table.attack_case(Union, &["a2"], &["0504"]), again, "die {die}");
        assert_eq!(table.case(Union, end()), "7.12");
        table.attacks(Union, &["a2", "a3"], &["0506"]);
        table.settle();
        table.end_combat(Union);
    }
}

#[test]
fn case_7_12_a_star_of_attackers_round_one_enemy_attacks_it_together() {
    let units = [
        "a union infantry 2 0504",
        "b union infantry 2 0605",
        "c union infantry 2 0405",
        "x confederate infantry 2 0505",
    ];
    let mut table = combat(&units, &[1]);
    for some in [vec!["a"], vec!["a", "b"], vec!["b", "c"], vec!["a", "c"]] {
        assert_eq!(table.attack_case(Union, &some, &["0505"]), "7.12", "{some:?}");
    }
    table.attacks(Union, &["c", "a", "b"], &["0505"]);
}

#[test]
fn case_7_12_a_gun_may_not_take_a_units_only_enemy_away_from_it() {
    let units = ["a union infantry 2 0506", "g union artillery 6 0503", "x confederate infantry 2 0505"];
    let mut table = combat(&units, &[1]);
    let (case, sentence) = table.refused(Union, attack(&["g"], &["0505"]));
    assert_eq!(case, "7.12");
    assert!(sentence.contains("0506"), "{sentence}");
    // Together, or a alone.
    assert!(table.legal(Union, attack(&["a"], &["0505"])));
    table.attacks(Union, &["a", "g"], &["0505"]);
}

#[test]
fn case_7_12_a_unit_that_need_not_attack_may() {
    // A gun in no zone, and an infantry unit that is in none either: the one may bombard, neither
    // must.
    let units = ["g union artillery 6 0503", "a union infantry 5 0706", "x confederate infantry 2 0505"];
    let mut table = combat(&units, &[1]);
    table.assert_owed(&[], &[]);
    assert!(table.legal(Union, end()));
    table.attacks(Union, &["g"], &["0505"]);
}

#[test]
fn case_7_13_a_hex_is_attacked_from_six_sides_and_by_guns_besides() {
    let mut units = vec!["x confederate infantry 4 0505".to_owned(), "g union artillery 1 0503".to_owned()];
    let mut all = vec!["g".to_owned()];
    for (i, hex) in ["0504", "0604", "0605", "0506", "0405", "0404"].iter().enumerate() {
        for j in 0..2 {
            units.push(format!("a{i}{j} union infantry 1 {hex}"));
            all.push(format!("a{i}{j}"));
        }
    }
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let mut table = combat(&units, &[1]);
    let odds = table.odds(Union, &all, &["0505"]);
    assert_eq!((&odds["attack"], &odds["defence"], &odds["column"]), (&json!(13), &json!(4), &json!("3-1")));
    let events = table.attacks(Union, &all, &["0505"]);
    assert_eq!(event(&events, "attack-declared")["attackers"].as_array().unwrap().len(), 12);
    assert_eq!(event(&events, "attack-declared")["bombarding"], json!(["g"]));
    assert_eq!(table.at("x"), "eliminated");
}

#[test]
fn case_7_14_no_unit_attacks_twice() {
    // A1-E1-A2-E2-A3: A1 and A2 throw E1 back (2-1, a one: Dr), then A2 would like to help A3.
    let mut table = combat(&CHAIN, &[1, 1]);
    table.attacks(Union, &["a1", "a2"], &["0504"]);
    table.settle();
    let (case, sentence) = table.refused(Union, attack(&["a2", "a3"], &["0506"]));
    assert_eq!(case, "7.14");
    assert!(sentence.contains("has attacked"), "{sentence}");
    assert_eq!(table.unit("a2")["attacked"], true);
    table.attacks(Union, &["a3"], &["0506"]);
}

#[test]
fn case_7_14_no_gun_fires_twice() {
    let units =
        ["g union artillery 6 0503", "x confederate infantry 6 0505", "y confederate infantry 6 0703"];
    let mut table = combat(&units, &[6]);
    table.attacks(Union, &["g"], &["0505"]);
    table.settle();
    assert_eq!(table.attack_case(Union, &["g"], &["0703"]), "7.14");
    assert_eq!(table.attack_case(Union, &["g"], &["0505"]), "7.14");
}

#[test]
fn case_7_14_no_unit_is_attacked_twice_where_it_stands_or_where_it_went() {
    // 1-1, a four: Ar. x stands where it was, and the gun may not have it too.
    let units = ["a union infantry 5 0506", "g union artillery 9 0503", "x confederate infantry 5 0505"];
    let mut table = combat(&units, &[4]);
    table.attacks(Union, &["a"], &["0505"]);
    table.settle();
    let (case, sentence) = table.refused(Union, attack(&["g"], &["0505"]));
    assert_eq!(case, "7.14");
    assert!(sentence.contains("0505"), "{sentence}");
    // 1-1, a one: Dr. x has gone a hex further, still in range.
    let mut table = combat(&units, &[1]);
    table.attacks(Union, &["a"], &["0505"]);
    table.retreats(Confederate, "x", "0604");
    table.order(Union, hold());
    assert_eq!(table.attack_case(Union, &["g"], &["0604"]), "7.14");
    assert_eq!(table.unit("x")["attacked"], true);
}

#[test]
fn case_7_14_next_turn_everyone_may_again() {
    let units = ["a union infantry 5 0506", "x confederate infantry 5 0505"];
    let mut table = ground().units(&units).turn(1).combat(Union).dice(&[1, 1]).set();
    table.attacks(Union, &["a"], &["0505"]);
    table.retreats(Confederate, "x", "0504");
    table.order(Union, json!({"advance": {"unit": "a"}}));
    table.end_combat(Union);
    table.end_movement(Confederate);
    // a advanced and was in combat; all that is past.
    table.attacks(Confederate, &["x"], &["0505"]);
}

#[test]
fn case_7_15_only_adjacent_units_attack_but_for_guns() {
    for (arm, hex) in [("infantry", "0507"), ("cavalry", "0507"), ("infantry", "0508"), ("cavalry", "0703")] {
        let unit = format!("a union {arm} 5 {hex}");
        let mut table = combat(&[&unit, "x confederate infantry 5 0505"], &[]);
        let (case, sentence) = table.refused(Union, attack(&["a"], &["0505"]));
        assert_eq!(case, "7.15", "{arm} in {hex}");
        assert!(sentence.contains(hex) && sentence.contains("0505"), "{sentence}");
        let targets = table.targets(Union, "attack", json!({"attackers": ["a"], "defenders": []}));
        assert_eq!(targets["targets"], json!([]));
    }
    let mut table = combat(&["a union artillery 5 0507", "x confederate infantry 5 0505"], &[1]);
    table.attacks(Union, &["a"], &["0505"]);
}

#[test]
fn case_7_15_one_that_is_too_far_off_spoils_the_attack_of_the_others() {
    let units = ["a union infantry 5 0506", "b union infantry 5 0507", "x confederate infantry 5 0505"];
    let mut table = combat(&units, &[]);
    assert_eq!(table.attack_case(Union, &["a", "b"], &["0505"]), "7.15");
    assert!(table.legal(Union, attack(&["a"], &["0505"])));
}

#[test]
fn case_7_15_an_attack_is_on_enemies_by_ones_own_units() {
    let units = [
        "a union infantry 5 0506",
        "b union infantry 5 0604",
        "x confederate infantry 5 0505",
        "r union infantry 3 turn=2 entry=0105",
    ];
    let mut table = combat(&units, &[]);
    assert_eq!(table.attack_case(Union, &["a", "b"], &["0507"]), "7.0", "nobody there");
    assert_eq!(table.attack_case(Union, &["a"], &["0604"]), "7.0", "a friend");
    assert_eq!(table.attack_case(Union, &["x"], &["0506"]), "7.0", "the enemy's unit");
    assert_eq!(table.attack_case(Union, &["r"], &["0505"]), "7.0", "not on the map");
    assert_eq!(table.attack_case(Union, &[], &["0505"]), "7.0");
    assert_eq!(table.attack_case(Union, &["a", "b"], &[]), "7.0");
}
