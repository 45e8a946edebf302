//! The faults of a data file, each with its file and line.

use std::fmt;

use crate::Source;

/// One fault in a data file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file, by the name it was loaded under.
    pub file: String,
    /// Line number in the file, from 1.
    pub line: usize,
    /// The place in the document, if known: `road.3.hexes`, lists counted from 0.
    pub place: Option<String>,
    /// The printed number of the hex concerned, if there is one.
    pub hex: Option<String>,
    /// The fault and what was expected, in one sentence.
    pub what: String,
}

impl Fault {
    /// The same fault, at that hex.
    #[must_use]
    pub fn at_hex(mut self, number: &str) -> Fault {
        self.hex = Some(number.to_owned());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
    }
}

/// How much is kept of the beginning and the end of a sentence that is too long, in characters.
const KEPT: (usize, usize) = (600, 300);

/// Shortens a sentence that is too long to be read. It may quote what others wrote, and that may be
/// of any length.
pub fn brief(text: String) -> String {
    let (first, last) = KEPT;
    let length = text.chars().count();
    if length <= first + last {
        return text;
    }
    let chars = text.chars();
    chars.clone().take(first).chain(" … ".chars()).chain(chars.skip(length - last)).collect()
}

/// The most faults noted in one reading: more would not be read.
const MOST: usize = 500;

/// All faults found in one reading; a reading goes on after the first so that an editor sees them
/// all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// Adds a fault of a whole file, or of one line.
    pub fn push(&mut self, file: &str, line: usize, what: impl Into<String>) {
        self.add(Fault { file: file.to_owned(), line, place: None, hex: None, what: what.into() });
    }

    /// Adds a fault, unless it is already there (a file may be read for several scenarios).
    pub fn add(&mut self, mut fault: Fault) {
        fault.what = brief(fault.what);
        if self.0.len() < MOST && !self.0.contains(&fault) {
            self.0.push(fault);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the faults of another file.
    pub fn extend(&mut self, other: Faults) {
        other.0.into_iter().for_each(|fault| self.add(fault));
    }

    /// `Ok(value)` if there are no faults.
    pub fn into_result<T>(self, value: T) -> Result<T, Faults> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }

    /// The faults of a TOML text that does not parse.
    pub fn from_toml(file: &str, text: &str, error: &toml::de::Error) -> Faults {
        Faults::of_shape(file, text, error.span().map_or(0, |span| span.start), error.message())
    }

    /// A fault in the shape of a document at that byte: a missing field, an unknown field.
    pub(crate) fn of_shape(file: &str, text: &str, at: usize, message: &str) -> Faults {
        let mut fault = Source::new(file, text).fault(at, crate::misfit(message.replace('\n', " ")));
        // What is missing has its place too: that of the field.
        if let Some(field) = message.strip_prefix("missing field `").and_then(|s| s.split('`').next()) {
            // At the beginning of the file stands whatever comes first, and the table is the file.
            let table = fault.place.filter(|_| at > 0).map_or_else(String::new, |place| place + ".");
            fault.place = Some(table + field);
        }
        Faults::from(fault)
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Faults {
        let mut faults = Faults::default();
        faults.add(fault);
        faults
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}
