//! Weights: named numbers by which a commander judges, read from a data file and written back with its comments.

use std::collections::BTreeMap;

use hexmap::{Faults, Source};
use serde::Deserialize;
use toml::Spanned;
use toml_edit::{DocumentMut, value};

/// A weights file as it stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "source")]
    _source: String,
    weights: BTreeMap<Spanned<String>, Spanned<toml::Value>>,
}

/// The numbers of these names in a weights file, in the order of the names.
///
/// # Errors
/// Every fault at its line: a name that is missing, not known, or no finite number.
pub(crate) fn read(file: &str, text: &str, names: &[&str]) -> Result<Vec<f64>, Faults> {
    let parsed: File = toml::from_str(text).map_err(|e| Faults::from_toml(file, text, &e))?;
    let source = Source::new(file, text);
    let mut faults = Faults::default();
    let mut values = vec![None; names.len()];
    for (name, number) in &parsed.weights {
        let at = number.span().start;
        let Some(i) = names.iter().position(|n| n == name.get_ref()) else {
            faults.add(source.fault(name.span().start, format!("'{}' is no weight", name.get_ref())));
            continue;
        };
        let read = match number.get_ref() {
            toml::Value::Float(number) => Some(*number),
            toml::Value::Integer(number) => Some(*number as f64),
            _ => None,
        };
        match read.filter(|n| n.is_finite()) {
            Some(number) => values[i] = Some(number),
            None => faults.add(source.fault(at, format!("'{}' is to be a finite number", name.get_ref()))),
        }
    }
    let known = |name: &str| parsed.weights.keys().any(|k| k.get_ref() == name);
    for name in names.iter().filter(|name| !known(name)) {
        faults.push(
            file,
            hexmap::line_of(text, text.find("[weights]").unwrap_or(0)),
            format!("the weight '{name}' is missing"),
        );
    }
    let numbers = values.into_iter().flatten().collect();
    faults.into_result(numbers)
}

/// The same file with other numbers.
pub(crate) fn write(template: &str, pairs: impl Iterator<Item = (&'static str, f64)>) -> String {
    let Ok(mut document) = template.parse::<DocumentMut>() else { return template.to_owned() };
    for (name, number) in pairs {
        if let Some(item) = document.get_mut("weights").and_then(|w| w.get_mut(name)) {
            // What stands around the number, its comment included, stays.
            let decor = item.as_value().map(|v| v.decor().clone());
            *item = value(number);
            if let (Some(decor), Some(value)) = (decor, item.as_value_mut()) {
                *value.decor_mut() = decor;
            }
        }
    }
    document.to_string()
}

/// Declares the weights of a system: a field for each, with its name in the file.
macro_rules! weights {
    ($(#[$doc:meta])* $type:ident, $template:expr, { $($(#[$field_doc:meta])* $field:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $type { $($(#[$field_doc])* pub $field: f64,)* }

        impl $type {
            /// The names, as in the file and in its order.
            pub const NAMES: &'static [&'static str] = &[$($name,)*];

            /// The file that comes with the program.
            pub const FILE: &'static str = $template;

            /// Reads a weights file; `file` is what its faults call it.
            ///
            /// # Errors
            /// Every fault at its line: a weight that is missing, not known, or no finite number.
            pub fn read(file: &str, text: &str) -> Result<$type, hexmap::Faults> {
                let values = $crate::weights::read(file, text, Self::NAMES)?;
                let mut values = values.into_iter();
                Ok($type { $($field: values.next().unwrap_or_default(),)* })
            }

            /// The file that comes with the program, with these numbers in it.
            pub fn write(&self) -> String {
                $crate::weights::write(Self::FILE, self.list().into_iter())
            }

            /// Every weight by its name.
            pub fn list(&self) -> Vec<(&'static str, f64)> {
                vec![$(($name, self.$field),)*]
            }

            /// The weight of that name.
            pub fn get(&self, name: &str) -> Option<f64> {
                match name { $($name => Some(self.$field),)* _ => None }
            }

            /// Changes the weight of that name; says whether there is one.
            pub fn set(&mut self, name: &str, value: f64) -> bool {
                match name { $($name => { self.$field = value; true })* _ => false }
            }
        }

        impl Default for $type {
            /// The weights that come with the program.
            fn default() -> $type {
                // A test reads the file that comes with the program.
                $type::read("weights", Self::FILE).unwrap_or($type { $($field: 0.0,)* })
            }
        }
    };
}
pub(crate) use weights;
