//! The modified CR and support (15.5, 15.6).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::field::{field, guns, rebel, with};
use crate::check::moves::blue;
use serde_json::{Value, json};
use tabletop::Protocol as _;
use tabletop::Side::{Confederate, Union};

const BURKS: &str = "b62-burks";
const GARNETT: &str = "b62-garnett";

/// SP and CR fresh, SP and CR worn, in 3721.
fn there(id: &str, fresh: (f64, u8), worn: (f64, u8)) -> Value {
    rebel(id, BURKS, "3721", fresh, worn)
}

/// A brother regiment that supports whoever stands in 3721.
fn brother() -> Value {
    rebel("c-brother", BURKS, "3821", (2.0, 6), (1.0, 5))
}

#[test]
fn kernstown_15_6_hits_come_off_strength_and_cr() {
    let values = |hits: u8| {
        let unit = with(there("c-1", (3.0, 4), (1.0, 2)), json!({ "hits": hits }));
        let table = field(json!([unit, brother()]));
        let unit = table.unit("c-1");
        (table.battle.strength(&table.state, unit).number(), table.battle.cohesion(&table.state, unit))
    };
    assert_eq!([0, 1, 2].map(values), [(3.0, 4), (2.0, 3), (1.0, 2)]);
    // Never below nothing (4.1).
    let unit = with(there("c-1", (1.0, 1), (0.5, 1)), json!({ "hits": 2 }));
    let table = field(json!([unit]));
    let unit = table.unit("c-1");
    assert_eq!(table.battle.strength(&table.state, unit).number(), 0.0);
    assert_eq!(table.battle.cohesion(&table.state, unit), 0);
}

/// The modified CR of c-1, which has a printed CR of 4.
fn rating(units: Value) -> u8 {
    let table = field(units);
    table.battle.cohesion(&table.state, table.unit("c-1"))
}

fn tested() -> Value {
    there("c-1", (4.0, 4), (1.0, 3))
}

fn friend(hex: &str, brigade: &str, fields: Value) -> Value {
    with(rebel("c-2", brigade, hex, (2.0, 3), (1.0, 2)), fields)
}

#[test]
fn kernstown_15_5b_want_of_support_costs_one() {
    assert_eq!(rating(json!([tested()])), 3);
    assert_eq!(rating(json!([tested(), friend("3821", BURKS, json!({}))])), 4);
}

#[test]
fn kernstown_15_5a_who_supports_whom() {
    assert_eq!(rating(json!([tested(), friend("3721", BURKS, json!({}))])), 4, "with it");
    assert_eq!(rating(json!([tested(), friend("3821", BURKS, json!({ "worn": true }))])), 4, "a worn one");
    assert_eq!(rating(json!([tested(), friend("3821", BURKS, json!({ "hits": 1 }))])), 3, "a Shaken one");
    assert_eq!(rating(json!([tested(), friend("3821", GARNETT, json!({}))])), 3, "another brigade");
    assert_eq!(rating(json!([tested(), friend("3922", BURKS, json!({}))])), 3, "two hexes off");
    assert_eq!(rating(json!([tested(), guns("c-2", "confederate", "S", "3721", 4.0)])), 3, "guns");
    // A battery is supported by any steady infantry or cavalry.
    let battery = |others: Value| {
        let mut all = vec![guns("c-guns", "confederate", "S", "3721", 4.0)];
        all.extend(others.as_array().unwrap().iter().cloned());
        let table = field(json!(all));
        table.battle.cohesion(&table.state, table.unit("c-guns"))
    };
    assert_eq!(battery(json!([])), 2);
    assert_eq!(battery(json!([friend("3821", GARNETT, json!({}))])), 3);
    assert_eq!(battery(json!([friend("3821", GARNETT, json!({ "hits": 1 }))])), 2);
    assert_eq!(battery(json!([guns("c-2", "confederate", "S", "3821", 4.0)])), 2);
}

