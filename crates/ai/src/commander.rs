//! The contract of a computer commander.

use tabletop::Rules;

use crate::budget::Budget;
use crate::information_set::InformationSet;
use crate::level::Level;

/// An order, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision<O> {
    /// The order.
    pub order: O,
    /// What for, in a sentence; empty where it goes without saying (the end of a phase, the only way to retreat).
    pub reason: String,
}

impl<O> Decision<O> {
    /// An order that needs no reason.
    pub fn plain(order: O) -> Decision<O> {
        Decision { order, reason: String::new() }
    }

    /// An order and its reason.
    pub fn because(order: O, reason: impl Into<String>) -> Decision<O> {
        Decision { order, reason: reason.into() }
    }
}

/// A computer commander of one side. It may remember what it planned; a new one of the same seed, put in its place in
/// the middle of a turn, must be able to go on.
pub trait Commander<R: Rules>: Send {
    /// The next order of the side that is asked; `None` if it is not asked. The order is legal in every position that the
    /// side cannot tell from this one.
    fn decide(&mut self, known: InformationSet<'_, R>, budget: Budget) -> Option<Decision<R::Order>>;
}

/// Rules that there are computer commanders for.
pub trait Commanded: Rules + Sized {
    /// A commander of that level, that makes its choices by that seed.
    fn commander(&self, level: Level, seed: u64) -> Box<dyn Commander<Self>>;
}
