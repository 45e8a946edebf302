//! 8 Artillery: bombardment.

use hexmap::Hex;
use tabletop::{Case, Refusal, RuleCheck, case};

use crate::battle::Battle;
use crate::state::State;
use crate::unit::{Arm, UnitId};

/// How a battery reaches a hex that it does not attack as an adjacent unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Aim {
    /// The target.
    pub hex: Hex,
    /// The range (8.12).
    pub range: u32,
    /// The line crosses water (9, clarified).
    pub over_water: bool,
    /// The case that allows it.
    pub case: Case,
}

impl Battle {
    /// Whether a unit may bombard at all in this phase.
    ///
    /// # Errors
    /// The case that forbids it.
    pub fn may_bombard(
        &self,
        state: &State,
        unit: UnitId,
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let of = self.unit(unit);
        rule_check.check(
            case!("8.11"),
            "only artillery attacks from a distance",
            of.arm == Arm::Artillery,
            || format!("{} is {} and attacks only hexes that it is next to", of.called(), of.arm.word()),
        )?;
        let zone = state.hex(unit).is_some_and(|hex| self.in_enemy_zone(state, of.side, hex));
        rule_check.check(case!("8.41"), "the battery is in no enemy zone of control", !zone, || {
            format!(
                "{} is in an enemy zone of control: it fights as infantry and may not bombard",
                of.called()
            )
        })?;
        rule_check.check(
            case!("7.82"),
            "the battery was not displaced before it fired",
            !state.marks(unit).displaced,
            || format!("{} was displaced before it had fired and may not fire in this phase", of.called()),
        )
    }

    /// How a battery in one hex bombards another, range and line of sight alone.
    ///
    /// # Errors
    /// 8.11 out of range, 8.31 to 8.33 without a line of sight, naming the hexes that block it.
    pub fn aim(&self, from: Hex, to: Hex) -> Result<Aim, Refusal> {
        if let Some(aim) = self.open_aim(from, to) {
            return Ok(aim);
        }
        let field = &self.scenario.field;
        if let Some(&hex) = [from, to].iter().find(|&&hex| field.shuns_combat(hex)) {
            return Err(Refusal::new(
                case!("9.0"),
                format!("no combat goes into or out of {}, over which pontoons lie", self.number(hex)),
            ));
        }
        let Some(sight) = field.sight(from, to) else {
            let range = field.map.grid.distance(from, to);
            let (nearest, farthest) = self.scenario.tables.bombardment;
            return Err(Refusal::new(
                case!("8.11"),
                format!(
                    "{} is {range} hexes from {}; artillery bombards at {nearest} or {farthest}",
                    self.number(to),
                    self.number(from)
                ),
            ));
        };
        let case = if sight.is_blocked_along() { case!("8.32") } else { case!("8.31") };
        Err(Refusal::new(
            case,
            format!(
                "the line of sight from {} to {} is blocked by {}",
                self.number(from),
                self.number(to),
                self.numbers(&sight.blocked_by)
            ),
        ))
    }

    /// The same, and nothing where it does not: of most hexes nobody asks why not.
    pub fn open_aim(&self, from: Hex, to: Hex) -> Option<Aim> {
        self.scenario.field.open_aim(from, to)
    }

    /// The hexes that block the line of sight to a hex in bombardment range.
    pub fn blocked_by(&self, from: Hex, to: Hex) -> &[Hex] {
        self.scenario.field.sight(from, to).map_or(&[], |s| &s.blocked_by)
    }

    /// The enemy hexes a battery could bombard from where it stands, whatever else it owes.
    pub fn aims<'a>(&'a self, state: &'a State, unit: UnitId) -> impl Iterator<Item = Aim> + 'a {
        let from = state
            .hex(unit)
            .filter(|_| self.may_bombard(state, unit, &mut RuleCheck::without_messages()).is_ok());
        let enemy = self.unit(unit).side.other();
        let aims = from.map_or(&[][..], |from| self.scenario.field.aims(from));
        aims.iter().copied().filter(move |aim| state.holder(self, aim.hex) == Some(enemy))
    }
}
