//! The numbers that the text of the rules states and that stand on no chart.

use hexmap::{Faults, read_toml};
use serde::Deserialize;

/// The numbers of the rules' text.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Numbers {
    pub source: String,
    /// The movement allowance of every unit that has none of its own (2.4).
    pub movement_allowance: u8,
}

impl Numbers {
    /// Reads them.
    ///
    /// # Errors
    /// The first fault, with file and line.
    pub(crate) fn read(file: &str, text: &str) -> Result<Numbers, Faults> {
        read_toml(file, text)
    }
}
