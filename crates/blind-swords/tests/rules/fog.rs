//! The Fog of War (10.5b, K47 to K50).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::field::{field, rebel, union};
use crate::check::{Table, scenario, start};
use blind_swords::{Battle, Options};
use serde_json::{Value, json};
use tabletop::Rules;
use tabletop::Side::{Confederate, Union};

/// The Fog of War comes out with these dice; Tyler's chit stays in the cup.
fn fog(table: Table, dice: &[u8]) -> (Table, Vec<blind_swords::Event>) {
    let mut table = table.drawing(&["w-fog"]);
    let events = table.go(dice);
    (table, events)
}

fn rare() -> Table {
    let battle =
        Battle::new(scenario("kernstown-2-historical"), Options { rare_events: true, ..Options::default() });
    let state = battle.start();
    Table { battle, state, events: Vec::new() }
}

#[test]
fn kernstown_10_5b_the_other_side_chooses_a_hex_in_battlefield_chaos() {
    for (die, affected, hex, unit) in [(1, Union, "1532", "u62-7oh-a"), (2, Confederate, "1834", "c62-27va")]
    {
        let (mut table, events) = fog(start(1), &[die]);
        assert!(table.event(&events, "fog-thrown")["result"]["chaos"].is_string());
        table.asks("chaos", affected.other());
        table.refused(affected.other(), json!({ "chaos": { "hex": "1020" } }), "10.5b");
        table.refused(affected, json!({ "chaos": { "hex": hex } }), "10.5b");
        let enemies = table.offers();
        assert!(enemies.contains(&json!({ "chaos": { "hex": hex } })));
        let events = table.ok(affected.other(), json!({ "chaos": { "hex": hex } }), &[]);
        assert_eq!(table.event(&events, "chaos-came")["units"], json!([unit]));
    }
}

#[test]
fn kernstown_k47_chaos_stays_with_the_units_and_ends_with_the_turn() {
    // The Wild chits come last in the list of a scenario's chits: an even face draws the fog, and 1
    // is Union Chaos.
    let mut table = start(1).drawing(&["w-fog", "k62-tyler"]);
    table.go(&[2, 1]);
    table.ok(Confederate, json!({ "chaos": { "hex": "1532" } }), &[]);
    let unit = table.unit("u62-7oh-a");
    assert!(table.state.unit(unit).chaos);
    assert!(!table.battle.is_supported(&table.state, unit), "no support is given to it (15.5)");
    table.asks("orders", Union);
    table.ok(Union, json!({ "order": { "order": "maneuver" } }), &[]);
    let moves = json!({ "move": { "units": ["u62-7oh-a"], "to": "1531" } });
    table.refused(Union, moves, "K47");
    table.apply(
        json!({ "event": "retreated", "unit": "u62-7oh-a", "from": "1532", "to": "1432", "case": "15.4" }),
    );
    assert!(table.state.unit(unit).chaos);
    assert!(!table.state.unit(table.unit("u62-7in-a")).chaos, "who is there now is not in it");
    table.ok(Union, json!({ "end": {} }), &[]);
    assert_eq!(table.state.turn, 2);
    assert!(!table.state.unit(unit).chaos);
}

#[test]
fn kernstown_k47_a_result_with_nobody_to_choose_does_nothing() {
    let mut table = start(1);
    for (unit, from) in [("c62-27va", "1834"), ("c62-carpenter-b", "2032")] {
        table.apply(json!({ "event": "eliminated", "unit": unit, "from": from, "case": "15.7" }));
    }
    for die in [2, 4] {
        let copy = table.copy();
        let (table, _) = fog(copy, &[die]);
        assert_eq!(table.state.turn, 2, "the turn has gone on");
    }
}

#[test]
fn kernstown_10_5b_a_wayward_move_is_the_other_sides_to_make() {
    for (die, mover) in [(3, Confederate), (4, Union)] {
        let (table, _) = fog(start(1), &[die]);
        table.asks("wayward", mover);
        assert!(table.offers().iter().any(|o| o.get("wayward").is_some()));
    }
}

