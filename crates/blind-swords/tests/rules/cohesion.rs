//! Cohesion Tests and what they bring (15.0, 15.1, 15.5 to 15.7, 15.9).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::Table;
use crate::check::field::{field, field_of, guns, rebel, union, with};
use blind_swords::Event;
use serde_json::{Value, json};
use tabletop::Rules;
use tabletop::Side::{Confederate, Union};

const TYLER: &str = "b62-tyler";
const BURKS: &str = "b62-burks";
const GARNETT: &str = "b62-garnett";

/// 12 SP next to 3721 fire at it: column 10-12. 11 is nothing, 51 Severe for CR 0 and 1, Tough for
/// 2 and 3, Routine for 4 and 5; 66 is Severe up to 3, Tough above.
fn under_fire(units: Value) -> Table {
    let mut all = vec![union("u-1", TYLER, "3621", (12.0, 3), (6.0, 2))];
    all.extend(units.as_array().unwrap().iter().cloned());
    let mut table = field(json!(all));
    table.fire_step(Union, TYLER);
    table
}

const FIRE: fn() -> Value = || json!({ "fire": { "shots": [{ "units": ["u-1"], "target": "3721" }] } });

/// Fires with these dice; ways of retreat are the first that is offered.
fn fire(table: &mut Table, dice: &[u8]) -> Vec<Event> {
    let mut events = table.ok(Union, FIRE(), dice);
    while let Some(way) = table.offers().into_iter().find(|o| o.get("retreat").is_some()) {
        let side = table.battle.asked(&table.state).unwrap();
        events.extend(table.ok(side, way, &[]));
    }
    events
}

/// SP and CR fresh, SP and CR worn, in 3721.
fn there(id: &str, fresh: (f64, u8), worn: (f64, u8)) -> Value {
    rebel(id, BURKS, "3721", fresh, worn)
}

/// A brother regiment that supports whoever stands in 3721.
fn brother() -> Value {
    rebel("c-brother", BURKS, "3821", (2.0, 6), (1.0, 5))
}

fn condition(table: &Table, id: &str) -> (bool, u8) {
    let unit = table.state.unit(table.unit(id));
    (unit.worn, unit.hits)
}

#[test]
fn kernstown_15_0_depletion_is_carried_out_before_skedaddle() {
    // Tough; colored 3 is D, white 3 is M.
    let mut table = under_fire(json!([there("c-1", (4.0, 3), (1.0, 2)), brother()]));
    let events = fire(&mut table, &[5, 1, 3, 3]);
    let test = table.event(&events, "test-thrown");
    assert_eq!((&test["test"], &test["faces"]), (&json!("tough"), &json!([3, 3])));
    assert_eq!(Table::names(&events)[3..], ["test-thrown", "depleted", "morale-hit"]);
    assert_eq!(condition(&table, "c-1"), (true, 1));
    // The dice are not interchangeable: colored 3 and white 1 deplete, colored 1 and white 3 shake.
    let mut table = under_fire(json!([there("c-1", (4.0, 3), (1.0, 2)), brother()]));
    fire(&mut table, &[5, 1, 3, 1]);
    assert_eq!(condition(&table, "c-1"), (true, 0));
    let mut table = under_fire(json!([there("c-1", (4.0, 3), (1.0, 2)), brother()]));
    fire(&mut table, &[5, 1, 1, 3]);
    assert_eq!(condition(&table, "c-1"), (false, 1));
}

#[test]
fn kernstown_15_1a_deplete_one_two_all() {
    let stack = || {
        json!([
            there("c-big", (5.0, 3), (2.0, 2)),
            there("c-mid", (3.0, 3), (1.0, 2)),
            there("c-small", (1.0, 3), (0.5, 2)),
            brother()
        ])
    };
    let worn = |dice: &[u8]| {
        let mut table = under_fire(stack());
        fire(&mut table, dice);
        ["c-big", "c-mid", "c-small", "c-brother"].map(|id| condition(&table, id).0)
    };
    // Tough: 3 is D, 5 is D2. Severe: 6 is D all.
    assert_eq!(worn(&[5, 1, 3, 1]), [true, false, false, false]);
    assert_eq!(worn(&[5, 1, 5, 1]), [true, true, false, false]);
    assert_eq!(worn(&[6, 6, 6, 1]), [true, true, true, false]);
    // D2 on one unit is D.
    let mut table = under_fire(json!([there("c-1", (4.0, 3), (1.0, 2)), brother()]));
    fire(&mut table, &[5, 1, 5, 1]);
    assert_eq!(condition(&table, "c-1"), (true, 0));
}

