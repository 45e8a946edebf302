//! 19: ferries.

use serde_json::json;

use crate::chattanooga::{EDITIONS, path};
use crate::check::*;

#[test]
fn chattanooga_19_11_ferries_are_crossed_along_their_arrows_for_three_points() {
    for edition in EDITIONS {
        for (bank, ferry, other) in [
            ("1204", "1305", "1405"),
            ("0913", "1013", "1114"),
            ("0714", "0814", "0915"),
            ("0417", "0517", "0616"),
        ] {
            for (from, to) in [(bank, other), (other, bank)] {
                let unit = format!("a confederate infantry 4 {from}");
                let mut table = on(edition).units(&[&unit]).movement(Confederate).set();
                let events = table.order(Confederate, path("a", &[ferry, to]));
                assert_eq!(event(&events, "moved")["cost"], 4, "{from} {ferry} {to}");
                // Three points are not enough for the ferry and the bank beyond.
                let slow = format!("a confederate infantry 4 {from} movement=3");
                let mut table = on(edition).units(&[&slow]).movement(Confederate).set();
                assert_eq!(table.case(Confederate, path("a", &[ferry, to])), "5.24");
            }
        }
        // Not from a hex beside it that no arrow joins.
        for (from, ferry, to) in
            [("1304", "1305", "1405"), ("0813", "0814", "0915"), ("0516", "0517", "0616")]
        {
            let unit = format!("a confederate infantry 4 {from}");
            let mut table = on(edition).units(&[&unit]).movement(Confederate).set();
            assert_eq!(table.case(Confederate, path("a", &[ferry, to])), "5.24", "{from} to {ferry}");
        }
        // Nor out of it: over from 1204, then back to 1304.
        let mut table = on(edition).units(&["a confederate infantry 4 1204"]).movement(Confederate).set();
        assert_eq!(table.case(Confederate, path("a", &["1305", "1304"])), "5.24");
    }
}

#[test]
fn chattanooga_19_12_nobody_ends_a_phase_in_a_ferry_hex() {
    for edition in EDITIONS {
        for (bank, ferry) in [("1204", "1305"), ("0913", "1013"), ("0714", "0814"), ("0417", "0517")] {
            let unit = format!("a confederate infantry 4 {bank}");
            let mut table = on(edition).units(&[&unit]).movement(Confederate).set();
            assert_eq!(table.case(Confederate, path("a", &[ferry])), "5.24");
            assert!(!table.hexes(Confederate, "move", "a").contains(&ferry.to_owned()));
        }
        // Not even with the far bank in the enemy's hands: then it may not be entered at all.
        let units = ["a union infantry 4 1204", "x confederate infantry 4 1405"];
        let mut table = on(edition).units(&units).movement(Union).set();
        assert_eq!(table.case(Union, path("a", &["1305"])), "5.24");
        // No zone reaches over it, and nobody attacks over it.
        let mut table = on(edition).units(&units).combat(Union).set();
        table.assert_owed(&[], &[]);
        assert_eq!(table.attack_case(Union, &["a"], &["1405"]), "7.15");
    }
}

#[test]
fn chattanooga_19_13_who_could_only_retreat_into_a_ferry_hex_is_eliminated() {
    for edition in EDITIONS {
        let thrown_back = |others: &[&'static str]| {
            let mut units = vec!["r union infantry 3 0417", "x confederate infantry 18 0418"];
            units.extend(others);
            let mut table = on(edition).units(&units).combat(Confederate).dice(&[4]).set();
            let events = table.attacks(Confederate, &["x"], &["0417"]);
            (table, events)
        };
        let (mut table, _) = thrown_back(&[]);
        assert_eq!(table.hexes(Union, "retreat", "r"), ["0317"]);
        assert_eq!(table.case(Union, json!({"retreat": {"unit": "r", "to": "0517"}})), "7.72");
        // With 0317 in a zone as well the ferry is all that is left.
        let (_, events) = thrown_back(&["y confederate infantry 1 0316"]);
        let lost = event(&events, "eliminated");
        assert_eq!((&lost["unit"], &lost["case"]), (&json!("r"), &json!("19.13")));
    }
}
