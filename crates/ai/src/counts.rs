//! What is counted in a game besides its score: attacks, losses, and which side attacked.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tabletop::{BySide, Side};

/// Counts by name, each by side. A count that never came up is absent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Counts(BTreeMap<Cow<'static, str>, BySide<f64>>);

impl Counts {
    /// Adds to the count of that name and side.
    pub fn add(&mut self, name: &'static str, side: Side, by: f64) {
        self.0.entry(Cow::Borrowed(name)).or_default()[side] += by;
    }

    /// The count of that name and side; 0 if it never came up.
    pub fn of(&self, name: &str, side: Side) -> f64 {
        self.0.get(name).map_or(0.0, |count| count[side])
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(Cow::as_ref)
    }
}
