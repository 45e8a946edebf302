//! Skirmish Order: leaving it, and withdrawing before the enemy (16.1, 16.2, K67, K91).

use hexmap::Hex;
use tabletop::{Refusal, Side, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::movement::MovementTerms;
use crate::movement::paths::points;
use crate::order::Order;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Moving, Procedure};
use crate::sequence::stack::not_asked;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// A unit leaves Skirmish Order before anything else in its move.
    pub(crate) fn leave_skirmish(
        &self,
        execution: &mut Execution,
        movement_terms: &MovementTerms,
        unit: UnitId,
    ) -> Result<(), Refusal> {
        let state = &execution.state;
        let from = self.require_movers(state, execution.rule_check, movement_terms, &[unit])?;
        let name = &self.unit(unit).name;
        execution.rule_check.check(
            case!("16.1"),
            "it is in Skirmish Order",
            state.unit(unit).skirmish,
            || format!("{name} is not in Skirmish Order"),
        )?;
        let begun = self.is_under_way(movement_terms, &[unit]);
        execution.rule_check.check(case!("K91"), "it comes first in its move", !begun, || {
            format!("{name} has begun its move: Skirmish Order is left before it")
        })?;
        let (cost, allowance) =
            (*self.scenario.tables.costs.leave_skirmish, self.allowance(state, movement_terms, &[unit]));
        execution.rule_check.check(case!("16.1"), "it has the movement points", cost <= allowance, || {
            format!(
                "leaving Skirmish Order costs {} movement points and {name} has {}",
                points(cost),
                points(allowance)
            )
        })?;
        let moving = Moving { units: vec![unit], spent: cost, allowance, begun: true, charge: false, from };
        let over = cost >= allowance;
        self.take_over(execution, movement_terms, moving.clone());
        execution.apply(Event::SkirmishLeft { unit });
        if over {
            self.end_moving(execution, Some(moving));
        }
        Ok(())
    }

    /// The enemy's Skirmishers next to a unit (16.2).
    pub(crate) fn skirmishers_near(&self, state: &State, mover: UnitId) -> Vec<UnitId> {
        let Some(at) = state.hex(mover) else { return Vec::new() };
        let side = self.unit(mover).side;
        self.enemies_around(state, side, at)
            .flat_map(|hex| state.stack(hex))
            .copied()
            .filter(|&u| state.unit(u).skirmish)
            .collect()
    }

    /// Makes the enemy's Skirmishers next to a unit withdraw; says whether there are any.
    pub(crate) fn drive_off_skirmishers(&self, execution: &mut Execution, mover: UnitId) -> bool {
        let units = self.skirmishers_near(&execution.state, mover);
        if units.is_empty() {
            return false;
        }
        let side = self.unit(mover).side.other();
        execution.push(Procedure::SkirmishWithdrawal { side, units, mover, ways: Vec::new() });
        true
    }

    /// The next Skirmisher withdraws, or its owner is asked where to.
    pub(crate) fn step_skirmishers(
        &self,
        execution: &mut Execution,
        side: Side,
        units: Vec<UnitId>,
        mover: UnitId,
    ) {
        let Some(&unit) = units.first() else { return execution.pop() };
        let rest =
            || Procedure::SkirmishWithdrawal { side, units: units[1..].to_vec(), mover, ways: Vec::new() };
        if !self.skirmishers_near(&execution.state, mover).contains(&unit) {
            return execution.set(rest());
        }
        match self.screen_ways(&execution.state, unit)[..] {
            // Nowhere to go: it is broken (16.2, K67).
            [] => {
                execution.set(rest());
                self.break_unit(execution, unit, 1, case!("16.2"));
            }
            [to] => {
                execution.set(rest());
                self.withdraw_skirmisher(execution, unit, to);
            }
            ref ways => {
                execution.set(Procedure::SkirmishWithdrawal { side, units, mover, ways: ways.to_vec() })
            }
        }
    }

    fn withdraw_skirmisher(&self, execution: &mut Execution, unit: UnitId, to: Hex) {
        if let Some(from) = execution.state.hex(unit) {
            execution.apply(Event::Withdrew { unit, from, to, case: case!("16.2") });
        }
    }

    /// Where a Skirmisher withdraws to: the nearest hexes where it may stand away from every enemy. Of equals those are
    /// left to which a way leads that passes by no enemy (K67).
    fn screen_ways(&self, state: &State, unit: UnitId) -> Vec<Hex> {
        let Some(start) = state.hex(unit) else { return Vec::new() };
        let side = self.unit(unit).side;
        let mut seen = hexmap::HexSet::new(self.map().grid.len());
        seen.insert(start);
        // The hexes just reached, and whether a way there passes by no enemy.
        let mut ring = vec![(start, true)];
        while !ring.is_empty() {
            let mut next: Vec<(Hex, bool)> = Vec::new();
            for &(hex, clean) in &ring {
                for to in self.around(hex).filter(|&to| !seen.contains(to) && !self.enemy_in(state, side, to))
                {
                    match next.iter_mut().find(|(known, _)| *known == to) {
                        Some((_, cleaner)) => *cleaner |= clean,
                        None => next.push((to, clean)),
                    }
                }
            }
            let near = |hex: Hex| self.enemies_around(state, side, hex).next().is_some();
            let ends: Vec<(Hex, bool)> = next
                .iter()
                .copied()
                .filter(|&(hex, _)| !near(hex) && self.may_stand(state, unit, hex, true))
                .collect();
            if !ends.is_empty() {
                let clean = ends.iter().any(|&(_, clean)| clean);
                return ends.into_iter().filter(|&(_, way)| way == clean).map(|(hex, _)| hex).collect();
            }
            for (hex, clean) in &mut next {
                seen.insert(*hex);
                *clean &= !near(*hex);
            }
            ring = next;
        }
        Vec::new()
    }

    /// The owner chooses where a Skirmisher goes.
    pub(crate) fn decide_skirmishers(
        &self,
        execution: &mut Execution,
        side: Side,
        units: Vec<UnitId>,
        mover: UnitId,
        ways: Vec<Hex>,
        order: &Order,
    ) -> Result<(), Refusal> {
        let (Order::Withdraw { unit, to }, Some(&first)) = (order, units.first()) else {
            return Err(not_asked(execution, order));
        };
        execution.rule_check.check(
            case!("16.2"),
            "it is this unit that withdraws now",
            *unit == first,
            || format!("{} withdraws now", self.unit(first).name),
        )?;
        execution.rule_check.check(
            case!("K67"),
            "it withdraws by a shortest way to a hex away from every enemy",
            ways.contains(to),
            || format!("{} withdraws to {}", self.unit(first).name, self.numbers(&ways)),
        )?;
        execution.set(Procedure::SkirmishWithdrawal {
            side,
            units: units[1..].to_vec(),
            mover,
            ways: Vec::new(),
        });
        self.withdraw_skirmisher(execution, first, *to);
        Ok(())
    }

    /// Where the first of them may go.
    pub(crate) fn offer_skirmishers(&self, units: &[UnitId], ways: &[Hex]) -> Vec<Order> {
        let Some(&unit) = units.first() else { return Vec::new() };
        ways.iter().map(|&to| Order::Withdraw { unit, to }).collect()
    }
}
