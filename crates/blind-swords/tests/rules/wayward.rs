//! Wayward Moves (10.5b, K48).

use crate::check::field::{field, guns, union, with};
use crate::check::moves::{blue, grey};
use serde_json::json;
use tabletop::Side::{Confederate, Union};

#[test]
fn kernstown_k48_an_enemy_unit_is_led_one_hex_whatever_holds_it() {
    // A frozen unit, a gun up a Steep Slope.
    let frozen = json!({ "id": "c62-5va", "hex": "1310" });
    let mut table = field(json!([frozen, guns("g-1", "confederate", "S", "2124", 3.0), blue("u-1", "1030")]));
    table.under_way(json!({ "wayward": { "side": "union" } }));
    table.offers_hold();
    table.refused(Union, json!({ "wayward": { "unit": "u-1", "to": "1031" } }), "10.5b");
    table.refused(Union, json!({ "wayward": { "unit": "c62-5va", "to": "1308" } }), "K48");
    let events = table.ok(Union, json!({ "wayward": { "unit": "c62-5va", "to": "1309" } }), &[]);
    assert_eq!(table.event(&events, "moved")["case"], "10.5b");
    assert_eq!(table.place("c62-5va"), "1309");
    table.under_way(json!({ "wayward": { "side": "union" } }));
    table.ok(Union, json!({ "wayward": { "unit": "g-1", "to": "2224" } }), &[]);
    assert_eq!(table.place("g-1"), "2224");
}

#[test]
fn kernstown_k48_it_draws_fire_and_drives_off_skirmishers() {
    let mut table = field(json!([
        grey("x-1", "1310"),
        blue("u-1", "1311"),
        with(blue("s-1", "1308"), json!({ "skirmish": true }))
    ]));
    table.under_way(json!({ "wayward": { "side": "union" } }));
    table.ok(Union, json!({ "wayward": { "unit": "x-1", "to": "1309" } }), &[]);
    assert_eq!(table.waits_for(), "opportunity");
    let events = table.ok(Union, json!({ "pass": {} }), &[]);
    assert_eq!(table.steps(&events).len(), 1);
    assert_eq!(table.waits_for(), "skirmish-withdrawal");
}

#[test]
fn kernstown_k48_not_into_enemies_nor_into_a_full_hex_but_into_a_wrong_stack() {
    let half = with(grey("x-1", "1310"), json!({ "regiment": "9 VA" }));
    let other = with(grey("y-1", "4000"), json!({ "regiment": "9 VA" }));
    let full = with(grey("f-1", "1311"), json!({ "strength": 8.0 }));
    let mut table = field(json!([half, other, full, grey("w-1", "1210"), blue("u-1", "1309")]));
    table.under_way(json!({ "wayward": { "side": "union" } }));
    table.refused(Union, json!({ "wayward": { "unit": "x-1", "to": "1309" } }), "K48");
    table.refused(Union, json!({ "wayward": { "unit": "x-1", "to": "1311" } }), "K48");
    table.ok(Union, json!({ "wayward": { "unit": "x-1", "to": "1210" } }), &[]);
    table.ok(Union, json!({ "pass": {} }), &[]);
    assert_eq!(table.place("x-1"), "1210");
}

#[test]
fn kernstown_k38_its_next_move_of_its_own_ends_the_wrong_stack() {
    let half = with(grey("x-1", "1310"), json!({ "regiment": "9 VA" }));
    let other = with(grey("y-1", "4000"), json!({ "regiment": "9 VA" }));
    let mut table = field(json!([
        half,
        other,
        grey("w-1", "1310"),
        grey("v-1", "1309"),
        union("u-1", "b62-tyler", "1041", (3.0, 3), (1.0, 2))
    ]));
    table.movement_step(Confederate, "attack");
    table.refused(Confederate, json!({ "move": { "units": ["x-1"], "to": "1309" } }), "6.1d");
    table.walk(Confederate, "x-1", "1311");
}
