//! Wayward Moves: the enemy leads a unit astray (10.5b, K48).

use hexmap::Hex;
use tabletop::{Refusal, Side, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::order::Order;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{March, MarchKind, MarchStage, Procedure};
use crate::sequence::stack::not_asked;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// Where a unit can be led astray: any adjacent hex without its enemies where there is room for it. What it costs,
    /// frost, slopes and enemies next to it do not matter, nor the halves of regiments (6.1d, K48).
    pub(crate) fn wayward_ways(&self, state: &State, unit: UnitId) -> Vec<Hex> {
        let Some(hex) = state.hex(unit) else { return Vec::new() };
        let side = self.unit(unit).side;
        self.around(hex)
            .filter(|&to| !self.enemy_in(state, side, to) && self.may_stand(state, unit, to, true))
            .collect()
    }

    /// Whether that side has an enemy unit that it could lead astray (K47).
    pub(crate) fn can_lead_astray(&self, state: &State, side: Side) -> bool {
        self.on_map(state, side.other()).any(|(unit, _)| !self.wayward_ways(state, unit).is_empty())
    }

    /// The side chooses the enemy unit and the hex, or leaves it.
    pub(crate) fn decide_wayward(
        &self,
        execution: &mut Execution,
        side: Side,
        order: &Order,
    ) -> Result<(), Refusal> {
        match order {
            Order::Pass {} => {
                execution.pop();
                execution.apply(Event::Passed { side, case: case!("10.5b") });
                Ok(())
            }
            Order::Wayward { unit, to } => {
                let (unit, to) = (*unit, *to);
                let (of, name) = (self.unit(unit).side, &self.unit(unit).name);
                let at = execution.state.hex(unit);
                let open = self.wayward_ways(&execution.state, unit).contains(&to);
                execution.rule_check.check(
                    case!("10.5b"),
                    "it is an enemy unit on the map",
                    of != side && at.is_some(),
                    || format!("{name} is not an enemy unit on the map"),
                )?;
                execution.rule_check.check(
                    case!("K48"),
                    "it goes to an adjacent hex in play, without its enemies and with room for it",
                    open,
                    || format!("{name} cannot be led to {}", self.number(to)),
                )?;
                execution.pop();
                let Some(at) = at else { return Ok(()) };
                execution.push(Procedure::March(March {
                    side: of,
                    units: vec![unit],
                    at,
                    path: vec![(to, 0)],
                    exit: false,
                    kind: MarchKind::Wayward,
                    stage: MarchStage::Leaving,
                    withdrawn: Vec::new(),
                    stirred: false,
                }));
                Ok(())
            }
            _ => Err(not_asked(execution, order)),
        }
    }

    /// Every unit of the enemy's, to every hex.
    pub(crate) fn offer_wayward(&self, state: &State, side: Side) -> Vec<Order> {
        self.on_map(state, side.other())
            .flat_map(|(unit, _)| {
                self.wayward_ways(state, unit).into_iter().map(move |to| Order::Wayward { unit, to })
            })
            .chain([Order::Pass {}])
            .collect()
    }
}
