//! Fires as orders, and what a preview says of them.

use serde_json::{Value, json};
use tabletop::{Protocol, Side};

use super::Table;
use super::field::{field, rebel};

/// A fire at a hex.
pub fn fire(units: &[&str], target: &str) -> Value {
    json!({ "fire": { "shots": [{ "units": units, "target": target }] } })
}

/// The same with Canister.
pub fn canister(units: &[&str], target: &str) -> Value {
    json!({ "fire": { "shots": [{ "units": units, "target": target, "canister": true }] } })
}

/// Several fires announced together.
pub fn fires(shots: &[(&[&str], &str)]) -> Value {
    let shots: Vec<Value> =
        shots.iter().map(|(units, target)| json!({ "units": units, "target": target })).collect();
    json!({ "fire": { "shots": shots } })
}

/// Whether these fires are offered, whatever order units and fires are named in.
pub fn offered(table: &Table, order: &Value) -> bool {
    let sorted = |order: &Value| -> Option<Vec<String>> {
        let shots = order["fire"]["shots"].as_array()?;
        let mut shots: Vec<String> = shots
            .iter()
            .map(|shot| {
                let mut units: Vec<&str> =
                    shot["units"].as_array().unwrap().iter().map(|u| u.as_str().unwrap()).collect();
                units.sort();
                format!("{units:?} {}", shot["target"])
            })
            .collect();
        shots.sort();
        Some(shots)
    };
    table.offers().iter().any(|o| sorted(o) == sorted(order))
}

/// The ground about 3721 is flat and clear. North of it lie 3621 and 3622, east 3720, west 3722,
/// south 3821 and 3822.
pub fn open(units: Value, brigade: &str) -> Table {
    let mut table = field(units);
    table.fire_step(Side::Union, brigade);
    table
}

/// A lone Confederate regiment of 3 SP and CR 3 in 3721.
pub fn target() -> Value {
    rebel("c-1", "b62-burks", "3721", (3.0, 3), (1.0, 2))
}

pub fn preview(table: &Table, side: Side, order: &Value) -> Value {
    let order = table.battle.read_order(order).unwrap_or_else(|e| panic!("{e}"));
    let preview = json!(table.battle.preview(&table.state, side, &order));
    // Whatever else a preview says, the fires are in it.
    find(&preview, "fires").unwrap_or_else(|| panic!("no fires in {preview}")).clone()
}

pub fn find<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    match value {
        Value::Object(fields) => fields.get(name).or_else(|| fields.values().find_map(|v| find(v, name))),
        Value::Array(values) => values.iter().find_map(|v| find(v, name)),
        _ => None,
    }
}

/// The shifts of the first fire by their ids and columns, and its column.
pub fn shifts(table: &Table, side: Side, order: &Value) -> (Vec<(String, i64)>, String) {
    let fires = preview(table, side, order);
    let target = &fires[0]["targets"][0];
    let shifts = target["shifts"].as_array().unwrap_or_else(|| panic!("no shifts in {fires}"));
    let shifts = shifts
        .iter()
        .map(|s| (s["id"].as_str().unwrap().to_owned(), s["columns"].as_i64().unwrap()))
        .collect();
    (shifts, target["column"].as_str().unwrap_or("none").to_owned())
}

pub fn shift(id: &str, columns: i64) -> Vec<(String, i64)> {
    vec![(id.to_owned(), columns)]
}
