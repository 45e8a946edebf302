//! How batteries move (9.0, 9.5, 13.11 to 13.13, 20.4f).

use hexmap::Hex;
use tabletop::{Refusal, Side, case};

use crate::battle::Battle;
use crate::chit::ChitKind;
use crate::movement::paths::Goal;
use crate::movement::reach::{Terms, Threat, Walk};
use crate::movement::{Asked, Plan};
use crate::order::{Order, Shot};
use crate::pick::draw;
use crate::sequence::ask::Judging;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// What a battery may spend, in half points (9.0, K107).
    pub(super) fn battery_allowance(&self, unit: UnitId) -> u8 {
        let usual = *self.scenario.tables.battery_allowance;
        self.unit(unit).optional_allowance.filter(|_| self.options.chew).unwrap_or(usual)
    }

    fn battery_terms(&self, units: &[UnitId]) -> Terms {
        Terms {
            allowance: units.iter().map(|&u| self.battery_allowance(u)).min().unwrap_or(0),
            spent: 0,
            begun: false,
            engages: false,
            marches: true,
            charge: false,
        }
    }

    /// In the first Artillery Phase of some scenarios a side's batteries may not move (20.4f).
    fn is_silent(&self, state: &State, unit: UnitId) -> bool {
        state.turn == 1 && self.scenario.silent_batteries.is_some_and(|s| s.side == self.unit(unit).side)
    }

    /// Units stand in the hex at which that side's batteries may not fire in the first Artillery
    /// Phase (20.4f, K103).
    pub(crate) fn is_unseen(&self, state: &State, side: Side, hex: Hex) -> bool {
        let Some(silent) = self.scenario.silent_batteries else { return false };
        let ChitKind::Command { brigades, .. } = &self.chit(silent.chit).kind else { return false };
        let of_division = |&u: &UnitId| self.unit(u).brigade.is_some_and(|b| brigades.contains(&b));
        state.turn == 1 && silent.side == side && state.stack(hex).iter().any(of_division)
    }

    /// What must be so of the targets of batteries in that phase.
    pub(super) fn require_awake(&self, judging: &mut Judging, shots: &[Shot]) -> Result<(), Refusal> {
        let state = judging.state;
        let unseen = shots.iter().find(|shot| {
            shot.units.first().is_some_and(|&u| self.is_unseen(state, self.unit(u).side, shot.target))
        });
        let case = self.scenario.silent_batteries.map_or(case!("20.4"), |s| s.case);
        judging.rule_check.check(case, "the batteries have seen their targets", unseen.is_none(), || {
            let number = unseen.map_or("", |shot| self.number(shot.target));
            format!("in the first Artillery Phase no battery may fire at units in {number} (K103)")
        })
    }

    /// Every case of a move of batteries of one hex, and the way it takes.
    pub(super) fn judge_battery_move(
        &self,
        judging: &mut Judging,
        side: Side,
        asked: &Asked,
    ) -> Result<Plan, Refusal> {
        let Judging { state, rule_check } = judging;
        let units = asked.units;
        let start = self.require_able(state, rule_check, units)?;
        let silent = units.iter().find(|&&u| self.is_silent(state, u));
        let case = self.scenario.silent_batteries.map_or(case!("20.4"), |s| s.case);
        rule_check.check(case, "batteries may move in this phase", silent.is_none(), || {
            "no Union battery may move in the first Artillery Phase".to_owned()
        })?;
        rule_check.check(case!("13.10"), "batteries do not charge", !asked.charge, || {
            "only mounted cavalry charges".to_owned()
        })?;
        let threat = Threat::new(state, side);
        self.judge_way(
            rule_check,
            &Walk::new(self, state, &threat, units, start, self.battery_terms(units)),
            asked,
        )
    }

    pub(super) fn offer_battery_moves(
        &self,
        state: &State,
        threat: &Threat,
        unit: UnitId,
        hex: Hex,
        offers: &mut Vec<Order>,
    ) {
        let goals = self.battery_goals(state, threat, unit, hex);
        offers.extend(goals.into_iter().map(|goal| goal.order(&[unit])));
    }

    pub(crate) fn battery_goals(&self, state: &State, threat: &Threat, unit: UnitId, hex: Hex) -> Vec<Goal> {
        if !self.can_roll(state, unit) {
            return Vec::new();
        }
        let units = [unit];
        let walk = Walk::new(self, state, threat, &units, hex, self.battery_terms(&units));
        let mut goals: Vec<Goal> = walk.ends().into_iter().map(|(to, _)| Goal::Hex(to)).collect();
        goals.extend(self.can_roll_off(hex).then_some(Goal::Off));
        goals
    }

    /// Whether there is any of those goals.
    pub(super) fn can_roll_somewhere(&self, state: &State, threat: &Threat, unit: UnitId, hex: Hex) -> bool {
        let units = [unit];
        let walk = || Walk::new(self, state, threat, &units, hex, self.battery_terms(&units));
        self.can_roll(state, unit) && (self.can_roll_off(hex) || walk().ends_anywhere())
    }

    /// One of those goals, drawn by `pick`.
    pub(crate) fn some_battery_goal(
        &self,
        state: &State,
        threat: &Threat,
        unit: UnitId,
        hex: Hex,
        pick: impl FnMut(usize) -> usize,
    ) -> Option<Goal> {
        if self.can_roll_off(hex) {
            return draw(self.battery_goals(state, threat, unit, hex), pick, |_| true);
        }
        let units = [unit];
        let walk = Walk::new(self, state, threat, &units, hex, self.battery_terms(&units));
        if self.can_roll(state, unit) { walk.some_end(pick).map(Goal::Hex) } else { None }
    }

    fn can_roll(&self, state: &State, unit: UnitId) -> bool {
        let there = state.unit(unit);
        !there.frozen && !there.chaos && !self.is_silent(state, unit)
    }

    fn can_roll_off(&self, hex: Hex) -> bool {
        self.scenario.area.is_none() && self.map().grid.neighbours(hex).count() < 6
    }
}
