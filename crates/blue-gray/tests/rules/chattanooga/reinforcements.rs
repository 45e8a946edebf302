//! 15: reinforcements.

use serde_json::json;

use crate::chattanooga::{EDITIONS, FAR, XII, line, path, points};
use crate::check::*;

fn twelfth(turn: u8, others: &[&str]) -> Table {
    let mut units = XII.to_vec();
    units.extend(others);
    on("chattanooga-1975").units(&units).turn(turn).movement(Union).set()
}

#[test]
fn chattanooga_15_11_three_brigades_come_on_at_any_moment_of_the_union_movement_phase_of_turn_2() {
    for edition in EDITIONS {
        let table = on(edition).set();
        for id in ["u-1-2-xii", "u-2-2-xii", "u-3-2-xii"] {
            let unit = table.unit(id);
            assert_eq!((&unit["strength"], &unit["type"]), (&json!(4), &json!("infantry")));
            assert_eq!(unit["entry"], json!(["0427", "0528", "0627", "0728"]));
            assert_eq!(unit["turn"], 2);
        }
        let view = table.view();
        assert_eq!(view["units"].as_array().unwrap().iter().filter(|u| u["status"] == "due").count(), 3);
    }
    assert_eq!(twelfth(1, &[FAR]).case(Union, path("u-1-2-xii", &["0427"])), "15.11");
    let mut table = twelfth(2, &[FAR, "a union infantry 5 1518"]);
    assert_eq!(table.case(Union, path("u-1-2-xii", &["0426"])), "15.11", "by the four hexes only");
    table.order(Union, path("u-1-2-xii", &["0427"]));
    table.moves(Union, "a", "1519");
    table.order(Union, path("u-2-2-xii", &["0528"]));
    table.order(Union, path("u-3-2-xii", &["0627"]));
    assert_eq!(table.at("u-3-2-xii"), "0627");
}

#[test]
fn chattanooga_15_12_not_into_an_enemy_zone_and_who_does_not_come_on_turn_2_is_eliminated() {
    for edition in EDITIONS {
        // 0827 closes 0728, 0527 closes 0427 and 0528, 0626 closes 0627.
        let mut units = XII.to_vec();
        units.extend(["x confederate infantry 4 0827", "y confederate infantry 4 0527"]);
        let mut table = on(edition).units(&units).turn(2).movement(Union).set();
        for closed in ["0728", "0427", "0528"] {
            assert_eq!(table.case(Union, path("u-1-2-xii", &[closed])), "15.12", "{closed}");
        }
        table.order(Union, path("u-1-2-xii", &["0627"]));
        let before = points(&table);
        let events = table.end_movement(Union);
        let lost = event(&events, "reinforcements-lost");
        assert_eq!(lost["units"], json!(["u-2-2-xii", "u-3-2-xii"]));
        assert_eq!(lost["case"], "15.12");
        assert_eq!(table.at("u-2-2-xii"), "eliminated");
        assert_eq!(points(&table), (before.0, before.1 + 6), "three points each");
        units.push("z confederate infantry 4 0626");
        let mut table = on(edition).units(&units).turn(2).movement(Union).set();
        assert_eq!(table.case(Union, path("u-1-2-xii", &["0627"])), "15.12");
        assert!(table.hexes(Union, "move", "u-1-2-xii").is_empty());
        table.end_movement(Union);
        assert_eq!(line(&table, "20.11"), ["confederate 9: 3 Union units eliminated"]);
        // On turn 1 nobody is lost yet.
        let mut table = on(edition).units(&XII).turn(1).movement(Union).set();
        table.end_movement(Union);
        assert_eq!(table.at("u-1-2-xii"), "due");
    }
}

