//! The estimated worth of fires.

use blind_swords::Shot;
use hexmap::Hex;

use super::field::{Field, shifted};

impl Field<'_> {
    /// The worth of fires announced together, less something for each unit that then cannot fire
    /// elsewhere.
    pub(super) fn fire_worth(&self, shots: &[Shot]) -> f64 {
        let flanked = if shots.len() > 1 { self.battle.flanked_by(self.state, shots) } else { Vec::new() };
        let units: usize = shots.iter().map(|shot| shot.units.len()).sum();
        let harm: f64 = shots.iter().map(|shot| self.shot_worth(shot, flanked.contains(&shot.target))).sum();
        // Better than passing even where it is all but hopeless: ammunition costs nothing.
        0.001 + harm / (units.max(1) as f64).powf(0.7)
    }

    pub(super) fn shot_worth(&self, shot: &Shot, flanking: bool) -> f64 {
        let Some(odds) = self.battle.fire_odds(self.state, shot, flanking) else { return 0.0 };
        let Some(piece) = self.piece(odds.lead) else { return 0.0 };
        let side = piece.side.other();
        self.harm_of(odds.tests, piece) + self.prize(side, shot.target) * shifted_by_fire(odds.tests) * 0.3
    }

    /// The worth of acting with the batteries of a hex: the strongest go first.
    pub(super) fn battery_worth(&self, hex: Hex) -> f64 {
        let pieces = self.state.stack(hex).iter().filter_map(|&u| self.piece(u)).filter(|p| p.gun);
        0.01 + pieces.map(|p| self.fire_from(p, hex)).sum::<f64>()
    }
}

/// The approximate chance that a fire drives its target off.
fn shifted_by_fire(tests: [f64; 4]) -> f64 {
    shifted([0.0, tests[1] * 0.4, tests[2] * 0.7, tests[3]])
}
