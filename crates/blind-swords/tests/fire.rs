//! Fire Combat (12): who fires at what, with what strength, shifted how far.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

mod check;

use std::collections::BTreeMap;

use blind_swords::{Event, Place};
use check::Table;
use check::field::{field, field_of, guns, rebel, union, with};
use serde_json::{Value, json};
use tabletop::Side::{Confederate, Union};
use tabletop::{Inquiry, LoadedDice, Rules, Side};

const TYLER: &str = "b62-tyler";
const KIMBALL: &str = "b62-kimball";
const BURKS: &str = "b62-burks";

/// A fire at a hex.
fn fire(units: &[&str], target: &str) -> Value {
    json!({ "fire": { "shots": [{ "units": units, "target": target }] } })
}

/// The same with Canister.
fn canister(units: &[&str], target: &str) -> Value {
    json!({ "fire": { "shots": [{ "units": units, "target": target, "canister": true }] } })
}

/// Several fires announced together.
fn fires(shots: &[(&[&str], &str)]) -> Value {
    let shots: Vec<Value> =
        shots.iter().map(|(units, target)| json!({ "units": units, "target": target })).collect();
    json!({ "fire": { "shots": shots } })
}

/// Whether these fires are offered, whatever order units and fires are named in.
fn offered(table: &Table, order: &Value) -> bool {
    let sorted = |order: &Value| -> Option<Vec<String>> {
        let shots = order["fire"]["shots"].as_array()?;
        let mut shots: Vec<String> = shots
            .iter()
            .map(|shot| {
                let mut units: Vec<&str> =
                    shot["units"].as_array().unwrap().iter().map(|u| u.as_str().unwrap()).collect();
                units.sort();
                format!("{units:?} {}", shot["target"])
            })
            .collect();
        shots.sort();
        Some(shots)
    };
    table.offers().iter().any(|o| sorted(o) == sorted(order))
}

/// The ground about 3721 is flat and clear. North of it lie 3621 and 3622, east 3720, west 3722, south 3821 and 3822.
fn open(units: Value, brigade: &str) -> Table {
    let mut table = field(units);
    table.fire_step(Union, brigade);
    table
}

/// A lone Confederate regiment of 3 SP and CR 3 in 3721.
fn target() -> Value {
    rebel("c-1", BURKS, "3721", (3.0, 3), (1.0, 2))
}

fn preview(table: &Table, side: Side, order: &Value) -> Value {
    let order = table.battle.read_order(order).unwrap_or_else(|e| panic!("{e}"));
    let preview = table.battle.preview(&table.state, side, &order);
    // Whatever else a preview says, the fires are in it.
    find(&preview, "fires").unwrap_or_else(|| panic!("no fires in {preview}")).clone()
}

fn find<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    match value {
        Value::Object(fields) => fields.get(name).or_else(|| fields.values().find_map(|v| find(v, name))),
        Value::Array(values) => values.iter().find_map(|v| find(v, name)),
        _ => None,
    }
}

/// The shifts of the first fire by their ids and columns, and its column.
fn shifts(table: &Table, side: Side, order: &Value) -> (Vec<(String, i64)>, String) {
    let fires = preview(table, side, order);
    let target = &fires[0]["targets"][0];
    let shifts = target["shifts"].as_array().unwrap_or_else(|| panic!("no shifts in {fires}"));
    let shifts = shifts
        .iter()
        .map(|s| (s["id"].as_str().unwrap().to_owned(), s["columns"].as_i64().unwrap()))
        .collect();
    (shifts, target["column"].as_str().unwrap_or("none").to_owned())
}

fn shift(id: &str, columns: i64) -> Vec<(String, i64)> {
    vec![(id.to_owned(), columns)]
}

#[test]
fn kernstown_12_3a_one_regiment_fires_at_one_hex() {
    let mut table = open(json!([union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)), target()]), TYLER);
    // 4 SP, no shift; 51 in column 4 is Routine for CR 2; D, then M.
    let events = table.ok(Union, fire(&["u-1"], "3721"), &[5, 1, 5, 4]);
    assert_eq!(
        Table::names(&events),
        ["fire-declared", "have-fired", "combat-thrown", "test-thrown", "depleted", "morale-hit"]
    );
    let thrown = table.event(&events, "combat-thrown");
    assert_eq!(
        (&thrown["column"], &thrown["cohesion"], &thrown["test"]),
        (&json!("4"), &json!(2), &json!("routine"))
    );
    let there = *table.state.unit(table.unit("c-1"));
    assert!(there.worn && there.hits == 1);
    // Each unit fires once.
    table.refused(Union, fire(&["u-1"], "3721"), "12.1");
}

