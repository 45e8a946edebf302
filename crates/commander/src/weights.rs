//! Weights: named numbers by which a commander judges, read from a data file and written back with its comments.
//!
//! A file has a table `[weights]`, which names every weight, and may have a table `[recruit]`: what a recruit, who does not look at
//! everything, holds some of them to be instead.

use std::collections::BTreeMap;

use hexmap::{Faults, Source};
use serde::Deserialize;
use toml::Spanned;
use toml_edit::{DocumentMut, Item, Table, value};

/// A table of weights as it stands.
type Numbers = BTreeMap<Spanned<String>, Spanned<toml::Value>>;

/// A weights file as it stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "source")]
    _source: String,
    weights: Numbers,
    #[serde(default)]
    recruit: Numbers,
}

/// What a weights file says, in the order of the names.
pub(crate) struct Read {
    /// Every weight.
    pub weights: Vec<f64>,
    /// What a recruit holds it to be, where that is something else.
    pub recruit: Vec<Option<f64>>,
}

/// The numbers of these names in a weights file.
///
/// # Errors
/// Every fault at its line: a name that is missing, not known, or no finite number.
pub(crate) fn read(file: &str, text: &str, names: &[&str]) -> Result<Read, Faults> {
    let parsed: File = toml::from_str(text).map_err(|e| Faults::from_toml(file, text, &e))?;
    let source = Source::new(file, text);
    let mut faults = Faults::default();
    let weights = numbers(&parsed.weights, names, &source, &mut faults);
    let recruit = numbers(&parsed.recruit, names, &source, &mut faults);
    let known = |name: &str| parsed.weights.keys().any(|k| k.get_ref() == name);
    for name in names.iter().filter(|name| !known(name)) {
        faults.push(
            file,
            hexmap::line_of(text, text.find("[weights]").unwrap_or(0)),
            format!("the weight '{name}' is missing"),
        );
    }
    faults.into_result(Read { weights: weights.into_iter().flatten().collect(), recruit })
}

/// The numbers of a table by these names, as far as they are there and sound.
fn numbers(table: &Numbers, names: &[&str], source: &Source<'_>, faults: &mut Faults) -> Vec<Option<f64>> {
    let mut values = vec![None; names.len()];
    for (name, number) in table {
        let Some(i) = names.iter().position(|n| n == name.get_ref()) else {
            faults.add(source.fault(name.span().start, format!("'{}' is no weight", name.get_ref())));
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

/// The same file with other numbers; a recruit has none but those of `recruit`.
pub(crate) fn write(
    template: &str,
    weights: impl Iterator<Item = (&'static str, f64)>,
    recruit: impl Iterator<Item = (&'static str, Option<f64>)>,
) -> String {
    let Ok(mut document) = template.parse::<DocumentMut>() else { return template.to_owned() };
    if let Some(table) = document.get_mut("weights").and_then(Item::as_table_mut) {
        for (name, number) in weights {
            put(table, name, number);
        }
    }
    for (name, number) in recruit {
        match (number, document.get_mut("recruit").and_then(Item::as_table_mut)) {
            (Some(number), Some(table)) => put(table, name, number),
            (Some(number), None) => {
                let mut table = Table::new();
                put(&mut table, name, number);
                document.insert("recruit", Item::Table(table));
            }
            (None, Some(table)) => {
                table.remove(name);
            }
            (None, None) => {}
        }
    }
    document.to_string()
}

/// Puts a number into a table. What stands around the one that was there, its comment included, stays.
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
            /// What a recruit holds them to be, in the order of the names, where that is something else.
            pub(crate) recruit: Vec<Option<f64>>,
        }

        impl $type {
            /// The names, as in the file and in its order.
            pub const NAMES: &'static [&'static str] = &[$($name,)*];

            /// The same in the recruit's table.
            const RECRUIT: &'static [&'static str] = &[$(concat!("recruit.", $name),)*];

            /// The file that comes with the program.
            pub const FILE: &'static str = $template;

            /// Reads a weights file; `file` is what its faults call it.
            ///
            /// # Errors
            /// Every fault at its line: a weight that is missing, not known, or no finite number.
            pub fn read(file: &str, text: &str) -> Result<$type, hexmap::Faults> {
                let $crate::weights::Read { weights, recruit } = $crate::weights::read(file, text, Self::NAMES)?;
                let mut values = weights.into_iter();
                Ok($type { $($field: values.next().unwrap_or_default(),)* recruit })
            }

            /// The file that comes with the program, with these numbers in it.
            pub fn write(&self) -> String {
                let weights = [$(($name, self.$field),)*];
                let recruit = Self::NAMES.iter().copied().zip(self.recruit.iter().copied());
                $crate::weights::write(Self::FILE, weights.into_iter(), recruit)
            }

            /// What a commander of that level judges by: a recruit by what is his own where there is such, everybody else by the
            /// weights as they are.
            pub fn of(&self, level: $crate::level::Level) -> $type {
                let mut own = $type { recruit: Vec::new(), ..self.clone() };
                if level == $crate::level::Level::Recruit {
                    let named = Self::NAMES.iter().zip(&self.recruit);
                    for (name, number) in named.filter_map(|(name, number)| Some((name, (*number)?))) {
                        own.set(name, number);
                    }
                }
                own
            }

            /// Every weight that a commander of that level judges by, by its name; a recruit's own is called `recruit.NAME`.
            pub fn list(&self, level: $crate::level::Level) -> Vec<(&'static str, f64)> {
                let mut list = vec![$(($name, self.$field),)*];
                if level == $crate::level::Level::Recruit {
                    for (i, number) in self.recruit.iter().enumerate() {
                        if let Some(number) = number {
                            list[i] = (Self::RECRUIT[i], *number);
                        }
                    }
                }
                list
            }

            /// The weight of that name.
            pub fn get(&self, name: &str) -> Option<f64> {
                match name {
                    $($name => Some(self.$field),)*
                    _ => self.own(name).and_then(|i| self.recruit[i]),
                }
            }

            /// Changes the weight of that name; says whether there is one.
            pub fn set(&mut self, name: &str, value: f64) -> bool {
                match name {
                    $($name => self.$field = value,)*
                    _ => {
                        let Some(i) = self.own(name) else { return false };
                        self.recruit[i] = Some(value);
                    }
                }
                true
            }

            /// Where a recruit's own weight of that name stands, if he has one.
            fn own(&self, name: &str) -> Option<usize> {
                let i = Self::RECRUIT.iter().position(|own| *own == name)?;
                self.recruit.get(i).is_some_and(Option::is_some).then_some(i)
            }
        }

        impl Default for $type {
            /// The weights that come with the program.
            fn default() -> $type {
                // A test reads the file that comes with the program.
                $type::read("weights", Self::FILE)
                    .unwrap_or($type { $($field: 0.0,)* recruit: Vec::new() })
            }
        }
    };
}
pub(crate) use weights;
