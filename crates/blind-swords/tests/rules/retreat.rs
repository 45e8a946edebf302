//! Retreats (15.4).
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use crate::check::Table;
use crate::check::close_combats::{GARNETT, TYLER, blue, grey};
use crate::check::field::{field, field_of, guns, rebel, union, with};
use serde_json::{Value, json};
use tabletop::Side::{Confederate, Union};

/// A retreat of that many hexes is ordered, caused by these.
fn ordered(mut table: Table, unit: &str, hexes: u8, causes: &[&str]) -> Table {
    let id = table.unit(unit);
    let side = table.battle.unit(id).side;
    let origin = table.place(unit);
    let other = if side == Union { Confederate } else { Union };
    let brigade = if other == Union { TYLER } else { GARNETT };
    // The other side's brigade is under way, and its fire has brought this.
    table.step(other, brigade, "fire", "attack");
    table.apply(json!({ "event": "stack", "change": { "push": { "retreat": {
        "side": side, "unit": unit, "origin": origin, "distance": hexes, "causes": causes, "walked": [], "path": [],
        "off": false, "panic": false, "stage": "ordered" } } } }));
    // The course goes on with whatever order comes: one that changes nothing.
    table.ok(side, json!({ "instruct": { "instructions": {} } }), &[]);
    table
}

/// The ways offered: the hexes entered.
fn ways(table: &Table) -> Vec<Vec<String>> {
    let mut ways: Vec<Vec<String>> = table
        .offers()
        .iter()
        .filter_map(|o| o.get("retreat"))
        .map(|r| r["path"].as_array().unwrap().iter().map(|h| h.as_str().unwrap().to_owned()).collect())
        .collect();
    ways.sort();
    ways
}

fn ends(table: &Table) -> Vec<String> {
    let mut ends: Vec<String> = ways(table).into_iter().filter_map(|w| w.last().cloned()).collect();
    ends.sort();
    ends.dedup();
    ends
}

fn retreat(table: &mut Table, unit: &str, path: &[&str], dice: &[u8]) -> Vec<blind_swords::Event> {
    let side = table.battle.unit(table.unit(unit)).side;
    table.ok(side, json!({ "retreat": { "unit": unit, "path": path } }), dice)
}

#[test]
fn kernstown_15_4_it_ends_as_far_away_as_it_must_never_next_to_who_caused_it() {
    let mut table =
        ordered(field(json!([blue("u-1", "2015", 3.0, 3), grey("c-1", "2016", 3.0, 3)])), "u-1", 1, &["c-1"]);
    // Next to 2016 lie 1915 and 2115; of the others 2014 and 1914 lie toward the Union's home, 2114
    // does not.
    assert_eq!(ends(&table), ["1914", "2014"]);
    table.refused(Union, json!({ "retreat": { "unit": "u-1", "path": ["2114"] } }), "K83");
    table.refused(Union, json!({ "retreat": { "unit": "u-1", "path": ["2016"] } }), "K83");
    let events = retreat(&mut table, "u-1", &["2014"], &[]);
    assert_eq!(table.event(&events, "retreated")["case"], "15.4");
    assert_eq!(table.place("u-1"), "2014");
}

#[test]
fn kernstown_15_4_it_goes_on_where_it_would_overstack() {
    let full = |id: &str, hex: &str| blue(id, hex, 9.0, 3);
    let table = ordered(
        field(json!([
            blue("u-1", "2015", 3.0, 3),
            full("u-2", "2014"),
            full("u-3", "1914"),
            full("u-4", "2114"),
            full("u-5", "1915"),
            full("u-6", "2115"),
            grey("c-1", "2016", 3.0, 3),
        ])),
        "u-1",
        1,
        &["c-1"],
    );
    for end in ends(&table) {
        assert_eq!(table.battle.distance(table.hex("2015"), table.hex(&end)), 2, "{end}");
    }
}

