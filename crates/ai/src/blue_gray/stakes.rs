//! The gain of each result of an attack.

use blue_gray::CombatResult;

/// The gain of each result to the attacker.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Stakes {
    pub ae: f64,
    pub de: f64,
    pub ex: f64,
    pub ar: f64,
    pub dr: f64,
}

impl Stakes {
    pub(super) fn of(&self, result: CombatResult) -> f64 {
        match result {
            CombatResult::Ae => self.ae,
            CombatResult::De => self.de,
            CombatResult::Ex => self.ex,
            CombatResult::Ar => self.ar,
            CombatResult::Dr => self.dr,
        }
    }

    /// The mean over the six faces of a column.
    pub(super) fn expected(&self, results: &[CombatResult; 6]) -> f64 {
        results.iter().map(|&r| self.of(r)).sum::<f64>() / 6.0
    }
}
