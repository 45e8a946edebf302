//! The phases of a player-turn (4.1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A phase of a player-turn (4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Movement,
    Combat,
    Over,
}

impl Phase {
    /// The word in views and lists of games.
    pub fn word(self) -> &'static str {
        match self {
            Phase::Movement => "movement",
            Phase::Combat => "combat",
            Phase::Over => "over",
        }
    }
}
