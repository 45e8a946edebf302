//! The way a unit takes: given hex by hex, or found; and why none leads to a hex (5.1, 5.2).

use hexmap::{Hex, Reach, Step};
use tabletop::{Refusal, RuleCheck, case};

use super::mover::Mover;
use crate::battle::Battle;
use crate::state::State;
use crate::tables::Tables;
use crate::unit::UnitId;

impl Battle {
    /// A path given hex by hex, after which that many points are still to be spent.
    pub(crate) fn walk(
        &self,
        state: &State,
        unit: UnitId,
        path: &[Hex],
        still: u8,
        rule_check: &mut RuleCheck,
    ) -> Result<(Vec<Hex>, u8), Refusal> {
        let needed = self.path_cost(state, unit, path).map(|cost| cost.saturating_add(still));
        let rule = self
            .strategic()
            .filter(|_| needed.is_some_and(|needed| self.asks_for_strategic(state, unit, needed)));
        let mover = match (rule, state.hex(unit).or(path.first().copied())) {
            (Some(rule), Some(start)) => self.strategic_mover(rule, state, unit, start, rule_check)?,
            _ => Mover::new(self, state, unit),
        };
        let (mut at, mut spent, rest) = match (state.hex(unit), path) {
            (Some(hex), _) => (hex, 0, path),
            (None, [entry, rest @ ..]) => (*entry, self.may_enter(state, unit, *entry, rule_check)?, rest),
            (None, []) => return Err(Refusal::new(case!("5.16"), "the path is empty")),
        };
        let arrived = state.hex(unit).is_none();
        for (i, &to) in rest.iter().enumerate() {
            let direction = self.map().grid.direction(at, to);
            rule_check.check(
                case!("5.16"),
                "each hex of the path touches the one before",
                direction.is_some(),
                || format!("{} and {} do not touch", self.number(at), self.number(to)),
            )?;
            let stopped = (i > 0 || arrived) && mover.in_zone(at);
            rule_check.check(
                case!("5.13"),
                "a unit that enters an enemy zone of control stops",
                !stopped,
                || format!("{} is in an enemy zone of control: the move ends there", self.number(at)),
            )?;
            let Some(direction) = direction else { continue };
            let step = mover
                .step(at, direction, to, spent)
                .filter(|(c, _)| spent.saturating_add(*c) <= mover.allowance);
            let why = || mover.why_not(at, direction, to, spent);
            let fits = if mover.is_strategic() { case!("r6.45") } else { case!("5.21") };
            let case = if step.is_some() { fits } else { why().case };
            rule_check.check(case, "the step can be taken and paid for", step.is_some(), || why().message)?;
            spent += step.map_or(0, |(c, _)| c);
            at = to;
        }
        Ok((path.to_vec(), spent))
    }

    /// The cost of a path by the terrain alone; `None` where it cannot be walked.
    fn path_cost(&self, state: &State, unit: UnitId, path: &[Hex]) -> Option<u8> {
        let (mut at, mut spent, rest) = match (state.hex(unit), path) {
            (Some(hex), _) => (hex, 0, path),
            (None, [entry, rest @ ..]) => (*entry, self.entry_cost(state, *entry), rest),
            (None, []) => return None,
        };
        for &to in rest {
            let direction = self.map().grid.direction(at, to)?;
            spent = self.scenario.field.cost(at, direction)?.saturating_add(spent);
            at = to;
        }
        Some(spent)
    }

