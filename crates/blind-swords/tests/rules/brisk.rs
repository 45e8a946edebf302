//! Steps in which nothing can be done end by themselves, where that is chosen.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::Table;
use crate::check::field::{field, rebel, union, with};
use blind_swords::{Order, Question, StandingOrders};
use serde_json::json;
use tabletop::Side::Union;
use tabletop::{RuleCheck, Rules};
use testing::Chance;

/// Tyler's brigade has its order; the only enemy is where this says.
fn ordered(brisk: bool, enemy: &str, order: &str) -> Table {
    let mut table = field(json!([
        union("u-1", "b62-tyler", "3621", (3.0, 3), (1.0, 2)),
        with(union("u-2", "b62-tyler", "2621", (3.0, 3), (1.0, 2)), json!({ "hits": 2 })),
        with(union("u-3", "b62-tyler", "2620", (3.0, 3), (1.0, 2)), json!({ "hits": 1 })),
        rebel("c-1", "b62-burks", enemy, (3.0, 3), (1.0, 2)),
    ]))
    .drawing(&["k62-tyler"]);
    table.battle.options.brisk = brisk;
    table.go(&[1]);
    table.ok(Union, json!({ "order": { "order": order } }), &[]);
    table
}

const NEAR: &str = "3721";
const FAR: &str = "2605";

#[test]
fn steps_with_something_to_do_are_asked_for() {
    let mut table = ordered(true, NEAR, "attack");
    for step in ["fire", "movement", "close"] {
        table.asks(step, Union);
        table.ok(Union, json!({ "end": {} }), &[]);
    }
    assert_eq!(table.state.turn, 2);
}

#[test]
fn steps_with_nothing_to_do_are_over_at_once_if_that_is_chosen() {
    let mut table = ordered(true, FAR, "attack");
    table.asks("movement", Union);
    table.ok(Union, json!({ "end": {} }), &[]);
    assert_eq!(table.state.turn, 2, "nobody stands next to an enemy to close with");
    let mut table = ordered(false, FAR, "attack");
    for step in ["fire", "movement", "close"] {
        table.asks(step, Union);
        table.ok(Union, json!({ "end": {} }), &[]);
    }
    assert_eq!(table.state.turn, 2);
}

#[test]
fn kernstown_11_5_an_order_under_which_nothing_can_be_done_is_over_at_once() {
    let mut table = field(json!([
        union("u-1", "b62-tyler", "3621", (3.0, 3), (1.0, 2)),
        rebel("c-1", "b62-burks", FAR, (3.0, 3), (1.0, 2)),
    ]))
    .drawing(&["k62-tyler"]);
    table.battle.options.brisk = true;
    table.go(&[1]);
    let before = table.state.clone();
    table.ok(Union, json!({ "order": { "order": "attack" } }), &[]);
    table.asks("movement", Union);
    table.ok(Union, json!({ "end": {} }), &[]);
    assert_eq!(table.state.turn, 2);
    // Nobody has anything to rally from.
    table.state = before;
    table.ok(Union, json!({ "order": { "order": "regroup" } }), &[]);
    assert_eq!(table.state.turn, 2);
}

#[test]
fn what_can_be_taken_back_is_not_made_final() {
    let mut table = ordered(true, FAR, "regroup");
    for unit in ["u-2", "u-3"] {
        table.asks("rally", Union);
        table.ok(Union, json!({ "rally": { "unit": unit, "rally": "recover" } }), &[]);
    }
    table.asks("rally", Union);
    assert_eq!(table.offers(), [json!({ "end": {} })], "a rally can be taken back until the step is ended");
}

/// A regiment on any ground, shut in by enemies and crowds of friends or not.
#[test]
fn kernstown_13_0_a_movement_step_is_over_at_once_exactly_if_nobody_can_go() {
    let mut chance = Chance(4242);
    let map = crate::check::scenario("kernstown-2-historical").map.clone();
    let hexes: Vec<hexmap::Hex> = map.grid.hexes().collect();
    let mut over = 0;
    for _ in 0..240 {
        let start = *chance.any(&hexes);
        let mut units = vec![union("u-1", "b62-tyler", map.grid.number(start), (3.0, 3), (1.0, 2))];
        let crowded = chance.below(4);
        for (i, (_, near)) in map.grid.neighbours(start).enumerate().filter(|_| crowded > 0) {
            let (hex, friend) = (map.grid.number(near), ["u-2", "u-3", "u-4", "u-5", "u-6", "u-7"][i]);
            match chance.below(8) {
                0 if crowded < 3 => {}
                1 | 2 => units.push(union(friend, "b62-kimball", hex, (10.0, 3), (5.0, 2))),
                _ => units.push(rebel(&format!("c-{i}"), "b62-burks", hex, (3.0, 3), (1.0, 2))),
            }
        }
        let mut table = field(json!(units));
        let order = *chance.any(&["attack", "defend", "maneuver"]);
        table.movement_step(Union, order);
        let stands = table.offers() == [json!({ "end": {} })];
        table.battle.options.brisk = true;
        // Whatever is ordered, the program goes on as far as it can.
        let go = Order::Instruct { instructions: StandingOrders::default() };
        let check = &mut RuleCheck::without_messages();
        table.battle.execute(&mut table.state, Union, &go, &mut chance, check).unwrap();
        let asked = matches!(table.battle.question(&table.state), Some(Question::Movement(..)));
        assert_eq!(asked, !stands, "{order}: {units:?}");
        over += u32::from(stands);
    }
    assert!(over > 20, "{over}");
}
