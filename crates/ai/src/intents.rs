//! Intents: the orders of a plan grouped by what they are for, and what they come to together, in
//! sentences made of what was weighed.

use tabletop::{Protocol, Rules};

use crate::decision::Decision;

/// Orders of a plan that have one purpose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intent {
    /// Their purpose and reason, in a sentence.
    pub text: String,
    /// Their places among the orders of the plan, in order.
    pub orders: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Intents {
    /// The whole army's intent in a sentence; empty where the commander states none.
    pub summary: String,
    /// The orders by purpose: each is in one group at most.
    pub groups: Vec<Intent>,
}

/// An order of a plan, with the position in which it would be given.
pub type Planned<R> = (<R as Rules>::State, Decision<<R as Rules>::Order>);

impl Intents {
    /// Groups the orders that no intent names, and that have a reason, by that reason.
    pub(crate) fn complete<R: Protocol>(mut self, planned: &[Planned<R>]) -> Intents {
        for (at, (_, decision)) in planned.iter().enumerate() {
            if decision.reason.is_empty() || self.of(at).is_some() {
                continue;
            }
            self.add(&decision.reason, at);
        }
        if self.summary.is_empty()
            && let Some(first) = self.groups.first()
        {
            self.summary.clone_from(&first.text);
        }
        self
    }

    /// Adds an order to the group of that sentence.
    pub(crate) fn add(&mut self, text: &str, order: usize) {
        match self.groups.iter_mut().find(|group| group.text == text) {
            Some(group) => group.orders.push(order),
            None => self.groups.push(Intent { text: text.to_owned(), orders: vec![order] }),
        }
    }

    /// Which group an order is in.
    pub fn of(&self, order: usize) -> Option<usize> {
        self.groups.iter().position(|group| group.orders.contains(&order))
    }
}
