//! 7.8 Displacement.
//!
//! Most positions stand at the western edge of the proving ground. An enemy in 0204 leaves a unit
//! in 0105 one hex to go to, 0106; from there it goes on to 0107 and 0206.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use crate::check::*;
use serde_json::{Value, json};

/// The union unit `a` in 0204 attacks the confederates in 0105 at 6-1, and the die says that they
/// retreat.
fn pushed(units: &[&str]) -> (Table, Vec<Value>) {
    let mut all = vec!["a union infantry 18 0204"];
    all.extend(units);
    let mut table = on("proving-ground").units(&all).combat(Union).dice(&[4]).set();
    let events = table.attacks(Union, &["a"], &["0105"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Dr");
    (table, events)
}

/// The first links of the chains by which a unit could come into a full hex, as "unit to hex",
/// those that lead into a hex that is full in turn with "on" behind.
fn links(table: &Table, subject: Value, to: &str) -> Vec<String> {
    let side = if table.asked().starts_with("union") { Union } else { Confederate };
    let targets = table.targets(side, "retreat", subject);
    let mut found: Vec<String> = targets["targets"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|t| t["hex"] == to)
        .flat_map(|t| t["displace"].as_array().unwrap().clone())
        .map(|l| {
            let on = if l["on"] == true { " on" } else { "" };
            format!("{} to {}{on}", l["unit"].as_str().unwrap(), l["hex"].as_str().unwrap())
        })
        .collect();
    found.sort();
    found
}

// 7.81

#[test]
fn case_7_81_a_unit_of_a_full_hex_makes_room_where_no_other_hex_is_open() {
    let units =
        ["r confederate infantry 3 0105", "c confederate infantry 1 0106", "d confederate infantry 2 0106"];
    let (mut table, _) = pushed(&units);
    assert_eq!(table.asked(), "confederate retreat");
    assert_eq!(table.hexes(Confederate, "retreat", "r"), ["0106"]);
    assert_eq!(links(&table, json!("r"), "0106"), ["c to 0107", "c to 0206", "d to 0107", "d to 0206"]);
    assert_eq!(table.case(Union, retreat("r", "0106", &[("c", "0107")])), "7.71", "the owner displaces");
    let mut no = |chain: &[(&str, &str)], case: &str, why: &str| {
        assert_eq!(table.case(Confederate, retreat("r", "0106", chain)), case, "{why}");
    };
    no(&[], "7.81", "somebody must make room");
    no(&[("c", "0205")], "7.81", "not into an enemy zone");
    no(&[("c", "0105")], "7.81", "nor into the hex just lost");
    no(&[("c", "0108")], "7.81", "one hex only");
    no(&[("a", "0203")], "7.81", "a does not stand there");
    no(&[("c", "0107"), ("d", "0206")], "7.81", "one unit makes room for one");
    let events = table.order(Confederate, retreat("r", "0106", &[("c", "0107")]));
    let displaced = event(&events, "displaced");
    assert_eq!(
        (&displaced["unit"], &displaced["from"], &displaced["to"]),
        (&json!("c"), &json!("0106"), &json!("0107"))
    );
    let there = [table.at("r"), table.at("c"), table.at("d")];
    assert_eq!(there, ["0106", "0107", "0106"]);
    assert_eq!(table.unit("c")["retreated"], false, "it was displaced");
}

#[test]
fn case_7_81_nobody_is_displaced_into_or_out_of_a_hex_with_room() {
    let (mut table, _) = pushed(&["r confederate infantry 3 0105", "c confederate infantry 1 0106"]);
    assert_eq!(table.case(Confederate, retreat("r", "0106", &[("c", "0107")])), "7.81");
    table.retreats(Confederate, "r", "0106");
    // A displaced unit stacks like one that retreats.
    let (mut table, _) = pushed(&[
        "r confederate infantry 3 0105",
        "c confederate infantry 1 0106",
        "d confederate infantry 1 0106",
        "e confederate infantry 1 0107",
    ]);
    table.order(Confederate, retreat("r", "0106", &[("d", "0107")]));
    assert_eq!((table.at("d"), table.at("e")), ("0107".to_owned(), "0107".to_owned()));
}

#[test]
fn case_7_81_two_retreating_units_displace_two() {
    let (mut table, _) = pushed(&[
        "r confederate infantry 1 0105",
        "s confederate infantry 2 0105",
        "c confederate infantry 1 0106",
        "d confederate infantry 1 0106",
    ]);
    table.order(Confederate, retreat("s", "0106", &[("c", "0206")]));
    assert_eq!(table.view()["question"]["units"], json!(["r"]));
    table.order(Confederate, retreat("r", "0106", &[("d", "0206")]));
    let there = [table.at("r"), table.at("s"), table.at("c"), table.at("d")];
    assert_eq!(there, ["0106", "0106", "0206", "0206"]);
}

#[test]
fn case_7_81_displacement_stops_at_the_edge_of_the_sheet() {
    // c and d stand in the corner; both hexes beside it are in the zone of a.
    let corner = |second: &[&str]| {
        let mut units = vec!["a union infantry 18 0202", "r confederate infantry 3 0102"];
        units.extend(second);
        let mut table = on("proving-ground").units(&units).combat(Union).dice(&[4]).set();
        let events = table.attacks(Union, &["a"], &["0102"]);
        (table, events)
    };
    let (table, events) = corner(&["c confederate infantry 1 0101", "d confederate infantry 1 0101"]);
    assert_eq!(eliminated(&events), ["r by 7.82"]);
    assert_eq!((table.at("c"), table.at("d")), ("0101".to_owned(), "0101".to_owned()));
    let (mut table, _) = corner(&["c confederate infantry 1 0101"]);
    table.retreats(Confederate, "r", "0101");
}

#[test]
fn case_7_81_displacement_stops_at_a_creek_without_a_crossing() {
    // r in 1105 has only 1205 to go to, and of the hexes around that 1305 and 1306 lie beyond the
    // creek.
    let creek = |closing: Option<&'static str>| {
        let mut units = vec![
            "a union infantry 18 1104",
            "w union infantry 1 1006",
            "r confederate infantry 3 1105",
            "c confederate infantry 1 1205",
            "d confederate infantry 1 1205",
        ];
        units.extend(closing);
        let mut table = on("proving-ground").units(&units).combat(Union).dice(&[4]).set();
        let events = table.attacks(Union, &["a"], &["1105"]);
        (table, events)
    };
    let (mut table, _) = creek(None);
    assert_eq!(links(&table, json!("r"), "1205"), ["c to 1206", "d to 1206"]);
    assert_eq!(table.case(Confederate, retreat("r", "1205", &[("c", "1305")])), "7.81");
    // With 1206 in an enemy zone the two hexes beyond the creek are all that is left, empty and
    // free of zones.
    let (_, events) = creek(Some("z union infantry 1 1107"));
    assert_eq!(eliminated(&events), ["r by 7.82"]);
}

#[test]
fn case_7_81_displacement_stops_at_water() {
    // c and d in 0113 have the river behind them and a zone on every other side but 0213.
    let river = |closing: Option<&'static str>| {
        let mut units = vec![
            "a union infantry 18 0211",
            "r confederate infantry 3 0112",
            "c confederate infantry 1 0113",
            "d confederate infantry 1 0113",
        ];
        units.extend(closing);
        let mut table = on("proving-ground").units(&units).combat(Union).dice(&[4]).set();
        let events = table.attacks(Union, &["a"], &["0112"]);
        (table, events)
    };
    let (mut table, _) = river(None);
    assert_eq!(links(&table, json!("r"), "0113"), ["c to 0213", "d to 0213"]);
    assert_eq!(table.case(Confederate, retreat("r", "0113", &[("c", "0114")])), "7.81");
    let (_, events) = river(Some("z union infantry 1 0313"));
    assert_eq!(eliminated(&events), ["r by 7.82"]);
}

