//! An order carried out for its outcome alone: for opponents, who look ahead by the thousand.

use tabletop::{Dice, Refusal, RuleCheck};

use crate::battle::Battle;
use crate::order::Order;
use crate::sequence::execution::Execution;
use crate::state::State;

impl Battle {
    /// The position after an order of the side that is asked.
    ///
    /// # Errors
    /// The refusal of the order.
    pub fn after(&self, state: &State, order: &Order, dice: &mut dyn Dice) -> Result<State, Refusal> {
        let mut rule_check = RuleCheck::without_messages();
        let mut execution = Execution::new(self, state, dice, &mut rule_check);
        if state.asked().is_some() {
            execution.decide(order)?;
            execution.proceed()?;
        }
        Ok(execution.state.into_owned())
    }
}
