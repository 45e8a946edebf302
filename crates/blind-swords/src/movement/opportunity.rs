//! Opportunity Fire: at a unit about to leave a hex next to its enemies (13.7, K63).

use hexmap::Hex;
use tabletop::{Refusal, Side, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::order::Order;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{FireKind, Procedure};
use crate::sequence::stack::not_asked;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// The enemies of a unit who stand next to a hex.
    fn onlookers(&self, state: &State, mover: UnitId, hex: Hex) -> Vec<UnitId> {
        let side = self.unit(mover).side;
        self.enemies_around(state, side, hex).flat_map(|near| state.stack(near)).copied().collect()
    }

    /// Whether enemies next to the hex could fire at a unit that leaves it.
    pub(crate) fn may_be_fired_on(&self, state: &State, mover: UnitId, hex: Hex) -> bool {
        let enemies = self.onlookers(state, mover, hex);
        let side = self.unit(mover).side.other();
        !enemies.is_empty() && self.can_fire(state, side, &FireKind::Opportunity(mover), &enemies)
    }

    /// Offers Opportunity Fire at a unit about to leave a hex; says whether there is any.
    pub(crate) fn offer_opportunity_fire(&self, execution: &mut Execution, mover: UnitId, hex: Hex) -> bool {
        let may = self.may_be_fired_on(&execution.state, mover, hex);
        if may {
            execution.push(Procedure::Opportunity { side: self.unit(mover).side.other(), mover, hex });
        }
        may
    }

    /// All the fire of the other side, announced at once, or none.
    pub(crate) fn decide_opportunity(
        &self,
        execution: &mut Execution,
        side: Side,
        mover: UnitId,
        _: Hex,
        order: &Order,
    ) -> Result<(), Refusal> {
        match order {
            Order::Pass {} => {
                execution.pop();
                execution.apply(Event::Passed { side, case: case!("13.7") });
                Ok(())
            }
            Order::Fire { shots } => {
                let kind = FireKind::Opportunity(mover);
                self.check_shots(execution, side, &kind, shots)?;
                execution.pop();
                self.volley(execution, side, kind, shots.clone());
                Ok(())
            }
            _ => Err(not_asked(execution, order)),
        }
    }

    /// Everything that can fire at once, then each fire by itself, then none.
    pub(crate) fn offer_opportunity(&self, state: &State, side: Side, mover: UnitId, hex: Hex) -> Vec<Order> {
        let enemies = self.onlookers(state, mover, hex);
        let shots = self.possible_shots(state, side, &FireKind::Opportunity(mover), &enemies);
        let full = self.fullest_fire(state, side, &FireKind::Opportunity(mover), &enemies);
        let mut offers = Vec::new();
        if full.len() > 1 {
            offers.push(Order::Fire { shots: full });
        }
        // The strongest single fires first: whole hexes before their units.
        let mut single = shots;
        single.sort_by_key(|shot| std::cmp::Reverse(shot.units.len()));
        offers.extend(single.into_iter().map(|shot| Order::Fire { shots: vec![shot] }));
        offers.push(Order::Pass {});
        offers
    }
}
