//! What is printed on a unit, as views tell it.

use schemars::JsonSchema;
use serde::Serialize;
use tabletop::Side;

use crate::notes::Note;
use crate::scenario::Scenario;
use crate::unit::{Arm, Start, Unit};

/// The part of a unit's view that never changes.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PrintedUnit {
    /// Of a reinforcement, the hexes it may come on by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<Vec<String>>,
    /// Set if the unit may not move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub fixed: bool,
    /// Stable across versions of the program.
    pub id: String,
    /// The movement allowance on the counter.
    pub movement: u8,
    /// Designation as printed on the counter.
    pub name: String,
    /// Its exclusive rules; absent if it has none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// Its allowance is not that of most units (2.4).
    #[serde(rename = "own-movement", skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub own_movement: bool,
    pub side: Side,
    /// Strength as printed on the counter.
    pub strength: u8,
    /// Of a reinforcement, the game-turn from which on it may come on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    #[serde(rename = "type")]
    pub arm: Arm,
}

impl PrintedUnit {
    /// The printed values of a unit of a scenario.
    pub(crate) fn of(scenario: &Scenario, unit: &Unit) -> PrintedUnit {
        let (entry, turn) = match &unit.start {
            Start::At(_) => (None, None),
            Start::Due { turn, entry } => {
                let number = |&hex| scenario.field.number(hex).to_owned();
                (Some(entry.iter().map(number).collect()), Some(*turn))
            }
        };
        PrintedUnit {
            entry,
            fixed: unit.traits.immobile.is_some(),
            id: unit.id.clone(),
            movement: unit.movement,
            name: unit.name.clone(),
            notes: crate::notes::of_unit(scenario, unit),
            own_movement: unit.movement != scenario.movement_allowance,
            side: unit.side,
            strength: unit.strength,
            turn,
            arm: unit.arm,
        }
    }
}