// 7.82

#[test]
fn case_7_82_the_retreating_unit_is_eliminated_where_a_displaced_one_would_be() {
    // The zone of b covers 0107 and 0206, and so every way out of 0106.
    let (table, events) = pushed(&[
        "b union infantry 1 0207",
        "r confederate infantry 3 0105",
        "c confederate infantry 1 0106",
        "d confederate infantry 1 0106",
    ]);
    assert_eq!(eliminated(&events), ["r by 7.82"]);
    assert_eq!((table.at("c"), table.at("d")), ("0106".to_owned(), "0106".to_owned()));
    assert_eq!(table.asked(), "union advance");
}

#[test]
fn case_7_82_the_owner_chooses_which_of_two_takes_the_last_room() {
    let (mut table, _) = pushed(&[
        "b union infantry 1 0207",
        "r confederate infantry 1 0105",
        "s confederate infantry 2 0105",
        "c confederate infantry 1 0106",
    ]);
    assert_eq!(table.view()["question"]["units"], json!(["r", "s"]));
    let events = table.order(Confederate, retreat("s", "0106", &[]));
    assert_eq!(eliminated(&events), ["r by 7.82"]);
    assert_eq!(table.at("s"), "0106");
}

/// Units filling the hexes behind 0106.
const BEHIND: [&str; 7] = [
    "r confederate infantry 3 0105",
    "c confederate infantry 1 0106",
    "d confederate infantry 1 0106",
    "e confederate infantry 1 0107",
    "f confederate infantry 1 0107",
    "i confederate infantry 1 0206",
    "j confederate infantry 1 0206",
];

