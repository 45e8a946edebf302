//! A fact as its readers tell it.

use std::cmp::Reverse;

use super::{READERS, Reading};
use crate::facts::Fact;

/// A value, and who read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    pub value: String,
    /// The names of its readers, in the order in which they came.
    pub readers: Vec<String>,
}

/// A fact that a reader read from the sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadFact {
    /// The kind of the facts in its part of the file.
    pub kind: String,
    /// The printed numbers of the hexes it is at.
    pub hexes: Vec<String>,
    /// As the program's own data have it, if they do.
    pub own: Option<Fact>,
    /// Each value that was read; the one with the most readers first.
    pub values: Vec<Value>,
}

impl ReadFact {
    pub(super) fn of(reading: &Reading) -> ReadFact {
        let Reading { kind, hexes, own, .. } = reading.clone();
        ReadFact { kind, hexes, own, values: Vec::new() }
    }

    pub(super) fn add(&mut self, value: &str, name: &str) {
        match self.values.iter_mut().find(|known| known.value == value) {
            Some(known) => known.readers.push(name.to_owned()),
            None => {
                self.values.push(Value { value: value.to_owned(), readers: vec![name.to_owned()] });
            }
        }
    }

    pub(super) fn sort(&mut self) {
        self.values.sort_by_key(|value| (Reverse(value.readers.len()), value.value.clone()));
    }

    /// The value that enough read, unless as many as make a fact read another.
    pub fn agreed(&self) -> Option<&Value> {
        let enough = |value: &&Value| value.readers.len() >= READERS;
        self.values.first().filter(enough).filter(|_| !self.values.get(1).is_some_and(|v| enough(&v)))
    }

    /// Whether two readers differ.
    pub fn is_disputed(&self) -> bool {
        self.values.len() > 1
    }
}
