//! What players agree on beside the rules, and how a game ends that is not played to its end.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Side;

/// What a player offers the other one. It stands until it is answered, taken back, or another takes
/// its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Offer {
    /// The game ends in a draw, however its points stand.
    Draw {},
    /// The game goes back to the position after an order; dice then fall as they fell.
    Rewind {
        /// The version of an order that counts; 0 for the start of the game.
        to: u32,
    },
    /// The clocks stop while play is adjourned.
    Adjourn {
        /// Until when, in seconds since 1970 (UTC).
        until: u64,
    },
}

/// An offer that waits for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OpenOffer {
    /// The side that made the offer.
    pub side: Side,
    /// The version of its entry, by which it is answered.
    pub version: u32,
    pub offer: Offer,
}

/// Why a game ended that was not played to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EndedBy {
    Resignation,
    /// Both players agreed on a draw.
    Agreement,
    /// A player's time had run out, and the other claimed the game.
    Time,
    /// A player did not come, or kept a match waiting for a share of the dice, and the other ended it without a result.
    NoShow,
}

/// A player of a game without clocks who has made no entry, or who keeps a match with clocks waiting: who has made no
/// entry, or alone has not told the share of the dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NoShow {
    /// From when on the other player may end the game without a result, in seconds since 1970 (UTC).
    pub from: u64,
    pub side: Side,
}

/// How a game ended that was not played to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Ending {
    pub by: EndedBy,
    /// Who won; nobody in a draw, or where it ended without a result.
    pub winner: Option<Side>,
}