#[test]
fn case_7_82_a_chain_of_two_displacements_with_its_forks() {
    let (mut table, _) = pushed(&BEHIND);
    assert_eq!(
        links(&table, json!("r"), "0106"),
        ["c to 0107 on", "c to 0206 on", "d to 0107 on", "d to 0206 on"]
    );
    // Link by link: c into 0107, and from there e or f on.
    let begun = json!({"unit": "r", "to": "0106", "displace": [{"unit": "c", "to": "0107"}]});
    assert_eq!(links(&table, begun, "0106"), ["e to 0108", "e to 0207", "f to 0108", "f to 0207"]);
    let begun = json!({"unit": "r", "to": "0106", "displace": [{"unit": "d", "to": "0206"}]});
    assert_eq!(
        links(&table, begun, "0106"),
        ["i to 0207", "i to 0306", "i to 0307", "j to 0207", "j to 0306", "j to 0307"]
    );
    assert_eq!(
        table.case(Confederate, retreat("r", "0106", &[("c", "0107")])),
        "7.81",
        "0107 is full in turn"
    );
    let too_far = [("c", "0107"), ("e", "0206"), ("i", "0306")];
    assert_eq!(table.case(Confederate, retreat("r", "0106", &too_far)), "7.81", "e has room beside it");
    let events = table.order(Confederate, retreat("r", "0106", &[("c", "0107"), ("f", "0108")]));
    let order: Vec<&str> = events
        .iter()
        .filter(|e| e["event"] == "displaced" || e["event"] == "retreated")
        .map(|e| e["unit"].as_str().unwrap())
        .collect();
    assert_eq!(order, ["f", "c", "r"], "the last of the chain goes first");
    let there = [table.at("r"), table.at("c"), table.at("d"), table.at("e"), table.at("f")];
    assert_eq!(there, ["0106", "0107", "0106", "0107", "0108"]);
}

