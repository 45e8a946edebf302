//! Chits and rare events on a fire, the Firefight, and fire out of turn (10.4a, 12.1d, 13.7,
//! 14.3a).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::Table;
use crate::check::field::{field, guns, rebel, union, with};
use serde_json::{Value, json};
use tabletop::Side::{Confederate, Union};
use tabletop::{Protocol, Rules};

const TYLER: &str = "b62-tyler";
const BURKS: &str = "b62-burks";

fn fire(units: &[&str], target: &str) -> Value {
    json!({ "fire": { "shots": [{ "units": units, "target": target }] } })
}

fn play(chit: &str) -> Value {
    json!({ "play": { "chit": chit } })
}

/// 4 SP of the Union in 3621 and of the Confederates in 3721, which is flat and clear.
fn two_lines() -> Table {
    field(json!([
        union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)),
        rebel("c-1", BURKS, "3721", (4.0, 3), (1.0, 2))
    ]))
}

fn strength(table: &Table, order: &Value) -> f64 {
    let side = table.battle.asked(&table.state).unwrap();
    let order = table.battle.read_order(order).unwrap();
    let preview = json!(table.battle.preview(&table.state, side, &order));
    find(&preview, "strength").and_then(Value::as_f64).unwrap_or_else(|| panic!("{preview}"))
}

/// The first value of that name that is no part of a unit.
fn find<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    match value {
        Value::Object(fields) => fields
            .get(name)
            .or_else(|| fields.iter().filter(|(n, _)| *n != "units").find_map(|(_, v)| find(v, name))),
        Value::Array(values) => values.iter().find_map(|v| find(v, name)),
        _ => None,
    }
}

#[test]
fn kernstown_10_4a_take_aim_is_played_before_the_dice() {
    let mut table = two_lines().holding(&["u-take-aim"]);
    table.fire_step(Union, TYLER);
    // The fire waits for its owner.
    let events = table.ok(Union, fire(&["u-1"], "3721"), &[]);
    assert_eq!(Table::names(&events), ["fire-declared", "have-fired"]);
    table.asks("moment", Union);
    let events = table.ok(Union, play("u-take-aim"), &[1, 1]);
    assert_eq!(table.event(&events, "combat-thrown")["column"], json!("5"));
    // Passed, it is thrown as it is.
    let mut table = two_lines().holding(&["u-take-aim"]);
    table.fire_step(Union, TYLER);
    table.ok(Union, fire(&["u-1"], "3721"), &[]);
    let events = table.ok(Union, json!({ "pass": {} }), &[1, 1]);
    assert_eq!(table.event(&events, "combat-thrown")["column"], json!("4"));
}

#[test]
fn kernstown_10_4a_a_fire_is_told_what_take_aim_would_make_of_it() {
    let target = |strength: f64, held: &[&str]| {
        let mut table = field(json!([
            union("u-1", TYLER, "3621", (strength, 3), (1.0, 2)),
            rebel("c-1", BURKS, "3721", (4.0, 3), (1.0, 2))
        ]))
        .holding(held);
        table.fire_step(Union, TYLER);
        let order = table.battle.read_order(&fire(&["u-1"], "3721")).unwrap();
        json!(table.battle.preview(&table.state, Union, &order))["fires"][0]["targets"][0].clone()
    };
    let plain = target(4.0, &[]);
    assert_eq!(plain["chits"], Value::Null);
    // Rally has another moment, and the other side's chits are its own affair.
    assert_eq!(target(4.0, &["u-rally", "c-take-aim"]), plain);
    let told = target(4.0, &["u-take-aim"]);
    let chits = told["chits"].as_array().unwrap();
    assert_eq!(chits.len(), 1);
    assert_eq!((&told["column"], &told["chances"]), (&plain["column"], &plain["chances"]));
    assert_eq!((&chits[0]["chit"], &chits[0]["shift"]["columns"]), (&json!("u-take-aim"), &json!(1)));
    // One column to the right is what one point more brings.
    let stronger = target(5.0, &[]);
    assert_eq!((&chits[0]["column"], &chits[0]["column"]), (&stronger["column"], &json!("5")));
    assert_eq!((&chits[0]["tests"], &chits[0]["chances"]), (&stronger["tests"], &stronger["chances"]));
}