#[test]
fn kernstown_10_5b_a_general_is_hit_and_another_throw_brings_him_back() {
    // 5, then 4: a Confederate; 2 names Garnett in 1862, 4 hits him.
    let (mut table, events) = fog(start(1), &[5, 4, 2, 4]);
    let thrown = table.event(&events, "general-thrown");
    assert_eq!((&thrown["chit"], &thrown["hit"]), (&json!("k62-garnett"), &json!(true)));
    let rating = |table: &Table| {
        let mut table = table.copy().drawing(&["k62-garnett"]);
        let events = table.go(&[1]);
        table.event(&events, "command-thrown")["rating"].clone()
    };
    assert_eq!(rating(&start(1)), 4);
    assert_eq!(rating(&table), 3, "his replacement");
    // A low white die does nothing more to him, a high one brings him back.
    (table, _) = fog(table, &[5, 4, 2, 1]);
    assert_eq!(rating(&table), 3);
    let (back, events) = fog(table, &[5, 6, 2, 5]);
    assert_eq!(back.event(&events, "general-thrown")["hit"], false);
    assert_eq!(rating(&back), 4);
    // Who is well does not return.
    let (table, events) = fog(back, &[5, 4, 2, 6]);
    assert!(table.event(&events, "general-thrown")["hit"].is_null());
    // 5, then 3: a Union general; 3 names Tyler.
    let (table, events) = fog(start(1), &[5, 3, 3, 1]);
    assert_eq!(table.event(&events, "general-thrown")["chit"], "k62-tyler");
}

#[test]
fn kernstown_k49_a_general_who_is_not_in_play_is_not_hit() {
    // Jackson has no chit in scenario 1; Fulkerson comes in the second turn; 6 names nobody.
    for colored in [1, 3, 6] {
        let (table, events) = fog(start(1), &[5, 4, colored, 1]);
        let thrown = table.event(&events, "general-thrown");
        assert!(thrown["chit"].is_null() && thrown["hit"].is_null(), "{thrown}");
    }
    // In the second turn Fulkerson's chit is in the cup, and he can be hit there.
    let mut table = start(1).in_turn(2).drawing(&["w-fog"]);
    let events = table.go(&[5, 4, 3, 1]);
    assert_eq!(table.event(&events, "general-thrown")["chit"], "k62-fulkerson");
    // Breckinridge has his opening attack behind him and is in play all the same.
    let (table, events) = fog(start(4), &[5, 4, 2, 1]);
    assert_eq!(table.event(&events, "general-thrown")["hit"], true);
}

#[test]
fn kernstown_k50_the_rare_events_are_an_option() {
    let (table, events) = fog(start(2), &[6]);
    assert_eq!(table.event(&events, "fog-thrown")["faces"], json!([6]));
    let (table, events) = fog(rare(), &[6, 5]);
    assert_eq!(table.event(&events, "fog-thrown")["result"], json!({ "rare": 5 }));
    assert_eq!(table.event(&events, "rare-came")["rare"], json!({ "bonus": "union" }));
    assert_eq!(table.state.turn, 2);
    assert!(table.state.rare.is_empty(), "it is for this turn only");
}

/// A fire of that side at 3621 or 3721 with a rare event waiting: what is asked, and what the
/// fire's column is with it.
fn shifted(side: tabletop::Side, rare: Value, columns: Value) -> Result<String, String> {
    let (chit, firer, target) =
        if side == Union { ("k62-tyler", "u-1", "3721") } else { ("k62-burks", "c-1", "3621") };
    let mut table = field(json!([
        union("u-1", "b62-tyler", "3621", (4.0, 3), (1.0, 2)),
        rebel("c-1", "b62-burks", "3721", (4.0, 3), (1.0, 2)),
    ]))
    .drawing(&[chit]);
    table.apply(json!({ "event": "rare-came", "rare": rare }));
    table.go(&[1]);
    table.ok(side, json!({ "order": { "order": "attack" } }), &[]);
    table.ok(side, json!({ "fire": { "shots": [{ "units": [firer], "target": target }] } }), &[]);
    if table.now_asked().0 != "moment" {
        return Err(table.now_asked().0);
    }
    let asked = table.now_asked().1;
    match table.order(asked, json!({ "rare": { "columns": columns } }), &[1, 1]) {
        Err(refusal) => Err(refusal.case.number().to_owned()),
        Ok(events) => {
            assert!(table.state.rare.is_empty(), "once");
            Ok(table.event(&events, "combat-thrown")["column"].as_str().unwrap().to_owned())
        }
    }
}