#[test]
fn chattanooga_15_13_a_reinforcement_pays_for_its_entry_hex() {
    // Clear ground by road, clear ground, clear ground, forest; and no column here: the second pays
    // no more.
    for (hex, cost) in [("0427", 1), ("0528", 1), ("0627", 1), ("0728", 3)] {
        let mut table = twelfth(2, &[FAR]);
        for unit in ["u-1-2-xii", "u-2-2-xii"] {
            let events = table.order(Union, path(unit, &[hex]));
            assert_eq!(event(&events, "moved")["cost"], cost, "{unit} by {hex}");
        }
    }
    let mut table = twelfth(2, &[FAR]);
    let events = table.order(Union, path("u-1-2-xii", &["0728", "0627"]));
    assert_eq!(event(&events, "moved")["cost"], 4, "three and one more");
}

#[test]
fn chattanooga_15_14_a_reinforcement_moves_on_and_fights_like_any_other() {
    let mut table = twelfth(2, &["x confederate infantry 1 0424"]);
    let events = table.order(Union, path("u-1-2-xii", &["0427", "0426", "0425"]));
    assert_eq!(event(&events, "moved")["cost"], 3);
    for unit in ["u-2-2-xii", "u-3-2-xii"] {
        table.order(Union, path(unit, &["0427"]));
    }
    table.end_movement(Union);
    table.assert_owed(&["u-1-2-xii"], &["0424"]);
    assert!(table.legal(Union, attack(&["u-1-2-xii"], &["0424"])));
}

#[test]
fn chattanooga_15_15_stacking_holds_in_the_entry_hexes_and_passing_through_is_free() {
    for edition in EDITIONS {
        let mut units = XII.to_vec();
        units.push(FAR);
        let mut table = on(edition).units(&units).turn(2).movement(Union).set();
        table.order(Union, path("u-1-2-xii", &["0427"]));
        table.order(Union, path("u-2-2-xii", &["0427"]));
        assert_eq!(table.case(Union, path("u-3-2-xii", &["0427"])), "5.32", "no third");
        // 5.31, 5.33: it passes the two on its way in, and pays no more for that.
        assert!(table.hexes(Union, "move", "u-3-2-xii").contains(&"0426".to_owned()));
        let events = table.order(Union, path("u-3-2-xii", &["0427", "0426"]));
        assert_eq!(event(&events, "moved")["cost"], 2);
        assert_eq!((table.at("u-1-2-xii"), table.at("u-3-2-xii")), ("0427".to_owned(), "0426".to_owned()));
        table.end_movement(Union);
    }
    // Where one of the two has not moved yet and can, the third comes in on them (the ruling on
    // 5.32).
    let mut table = twelfth(2, &[FAR, "a union infantry 4 0427", "b union infantry 4 0427"]);
    table.order(Union, path("u-1-2-xii", &["0427"]));
    assert_eq!(table.case(Union, json!({"end-movement": {}})), "5.32");
    table.moves(Union, "a", "0426");
    for unit in ["u-2-2-xii", "u-3-2-xii"] {
        table.order(Union, path(unit, &["0528"]));
    }
    table.end_movement(Union);
}

#[test]
fn chattanooga_15_12_ending_the_movement_phase_says_who_does_not_come_on_and_what_that_is_worth() {
    let mut units = XII.to_vec();
    units.extend(["x confederate infantry 4 0827", "y confederate infantry 4 0527"]);
    let mut table = on("chattanooga-1975").units(&units).turn(2).movement(Union).set();
    table.order(Union, path("u-1-2-xii", &["0627"]));
    let told = table.ending(Union);
    assert_eq!(told["reinforcements"], 2);
    assert_eq!(told["lost"][0]["case"], "15.12");
    assert_eq!(told["lost"][0]["units"], json!(["u-2-2-xii", "u-3-2-xii"]));
    assert_eq!(told["points"], json!({ "union": 0, "confederate": 6 }));
    // What was said is what happens.
    let before = points(&table);
    table.end_movement(Union);
    assert_eq!(points(&table), (before.0, before.1 + 6));
    assert_eq!([table.at("u-2-2-xii"), table.at("u-3-2-xii")], ["eliminated"; 2]);
    // On turn 1 they are not due.
    let table = on("chattanooga-1975").units(&units).turn(1).movement(Union).set();
    let told = table.ending(Union);
    assert_eq!((&told["reinforcements"], &told["lost"]), (&json!(0), &json!([])));
}