#[test]
fn kernstown_10_4a_a_moment_is_about_the_fire_and_tells_what_a_chit_changes() {
    let mut table = two_lines().holding(&["u-good-ground"]);
    table.fire_step(Confederate, BURKS);
    table.ok(Confederate, fire(&["c-1"], "3621"), &[]);
    let question = &table.view(Some(Union))["question"];
    assert_eq!((&question["units"], &question["hexes"]), (&json!(["c-1"]), &json!(["3621"])));
    let told = |order: Value| {
        let order = table.battle.read_order(&order).unwrap();
        json!(table.battle.preview(&table.state, Union, &order))["fires"][0]["targets"][0].clone()
    };
    let (passed, played) = (told(json!({ "pass": {} })), told(play("u-good-ground")));
    let chit = &passed["chits"][0];
    assert_eq!((&passed["column"], &chit["chit"]), (&json!("4"), &json!("u-good-ground")));
    assert_eq!((&chit["column"], &chit["chances"]), (&played["column"], &played["chances"]));
    assert_ne!(passed["column"], played["column"]);
    assert_eq!(played["chits"], Value::Null, "it is played");
}

#[test]
fn kernstown_12_3_good_ground_and_k61_pushed_off_the_table() {
    let mut table = two_lines().holding(&["u-good-ground"]);
    table.fire_step(Confederate, BURKS);
    table.ok(Confederate, fire(&["c-1"], "3621"), &[]);
    table.asks("moment", Union);
    let events = table.ok(Union, play("u-good-ground"), &[1, 1]);
    assert_eq!(table.event(&events, "combat-thrown")["column"], json!("2"));
    // 1 SP less two columns is left of C: spent without effect, and without dice.
    let mut table = field(json!([
        union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)),
        rebel("c-1", BURKS, "3721", (1.0, 3), (0.5, 2))
    ]))
    .holding(&["u-good-ground"]);
    table.fire_step(Confederate, BURKS);
    table.ok(Confederate, fire(&["c-1"], "3621"), &[]);
    let events = table.ok(Union, play("u-good-ground"), &[]);
    assert_eq!(table.event(&events, "voided")["case"], json!("K61"));
    table.refused(Confederate, fire(&["c-1"], "3621"), "12.1");
}

#[test]
fn kernstown_3_2d_good_ground_is_no_help_behind_a_wall() {
    let mut table = field(json!([
        union("u-1", TYLER, "1834", (4.0, 3), (1.0, 2)),
        rebel("c-1", BURKS, "1734", (4.0, 3), (1.0, 2))
    ]))
    .holding(&["u-good-ground"]);
    table.fire_step(Confederate, BURKS);
    // Nobody is asked: it cannot be played in a wall hex.
    let events = table.ok(Confederate, fire(&["c-1"], "1834"), &[1, 1]);
    assert_eq!(table.event(&events, "combat-thrown")["column"], json!("2"));
}

#[test]
fn kernstown_18_1_a_firefight_is_answered() {
    let begin = || {
        let mut table = two_lines().drawing(&[]).holding(&["u-firefight"]);
        table.go(&[]);
        table
    };
    let mut table = begin();
    let shot = json!({ "play": { "chit": "u-firefight", "shot": { "units": ["u-1"], "target": "3721" } } });
    assert!(table.is_offered(&shot));
    // Its forecast is that of the fire, and tells nothing of the answer.
    let told = json!(table.battle.preview(&table.state, Union, &table.battle.read_order(&shot).unwrap()));
    assert_eq!(told["fires"][0]["targets"][0]["column"], json!("4"));
    assert!(told["fires"][0]["targets"][0]["chances"]["no-effect"].as_f64().unwrap() < 1.0);
    assert_eq!(told["fires"].as_array().map(Vec::len), Some(1));
    let events = table.ok(Union, shot.clone(), &[1, 1]);
    assert_eq!(table.event(&events, "fire-declared")["case"], json!("10.4a"));
    table.asks("fire-back", Confederate);
    assert_eq!(table.offers(), [fire(&["c-1"], "3621"), json!({ "pass": {} })]);
    table.refused(Confederate, json!({ "fire": { "shots": [] } }), "10.4a");
    let events = table.ok(Confederate, fire(&["c-1"], "3621"), &[1, 1]);
    assert_eq!(table.event(&events, "combat-thrown")["lead"], json!("u-1"));
    // A target that is gone does not answer. 66 in column 4 is Severe for CR 2; 6 is D all, then B:
    // 6 over 1.
    let mut table = begin();
    table.apply(json!({ "event": "depleted", "unit": "c-1", "case": "15.1a" }));
    let events = table.ok(Union, shot, &[6, 6, 1, 1, 6]);
    assert_eq!(table.event(&events, "broken")["track"], json!(3));
    assert_eq!(table.all(&events, "fire-declared").len(), 1);
    assert_ne!(table.question(), "fire-back");
}

