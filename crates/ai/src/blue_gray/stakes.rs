//! The gain of each result of an attack.

use blue_gray::CombatResult;

/// The gain of each result to the attacker.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Stakes {
    /// Ae.
    pub ae: f64,
    /// De.
    pub de: f64,
    /// Ex.
    pub ex: f64,
    /// Ar.
    pub ar: f64,
    /// Dr.
    pub dr: f64,
}

impl Stakes {
    /// The gain of one result.
    pub fn of(&self, result: CombatResult) -> f64 {
        match result {
            CombatResult::Ae => self.ae,
            CombatResult::De => self.de,
            CombatResult::Ex => self.ex,
            CombatResult::Ar => self.ar,
            CombatResult::Dr => self.dr,
        }
    }

    /// The mean over the six faces of a column.
    pub fn expected(&self, results: &[CombatResult; 6]) -> f64 {
        results.iter().map(|&r| self.of(r)).sum::<f64>() / 6.0
    }
}
