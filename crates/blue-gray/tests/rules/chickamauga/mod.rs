//! Chickamauga: the exclusive rules, in both editions, numbered as in the 2006 revision.
//!
//! Much of it is played on the open road 1203 to 1209; 1304 to 1307 beside it are open ground too.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

mod exits;
mod forces;
mod roads;
mod train;
mod victory;
mod wilder;

use crate::check::*;
use serde_json::{Value, json};

const EDITIONS: [&str; 2] = ["chickamauga-1975", "chickamauga-2006"];

fn exit(unit: &str) -> Value {
    json!({"exit": {"unit": unit}})
}

fn path(unit: &str, hexes: &[&str]) -> Value {
    json!({"move": {"unit": unit, "path": hexes}})
}

/// Union and Confederate points as they stand.
fn points(table: &Table) -> (i64, i64) {
    let victory = &table.view()["victory"];
    (victory["union"].as_i64().unwrap(), victory["confederate"].as_i64().unwrap())
}

/// The lines of the account under a case, as "side points: text".
fn line(table: &Table, case: &str) -> Vec<String> {
    let view = table.view();
    let lines = view["victory"]["lines"].as_array().unwrap();
    lines
        .iter()
        .filter(|l| l["case"] == case)
        .map(|l| format!("{} {}: {}", l["side"].as_str().unwrap(), l["points"], l["text"].as_str().unwrap()))
        .collect()
}

/// Who holds a victory hex.
fn holder(table: &Table, hex: &str) -> String {
    let view = table.view();
    let control = view["control"].as_array().unwrap();
    let watch = control.iter().find(|w| w["hex"] == hex).unwrap_or_else(|| panic!("{hex} is not watched"));
    watch["side"].as_str().unwrap().to_owned()
}
