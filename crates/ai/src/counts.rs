//! What is counted in a game besides its score: attacks, losses, and which side attacked.

use std::collections::BTreeMap;

use tabletop::{BySide, Side};

/// Counts by name, each by side. A count that never came up is absent.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Counts(BTreeMap<&'static str, BySide<f64>>);

impl Counts {
    /// Adds to the count of that name and side.
    pub fn add(&mut self, name: &'static str, side: Side, by: f64) {
        self.0.entry(name).or_default()[side] += by;
    }

    /// The count of that name and side; 0 if it never came up.
    pub fn of(&self, name: &str, side: Side) -> f64 {
        self.0.get(name).map_or(0.0, |count| count[side])
    }

    /// The names of all counts.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }
}
