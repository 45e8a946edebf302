//! The estimated worth of Close Combats and rallies.

use blind_swords::{DeclaredCloseCombat, Place, Rally, UnitId};
use tabletop::Side;

use super::field::{Field, break_chance, shifted};

impl Field<'_> {
    /// The expected gain of Close Combats, each less the gain below which it is not worth the
    /// losses.
    pub(super) fn close_worth(&self, side: Side, assaults: &[DeclaredCloseCombat]) -> f64 {
        let weights = self.weights;
        assaults.iter().map(|assault| self.assault_worth(side, assault) - weights.boldness).sum()
    }

    /// The expected gain of one Close Combat, Defensive Fire included.
    pub(super) fn assault_worth(&self, side: Side, assault: &DeclaredCloseCombat) -> f64 {
        let target = assault.target;
        let odds = self.battle.close_odds_of(self.state, side, assault);
        let Some(odds) = odds.iter().max_by_key(|odds| odds.column) else { return 0.0 };
        let Some(lead) = self.piece(odds.lead) else { return 0.0 };
        let front = assault.units.iter().filter_map(|&u| self.piece(u)).filter(|p| p.hex == odds.from);
        let Some(largest) = front.max_by(|a, b| a.strength.total_cmp(&b.strength)) else { return 0.0 };
        let mut gain = self.close_harm_of(odds.tests, lead);
        let others: f64 = self
            .state
            .stack(target)
            .iter()
            .filter_map(|&u| self.piece(u))
            .filter(|p| p.unit != lead.unit)
            .map(|p| if p.gun { p.loss * 0.3 } else { p.retreat + p.hit * 0.3 })
            .sum();
        gain += others * shifted(odds.tests);
        gain += self.prize(side, target) * shifted(odds.tests);
        let defence = self.defence(side, assault, odds.strength.1.number());
        gain - self.close_cost_of(odds.tests, largest) - self.harm(defence, largest, largest.hex)
    }

    /// The Defensive Fire to expect: that of the units attacked, and half of that of the units
    /// beside them.
    pub(super) fn defence(&self, side: Side, assault: &DeclaredCloseCombat, own: f64) -> f64 {
        let hexes: Vec<_> = assault.units.iter().filter_map(|&u| self.state.hex(u)).collect();
        let beside: f64 = self
            .of(side.other())
            .filter(|p| p.hex != assault.target)
            .filter(|p| hexes.iter().any(|&h| self.battle.distance(h, p.hex) == 1))
            .map(|p| p.strength * 0.5)
            .sum();
        own + beside
    }

    /// The expected gain of a rally.
    pub(super) fn rally_worth(&self, unit: UnitId, rally: Rally) -> f64 {
        let there = self.state.unit(unit);
        let strength = self.battle.printed(self.state, unit).strength.number();
        match (rally, there.place) {
            (_, Place::Broken(_)) => 3.0 + strength,
            (Rally::Recover, _) => 0.5 + self.piece(unit).map_or(0.0, |p| p.worth * 0.3),
            (Rally::Rebuild, _) => {
                let chance = self.piece(unit).map_or(0.0, |p| 1.0 - break_chance(p.cohesion));
                0.2 + strength * 0.6 * chance
            }
        }
    }
}
