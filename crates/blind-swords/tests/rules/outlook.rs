//! What a preview and an opponent's outlook sum up agrees with the single outcomes (12.3, 14.3,
//! 15.2).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::Table;
use crate::check::close_combats::{attack, blue, closing, grey};
use crate::check::field::{guns, rebel, union, with};
use crate::check::fires::{fire, open, preview, target};
use blind_swords::{DeclaredCloseCombat, Prospect, Shot};
use serde_json::{Value, json};
use tabletop::Side::Union;

const TYLER: &str = "b62-tyler";
const BURKS: &str = "b62-burks";

/// The sum of the chances of the outcomes that are such.
fn sum(chances: &Value, such: impl Fn(&Value) -> bool) -> f64 {
    let outcomes = chances["outcomes"].as_array().unwrap();
    outcomes.iter().filter(|&outcome| such(outcome)).map(|outcome| outcome["chance"].as_f64().unwrap()).sum()
}

/// How far an outcome makes the unit retreat.
fn far(outcome: &Value) -> Option<u64> {
    outcome["fate"]["retreats"].as_u64()
}

/// Whether the unit is still on the map in an outcome.
fn is_there(outcome: &Value) -> bool {
    outcome["fate"] == "stays" || far(outcome).is_some()
}

fn assert_near(what: &str, found: &Value, expected: f64) {
    let found = found.as_f64().unwrap_or_else(|| panic!("{what}: {found}"));
    assert!((found - expected).abs() < 1e-9, "{what}: {found}, not {expected}");
}

/// The sums of a preview, counted again from its outcomes; as an opponent is to have them, the
/// chance that the test is passed by included or not.
fn summed(table: &Table, chances: &Value, lead: &str) -> Prospect {
    let there = table.state.unit(table.unit(lead));
    let hits = u64::from(there.hits);
    let same = |o: &Value| o["worn"] == there.worn && o["hits"] == hits && o["fate"] == "stays";
    let worn = sum(chances, |o| is_there(o) && o["worn"] == true && !there.worn);
    let hit = sum(chances, |o| is_there(o) && o["hits"].as_u64().unwrap() > hits);
    assert_near("everything", &json!(sum(chances, |_| true)), 1.0);
    assert_near("no effect", &chances["no-effect"], sum(chances, same));
    assert_near("depleted", &chances["depleted"], worn);
    assert_near("morale", &chances["morale"], hit);
    assert_near("eliminated", &chances["eliminated"], sum(chances, |o| o["fate"] == "eliminated"));
    for track in 1..=3 {
        let broken = sum(chances, |o| o["fate"]["broken"] == track);
        assert_near("broken", &chances["broken"][track - 1], broken);
    }
    assert_eq!(chances["broken"].as_array().unwrap().len(), 3);
    let farthest = chances["outcomes"].as_array().unwrap().iter().filter_map(far).max().unwrap_or(0);
    let retreats = chances["retreat"].as_object().unwrap();
    let lengths: Vec<String> = (1..=farthest).map(|hexes| hexes.to_string()).collect();
    assert!(retreats.keys().eq(&lengths), "{retreats:?}");
    for (hexes, chance) in retreats {
        assert_near("retreat", chance, sum(chances, |o| far(o).is_some_and(|far| far.to_string() == *hexes)));
    }
    Prospect { worn, hit, retreats: sum(chances, |o| far(o).is_some()), gone: sum(chances, |o| !is_there(o)) }
}

fn assert_same(found: Prospect, expected: Prospect) {
    let numbers = |of: Prospect| [of.worn, of.hit, of.retreats, of.gone];
    for (found, expected) in numbers(found).into_iter().zip(numbers(expected)) {
        assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
    }
}

/// Targets that are fresh, worn, hit, and guns, which are eliminated where others break.
fn targets() -> [Value; 5] {
    [
        target(),
        with(target(), json!({ "worn": true })),
        with(rebel("c-1", BURKS, "3721", (4.0, 4), (2.0, 3)), json!({ "worn": true, "hits": 1 })),
        with(rebel("c-1", BURKS, "3721", (4.0, 5), (2.0, 4)), json!({ "hits": 2 })),
        with(guns("c-1", "confederate", "S", "3721", 4.0), json!({ "worn": true })),
    ]
}

#[test]
fn kernstown_12_3_the_sums_of_a_fire_are_those_of_its_outcomes() {
    for (target, strength) in targets().into_iter().flat_map(|unit| [(unit.clone(), 2.0), (unit, 12.0)]) {
        let firer = union("u-1", TYLER, "3621", (strength, 3), (1.0, 2));
        let table = open(json!([firer, target]), TYLER);
        let fires = preview(&table, Union, &fire(&["u-1"], "3721"));
        let expected = summed(&table, &fires[0]["targets"][0]["chances"], "c-1");
        let shot = Shot { units: vec![table.unit("u-1")], target: table.hex("3721"), canister: false };
        let odds = table.battle.fire_odds(&table.state, &shot, false).unwrap();
        assert_same(table.battle.fire_prospect(&table.state, &odds), expected);
        assert!(expected.hit + expected.worn + expected.gone + expected.retreats > 0.0);
    }
}

#[test]
fn kernstown_14_3_the_sums_of_a_close_combat_are_those_of_its_outcomes() {
    // From one to five up to five to one: at three to one only the weaker side depletes.
    for (attackers, defenders) in
        [(1.0, 5.0), (2.0, 6.0), (2.5, 6.0), (4.0, 4.0), (6.0, 2.5), (6.0, 2.0), (9.0, 1.0)]
    {
        for state in [json!({}), json!({ "worn": true }), json!({ "hits": 1 })] {
            let defender = with(grey("c-1", "2016", defenders, 4), state);
            let table = closing(json!([blue("u-1", "2015", attackers, 4), defender]));
            let way = table.preview(Union, &attack(&["u-1"], "2016"))["assaults"][0]["ways"][0].clone();
            let expected = summed(&table, &way["chances"], "c-1");
            let units = vec![table.unit("u-1")];
            let declared = DeclaredCloseCombat { units, target: table.hex("2016") };
            let odds = table.battle.close_odds_of(&table.state, Union, &declared);
            assert_eq!(odds.len(), 1);
            assert_same(table.battle.close_prospect(&table.state, &odds[0]), expected);
            let price = table.battle.close_price(&odds[0]);
            for (name, price) in ["depleted", "morale", "retreats"].into_iter().zip(price) {
                assert_near(name, &way["attacker"][name], price);
            }
        }
    }
}
