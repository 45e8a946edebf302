//! How far a fire is shifted (12.3, 12.4), and what it can bring.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use std::collections::BTreeMap;

use crate::check::Table;
use crate::check::field::{field, guns, rebel, union, with};
use crate::check::fires::{fire, fires, offered, open, preview, shift, shifts, target};
use blind_swords::{Event, Place};
use serde_json::{Value, json};
use tabletop::Side::Union;
use tabletop::{LoadedDice, Protocol, RuleCheck, Rules};

const TYLER: &str = "b62-tyler";
const BURKS: &str = "b62-burks";

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
    // A share of guns is of guns only, and by what they bring: 4 Mx at long range bring 2, 2 of R
    // at effective bring 2.
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
    // 66 is Severe for CR 0: D of a worn unit is a Break Test; 6 over 0 is Box 3. The second fire
    // comes to nothing.
    let events = table.ok(Union, order, &[6, 6, 1, 1, 6]);
    assert_eq!(table.place("c-1"), "box 3");
    assert_eq!(table.event(&events, "voided")["case"], json!("12.4"));
    // Its unit has not fired and may aim elsewhere.
    table.refused(Union, fire(&["u-1"], "3922"), "12.1");
    table.ok(Union, fire(&["u-2"], "3922"), &[1, 1]);
}

#[test]
fn kernstown_12_3_the_preview_tells_what_is_missing_for_the_next_column() {
    let shot = fire(&["u-1"], "3721");
    for (strength, start, next) in [
        (0.5, json!("C"), json!({ "column": "1", "missing": 0.5 })),
        (5.0, json!("5"), json!({ "column": "6-7", "missing": 1.0 })),
        (8.0, json!("8-9"), json!({ "column": "10-12", "missing": 2.0 })),
        (23.0, json!("23+"), Value::Null),
    ] {
        let table = open(json!([union("u-1", TYLER, "3621", (strength, 3), (0.5, 2)), target()]), TYLER);
        let fires = preview(&table, Union, &shot);
        assert_eq!((&fires[0]["start"], &fires[0]["next-column"]), (&start, &next), "{strength} SP");
    }
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

#[test]
fn kernstown_12_3_shifts_of_the_target() {
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
fn kernstown_k34_the_lead_unit_alone_is_looked_at() {
    let shot = fire(&["u-1"], "3721");
    let small = || with(rebel("c-2", BURKS, "3721", (1.0, 3), (0.5, 2)), json!({ "skirmish": true }));
    let at = |lead: Value| {
        let firer = union("u-1", TYLER, "3621", (6.0, 3), (3.0, 2));
        shifts(&open(json!([firer, lead, small()]), TYLER), Union, &shot).0
    };
    assert_eq!(at(target()), vec![]);
    assert_eq!(at(with(target(), json!({ "skirmish": true }))), shift("target-skirmish", -2));
}

#[test]
fn kernstown_16_3_skirmishers_fire_and_are_fired_at() {
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
fn kernstown_k17_walls_and_whom_they_do_not_protect_against() {
    let at = |from: &str, to: &str| {
        let behind = rebel("c-1", BURKS, to, (3.0, 3), (1.0, 2));
        let table = open(json!([union("u-1", TYLER, from, (12.0, 3), (6.0, 2)), behind]), TYLER);
        shifts(&table, Union, &fire(&["u-1"], to)).0
    };
    // From the field below, the wall protects; not from the same wall, nor from 1932, to which it
    // points.
    assert_eq!(at("1734", "1834"), shift("stone-wall", -2));
    assert_eq!(at("1835", "1834"), vec![]);
    // Of the same wall, but not next to it.
    assert_eq!(at("1836", "1834"), shift("stone-wall", -2));
    assert_eq!(at("1932", "1933"), vec![]);
    assert_eq!(at("1934", "1933"), shift("stone-wall", -2));
    // 1937 is another wall and points to 1938.
    assert_eq!(at("1938", "1937"), vec![]);
    assert_eq!(at("1837", "1937"), shift("stone-wall", -2));
}

#[test]
fn kernstown_k30_one_pair_flanks_for_all() {
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

/// What becomes of c-1 with every fall of the dice, as the rules play it. Of the throws on the
/// Combat Results Table that bring the same test, one stands for all.
fn thrown_out(table: &Table, order: &Value) -> BTreeMap<String, f64> {
    let order = table.battle.read_order(order).unwrap();
    let play = |dice: &[u8]| -> Vec<Event> {
        let mut loaded = LoadedDice::new(dice.iter().copied().chain([1; 8]));
        table
            .battle
            .judge(&table.state, Union, &order, &mut loaded, &mut RuleCheck::quiet())
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

/// How many dice were thrown up to the last that can touch the Lead Unit: what comes after a Panic
/// cannot.
fn lead_dice(events: &[Event]) -> usize {
    let before = events.iter().take_while(|e| !matches!(e, Event::Panicked { .. }));
    before.map(|e| e.faces().len()).sum()
}
