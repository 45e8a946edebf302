//! The set-up, the reinforcements, and the track of the game-turns.

use std::collections::BTreeMap;

use blue_gray::{Scenario, Start, Unit};
use print::{Block, Table, Turn};
use tabletop::Side;

use super::counters::values;
use crate::kit::words;

/// The game-turns: whether it is night, and how many units arrive.
pub(super) fn track(scenario: &Scenario) -> Block {
    let turns = (1..=scenario.turns)
        .map(|turn| {
            let notes = Side::BOTH.into_iter().filter_map(|side| {
                let come = scenario.units.iter().filter(|unit| unit.side == side && due(unit) == Some(turn));
                match come.count() {
                    0 => None,
                    count => Some(format!("{count} {side}")),
                }
            });
            Turn { number: turn.to_string(), night: scenario.is_night(turn), notes: notes.collect() }
        })
        .collect();
    Block::Track(turns)
}

fn due(unit: &Unit) -> Option<u8> {
    match unit.start {
        Start::Due { turn, .. } => Some(turn),
        Start::At(_) => None,
    }
}

/// The schedule of reinforcements, by game-turn, side and entry hexes; `None` if all units start on
/// the map.
pub(super) fn reinforcements(scenario: &Scenario) -> Option<Block> {
    let mut groups: BTreeMap<(u8, Side, String), Vec<String>> = BTreeMap::new();
    for unit in &scenario.units {
        if let Start::Due { turn, entry } = &unit.start {
            let hexes: Vec<&str> = entry.iter().map(|&hex| scenario.field.number(hex)).collect();
            groups.entry((*turn, unit.side, hexes.join(", "))).or_default().push(line(unit));
        }
    }
    let rows: Vec<Vec<String>> = groups
        .into_iter()
        .map(|((turn, side, hexes), units)| vec![turn.to_string(), side.to_string(), hexes, units.join("; ")])
        .collect();
    let head = words(&["Turn", "Side", "Hexes of entry", "Units"]);
    let title = format!("Reinforcements ({})", scenario.cited(scenario.reinforcements.case));
    (!rows.is_empty()).then_some(Block::Table(Table { title, head, rows }))
}

/// The set-up of a side, by hex.
pub(super) fn set_up(scenario: &Scenario, side: Side) -> Option<Block> {
    let mut rows: Vec<Vec<String>> = scenario
        .units
        .iter()
        .filter(|unit| unit.side == side)
        .filter_map(|unit| match unit.start {
            Start::At(hex) => {
                let number = scenario.field.number(hex).to_owned();
                let (strength, movement) = (unit.strength.to_string(), unit.movement.to_string());
                Some(vec![number, unit.name.clone(), unit.arm.word().to_owned(), strength, movement])
            }
            Start::Due { .. } => None,
        })
        .collect();
    rows.sort_by(|a, b| a[0].cmp(&b[0]));
    let head = words(&["Hex", "Unit", "Type", "Strength", "Move"]);
    let title = format!("Set-up: {side}");
    (!rows.is_empty()).then_some(Block::Table(Table { title, head, rows }))
}

/// `2/1/XIV 5-6`, with its type unless it is infantry.
pub(super) fn line(unit: &Unit) -> String {
    let arm = match unit.arm {
        blue_gray::Arm::Infantry => String::new(),
        other if unit.name.eq_ignore_ascii_case(other.word()) => String::new(),
        other => format!(" {}", other.word()),
    };
    format!("{}{arm} {}", unit.name, values(unit))
}