#[test]
fn kernstown_k83_it_avoids_other_enemies_too_then_goes_home_then_the_short_way() {
    // An enemy that had no part in it stands in 1913: 1914 and 2014 are next to it.
    let others =
        json!([blue("u-1", "2015", 3.0, 3), grey("c-1", "2016", 3.0, 3), grey("c-2", "1913", 3.0, 3)]);
    let table = ordered(field(others), "u-1", 1, &["c-1"]);
    // One way is the best: nobody is asked.
    assert_eq!(table.place("u-1"), "2114");
}

#[test]
fn kernstown_k84_each_side_goes_toward_its_own_edges() {
    // A Confederate unit in the same place, driven from the east: home lies south and west.
    let table =
        ordered(field(json!([grey("c-1", "2016", 3.0, 3), blue("u-1", "2015", 3.0, 3)])), "c-1", 1, &["u-1"]);
    assert_eq!(ends(&table), ["2017", "2116"]);
}

#[test]
fn kernstown_k85_a_unit_driven_over_its_home_edge_is_in_box_1_guns_are_lost() {
    // 1010 lies on the north edge; enemies in 1009, 1011, 1109 and 1110 leave only the edge.
    let around = |unit: Value| {
        field(json!([
            unit,
            grey("c-1", "1009", 3.0, 3),
            grey("c-2", "1011", 3.0, 3),
            grey("c-3", "1109", 3.0, 3),
            grey("c-4", "1110", 3.0, 3),
        ]))
    };
    let table = ordered(around(blue("u-1", "1010", 3.0, 3)), "u-1", 2, &["c-1"]);
    assert_eq!(table.place("u-1"), "box 1");
    let table = ordered(around(guns("u-1", "union", "R", "1010", 4.0)), "u-1", 2, &["c-1"]);
    assert_eq!(table.place("u-1"), "eliminated");
    // In the midst of enemies there is no way at all: Box 3.
    let table = ordered(
        field(json!([
            blue("u-1", "2015", 3.0, 3),
            grey("c-1", "2014", 3.0, 3),
            grey("c-2", "2016", 3.0, 3),
            grey("c-3", "1914", 3.0, 3),
            grey("c-4", "1915", 3.0, 3),
            grey("c-5", "2114", 3.0, 3),
            grey("c-6", "2115", 3.0, 3),
        ])),
        "u-1",
        1,
        &["c-1"],
    );
    assert_eq!(table.place("u-1"), "box 3");
}

#[test]
fn kernstown_k85_leaving_loses_ties_to_staying() {
    // From 1110 two hexes north and east can be gone along the edge: it stays on the map.
    let table =
        ordered(field(json!([blue("u-1", "1110", 3.0, 3), grey("c-1", "1210", 3.0, 3)])), "u-1", 2, &["c-1"]);
    let gone: Vec<u32> = if table.place("u-1") == "1110" {
        ends(&table).iter().map(|end| table.battle.distance(table.hex("1110"), table.hex(end))).collect()
    } else {
        vec![table.battle.distance(table.hex("1110"), table.hex(&table.place("u-1")))]
    };
    assert!(!gone.is_empty() && gone.iter().all(|&far| far == 2), "{gone:?}");
}

#[test]
fn kernstown_k99_in_1864_a_union_unit_driven_off_by_its_own_edge_has_left() {
    let units = |hex: [&str; 5]| {
        json!([
            union("u-1", "b64-hayes", hex[0], (3.0, 3), (1.0, 2)),
            with(grey("c-1", hex[1], 3.0, 3), json!({ "brigade": "b64-terry" })),
            with(grey("c-2", hex[2], 3.0, 3), json!({ "brigade": "b64-terry" })),
            with(grey("c-3", hex[3], 3.0, 3), json!({ "brigade": "b64-terry" })),
            with(grey("c-4", hex[4], 3.0, 3), json!({ "brigade": "b64-terry" })),
        ])
    };
    let mut table = field_of("kernstown-4-breckinridge", units(["1010", "1009", "1011", "1109", "1110"]));
    table.step(Confederate, "b64-terry", "fire", "attack");
    table.apply(json!({ "event": "stack", "change": { "push": { "retreat": {
        "side": "union", "unit": "u-1", "origin": "1010", "distance": 2, "causes": ["c-1"], "walked": [], "path": [],
        "off": false, "panic": false, "stage": "ordered" } } } }));
    table.ok(Union, json!({ "instruct": { "instructions": {} } }), &[]);
    assert_eq!(table.place("u-1"), "exited");
}

