//! What an attack is expected to bring, by the six results of its column.

use blue_gray::{CombatResult, State, UnitId};

use super::judgement::Judgement;

/// What each result would bring the attacker.
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
    /// What one result brings.
    pub fn of(&self, result: CombatResult) -> f64 {
        match result {
            CombatResult::Ae => self.ae,
            CombatResult::De => self.de,
            CombatResult::Ex => self.ex,
            CombatResult::Ar => self.ar,
            CombatResult::Dr => self.dr,
        }
    }

    /// The mean of the six faces of a column.
    pub fn expected(&self, results: &[CombatResult; 6]) -> f64 {
        results.iter().map(|&r| self.of(r)).sum::<f64>() / 6.0
    }
}

impl Judgement<'_> {
    /// The six results of these strengths.
    pub fn results(&self, attack: u16, defence: u16) -> &[CombatResult; 6] {
        let tables = &self.battle.scenario.tables;
        tables.results(tables.column(attack, defence))
    }

    /// What it costs the owner if a unit must retreat where it stands, with this chance that it cannot.
    pub fn retreat_cost(&self, state: &State, unit: UnitId, cut: f64) -> f64 {
        let strength = f64::from(self.battle.unit(unit).strength);
        cut * self.worth(state, unit) + (1.0 - cut) * strength * self.weights.push
    }
}