#[test]
fn kernstown_15_1a_a_worn_unit_takes_a_break_test_instead() {
    // CR 3, supported, worn; Tough, D: a die of 3 passes and shakes it.
    let worn = || with(there("c-1", (4.0, 4), (1.0, 3)), json!({ "worn": true }));
    let mut table = under_fire(json!([worn(), brother()]));
    let events = fire(&mut table, &[5, 1, 3, 1, 3]);
    let thrown = table.event(&events, "break-thrown");
    assert_eq!((&thrown["die"], &thrown["cohesion"]), (&json!(3), &json!(3)));
    assert_eq!(condition(&table, "c-1"), (true, 1));
}

#[test]
fn kernstown_15_7_15_9_the_boxes_of_a_break_test() {
    let after = |die: u8| {
        let unit = with(there("c-1", (4.0, 4), (1.0, 3)), json!({ "worn": true }));
        let mut table = under_fire(json!([unit, brother()]));
        fire(&mut table, &[5, 1, 3, 1, die]);
        table.place("c-1")
    };
    assert_eq!([3, 4, 5, 6].map(after), ["3721", "box 1", "box 2", "box 3"]);
    // Die three over and more: CR 2, unsupported, is 1.
    let lonely = with(there("c-1", (4.0, 3), (1.0, 2)), json!({ "worn": true }));
    let mut table = under_fire(json!([lonely]));
    // 51 is Severe for CR 1; 1 is D, 1 is M; the unit is gone before that.
    let events = fire(&mut table, &[5, 1, 1, 1, 4]);
    assert_eq!(table.place("c-1"), "box 3");
    assert!(!Table::names(&events).contains(&"morale-hit".to_owned()));
}

#[test]
fn kernstown_15_9_markers_come_off_and_it_is_worn_there() {
    let unit = with(there("c-1", (4.0, 6), (2.0, 5)), json!({ "hits": 2 }));
    let mut table = under_fire(json!([unit, brother()]));
    // CR 6 less 2 is 4: 66 is Tough; colored 1 nothing, white 2 is M: a Break Test of a Disrupted
    // unit, 5 over 4.
    fire(&mut table, &[6, 6, 1, 2, 5]);
    assert_eq!((table.place("c-1").as_str(), condition(&table, "c-1")), ("box 1", (true, 0)));
}

#[test]
fn kernstown_15_9_4_1_batteries_and_fragile_units_are_eliminated() {
    let battery = with(guns("c-guns", "confederate", "S", "3721", 4.0), json!({ "worn": true }));
    let mut table = under_fire(json!([battery, brother()]));
    // A worn battery, supported, has CR 2; Tough, D.
    fire(&mut table, &[5, 1, 3, 1, 3]);
    assert_eq!(table.place("c-guns"), "eliminated");
    let fragile = json!({ "id": "c-1", "side": "confederate", "type": "infantry", "weapon": "R", "brigade": BURKS,
                          "hex": "3721", "strength": 2, "cohesion": 3, "fragile": true });
    let mut table = under_fire(json!([fragile, brother()]));
    assert!(condition(&table, "c-1").0, "a Fragile unit has a worn side only");
    fire(&mut table, &[5, 1, 3, 1, 4]);
    assert_eq!(table.place("c-1"), "eliminated");
}

#[test]
fn kernstown_15_6_morale_hits() {
    let hits = |before: u8, dice: &[u8]| {
        let unit = with(there("c-1", (9.0, 6), (6.0, 5)), json!({ "hits": before }));
        let mut table = under_fire(json!([unit, brother()]));
        fire(&mut table, dice);
        (table.place("c-1"), condition(&table, "c-1").1)
    };
    // CR 6 on 66 is Tough; white 2 is M.
    assert_eq!(hits(0, &[6, 6, 1, 2]), ("3721".into(), 1));
    assert_eq!(hits(1, &[6, 6, 1, 2]), ("3721".into(), 2));
    // Disrupted: a Break Test, which cannot make it worse if passed. CR 6 less 2 is 4.
    assert_eq!(hits(2, &[6, 6, 1, 2, 4]), ("3721".into(), 2));
    assert_eq!(hits(2, &[6, 6, 1, 2, 6]), ("box 2".into(), 0));
}

#[test]
fn kernstown_15_1b_2m_of_a_shaken_unit_disrupts_and_tests_it() {
    let unit = || with(there("c-1", (9.0, 4), (6.0, 3)), json!({ "hits": 1 }));
    // CR 4 less 1 is 3: 66 is Severe. Colored 1 is D, white 4 is 2M R2 (P1): Disrupted, then a
    // Break Test against 3 - 1 - ...
    let mut table = under_fire(json!([unit(), brother()]));
    let events = fire(&mut table, &[6, 6, 1, 4, 1]);
    assert_eq!(
        Table::names(&events)[3..7],
        ["test-thrown", "depleted", "morale-hit", "break-thrown"],
        "{:?}",
        Table::names(&events)
    );
    // Worn CR 3, Disrupted: 1.
    assert_eq!(table.event(&events, "break-thrown")["cohesion"], json!(1));
    assert!(Table::names(&events).contains(&"retreat-ordered".to_owned()));
}

