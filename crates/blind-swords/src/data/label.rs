//! What a value of the data rests on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a value of a chart or a counter rests on, where the printed ones were not at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    /// Read from the printed chart or counter.
    Printed,
    /// The rulebook states it.
    Rules,
    /// A public source states it.
    Published,
    /// An estimate of ours.
    Reconstructed,
}

impl Label {
    /// The label that a letter stands for where a row of cells has a letter each.
    pub(super) fn of_letter(letter: char) -> Option<Label> {
        Some(match letter {
            'p' => Label::Printed,
            'r' => Label::Rules,
            'u' => Label::Published,
            '.' => Label::Reconstructed,
            _ => return None,
        })
    }
}
