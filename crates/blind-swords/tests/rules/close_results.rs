//! What the Close Combat Cohesion Tests bring (15.2).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::Table;
use crate::check::field::{field, rebel, union};
use blind_swords::Event;
use serde_json::{Value, json};
use tabletop::Rules;
use tabletop::Side::{Confederate, Union};

const TYLER: &str = "b62-tyler";
const BURKS: &str = "b62-burks";
const GARNETT: &str = "b62-garnett";

fn attacker(id: &str, strength: f64) -> Value {
    union(id, TYLER, "3621", (strength, 4), (2.0, 3))
}

fn defender(id: &str, strength: f64) -> Value {
    rebel(id, BURKS, "3721", (strength, 4), (2.0, 3))
}

/// All of 3621 attack 3721; Defensive Fire is passed up. Ways to retreat are the first offered.
///
/// 4 SP against 4 of the same CR, 3 without support, is column 4: 11 is a Close Fight, 51 Routine,
/// 66 Tough. The third and fourth dice are the test's.
fn close(units: Value, dice: &[u8]) -> (Table, Vec<Event>) {
    let mut table = field(units);
    table.fire_step(Union, TYLER);
    table.ok(Union, json!({ "end": {} }), &[]);
    table.ok(Union, json!({ "end": {} }), &[]);
    let there = table.state.stack(table.hex("3621")).to_vec();
    let units: Vec<String> = there.iter().map(|&u| table.battle.unit(u).id.clone()).collect();
    table.ok(Union, json!({ "close": { "assaults": [{ "units": units, "target": "3721" }] } }), &[]);
    let events = table.ok(Confederate, json!({ "pass": {} }), dice);
    let more = retreats(&mut table);
    (table, [events, more].concat())
}

fn retreats(table: &mut Table) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some(way) = table.offers().into_iter().find(|o| o.get("retreat").is_some()) {
        let side = table.battle.asked(&table.state).unwrap();
        events.extend(table.ok(side, way, &[]));
    }
    events
}

fn condition(table: &Table, id: &str) -> (bool, u8) {
    let unit = table.state.unit(table.unit(id));
    (unit.worn, unit.hits)
}

fn orders(table: &Table, events: &[Event]) -> Vec<(String, u64)> {
    let ordered = table.all(events, "retreat-ordered");
    ordered.iter().map(|o| (o["unit"].as_str().unwrap().to_owned(), o["hexes"].as_u64().unwrap())).collect()
}

#[test]
fn kernstown_15_2a_attacker_both_or_defender() {
    let worn = |dice: &[u8]| {
        let (table, events) = close(json!([attacker("u-1", 4.0), defender("c-1", 4.0)]), dice);
        assert_eq!(table.event(&events, "test-thrown")["test"], json!("none"), "a Close Fight");
        ["u-1", "c-1"].map(|id| condition(&table, id).0)
    };
    // White 4 is nothing. Colored 1 AD, 3 nothing, 4 BD*, 6 D.
    assert_eq!(worn(&[1, 1, 1, 4]), [true, false]);
    assert_eq!(worn(&[1, 1, 3, 4]), [false, false]);
    assert_eq!(worn(&[1, 1, 4, 4]), [true, true]);
    assert_eq!(worn(&[1, 1, 6, 4]), [false, true]);
}

#[test]
fn kernstown_15_2a_three_to_one_spares_the_stronger() {
    // 12 to 4: column 10-12, three to the right; 11 there is no result for CR 5.
    let steady = |id: &str, strength: f64| rebel(id, BURKS, "3721", (strength, 6), (2.0, 5));
    let (table, events) = close(json!([attacker("u-1", 12.0), steady("c-1", 4.0)]), &[1, 1, 4, 4]);
    assert_eq!(table.event(&events, "test-thrown")["depletion"], json!("both"));
    assert_eq!(["u-1", "c-1"].map(|id| condition(&table, id).0), [false, true]);
    let (table, _) = close(json!([attacker("u-1", 4.0), steady("c-1", 12.0)]), &[1, 1, 4, 4]);
    assert_eq!(["u-1", "c-1"].map(|id| condition(&table, id).0), [true, false]);
    // 11 to 4 is less than three to one.
    let (table, _) = close(json!([attacker("u-1", 11.0), steady("c-1", 4.0)]), &[1, 1, 4, 4]);
    assert_eq!(["u-1", "c-1"].map(|id| condition(&table, id).0), [true, true]);
}

