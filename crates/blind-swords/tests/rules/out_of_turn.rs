//! What Event chits do out of turn: ammunition, rallies, moves, fire, Close Combat (10.4a, 13.5a,
//! 18.1, K100).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::field::{field, guns, rebel, union, with};
use crate::check::{Table, start};
use serde_json::{Value, json};
use tabletop::Side::{Confederate, Union};

const TYLER: &str = "b62-tyler";
const BURKS: &str = "b62-burks";

/// Level, clear ground: 3721 has 3622 and 3621 to the north.
fn two_lines() -> Table {
    field(json!([
        union("u-1", TYLER, "3621", (3.0, 3), (1.0, 2)),
        union("u-2", TYLER, "3622", (4.0, 3), (2.0, 2)),
        rebel("c-1", BURKS, "3721", (3.0, 3), (1.0, 2)),
        rebel("c-2", BURKS, "3822", (3.0, 3), (1.0, 2)),
    ]))
}

fn play(chit: &str) -> Value {
    json!({ "play": { "chit": chit } })
}

fn pass() -> Value {
    json!({ "pass": {} })
}

#[test]
fn kernstown_10_4a_low_ammo_marks_a_battery_of_the_unions_or_confederate_infantry_and_find_ammo_clears_it() {
    let sheet = || {
        let mut table = field(json!([
            union("u-1", TYLER, "3621", (3.0, 3), (1.0, 2)),
            guns("u-guns", "union", "R", "3622", 4.0),
            rebel("c-1", BURKS, "3921", (3.0, 3), (1.0, 2)),
            guns("c-guns", "confederate", "R", "3922", 4.0),
        ]))
        .drawing(&[])
        .holding(&["c-union-low-ammo", "u-csa-low-ammo", "c-find-ammo"])
        .in_turn(12);
        table.go(&[]);
        table
    };
    let mark = |chit: &str, unit: &str| json!({ "play": { "chit": chit, "unit": unit } });
    let mut table = sheet();
    table.asks("held", Union);
    table.refused(Union, mark("u-csa-low-ammo", "c-guns"), "20.2g");
    table.refused(Union, mark("u-csa-low-ammo", "u-1"), "10.4a");
    table.refused(Union, play("u-csa-low-ammo"), "10.4a");
    table.ok(Union, mark("u-csa-low-ammo", "c-1"), &[]);
    assert!(table.state.unit(table.unit("c-1")).low_ammo);
    table.asks("held", Confederate);
    table.refused(Confederate, mark("c-union-low-ammo", "u-1"), "20.2g");
    table.refused(Confederate, mark("c-find-ammo", "c-guns"), "20.2g");
    table.ok(Confederate, mark("c-find-ammo", "c-1"), &[]);
    assert!(!table.state.unit(table.unit("c-1")).low_ammo);
    table.ok(Confederate, mark("c-union-low-ammo", "u-guns"), &[]);
    assert!(table.state.unit(table.unit("u-guns")).low_ammo);
    // A battery that has been resupplied is safe (13.13).
    let mut table = sheet();
    table
        .apply(json!({ "event": "ammo", "unit": "u-guns", "low": false, "for-good": true, "case": "13.13" }));
    table.ok(Union, pass(), &[]);
    table.apply(json!({ "event": "ammo", "unit": "u-1", "low": false, "for-good": false, "case": "13.13" }));
    assert_ne!(
        table.now_asked(),
        ("held".to_owned(), Confederate),
        "there is nothing to mark and nothing to find"
    );
}

#[test]
fn kernstown_k100_a_low_ammunition_chit_before_five_can_be_held_and_not_played() {
    let mut table = start(2).drawing(&["u-csa-low-ammo"]).in_turn(11);
    table.go(&[]);
    table.asks("drawn", Union);
    assert_eq!(table.offers(), [json!({ "hold": {} })]);
    table.refused(Union, json!({ "play": { "chit": "u-csa-low-ammo", "unit": "c62-2va" } }), "K100");
    table.ok(Union, json!({ "hold": {} }), &[]);
    assert_eq!(table.state.turn, 12, "it lapsed with the turn");
    let mut table = start(2).drawing(&["u-csa-low-ammo"]).in_turn(12);
    table.go(&[]);
    table.ok(Union, json!({ "play": { "chit": "u-csa-low-ammo", "unit": "c62-2va" } }), &[]);
    assert!(table.state.unit(table.unit("c62-2va")).low_ammo);
}

