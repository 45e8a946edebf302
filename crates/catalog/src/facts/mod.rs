//! The facts of data files, one by one: each with its place, its value and what it rests on. Two
//! packs over one battle are compared and merged by them.
//!
//! A fact is the least that an owner reads from the printed sheet at a time: the ground of a hex, a
//! slope between two hexes, a cell of a chart, a number on a counter, the hexes of a road.

mod basis;
mod compare;
mod merge;
mod read;

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value;

pub use basis::Basis;
pub use compare::{Difference, compare};
pub(crate) use merge::write_letter;
pub use merge::{Merged, Take, merge};
pub use read::facts;
pub(crate) use read::{label_names, own_label};

/// A fact of a data file.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// The kind of the facts in its part of the file: `ground`, `slope`, `combat`, `unit`.
    pub kind: String,
    pub value: String,
    /// Its basis, if the file names one for this value; else the one for the whole.
    pub basis: Option<Basis>,
    /// The printed numbers of the hexes it is at, if it is at any.
    pub hexes: Vec<String>,
    /// Where in the document, lists counted from 0: `unit.12.fresh`. Of a letter or a hexside the
    /// table that it stands in.
    pub path: String,
    pub(crate) at: Address,
}

impl Fact {
    /// Whether it is that a table is in a list at all: a unit, a road. Its fields are facts of
    /// their own.
    pub fn is_table(&self) -> bool {
        self.at.spot == Spot::Table
    }
}

/// The facts of a file by their places in words: `combat, row 51-53, cells 3`.
pub type Facts = BTreeMap<String, Fact>;

/// The facts of a table of a list, by its place.
fn within<'a>(facts: &'a Facts, table: &str) -> impl Iterator<Item = (&'a String, &'a Fact)> {
    let start = format!("{table}, ");
    facts.range(start.clone()..).take_while(move |(place, _)| place.starts_with(&start))
}

/// A fact's place in a document.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Address {
    pub(crate) steps: Vec<Step>,
    pub(crate) spot: Spot,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    Key(String),
    /// The table of a list that has this name among them (see [`names`]).
    Item(String),
    Index(usize),
}

/// The part of the value that is the fact.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Spot {
    Value,
    /// A table of a list: that it is there at all.
    Table,
    /// A letter of the rows of a map: its column and row from the north-west.
    Letter(usize, usize),
    /// A hexside among those that the text lists.
    Side(String),
}

/// A name for each table of a list: the first of these keys that it has, or its number; no two are
/// alike.
pub(crate) fn names(list: &[Value]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(list.len());
    let mut taken = HashSet::new();
    // How often each name occurs: a client's file may repeat one thousands of times.
    let mut met: HashMap<String, usize> = HashMap::new();
    for (number, table) in list.iter().enumerate() {
        let named = ["id", "roll", "name", "unit", "hex", "value", "test"].iter().find_map(|key| match table
            .get(
            key,
        )? {
            Value::String(name) => Some(name.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        });
        let name = named.unwrap_or_else(|| (number + 1).to_string());
        let times = met.entry(name.clone()).or_default();
        *times += 1;
        let mut told = if *times == 1 { name.clone() } else { format!("{name} ({times})") };
        while !taken.insert(told.clone()) {
            *times += 1;
            told = format!("{name} ({times})");
        }
        names.push(told);
    }
    names
}

/// The value that those steps lead to.
pub(crate) fn follow<'a>(mut value: &'a Value, steps: &[Step]) -> Option<&'a Value> {
    for step in steps {
        value = match step {
            Step::Key(key) => value.get(key)?,
            Step::Index(index) => value.get(index)?,
            Step::Item(name) => {
                let list = value.as_array()?;
                list.get(names(list).iter().position(|other| other == name)?)?
            }
        };
    }
    Some(value)
}

pub(crate) fn follow_mut<'a>(mut value: &'a mut Value, steps: &[Step]) -> Option<&'a mut Value> {
    for step in steps {
        value = match step {
            Step::Key(key) => value.get_mut(key)?,
            Step::Index(index) => value.get_mut(index)?,
            Step::Item(name) => {
                let list = value.as_array_mut()?;
                let index = names(list).iter().position(|other| other == name)?;
                list.get_mut(index)?
            }
        };
    }
    Some(value)
}