#[test]
fn kernstown_12_3b_a_cr_in_no_box_is_no_effect() {
    let mut table = open(json!([union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)), target()]), TYLER);
    let events = table.ok(Union, fire(&["u-1"], "3721"), &[1, 1]);
    assert_eq!(Table::names(&events), ["fire-declared", "have-fired", "combat-thrown"]);
    assert_eq!(table.event(&events, "combat-thrown")["test"], json!("none"));
}

#[test]
fn kernstown_12_1_who_may_fire() {
    let mut table = open(
        json!([
            union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)),
            union("u-2", KIMBALL, "3622", (4.0, 3), (1.0, 2)),
            union("u-3", TYLER, "3722", (4.0, 3), (1.0, 2)),
            guns("u-guns", "union", "R", "3720", 4.0),
            with(union("u-spent", TYLER, "3821", (2.0, 3), (1.0, 2)), json!({ "hits": 2 })),
            target()
        ]),
        TYLER,
    );
    table.refused(Union, json!({ "fire": { "shots": [] } }), "12.0");
    table.refused(Union, fire(&["u-2"], "3721"), "12.0");
    table.refused(Union, fire(&["u-guns"], "3721"), "12.0");
    table.refused(Union, fire(&["c-1"], "3621"), "12.1");
    table.refused(Union, fire(&["u-1", "u-1"], "3721"), "12.1");
    table.refused(Union, fire(&["u-1"], "3821"), "12.1");
    table.refused(Union, fire(&["u-spent"], "3721"), "4.1");
    table.refused(Confederate, fire(&["c-1"], "3621"), "12.0");
    // Every offer is one that is accepted.
    for offer in table.offers() {
        let dice = offer["fire"]["shots"].as_array().map_or(0, |shots| 2 * shots.len());
        let mut again =
            Table { battle: table.battle.clone(), state: table.state.clone(), events: Vec::new() };
        if dice > 0 {
            again.ok(Union, offer, &vec![1; dice]);
        }
    }
    // The step ends when its side says so.
    table.ok(Union, json!({ "end": {} }), &[]);
}

#[test]
fn kernstown_12_1c_range_halves_and_quarters() {
    let at = |hex: &str, strength: f64| {
        let table = open(json!([union("u-1", TYLER, hex, (strength, 3), (1.0, 2)), target()]), TYLER);
        let fires = preview(&table, Union, &fire(&["u-1"], "3721"));
        (fires[0]["strength"].as_f64().unwrap(), fires[0]["start"].clone())
    };
    // Rifles: 1 effective, 2 long, 3 extreme.
    assert_eq!(at("3720", 5.0), (5.0, json!("5")));
    assert_eq!(at("3719", 5.0), (2.5, json!("2")));
    assert_eq!(at("3718", 5.0), (1.25, json!("1")));
    let mut table = open(json!([union("u-1", TYLER, "3717", (5.0, 3), (1.0, 2)), target()]), TYLER);
    table.refused(Union, fire(&["u-1"], "3721"), "12.1c");
    // Smoothbore muskets have no long range (4.1).
    let musket = with(union("u-1", TYLER, "3719", (5.0, 3), (1.0, 2)), json!({ "weapon": "S" }));
    let table = open(json!([musket, target()]), TYLER);
    assert_eq!(preview(&table, Union, &fire(&["u-1"], "3721"))[0]["units"][0]["band"], json!("Extreme"));
}

#[test]
fn kernstown_4_8_k14_k31_fractions_are_kept_to_the_end() {
    // 3 and 3 at long range are 1.5 and 1.5: together 3, not 2.
    let two = json!([
        union("u-1", TYLER, "3719", (3.0, 3), (1.0, 2)),
        union("u-2", TYLER, "3719", (3.0, 3), (1.0, 2)),
        target()
    ]);
    let table = open(two, TYLER);
    assert_eq!(preview(&table, Union, &fire(&["u-1", "u-2"], "3721"))[0]["start"], json!("3"));
    // A half and more, under one, is C.
    let table = open(json!([union("u-1", TYLER, "3718", (3.0, 3), (1.0, 2)), target()]), TYLER);
    let fires = preview(&table, Union, &fire(&["u-1"], "3721"));
    assert_eq!((&fires[0]["strength"], &fires[0]["start"]), (&json!(0.75), &json!("C")));
    // Less than a half cannot fire (12.3).
    let mut table = open(json!([union("u-1", TYLER, "3718", (1.0, 3), (0.5, 2)), target()]), TYLER);
    table.refused(Union, fire(&["u-1"], "3721"), "12.3");
    // Hits come off before the factors: 4 less 1, halved.
    let shaken = with(union("u-1", TYLER, "3719", (4.0, 3), (1.0, 2)), json!({ "hits": 1 }));
    let table = open(json!([shaken, target()]), TYLER);
    assert_eq!(preview(&table, Union, &fire(&["u-1"], "3721"))[0]["strength"], json!(1.5));
}