#[test]
fn kernstown_10_4a_rally_helps_a_unit_within_three_hexes_of_its_brigade() {
    let mut table = field(json!([
        with(union("u-1", TYLER, "3621", (3.0, 3), (1.0, 2)), json!({ "hits": 2 })),
        union("u-2", TYLER, "3623", (4.0, 3), (2.0, 2)),
        with(union("u-far", TYLER, "2010", (4.0, 3), (2.0, 2)), json!({ "hits": 1 })),
        with(union("u-worn", TYLER, "3624", (4.0, 3), (2.0, 2)), json!({ "worn": true })),
        rebel("c-1", BURKS, "3721", (3.0, 3), (1.0, 2)),
    ]))
    .drawing(&[])
    .holding(&["u-rally"]);
    table.go(&[]);
    table.asks("held", Union);
    let rally = |unit: &str, how: &str| json!({ "play": { "chit": "u-rally", "unit": unit, "rally": how } });
    table.refused(Union, rally("u-far", "recover"), "17.1");
    table.refused(Union, rally("u-2", "recover"), "17.2a");
    table.refused(Union, rally("u-2", "rebuild"), "17.2b");
    let mut other = table.copy();
    table.ok(Union, rally("u-1", "recover"), &[]);
    assert_eq!(table.state.unit(table.unit("u-1")).hits, 0, "all its hits, with the enemy next to it");
    other.ok(Union, rally("u-worn", "rebuild"), &[2]);
    assert!(!other.state.unit(other.unit("u-worn")).worn);
}

#[test]
fn kernstown_10_4a_the_firefight_is_answered_by_who_is_left() {
    let mut table = two_lines().drawing(&["k62-tyler"]).holding(&["u-firefight"]);
    table.go(&[]);
    table.asks("held", Union);
    let fight = |units: &[&str], target: &str| json!({ "play": { "chit": "u-firefight", "shot": { "units": units, "target": target } } });
    table.refused(Union, fight(&["u-1", "u-2"], "3721"), "18.1");
    table.refused(Union, fight(&["u-1"], "3622"), "12.1");
    assert!(table.is_offered(&fight(&["u-2"], "3721")));
    // No effect: the fire comes back, and no brigade is marked for it.
    table.ok(Union, fight(&["u-2"], "3721"), &[1, 1]);
    table.asks("fire-back", Confederate);
    let back = json!({ "fire": { "shots": [{ "units": ["c-1"], "target": "3622" }] } });
    table.ok(Confederate, back, &[1, 1, 1]);
    table.asks("orders", Union);
}

#[test]
fn kernstown_13_5a_brigade_reserve_movement_moves_a_brigade_before_a_draw() {
    let mut table = field(json!([
        union("u-1", TYLER, "2621", (3.0, 3), (1.0, 2)),
        rebel("c-1", BURKS, "4021", (3.0, 3), (1.0, 2)),
    ]))
    .drawing(&["k62-tyler"])
    .holding(&["u-brigade-reserve"]);
    table.go(&[]);
    let reserve = |brigade: &str| json!({ "play": { "chit": "u-brigade-reserve", "brigade": brigade } });
    table.refused(Union, reserve(BURKS), "13.5a");
    table.refused(Union, reserve("b62-kimball"), "13.5a");
    table.refused(Union, reserve("b62-sullivan"), "20.2i");
    table.ok(Union, reserve(TYLER), &[]);
    table.asks("reserve", Union);
    table.ok(Union, json!({ "end": {} }), &[1]);
    assert!(!table.state.used.iter().all(|u| *u), "its activation is not spent");
    table.asks("orders", Union);
}

#[test]
fn kernstown_18_1_rebel_yell_starts_a_close_combat_at_the_end_of_a_turn() {
    let mut table = two_lines().drawing(&[]).holding(&["c-rebel-yell"]);
    table.go(&[]);
    table.asks("held", Confederate);
    let yell = |units: &[&str], target: &str| json!({ "play": { "chit": "c-rebel-yell", "shot": { "units": units, "target": target } } });
    table.refused(Confederate, yell(&["c-2"], "3621"), "14.2");
    table.refused(Confederate, yell(&["c-1", "c-2"], "3622"), "18.1");
    assert!(table.is_offered(&yell(&["c-1"], "3622")));
    let events = table.ok(Confederate, yell(&["c-1"], "3622"), &[]);
    assert!(Table::names(&events).contains(&"melee-began".to_owned()));
    let close_combat = serde_json::to_value(
        table.state.stack.iter().find(|f| serde_json::to_value(f).unwrap().get("melee").is_some()),
    )
    .unwrap();
    assert_eq!(close_combat["melee"]["chits"].as_array().map(Vec::len), Some(1), "it is shouted for as well");
    // Never before a draw.
    let mut table = two_lines().drawing(&["k62-tyler"]).holding(&["c-rebel-yell"]);
    table.go(&[1]);
    table.asks("orders", Union);
}
