//! 5 Movement.

mod clearing;
mod crowds;
mod mover;
mod quota;
mod reach;
mod strategic;
mod ways;

use hexmap::Hex;
use tabletop::{Refusal, RuleCheck, Side, case};

pub use reach::Destination;

use crate::battle::Battle;
use crate::phase::Phase;
use crate::state::{Place, State};
use crate::unit::UnitId;

/// A move that was found legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct March {
    /// The hexes entered in order, start excluded.
    pub path: Vec<Hex>,
    /// Movement points spent by the unit.
    pub cost: u8,
    /// It came on from off the map.
    pub entered: bool,
    /// It is strategic movement (r6.4).
    pub strategic: bool,
}

impl Battle {
    /// Whether a move made now stands, by the option touch-move (5.17).
    pub(crate) fn is_touched(&self, state: &State) -> bool {
        self.options.touch_move && state.phase == Phase::Movement
    }

    /// Whether a unit may be moved at all in this phase.
    ///
    /// # Errors
    /// The case that keeps it.
    pub fn may_move(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        self.free_to_move(state, side, unit, rule_check)?;
        self.within_quota(state, side, unit, rule_check)
    }

    /// The same, a movement quota aside.
    fn free_to_move(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let of = self.unit(unit);
        rule_check.check(case!("4.1"), "the unit belongs to the phasing side", of.side == side, || {
            format!("{} belongs to the {} side", of.called(), of.side)
        })?;
        rule_check.check(
            case!("5.0"),
            "the unit is in play",
            matches!(state.place(unit), Place::On(_) | Place::Due),
            || format!("{} is no longer in play", of.called()),
        )?;
        rule_check.check(
            case!("5.17"),
            "the unit has not been moved in this phase",
            !state.marks(unit).moved,
            || format!("{} has been moved in this phase", of.called()),
        )?;
        let night = self.scenario.is_night(state.turn);
        let rule = self.scenario.night_rules[side];
        if night {
            rule_check.check(rule.case, "the side may move at night", rule.moves, || {
                format!("no {side} unit moves at night")
            })?;
        }
        if let Some(case) = of.traits.immobile {
            rule_check.check(case, "the unit can be moved", false, || {
                format!("{} may not be moved", of.called())
            })?;
        }
        if let Some(hex) = state.hex(unit) {
            let free = !self.in_enemy_zone(state, side, hex);
            if night && rule.leaves_zones {
                rule_check.check(rule.case, "at night this side may leave enemy zones", true, String::new)?;
            } else {
                rule_check.check(
                    case!("5.13"),
                    "the unit is not in an enemy zone of control",
                    free,
                    || {
                        format!(
                            "{} is in an enemy zone of control in {} and cannot leave it by movement",
                            of.called(),
                            self.number(hex)
                        )
                    },
                )?;
            }
        }
        Ok(())
    }

    /// Judges a move.
    ///
    /// # Errors
    /// The first case that forbids it.
    pub fn march(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        to: Option<Hex>,
        path: Option<&[Hex]>,
        rule_check: &mut RuleCheck,
    ) -> Result<March, Refusal> {
        self.may_move(state, side, unit, rule_check)?;
        let entered = state.hex(unit).is_none();
        let (path, cost) = match (to, path) {
            (None, Some(path)) => self.walk(state, unit, path, 0, rule_check)?,
            (Some(to), None) => self.find(state, unit, to, rule_check)?,
            _ => {
                return Err(Refusal::new(
                    case!("5.16"),
                    "a move names either the hex it goes to or its path",
                ));
            }
        };
        let Some(&last) = path.last() else {
            return Err(Refusal::new(case!("5.16"), "the path is empty"));
        };
        self.may_stay(state, unit, last, rule_check)?;
        Ok(March { path, cost, entered, strategic: self.is_strategic(unit, cost) })
    }
}