#[test]
fn kernstown_k50_rare_shifts_are_announced_before_the_dice_once() {
    assert_eq!(shifted(Union, json!("foolish-attack"), json!(-2)), Ok("2".to_owned()));
    assert_eq!(shifted(Union, json!("foolish-attack"), json!(2)), Err("K50".to_owned()));
    assert_eq!(
        shifted(Confederate, json!("foolish-attack"), json!(-2)),
        Err("fire".to_owned()),
        "a Union attack only"
    );
    assert_eq!(shifted(Union, json!({ "bonus": "union" }), json!(2)), Ok("6-7".to_owned()));
    assert_eq!(shifted(Confederate, json!({ "bonus": "union" }), json!(-2)), Ok("2".to_owned()));
    assert_eq!(shifted(Confederate, json!({ "bonus": "confederate" }), json!(1)), Err("K50".to_owned()));
}

#[test]
fn kernstown_10_5b_deception_stops_one_union_unit_for_the_turn() {
    let mut table = field(json!([
        union("u-1", "b62-tyler", "3621", (4.0, 3), (1.0, 2)),
        rebel("c-1", "b62-burks", "3721", (4.0, 3), (1.0, 2)),
    ]))
    .drawing(&["k62-tyler"]);
    table.apply(json!({ "event": "rare-came", "rare": "deception" }));
    table.go(&[]);
    table.asks("held", Confederate);
    table.refused(Confederate, json!({ "rare": { "units": ["c-1"] } }), "10.5b");
    table.ok(Confederate, json!({ "rare": { "units": ["u-1"] } }), &[1]);
    table.asks("orders", Union);
    table.ok(Union, json!({ "order": { "order": "attack" } }), &[]);
    table.refused(Union, json!({ "fire": { "shots": [{ "units": ["u-1"], "target": "3721" }] } }), "10.5b");
    table.ok(Union, json!({ "end": {} }), &[]);
    table.ok(Union, json!({ "end": {} }), &[]);
    table.refused(
        Union,
        json!({ "close": { "assaults": [{ "units": ["u-1"], "target": "3721" }] } }),
        "10.5b",
    );
}

#[test]
fn kernstown_10_5b_friendly_fire_hits_two_union_units_in_range_and_sight_of_each_other() {
    let (mut table, _) = fog(rare(), &[6, 3]);
    table.asks("rare-choice", Confederate);
    let offer = table.offers()[0].clone();
    table.refused(Confederate, json!({ "rare": { "units": ["u62-8oh-a", "u62-8oh-a"] } }), "10.5b");
    // Enemy infantry on the map: neither one's own, nor a battery, nor who has not come yet.
    for wrong in ["c62-2va", "u62-jenks", "u62-7oh-b"] {
        let why = table.refused(Confederate, json!({ "rare": { "units": ["u62-8oh-a", wrong] } }), "10.5b");
        assert!(why.ends_with("is not enemy infantry on the map"), "{wrong}: {why}");
    }
    let units: Vec<String> =
        offer["rare"]["units"].as_array().unwrap().iter().map(|u| u.as_str().unwrap().to_owned()).collect();
    let events = table.ok(Confederate, offer, &[]);
    let hit: Vec<Value> = table.all(&events, "morale-hit").iter().map(|e| e["unit"].clone()).collect();
    assert_eq!(hit, units);
}

