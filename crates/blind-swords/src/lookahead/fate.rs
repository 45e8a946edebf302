//! Where a Lead Unit is after a test.

use serde::Serialize;

/// Where a Lead Unit is after a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Where it was.
    Stays,
    /// It must retreat that far.
    Retreats(u8),
    /// In that box.
    Broken(u8),
    /// Out of the game.
    Eliminated,
}

impl Fate {
    pub(super) fn on_map(self) -> bool {
        matches!(self, Fate::Stays | Fate::Retreats(_))
    }
}
