//! Event chits, their reaction windows, and the Fog of War (10).

use hexmap::Hex;
use serde::{Deserialize, Serialize};
use tabletop::Side;

use super::trigger::Trigger;
use crate::chit::ChitId;

/// 10.1, 18.1: a side may play what it holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    pub side: Side,
    /// The other side has just passed.
    pub passed: bool,
    pub end: bool,
    /// It is asked: it has something to play, or, if it so chose, it holds anything at all (K43).
    pub asks: bool,
}

/// 10.3a: the owner of an Event chit just drawn decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    pub side: Side,
    pub chit: ChitId,
}

/// A moment at which `side` may play a chit, or use a rare event (K45).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenWindow {
    pub side: Side,
    pub what: Trigger,
    /// The other side has just passed.
    pub passed: bool,
}

/// 10.4a: units fired at by the Firefight chit fire back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FireBack {
    pub side: Side,
    pub hex: Hex,
    /// Where those stand who fired first.
    pub target: Hex,
    pub asks: bool,
}

/// 10.5b: `side` chooses the enemy hex in Battlefield Chaos.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chaos {
    pub side: Side,
}

/// 10.5b: `side` moves an enemy unit astray.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wayward {
    pub side: Side,
}

/// 10.5b, optional: `side` chooses for that rare event (friendly fire, conflicting orders).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RareChoice {
    pub side: Side,
    /// The die of the second table.
    pub event: u8,
}
