//! What a commander decides.

/// An order and the reason for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision<O> {
    pub order: O,
    /// The reason in a sentence; empty where it is obvious (the end of a phase, the only way to
    /// retreat).
    pub reason: String,
}

impl<O> Decision<O> {
    /// An order that needs no reason.
    pub fn plain(order: O) -> Decision<O> {
        Decision { order, reason: String::new() }
    }

    pub fn because(order: O, reason: impl Into<String>) -> Decision<O> {
        Decision { order, reason: reason.into() }
    }
}