#[test]
fn kernstown_12_1b_k28_over_friends_and_enemies() {
    // 3720 lies between 3719 and 3721, all on one level: whoever is there blocks. So fire over lower ground instead:
    // 1928 and 2129 lie at 9, 2029 between them at 8.
    let rifles = |between: Value| {
        let far = rebel("c-1", BURKS, "2129", (3.0, 3), (1.0, 2));
        open(json!([union("u-1", TYLER, "1928", (6.0, 3), (3.0, 2)), between, far]), TYLER)
    };
    let mut table = rifles(union("u-2", TYLER, "2029", (3.0, 3), (1.0, 2)));
    table.refused(Union, fire(&["u-1"], "2129"), "12.1b");
    // Over enemies anybody may, one column to the left.
    let table = rifles(rebel("c-2", BURKS, "2029", (3.0, 3), (1.0, 2)));
    assert_eq!(shifts(&table, Union, &fire(&["u-1"], "2129")), (shift("over-units", -1), "2".to_owned()));
    // Batteries may fire over friends who are not next to the target: from 2423 over 2425 to the ridge.
    let battery = |friend: &str| {
        let mut table = field(json!([
            guns("u-guns", "union", "R", "2423", 4.0),
            union("u-2", TYLER, friend, (3.0, 3), (1.0, 2)),
            rebel("c-1", BURKS, "2332", (3.0, 3), (1.0, 2))
        ]));
        table.battery_step(Union, "2423");
        table
    };
    let table = battery("2425");
    assert_eq!(shifts(&table, Union, &fire(&["u-guns"], "2332")), (shift("over-units", -1), "1".to_owned()));
    // 2331 is next to 2332.
    battery("2331").refused(Union, fire(&["u-guns"], "2332"), "12.1b");
}

#[test]
fn kernstown_12_1b_no_canister_over_friends() {
    let battery = |between: Value| {
        let mut table = field(json!([
            guns("u-guns", "union", "S", "1928", 4.0),
            between,
            rebel("c-1", BURKS, "2129", (3.0, 3), (1.0, 2))
        ]));
        table.battery_step(Union, "1928");
        table
    };
    battery(union("u-2", TYLER, "2029", (3.0, 3), (1.0, 2))).refused(
        Union,
        canister(&["u-guns"], "2129"),
        "12.1b",
    );
    // Over enemies it can: half as much again, and one column for smoothbores.
    let table = battery(rebel("c-2", BURKS, "2029", (3.0, 3), (1.0, 2)));
    let (found, column) = shifts(&table, Union, &canister(&["u-guns"], "2129"));
    assert_eq!(found, [("over-units".to_owned(), -1), ("canister-smoothbore".to_owned(), 1)]);
    assert_eq!(column, "6-7");
}

#[test]
fn kernstown_12_1a_a_blocked_fire_says_by_what() {
    let far = rebel("c-1", BURKS, "3527", (3.0, 3), (1.0, 2));
    let mut table = open(json!([union("u-1", TYLER, "3524", (4.0, 3), (1.0, 2)), far]), TYLER);
    let message = table.refused(Union, fire(&["u-1"], "3527"), "K24");
    assert!(message.contains("3526"), "{message}");
}

#[test]
fn kernstown_12_1e_k60_who_combines() {
    let mut table = open(
        json!([
            union("u-1", TYLER, "3621", (3.0, 3), (1.0, 2)),
            union("u-2", TYLER, "3622", (3.0, 3), (1.0, 2)),
            union("u-3", TYLER, "3821", (3.0, 3), (1.0, 2)),
            target()
        ]),
        TYLER,
    );
    // 3621 and 3622 are next to each other; 3821 is not next to either.
    assert_eq!(preview(&table, Union, &fire(&["u-1", "u-2"], "3721"))[0]["strength"], json!(6.0));
    table.refused(Union, fire(&["u-1", "u-3"], "3721"), "12.1e");
    table.refused(Union, fire(&["u-1", "u-2", "u-3"], "3721"), "12.1e");
    assert!(offered(&table, &fire(&["u-1", "u-2"], "3721")));
    // Mounted cavalry fires singly.
    let rider = |id: &str, hex: &str| {
        json!({ "id": id, "side": "union", "type": "cavalry", "weapon": "C", "brigade": "b62-brodhead", "hex": hex,
                "strength": 3, "cohesion": 3, "worn_face": { "strength": 1, "cohesion": 2 } })
    };
    let mut table = open(json!([rider("u-1", "3621"), rider("u-2", "3621"), target()]), "b62-brodhead");
    table.refused(Union, fire(&["u-1", "u-2"], "3721"), "K60");
    let (found, column) = shifts(&table, Union, &fire(&["u-1"], "3721"));
    assert_eq!((found, column), (shift("carbines", 1), "4".to_owned()));
}

