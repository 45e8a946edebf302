//! Cavalry: withdrawal from movers, mounting and dismounting (13.8, 13.9).

use hexmap::Hex;
use tabletop::{Refusal, Side, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::movement::MovementTerms;
use crate::movement::paths::points;
use crate::order::Order;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{March, MarchKind, MarchStage, Moving, Procedure};
use crate::sequence::stack::not_asked;
use crate::state::State;
use crate::unit::{Arm, UnitId};

impl Battle {
    /// The mounted enemies that may withdraw from the step just made: infantry or guns have come so near them
    /// (13.8, K66).
    pub(crate) fn riders_near(&self, state: &State, march: &March) -> Vec<UnitId> {
        let Some(&mover) = march.units.first() else { return Vec::new() };
        if self.is_mounted(state, mover) || state.hex(mover).is_none() {
            return Vec::new();
        }
        self.on_map(state, march.side.other())
            .filter(|&(unit, hex)| {
                self.is_mounted(state, unit)
                    && self.distance(hex, march.at) <= *self.scenario.numbers.cavalry_withdrawal
                    && !march.withdrawn.contains(&unit)
                    && !state.unit(unit).chaos
                    && !state.unit(unit).frozen
            })
            .map(|(unit, _)| unit)
            .filter(|&unit| !self.withdrawals(state, unit, march.at).is_empty())
            .collect()
    }

    /// Where a mounted unit may withdraw to: one hex, farther from the enemy there, where it may stand (13.8, 14.3b).
    pub(crate) fn withdrawals(&self, state: &State, unit: UnitId, from: Hex) -> Vec<Hex> {
        let Some(hex) = state.hex(unit) else { return Vec::new() };
        let side = self.unit(unit).side;
        self.around(hex)
            .filter(|&to| {
                self.distance(to, from) > self.distance(hex, from)
                    && !self.enemy_in(state, side, to)
                    && self.may_stand(state, unit, to, false)
            })
            .collect()
    }

    /// The owner of cavalry withdraws a unit, or lets the rest stand.
    pub(crate) fn decide_cavalry(
        &self,
        execution: &mut Execution,
        side: Side,
        units: &[UnitId],
        mover: UnitId,
        order: &Order,
    ) -> Result<(), Refusal> {
        match order {
            Order::Pass {} => {
                execution.pop();
                execution.apply(Event::Passed { side, case: case!("13.8") });
                Ok(())
            }
            Order::Withdraw { unit, to } => {
                let asked = units.contains(unit);
                execution.rule_check.check(case!("13.8"), "the unit may withdraw now", asked, || {
                    format!("{} may not withdraw from {}", self.unit(*unit).name, self.unit(mover).name)
                })?;
                let state = &execution.state;
                let open =
                    state.hex(mover).is_some_and(|from| self.withdrawals(state, *unit, from).contains(to));
                execution.rule_check.check(
                    case!("K66"),
                    "it withdraws one hex, away from the mover, to where it may stand",
                    open,
                    || format!("{} may not withdraw to {}", self.unit(*unit).name, self.number(*to)),
                )?;
                execution.pop();
                self.ride_off(execution, side, *unit, *to);
                Ok(())
            }
            _ => Err(not_asked(execution, order)),
        }
    }

    /// The unit withdraws; afterwards the other cavalry near the mover is asked again.
    fn ride_off(&self, execution: &mut Execution, side: Side, unit: UnitId, to: Hex) {
        if let Some(Procedure::March(mut march)) = execution.top() {
            march.withdrawn.push(unit);
            march.stirred = true;
            march.stage = MarchStage::Cavalry;
            execution.set(Procedure::March(march));
        }
        let Some(at) = execution.state.hex(unit) else { return };
        execution.push(Procedure::March(March {
            side,
            units: vec![unit],
            at,
            path: vec![(to, 0)],
            exit: false,
            kind: MarchKind::Withdrawal,
            stage: MarchStage::Leaving,
            withdrawn: Vec::new(),
            stirred: false,
        }));
    }

    /// Every withdrawal of these units, and to let them stand.
    pub(crate) fn offer_cavalry(&self, state: &State, units: &[UnitId], mover: UnitId) -> Vec<Order> {
        let Some(from) = state.hex(mover) else { return vec![Order::Pass {}] };
        units
            .iter()
            .flat_map(|&unit| {
                self.withdrawals(state, unit, from).into_iter().map(move |to| Order::Withdraw { unit, to })
            })
            .chain([Order::Pass {}])
            .collect()
    }

    /// Cavalry mounts or dismounts in the execution of its move (13.9).
    pub(crate) fn mount(
        &self,
        execution: &mut Execution,
        side: Side,
        movement_terms: &MovementTerms,
        unit: UnitId,
    ) -> Result<(), Refusal> {
        let state = &execution.state;
        let start = self.require_movers(state, execution.rule_check, movement_terms, &[unit])?;
        let name = &self.unit(unit).name;
        let horsed = self.unit(unit).arm == Arm::Cavalry && self.unit(unit).dismounted.is_some();
        execution.rule_check.check(case!("13.9"), "it has a dismounted counter", horsed, || {
            format!("{name} has no counter to change to")
        })?;
        let terms = self.terms(state, movement_terms, &[unit], false);
        let cost = *self.scenario.tables.costs.mount;
        let left = terms.allowance.saturating_sub(terms.spent);
        execution.rule_check.check(case!("13.9"), "it has the movement points", cost <= left, || {
            format!(
                "changing its mount costs {name} {} movement points and it has {}",
                points(cost),
                points(left)
            )
        })?;
        let stands = self.may_stand_changed(state, unit, start);
        execution.rule_check.check(case!("K37"), "it could stay in its hex afterwards", stands, || {
            format!("{name} could not stay in {} with those who stand there", self.number(start))
        })?;
        let from = movement_terms.moving.as_ref().filter(|_| terms.begun).map_or(start, |m| m.from);
        let moving = Moving {
            units: vec![unit],
            spent: terms.spent + cost,
            allowance: terms.allowance,
            begun: true,
            charge: false,
            from,
        };
        self.take_over(execution, movement_terms, moving);
        execution.push(Procedure::March(March {
            side,
            units: vec![unit],
            at: start,
            path: Vec::new(),
            exit: false,
            kind: MarchKind::Mounting,
            stage: MarchStage::Leaving,
            withdrawn: Vec::new(),
            stirred: false,
        }));
        Ok(())
    }

    /// Whether a unit that has not moved to its limit can mount or dismount where it stands.
    pub(crate) fn can_change_mount(
        &self,
        state: &State,
        movement_terms: &MovementTerms,
        unit: UnitId,
    ) -> bool {
        let terms = self.terms(state, movement_terms, &[unit], false);
        let printed = self.unit(unit);
        printed.arm == Arm::Cavalry
            && printed.dismounted.is_some()
            && *self.scenario.tables.costs.mount <= terms.allowance.saturating_sub(terms.spent)
            && state.hex(unit).is_some_and(|hex| self.may_stand_changed(state, unit, hex))
    }

    /// Whether a unit could stay in its hex if it mounted or dismounted (6.1, 6.1b, K37).
    fn may_stand_changed(&self, state: &State, unit: UnitId, hex: Hex) -> bool {
        let others: Vec<UnitId> = state.stack(hex).iter().copied().filter(|&u| u != unit).collect();
        if others.is_empty() {
            return true;
        }
        let mounted = !state.unit(unit).mounted;
        let printed = self.unit(unit);
        let faces = match &printed.dismounted {
            Some(faces) if !mounted => faces,
            _ => &printed.faces,
        };
        let face = faces.fresh.filter(|_| !state.unit(unit).worn).unwrap_or(faces.worn);
        let room: u16 = others.iter().map(|&u| self.room(state, u)).sum::<u16>()
            + u16::try_from(face.strength.0 / 64).unwrap_or(0);
        room <= *self.scenario.tables.stacking.limit
            && others.iter().all(|&u| self.is_mounted(state, u) == mounted)
            && (mounted || !self.is_wrongly_stacked(unit, &others))
    }
}
