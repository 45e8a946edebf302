//! What a value of the data rests on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a value of a chart or a counter rests on, where the printed ones were not at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    /// Read from the printed chart or counter.
    Printed,
    /// The rulebook itself states this value.
    Rules,
    /// A public source outside the game states this value.
    Published,
    /// Our own estimate, for want of a source.
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