#[test]
fn kernstown_12_1e_batteries_combine_within_one_hex() {
    let mut table = field(json!([
        guns("u-1", "union", "R", "3719", 4.0),
        guns("u-2", "union", "S", "3719", 4.0),
        guns("u-3", "union", "S", "3720", 4.0),
        rebel("c-1", BURKS, "3722", (3.0, 3), (1.0, 2))
    ]));
    table.battery_step(Union, "3719");
    // 3720 is not of this hex; its turn comes.
    table.refused(Union, fire(&["u-1", "u-3"], "3722"), "9.1");
    // On one level 3720 blocks the line.
    table.refused(Union, fire(&["u-1", "u-2"], "3722"), "12.1a");
    let mut table = field(json!([
        guns("u-1", "union", "R", "3719", 4.0),
        guns("u-2", "union", "S", "3719", 4.0),
        rebel("c-1", BURKS, "3722", (3.0, 3), (1.0, 2))
    ]));
    table.battery_step(Union, "3719");
    assert_eq!(preview(&table, Union, &fire(&["u-1", "u-2"], "3722"))[0]["start"], json!("8-9"));
    let events = table.ok(Union, fire(&["u-1", "u-2"], "3722"), &[1, 1]);
    assert_eq!(table.event(&events, "combat-thrown")["column"], json!("8-9"));
}

#[test]
fn kernstown_9_5c_12_1f_no_fire_from_angled_ground() {
    // 2330 is Angled.
    let mut table = field(json!([
        guns("u-1", "union", "R", "2330", 4.0),
        rebel("c-1", BURKS, "2332", (3.0, 3), (1.0, 2))
    ]));
    table.battery_step(Union, "2330");
    table.refused(Union, fire(&["u-1"], "2332"), "9.5c");
    // From Light Woods and orchards batteries do fire (3.2e, 9.5c): 3525 is woods.
    let mut table = field(json!([
        guns("u-1", "union", "R", "3525", 4.0),
        rebel("c-1", BURKS, "3524", (3.0, 3), (1.0, 2))
    ]));
    table.battery_step(Union, "3525");
    table.ok(Union, canister(&["u-1"], "3524"), &[1, 1]);
}

#[test]
fn kernstown_12_2_k33_the_lead_unit() {
    // The largest printed strength of the side that shows, whatever hits it has.
    let stack = json!([
        union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)),
        with(rebel("c-1", BURKS, "3721", (5.0, 3), (2.0, 2)), json!({ "hits": 2 })),
        rebel("c-2", BURKS, "3721", (4.0, 5), (1.0, 4)),
    ]);
    let mut table = open(stack, TYLER);
    let events = table.ok(Union, fire(&["u-1"], "3721"), &[1, 1]);
    assert_eq!(table.event(&events, "combat-thrown")["lead"], json!("c-1"));
    // Equals that differ: their owner says.
    let tied = |second: u8| {
        json!([
            union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)),
            rebel("c-1", BURKS, "3721", (4.0, 3), (1.0, 2)),
            rebel("c-2", BURKS, "3721", (4.0, second), (1.0, 2)),
        ])
    };
    let mut table = open(tied(5), TYLER);
    table.ok(Union, fire(&["u-1"], "3721"), &[]);
    assert_eq!(table.battle.asked(&table.state), Some(Confederate));
    assert_eq!(table.offers(), [json!({ "lead": { "unit": "c-1" } }), json!({ "lead": { "unit": "c-2" } })]);
    table.refused(Confederate, json!({ "lead": { "unit": "u-1" } }), "12.2");
    let events = table.ok(Confederate, json!({ "lead": { "unit": "c-2" } }), &[1, 1]);
    assert_eq!(table.event(&events, "combat-thrown")["cohesion"], json!(5));
    // Equals that do not differ: nobody is asked.
    let mut table = open(tied(3), TYLER);
    table.ok(Union, fire(&["u-1"], "3721"), &[1, 1]);
}

