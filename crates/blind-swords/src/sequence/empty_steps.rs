//! Questions with one answer, which says that nothing is done: an option of the game lets them
//! answer themselves.
//!
//! Both sides can see what is possible in these steps, so that ending one unasked reveals nothing.
//! Chits and rare events have questions of their own, which are always asked.

use crate::battle::Battle;
use crate::event::Event;
use crate::movement::terms::MovementTerms;
use crate::order::Order;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::Activation;
use crate::state::State;

impl Battle {
    /// The order that ends a step of an activation, if it is idle. A step in which a unit has moved
    /// or rallied is not `untouched` and does not end itself: that order could still be taken back.
    pub(crate) fn ends_step(
        &self,
        execution: &Execution,
        a: &Activation,
        untouched: bool,
        is_idle: impl FnOnce() -> bool,
    ) -> Option<Order> {
        if !self.options.brisk || !untouched {
            return None;
        }
        // Records of the first form ask once more before an order is over with the whole
        // activation.
        let ordered = execution.events.iter().any(|e| matches!(e, Event::Ordered { .. }));
        if self.first_form && ordered && self.step_after(&execution.state, a).is_none() {
            return None;
        }
        is_idle().then_some(Order::End {})
    }

    /// Whether no unit of the brigade can move, mount, dismount or leave Skirmish Order.
    pub(crate) fn stands(&self, state: &State, movement_terms: &MovementTerms) -> bool {
        let groups = self.able_groups(state, movement_terms);
        if groups.is_empty() {
            return true;
        }
        let threat = self.threat_to_brigade(state, movement_terms.brigade);
        let mut changes = Vec::new();
        groups.iter().all(|units| {
            self.offer_changes(state, movement_terms, units, &mut changes);
            changes.is_empty() && !self.can_go(state, movement_terms, &threat, units)
        })
    }
}
