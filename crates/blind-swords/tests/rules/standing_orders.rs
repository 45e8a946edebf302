//! What a side has told the program to answer in advance: the question is not put then.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::Table;
use crate::check::close_combats::{attack, blue, closing, grey};
use crate::check::field::{field, guns, with};
use crate::check::moves;
use blind_swords::Event;
use serde_json::{Value, json};
use tabletop::Side::{self, Confederate, Union};

/// A side gives its standing orders.
fn told(mut table: Table, side: Side, instructions: Value) -> Table {
    table.apply(json!({ "event": "instructed", "side": side, "instructions": instructions }));
    table
}

/// The cases under which somebody has passed.
fn passes(table: &Table, events: &[Event]) -> Vec<String> {
    table.all(events, "passed").iter().map(|e| e["case"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn kernstown_13_7_opportunity_fire_with_all_that_can_or_never() {
    let walk = |instructions: Value, dice: &[u8]| {
        let units = json!([
            moves::blue("u-1", "1310"),
            moves::grey("c-1", "1309"),
            with(moves::grey("c-2", "1309"), json!({ "strength": 2.0 })),
        ]);
        let mut table = told(field(units), Confederate, instructions);
        table.movement_step(Union, "attack");
        let events = table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "1312" } }), dice);
        (table, events)
    };
    let (table, _) = walk(json!({}), &[]);
    table.asks("opportunity", Confederate);
    let (table, events) = walk(json!({ "opportunity-fire": "never" }), &[]);
    assert_eq!((passes(&table, &events), table.place("u-1")), (vec!["13.7".to_owned()], "1312".to_owned()));
    let (table, events) = walk(json!({ "opportunity-fire": "always" }), &[1, 1]);
    let fire = table.event(&events, "fire-declared");
    assert_eq!((&fire["units"], &fire["target"]), (&json!(["c-1", "c-2"]), &json!("1310")));
    assert!(passes(&table, &events).is_empty());
    // What the other side has told the program answers nothing for this one.
    let mut table = field(json!([moves::blue("u-1", "1310"), moves::grey("c-1", "1309")]));
    table = told(table, Union, json!({ "opportunity-fire": "never" }));
    table.movement_step(Union, "attack");
    table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "1312" } }), &[]);
    table.asks("opportunity", Confederate);
}

#[test]
fn kernstown_14_3a_defensive_fire_always_or_never() {
    let assault = |instructions: Value, dice: &[u8]| {
        let units = json!([blue("u-1", "2015", 6.0, 3), grey("c-1", "2016", 3.0, 3)]);
        let mut table = told(closing(units), Confederate, instructions);
        let events = table.ok(Union, attack(&["u-1"], "2016"), dice);
        (passes(&table, &events), table.all(&events, "fire-declared").len(), table)
    };
    let (_, _, table) = assault(json!({}), &[]);
    assert_eq!(table.question(), "confederate defensive-fire");
    let (passed, fires, _) = assault(json!({ "defensive-fire": "never" }), &[1, 1, 3, 4]);
    assert_eq!((passed, fires), (vec!["14.3a".to_owned()], 0));
    let (passed, fires, _) = assault(json!({ "defensive-fire": "always" }), &[1, 1, 1, 1, 3, 4]);
    assert_eq!((passed, fires), (vec![], 1));
}

#[test]
fn kernstown_14_3b_riders_withdraw_always_or_never() {
    let assault = |instructions: Value, dice: &[u8]| {
        let horse = json!({ "type": "cavalry", "weapon": "C", "mounted": true });
        let units = json!([blue("u-1", "2015", 4.0, 3), with(grey("c-1", "2016", 3.0, 3), horse)]);
        let mut table = told(closing(units), Confederate, instructions);
        let events = table.ok(Union, attack(&["u-1"], "2016"), dice);
        (table.all(&events, "withdrew").len(), table)
    };
    let (_, table) = assault(json!({}), &[]);
    assert_eq!(table.question(), "confederate rider");
    let (withdrew, table) = assault(json!({ "withdrawal": "always" }), &[]);
    assert_eq!((withdrew, table.question().as_str()), (1, "union advance"));
    let (withdrew, table) = assault(json!({ "withdrawal": "never" }), &[]);
    assert_eq!((withdrew, table.question().as_str()), (0, "confederate defensive-fire"));
}