#[test]
fn kernstown_12_3_k34_shifts_of_the_target() {
    let shot = fire(&["u-1"], "3721");
    let at = |unit: Value| {
        shifts(&open(json!([union("u-1", TYLER, "3621", (6.0, 3), (3.0, 2)), unit]), TYLER), Union, &shot)
    };
    assert_eq!(at(target()), (vec![], "6-7".to_owned()));
    assert_eq!(
        at(with(target(), json!({ "skirmish": true }))),
        (shift("target-skirmish", -2), "4".to_owned())
    );
    assert_eq!(
        at(with(target(), json!({ "sharpshooter": true }))),
        (shift("target-sharpshooters", -1), "5".to_owned())
    );
    let rider = json!({ "id": "c-1", "side": "confederate", "type": "cavalry", "weapon": "C", "brigade": "b62-ashby",
                        "hex": "3721", "strength": 3, "cohesion": 3, "worn_face": { "strength": 1, "cohesion": 2 } });
    assert_eq!(at(rider.clone()), (shift("target-cavalry", 2), "10-12".to_owned()));
    // On foot it is infantry.
    assert_eq!(at(with(rider, json!({ "mounted": false }))), (vec![], "6-7".to_owned()));
}

#[test]
fn kernstown_16_3_k34_skirmishers_fire_and_are_fired_at() {
    let shot = fire(&["u-1", "u-2"], "3721");
    let one = |skirmish: bool| {
        let second = with(union("u-2", TYLER, "3621", (1.0, 3), (0.5, 2)), json!({ "skirmish": skirmish }));
        shifts(
            &open(json!([union("u-1", TYLER, "3621", (5.0, 3), (2.0, 2)), second, target()]), TYLER),
            Union,
            &shot,
        )
    };
    assert_eq!(one(false), (vec![], "6-7".to_owned()));
    // Any one of those who fire.
    assert_eq!(one(true), (shift("firer-skirmish", -1), "5".to_owned()));
}

#[test]
fn kernstown_k32_half_or_more() {
    let shot = fire(&["u-1", "u-2"], "3721");
    let with_sharp = |sharp: f64, other: f64| {
        let first = with(union("u-1", TYLER, "3621", (sharp, 3), (0.5, 2)), json!({ "sharpshooter": true }));
        let table = open(json!([first, union("u-2", TYLER, "3621", (other, 3), (1.0, 2)), target()]), TYLER);
        shifts(&table, Union, &shot).0
    };
    assert_eq!(with_sharp(3.0, 3.0), shift("firing-sharpshooters", 1));
    assert_eq!(with_sharp(2.0, 3.0), vec![]);
    // Carbines are counted by units, not by strength.
    let carbine = with(union("u-1", TYLER, "3621", (1.0, 3), (0.5, 2)), json!({ "weapon": "C" }));
    let table = open(json!([carbine, union("u-2", TYLER, "3621", (5.0, 3), (1.0, 2)), target()]), TYLER);
    assert_eq!(shifts(&table, Union, &shot), (shift("carbines", 1), "8-9".to_owned()));
    // A share of guns is of guns only, and by what they bring: 4 Mx at long range bring 2, 2 of R at effective bring 2.
    let battery = |rifles: f64| {
        let mut table = field(json!([
            guns("u-1", "union", "Mx", "2423", 4.0),
            guns("u-2", "union", "R", "2423", rifles),
            rebel("c-1", BURKS, "2431", (3.0, 3), (1.0, 2))
        ]));
        table.battery_step(Union, "2423");
        shifts(&table, Union, &fire(&["u-1", "u-2"], "2431")).0
    };
    assert_eq!(battery(2.0), shift("mixed-far", -1));
    assert_eq!(battery(3.0), vec![]);
}

#[test]
fn kernstown_k26_obscured_shifts_add() {
    // 3525 and 3526 are woods on one level: through the one at the other.
    let far = rebel("c-1", BURKS, "3526", (3.0, 3), (1.0, 2));
    let table = open(json!([union("u-1", TYLER, "3524", (12.0, 3), (3.0, 2)), far]), TYLER);
    let (found, column) = shifts(&table, Union, &fire(&["u-1"], "3526"));
    assert_eq!(found, [("target-in-cover".to_owned(), -1), ("through-cover".to_owned(), -1)]);
    assert_eq!(column, "4");
    // Next to the target its cover counts as well.
    let near = rebel("c-1", BURKS, "3525", (3.0, 3), (1.0, 2));
    let table = open(json!([union("u-1", TYLER, "3524", (4.0, 3), (3.0, 2)), near]), TYLER);
    assert_eq!(
        shifts(&table, Union, &fire(&["u-1"], "3525")),
        (shift("target-in-cover", -1), "3".to_owned())
    );
}

