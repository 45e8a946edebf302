//! The Artillery Phase: the alternating steps of the batteries (9.1 to 9.3, K54, K58, K59).

pub(crate) mod battery_move;
pub(crate) mod battery_rally;

use hexmap::Hex;
use tabletop::{Refusal, Side, case};

use crate::battle::Battle;
use crate::event::{Clearing, Event};
use crate::movement::Asked;
use crate::movement::reach::Threat;
use crate::order::{Order, Shot};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{FireKind, March, MarchKind, MarchStage, Procedure};
use crate::sequence::stack::not_asked;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// The phase begins: marks are cleared, batteries that are due come on, and `first` has the first step: the Union (9.1,
    /// K59), unless a position says otherwise. When all of the phase is over, the procedure below is on top again.
    pub(crate) fn begin_artillery(&self, execution: &mut Execution, first: Side) {
        execution.apply(Event::StepCleared { step: Clearing::Artillery });
        let acts = |side: Side| {
            !self.ready_hexes(&execution.state, side).is_empty()
                || !self.due_batteries(&execution.state, side).is_empty()
        };
        match [first, first.other()].into_iter().find(|&side| acts(side)) {
            Some(side) => execution.push(Procedure::Batteries { side, passed: false }),
            None => return,
        }
        for side in [Side::Confederate, Side::Union] {
            let units = self.due_batteries(&execution.state, side);
            if !units.is_empty() {
                execution.push(Procedure::Arrivals { side, units, choice: Vec::new() });
            }
        }
    }

    /// A side's batteries in a hex that have still to act.
    fn ready_in(&self, state: &State, side: Side, hex: Hex) -> Vec<UnitId> {
        let ready = |&u: &UnitId| self.is_gun(u) && self.unit(u).side == side && !state.unit(u).acted;
        state.stack(hex).iter().copied().filter(ready).collect()
    }

    /// The hexes a side can act with: those that hold a battery which has not acted (K54).
    pub(crate) fn ready_hexes(&self, state: &State, side: Side) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = Vec::new();
        for (unit, hex) in self.on_map(state, side) {
            if self.is_gun(unit) && !state.unit(unit).acted && !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
        hexes
    }

    /// A side acts with the batteries of a hex, or passes.
    pub(crate) fn decide_batteries(
        &self,
        execution: &mut Execution,
        side: Side,
        passed: bool,
        order: &Order,
    ) -> Result<(), Refusal> {
        match order {
            Order::Pass {} => {
                execution.apply(Event::Passed { side, case: case!("9.3") });
                if passed {
                    self.end_battery_steps(execution);
                } else {
                    self.next_batteries(execution, side.other(), true);
                }
                Ok(())
            }
            Order::Batteries { hex } => {
                let ready = self.ready_in(&execution.state, side, *hex);
                execution.rule_check.check(
                    case!("9.1"),
                    "a battery there has still to act",
                    !ready.is_empty(),
                    || format!("no battery in {} has still to act", self.number(*hex)),
                )?;
                execution.apply(Event::BatteriesChosen { side, hex: *hex });
                execution.set(Procedure::Batteries { side: side.other(), passed: false });
                execution.push(Procedure::BatteryHex { side, hex: *hex, ready });
                Ok(())
            }
            _ => Err(not_asked(execution, order)),
        }
    }

    /// The next Artillery Step: of that side, if it has a battery left to act with; otherwise it passes (9.3).
    fn next_batteries(&self, execution: &mut Execution, side: Side, passed: bool) {
        let ready = |side: Side| !self.ready_hexes(&execution.state, side).is_empty();
        if ready(side) {
            execution.set(Procedure::Batteries { side, passed });
        } else if !passed && ready(side.other()) {
            execution.set(Procedure::Batteries { side: side.other(), passed: true });
        } else {
            self.end_battery_steps(execution);
        }
    }

    /// Who has no battery left to act with passes (9.3): before it is asked, the step goes on.
    fn settle_batteries(&self, execution: &mut Execution) {
        if let Some(Procedure::Batteries { side, passed }) = execution.top() {
            self.next_batteries(execution, side, passed);
        }
    }

    fn end_battery_steps(&self, execution: &mut Execution) {
        execution.pop();
        self.begin_battery_rally(execution);
    }

    /// The hexes a side can act with.
    pub(crate) fn offer_batteries(&self, state: &State, side: Side) -> Vec<Order> {
        self.ready_hexes(state, side)
            .into_iter()
            .map(|hex| Order::Batteries { hex })
            .chain([Order::Pass {}])
            .collect()
    }

    /// Batteries of the chosen hex fire, move, or are done.
    pub(crate) fn decide_battery_hex(
        &self,
        execution: &mut Execution,
        side: Side,
        hex: Hex,
        ready: Vec<UnitId>,
        order: &Order,
    ) -> Result<(), Refusal> {
        match order {
            Order::End {} | Order::Pass {} => {
                let left = self.still_ready(&execution.state, hex, &ready);
                if !left.is_empty() {
                    execution.apply(Event::BatteriesDone { units: left });
                }
                execution.pop();
                self.settle_batteries(execution);
                Ok(())
            }
            Order::Fire { shots } => {
                let units: Vec<UnitId> = shots.iter().flat_map(|s| s.units.iter().copied()).collect();
                self.require_ready(execution, hex, &ready, &units)?;
                self.require_awake(execution, shots)?;
                self.check_shots(execution, side, &FireKind::Battery, shots)?;
                self.use_batteries(execution, side, hex, &ready, &units);
                self.volley(execution, side, FireKind::Battery, shots.clone());
                Ok(())
            }
            Order::Move { units, to, path, exit, charge } => {
                let asked = Asked { units, to: *to, path: path.as_deref(), exit: *exit, charge: *charge };
                self.require_ready(execution, hex, &ready, units)?;
                let plan = self.judge_battery_move(&execution.state, execution.rule_check, &asked)?;
                self.use_batteries(execution, side, hex, &ready, units);
                execution.push(Procedure::March(March {
                    side,
                    units: units.clone(),
                    at: plan.start,
                    path: plan.path,
                    exit: *exit,
                    kind: MarchKind::Battery,
                    stage: MarchStage::Leaving,
                    withdrawn: Vec::new(),
                    stirred: false,
                }));
                Ok(())
            }
            _ => Err(not_asked(execution, order)),
        }
    }

    fn require_ready(
        &self,
        execution: &mut Execution,
        hex: Hex,
        ready: &[UnitId],
        units: &[UnitId],
    ) -> Result<(), Refusal> {
        let left = self.still_ready(&execution.state, hex, ready);
        let other = units.iter().find(|u| !left.contains(u));
        execution.rule_check.check(
            case!("9.1"),
            "they are batteries of the chosen hex that have still to act",
            other.is_none() && !units.is_empty(),
            || format!("{} is no battery of {} that has still to act", self.called(units), self.number(hex)),
        )
    }

    /// Those who are still in the hex and have not acted or retreated (K58).
    pub(crate) fn still_ready(&self, state: &State, hex: Hex, ready: &[UnitId]) -> Vec<UnitId> {
        ready.iter().copied().filter(|&u| state.hex(u) == Some(hex) && !state.unit(u).acted).collect()
    }

    /// These batteries are done with this act; when they were the last of the hex, the other side has the next step.
    fn use_batteries(
        &self,
        execution: &mut Execution,
        side: Side,
        hex: Hex,
        ready: &[UnitId],
        units: &[UnitId],
    ) {
        execution.apply(Event::BatteriesDone { units: units.to_vec() });
        let ready = self.still_ready(&execution.state, hex, ready);
        if ready.is_empty() {
            execution.pop();
            self.settle_batteries(execution);
        } else {
            execution.set(Procedure::BatteryHex { side, hex, ready });
        }
    }

    /// 13.13: batteries that end their move where there is ammunition take it, for good.
    pub(crate) fn end_battery_move(&self, execution: &mut Execution, march: &March) {
        let Some((hex, case)) = self.scenario.resupply else { return };
        for &unit in &march.units {
            let there = execution.state.hex(unit) == Some(hex) && march.at == hex && march.path.is_empty();
            if there && march.side == Side::Union && execution.state.unit(unit).low_ammo {
                execution.apply(Event::Ammo { unit, low: false, for_good: true, case });
            }
        }
    }

    /// What may be done with the batteries of a hex.
    pub(crate) fn offer_battery_hex(
        &self,
        state: &State,
        side: Side,
        hex: Hex,
        ready: &[UnitId],
    ) -> Vec<Order> {
        let ready = self.still_ready(state, hex, ready);
        let shots: Vec<Shot> = self.possible_shots(state, side, &FireKind::Battery, &ready);
        let mut offers: Vec<Order> =
            shots.into_iter().map(|shot| Order::Fire { shots: vec![shot] }).collect();
        self.drop_unseen(state, side, &mut offers);
        let threat = Threat::new(self, state, side);
        for &unit in &ready {
            self.offer_battery_moves(state, &threat, unit, hex, &mut offers);
        }
        offers.push(Order::End {});
        offers
    }

    /// Whether the batteries of a hex that have still to act can do nothing.
    pub(crate) fn is_idle(&self, state: &State, side: Side, hex: Hex, ready: &[UnitId]) -> bool {
        matches!(self.offer_battery_hex(state, side, hex, ready)[..], [Order::End {}])
    }

    /// Leaves out the fires at hexes of which the batteries do not know yet (20.4f, K103).
    pub(crate) fn drop_unseen(&self, state: &State, side: Side, fires: &mut Vec<Order>) {
        fires.retain(|order| match order {
            Order::Fire { shots } => !shots.iter().any(|shot| self.is_unseen(state, side, shot.target)),
            _ => true,
        });
    }
}
