//! Brigade orders: what each allows (11).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::Table;
use crate::check::field::{field, rebel, union, with};
use serde_json::{Value, json};
use tabletop::Side::{Confederate, Union};

/// Tyler's brigade next to the enemy, with an order.
fn ordered(order: &str) -> Table {
    let mut table = field(json!([
        union("u-1", "b62-tyler", "3621", (3.0, 3), (1.0, 2)),
        with(union("u-2", "b62-tyler", "2621", (3.0, 3), (1.0, 2)), json!({ "hits": 2 })),
        with(union("u-3", "b62-tyler", "2622", (3.0, 3), (1.0, 2)), json!({ "worn": true })),
        rebel("c-1", "b62-burks", "3721", (3.0, 3), (1.0, 2)),
    ]))
    .drawing(&["k62-tyler"]);
    table.go(&[1]);
    table.asks("orders", Union);
    assert_eq!(table.offers().len(), 4);
    table.ok(Union, json!({ "order": { "order": order } }), &[]);
    table
}

/// The steps of the activation, each ended at once.
fn steps(order: &str) -> Vec<String> {
    let mut table = ordered(order);
    let mut steps = Vec::new();
    while table.state.turn == 1 {
        let (step, side) = table.now_asked();
        assert_eq!(side, Union);
        steps.push(step);
        table.ok(Union, json!({ "end": {} }), &[]);
    }
    steps
}

fn fire() -> Value {
    json!({ "fire": { "shots": [{ "units": ["u-1"], "target": "3721" }] } })
}

fn end(table: &mut Table) {
    table.ok(Union, json!({ "end": {} }), &[]);
}

/// The furthest that a unit is offered to move.
fn reach(table: &Table, unit: &str) -> u32 {
    let from = table.hex(&table.place(unit));
    table
        .offers()
        .iter()
        .filter(|o| o["move"]["units"] == json!([unit]))
        .filter_map(|o| o["move"]["to"].as_str().map(|h| table.battle.distance(from, table.hex(h))))
        .max()
        .unwrap_or(0)
}

#[test]
fn kernstown_11_1_an_activated_brigade_is_given_one_of_four_orders() {
    let mut table = ordered("attack");
    assert_eq!(table.event(&table.events, "ordered")["order"], "attack");
    table.refused(Union, json!({ "order": { "order": "defend" } }), "12.0");
    table.refused(Confederate, json!({ "end": {} }), "12.0");
}

#[test]
fn kernstown_11_2_attack_fires_moves_and_closes_and_does_not_rally() {
    assert_eq!(steps("attack"), ["fire", "movement", "close"]);
    let mut table = ordered("attack");
    table.ok(Union, fire(), &[1, 1]);
    end(&mut table);
    assert!((1..=4).contains(&reach(&table, "u-2")), "no March Column: four points, not eight hexes");
    end(&mut table);
    assert!(table.is_offered(&json!({ "close": { "assaults": [{ "units": ["u-1"], "target": "3721" }] } })));
}

#[test]
fn kernstown_11_3_defend_fires_moves_a_little_and_rallies_one_hit() {
    assert_eq!(steps("defend"), ["fire", "movement", "rally"]);
    let mut table = ordered("defend");
    table.ok(Union, fire(), &[1, 1]);
    end(&mut table);
    assert!((1..=2).contains(&reach(&table, "u-2")));
    end(&mut table);
    let rally = |unit: &str, how: &str| json!({ "rally": { "unit": unit, "rally": how } });
    table.refused(Union, rally("u-3", "rebuild"), "17.2b");
    table.ok(Union, rally("u-2", "recover"), &[]);
    assert_eq!(table.state.unit(table.unit("u-2")).hits, 1);
}

#[test]
fn kernstown_11_4_maneuver_moves_and_does_nothing_else() {
    assert_eq!(steps("maneuver"), ["movement"]);
    let mut table = ordered("maneuver");
    table.refused(Union, fire(), "11.4");
    table.refused(Union, json!({ "close": { "assaults": [] } }), "11.4");
    table.refused(Union, json!({ "rally": { "unit": "u-2", "rally": "recover" } }), "11.4");
    assert!(reach(&table, "u-2") > 4);
}

#[test]
fn kernstown_11_5_regroup_rallies_fully_and_neither_moves_nor_fights() {
    assert_eq!(steps("regroup"), ["rally"]);
    let mut table = ordered("regroup");
    table.refused(Union, fire(), "11.5");
    let rally = |unit: &str, how: &str| json!({ "rally": { "unit": unit, "rally": how } });
    table.ok(Union, rally("u-2", "recover"), &[]);
    assert_eq!(table.state.unit(table.unit("u-2")).hits, 0);
    table.ok(Union, rally("u-3", "rebuild"), &[1]);
    assert!(!table.state.unit(table.unit("u-3")).worn);
}

#[test]
fn kernstown_11_1_a_brigade_with_nobody_on_the_map_only_rallies() {
    let sheet = |order: &str| {
        let mut table = field(json!([
            union("u-1", "b62-tyler", "2621", (3.0, 3), (1.0, 2)),
            rebel("c-1", "b62-burks", "3721", (3.0, 3), (1.0, 2)),
        ]))
        .drawing(&["k62-tyler"]);
        table.apply(json!({ "event": "broken", "unit": "u-1", "from": "2621", "track": 0, "case": "15.7" }));
        table.go(&[1]);
        table.ok(Union, json!({ "order": { "order": order } }), &[]);
        table
    };
    sheet("regroup").asks("rally", Union);
    assert_eq!(sheet("attack").state.turn, 2, "there is nothing to fire, move or close with");
}