#[test]
fn case_7_82_a_chain_of_three_displacements() {
    // z closes 0108 and 0207: from 0107 the chain must go on to 0206.
    let mut units = BEHIND.to_vec();
    units.push("z union infantry 1 0208");
    let (mut table, _) = pushed(&units);
    let begun = json!({"unit": "r", "to": "0106", "displace": [{"unit": "c", "to": "0107"}]});
    // Not back through 0106, which the chain has left, though its other unit could then go on.
    assert_eq!(links(&table, begun, "0106"), ["e to 0206 on", "f to 0206 on"]);
    let short = [("c", "0107"), ("e", "0206")];
    assert_eq!(table.case(Confederate, retreat("r", "0106", &short)), "7.81", "0206 is full in turn");
    let zone = [("c", "0107"), ("e", "0108")];
    assert_eq!(table.case(Confederate, retreat("r", "0106", &zone)), "7.81", "0108 is in a zone");
    let back = [("c", "0107"), ("e", "0206"), ("i", "0106"), ("d", "0207")];
    assert_eq!(table.case(Confederate, retreat("r", "0106", &back)), "7.81", "0106 was left");
    let events =
        table.order(Confederate, retreat("r", "0106", &[("c", "0107"), ("e", "0206"), ("j", "0307")]));
    assert_eq!(kinds(&events).iter().filter(|k| **k == "displaced").count(), 3);
    let there = [table.at("r"), table.at("c"), table.at("e"), table.at("j")];
    assert_eq!(there, ["0106", "0107", "0206", "0307"]);
}

#[test]
fn case_7_82_a_chain_that_only_goes_round_in_circles_eliminates_the_retreating_unit() {
    // y closes 0306 and 0307 as well: the six units could only change places among themselves.
    let mut units = BEHIND.to_vec();
    units.extend(["z union infantry 1 0208", "y union infantry 1 0406"]);
    let (table, events) = pushed(&units);
    assert_eq!(eliminated(&events), ["r by 7.82"]);
    assert_eq!(kinds(&events).iter().filter(|k| **k == "displaced").count(), 0);
    assert_eq!(table.asked(), "union advance");
    // One unit fewer in 0206, and there is room.
    units.retain(|u| !u.starts_with("j "));
    let (mut table, _) = pushed(&units);
    assert_eq!(links(&table, json!("r"), "0106"), ["c to 0206", "d to 0206"]);
    // One unit fewer in 0107 instead, and the chain through 0206 is longer than the way there.
    table.order(Confederate, retreat("r", "0106", &[("d", "0206")]));
    assert_eq!(table.at("r"), "0106");
}

#[test]
fn case_7_82_no_unit_is_moved_twice_in_one_chain() {
    // z leaves the chain only the way by 0206; c cannot be pushed out of the hex it was just pushed
    // into.
    let mut units = BEHIND.to_vec();
    units.push("z union infantry 1 0208");
    let (mut table, _) = pushed(&units);
    let twice = [("c", "0107"), ("c", "0206"), ("i", "0306")];
    assert_eq!(table.case(Confederate, retreat("r", "0106", &twice)), "7.81");
}

#[test]
fn case_7_82_nobody_pushes_others_while_another_way_is_open() {
    let (mut table, _) = pushed(&[
        "r confederate infantry 3 0105",
        "c confederate infantry 1 0106",
        "d confederate infantry 1 0106",
        "e confederate infantry 1 0107",
        "f confederate infantry 1 0107",
    ]);
    assert_eq!(links(&table, json!("r"), "0106"), ["c to 0206", "d to 0206"]);
    let pushing = [("c", "0107"), ("e", "0108")];
    assert_eq!(table.case(Confederate, retreat("r", "0106", &pushing)), "7.81");
    table.order(Confederate, retreat("r", "0106", &[("c", "0206")]));
}

#[test]
fn case_7_82_a_unit_is_displaced_again_in_a_phase_only_if_nothing_else_is_left() {
    // s displaces c into 0107. When r follows, c would be in the way again; e makes room instead.
    let units = [
        "w union infantry 1 0307",
        "r confederate infantry 1 0105",
        "s confederate infantry 2 0105",
        "c confederate infantry 1 0106",
        "d confederate infantry 1 0106",
        "e confederate infantry 1 0107",
    ];
    let (mut table, _) = pushed(&units);
    assert_eq!(links(&table, json!("s"), "0106"), ["c to 0107", "d to 0107"]);
    table.order(Confederate, retreat("s", "0106", &[("c", "0107")]));
    let begun = json!({"unit": "r", "to": "0106", "displace": [{"unit": "d", "to": "0107"}]});
    assert_eq!(links(&table, begun, "0106"), ["e to 0108"]);
    let again = [("d", "0107"), ("c", "0108")];
    assert_eq!(table.case(Confederate, retreat("r", "0106", &again)), "7.82");
    table.order(Confederate, retreat("r", "0106", &[("d", "0107"), ("e", "0108")]));
    assert_eq!(table.at("c"), "0107");
}

