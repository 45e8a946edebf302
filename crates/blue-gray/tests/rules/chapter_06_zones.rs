//! 6 Zones of control.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use crate::check::*;
use serde_json::{Value, json};

/// On the proving ground.
fn ground() -> SetUp {
    on("proving-ground")
}

fn to(unit: &str, hex: &str) -> Value {
    json!({"move": {"unit": unit, "to": hex}})
}

fn path(unit: &str, hexes: &[&str]) -> Value {
    json!({"move": {"unit": unit, "path": hexes}})
}

/// The hexes that the enemy's zones cover, as the page is told them.
fn zones(table: &Table, side: Side, unit: &str) -> Vec<String> {
    let targets = table.targets(side, "move", json!(unit));
    let mut zones: Vec<String> =
        targets["zones"].as_array().unwrap().iter().map(|h| h.as_str().unwrap().to_owned()).collect();
    zones.sort();
    zones
}

#[test]
fn case_6_1_every_unit_has_a_zone_on_its_six_neighbours_guns_and_cavalry_too() {
    for arm in ["infantry", "artillery", "cavalry"] {
        let enemy = format!("x confederate {arm} 1 0505");
        for near in ["0504", "0604", "0605", "0506", "0405", "0404"] {
            let unit = format!("b union infantry 1 {near}");
            let mut table = ground().units(&[&enemy, &unit]).movement(Union).set();
            assert_eq!(table.case(Union, to("b", "0110")), "5.13", "{near} is next to the {arm} in 0505");
        }
        // Two hexes off it reaches no more.
        for far in
            ["0503", "0603", "0703", "0704", "0705", "0606", "0507", "0406", "0306", "0305", "0304", "0403"]
        {
            let unit = format!("b union infantry 1 {far}");
            let table = ground().units(&[&enemy, &unit]).movement(Union).set();
            assert!(!table.hexes(Union, "move", "b").is_empty(), "{far}");
        }
        let table = ground().units(&[&enemy, "b union infantry 1 0110"]).movement(Union).set();
        assert_eq!(zones(&table, Union, "b"), ["0404", "0405", "0504", "0506", "0604", "0605"]);
    }
}

