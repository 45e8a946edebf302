//! What options, targets, previews and views say of an activation (11 to 17).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::Table;
use crate::check::field::{field, rebel, union, with};
use serde_json::{Value, json};
use tabletop::Protocol;
use tabletop::Side::Union;

/// A step of Tyler's brigade: two regiments of one hex next to the enemy, one worn far off, and a
/// troop of horse.
fn step(name: &str, order: &str) -> Table {
    let mut table = field(json!([
        union("u-1", "b62-tyler", "3621", (3.0, 3), (1.0, 2)),
        union("u-2", "b62-tyler", "3621", (3.0, 3), (1.0, 2)),
        with(union("u-3", "b62-tyler", "1310", (3.0, 3), (1.0, 2)), json!({ "worn": true, "hits": 1 })),
        { "id": "h-1", "side": "union", "type": "cavalry", "weapon": "C", "brigade": "b62-tyler", "hex": "1410",
          "strength": 3, "cohesion": 4, "worn_face": { "strength": 1, "cohesion": 2 } },
        rebel("c-1", "b62-burks", "3721", (3.0, 3), (1.0, 2)),
    ]));
    table.fire_step(Union, "b62-tyler");
    let mut activation = json!(table.state.top());
    activation["activation"]["step"] = json!(name);
    activation["activation"]["order"] = json!(order);
    activation["activation"]["brigade"] = json!("b62-tyler");
    table.under_way(activation);
    table.asks(name, Union);
    table
}

fn preview(table: &Table, order: Value) -> Value {
    json!(table.battle.preview(&table.state, Union, &table.battle.read_order(&order).unwrap()))
}

#[test]
fn kernstown_12_1e_a_fire_of_several_is_a_target_of_each_of_them() {
    let table = step("fire", "attack");
    let together = json!({ "fire": { "shots": [{ "units": ["u-1", "u-2"], "target": "3721" }] } });
    for unit in ["u-1", "u-2"] {
        let answer =
            table.battle.targets(&table.state, Union, "fire", &json!(unit)).map(|told| json!(told)).unwrap();
        let orders: Vec<&Value> = answer["targets"].as_array().unwrap().iter().map(|t| &t["order"]).collect();
        assert!(orders.contains(&&together), "{unit}: {answer}");
        assert_eq!(orders.len(), 2, "alone and together: {answer}");
    }
}

#[test]
fn kernstown_13_9_a_change_of_mount_is_offered_while_it_can_be_paid() {
    let table = step("movement", "maneuver");
    assert!(table.is_offered(&json!({ "mount": { "unit": "h-1" } })));
    assert!(!table.is_offered(&json!({ "mount": { "unit": "u-1" } })));
    let mut table = step("movement", "maneuver");
    table.apply(json!({ "event": "move-ended", "units": ["h-1"] }));
    assert!(!table.is_offered(&json!({ "mount": { "unit": "h-1" } })));
}

#[test]
fn kernstown_13_1_a_move_is_offered_with_what_it_costs() {
    let table = step("movement", "maneuver");
    let answer = json!(table.battle.targets(&table.state, Union, "move", &json!("u-3")).unwrap());
    let targets = answer["targets"].as_array().unwrap();
    assert!(!targets.is_empty());
    for target in targets {
        // What a preview adds up step by step is the same.
        let steps = preview(&table, target["order"].clone());
        let halves: f64 =
            steps["events"].as_array().unwrap().iter().filter_map(|event| event["cost"].as_f64()).sum();
        assert_eq!(target["cost"].as_f64(), Some(halves / 2.0), "{target}");
    }
}

#[test]
fn kernstown_11_1_each_order_says_what_it_allows() {
    let mut table = step("fire", "attack");
    let mut activation = json!(table.state.top());
    activation["activation"]["step"] = json!("orders");
    activation["activation"]["order"] = Value::Null;
    activation["activation"]["brigade"] = json!("b62-tyler");
    table.under_way(activation);
    table.asks("orders", Union);
    let answer = json!(table.battle.targets(&table.state, Union, "order", &Value::Null).unwrap());
    let said: Vec<&str> =
        answer["targets"].as_array().unwrap().iter().filter_map(|target| target["text"].as_str()).collect();
    assert_eq!(said.len(), 4, "{answer}");
    let cases: Vec<&Value> = answer["targets"].as_array().unwrap().iter().map(|one| &one["case"]).collect();
    assert_eq!(cases, ["11.2", "11.3", "11.4", "11.5"]);
    assert!(said[0].starts_with("Fire, move"), "{said:?}");
}

#[test]
fn kernstown_8_1_chits_are_recommended_for_a_first_game() {
    let table = crate::check::start(1);
    let mut bytes = Vec::new();
    table.battle.write_view(&table.state, Some(Union), &tabletop::Situation::default(), &mut bytes);
    let view: Value = serde_json::from_slice(&bytes).unwrap();
    let own = view["cup"]["union"]["aside"].as_array().unwrap();
    let best = own.iter().find(|chit| chit["recommended"]["place"] == 1).unwrap();
    assert_eq!((&best["id"], best["recommended"]["why"].is_string()), (&json!("u-rally"), true));
    // Of the other side's nothing is told.
    assert_eq!(view["cup"]["confederate"]["aside"], json!([]));
}

#[test]
fn kernstown_17_2_a_preview_tells_nothing_that_a_die_decides() {
    let table = step("rally", "regroup");
    let recover = preview(&table, json!({ "rally": { "unit": "u-3", "rally": "recover" } }));
    assert_eq!(recover["events"][0]["event"], "recovered");
    assert_eq!(preview(&table, json!({ "rally": { "unit": "u-3", "rally": "rebuild" } })), json!({}));
}

#[test]
fn kernstown_11_1_the_view_shows_the_activation_to_everybody() {
    let table = step("movement", "maneuver");
    let activation = &table.view(None)["activation"];
    assert_eq!(
        (&activation["brigade"], &activation["step"], &activation["order"], &activation["pace"]),
        (&json!("b62-tyler"), &json!("movement"), &json!("maneuver"), &json!(1.0))
    );
}

#[test]
fn kernstown_15_4_and_15_8_a_way_is_told_by_the_hex_it_ends_in() {
    let mut table = step("fire", "attack");
    let mut ends = |procedure: Value, verb: &str| {
        table.under_way(procedure);
        table.go(&[]);
        let answer = table.battle.targets(&table.state, Union, verb, &json!("u-1")).unwrap();
        let answer = json!(answer);
        let targets = answer["targets"].as_array().unwrap();
        assert!(!targets.is_empty(), "{answer}");
        for target in targets {
            let path = target["order"][verb]["path"].as_array().unwrap();
            assert_eq!(Some(&target["hex"]), path.last(), "{target}");
        }
        targets.len()
    };
    ends(
        json!({ "retreat": {
            "side": "union", "unit": "u-1", "origin": "3621", "distance": 2, "causes": ["c-1"], "walked": [],
            "path": [], "off": false, "panic": false, "stage": "ordered" } }),
        "retreat",
    );
    let advance = json!({ "advance": { "side": "union", "hex": "3622", "units": ["u-1"], "reach": 2 } });
    assert!(ends(advance, "advance") > 1);
}