#[test]
fn kernstown_k81_a_second_break_test_is_dropped_if_the_first_removed_the_unit() {
    let unit = with(there("c-1", (9.0, 5), (6.0, 4)), json!({ "hits": 2 }));
    // CR 5 less 2 is 3: Severe. D makes it worn (CR 4 less 2 is 2), 2M is two Break Tests: the
    // first, 6, breaks it.
    let mut table = under_fire(json!([unit, brother()]));
    let events = fire(&mut table, &[6, 6, 1, 4, 6]);
    assert_eq!(table.all(&events, "break-thrown").len(), 1);
    assert_eq!(table.place("c-1"), "box 3");
    // Passed, it takes the second.
    let unit = with(there("c-1", (9.0, 5), (6.0, 4)), json!({ "hits": 2 }));
    let mut table = under_fire(json!([unit, brother()]));
    let events = fire(&mut table, &[6, 6, 1, 4, 1, 1]);
    assert_eq!(table.all(&events, "break-thrown").len(), 2);
}

#[test]
fn kernstown_15_1b_the_rulebooks_panic_example() {
    let stack = || {
        json!([
            there("c-four", (4.0, 3), (1.0, 2)),
            there("c-three", (3.0, 3), (0.5, 2)),
            there("c-one", (1.0, 3), (0.5, 2)),
            with(rebel("c-six", BURKS, "3821", (6.0, 4), (3.0, 3)), json!({ "hits": 1 })),
        ])
    };
    let mut table = under_fire(stack());
    let events = fire(&mut table, &[5, 1, 5, 5]);
    assert_eq!(table.event(&events, "test-thrown")["test"], json!("tough"));
    // D2: the largest two are worn. The Lead Unit is shaken and retreats two hexes.
    assert_eq!(condition(&table, "c-four"), (true, 1));
    assert_eq!(condition(&table, "c-three"), (true, 1));
    assert_eq!(condition(&table, "c-one"), (false, 0));
    assert_eq!(condition(&table, "c-six"), (false, 1));
    assert_eq!(table.event(&events, "panicked")["unit"], json!("c-three"));
    assert_eq!(table.battle.distance(table.hex("3721"), hex_of(&table, "c-four")), 2);
    assert_eq!((table.place("c-one"), table.place("c-six")), ("3721".to_owned(), "3821".to_owned()));
    // The Lead Unit retreats before anybody panics.
    let names = Table::names(&events);
    let at = |name: &str| names.iter().position(|n| n == name).unwrap();
    assert!(at("retreated") < at("panicked"));
}

fn hex_of(table: &Table, id: &str) -> hexmap::Hex {
    table.state.hex(table.unit(id)).unwrap_or_else(|| panic!("{id} is not on the map"))
}

#[test]
fn kernstown_k82_of_equal_panic_stricken_units_the_enemy_chooses() {
    let near = |id: &str, hex: &str, cohesion: u8| rebel(id, GARNETT, hex, (2.0, cohesion), (1.0, cohesion));
    // 51 is Tough for CR 3; white 5 is M R2 (P1).
    let mut table = under_fire(json!([
        there("c-1", (4.0, 4), (1.0, 3)),
        near("c-2", "3722", 2),
        near("c-3", "3821", 2),
        rebel("c-4", "b62-fulkerson", "3720", (2.0, 5), (1.0, 4))
    ]));
    let events = fire(&mut table, &[5, 1, 1, 5]);
    assert!(!Table::names(&events).contains(&"panicked".to_owned()));
    assert_eq!(table.battle.asked(&table.state), Some(Union));
    assert_eq!(table.offers().len(), 2);
    table.refused(Union, json!({ "choose": { "unit": "c-4" } }), "K82");
    let events = table.ok(Union, json!({ "choose": { "unit": "c-3" } }), &[]);
    assert_eq!(table.event(&events, "panicked")["unit"], json!("c-3"));
    // Where one has the lowest CR nobody is asked; where none is low enough nobody runs.
    let mut table =
        under_fire(json!([there("c-1", (4.0, 4), (1.0, 3)), near("c-2", "3722", 2), near("c-3", "3821", 1)]));
    let events = fire(&mut table, &[5, 1, 1, 5]);
    assert_eq!(table.event(&events, "panicked")["unit"], json!("c-3"));
    let mut table = under_fire(json!([there("c-1", (4.0, 4), (1.0, 3)), near("c-4", "3720", 5)]));
    let events = fire(&mut table, &[5, 1, 1, 5]);
    assert!(!Table::names(&events).contains(&"panicked".to_owned()));
}

