//! The expected gain of an attack, from the six results of its column.

use blue_gray::{CombatResult, State, UnitId};

use super::judgement::Judgement;

impl Judgement<'_> {
    /// The six results for these strengths.
    pub(super) fn results(&self, attack: u16, defence: u16) -> &[CombatResult; 6] {
        let tables = &self.battle.scenario.tables;
        tables.results(tables.column(attack, defence))
    }

    /// The cost to the owner if a unit must retreat from where it stands; `cut` is the chance that
    /// it cannot.
    pub(super) fn retreat_cost(&self, state: &State, unit: UnitId, cut: f64) -> f64 {
        let strength = f64::from(self.battle.unit(unit).strength);
        cut * self.worth(state, unit) + (1.0 - cut) * strength * self.weights.push
    }
}