#[test]
fn kernstown_3_2d_k17_walls() {
    let at = |from: &str, to: &str| {
        let behind = rebel("c-1", BURKS, to, (3.0, 3), (1.0, 2));
        let table = open(json!([union("u-1", TYLER, from, (12.0, 3), (6.0, 2)), behind]), TYLER);
        shifts(&table, Union, &fire(&["u-1"], to)).0
    };
    // From the field below, the wall protects; not from the same wall, nor from 1932, to which it points.
    assert_eq!(at("1734", "1834"), shift("stone-wall", -2));
    assert_eq!(at("1835", "1834"), vec![]);
    assert_eq!(at("1932", "1933"), vec![]);
    assert_eq!(at("1934", "1933"), shift("stone-wall", -2));
    // 1937 is another wall and points to 1938.
    assert_eq!(at("1938", "1937"), vec![]);
    assert_eq!(at("1837", "1937"), shift("stone-wall", -2));
}

#[test]
fn kernstown_k18_two_hexes_lose_to_the_wall_unless_both_are_exempt() {
    let pair = |a: &str, b: &str| {
        let behind = rebel("c-1", BURKS, "1933", (3.0, 3), (1.0, 2));
        let table = open(
            json!([
                union("u-1", TYLER, a, (3.0, 3), (1.0, 2)),
                union("u-2", TYLER, b, (3.0, 3), (1.0, 2)),
                behind
            ]),
            TYLER,
        );
        shifts(&table, Union, &fire(&["u-1", "u-2"], "1933")).0
    };
    // 1932 is exempt; 1833 and 2032, next to it, are not.
    assert_eq!(pair("1932", "1833"), shift("stone-wall", -2));
}

#[test]
fn kernstown_k61_a_fire_pushed_off_the_table_is_refused() {
    // 1 SP at skirmishers in woods: C less two, less one.
    let far = with(rebel("c-1", BURKS, "3525", (3.0, 3), (1.0, 2)), json!({ "skirmish": true }));
    let mut table = open(json!([union("u-1", TYLER, "3524", (2.0, 3), (1.0, 2)), far]), TYLER);
    table.refused(Union, fire(&["u-1"], "3525"), "K61");
    assert_eq!(table.offers(), [json!({ "end": {} })]);
}

#[test]
fn kernstown_k62_swords_and_pistols() {
    let rider = json!({ "id": "u-1", "side": "union", "type": "cavalry", "weapon": "CC", "brigade": "b62-brodhead",
                        "hex": "3621", "strength": 3, "cohesion": 3, "worn_face": { "strength": 1, "cohesion": 2 } });
    for mounted in [true, false] {
        let rider = with(rider.clone(), json!({ "mounted": mounted }));
        let mut table = open(json!([rider, target()]), "b62-brodhead");
        table.refused(Union, fire(&["u-1"], "3721"), "K62");
    }
}

#[test]
fn kernstown_12_4_k30_flanking_fire() {
    let units = || {
        json!([
            union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)),
            union("u-2", TYLER, "3822", (3.0, 3), (1.0, 2)),
            union("u-3", TYLER, "3622", (2.0, 3), (1.0, 2)),
            target()
        ])
    };
    // Opposite hexes, and a third next to the first: all three gain a column.
    let mut table = open(units(), TYLER);
    let order = fires(&[(&["u-1"], "3721"), (&["u-2"], "3721"), (&["u-3"], "3721")]);
    let events = table.ok(Union, order, &[1, 1, 1, 1, 1, 1]);
    let columns: Vec<Value> =
        table.all(&events, "combat-thrown").iter().map(|e| e["column"].clone()).collect();
    assert_eq!(columns, ["5", "4", "3"]);
    // Next to each other they do not flank.
    let mut table = open(units(), TYLER);
    let events = table.ok(Union, fires(&[(&["u-1"], "3721"), (&["u-3"], "3721")]), &[1, 1, 1, 1]);
    let columns: Vec<Value> =
        table.all(&events, "combat-thrown").iter().map(|e| e["column"].clone()).collect();
    assert_eq!(columns, ["4", "2"]);
    // It is offered.
    let table = open(units(), TYLER);
    assert!(offered(&table, &fires(&[(&["u-1"], "3721"), (&["u-2"], "3721")])));
}

