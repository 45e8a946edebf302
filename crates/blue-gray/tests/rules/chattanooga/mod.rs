//! Chattanooga: the exclusive rules, in both editions, numbered as in the 1975 folder.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

mod artillery;
mod exclusive_rules;
mod ferries;
mod quota;
mod reinforcements;
mod victory;
mod works;

use crate::check::*;
use serde_json::{Value, json};

const EDITIONS: [&str; 2] = ["chattanooga-1975", "chattanooga-2006"];

/// A confederate far from everything.
const FAR: &str = "far confederate infantry 4 2504";

/// The reinforcements.
const XII: [&str; 3] = ["u-1-2-xii turn=2", "u-2-2-xii turn=2", "u-3-2-xii turn=2"];

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

/// Who holds a watched hex.
fn holder(table: &Table, hex: &str) -> String {
    let view = table.view();
    let control = view["control"].as_array().unwrap();
    let watch = control.iter().find(|w| w["hex"] == hex).unwrap_or_else(|| panic!("{hex} is not watched"));
    watch["side"].as_str().unwrap().to_owned()
}

/// Goes on to the next movement phase of that side.
fn next_movement(table: &mut Table, side: Side) {
    loop {
        match table.asked().as_str() {
            "union movement" => table.end_movement(Union),
            "union combat" => table.end_combat(Union),
            "confederate movement" => table.end_movement(Confederate),
            "confederate combat" => table.end_combat(Confederate),
            other => panic!("{other}"),
        };
        if table.asked() == format!("{} movement", side.word()) {
            return;
        }
    }
}

#[test]
fn chattanooga_14_31_the_union_is_first_in_every_game_turn() {
    for edition in EDITIONS {
        let mut table = on(edition).set();
        assert_eq!(table.asked(), "union movement");
        assert_eq!(table.view()["turn"], 1);
        let mut turns = Vec::new();
        for _ in 0..2 {
            next_movement(&mut table, Confederate);
            turns.push((table.view()["turn"].as_u64().unwrap(), "confederate"));
            next_movement(&mut table, Union);
            turns.push((table.view()["turn"].as_u64().unwrap(), "union"));
        }
        assert_eq!(turns, [(1, "confederate"), (2, "union"), (2, "confederate"), (3, "union")]);
    }
}

#[test]
fn chattanooga_14_32_ten_game_turns_the_fifth_at_night() {
    for edition in EDITIONS {
        let mut table = on(edition).units(&["a union infantry 5 1518", FAR]).set();
        assert_eq!((&table.view()["turns"], &table.view()["night"]), (&json!(10), &json!([5])));
        let mut combats = Vec::new();
        while table.asked() != "over" {
            let turn = table.view()["turn"].as_u64().unwrap();
            let side = if table.asked().starts_with("union") { Union } else { Confederate };
            if table.asked().ends_with("movement") {
                table.end_movement(side);
            } else {
                combats.push(turn);
                table.end_combat(side);
            }
        }
        assert_eq!(combats, [1, 1, 2, 2, 3, 3, 4, 4, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10]);
    }
}
