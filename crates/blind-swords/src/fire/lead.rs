//! The Lead Unit (12.2).

use hexmap::Hex;

use crate::battle::Battle;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// The Lead Unit of a hex: the largest printed SP of the sides showing. Several only where the
    /// tied units differ in what matters, so that their owner is to choose (12.2, K33).
    pub(crate) fn leads(&self, state: &State, hex: Hex) -> Vec<UnitId> {
        let mut tied = self.largest(state, state.stack(hex));
        let traits = |u: UnitId| {
            (
                self.cohesion(state, u),
                state.unit(u).skirmish,
                self.is_mounted(state, u),
                self.is_foot(state, u),
                self.is_gun(u),
            )
        };
        if let Some(&first) = tied.first()
            && tied.iter().all(|&u| traits(u) == traits(first))
        {
            tied.truncate(1);
        }
        tied
    }
}
