//! What is printed on a unit, as views tell it.

use serde_json::{Value, json};

use crate::scenario::Scenario;
use crate::unit::{Start, Unit};

/// The part of a unit's view that never changes: an open JSON object.
pub(crate) fn printed(scenario: &Scenario, unit: &Unit) -> Vec<u8> {
    let mut value = json!({
        "id": unit.id,
        "side": unit.side,
        "type": unit.arm,
        "strength": unit.strength,
        "movement": unit.movement,
        "name": unit.name,
    });
    if let Start::Due { turn, entry } = &unit.start {
        value["turn"] = json!(turn);
        value["entry"] = json!(entry.iter().map(|&h| scenario.field.number(h)).collect::<Vec<_>>());
    }
    if unit.traits.immobile.is_some() {
        value["fixed"] = json!(true);
    }
    let notes = crate::notes::of_unit(scenario, unit);
    if !notes.is_empty() {
        value["notes"] = Value::Array(notes);
    }
    let mut bytes = value.to_string().into_bytes();
    bytes.pop();
    bytes
}