#[test]
fn kernstown_12_4_a_target_that_is_gone_frees_the_others() {
    let mut table = open(
        json!([
            union("u-1", TYLER, "3621", (12.0, 3), (6.0, 2)),
            union("u-2", TYLER, "3822", (3.0, 3), (1.0, 2)),
            with(rebel("c-1", BURKS, "3721", (3.0, 0), (1.0, 0)), json!({ "worn": true })),
            rebel("c-2", BURKS, "3922", (3.0, 3), (1.0, 2)),
        ]),
        TYLER,
    );
    let order = fires(&[(&["u-1"], "3721"), (&["u-2"], "3721")]);
    // 66 is Severe for CR 0: D of a worn unit is a Break Test; 6 over 0 is Box 3. The second fire comes to nothing.
    let events = table.ok(Union, order, &[6, 6, 1, 1, 6]);
    assert_eq!(table.place("c-1"), "box 3");
    assert_eq!(table.event(&events, "voided")["case"], json!("12.4"));
    // Its unit has not fired and may aim elsewhere.
    table.refused(Union, fire(&["u-1"], "3922"), "12.1");
    table.ok(Union, fire(&["u-2"], "3922"), &[1, 1]);
}

#[test]
fn kernstown_k47_chaos_and_deception_stop_fire() {
    let units = || json!([union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)), target()]);
    let mut table = open(units(), TYLER);
    table.happen(json!({ "event": "chaos-came", "hex": "3621", "units": ["u-1"] }));
    table.refused(Union, fire(&["u-1"], "3721"), "K47");
    let mut table = open(units(), TYLER);
    table.happen(json!({ "event": "rare-came", "rare": "deception" }));
    table.happen(json!({ "event": "rare-used", "rare": "deception", "units": ["u-1"], "columns": 0 }));
    table.refused(Union, fire(&["u-1"], "3721"), "10.5b");
}

#[test]
fn kernstown_9_5e_low_ammo_halves_and_denies_canister() {
    let mut table = field(json!([
        guns("u-1", "union", "S", "3719", 4.0),
        rebel("c-1", BURKS, "3721", (3.0, 3), (1.0, 2))
    ]));
    table.battery_step(Union, "3719");
    assert_eq!(preview(&table, Union, &canister(&["u-1"], "3721"))[0]["strength"], json!(6.0));
    table.happen(json!({ "event": "ammo", "unit": "u-1", "low": true, "for-good": false, "case": "9.5e" }));
    assert_eq!(preview(&table, Union, &fire(&["u-1"], "3721"))[0]["strength"], json!(2.0));
    table.refused(Union, canister(&["u-1"], "3721"), "10.4a");
}

#[test]
fn kernstown_k103_the_silent_batteries_of_the_first_turn() {
    let all = json!([
        guns("u-1", "union", "R", "3719", 4.0),
        rebel("c-1", "b64-smith", "3721", (3.0, 3), (1.0, 2)),
        guns("c-guns", "confederate", "R", "3619", 4.0),
    ]);
    let mut table = field_of("kernstown-4-breckinridge", all.clone());
    table.battery_step(Union, "3719");
    table.refused(Union, fire(&["u-1"], "3721"), "20.4f");
    // Batteries and other divisions are seen.
    table.ok(Union, fire(&["u-1"], "3619"), &[1, 1]);
    // From the second turn on everybody is.
    let mut table = field_of("kernstown-4-breckinridge", all);
    table.happen(json!({ "event": "turn-began", "turn": 2 }));
    table.battery_step(Union, "3719");
    table.ok(Union, fire(&["u-1"], "3721"), &[1, 1]);
}

#[test]
fn kernstown_k59_k94_frozen_units_fire() {
    let mut table = field(json!([
        json!({ "id": "c62-5va", "hex": "3621" }),
        union("u-1", TYLER, "3721", (3.0, 3), (1.0, 2))
    ]));
    assert!(table.state.unit(table.unit("c62-5va")).frozen);
    table.fire_step(Confederate, "b62-garnett");
    table.ok(Confederate, fire(&["c62-5va"], "3721"), &[1, 1]);
}