#[test]
fn kernstown_10_4a_the_hex_that_was_fired_at_answers_with_one_fire_at_the_hex_that_fired() {
    let mut table = field(json!([
        union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)),
        union("u-2", TYLER, "3622", (4.0, 3), (1.0, 2)),
        rebel("c-1", BURKS, "3721", (4.0, 3), (1.0, 2)),
        rebel("c-2", BURKS, "3721", (4.0, 3), (1.0, 2)),
        rebel("c-3", BURKS, "3722", (4.0, 3), (1.0, 2)),
    ]));
    let asked = json!({ "side": "confederate", "hex": "3721", "target": "3621", "asks": true });
    table.under_way(json!({ "fire-back": asked }));
    let two = json!({ "fire": { "shots": [
        { "units": ["c-1"], "target": "3621" }, { "units": ["c-2"], "target": "3621" }] } });
    for wrong in [fire(&["c-3"], "3621"), fire(&["c-1", "c-3"], "3621"), fire(&["c-1"], "3622"), two] {
        let why = table.refused(Confederate, wrong, "10.4a");
        assert_eq!(why, "units in 3721 answer with one fire, at 3621");
    }
    table.ok(Confederate, fire(&["c-1", "c-2"], "3621"), &[1, 1]);
}

#[test]
fn kernstown_12_1d_13_7_opportunity_fire_is_halved() {
    let mut table = field(json!([
        union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)),
        union("u-2", "b62-kimball", "3620", (4.0, 3), (1.0, 2)),
        rebel("c-1", BURKS, "3721", (4.0, 3), (1.0, 2)),
        rebel("c-2", BURKS, "3721", (6.0, 3), (3.0, 2)),
        rebel("c-3", BURKS, "3722", (6.0, 3), (3.0, 2)),
    ]));
    table.under_way(json!({ "opportunity": { "side": "union", "mover": "c-1", "hex": "3721" } }));
    assert_eq!(strength(&table, &fire(&["u-1"], "3721")), 2.0);
    // Only from next to the mover, only at it, whichever brigade.
    table.refused(Union, fire(&["u-2"], "3721"), "13.7");
    table.refused(Union, fire(&["u-1"], "3722"), "13.7");
    // The mover leads, though c-2 is larger; and nobody else is depleted. 65 in column 2 is Severe
    // for CR 0.
    let offers = table.offers();
    assert_eq!(offers, [fire(&["u-1"], "3721"), json!({ "pass": {} })]);
}

#[test]
fn kernstown_13_7_only_the_mover_is_touched() {
    let mut table = field(json!([
        union("u-1", TYLER, "3621", (24.0, 3), (9.0, 2)),
        rebel("c-1", BURKS, "3721", (4.0, 3), (1.0, 2)),
        rebel("c-2", BURKS, "3721", (6.0, 4), (3.0, 4)),
    ]));
    table.fire_step(Confederate, BURKS);
    table.apply(json!({ "event": "stack", "change": { "push": {
        "opportunity": { "side": "union", "mover": "c-1", "hex": "3721" } } } }));
    // Column 10-12; 66 is Severe for CR 3; 6 is D all, and 1 is M.
    let events = table.ok(Union, fire(&["u-1"], "3721"), &[6, 6, 6, 1]);
    assert_eq!(table.event(&events, "combat-thrown")["lead"], json!("c-1"));
    assert_eq!(table.all(&events, "depleted").len(), 1);
    assert!(!table.state.unit(table.unit("c-2")).worn);
    // It may fire again in its own step (13.7).
    assert!(!table.state.unit(table.unit("u-1")).fired);
}

/// A Close Combat against 3721 from 3621, at the defender's announcement.
fn assaulted(units: Value) -> Table {
    let attackers = |table: &Table| -> Vec<String> {
        let there = table.state.stack(table.hex("3621")).to_vec();
        there.iter().map(|&u| table.battle.unit(u).id.clone()).collect()
    };
    let mut table = field(units);
    table.fire_step(Union, TYLER);
    let units = attackers(&table);
    table.apply(json!({ "event": "stack", "change": { "push": { "melee": {
        "side": "union", "target": "3721", "units": units, "from": ["3621"], "assaulting": null, "lead": null,
        "chits": [], "rare": 0, "riders": [], "defenders": [], "withdrawn": false, "stage": "announcing" } } } }));
    table
}

