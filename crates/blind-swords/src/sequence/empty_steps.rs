//! Questions with one answer, which says that nothing is done: an option of the game lets them answer themselves.
//!
//! What can be done in these steps is open to both sides, so that such an end tells nobody anything; chits and rare events
//! have questions of their own, which are put all the same.

use crate::battle::Battle;
use crate::event::Event;
use crate::movement::Regime;
use crate::order::Order;
use crate::sequence::course::Course;
use crate::sequence::frame::{Activation, FireKind, Frame, Step};
use crate::state::State;

impl Battle {
    /// The order that ends the step at hand, where nothing else can be ordered in it. A step in which somebody has moved or
    /// rallied is not ended: that could still be taken back.
    pub(crate) fn ends_itself(&self, course: &Course) -> Option<Order> {
        let state = &course.state;
        match state.top()? {
            Frame::Activation(a) => self.ends_step(course, a),
            // 9.3: who has no battery left to act with passes, the option or not. A fire of the step before may have taken
            // the last.
            Frame::Batteries { side, .. } if !self.first_form => {
                self.ready_hexes(state, *side).is_empty().then_some(Order::Pass {})
            }
            Frame::BatteryHex { side, hex, ready } if self.options.brisk && !self.first_form => {
                self.is_idle(state, *side, *hex, ready).then_some(Order::End {})
            }
            Frame::Reserve { brigade, moving: None, .. } if self.options.brisk && !self.first_form => {
                self.stands(state, &self.reserve_regime(*brigade, None)).then_some(Order::End {})
            }
            _ => None,
        }
    }

    /// The same for a step of an activation.
    fn ends_step(&self, course: &Course, a: &Activation) -> Option<Order> {
        let state = &course.state;
        if !self.options.brisk || !self.is_untouched(state, a) {
            return None;
        }
        // Records of the first form ask once more before an order is over with the whole activation.
        let ordered = course.events.iter().any(|e| matches!(e, Event::Ordered { .. }));
        if self.first_form && ordered && self.step_after(state, a).is_none() {
            return None;
        }
        let idle = match a.step {
            Step::Fire => !self.can_fire(state, a.side, &FireKind::Step, &self.ready_to_fire(state, a)),
            Step::Movement => {
                let regime = self.regime(state, a);
                self.may_end_moving(state, &regime) && self.stands(state, &regime)
            }
            _ => matches!(self.offers(state)[..], [Order::End {}]),
        };
        idle.then_some(Order::End {})
    }

    /// Whether nobody of the brigade can go anywhere, nor mount, dismount or leave Skirmish Order.
    fn stands(&self, state: &State, regime: &Regime) -> bool {
        let groups = self.able_groups(state, regime);
        let Some(&first) = groups.first().and_then(|g| g.first()) else { return true };
        let threat = self.threat_to(state, &[first]);
        let mut changes = Vec::new();
        groups.iter().all(|units| {
            self.offer_changes(state, regime, units, &mut changes);
            changes.is_empty() && !self.can_go(state, regime, &threat, units)
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