#[test]
fn kernstown_k86_the_first_hex_is_free_of_opportunity_fire_and_more_retreat_adds_up() {
    // c-2 in 1913 stands next to 1914 and 2014, and every way of two hexes but those is barred by
    // full hexes.
    let mut table = ordered(
        field(json!(
            [blue("u-1", "2015", 5.0, 4), grey("c-1", "2016", 3.0, 3), grey("c-2", "1813", 6.0, 3),]
        )),
        "u-1",
        2,
        &["c-1"],
    );
    // Nobody fires where it begins, though c-1 is next to it.
    assert_eq!(table.question(), "union retreat");
    assert!(ways(&table).iter().all(|w| w.len() == 2));
    let way = ways(&table).remove(0);
    let way: Vec<&str> = way.iter().map(String::as_str).collect();
    let events = retreat(&mut table, "u-1", &way, &[]);
    assert_eq!(table.all(&events, "retreated").len(), 2);
}

#[test]
fn kernstown_k86_fire_on_the_way_adds_its_hexes_to_the_distance() {
    // Driven off by 2016, the only hexes behind are next to c-2: it is fired at as it leaves the
    // first of them.
    let mut table = ordered(
        field(json!([
            blue("u-1", "2015", 5.0, 4),
            grey("c-1", "2016", 3.0, 3),
            grey("c-2", "1913", 6.0, 3),
            grey("c-3", "2113", 6.0, 3),
        ])),
        "u-1",
        2,
        &["c-1"],
    );
    while table.question() == "union retreat" {
        let way = table.offers().remove(0);
        table.ok(Union, way, &[]);
    }
    assert_eq!(table.question(), "confederate opportunity");
    let fire = table.offers().into_iter().find(|o| o.get("fire").is_some()).unwrap();
    let first = table.place("u-1");
    assert_eq!(table.battle.distance(table.hex("2015"), table.hex(&first)), 1);
    // 3 SP at 62 ask a Routine test of a CR of 3: colored 1 nothing, white 6 M R1.
    table.ok(Confederate, fire, &[6, 2, 1, 6]);
    while matches!(table.question().as_str(), "union retreat" | "confederate opportunity") {
        let side = if table.question() == "union retreat" { Union } else { Confederate };
        let order = table.offers().into_iter().find(|o| o.get("fire").is_none()).unwrap();
        table.ok(side, order, &[]);
    }
    assert_eq!(table.battle.distance(table.hex("2015"), table.hex(&table.place("u-1"))), 3);
}

/// A frame of a record whose way is walked to its end already.
#[test]
fn kernstown_15_4_a_retreat_that_has_no_hex_left_to_enter_is_over() {
    let mut table = field(json!([
        union("u-1", "b62-tyler", "3621", (3.0, 3), (1.0, 2)),
        rebel("c-1", "b62-burks", "3721", (3.0, 3), (1.0, 2)),
    ]));
    table.fire_step(Union, "b62-tyler");
    let retreat = json!({ "side": "union", "unit": "u-1", "origin": "3621", "distance": 1, "causes": ["c-1"],
        "walked": [], "path": [], "off": false, "panic": false, "stage": "walking" });
    table.apply(json!({ "event": "stack", "change": { "push": { "retreat": retreat } } }));
    let events = table.ok(Union, json!({ "instruct": { "instructions": {} } }), &[]);
    assert!(table.all(&events, "retreated").is_empty());
    assert_eq!((table.question().as_str(), table.place("u-1").as_str()), ("union fire", "3621"));
}
