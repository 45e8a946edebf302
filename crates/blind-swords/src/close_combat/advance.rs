//! Advance after Close Combat (15.8).

use hexmap::Hex;
use tabletop::{Refusal, Side, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::order::Order;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Advance, Procedure};
use crate::sequence::stack::not_asked;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// Offers an advance, if anybody can make one.
    pub(crate) fn offer_to_advance(&self, execution: &mut Execution, mut advance: Advance) {
        let able = |&u: &UnitId| !self.advances(&execution.state, &advance, u).is_empty();
        advance.units = advance.units.iter().copied().filter(able).collect();
        if !advance.units.is_empty() {
            execution.push(Procedure::Advance(advance));
        }
    }

    /// The ways a unit can advance: into the hex that was left, and on to one next to it where two are allowed.
    fn advances(&self, state: &State, advance: &Advance, unit: UnitId) -> Vec<Vec<Hex>> {
        let side = advance.side;
        let Some(from) = state.hex(unit) else { return Vec::new() };
        if self.enemy_in(state, side, advance.hex) || self.distance(from, advance.hex) != 1 {
            return Vec::new();
        }
        let mut ways = Vec::new();
        if self.may_stand(state, unit, advance.hex, false) {
            ways.push(vec![advance.hex]);
        }
        if advance.reach > 1 {
            let on = self.around(advance.hex).filter(|&to| {
                to != from && !self.enemy_in(state, side, to) && self.may_stand(state, unit, to, false)
            });
            ways.extend(on.map(|to| vec![advance.hex, to]));
        }
        ways
    }

    /// A unit advances, or nobody else does.
    pub(crate) fn decide_advance(
        &self,
        execution: &mut Execution,
        side: Side,
        mut advance: Advance,
        order: &Order,
    ) -> Result<(), Refusal> {
        let (unit, path) = match order {
            Order::Pass {} => {
                execution.pop();
                execution.apply(Event::Passed { side, case: case!("15.8") });
                return Ok(());
            }
            Order::Advance { unit, path } => (*unit, path),
            _ => return Err(not_asked(execution, order)),
        };
        execution.rule_check.check(
            case!("15.8"),
            "the unit fought for the hex and may still advance",
            advance.units.contains(&unit),
            || format!("{} may not advance", self.unit(unit).name),
        )?;
        execution.rule_check.check(
            case!("15.8"),
            "it enters the hex that was left first",
            path.first() == Some(&advance.hex),
            || format!("an advance enters {} first", self.number(advance.hex)),
        )?;
        let reach = usize::from(advance.reach);
        execution.rule_check.check(
            case!("K79"),
            "it goes no farther than the result allows",
            path.len() <= reach,
            || {
                format!(
                    "after this result a unit advances {reach} hex{} at most",
                    if reach == 1 { "" } else { "es" }
                )
            },
        )?;
        let open = self.advances(&execution.state, &advance, unit).contains(path);
        execution.rule_check.check(case!("15.8"), "the hex is free of enemies and has room", open, || {
            format!("{} cannot end its advance in {}", self.unit(unit).name, self.numbers(path))
        })?;
        advance.units.retain(|&u| u != unit);
        execution.pop();
        let mut from = execution.state.hex(unit);
        for &to in path {
            if let Some(here) = from {
                execution.apply(Event::Advanced { unit, from: here, to });
            }
            from = Some(to);
        }
        // Skirmishers next to its new hex make way first; then the others may follow (16.2).
        self.offer_to_advance(execution, advance);
        self.drive_off_skirmishers(execution, unit);
        Ok(())
    }

    /// Every way every unit can advance.
    pub(crate) fn offer_advance(&self, state: &State, advance: &Advance) -> Vec<Order> {
        let mut offers: Vec<Order> = advance
            .units
            .iter()
            .flat_map(|&unit| {
                self.advances(state, advance, unit).into_iter().map(move |path| Order::Advance { unit, path })
            })
            .collect();
        offers.push(Order::Pass {});
        offers
    }
}