#[test]
fn kernstown_k80_if_the_lead_unit_is_gone_only_panic_is_left() {
    let lead = with(there("c-1", (4.0, 4), (1.0, 3)), json!({ "worn": true }));
    let mut table = under_fire(json!([lead, rebel("c-2", GARNETT, "3721", (0.5, 2), (0.5, 2)), brother()]));
    // Tough; D: a Break Test, 6 over 3: box 3. White 5, M R2 (P1).
    let events = fire(&mut table, &[5, 1, 3, 5, 6]);
    assert_eq!(table.place("c-1"), "box 3");
    let orders = table.all(&events, "retreat-ordered");
    assert_eq!(orders.len(), 1);
    assert_eq!(orders[0]["unit"], json!("c-2"));
    assert_eq!(table.event(&events, "panicked")["unit"], json!("c-2"));
}

#[test]
fn kernstown_k80_equals_for_d2_are_their_owners_choice() {
    let mut table = under_fire(json!([
        there("c-big", (5.0, 3), (2.0, 2)),
        there("c-a", (3.0, 3), (1.0, 2)),
        there("c-b", (3.0, 3), (1.0, 2)),
    ]));
    fire(&mut table, &[5, 1, 5, 1]);
    assert_eq!(table.battle.asked(&table.state), Some(Confederate));
    table.refused(Confederate, json!({ "choose": { "unit": "c-big" } }), "K80");
    table.ok(Confederate, json!({ "choose": { "unit": "c-b" } }), &[]);
    assert_eq!(["c-big", "c-a", "c-b"].map(|id| condition(&table, id).0), [true, false, true]);
}

#[test]
fn kernstown_k2_a_panic_stricken_unit_runs_three_hexes() {
    let mut table = under_fire(json!([
        there("c-1", (4.0, 4), (1.0, 3)),
        rebel("c-2", GARNETT, "3722", (2.0, 2), (1.0, 1))
    ]));
    let events = fire(&mut table, &[5, 1, 1, 5]);
    let orders = table.all(&events, "retreat-ordered");
    assert_eq!(
        orders.iter().map(|o| (o["unit"].clone(), o["hexes"].clone())).collect::<Vec<_>>(),
        [(json!("c-1"), json!(2)), (json!("c-2"), json!(3))]
    );
    assert_eq!(table.battle.distance(table.hex("3722"), hex_of(&table, "c-2")), 3);
}

#[test]
fn kernstown_15_9_the_rulebooks_close_combat_example() {
    let units = json!([
        union("u-1wv", "b64-ely", "1807", (3.0, 2), (1.0, 1)),
        with(union("u-4wv", "b64-ely", "1807", (7.0, 2), (4.0, 1)), json!({ "worn": true })),
        with(rebel("c-36va", "b64-smith", "1808", (8.0, 5), (5.0, 4)), json!({ "worn": true })),
        with(rebel("c-69nc", "b64-smith", "1808", (5.0, 4), (2.0, 3)), json!({ "worn": true })),
    ]);
    let mut table = field_of("kernstown-5-historical-1864", units);
    // 1807 is clear at level 4, 1808 clear at 5, with a Slope between.
    table.fire_step(Union, "b64-ely");
    table.ok(Union, json!({ "end": {} }), &[]);
    table.ok(Union, json!({ "end": {} }), &[]);
    let attack = json!({ "close": { "assaults": [{ "units": ["u-1wv", "u-4wv"], "target": "1808" }] } });
    table.ok(Union, attack, &[]);
    // Defensive Fire without result; then 52 in column 3, a Close Fight, and 5 and 3: BD* and AM.
    // Both worn units take their Break Tests: 3 for 36 VA, 1 for 4 WV.
    let defence = json!({ "fire": { "shots": [{ "units": ["c-36va"], "target": "1807" }] } });
    let events = table.ok(Confederate, defence, &[1, 1, 5, 2, 5, 3, 3, 1]);
    let thrown = table.all(&events, "combat-thrown");
    assert_eq!((&thrown[1]["column"], &thrown[1]["cohesion"]), (&json!("3"), &json!(4)), "{thrown:?}");
    assert_eq!(table.event(&events, "test-thrown")["depletion"], json!("both"));
    let tests = table.all(&events, "break-thrown");
    assert_eq!((&tests[0]["unit"], &tests[0]["cohesion"]), (&json!("c-36va"), &json!(4)));
    assert_eq!((&tests[1]["unit"], &tests[1]["cohesion"]), (&json!("u-4wv"), &json!(1)));
    assert_eq!(condition(&table, "c-36va"), (true, 1));
    // 4 WV is Shaken by its Break Test, then Disrupted by AM.
    assert_eq!(condition(&table, "u-4wv"), (true, 2));
    assert_eq!([condition(&table, "u-1wv"), condition(&table, "c-69nc")], [(false, 0), (true, 0)]);
}
