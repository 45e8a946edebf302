//! How a game stands, in the terms that every game has: points, a level, a winner.

use serde::{Deserialize, Serialize};

use crate::{BySide, Side};

/// How a game stands, with what is counted only at its end as if it ended now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    pub points: BySide<i32>,
    /// The level of victory, as the rules name it: "union marginal", "draw", "Minor CSA Victory".
    pub level: String,
    /// The side that has won, or would have; `None` where the rules call it a draw.
    pub winner: Option<Side>,
}

impl Score {
    /// By how many points a side is ahead; negative if it is behind.
    pub fn margin(&self, side: Side) -> i32 {
        self.points[side] - self.points[side.other()]
    }
}