#[test]
fn case_6_1_a_zone_is_there_in_every_phase_and_no_unit_negates_it() {
    // In the Confederate movement phase the Union's units hold just as fast.
    let mut table = ground()
        .units(&["a union infantry 1 0505", "x confederate infantry 9 0704", "y confederate infantry 9 0308"])
        .movement(Confederate)
        .set();
    table.moves(Confederate, "x", "0604");
    assert_eq!(table.case(Confederate, path("y", &["0307", "0406", "0405", "0404"])), "5.13");
    // A Confederate in the zone already does not open it for the next.
    assert_eq!(table.case(Confederate, path("y", &["0307", "0406", "0506", "0605"])), "5.13");
    table.moves(Confederate, "y", "0405");
    // In the combat phase it closes ways of retreat, also a zone that a friend stands in.
    // 1-1, a six: Ar.
    let mut table = ground()
        .units(&[
            "a union infantry 5 0101",
            "b union infantry 1 0201",
            "x confederate infantry 5 0102",
            "y confederate infantry 1 0302",
        ])
        .combat(Union)
        .dice(&[6])
        .set();
    let events = table.attacks(Union, &["a"], &["0102"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Ar");
    assert_eq!(event(&events, "eliminated")["unit"], "a", "0201 is in the zone of y, though b stands there");
}

#[test]
fn case_6_2_entering_a_zone_costs_nothing_more() {
    let table =
        ground().units(&["a union infantry 5 0508", "x confederate infantry 4 0505"]).movement(Union).set();
    assert_eq!(table.cost(Union, "a", "0506"), Some(2));
    let free = ground().units(&["a union infantry 5 0508"]).movement(Union).set();
    assert_eq!(free.cost(Union, "a", "0506"), Some(2));
    // The last point is enough: six hexes away, the sixth in the zone.
    let far =
        ground().units(&["a union infantry 5 0511", "x confederate infantry 4 0504"]).movement(Union).set();
    assert_eq!(far.cost(Union, "a", "0505"), Some(6));
}

#[test]
fn case_6_3_a_zone_is_left_by_retreat_by_advance_or_when_its_unit_is_gone() {
    let units = ["a union infantry 5 0506", "x confederate infantry 5 0505", "y confederate infantry 5 0404"];
    // By movement it is not.
    let mut held = ground().units(&units).movement(Union).set();
    assert_eq!(held.case(Union, to("a", "0508")), "5.13");
    // By retreat: 1-1, a six is Ar.
    let mut back = ground().units(&["a union infantry 5 0506", "x confederate infantry 5 0505"]);
    back = back.combat(Union).dice(&[6]);
    let mut back = back.set();
    back.attacks(Union, &["a"], &["0505"]);
    back.retreats(Union, "a", "0507");
    assert_eq!(back.at("a"), "0507");
    // By advance, from one zone into the next: 1-1, a one is Dr.
    let mut on = ground().units(&units).combat(Union).dice(&[1]).set();
    on.attacks(Union, &["a"], &["0505"]);
    on.retreats(Confederate, "x", "0604");
    on.order(Union, json!({"advance": {"unit": "a"}}));
    assert_eq!(on.at("a"), "0505");
    // By the enemy's removal: 6-1, a one is De; then the Union's own next movement phase.
    let mut free = ground()
        .units(&["a union infantry 6 0506", "x confederate infantry 1 0505"])
        .combat(Union)
        .dice(&[1])
        .set();
    free.attacks(Union, &["a"], &["0505"]);
    free.order(Union, json!({"hold": {}}));
    free.end_combat(Union);
    free.end_movement(Confederate);
    free.end_combat(Confederate);
    free.moves(Union, "a", "0508");
}

#[test]
fn case_6_4_zones_are_mutual_whoever_is_in_one_exerts_one_back() {
    let units = ["a union infantry 1 0506", "x confederate infantry 9 0505"];
    for (side, unit) in [(Union, "a"), (Confederate, "x")] {
        let mut table = ground().units(&units).movement(side).set();
        assert_eq!(table.case(side, to(unit, "0510")), "5.13", "{side}");
    }
    // Both owe each other a fight, whichever side's turn it is.
    for (side, mine, theirs) in [(Union, "a", "0505"), (Confederate, "x", "0506")] {
        let table = ground().units(&units).combat(side).set();
        assert_eq!(table.view()["owed"]["attackers"], json!([mine]));
        assert_eq!(table.view()["owed"]["defenders"], json!([theirs]));
    }
}

#[test]
fn case_6_5_zones_of_both_sides_lie_on_one_hex_and_more_of_them_add_nothing() {
    // 0506 is in the zones of a (0507) and of x (0505): for b it is the enemy's as much as if a
    // were not there.
    let mut table = ground()
        .units(&["a union infantry 5 0507", "b union infantry 5 0609", "x confederate infantry 1 0505"])
        .movement(Union)
        .set();
    assert_eq!(table.case(Union, path("b", &["0608", "0607", "0606", "0506", "0406"])), "5.13");
    // For y, the same hex is the Union's.
    let mut table = ground()
        .units(&["a union infantry 5 0507", "x confederate infantry 1 0505", "y confederate infantry 1 0305"])
        .movement(Confederate)
        .set();
    assert_eq!(table.case(Confederate, path("y", &["0405", "0506", "0605"])), "5.13");
    // Three zones on one hex: entered at the price of one, and one departure from it is still none.
    let table = ground()
        .units(&[
            "a union infantry 5 0507",
            "x confederate infantry 1 0505",
            "y confederate infantry 1 0505",
            "z confederate infantry 1 0605",
        ])
        .movement(Union)
        .set();
    assert_eq!(table.cost(Union, "a", "0506"), Some(1));
    // When one of them goes the others remain: De on z alone would not free a.
    let mut table = ground()
        .units(&[
            "a union infantry 6 0506",
            "b union infantry 6 0606",
            "x confederate infantry 1 0505",
            "z confederate infantry 1 0605",
        ])
        .combat(Union)
        .dice(&[1, 4])
        .set();
    table.attacks(Union, &["b"], &["0605"]);
    table.order(Union, json!({"hold": {}}));
    assert_eq!(table.at("z"), "eliminated");
    assert_eq!(table.view()["owed"]["defenders"], json!(["0505"]));
}

#[test]
fn case_6_6_zones_stop_at_a_creek_without_bridge_or_ford() {
    // 1303 and 1304 are next to 1203; the creek between has no crossing there. At 1204 the bridge
    // lets the zone over.
    let table =
        ground().units(&["a union infantry 5 1208", "x confederate infantry 4 1303"]).movement(Union).set();
    assert_eq!(zones(&table, Union, "a"), ["1302", "1304", "1402", "1403"], "but not 1202 and 1203");
    let table =
        ground().units(&["a union infantry 5 1208", "x confederate infantry 4 1304"]).movement(Union).set();
    assert_eq!(
        zones(&table, Union, "a"),
        ["1204", "1303", "1305", "1403", "1404"],
        "over the bridge, not into 1203"
    );
    let table =
        ground().units(&["a union infantry 5 1203", "x confederate infantry 4 1307"]).movement(Union).set();
    assert_eq!(
        zones(&table, Union, "a"),
        ["1206", "1306", "1308", "1406", "1407"],
        "over the ford, not into 1207"
    );
}

#[test]
fn case_6_6_across_such_a_creek_nobody_stops_nobody_is_held_and_nobody_owes_a_fight() {
    let units = ["a union infantry 5 1203", "b union infantry 1 1001", "x confederate infantry 4 1303"];
    let mut table = ground().units(&units).movement(Union).set();
    // b marches along the creek, past the enemy.
    table.order(Union, path("b", &["1101", "1201", "1202", "1102"]));
    table.moves(Union, "a", "1103");
    let table = ground().units(&units).combat(Union).set();
    assert_eq!(table.view()["owed"]["attackers"], json!([]));
    assert_eq!(table.view()["owed"]["defenders"], json!([]));
    let mut table = table;
    let (case, sentence) =
        table.refused(Union, json!({"attack": {"attackers": ["a"], "defenders": ["1303"]}}));
    assert_eq!(case, "9.0");
    assert!(sentence.contains("creek"), "{sentence}");
    table.end_combat(Union);
    // Over the bridge they are in contact.
    let mut table =
        ground().units(&["a union infantry 5 1204", "x confederate infantry 4 1304"]).combat(Union).set();
    assert_eq!(table.case(Union, json!({"end-combat": {}})), "7.12");
}

#[test]
fn case_6_6_a_retreat_goes_along_a_creek_that_keeps_the_zone_off() {
    // x must leave 1206 over the ford; 1207 is next to the Union in 1307 but the creek lies
    // between. 6-1, a four: Dr.
    let mut table = ground()
        .units(&["a union infantry 6 1307", "x confederate infantry 1 1206"])
        .combat(Union)
        .dice(&[4])
        .set();
    table.attacks(Union, &["a"], &["1206"]);
    assert!(table.hexes(Confederate, "retreat", "x").contains(&"1207".to_owned()));
    table.retreats(Confederate, "x", "1207");
}

#[test]
fn case_6_6_zones_do_not_enter_ferry_hexes() {
    // x in 0515 is next to the ferry hex 0614 and to its southern bank 0615: the ferry hex is free,
    // the bank is not.
    let table =
        ground().units(&["a union infantry 5 0613", "x confederate infantry 4 0515"]).movement(Union).set();
    assert!(!zones(&table, Union, "a").iter().any(|h| h == "0614"));
    assert!(zones(&table, Union, "a").iter().any(|h| h == "0615"));
    let mut table = table;
    let events = table.order(Union, path("a", &["0614", "0615"]));
    assert_eq!(event(&events, "moved")["cost"], 4);
    assert_eq!(table.at("a"), "0615");
    // From bank to bank there is no zone: they are two hexes apart with the river between.
    let table =
        ground().units(&["a union infantry 5 0613", "x confederate infantry 4 0615"]).combat(Union).set();
    assert_eq!(table.view()["owed"]["attackers"], json!([]));
}

#[test]
fn case_6_6_works_stop_no_zone() {
    for (inside, outside) in [("2012", "1912"), ("2012", "2011"), ("2013", "1914")] {
        let units = [format!("a union infantry 5 {outside}"), format!("x confederate infantry 4 {inside}")];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let table = ground().units(&units).combat(Union).set();
        assert_eq!(table.view()["owed"]["attackers"], json!(["a"]), "{inside} {outside}");
        let table = ground().units(&units).combat(Confederate).set();
        assert_eq!(table.view()["owed"]["attackers"], json!(["x"]), "{inside} {outside}");
    }
}
