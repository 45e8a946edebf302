//! Where a Lead Unit is after a test.

use serde::Serialize;

/// Where a Lead Unit is after a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// The unit stays where it was.
    Stays,
    /// The unit must retreat this many hexes.
    Retreats(u8),
    /// The unit goes to this box of the Broken Track.
    Broken(u8),
    Eliminated,
}

impl Fate {
    pub(super) fn on_map(self) -> bool {
        matches!(self, Fate::Stays | Fate::Retreats(_))
    }
}
