//! The levels of the computer commanders.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How well a computer commander plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Plays any legal order, as the baseline.
    Random,
    /// Instant and sensible.
    Recruit,
    /// Thinks about what the enemy will do next.
    Veteran,
    /// Plays to win.
    General,
    /// Takes all the time that the server gives it, or `clock`, on all processors that are free.
    Marshal,
}

impl Level {
    /// All of them, from weakest to strongest.
    pub const ALL: [Level; 5] =
        [Level::Random, Level::Recruit, Level::Veteran, Level::General, Level::Marshal];

    /// The level's name on the command line and in messages.
    pub fn word(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Recruit => "recruit",
            Level::Veteran => "veteran",
            Level::General => "general",
            Level::Marshal => "marshal",
        }
    }

    /// Whether it searches so long that it is worth spreading over several threads.
    pub fn searches(self) -> bool {
        self >= Level::General
    }

    /// Whether it takes milliseconds for a turn, whatever the position and its clock.
    pub fn answers_at_once(self) -> bool {
        self <= Level::Recruit
    }

    pub fn from_word(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word() == word)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
