//! A position, orders and events.

use hexmap::Hex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tabletop::{BySide, Side};

/// Where the pickets stand, and whose turn it is.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// The hex of each picket.
    pub at: BySide<Hex>,
    /// Who moves next.
    pub asked: Side,
    /// How many moves have been made.
    pub moves: u32,
}

/// An order, with hexes by their printed numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Order {
    /// The picket moves.
    Move {
        /// The hex it goes to.
        to: String,
    },
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// A picket moved.
    Moved {
        /// Whose.
        side: Side,
        /// The hex it went to.
        to: String,
    },
}