#[test]
fn kernstown_15_2c_attackers_shaken_and_thrown_back() {
    // Colored 3 is nothing; white 3 AM, 2 AM AR1, 5 M.
    let after = |white: u8| {
        let (table, events) = close(json!([attacker("u-1", 4.0), defender("c-1", 4.0)]), &[1, 1, 3, white]);
        (["u-1", "c-1"].map(|id| condition(&table, id).1), orders(&table, &events))
    };
    assert_eq!(after(3), ([1, 0], vec![]));
    assert_eq!(after(2), ([1, 0], vec![("u-1".to_owned(), 1)]));
    assert_eq!(after(5), ([0, 1], vec![]));
}

#[test]
fn kernstown_k77_the_attackers_choose_among_their_largest() {
    let (mut table, _) = close(
        json!([attacker("u-1", 2.0), attacker("u-2", 2.0), defender("c-1", 4.0)]),
        // Supported they are better by one, so column 5: 11 is a Close Fight still.
        &[1, 1, 1, 4],
    );
    assert_eq!(table.battle.asked(&table.state), Some(Union));
    table.refused(Union, json!({ "choose": { "unit": "c-1" } }), "K77");
    table.ok(Union, json!({ "choose": { "unit": "u-2" } }), &[]);
    assert_eq!(["u-1", "u-2"].map(|id| condition(&table, id).0), [false, true]);
}

#[test]
fn kernstown_k78_all_retreat_the_lead_unit_first() {
    // White 6 of a Close Fight is RA1.
    let (mut table, events) = close(
        json!([attacker("u-1", 8.0), defender("c-1", 4.0), defender("c-2", 2.0), defender("c-3", 1.0)]),
        &[1, 1, 3, 6],
    );
    assert_eq!(orders(&table, &events), [("c-1".to_owned(), 1)]);
    // Then in their owner's order.
    assert_eq!(table.battle.asked(&table.state), Some(Confederate));
    table.refused(Confederate, json!({ "choose": { "unit": "c-1" } }), "K78");
    let mut events = table.ok(Confederate, json!({ "choose": { "unit": "c-3" } }), &[]);
    events.extend(retreats(&mut table));
    assert_eq!(orders(&table, &events), [("c-3".to_owned(), 1), ("c-2".to_owned(), 1)]);
    assert!(table.state.stack(table.hex("3721")).is_empty());
}

#[test]
fn kernstown_k78_who_panics_in_the_hex_retreats_once_and_the_longer_way() {
    // 51 is Routine for CR 3; colored 6 is D, white 6 M RA2 (P1).
    let timid = rebel("c-2", GARNETT, "3721", (1.0, 2), (0.5, 1));
    let other = rebel("c-3", "b62-fulkerson", "3721", (1.0, 5), (0.5, 5));
    let (table, events) =
        close(json!([attacker("u-1", 6.0), defender("c-1", 4.0), timid, other]), &[5, 1, 6, 6]);
    assert_eq!(table.event(&events, "test-thrown")["test"], json!("routine"), "{events:?}");
    assert_eq!(table.event(&events, "panicked")["unit"], json!("c-2"));
    assert_eq!(
        orders(&table, &events),
        [("c-1".to_owned(), 2), ("c-2".to_owned(), 3), ("c-3".to_owned(), 2)]
    );
    assert_eq!(["c-1", "c-2", "c-3"].map(|id| condition(&table, id).1), [1, 1, 0]);
}

/// By a chart on which all retreat farther than a panic runs: only who stands with the Lead Unit is
/// one of those all.
#[test]
fn kernstown_k78_the_longer_retreat_is_for_who_panics_in_the_hex_itself() {
    let ordered = |panics: &str| {
        let mut table = field(json!([
            attacker("u-1", 4.0),
            defender("c-1", 4.0),
            defender("c-2", 3.0),
            rebel("c-3", GARNETT, "3722", (3.0, 4), (2.0, 3)),
        ]));
        table.fire_step(Union, TYLER);
        let effects = json!({ "side": "union", "causes": ["u-1"], "hex": "3721", "close": true,
            "assaulting": "3621", "lead": "c-1", "queue": [{ "panics": panics }, { "retreat-all": 5 }],
            "choosing": null, "depleted": [], "retreated": ["c-1"], "test": "severe" });
        table.apply(json!({ "event": "stack", "change": { "push": { "effects": effects } } }));
        let events = table.ok(Union, json!({ "instruct": { "instructions": {} } }), &[]);
        orders(&table, &events)[0].clone()
    };
    assert_eq!(ordered("c-2"), ("c-2".to_owned(), 5));
    assert_eq!(ordered("c-3"), ("c-3".to_owned(), 3));
}
