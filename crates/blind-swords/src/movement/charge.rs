//! Charge Moves (13.10, K70).

use hexmap::{Hex, Slope};
use tabletop::{Refusal, RuleCheck, Side, case};

use crate::battle::Battle;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// Clear or Light Woods, and not Angled: where a charge can go and strike (13.10c, f).
    pub(super) fn is_charge_ground(&self, hex: Hex) -> bool {
        self.is_charge_start(hex) && !self.map().ground(hex).angled
    }

    /// Clear or Light Woods: where a charge can begin (13.10b).
    fn is_charge_start(&self, hex: Hex) -> bool {
        !self.map().ground(hex).orchard
    }

    /// Whether a charge from a hex can strike the enemy in one next to it: infantry and guns only, on
    /// charge ground, and not through a slope, up or down (13.10f, g).
    pub(crate) fn is_charge_target(&self, state: &State, from: Hex, target: Hex) -> bool {
        self.map().side_between(from, target).is_some_and(|side| side.slope == Slope::None)
            && self.is_charge_ground(target)
            && !state.stack(target).iter().any(|&u| self.is_mounted(state, u))
    }

    /// Whether cavalry in that hex could strike an enemy. Skirmishers alone cannot be (16.4).
    pub(super) fn has_charge_target(&self, state: &State, side: Side, hex: Hex) -> bool {
        self.enemies_around(state, side, hex)
            .any(|target| self.is_charge_target(state, hex, target) && !self.only_skirmishers(state, target))
    }

    /// Whether a unit could charge at all, wherever to.
    pub(super) fn can_charge(&self, state: &State, unit: UnitId) -> bool {
        self.is_mounted(state, unit)
            && state.unit(unit).hits == 0
            && state.hex(unit).is_some_and(|hex| self.is_charge_start(hex))
    }

    /// What must be so of those who are to charge, before they move.
    pub(super) fn require_charge(
        &self,
        state: &State,
        rule_check: &mut RuleCheck,
        units: &[UnitId],
        start: Hex,
        closes: bool,
        begun: bool,
    ) -> Result<(), Refusal> {
        let case = case!("13.10");
        let mounted = units.iter().all(|&u| self.is_mounted(state, u));
        let fit = units.iter().all(|&u| state.unit(u).hits == 0);
        rule_check.check(case, "the brigade's order lets it close after the charge", closes, || {
            "a charge must end in Close Combat, which the brigade's order does not allow".to_owned()
        })?;
        rule_check.check(case, "only mounted cavalry charges", mounted, || {
            format!("only mounted cavalry charges: {}", self.called(units))
        })?;
        rule_check.check(case!("K70"), "a charge is declared before the unit moves", !begun, || {
            format!("a charge is declared before moving: {}", self.called(units))
        })?;
        rule_check.check(case, "charging units are neither Shaken nor Disrupted", fit, || {
            format!("Shaken or Disrupted units may not charge: {}", self.called(units))
        })?;
        rule_check.check(case, "a charge begins on Clear or Light Woods", self.is_charge_start(start), || {
            format!("a charge cannot begin in {}", self.number(start))
        })
    }
}
