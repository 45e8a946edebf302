//! 18: leaving the map.

use serde_json::json;

use crate::check::*;
use crate::chickamauga::{EDITIONS, exit, line, path, points};

#[test]
fn chickamauga_18_1_both_sides_leave_by_0101_and_0111() {
    for edition in EDITIONS {
        for side in [Union, Confederate] {
            let unit = |id: &str, hex: &str| format!("{id} {} infantry 4 {hex}", side.word());
            let units = [unit("a", "0201"), unit("b", "0110"), unit("c", "0101")];
            let units: Vec<&str> = units.iter().map(String::as_str).collect();
            let mut table = on(edition).units(&units).movement(side).set();
            let events = table.order(side, json!({"exit": {"unit": "a", "path": ["0101"]}}));
            assert_eq!(event(&events, "exited")["case"], "18.1");
            table.order(side, json!({"exit": {"unit": "b", "path": ["0111"]}}));
            table.order(side, exit("c"));
            for unit in ["a", "b", "c"] {
                assert_eq!(table.at(unit), "exited");
            }
        }
    }
}

#[test]
fn chickamauga_18_1_a_unit_in_an_enemy_zone_cannot_leave() {
    let units = ["a union infantry 4 0101", "b union infantry 4 0201", "x confederate infantry 4 0102"];
    let mut table = on("chickamauga-2006").units(&units).movement(Union).set();
    assert_eq!(table.case(Union, exit("a")), "5.13");
    // Nor through an exit hex in a zone, whichever way it is ordered.
    let units = ["b union infantry 4 0302", "x confederate infantry 4 0103"];
    let mut open = on("chickamauga-2006").units(&units).movement(Union).set();
    open.order(Union, exit("b"));
    let units = ["b union infantry 4 0110", "x confederate infantry 4 0112"];
    let mut table = on("chickamauga-2006").units(&units).movement(Union).set();
    assert_eq!(table.case(Union, json!({"exit": {"unit": "b", "path": ["0111"]}})), "5.13");
    assert!(!table.legal(Union, exit("b")));
}

#[test]
fn chickamauga_18_2_leaving_costs_one_point() {
    // Five hexes of road to 0101, then the exit: six points. From one hex further it is too far.
    let set = |hex: &str| {
        let unit = format!("a union infantry 4 {hex}");
        on("chickamauga-2006").units(&[&unit, "x confederate infantry 4 2020"]).movement(Union).set()
    };
    let mut table = set("0601");
    let events = table.order(Union, exit("a"));
    let exited = event(&events, "exited");
    assert_eq!(exited["cost"], 6);
    assert_eq!(exited["path"], json!(["0502", "0402", "0302", "0201", "0101"]));
    let way = json!({"exit": {"unit": "a", "path": ["0601", "0502", "0402", "0302", "0201", "0101"]}});
    assert_eq!(set("0702").case(Union, way), "18.2");
    assert_eq!(set("0702").case(Union, exit("a")), "18.2");
    let mut table = set("0101");
    let events = table.order(Union, exit("a"));
    assert_eq!(event(&events, "exited")["cost"], 1, "from the exit hex itself");
}

#[test]
fn chickamauga_18_3_who_has_left_never_returns() {
    let mut table = on("chickamauga-2006")
        .units(&["a union infantry 4 0101", "x confederate infantry 4 2020"])
        .movement(Union)
        .set();
    table.order(Union, exit("a"));
    for order in [path("a", &["0101"]), json!({"move": {"unit": "a", "to": "0101"}}), exit("a")] {
        table.refused(Union, order);
    }
    table.end_movement(Union);
    table.end_combat(Union);
    table.end_movement(Confederate);
    table.end_combat(Confederate);
    for order in [path("a", &["0101"]), json!({"move": {"unit": "a", "to": "0101"}}), exit("a")] {
        table.refused(Union, order);
    }
    assert_eq!(table.at("a"), "exited");
    assert!(table.hexes(Union, "move", "a").is_empty());
}

#[test]
fn chickamauga_18_4_units_that_left_count_for_their_side_and_are_not_eliminated() {
    let mut table = on("chickamauga-2006")
        .units(&["a union infantry 4 0101", "x confederate infantry 4 2020"])
        .movement(Union)
        .set();
    let before = points(&table);
    table.order(Union, exit("a"));
    assert_eq!(points(&table), (before.0 + 4, before.1));
    assert_eq!(line(&table, "21.11"), ["union 4: 4 strength points left the map, 1 each"]);
}

#[test]
fn chickamauga_18_5_nobody_leaves_elsewhere() {
    // 0401 and 2503 are at the edge and have roads that lead off it.
    for (hex, side) in [("0401", Union), ("2503", Confederate), ("0110", Union), ("2517", Confederate)] {
        let unit = format!("a {} infantry 4 {hex}", side.word());
        let mut table = on("chickamauga-2006").units(&[&unit]).movement(side).set();
        let here = json!({"exit": {"unit": "a", "path": []}});
        assert_eq!(table.case(side, here), "18.1", "from {hex}");
    }
    // Nor by a hex off the sheet.
    let mut table = on("chickamauga-2006").units(&["a union infantry 4 0201"]).movement(Union).set();
    assert_eq!(table.case(Union, json!({"exit": {"unit": "a", "path": ["0302"]}})), "18.1");
}

#[test]
fn chickamauga_18_6_no_retreat_leads_off_the_map() {
    // a in 0101 is driven back with both hexes beside it in enemy zones: the exit does not save it.
    let mut table = on("chickamauga-2006")
        .units(&["a union infantry 3 0101", "x confederate infantry 18 0201"])
        .combat(Confederate)
        .dice(&[4])
        .set();
    let events = table.attacks(Confederate, &["x"], &["0101"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Dr");
    assert_eq!(event(&events, "eliminated")["unit"], "a");
    assert_eq!(table.at("a"), "eliminated");
    // 0102 is in the zone of 0201 as well; only the edge of the sheet was left.
    assert_eq!(table.asked(), "confederate advance");
}

#[test]
fn chickamauga_18_7_any_number_leaves_by_one_hex() {
    let units: Vec<String> = ["0101", "0101", "0201", "0201", "0302"]
        .iter()
        .enumerate()
        .map(|(i, h)| format!("u{i} union infantry 4 {h}"))
        .collect();
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut table = on("chickamauga-2006").units(&units).movement(Union).set();
    for i in 0..5 {
        table.order(Union, exit(&format!("u{i}")));
        assert_eq!(table.at(&format!("u{i}")), "exited");
    }
}
