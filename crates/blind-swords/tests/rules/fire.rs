//! Fire Combat (12): who fires at what, and with what strength.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::Table;
use crate::check::field::{field, field_of, guns, rebel, union, with};
use crate::check::fires::{canister, fire, offered, open, preview, shift, shifts, target};
use serde_json::{Value, json};
use tabletop::Rules;
use tabletop::Side::{Confederate, Union};

const TYLER: &str = "b62-tyler";
const KIMBALL: &str = "b62-kimball";
const BURKS: &str = "b62-burks";

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
fn kernstown_4_8_fractions_are_kept_to_the_end() {
    // 3 and 3 at long range are 1.5 and 1.5: together 3, not 2.
    let two = json!([
        union("u-1", TYLER, "3719", (3.0, 3), (1.0, 2)),
        union("u-2", TYLER, "3719", (3.0, 3), (1.0, 2)),
        target()
    ]);
    let table = open(two, TYLER);
    assert_eq!(preview(&table, Union, &fire(&["u-1", "u-2"], "3721"))[0]["start"], json!("3"));
}

#[test]
fn kernstown_k14_a_half_and_more_is_c() {
    let table = open(json!([union("u-1", TYLER, "3718", (3.0, 3), (1.0, 2)), target()]), TYLER);
    let fires = preview(&table, Union, &fire(&["u-1"], "3721"));
    assert_eq!((&fires[0]["strength"], &fires[0]["start"]), (&json!(0.75), &json!("C")));
    // Less than a half cannot fire (12.3).
    let mut table = open(json!([union("u-1", TYLER, "3718", (1.0, 3), (0.5, 2)), target()]), TYLER);
    table.refused(Union, fire(&["u-1"], "3721"), "12.3");
}

#[test]
fn kernstown_k31_hits_come_off_before_the_factors() {
    // 4 less 1, halved.
    let shaken = with(union("u-1", TYLER, "3719", (4.0, 3), (1.0, 2)), json!({ "hits": 1 }));
    let table = open(json!([shaken, target()]), TYLER);
    assert_eq!(preview(&table, Union, &fire(&["u-1"], "3721"))[0]["strength"], json!(1.5));
    // Factors multiply: at Low Ammo and at long range, 4 is 1.
    let mut table = open(json!([union("u-1", TYLER, "3719", (4.0, 3), (1.0, 2)), target()]), TYLER);
    table.apply(json!({ "event": "ammo", "unit": "u-1", "low": true, "for-good": false, "case": "9.5e" }));
    assert_eq!(preview(&table, Union, &fire(&["u-1"], "3721"))[0]["strength"], json!(1.0));
}

#[test]
fn kernstown_k28_infantry_never_fires_over_friends() {
    // From 1001, at level 4, down over 1002 to 1004: units on the way obscure the line and do not
    // block it.
    let rifles = |between: Value| {
        let far = rebel("c-1", BURKS, "1004", (3.0, 3), (1.0, 2));
        open(json!([union("u-1", TYLER, "1001", (6.0, 3), (3.0, 2)), between, far]), TYLER)
    };
    // 1002 is not next to the target, yet infantry may not.
    let mut table = rifles(union("u-2", TYLER, "1002", (3.0, 3), (1.0, 2)));
    table.refused(Union, fire(&["u-1"], "1004"), "12.1b");
    // Over enemies anybody may, one column to the left.
    let table = rifles(rebel("c-2", BURKS, "1002", (3.0, 3), (1.0, 2)));
    assert_eq!(shifts(&table, Union, &fire(&["u-1"], "1004")), (shift("over-units", -1), "C".to_owned()));
}

#[test]
fn kernstown_12_1b_batteries_fire_over_friends_who_are_not_next_to_the_target() {
    // From 2423 over 2425 to the ridge; 2331 is next to 2332.
    let battery = |friend: &str| {
        let mut table = field(json!([
            guns("u-guns", "union", "R", "2423", 4.0),
            union("u-2", TYLER, friend, (3.0, 3), (1.0, 2)),
            rebel("c-1", BURKS, "2332", (3.0, 3), (1.0, 2))
        ]));
        table.battery_step(Union, "2423");
        table
    };
    let order = fire(&["u-guns"], "2332");
    assert_eq!(shifts(&battery("2425"), Union, &order), (shift("over-units", -1), "1".to_owned()));
    battery("2331").refused(Union, order, "12.1b");
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
    let message = table.refused(Union, fire(&["u-1"], "3527"), "12.1a");
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
fn kernstown_9_5c_no_fire_from_angled_ground() {
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
fn kernstown_12_1f_nor_out_of_turn() {
    // 2331 lies next to 2330, which is Angled.
    let mut table = field(json!([
        guns("u-guns", "union", "R", "2330", 4.0),
        union("u-1", TYLER, "2330", (4.0, 3), (1.0, 2)),
        rebel("c-1", BURKS, "2331", (3.0, 3), (1.0, 2))
    ]));
    table.under_way(json!({ "opportunity": { "side": "union", "mover": "c-1", "hex": "2331" } }));
    table.refused(Union, fire(&["u-guns"], "2331"), "12.1f");
    // Infantry does.
    assert_eq!(preview(&table, Union, &fire(&["u-1"], "2331"))[0]["strength"], json!(2.0));
}

#[test]
fn kernstown_12_2_the_largest_printed_strength_leads() {
    // The largest printed strength of the side that shows, whatever hits it has.
    let stack = json!([
        union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)),
        with(rebel("c-1", BURKS, "3721", (5.0, 3), (2.0, 2)), json!({ "hits": 2 })),
        rebel("c-2", BURKS, "3721", (4.0, 5), (1.0, 4)),
    ]);
    let mut table = open(stack, TYLER);
    let events = table.ok(Union, fire(&["u-1"], "3721"), &[1, 1]);
    assert_eq!(table.event(&events, "combat-thrown")["lead"], json!("c-1"));
}

#[test]
fn kernstown_k33_of_equals_that_differ_their_owner_chooses() {
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
fn kernstown_k47_chaos_and_deception_stop_fire() {
    let units = || json!([union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)), target()]);
    let mut table = open(units(), TYLER);
    table.apply(json!({ "event": "chaos-came", "hex": "3621", "units": ["u-1"] }));
    table.refused(Union, fire(&["u-1"], "3721"), "K47");
    let mut table = open(units(), TYLER);
    table.apply(json!({ "event": "rare-came", "rare": "deception" }));
    table.apply(json!({ "event": "rare-used", "rare": "deception", "units": ["u-1"], "columns": 0 }));
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
    table.apply(json!({ "event": "ammo", "unit": "u-1", "low": true, "for-good": false, "case": "9.5e" }));
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
    table.apply(json!({ "event": "turn-began", "turn": 2 }));
    table.battery_step(Union, "3719");
    table.ok(Union, fire(&["u-1"], "3721"), &[1, 1]);
}

#[test]
fn kernstown_k94_frozen_units_fire() {
    let mut table = field(json!([
        json!({ "id": "c62-5va", "hex": "3621" }),
        union("u-1", TYLER, "3721", (3.0, 3), (1.0, 2))
    ]));
    assert!(table.state.unit(table.unit("c62-5va")).frozen);
    table.fire_step(Confederate, "b62-garnett");
    table.ok(Confederate, fire(&["c62-5va"], "3721"), &[1, 1]);
}
