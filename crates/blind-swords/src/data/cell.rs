//! A value of a chart with its source and how certain it is.

use std::ops::Deref;

use tabletop::Case;

use crate::data::label::Label;

/// A value of a chart, with the case that gives it and what it rests on. It is used as the value
/// itself is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell<T> {
    pub value: T,
    /// The case that gives it, or whose chart it stands on.
    pub case: Case,
    pub label: Label,
}

impl<T> Cell<T> {
    /// The same cell with what `change` makes of its value.
    pub(super) fn map<U>(self, change: impl FnOnce(T) -> U) -> Cell<U> {
        Cell { value: change(self.value), case: self.case, label: self.label }
    }
}

impl<T> Deref for Cell<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}