#[test]
fn kernstown_10_5b_conflicting_orders_cost_a_confederate_brigade_its_turn() {
    let (mut table, _) = fog(rare(), &[6, 4]);
    table.asks("rare-choice", Union);
    table.refused(Union, json!({ "rare": { "brigade": "b62-kimball" } }), "10.5b");
    let events = table.ok(Union, json!({ "rare": { "brigade": "b62-burks" } }), &[]);
    let activated = table.event(&events, "activated");
    assert_eq!((&activated["brigade"], &activated["grant"]), (&json!("b62-burks"), &json!("spent")));
    // Neither is for 1864.
    let battle = Battle::new(
        scenario("kernstown-4-breckinridge"),
        Options { rare_events: true, ..Options::default() },
    );
    for event in [3, 4] {
        let state = battle.start();
        let (table, _) = fog(Table { battle: battle.clone(), state, events: Vec::new() }, &[6, event]);
        assert_eq!(table.state.turn, 2);
    }
}

#[test]
fn kernstown_k50_deception_is_used_when_an_order_stands_and_not_at_a_fire() {
    let mut table = field(json!([
        union("u-1", "b62-tyler", "3621", (4.0, 3), (1.0, 2)),
        union("u-2", "b62-kimball", "1310", (4.0, 3), (1.0, 2)),
        rebel("c-1", "b62-burks", "3721", (4.0, 3), (1.0, 2)),
    ]))
    .drawing(&["k62-tyler"]);
    for rare in [json!("deception"), json!({ "bonus": "confederate" })] {
        table.apply(json!({ "event": "rare-came", "rare": rare }));
    }
    let pass = json!({ "pass": {} });
    let stop = |unit: &str| json!({ "rare": { "units": [unit] } });
    table.go(&[]);
    table.asks("held", Confederate);
    assert!(table.is_offered(&stop("u-1")) && table.is_offered(&stop("u-2")));
    table.ok(Confederate, pass.clone(), &[1]);
    table.ok(Union, json!({ "order": { "order": "attack" } }), &[]);
    // A unit of the brigade that has its order.
    table.asks("moment", Confederate);
    assert_eq!(table.offers(), [stop("u-1"), pass.clone()]);
    table.ok(Confederate, pass.clone(), &[]);
    table.ok(Union, json!({ "fire": { "shots": [{ "units": ["u-1"], "target": "3721" }] } }), &[]);
    table.asks("moment", Confederate);
    let shift = |columns: i8| json!({ "rare": { "columns": columns } });
    assert_eq!(table.offers(), [shift(2), shift(-2), pass]);
}

#[test]
fn kernstown_10_5b_deception_is_the_confederates_alone_and_of_one_union_unit_on_the_map() {
    let asked = |side: tabletop::Side, waits: bool| {
        let mut table = field(json!([
            union("u-1", "b62-tyler", "3621", (4.0, 3), (1.0, 2)),
            union("u-2", "b62-tyler", "3622", (4.0, 3), (1.0, 2)),
            json!({ "id": "u62-1wv-a", "turn": 7 }),
            rebel("c-1", "b62-burks", "3721", (4.0, 3), (1.0, 2)),
        ]));
        if waits {
            table.apply(json!({ "event": "rare-came", "rare": "deception" }));
        }
        table.under_way(json!({ "held": { "side": side, "passed": false, "end": false, "asks": true } }));
        table
    };
    let stop = |units: &[&str]| json!({ "rare": { "units": units } });
    asked(Union, true).refused(Union, stop(&["c-1"]), "10.5b");
    let why = asked(Union, true).refused(Union, stop(&["u-1"]), "10.5b");
    assert_eq!(why, "no Deception waits to be used");
    asked(Confederate, false).refused(Confederate, stop(&["u-1"]), "10.5b");
    for wrong in [&["c-1"][..], &["u62-1wv-a"], &["u-1", "u-2"], &[]] {
        let why = asked(Confederate, true).refused(Confederate, stop(wrong), "10.5b");
        assert_eq!(why, "one Union unit on the map is deceived", "{wrong:?}");
    }
    let table = asked(Confederate, true);
    assert!(table.is_legal(Confederate, &stop(&["u-2"])) && table.is_offered(&stop(&["u-2"])));
}