#[test]
fn kernstown_12_3_the_preview_counts_every_way_the_dice_can_fall() {
    let table = open(json!([union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)), target()]), TYLER);
    let fires = preview(&table, Union, &fire(&["u-1"], "3721"));
    let target = &fires[0]["targets"][0];
    // Column 4 against CR 2: 15 Routine and 6 Tough of 36.
    let near = |value: &Value, ways: f64| (value.as_f64().unwrap() - ways / 36.0).abs() < 1e-9;
    assert!(near(&target["tests"]["routine"], 15.0), "{target}");
    assert!(near(&target["tests"]["tough"], 6.0) && near(&target["tests"]["severe"], 0.0));
    let outcomes = target["chances"]["outcomes"].as_array().unwrap();
    let sum: f64 = outcomes.iter().map(|o| o["chance"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    // Depleted on 5 and 6 of Routine, on 3 to 6 of Tough.
    let depleted = 15.0 * 2.0 / 6.0 + 6.0 * 4.0 / 6.0;
    let worn = outcomes.iter().filter(|o| o["worn"] == json!(true));
    let worn: f64 = worn.map(|o| o["chance"].as_f64().unwrap()).sum();
    // And those whom B breaks while they are fresh: 1 or 2 and 6 of Tough, then 3 to 6 over CR 2.
    let broken = 6.0 * (2.0 / 6.0) * (1.0 / 6.0) * (4.0 / 6.0);
    assert!(near(&json!(worn), depleted + broken), "{worn}");
}

#[test]
fn kernstown_12_3_the_preview_agrees_with_every_throw_of_the_dice() {
    // Companions that can be depleted and broken, and support that can be lost with them.
    let stacks = [
        json!([target()]),
        json!([
            with(rebel("c-1", BURKS, "3721", (4.0, 4), (2.0, 3)), json!({ "worn": true, "hits": 1 })),
            with(rebel("c-2", BURKS, "3721", (2.0, 3), (1.0, 2)), json!({ "worn": true })),
        ]),
        json!([
            with(rebel("c-1", BURKS, "3721", (4.0, 5), (2.0, 4)), json!({ "hits": 2 })),
            rebel("c-2", BURKS, "3721", (1.0, 3), (0.5, 2)),
        ]),
        json!([with(guns("c-1", "confederate", "S", "3721", 4.0), json!({ "worn": true }))]),
    ];
    for stack in stacks {
        let mut units = vec![union("u-1", TYLER, "3621", (9.0, 3), (3.0, 2))];
        units.extend(stack.as_array().unwrap().iter().cloned());
        let table = open(json!(units), TYLER);
        let order = fire(&["u-1"], "3721");
        let fires = preview(&table, Union, &order);
        let outcomes = fires[0]["targets"][0]["chances"]["outcomes"].as_array().unwrap().clone();
        let counted = thrown_out(&table, &order);
        assert_eq!(outcomes.len(), counted.len(), "{outcomes:?} {counted:?}");
        for outcome in outcomes {
            let key = format!("{} {} {}", outcome["worn"], outcome["hits"], outcome["fate"]);
            let chance = counted.get(&key).unwrap_or_else(|| panic!("{key} never came: {counted:?}"));
            assert!((chance - outcome["chance"].as_f64().unwrap()).abs() < 1e-9, "{key}: {chance} {outcome}");
        }
    }
}

/// What becomes of c-1 with every fall of the dice, as the rules play it. Of the throws on the Combat Results Table that
/// bring the same test, one stands for all.
fn thrown_out(table: &Table, order: &Value) -> BTreeMap<String, f64> {
    let order = table.battle.read_order(order).unwrap();
    let play = |dice: &[u8]| -> Vec<Event> {
        let mut loaded = LoadedDice::new(dice.iter().copied().chain([1; 8]));
        table
            .battle
            .judge(&table.state, Union, &order, &mut loaded, &mut Inquiry::quiet())
            .unwrap_or_else(|e| panic!("{e}"))
    };
    let mut tests: BTreeMap<String, (Vec<u8>, f64)> = BTreeMap::new();
    for (colored, white) in (1..=6).flat_map(|c| (1..=6).map(move |w| (c, w))) {
        let events = play(&[colored, white]);
        let test = table.event(&events, "combat-thrown")["test"].to_string();
        tests.entry(test).or_insert((vec![colored, white], 0.0)).1 += 1.0 / 36.0;
    }
    let mut counted = BTreeMap::new();
    let mut open: Vec<(Vec<u8>, f64)> = tests.into_values().collect();
    while let Some((dice, chance)) = open.pop() {
        let events = play(&dice);
        if dice.len() < lead_dice(&events) {
            open.extend((1..=6).map(|face| ([dice.as_slice(), &[face]].concat(), chance / 6.0)));
            continue;
        }
        let mut state = table.state.clone();
        let mut fate = json!("stays");
        for event in &events {
            table.battle.apply(&mut state, event);
            let written = table.battle.event_value(event);
            if written["event"] == "retreat-ordered" && written["unit"] == "c-1" {
                fate = json!({ "retreats": written["hexes"] });
            }
        }
        let there = state.unit(table.unit("c-1"));
        match there.place {
            Place::Broken(track) => fate = json!({ "broken": track }),
            Place::Eliminated => fate = json!("eliminated"),
            _ => {}
        }
        *counted.entry(format!("{} {} {fate}", there.worn, there.hits)).or_insert(0.0) += chance;
    }
    counted
}

/// How many dice were thrown up to the last that can touch the Lead Unit: what comes after a Panic cannot.
fn lead_dice(events: &[Event]) -> usize {
    let before = events.iter().take_while(|e| !matches!(e, Event::Panicked { .. }));
    before.map(|e| e.faces().len()).sum()
}