#[test]
fn case_7_82_a_unit_is_displaced_twice_in_a_phase_if_that_is_the_only_way() {
    // r and s push c and d into 0107. Then v is driven out of 0206, and everywhere it could go only
    // they can make room.
    let mut table = on("proving-ground")
        .units(&[
            "a union infantry 18 0204",
            "b union infantry 18 0307",
            "r confederate infantry 1 0105",
            "s confederate infantry 2 0105",
            "c confederate infantry 1 0106",
            "d confederate infantry 1 0106",
            "v confederate infantry 3 0206",
        ])
        .combat(Union)
        .dice(&[4, 4])
        .set();
    table.attacks(Union, &["a"], &["0105"]);
    table.order(Confederate, retreat("r", "0106", &[("c", "0107")]));
    table.order(Confederate, retreat("s", "0106", &[("d", "0107")]));
    table.order(Union, json!({"hold": {}}));
    table.attacks(Union, &["b"], &["0206"]);
    assert_eq!(links(&table, json!("v"), "0107"), ["c to 0108", "d to 0108"]);
    let events = table.order(Confederate, retreat("v", "0107", &[("c", "0108")]));
    assert_eq!(event(&events, "displaced")["unit"], "c");
    assert_eq!((table.at("v"), table.at("c")), ("0107".to_owned(), "0108".to_owned()));
}

#[test]
fn case_7_82_displaced_guns_that_have_not_fired_may_not_fire_in_that_phase() {
    let set = || {
        on("proving-ground")
            .units(&[
                "r union infantry 1 0105",
                "g union artillery 2 0106",
                "h union artillery 2 0106",
                "x confederate infantry 5 0204",
                "y confederate infantry 4 0308",
            ])
            .combat(Union)
    };
    let mut table = set().dice(&[1, 1]).set();
    table.attacks(Union, &["r"], &["0204"]);
    table.order(Union, retreat("r", "0106", &[("g", "0107")]));
    table.order(Confederate, json!({"hold": {}}));
    assert_eq!(table.attack_case(Union, &["g"], &["0308"]), "7.82");
    let targets = table.targets(Union, "attack", json!({"attackers": [], "defenders": ["0308"]}));
    let joining: Vec<&str> =
        targets["attackers"].as_array().unwrap().iter().map(|u| u["unit"].as_str().unwrap()).collect();
    assert_eq!(joining, ["h"], "h was not displaced");
    table.attacks(Union, &["h"], &["0308"]);
    // Guns that have fired can be displaced like anybody else; and the ban ends with the phase.
    let mut table = set().dice(&[3, 1]).set();
    table.attacks(Union, &["g", "h"], &["0308"]);
    table.retreats(Confederate, "y", "0309");
    table.attacks(Union, &["r"], &["0204"]);
    table.order(Union, retreat("r", "0106", &[("g", "0107")]));
    table.order(Confederate, json!({"hold": {}}));
    let mut table = set().dice(&[1]).set();
    table.attacks(Union, &["r"], &["0204"]);
    table.order(Union, retreat("r", "0106", &[("g", "0107")]));
    table.order(Confederate, json!({"hold": {}}));
    table.end_combat(Union);
    table.end_movement(Confederate);
    table.end_combat(Confederate);
    table.end_movement(Union);
    assert!(table.legal(Union, json!({"attack": {"attackers": ["g"], "defenders": ["0308"]}})));
}

