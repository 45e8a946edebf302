//! What is wrong with a data file: every fault, each at its file and line.

use std::fmt;

/// One fault in a data file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file as it was named to the loader.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong and what was expected, in one sentence.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
    }
}

/// All faults found in one reading; a reading goes on after the first so that an editor sees them all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// Notes one more fault.
    pub fn push(&mut self, file: &str, line: usize, what: impl Into<String>) {
        self.0.push(Fault { file: file.to_owned(), line, what: what.into() });
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes over the faults of another file.
    pub fn extend(&mut self, other: Faults) {
        self.0.extend(other.0);
    }

    /// `Ok(value)` if nothing is wrong.
    pub fn into_result<T>(self, value: T) -> Result<T, Faults> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }

    /// The faults of a TOML text that does not parse: syntax, a missing field, a field nobody knows.
    pub fn from_toml(file: &str, text: &str, error: &toml::de::Error) -> Faults {
        let line = error.span().map_or(1, |span| line_of(text, span.start));
        let mut faults = Faults::default();
        faults.push(file, line, error.message().replace('\n', " "));
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

/// The line (from 1) on which the byte at `offset` of `text` stands.
pub fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes().iter().take(offset).filter(|&&b| b == b'\n').count() + 1
}
