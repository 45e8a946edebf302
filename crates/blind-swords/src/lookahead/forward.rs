//! An order carried out for its outcome alone: for opponents, who look ahead by the thousand.

use tabletop::{Dice, Inquiry, Refusal};

use crate::battle::Battle;
use crate::order::Order;
use crate::sequence::course::Course;
use crate::state::State;

impl Battle {
    /// The position after an order of the side that is asked.
    ///
    /// # Errors
    /// The refusal of the order.
    pub fn after(&self, state: &State, order: &Order, dice: &mut dyn Dice) -> Result<State, Refusal> {
        let mut inquiry = Inquiry::wordless();
        let mut course = Course::new(self, state, dice, &mut inquiry);
        if let Some(side) = state.asked() {
            course.decide(side, order)?;
            course.proceed()?;
        }
        Ok(course.state.into_owned())
    }
}