#[test]
fn case_7_82_a_unit_that_must_still_retreat_makes_no_room() {
    // r and s are bombarded in the corner, with full hexes behind full hexes: c could only go where
    // s still stands.
    let mut units = vec![
        "g union artillery 12 0104",
        "y union infantry 1 0303",
        "z union infantry 1 0401",
        "r confederate infantry 1 0101",
        "s confederate infantry 1 0101",
        "c confederate infantry 1 0102",
        "d confederate infantry 1 0102",
        "e confederate infantry 1 0201",
        "f confederate infantry 1 0201",
    ];
    let mut table = on("proving-ground").units(&units).combat(Union).dice(&[4]).set();
    let events = table.attacks(Union, &["g"], &["0101"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Dr");
    assert_eq!(eliminated(&events), ["r by 7.82", "s by 7.82"]);
    // Alone in the corner, r leaves room behind it, which is nothing to c: it is moved back, not
    // into the place of r.
    units.retain(|u| !u.starts_with("s "));
    let mut table = on("proving-ground").units(&units).combat(Union).dice(&[4]).set();
    let events = table.attacks(Union, &["g"], &["0101"]);
    assert_eq!(eliminated(&events), ["r by 7.82"]);
}

#[test]
fn case_7_81_a_displaced_unit_does_not_take_the_place_of_the_one_that_displaces_it() {
    // r is bombarded in 2101, at the edge of the sheet; in each of the three hexes around it stand
    // two.
    let mut units = vec![
        "g union artillery 12 2104",
        "r confederate infantry 1 2101",
        "c confederate infantry 1 2001",
        "d confederate infantry 1 2001",
        "e confederate infantry 1 2102",
        "f confederate infantry 1 2102",
        "h confederate infantry 1 2201",
        "i confederate infantry 1 2201",
    ];
    let set = |units: &[&str]| {
        let mut table = on("proving-ground").units(units).combat(Union).dice(&[4]).set();
        let events = table.attacks(Union, &["g"], &["2101"]);
        assert_eq!(event(&events, "die-thrown")["result"], "Dr");
        (table, events)
    };
    let (mut table, _) = set(&units);
    assert_eq!(table.hexes(Confederate, "retreat", "r"), ["2001", "2102", "2201"]);
    let beyond = ["c to 1901", "c to 1902", "c to 2002", "d to 1901", "d to 1902", "d to 2002"];
    assert_eq!(links(&table, json!("r"), "2001"), beyond);
    let (case, sentence) = table.refused(Confederate, retreat("r", "2001", &[("c", "2101")]));
    assert_eq!(case, "7.81");
    assert!(sentence.contains("has left"), "{sentence}");
    table.order(Confederate, retreat("r", "2001", &[("c", "1902")]));
    // With everything beyond in enemy zones they could only take each other's places.
    units.extend([
        "w union infantry 1 1801",
        "x union infantry 1 2401",
        "y union infantry 1 2203",
        "z union infantry 1 2003",
    ]);
    let (_, events) = set(&units);
    assert_eq!(eliminated(&events), ["r by 7.82"]);
}

#[test]
fn case_7_82_a_chain_in_a_corner_has_no_way_back_out() {
    // r and three full hexes in the corner of the sheet; behind them everything is in a zone of y
    // or z.
    let units = [
        "g union artillery 12 0104",
        "y union infantry 1 0303",
        "z union infantry 1 0401",
        "r confederate infantry 1 0101",
        "c confederate infantry 1 0102",
        "d confederate infantry 1 0102",
        "e confederate infantry 1 0201",
        "f confederate infantry 1 0201",
    ];
    let mut table = on("proving-ground").units(&units).combat(Union).dice(&[4]).set();
    let events = table.attacks(Union, &["g"], &["0101"]);
    assert_eq!(eliminated(&events), ["r by 7.82"], "c to 0201, e to 0101 would lead back to where r was");
    // One place in 0201, and it goes.
    let mut table = on("proving-ground").units(&units[..7]).combat(Union).dice(&[4]).set();
    table.attacks(Union, &["g"], &["0101"]);
    assert_eq!(table.hexes(Confederate, "retreat", "r"), ["0201"]);
}