#[test]
fn kernstown_15_5a_a_view_names_the_supporters_and_a_march_those_at_its_end() {
    let units = json!([
        tested(),
        friend("3821", BURKS, json!({})),
        with(friend("3721", BURKS, json!({ "hits": 1 })), json!({ "id": "c-3" })),
        guns("c-guns", "confederate", "S", "3721", 4.0),
        with(friend("3720", GARNETT, json!({})), json!({ "id": "c-4" }))
    ]);
    let table = field(units);
    let view = json!(table.battle.view(&table.state, Some(Confederate), &tabletop::Situation::default()));
    let by = |id: &str| {
        let unit = view["units"].as_array().unwrap().iter().find(|unit| unit["id"] == id).unwrap();
        (unit["now"]["supported"].as_bool().unwrap(), unit["now"].get("supported-by").cloned())
    };
    assert_eq!(by("c-1"), (true, Some(json!(["c-2"]))), "not by one that is Shaken");
    assert_eq!(by("c-3"), (true, Some(json!(["c-1", "c-2"]))), "which gets it all the same");
    assert_eq!(by("c-guns"), (true, Some(json!(["c-1", "c-4", "c-2"]))), "guns, by any infantry");
    assert_eq!(by("c-4"), (false, None), "alone of its brigade");

    let mut table = field(json!([blue("u-1", "1315"), blue("u-2", "1312")]));
    table.movement_step(Union, "attack");
    let support = |path: &[&str]| {
        let order = json!({ "move": { "units": ["u-1"], "path": path } });
        let order = table.battle.read_order(&order).unwrap();
        json!(table.battle.preview(&table.state, Union, &order))["march"]["support"].clone()
    };
    assert_eq!(support(&["1314", "1313"]), json!([{ "by": ["u-2"], "unit": "u-1" }]));
    assert_eq!(support(&["1314"]), json!([{ "by": [], "unit": "u-1" }]));
}

#[test]
fn kernstown_k87_skirmishers_support_units_in_chaos_do_not() {
    assert_eq!(rating(json!([tested(), friend("3821", BURKS, json!({ "skirmish": true }))])), 4);
    // In Chaos a unit neither gives support nor gets it (10.5b).
    let mut table = field(json!([tested(), friend("3821", BURKS, json!({}))]));
    table.apply(json!({ "event": "chaos-came", "hex": "3821", "units": ["c-2"] }));
    assert_eq!(
        [table.unit("c-1"), table.unit("c-2")].map(|u| table.battle.cohesion(&table.state, u)),
        [3, 2]
    );
    // Dismounted cavalry does both (K87).
    let rider = |id: &str, hex: &str| {
        json!({ "id": id, "side": "confederate", "type": "cavalry", "weapon": "C", "brigade": "b62-ashby",
                "hex": hex, "strength": 3, "cohesion": 4, "worn_face": { "strength": 1, "cohesion": 2 },
                "mounted": false })
    };
    assert_eq!(rating(json!([rider("c-1", "3721"), rider("c-2", "3821")])), 4);
}

#[test]
fn kernstown_k35_the_modified_cr_is_held_to_its_limits_only_at_the_end() {
    // 0, less a hit, plus one: 0, though it went below on the way.
    let weak = with(there("c-1", (4.0, 0), (1.0, 0)), json!({ "hits": 1 }));
    let mut table = field(json!([weak, brother()]));
    let bonus = |bonus: u8| {
        json!({ "activation": { "side": "confederate", "brigade": BURKS, "grant": "full", "step": "fire",
                "order": "attack", "pace": 2, "bonus": bonus, "moving": null, "assaults": [], "closed": [],
                "stations": [] } })
    };
    table.under_way(bonus(1));
    assert_eq!(table.battle.cohesion(&table.state, table.unit("c-1")), 0);
    table.under_way(bonus(2));
    assert_eq!(table.battle.cohesion(&table.state, table.unit("c-1")), 1);
    // Above 6 it is 6.
    assert_eq!(table.battle.cohesion(&table.state, table.unit("c-brother")), 6);
}
