//! 18: redoubts and rifle pits.

use crate::chattanooga::{FAR, path};
use crate::check::*;

/// The defence of a unit of strength 2 in a hex of the map, attacked by the other side from there.
fn defence(side: Side, hex: &str, from: &[&str]) -> u64 {
    let defender = format!("d {} infantry 2 {hex}", side.word());
    let attackers: Vec<String> = from
        .iter()
        .enumerate()
        .map(|(i, h)| format!("a{i} {} infantry 1 {h}", side.other().word()))
        .collect();
    let mut units: Vec<&str> = attackers.iter().map(String::as_str).collect();
    units.push(&defender);
    let table = on("chattanooga-1975").units(&units).combat(side.other()).set();
    let ids: Vec<String> = (0..from.len()).map(|i| format!("a{i}")).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    table.odds(side.other(), &ids, &[hex])["defence"].as_u64().unwrap()
}

#[test]
fn chattanooga_18_11_union_works_and_confederate_pits_are_alike() {
    // 1514 is rough, 2109 too, 1616 behind no work.
    assert_eq!(defence(Union, "1513", &["1613"]), 6, "union works");
    assert_eq!(defence(Confederate, "2110", &["2010"]), 6, "confederate pits");
    assert_eq!(defence(Confederate, "1513", &["1613"]), 6, "confederates in union works");
    assert_eq!(defence(Union, "2110", &["2010"]), 6, "and the other way round");
    // They cost nothing to cross.
    for (from, to) in [("1613", "1513"), ("1513", "1613")] {
        let unit = format!("a union infantry 4 {from}");
        let mut table = on("chattanooga-1975").units(&[&unit, FAR]).movement(Union).set();
        let events = table.order(Union, path("a", &[to]));
        assert_eq!(event(&events, "moved")["cost"], 1, "{from} to {to}");
    }
}

#[test]
fn chattanooga_18_12_works_help_only_if_every_attack_crosses_them_from_the_barbed_side() {
    assert_eq!(defence(Union, "1513", &["1613", "1612"]), 6, "both sides of the corner are works");
    assert_eq!(defence(Union, "1513", &["1413"]), 2, "from behind");
    assert_eq!(defence(Union, "1513", &["1613", "1413"]), 2, "one of two from behind");
    assert_eq!(defence(Confederate, "1613", &["1513"]), 2, "out of the works");
    assert_eq!(defence(Confederate, "2110", &["2010", "2210"]), 4, "the rough ground counts still");
}

#[test]
fn chattanooga_18_13_zones_of_control_cross_works() {
    let units = ["a union infantry 4 1513", "x confederate infantry 4 1613"];
    let table = on("chattanooga-1975").units(&units).combat(Union).set();
    table.assert_owed(&["a"], &["1613"]);
    let table = on("chattanooga-1975").units(&units).combat(Confederate).set();
    table.assert_owed(&["x"], &["1513"]);
    // And stop who comes by, on either side.
    let units = ["a union infantry 4 1513", "x confederate infantry 4 1712"];
    let mut table = on("chattanooga-1975").units(&units).movement(Confederate).set();
    assert_eq!(table.case(Confederate, path("x", &["1612", "1611"])), "5.13");
}
