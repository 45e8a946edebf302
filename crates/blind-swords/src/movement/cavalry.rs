//! Cavalry: withdrawal from movers, mounting and dismounting (13.8, 13.9).

use hexmap::Hex;
use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::movement::paths::points;
use crate::movement::terms::MovementTerms;
use crate::order::{Order, StandingOrder, StandingOrders};
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept, tries};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{CavalryWithdrawal, March, MarchKind, MarchStage, Moving, Procedure};
use crate::state::State;
use crate::unit::{Arm, UnitId};

impl Battle {
    /// The mounted enemies that may withdraw from the step just made: infantry or guns have come so
    /// near them (13.8, K66).
    pub(super) fn riders_near(&self, state: &State, march: &March) -> Vec<UnitId> {
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

    /// Where a mounted unit may withdraw to: one hex, farther from the enemy there, where it may
    /// stand (13.8, 14.3b).
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

    /// The unit withdraws; afterwards the other cavalry near the mover is asked again.
    fn ride_off(&self, execution: &mut Execution, side: Side, unit: UnitId, to: Hex) {
        if let Some(Procedure::March(mut march)) = execution.top() {
            march.withdrawn.push(unit);
            march.stirred = true;
            march.stage = MarchStage::Cavalry;
            execution.set(march);
        }
        let Some(at) = execution.state.hex(unit) else { return };
        execution.push(March {
            side,
            units: vec![unit],
            at,
            path: vec![(to, 0)],
            exit: false,
            kind: MarchKind::Withdrawal,
            stage: MarchStage::Leaving,
            withdrawn: Vec::new(),
            stirred: false,
        });
    }

    /// Cavalry mounts or dismounts in the execution of its move (13.9).
    pub(super) fn judge_mount<'a>(
        &'a self,
        judging: &mut Judging,
        side: Side,
        movement_terms: MovementTerms,
        unit: UnitId,
    ) -> Judged<'a> {
        let state = judging.state;
        let start = self.require_movers(state, judging.rule_check, &movement_terms, &[unit])?;
        let name = &self.unit(unit).name;
        let horsed = self.unit(unit).arm == Arm::Cavalry && self.unit(unit).dismounted.is_some();
        judging.rule_check.check(case!("13.9"), "it has a dismounted counter", horsed, || {
            format!("{name} has no counter to change to")
        })?;
        let terms = self.terms(state, &movement_terms, &[unit], false);
        let cost = *self.scenario.tables.costs.mount;
        let left = terms.allowance.saturating_sub(terms.spent);
        judging.rule_check.check(case!("13.9"), "it has the movement points", cost <= left, || {
            format!(
                "changing its mount costs {name} {} movement points and it has {}",
                points(cost),
                points(left)
            )
        })?;
        let stands = self.may_stand_changed(state, unit, start);
        judging.rule_check.check(case!("K37"), "it could stay in its hex afterwards", stands, || {
            format!("{name} could not stay in {} with the units there", self.number(start))
        })?;
        let from = movement_terms.moving.as_ref().filter(|_| terms.begun).map_or(start, |m| m.from);
        accept(move |execution| {
            let moving = Moving {
                units: vec![unit],
                spent: terms.spent + cost,
                allowance: terms.allowance,
                begun: true,
                charge: false,
                from,
            };
            self.take_over(execution, &movement_terms, moving);
            execution.push(March {
                side,
                units: vec![unit],
                at: start,
                path: Vec::new(),
                exit: false,
                kind: MarchKind::Mounting,
                stage: MarchStage::Leaving,
                withdrawn: Vec::new(),
                stirred: false,
            });
        })
    }

    /// Whether a unit that has not moved to its limit can mount or dismount where it stands.
    pub(super) fn can_change_mount(
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

impl Ask for CavalryWithdrawal {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "cavalry-withdrawal"
    }

    fn case(&self, _: &State) -> Case {
        case!("13.8")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("may {} withdraw one hex?", battle.called(&self.units))
    }

    fn about(&self) -> (Vec<UnitId>, Vec<Hex>) {
        (self.units.clone(), Vec::new())
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Cavalry(self.mover)
    }

    fn standing_order(&self, _: &Battle, _: &State, told: &StandingOrders) -> StandingOrder {
        told.withdrawal
    }

    /// Every withdrawal of these units, and to let them stand.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let withdrawals = state.hex(self.mover).into_iter().flat_map(|from| {
            self.units.iter().flat_map(move |&unit| {
                let hexes = battle.withdrawals(state, unit, from).into_iter();
                hexes.map(move |to| Order::Withdraw { unit, to })
            })
        });
        tries(withdrawals.chain([Order::Pass {}]))
    }

    /// The owner of cavalry withdraws a unit, or lets the rest stand.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let side = self.side;
        match *order {
            Order::Pass {} => accept(move |execution| {
                execution.pop();
                execution.apply(Event::Passed { side, case: case!("13.8") });
            }),
            Order::Withdraw { unit, to } => {
                let (name, mover) = (&battle.unit(unit).name, &battle.unit(self.mover).name);
                let asked = self.units.contains(&unit);
                judging.rule_check.check(case!("13.8"), "the unit may withdraw now", asked, || {
                    format!("{name} may not withdraw from {mover}")
                })?;
                let state = judging.state;
                let from = state.hex(self.mover);
                let open = from.is_some_and(|from| battle.withdrawals(state, unit, from).contains(&to));
                judging.rule_check.check(
                    case!("K66"),
                    "it withdraws one hex, away from the mover, to where it may stand",
                    open,
                    || format!("{name} may not withdraw to {}", battle.number(to)),
                )?;
                accept(move |execution| {
                    execution.pop();
                    battle.ride_off(execution, side, unit, to);
                })
            }
            _ => Err(battle.not_asked(judging, order)),
        }
    }
}
