//! Questions with one answer, which says that nothing is done: an option of the game lets them answer themselves.
//!
//! What can be done in these steps is open to both sides, so that such an end tells nobody anything; chits and rare events
//! have questions of their own, which are put all the same.

use crate::battle::Battle;
use crate::event::Event;
use crate::movement::MovementTerms;
use crate::order::Order;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Activation, FireKind, Procedure, Step};
use crate::state::State;

impl Battle {
    /// The order that ends the step at hand, where nothing else can be ordered in it. A step in which somebody has moved or
    /// rallied is not ended: that could still be taken back.
    pub(crate) fn ends_itself(&self, execution: &Execution) -> Option<Order> {
        let state = &execution.state;
        match state.top()? {
            Procedure::Activation(a) => self.ends_step(execution, a),
            // 9.3: who has no battery left to act with passes, the option or not. A fire of the step before may have taken
            // the last.
            Procedure::Batteries { side, .. } if !self.first_form => {
                self.ready_hexes(state, *side).is_empty().then_some(Order::Pass {})
            }
            Procedure::BatteryHex { side, hex, ready } if self.options.brisk && !self.first_form => {
                self.is_idle(state, *side, *hex, ready).then_some(Order::End {})
            }
            Procedure::Reserve { brigade, moving: None, .. } if self.options.brisk && !self.first_form => {
                self.stands(state, &self.reserve_movement_terms(*brigade, None)).then_some(Order::End {})
            }
            _ => None,
        }
    }

    /// The same for a step of an activation.
    fn ends_step(&self, execution: &Execution, a: &Activation) -> Option<Order> {
        let state = &execution.state;
        if !self.options.brisk || !self.is_untouched(state, a) {
            return None;
        }
        // Records of the first form ask once more before an order is over with the whole activation.
        let ordered = execution.events.iter().any(|e| matches!(e, Event::Ordered { .. }));
        if self.first_form && ordered && self.step_after(state, a).is_none() {
            return None;
        }
        let idle = match a.step {
            Step::Fire => !self.can_fire(state, a.side, &FireKind::Step, &self.ready_to_fire(state, a)),
            Step::Movement => {
                let movement_terms = self.movement_terms(state, a);
                self.may_end_moving(state, &movement_terms) && self.stands(state, &movement_terms)
            }
            _ => matches!(self.offers(state)[..], [Order::End {}]),
        };
        idle.then_some(Order::End {})
    }

    /// Whether nobody of the brigade can go anywhere, nor mount, dismount or leave Skirmish Order.
    fn stands(&self, state: &State, movement_terms: &MovementTerms) -> bool {
        let groups = self.able_groups(state, movement_terms);
        let Some(&first) = groups.first().and_then(|g| g.first()) else { return true };
        let threat = self.threat_to(state, &[first]);
        let mut changes = Vec::new();
        groups.iter().all(|units| {
            self.offer_changes(state, movement_terms, units, &mut changes);
            changes.is_empty() && !self.can_go(state, movement_terms, &threat, units)
        })
    }

    /// Whether nobody has moved or rallied in the step at hand. Fires and Close Combats are past recall in any case.
    fn is_untouched(&self, state: &State, a: &Activation) -> bool {
        match a.step {
            Step::Arrivals | Step::Orders => false,
            Step::Fire | Step::Close => true,
            Step::Movement => a.moving.is_none(),
            Step::Rally => !self.ids().any(|u| state.unit(u).rallied),
        }
    }
}
