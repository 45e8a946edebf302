//! What no play may lead to is found where it is: in positions that only a broken rule could make.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use serde_json::{Value, json};
use tabletop::Rules;

use crate::check::Table;
use crate::check::field::{field, guns, rebel, union, with};

/// A regiment with one side.
fn fragile(id: &str) -> Value {
    let mut unit = with(union(id, "b62-tyler", "3520", (3.0, 3), (1.0, 2)), json!({ "fragile": true }));
    unit.as_object_mut().unwrap().remove("worn_face");
    unit
}

fn table() -> Table {
    let table = field(json!([
        union("u-1", "b62-tyler", "3621", (3.0, 3), (1.0, 2)),
        union("u-2", "b62-tyler", "3622", (3.0, 3), (1.0, 2)),
        fragile("u-3"),
        guns("g-1", "union", "R", "3420", 3.0),
        rebel("c-1", "b62-burks", "3721", (3.0, 3), (1.0, 2)),
    ]));
    assert_eq!(table.battle.faults(&table.state), [""; 0]);
    table
}

/// What is found once these events have come about.
fn faults(events: &[Value]) -> Vec<String> {
    let mut table = table();
    for event in events {
        table.apply(event.clone());
    }
    table.battle.faults(&table.state)
}

fn broken(unit: &str, from: &str) -> Value {
    json!({ "event": "broken", "unit": unit, "from": from, "track": 1, "case": "15.7" })
}

#[test]
fn kernstown_15_7_units_that_cannot_break_are_not_on_the_broken_track() {
    assert_eq!(faults(&[broken("u-1", "3621")]), [""; 0]);
    for (unit, from) in [("g-1", "3420"), ("u-3", "3520")] {
        let found = faults(&[broken(unit, from)]);
        assert_eq!(found, [format!("{unit} is on the Broken Track and should be eliminated")]);
    }
}

#[test]
fn sides_do_not_share_a_hex() {
    let into =
        json!({ "event": "moved", "unit": "u-1", "from": "3621", "to": "3721", "cost": 2, "case": "13.1" });
    let noted = [
        "the hexes that the Union side holds are not those noted",
        "the hexes next to the Union side are not those noted",
    ];
    assert_eq!(faults(&[into]), ["both sides stand in 3721", noted[0], noted[1]]);
}

#[test]
fn kernstown_15_1_a_unit_has_two_morale_hits_at_most() {
    let hit = |hits: u8| json!({ "event": "morale-hit", "unit": "u-1", "hits": hits, "case": "15.1" });
    assert_eq!(faults(&[hit(2)]), [""; 0]);
    assert_eq!(faults(&[hit(3)]), ["u-1 has 3 Morale Hits"]);
}
