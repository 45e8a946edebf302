//! Who gives Supporting Defensive Fire (14.3a, 10.5b, K109, K110).
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use std::collections::{BTreeMap, BTreeSet};

use crate::check::Table;
use crate::check::chance::any_order;
use crate::check::close_combats::{GARNETT, TYLER, attack, blue, closing, grey};
use crate::check::field::{field, guns, rebel, union};
use blind_swords::{Order, Question};
use serde_json::{Value, json};
use tabletop::Side::{Confederate, Union};
use tabletop::{Protocol, RuleCheck, Rules};
use testing::Chance;

const KIMBALL: &str = "b62-kimball";

fn kimball(id: &str, hex: &str, strength: f64) -> Value {
    union(id, KIMBALL, hex, (strength, 4), (1.0, 3))
}

fn fire(units: &[&str], target: &str, canister: bool) -> Value {
    json!({ "fire": { "shots": [{ "units": units, "target": target, "canister": canister }] } })
}

/// Whether any of what is offered names that unit.
fn is_offered_to(table: &Table, unit: &str) -> bool {
    table.offers().iter().any(|order| order.to_string().contains(&format!("\"{unit}\"")))
}

#[test]
fn kernstown_10_5b_units_in_chaos_give_no_supporting_fire() {
    let battery = guns("c-g", "confederate", "R", "1213", 4.0);
    let steady = rebel("c-3", GARNETT, "1213", (2.0, 4), (1.0, 3));
    let units = [
        kimball("u-1", "1313", 6.0),
        kimball("u-2", "1414", 4.0),
        rebel("c-1", GARNETT, "1312", (4.0, 4), (2.0, 3)),
        rebel("c-2", GARNETT, "1213", (3.0, 4), (1.0, 3)),
        battery,
        steady,
    ];
    let mut table = field(json!(units));
    table.step(Union, KIMBALL, "close", "attack");
    table.apply(json!({ "event": "chaos-came", "hex": "1213", "units": ["c-2", "c-g"] }));
    table.ok(Union, attack(&["u-1"], "1312"), &[]);
    for (units, canister) in [
        (&["c-2"][..], false),
        (&["c-g"], false),
        (&["c-g"], true),
        (&["c-1", "c-2"], false),
        (&["c-2", "c-3"], false),
        (&["c-g", "c-3"], true),
    ] {
        table.refused(Confederate, fire(units, "1313", canister), "10.5b");
    }
    assert!(!is_offered_to(&table, "c-2") && !is_offered_to(&table, "c-g"));
    // Who came into the hex later supports as ever, alone and with the hex attacked.
    table.offers_hold();
    for units in [&["c-1"][..], &["c-3"], &["c-1", "c-3"]] {
        assert!(table.is_legal(Confederate, &fire(units, "1313", false)), "{units:?}");
    }
    assert!(is_offered_to(&table, "c-3"));
    // In the hex attacked a unit in Chaos defends with half.
    let mut table = field(json!(units));
    table.step(Union, KIMBALL, "close", "attack");
    table.apply(json!({ "event": "chaos-came", "hex": "1312", "units": ["c-1"] }));
    table.ok(Union, attack(&["u-1"], "1312"), &[]);
    let preview = table.preview(Confederate, &fire(&["c-1"], "1313", false));
    assert_eq!(preview["fires"][0]["strength"], 2.0);
    assert!(table.is_legal(Confederate, &fire(&["c-1"], "1313", false)));
}

