//! Two rulings that promise something about every position: 5.32, stacking in passing never leads into a dead end;
//! 7.11 and 7.12, whoever still owes an attack or is owed one can still have it.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

mod check;

use check::*;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use serde_json::{Value, json};
use tabletop::Table as Game;

/// On the proving ground, with these units.
fn ground(units: &[String]) -> SetUp {
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    on("proving-ground").units(&units)
}

fn list(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)).collect()
}

/// The units that the page would offer to move.
fn movers(table: &Table) -> Vec<String> {
    let options = Game::options(&table.game, Union);
    let verbs = options["verbs"].as_array().cloned().unwrap_or_default();
    verbs.iter().find(|v| v["verb"] == "move").map(|v| list(&v["subjects"])).unwrap_or_default()
}

/// Units crowded into the corner of the sheet, most of them slow, with an enemy or two close by: `(column, row,
/// movement)` each.
fn corner() -> impl Strategy<Value = Vec<String>> {
    let unit = (1..=3_u8, 1..=3_u8, prop_oneof![Just(0_u8), Just(1), Just(1), Just(2)]);
    let enemy = (4..=5_u8, 1..=4_u8);
    (prop::collection::vec(unit, 4..14), prop::collection::vec(enemy, 0..3)).prop_map(|(units, enemies)| {
        let mut there = std::collections::BTreeMap::new();
        let mut all = Vec::new();
        for (i, (column, row, movement)) in units.into_iter().enumerate() {
            let count = there.entry((column, row)).or_insert(0);
            if *count < 2 {
                *count += 1;
                all.push(format!("u{i} union infantry 1 {column:02}{row:02} movement={movement}"));
            }
        }
        for (i, (column, row)) in enemies.into_iter().enumerate() {
            if there.insert((column, row), 1).is_none() {
                all.push(format!("c{i} confederate infantry 1 {column:02}{row:02}"));
            }
        }
        all
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Under touch-move, whatever is moved wherever it may: when nothing can move any more, the phase can be ended.
    #[test]
    fn case_5_32_whatever_is_moved_the_phase_can_be_ended(
        units in corner(),
        choices in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 14),
    ) {
        let mut table = ground(&units).option("touch-move").movement(Union).set();
        for (unit, hex) in choices {
            let able: Vec<(String, Vec<String>)> = movers(&table)
                .into_iter()
                .map(|u| { let hexes = table.hexes(Union, "move", &u); (u, hexes) })
                .filter(|(_, hexes)| !hexes.is_empty())
                .collect();
            if able.is_empty() {
                break;
            }
            let (unit, hexes) = &able[unit.index(able.len())];
            let hex = hexes[hex.index(hexes.len())].clone();
            table.moves(Union, unit, &hex);
        }
        // Fourteen choices are as many as there are units: nobody is left that could still go on.
        prop_assert!(table.legal(Union, json!({"end-movement": {}})), "{units:?}");
    }

    /// As long as anything is owed some attack is legal, and whatever is chosen, at the end everybody who owed an
    /// attack has made it and everybody who was owed one has had it.
    #[test]
    fn case_7_12_what_is_owed_can_always_be_paid(
        units in melee(),
        dice in prop::collection::vec(1..=6_u8, 40),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 40),
    ) {
        let mut table = ground(&units).combat(Union).dice(&dice).set();
        let (owing, owed) = table.owed();
        let view = table.view();
        let there = |hex: &str| -> Vec<String> {
            let all = view["units"].as_array().unwrap();
            all.iter().filter(|u| u["hex"] == hex).map(|u| u["id"].as_str().unwrap().to_owned()).collect()
        };
        let victims: Vec<String> = owed.iter().flat_map(|hex| there(hex)).collect();
        let mut choices = choices.into_iter();
        while table.owed() != (Vec::new(), Vec::new()) {
            let attacks = stars(&table);
            prop_assert!(!attacks.is_empty(), "{:?} is owed, and nothing is legal: {units:?}", table.owed());
            let Some(choice) = choices.next() else {
                return Err(TestCaseError::fail("more combats than forty units could fight"));
            };
            table.order(Union, attacks[choice.index(attacks.len())].clone());
            table.settle();
        }
        for unit in owing.iter().chain(&victims) {
            let fought = table.unit(unit)["attacked"] == true || table.at(unit) == "eliminated";
            prop_assert!(fought, "{unit} had no combat: {units:?}");
        }
        table.end_combat(Union);
    }
}

/// Both sides in one tangle, singly and in stacks.
fn melee() -> impl Strategy<Value = Vec<String>> {
    let hex = prop_oneof![Just(None), (any::<bool>(), 1..=9_u8, prop::option::of(1..=9_u8)).prop_map(Some)];
    prop::collection::vec(hex, 16).prop_map(|hexes| {
        let mut units = Vec::new();
        for (i, hex) in hexes.into_iter().enumerate() {
            let Some((union, first, second)) = hex else { continue };
            let (column, row) = (4 + i % 4, 4 + i / 4);
            let (side, mark) = if union { ("union", 'u') } else { ("confederate", 'c') };
            for (j, strength) in [Some(first), second].into_iter().flatten().enumerate() {
                units.push(format!("{mark}{i}{j} {side} infantry {strength} {column:02}{row:02}"));
            }
        }
        units
    })
}

/// Every legal attack of one hex on some of the enemies next to it, and of several hexes on one.
fn stars(table: &Table) -> Vec<Value> {
    let view = table.view();
    let mut stacks: std::collections::BTreeMap<String, (String, Vec<String>)> =
        std::collections::BTreeMap::new();
    for unit in view["units"].as_array().unwrap() {
        if let Some(hex) = unit["hex"].as_str() {
            let stack = stacks.entry(hex.to_owned()).or_default();
            stack.0 = unit["side"].as_str().unwrap().to_owned();
            stack.1.push(unit["id"].as_str().unwrap().to_owned());
        }
    }
    let grid = &library().map("proving-ground").unwrap().grid;
    let near = |hex: &str, side: &str| -> Vec<String> {
        grid.neighbours(grid.parse(hex).unwrap())
            .map(|(_, h)| grid.number(h).to_owned())
            .filter(|h| stacks.get(h).is_some_and(|(s, _)| s == side))
            .collect()
    };
    let subsets = |of: &[String]| -> Vec<Vec<String>> {
        (1_u32..1 << of.len())
            .map(|set| {
                of.iter().enumerate().filter(|(i, _)| set & (1 << i) != 0).map(|(_, h)| h.clone()).collect()
            })
            .collect()
    };
    let mut attacks = Vec::new();
    for (hex, (side, units)) in &stacks {
        if side == "union" {
            attacks.extend(
                subsets(&near(hex, "confederate"))
                    .into_iter()
                    .map(|hexes| json!({"attack": {"attackers": units, "defenders": hexes}})),
            );
        } else {
            attacks.extend(subsets(&near(hex, "union")).into_iter().filter(|f| f.len() > 1).map(|from| {
                let units: Vec<&String> = from.iter().flat_map(|h| &stacks[h].1).collect();
                json!({"attack": {"attackers": units, "defenders": [hex]}})
            }));
        }
    }
    attacks.retain(|order| table.legal(Union, order.clone()));
    attacks
}
