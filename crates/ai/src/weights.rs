//! Weights: named numbers by which a commander judges, read from a data file and written back with
//! its comments.
//!
//! A file has a table `[weights]`, which names every weight. It may have tables `[recruit]` and
//! `[veteran]` with other values that a commander of that level uses instead. A general and a marshal
//! use the plain weights, and so does a level without a table.

use std::collections::BTreeMap;

use hexmap::{Faults, Source, Spanned, read_toml};
use serde::Deserialize;
use toml_edit::{DocumentMut, Item, Table, value};

use crate::level::Level;

/// The levels that may have values of their own for some weights.
pub(crate) const LOWER: [Level; 2] = [Level::Recruit, Level::Veteran];

/// The own values of each of [`LOWER`], in the order of the names; `None` where it uses the plain
/// weight.
pub(crate) type Own = [Vec<Option<f64>>; LOWER.len()];

/// The index of a level in [`LOWER`].
pub(crate) fn lower(level: Level) -> Option<usize> {
    LOWER.iter().position(|lower| *lower == level)
}

/// A table of weights as read from the file.
type Numbers = BTreeMap<Spanned<String>, Spanned<toml::Value>>;

/// A weights file before it is checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "source")]
    _source: String,
    weights: Numbers,
    #[serde(default)]
    recruit: Numbers,
    #[serde(default)]
    veteran: Numbers,
}

/// The contents of a weights file, in the order of the names.
pub(crate) struct Read {
    pub weights: Vec<f64>,
    pub own: Own,
}

/// The numbers of these names in a weights file.
///
/// # Errors
/// Every fault, with its line: a name that is missing or unknown, or a value that is not a finite
/// number.
pub(crate) fn read(file: &str, text: &str, names: &[&str]) -> Result<Read, Faults> {
    let parsed: File = read_toml(file, text)?;
    let source = Source::new(file, text);
    let mut faults = Faults::default();
    let weights = numbers(&parsed.weights, names, &source, &mut faults);
    let own = [&parsed.recruit, &parsed.veteran].map(|table| numbers(table, names, &source, &mut faults));
    let known = |name: &str| parsed.weights.keys().any(|k| k.get_ref() == name);
    for name in names.iter().filter(|name| !known(name)) {
        faults.push(
            file,
            hexmap::line_of(text, text.find("[weights]").unwrap_or(0)),
            format!("the weight '{name}' is missing"),
        );
    }
    faults.into_result(Read { weights: weights.into_iter().flatten().collect(), own })
}

/// The numbers of a table under these names; `None` where one is missing or faulty.
fn numbers(table: &Numbers, names: &[&str], source: &Source<'_>, faults: &mut Faults) -> Vec<Option<f64>> {
    let mut values = vec![None; names.len()];
    for (name, number) in table {
        let Some(i) = names.iter().position(|n| n == name.get_ref()) else {
            faults.add(source.fault(name.span().start, format!("'{}' is not a weight", name.get_ref())));
            continue;
        };
        let read = match number.get_ref() {
            toml::Value::Float(number) => Some(*number),
            toml::Value::Integer(number) => Some(*number as f64),
            _ => None,
        };
        values[i] = read.filter(|n| n.is_finite());
        if values[i].is_none() {
            let what = format!("'{}' is to be a finite number", name.get_ref());
            faults.add(source.fault(number.span().start, what));
        }
    }
    values
}

/// The same file with other numbers; the table of a lower level has only those in `own`.
pub(crate) fn write(template: &str, names: &[&str], weights: &[f64], own: &Own) -> String {
    let Ok(mut document) = template.parse::<DocumentMut>() else { return template.to_owned() };
    if let Some(table) = document.get_mut("weights").and_then(Item::as_table_mut) {
        for (name, number) in names.iter().zip(weights) {
            put(table, name, *number);
        }
    }
    for (level, numbers) in LOWER.iter().zip(own) {
        let title = level.word();
        for (name, number) in names.iter().zip(numbers) {
            match (number, document.get_mut(title).and_then(Item::as_table_mut)) {
                (Some(number), Some(table)) => put(table, name, *number),
                (Some(number), None) => {
                    let mut table = Table::new();
                    put(&mut table, name, *number);
                    document.insert(title, Item::Table(table));
                }
                (None, Some(table)) => {
                    table.remove(name);
                }
                (None, None) => {}
            }
        }
    }
    document.to_string()
}