/// Two Close Combats, of which the first has thrown c-1 back beside the attackers of the second.
fn thrown_back(second: bool) -> Table {
    let mut table = field(json!([
        kimball("u-1", "1213", 6.0),
        kimball("u-2", "1512", 6.0),
        kimball("u-3", "1310", 3.0),
        rebel("c-1", GARNETT, "1312", (4.0, 4), (2.0, 3)),
        rebel("c-2", GARNETT, "1612", (4.0, 4), (2.0, 3)),
    ]));
    table.step(Union, KIMBALL, "close", "attack");
    let assault = |unit: &str, target: &str| json!({ "units": [unit], "target": target });
    let mut assaults = vec![assault("u-1", "1312"), assault("u-2", "1612")];
    if !second {
        assaults.remove(0);
    }
    table.ok(Union, json!({ "close": { "assaults": assaults } }), &[]);
    if second {
        table.ok(Union, json!({ "resolve": { "target": "1612" } }), &[]);
    }
    table.apply(json!({ "event": "retreated", "unit": "c-1", "from": "1312", "to": "1413", "case": "15.4" }));
    table
}

#[test]
fn kernstown_k109_the_target_of_another_close_combat_does_not_support_from_anywhere() {
    let mut table = thrown_back(true);
    let message = table.refused(Confederate, fire(&["c-1"], "1512", false), "14.3a");
    assert!(message.contains("K109"), "{message}");
    assert!(!is_offered_to(&table, "c-1") && is_offered_to(&table, "c-2"));
    // Who is no target supports from there.
    let table = thrown_back(false);
    assert!(table.is_legal(Confederate, &fire(&["c-1"], "1512", false)));
    assert!(is_offered_to(&table, "c-1"));
}

#[test]
fn kernstown_14_3a_a_unit_thrown_back_by_one_close_combat_does_not_support_in_the_next() {
    let mut table = field(json!([
        kimball("u-1", "1213", 6.0),
        kimball("u-2", "1512", 6.0),
        kimball("u-3", "1310", 3.0),
        rebel("c-1", GARNETT, "1312", (4.0, 4), (2.0, 3)),
        rebel("c-2", GARNETT, "1612", (4.0, 4), (2.0, 3)),
    ]));
    table.step(Union, KIMBALL, "close", "attack");
    let both = json!({ "close": { "assaults": [
        { "units": ["u-1"], "target": "1312" }, { "units": ["u-2"], "target": "1612" }] } });
    table.ok(Union, both, &[]);
    table.ok(Union, json!({ "resolve": { "target": "1312" } }), &[]);
    // White 6 of a Close Fight throws the defender back.
    table.ok(Confederate, json!({ "pass": {} }), &[1, 1, 1, 6]);
    table.ok(Confederate, json!({ "retreat": { "unit": "c-1", "path": ["1413"] } }), &[]);
    table.pass_until(|table| matches!(table.battle.question(&table.state), Some(Question::Defensive(_))));
    table.refused(Confederate, fire(&["c-1"], "1512", false), "14.3a");
}

#[test]
fn kernstown_k110_a_supporting_unit_fires_at_an_attacker_next_to_it() {
    // c-2 stands next to 2115 and not to 1915.
    let mut table = closing(json!([
        blue("u-1", "1915", 4.0, 3),
        blue("u-2", "2115", 4.0, 3),
        grey("c-1", "2016", 4.0, 3),
        grey("c-2", "2216", 4.0, 3),
        grey("c-3", "2418", 4.0, 3),
    ]));
    table.ok(Union, attack(&["u-1", "u-2"], "2016"), &[]);
    assert!(table.is_legal(Confederate, &fire(&["c-2"], "2115", false)));
    let message = table.refused(Confederate, fire(&["c-2"], "1915", false), "14.3a");
    assert!(message.contains("K110"), "{message}");
    table.refused(Confederate, fire(&["c-3"], "2115", false), "14.3a");
}

/// An order of the side that is asked, with any dice.
fn go_on(table: &mut Table, order: &Order, chance: &mut Chance) {
    let side = table.state.asked().unwrap();
    let mut quiet = RuleCheck::without_messages();
    table.battle.execute(&mut table.state, side, order, chance, &mut quiet).unwrap();
}