    /// A cheapest path to a hex.
    pub(super) fn find(
        &self,
        state: &State,
        unit: UnitId,
        to: Hex,
        rule_check: &mut RuleCheck,
    ) -> Result<(Vec<Hex>, u8), Refusal> {
        let mover = Mover::new(self, state, unit);
        let mut reach = Reach::new();
        let mut best: Option<(Vec<Hex>, u8)> = None;
        let starts = self.starts(state, unit, rule_check)?;
        let mut try_from = |mover: &Mover<'_>, start: Hex, spent: u8, best: &mut Option<(Vec<Hex>, u8)>| {
            let on_map = state.hex(unit) == Some(start);
            if !on_map && start == to {
                if best.as_ref().is_none_or(|(_, c)| spent < *c) && spent <= mover.allowance {
                    *best = Some((vec![start], spent));
                }
                return;
            }
            if !on_map && mover.in_zone(start) {
                return;
            }
            mover.search(&mut reach, start, spent);
            if let Some(cost) = reach.cost(to)
                && best.as_ref().is_none_or(|(_, c)| cost < *c)
            {
                let mut path = reach.path(start, to);
                if !on_map {
                    path.insert(0, start);
                }
                *best = Some((path, cost));
            }
        };
        for &(start, spent) in &starts {
            if state.hex(unit) == Some(start) && start == to {
                let what = || format!("{} is in {} already", self.unit(unit).called(), self.number(to));
                rule_check.check(case!("5.16"), "the move ends in another hex", false, what)?;
            }
            try_from(&mover, start, spent, &mut best);
        }
        // Only where the allowance is not enough.
        if let Some(rule) = self.strategic().filter(|_| best.is_none()) {
            let quiet = &mut RuleCheck::without_messages();
            for &(start, spent) in &starts {
                if let Ok(march) = self.strategic_mover(rule, state, unit, start, quiet) {
                    try_from(&march, start, spent, &mut best);
                }
            }
            if let Some((path, _)) = &best {
                self.walk(state, unit, path, 0, rule_check)?;
            }
        }
        let why = || self.out_of_reach(&mover, &starts, to);
        let case = if best.is_some() { case!("5.21") } else { why().case };
        rule_check
            .check(case, "a path leads there that the unit can pay for", best.is_some(), || why().message)?;
        best.ok_or_else(why)
    }

    /// Why no path leads to a hex: what would have to be otherwise for there to be one.
    fn out_of_reach(&self, mover: &Mover<'_>, starts: &[(Hex, u8)], to: Hex) -> Refusal {
        if let Err(refusal) = mover.admits(to) {
            return refusal;
        }
        let grid = &self.map().grid;
        let called = self.unit(mover.unit).called();
        let number = self.number(to);
        let mut reach = Reach::new();
        let far = mover.with_allowance(200);
        for &(start, spent) in starts {
            far.search(&mut reach, start, spent);
            if let Some(cost) = reach.cost(to) {
                if let Some(rule) =
                    self.strategic().filter(|_| self.asks_for_strategic(mover.state, mover.unit, cost))
                {
                    return self.why_not_strategic(rule, mover.state, mover.unit, start, to, cost);
                }
                let text =
                    format!("{number} is {cost} movement points away and {called} has {}", mover.allowance);
                // The step on that way at which the points run out.
                let mut at = start;
                for hex in reach.path(start, to) {
                    let needed = reach.cost(hex).unwrap_or(cost);
                    if let Some(direction) = grid.direction(at, hex)
                        && needed > mover.allowance
                    {
                        return mover.too_few(at, direction, needed, text);
                    }
                    at = hex;
                }
                return Refusal::new(case!("5.15"), text);
            }
        }
        for &(start, spent) in starts {
            reach.search(grid, start, spent, mover.allowance, |f, d, t, s| {
                mover.step(f, d, t, s).map(|(cost, _)| (cost, Step::Through))
            });
            if reach.cost(to).is_some() {
                return Refusal::new(
                    case!("5.13"),
                    format!(
                        "every way of {called} to {number} leads on from an enemy zone of control, where it must stop"
                    ),
                );
            }
        }
        if let Some(case) = self.unit(mover.unit).traits.roads_only {
            return Refusal::new(case, format!("no open road or trail leads {called} to {number}"));
        }
        let ground = self.map().ground(to);
        if self.scenario.field.is_river(to) {
            return Refusal::new(case!("5.24"), format!("{number} is a {} hex", Tables::ground_name(ground)));
        }
        Refusal::new(case!("5.0"), format!("no open way leads {called} to {number}"))
    }
}