#[test]
fn kernstown_13_8_cavalry_withdraws_always_or_never() {
    let walk = |instructions: Value| {
        let units = json!([moves::blue("u-1", "1310"), moves::trooper("h-1", "1313")]);
        let mut table = told(field(units), Confederate, instructions);
        table.movement_step(Union, "attack");
        let events = table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "1312" } }), &[]);
        (table.all(&events, "withdrew").len(), passes(&table, &events), table)
    };
    let (withdrew, _, table) = walk(json!({}));
    assert_eq!(withdrew, 0);
    table.asks("cavalry-withdrawal", Confederate);
    let (withdrew, passed, table) = walk(json!({ "withdrawal": "always" }));
    // As the regiment comes to two hexes, and again as it comes next to it.
    assert_eq!((withdrew, passed), (2, vec![]));
    assert_ne!(table.place("h-1"), "1313");
    let (withdrew, passed, table) = walk(json!({ "withdrawal": "never" }));
    assert_eq!((withdrew, passed), (0, vec!["13.8".to_owned(); 2]));
    assert_eq!(table.place("h-1"), "1313");
}

/// Who advances is for its owner to say each time: there is no always.
#[test]
fn kernstown_15_8_no_advance_or_asked_for_each() {
    let vacated = |instructions: Value| {
        let horse = json!({ "type": "cavalry", "weapon": "C", "mounted": true });
        let units = json!([blue("u-1", "2015", 4.0, 3), with(grey("c-1", "2016", 3.0, 3), horse)]);
        let mut table = told(closing(units), Union, instructions);
        table.ok(Union, attack(&["u-1"], "2016"), &[]);
        let events = table.ok(Confederate, json!({ "withdraw": { "unit": "c-1", "to": "2017" } }), &[]);
        (passes(&table, &events), table)
    };
    for ask in [json!({}), json!({ "advance": "always" })] {
        let (passed, table) = vacated(ask);
        assert_eq!((passed, table.question().as_str()), (vec![], "union advance"));
    }
    let (passed, table) = vacated(json!({ "advance": "never" }));
    assert_eq!(passed, ["15.8"]);
    assert_eq!(table.place("u-1"), "2015");
}

#[test]
fn kernstown_k45_no_chit_at_that_moment() {
    let fire = |instructions: Value, dice: &[u8]| {
        let units = json!([moves::blue("u-1", "3621"), moves::grey("c-1", "3721")]);
        let mut table = told(field(units), Union, instructions).holding(&["u-take-aim"]);
        table.fire_step(Union, "b62-tyler");
        let order = json!({ "fire": { "shots": [{ "units": ["u-1"], "target": "3721" }] } });
        let events = table.ok(Union, order, dice);
        (table.all(&events, "combat-thrown").len(), table)
    };
    for other in [json!([]), json!(["enemy-fire-declared"])] {
        let (thrown, table) = fire(json!({ "no-chits-at": other }), &[]);
        assert_eq!(thrown, 0);
        table.asks("moment", Union);
    }
    let (thrown, _) = fire(json!({ "no-chits-at": ["own-fire-declared"] }), &[1, 1]);
    assert_eq!(thrown, 1);
}

#[test]
fn kernstown_9_3_all_artillery_steps_of_the_turn_are_passed() {
    let steps = |instructions: Value| {
        let units = json!([
            guns("g-1", "union", "R", "1310", 3.0),
            guns("x-1", "confederate", "S", "1616", 3.0),
            guns("x-2", "confederate", "S", "1516", 3.0),
        ]);
        let mut table = told(field(units), Confederate, instructions);
        table.apply(json!({ "event": "phase-began", "phase": "artillery" }));
        table.under_way(json!({ "batteries": { "side": "union", "passed": false } }));
        table.ok(Union, json!({ "batteries": { "hex": "1310" } }), &[]);
        let events = table.ok(Union, json!({ "end": {} }), &[]);
        (passes(&table, &events), table)
    };
    let (passed, table) = steps(json!({}));
    assert_eq!(passed, [""; 0]);
    table.asks("batteries", Confederate);
    let (passed, table) = steps(json!({ "pass-artillery": true }));
    assert_eq!(passed, ["9.3"]);
    assert_ne!(table.question(), "confederate batteries");
}