/// Puts a number into a table. What surrounds the old number, its comment included, stays.
fn put(table: &mut Table, name: &str, number: f64) {
    match table.get_mut(name).and_then(Item::as_value_mut) {
        Some(there) => {
            let decor = there.decor().clone();
            *there = number.into();
            *there.decor_mut() = decor;
        }
        None => {
            table.insert(name, value(number));
        }
    }
}

/// Declares the weights of a system: a field for each, with its name in the file.
macro_rules! weights {
    ($(#[$doc:meta])* $type:ident, $template:expr, { $($(#[$field_doc:meta])* $field:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $type {
            $($(#[$field_doc])* pub $field: f64,)*
            pub(crate) own: $crate::weights::Own,
        }

        impl $type {
            /// The names as in the file, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($name,)*];

            /// The same names in the tables of the lower levels.
            const OWN: [&'static [&'static str]; $crate::weights::LOWER.len()] =
                [&[$(concat!("recruit.", $name),)*], &[$(concat!("veteran.", $name),)*]];

            /// The file that comes with the program.
            pub const FILE: &'static str = $template;

            /// Reads a weights file; `file` is its name in fault messages.
            ///
            /// # Errors
            /// Every fault, with its line: a weight that is missing or unknown, or a value that is
            /// not a finite number.
            pub fn read(file: &str, text: &str) -> Result<$type, hexmap::Faults> {
                let $crate::weights::Read { weights, own } = $crate::weights::read(file, text, Self::NAMES)?;
                let mut values = weights.into_iter();
                Ok($type { $($field: values.next().unwrap_or_default(),)* own })
            }

            /// The file that comes with the program, with these numbers in it.
            pub fn write(&self) -> String {
                $crate::weights::write(Self::FILE, Self::NAMES, &[$(self.$field,)*], &self.own)
            }

            /// The weights that a commander of that level judges by: a recruit's or a veteran's own
            /// values where there are any, the plain weights otherwise.
            pub fn of(&self, level: $crate::level::Level) -> $type {
                let mut own = $type { own: Default::default(), ..self.clone() };
                if let Some(lower) = $crate::weights::lower(level) {
                    let named = Self::NAMES.iter().zip(&self.own[lower]);
                    for (name, number) in named.filter_map(|(name, number)| Some((name, (*number)?))) {
                        own.set(name, number);
                    }
                }
                own
            }

            /// Every weight that a commander of that level judges by, with its name; a recruit's
            /// own value is called `recruit.NAME`, a veteran's `veteran.NAME`.
            pub fn list(&self, level: $crate::level::Level) -> Vec<(&'static str, f64)> {
                let mut list = vec![$(($name, self.$field),)*];
                if let Some(lower) = $crate::weights::lower(level) {
                    let own = Self::OWN[lower].iter().zip(&self.own[lower]);
                    for (listed, (name, number)) in list.iter_mut().zip(own) {
                        if let Some(number) = number {
                            *listed = (name, *number);
                        }
                    }
                }
                list
            }

            pub fn get(&self, name: &str) -> Option<f64> {
                match name {
                    $($name => Some(self.$field),)*
                    _ => self.place(name).and_then(|(lower, i)| self.own[lower][i]),
                }
            }

            /// Changes the weight of that name; returns whether there is one.
            pub fn set(&mut self, name: &str, value: f64) -> bool {
                match name {
                    $($name => self.$field = value,)*
                    _ => {
                        let Some((lower, i)) = self.place(name) else { return false };
                        self.own[lower][i] = Some(value);
                    }
                }
                true
            }

            /// Where a lower level's own value of that name is stored, if there is one.
            fn place(&self, name: &str) -> Option<(usize, usize)> {
                let mut levels = Self::OWN.iter().zip(&self.own).enumerate();
                levels.find_map(|(lower, (names, numbers))| {
                    let i = names.iter().position(|own| *own == name)?;
                    numbers.get(i)?.is_some().then_some((lower, i))
                })
            }
        }

        impl Default for $type {
            /// The weights that come with the program.
            fn default() -> $type {
                // A test reads the file that comes with the program.
                $type::read("weights", Self::FILE)
                    .unwrap_or($type { $($field: 0.0,)* own: Default::default() })
            }
        }
    };
}
pub(crate) use weights;
