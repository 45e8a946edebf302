//! 16: Union artillery.

use serde_json::json;

use crate::chattanooga::{EDITIONS, path};
use crate::check::*;

#[test]
fn chattanooga_16_11_union_guns_are_not_moved() {
    for edition in EDITIONS {
        let start = on(edition).set();
        for guns in ["u-xi-guns", "u-xii-guns", "u-xiv-guns", "u-reserve-guns", "u-xv-guns"] {
            let mut table = on(edition).set();
            let hex = start.at(guns);
            assert!(table.hexes(Union, "move", guns).is_empty(), "{guns}");
            let (column, row) = hex.split_at(2);
            let north = format!("{column}{:02}", row.parse::<u8>().unwrap() - 1);
            assert_eq!(table.case(Union, path(guns, &[&north])), "16.11", "{guns}");
        }
        // Confederate guns move.
        let mut table = on(edition).units(&["g confederate artillery 2 1518"]).movement(Confederate).set();
        table.moves(Confederate, "g", "1519");
    }
}

#[test]
fn chattanooga_16_11_union_guns_that_must_retreat_are_eliminated() {
    for edition in EDITIONS {
        // Attacked with a brigade: that one retreats.
        let units = ["g union artillery 2 1418", "a union infantry 1 1418", "x confederate infantry 18 1518"];
        let mut table = on(edition).units(&units).combat(Confederate).dice(&[4]).set();
        let events = table.attacks(Confederate, &["x"], &["1418"]);
        assert_eq!(event(&events, "die-thrown")["result"], "Dr");
        assert_eq!(table.asked(), "union retreat");
        assert_eq!(table.view()["question"]["units"], json!(["a"]));
        let events = table.retreats(Union, "a", "1318");
        let lost = event(&events, "eliminated");
        assert_eq!((&lost["unit"], &lost["case"]), (&json!("g"), &json!("16.11")));
        // Thrown back from an attack of its own.
        let units = ["g union artillery 1 1418", "x confederate infantry 9 1518"];
        let mut table = on(edition).units(&units).combat(Union).dice(&[1]).set();
        let events = table.attacks(Union, &["g"], &["1518"]);
        assert_eq!(event(&events, "die-thrown")["result"], "Ar");
        assert_eq!(event(&events, "eliminated")["case"], "16.11");
    }
}

#[test]
fn chattanooga_16_11_union_guns_do_not_advance() {
    let units = ["g union artillery 9 1418", "a union infantry 9 1418", "x confederate infantry 1 1518"];
    let mut table = on("chattanooga-1975").units(&units).combat(Union).dice(&[1]).set();
    table.attacks(Union, &["g", "a"], &["1518"]);
    assert_eq!(table.view()["question"]["units"], json!(["a"]));
    assert_eq!(table.case(Union, json!({"advance": {"unit": "g"}})), "16.11");
    let mut table = on("chattanooga-1975").units(&[units[0], units[2]]).combat(Union).dice(&[1]).set();
    table.attacks(Union, &["g"], &["1518"]);
    assert_eq!(table.asked(), "union combat");
}

#[test]
fn chattanooga_16_11_union_guns_make_no_room() {
    // a in 1418 has 1419, full, as its last way out: the zones of x, y and z close the rest.
    let thrown_back = |second: &str| {
        let units = [
            "a union infantry 3 1418",
            "g union artillery 4 1419",
            second,
            "x confederate infantry 18 1417",
            "y confederate infantry 1 1619",
            "z confederate infantry 1 1219",
        ];
        let mut table = on("chattanooga-1975").units(&units).combat(Confederate).dice(&[4]).set();
        let events = table.attacks(Confederate, &["x"], &["1418"]);
        (table, events)
    };
    let (mut table, _) = thrown_back("i union infantry 1 1419");
    let back = |unit: &str| json!({"retreat": {"unit": "a", "to": "1419", "displace": [{"unit": unit, "to": "1420"}]}});
    assert_eq!(table.case(Union, back("g")), "16.11");
    table.order(Union, back("i"));
    assert_eq!(table.at("i"), "1420");
    // Displaced it would be eliminated, so the retreating unit is (7.82).
    let (table, events) = thrown_back("h union artillery 4 1419");
    assert_eq!(
        (&event(&events, "eliminated")["unit"], &event(&events, "eliminated")["case"]),
        (&json!("a"), &json!("7.82"))
    );
    assert_eq!((table.at("g"), table.at("h")), ("1419".to_owned(), "1419".to_owned()));
}

#[test]
fn chattanooga_16_12_union_guns_otherwise_work_as_guns() {
    let units = ["g union artillery 1 1418", "x confederate infantry 9 1616"];
    let mut table = on("chattanooga-1975").units(&units).combat(Union).dice(&[1]).set();
    let odds = table.odds(Union, &["g"], &["1616"]);
    assert_eq!(odds["attackers"][0]["mode"], "bombardment");
    // Thrown back they suffer nothing; the retreat that 8.16 offers they cannot take.
    table.attacks(Union, &["g"], &["1616"]);
    assert_eq!(table.asked(), "union combat");
    assert_eq!(table.at("g"), "1418");
    // Next to the enemy they must fight.
    let units =
        ["g union artillery 1 1418", "x confederate infantry 9 1518", "y confederate infantry 9 1616"];
    let mut table = on("chattanooga-1975").units(&units).combat(Union).set();
    table.assert_owed(&["g"], &["1518"]);
    assert_eq!(table.attack_case(Union, &["g"], &["1616"]), "8.41");
}

#[test]
fn chattanooga_16_13_shermans_guns_move_retreat_and_advance() {
    for edition in EDITIONS {
        let mut table = on(edition).set();
        assert_eq!(
            (table.at("u-sherman-guns"), table.unit("u-sherman-guns")["strength"].as_u64()),
            ("1304".to_owned(), Some(1))
        );
        table.order(Union, path("u-sherman-guns", &["1303"]));
        let units = ["u-sherman-guns 1418", "x confederate infantry 9 1518"];
        let mut table = on(edition).units(&units).combat(Confederate).dice(&[4]).set();
        table.attacks(Confederate, &["x"], &["1418"]);
        table.retreats(Union, "u-sherman-guns", "1318");
        let units = ["u-sherman-guns 1418", "a union infantry 9 1418", "x confederate infantry 1 1518"];
        let mut table = on(edition).units(&units).combat(Union).dice(&[1]).set();
        table.attacks(Union, &["u-sherman-guns", "a"], &["1518"]);
        table.order(Union, json!({"advance": {"unit": "u-sherman-guns"}}));
        assert_eq!(table.at("u-sherman-guns"), "1518");
    }
}
