//! Skirmish Order: leaving it, and withdrawing before the enemy (16.1, 16.2, K67, K91).

use hexmap::Hex;
use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::movement::paths::points;
use crate::movement::terms::MovementTerms;
use crate::order::Order;
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept, tries};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Moving, SkirmishWithdrawal};
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// A unit leaves Skirmish Order before anything else in its move.
    pub(super) fn judge_leave_skirmish<'a>(
        &'a self,
        judging: &mut Judging,
        movement_terms: MovementTerms,
        unit: UnitId,
    ) -> Judged<'a> {
        let state = judging.state;
        let from = self.require_movers(state, judging.rule_check, &movement_terms, &[unit])?;
        let name = &self.unit(unit).name;
        judging.rule_check.check(
            case!("16.1"),
            "it is in Skirmish Order",
            state.unit(unit).skirmish,
            || format!("{name} is not in Skirmish Order"),
        )?;
        let begun = self.is_under_way(&movement_terms, &[unit]);
        judging.rule_check.check(case!("K91"), "it comes first in its move", !begun, || {
            format!("{name} has begun its move: it can leave Skirmish Order only before that")
        })?;
        let (cost, allowance) =
            (*self.scenario.tables.costs.leave_skirmish, self.allowance(state, &movement_terms, &[unit]));
        judging.rule_check.check(case!("16.1"), "it has the movement points", cost <= allowance, || {
            format!(
                "leaving Skirmish Order costs {} movement points and {name} has {}",
                points(cost),
                points(allowance)
            )
        })?;
        accept(move |execution| {
            let moving =
                Moving { units: vec![unit], spent: cost, allowance, begun: true, charge: false, from };
            self.take_over(execution, &movement_terms, moving.clone());
            execution.apply(Event::SkirmishLeft { unit });
            if cost >= allowance {
                self.end_moving(execution, Some(moving));
            }
        })
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

    /// Whether units stand in a hex, all of them in Skirmish Order.
    pub(crate) fn only_skirmishers(&self, state: &State, hex: Hex) -> bool {
        let stack = state.stack(hex);
        !stack.is_empty() && stack.iter().all(|&u| state.unit(u).skirmish)
    }

    /// Makes the enemy's Skirmishers next to a unit that has moved there withdraw, however it moved;
    /// says whether there are any.
    pub(crate) fn drive_off_skirmishers(&self, execution: &mut Execution, mover: UnitId) -> bool {
        let units = self.skirmishers_near(&execution.state, mover);
        if units.is_empty() {
            return false;
        }
        let side = self.unit(mover).side.other();
        execution.push(SkirmishWithdrawal { side, units, mover, ways: Vec::new() });
        true
    }

    /// The next Skirmisher withdraws, or its owner is asked where to.
    pub(crate) fn step_skirmishers(&self, execution: &mut Execution, withdrawal: SkirmishWithdrawal) {
        let Some(&unit) = withdrawal.units.first() else { return execution.pop() };
        if !self.skirmishers_near(&execution.state, withdrawal.mover).contains(&unit) {
            return execution.set(withdrawal.without_first());
        }
        match self.screen_ways(&execution.state, unit)[..] {
            // Nowhere to go: it is broken (16.2, K67).
            [] => {
                execution.set(withdrawal.without_first());
                self.break_unit(execution, unit, 1, case!("16.2"));
            }
            [to] => {
                execution.set(withdrawal.without_first());
                self.withdraw_skirmisher(execution, unit, to);
            }
            ref ways => execution.set(SkirmishWithdrawal { ways: ways.to_vec(), ..withdrawal }),
        }
    }

    fn withdraw_skirmisher(&self, execution: &mut Execution, unit: UnitId, to: Hex) {
        if let Some(from) = execution.state.hex(unit) {
            execution.apply(Event::Withdrew { unit, from, to, case: case!("16.2") });
        }
    }

    /// Where a Skirmisher withdraws to: the nearest hexes where it may stand away from every enemy.
    /// Of equals those are left to which a way leads that passes by no enemy (K67).
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
}

impl SkirmishWithdrawal {
    /// Those who are left when the first has withdrawn, or need not.
    fn without_first(&self) -> SkirmishWithdrawal {
        let units = self.units.iter().skip(1).copied().collect();
        SkirmishWithdrawal { side: self.side, units, mover: self.mover, ways: Vec::new() }
    }
}

impl Ask for SkirmishWithdrawal {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "skirmish-withdrawal"
    }

    fn case(&self, _: &State) -> Case {
        case!("16.2")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        let name = self.units.first().map_or("", |&u| &battle.unit(u).name);
        format!("choose where {name} withdraws")
    }

    fn about(&self) -> (Vec<UnitId>, Vec<Hex>) {
        (self.units.iter().take(1).copied().collect(), self.ways.clone())
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Skirmishers
    }

    /// Where the first of them may go.
    fn candidates(&self, _: &Battle, _: &State) -> Vec<Candidate> {
        let first = self.units.iter().take(1);
        tries(first.flat_map(|&unit| self.ways.iter().map(move |&to| Order::Withdraw { unit, to })))
    }

    /// The owner chooses where a Skirmisher goes.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let (&Order::Withdraw { unit, to }, Some(&first)) = (order, self.units.first()) else {
            return Err(battle.not_asked(judging, order));
        };
        judging.rule_check.check(
            case!("16.2"),
            "it is this unit that withdraws now",
            unit == first,
            || format!("{} withdraws now", battle.unit(first).name),
        )?;
        judging.rule_check.check(
            case!("K67"),
            "it withdraws by a shortest way to a hex away from every enemy",
            self.ways.contains(&to),
            || format!("{} withdraws to {}", battle.unit(first).name, battle.numbers(&self.ways)),
        )?;
        accept(move |execution| {
            execution.set(self.without_first());
            battle.withdraw_skirmisher(execution, first, to);
        })
    }
}