/// Where the attackers of the Close Combat under way stand.
fn attacked_from(table: &Table) -> BTreeSet<String> {
    let units = table.view(None)["combat"]["units"].clone();
    units.as_array().unwrap().iter().map(|id| table.place(id.as_str().unwrap())).collect()
}

/// Attackers and defenders about 2016, some in Chaos; every Close Combat of a step as it comes.
#[test]
fn kernstown_14_3a_who_supports_whom_in_generated_positions() {
    const NEAR: [&str; 9] = ["2016", "2015", "1915", "1916", "2115", "2116", "2017", "1917", "2014"];
    let mut seen = [0; 4];
    for seed in 1..=160 {
        let mut chance = Chance(seed * 7919);
        let mut units = Vec::new();
        let mut homes: BTreeMap<&str, bool> = BTreeMap::new();
        for i in 0..8 {
            let hex = *chance.any(&NEAR);
            let blue_side = *homes.entry(hex).or_insert_with(|| i % 2 == 0);
            let id = format!("{}-{i}", if blue_side { "u" } else { "c" });
            units.push(if blue_side { blue(&id, hex, 3.0, 3) } else { grey(&id, hex, 3.0, 3) });
        }
        let mut table = field(json!(units));
        table.step(Union, TYLER, "close", "attack");
        let ids: Vec<String> = units.iter().map(|u| u["id"].as_str().unwrap().to_owned()).collect();
        let greys: Vec<&String> = ids.iter().filter(|id| id.starts_with('c')).collect();
        let in_chaos: Vec<&String> = greys.iter().copied().filter(|_| chance.below(4) == 0).collect();
        for id in &in_chaos {
            table.apply(json!({ "event": "chaos-came", "hex": table.place(id), "units": [id] }));
        }
        let offers = table.offers();
        let declared = chance.any(&offers).clone();
        let Some(assaults) = declared["close"]["assaults"].as_array() else { continue };
        let attacked: Vec<String> =
            assaults.iter().map(|x| x["target"].as_str().unwrap().to_owned()).collect();
        let targets: Vec<(&String, String)> =
            greys.iter().map(|&id| (id, table.place(id))).filter(|(_, hex)| attacked.contains(hex)).collect();
        let mut left = attacked.clone();
        let order = table.battle.read_order(&declared).unwrap();
        go_on(&mut table, &order, &mut chance);
        while table.view(None)["activation"]["step"] == "close" {
            if let Some(Question::Defensive(hex)) = table.battle.question(&table.state) {
                let here = table.battle.number(hex).to_owned();
                left.retain(|hex| *hex != here);
                for id in &greys {
                    for from in attacked_from(&table) {
                        let at = table.place(id);
                        let near = table
                            .battle
                            .map()
                            .grid
                            .parse(&at)
                            .is_some_and(|at| table.battle.distance(at, table.hex(&from)) == 1);
                        let elsewhere = targets.iter().any(|(unit, hex)| unit == id && *hex != here)
                            || left.contains(&at);
                        let strong = table.battle.strength(&table.state, table.unit(id)).number() >= 1.0;
                        let may = near && strong && (at == here || !elsewhere && !in_chaos.contains(id));
                        let order = fire(&[id.as_str()], &from, false);
                        if near && strong {
                            assert_eq!(table.is_legal(Confederate, &order), may, "seed {seed}: {order}");
                            seen[usize::from(at == here) * 2 + usize::from(may)] += 1;
                        }
                        let plain = json!({ "fire": { "shots": [{ "units": [id], "target": from }] } });
                        assert_eq!(table.is_offered(&plain), may, "seed {seed}: {order}");
                    }
                }
                table.offers_hold();
            }
            let order = any_order(&mut chance, &table.battle.offers(&table.state));
            go_on(&mut table, &order, &mut chance);
        }
    }
    assert!(seen[0] > 30 && seen[1] > 30 && seen[2] == 0 && seen[3] > 100, "{seen:?}");
}