#[test]
fn kernstown_12_1d_14_3a_supporting_defensive_fire_is_halved() {
    let table = assaulted(json!([
        union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)),
        rebel("c-1", BURKS, "3721", (4.0, 3), (1.0, 2)),
        rebel("c-2", BURKS, "3622", (4.0, 3), (1.0, 2)),
    ]));
    assert_eq!(strength(&table, &fire(&["c-1"], "3621")), 4.0);
    assert_eq!(strength(&table, &fire(&["c-2"], "3621")), 2.0);
    // Together, next to each other and to the target.
    assert_eq!(strength(&table, &fire(&["c-1", "c-2"], "3621")), 6.0);
}

#[test]
fn kernstown_k60_infantry_and_guns_combine_in_defence_only() {
    let units = json!([
        union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)),
        rebel("c-1", BURKS, "3721", (4.0, 3), (1.0, 2)),
        guns("c-guns", "confederate", "S", "3721", 2.0),
    ]);
    let table = assaulted(units.clone());
    let mut order = fire(&["c-1", "c-guns"], "3621");
    assert_eq!(strength(&table, &order), 6.0);
    // Canister is the battery's alone: 4 and 3.
    order["fire"]["shots"][0]["canister"] = json!(true);
    assert_eq!(strength(&table, &order), 7.0);
    let mut table = field(units).drawing(&[]).holding(&["c-firefight"]);
    table.go(&[]);
    let shot = json!({ "units": ["c-1", "c-guns"], "target": "3621" });
    table.refused(Confederate, json!({ "play": { "chit": "c-firefight", "shot": shot } }), "K60");
}

#[test]
fn kernstown_k62_k47_defence_with_swords_and_in_chaos() {
    let rider = |id: &str, side: &str, hex: &str, brigade: &str, weapon: &str, mounted: bool| {
        json!({ "id": id, "side": side, "type": "cavalry", "weapon": weapon, "brigade": brigade, "hex": hex,
                "strength": 4, "cohesion": 3, "worn_face": { "strength": 1, "cohesion": 2 }, "mounted": mounted })
    };
    let infantry = || union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2));
    let ashby =
        |weapon: &str, mounted: bool| rider("c-1", "confederate", "3721", "b62-ashby", weapon, mounted);
    // On foot with swords and pistols it defends, at Effective; mounted it does not.
    assert_eq!(strength(&assaulted(json!([infantry(), ashby("CC", false)])), &fire(&["c-1"], "3621")), 4.0);
    assaulted(json!([infantry(), ashby("CC", true)])).refused(Confederate, fire(&["c-1"], "3621"), "K62");
    // With carbines it does, unless it is attacked by cavalry (14.3).
    assert_eq!(strength(&assaulted(json!([infantry(), ashby("C", true)])), &fire(&["c-1"], "3621")), 4.0);
    let charging = rider("u-1", "union", "3621", "b62-brodhead", "C", true);
    assaulted(json!([charging, ashby("C", true)])).refused(Confederate, fire(&["c-1"], "3621"), "14.3");
    // In Chaos half of it is left (10.5b).
    let mut table = assaulted(json!([infantry(), rebel("c-1", BURKS, "3721", (4.0, 3), (1.0, 2))]));
    table.apply(json!({ "event": "chaos-came", "hex": "3721", "units": ["c-1"] }));
    assert_eq!(strength(&table, &fire(&["c-1"], "3621")), 2.0);
}

#[test]
fn kernstown_12_3_defensive_fire_stays_on_the_table() {
    // C less two for skirmishers, less one for woods: still C, where other fire is refused (K61).
    let table = assaulted(json!([
        with(union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)), json!({ "skirmish": true })),
        rebel("c-1", BURKS, "3721", (0.5, 3), (0.5, 2)),
    ]));
    let order = table.battle.read_order(&fire(&["c-1"], "3621")).unwrap();
    let preview = json!(table.battle.preview(&table.state, Confederate, &order));
    assert_eq!(preview["fires"][0]["targets"][0]["column"], "C", "{preview}");
}
