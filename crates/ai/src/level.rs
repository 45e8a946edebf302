//! The levels of the computer commanders.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The computer commanders, from weakest to strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Any legal order: the baseline.
    Random,
    /// Instant and sensible; a beginner can beat it.
    Recruit,
    /// Anticipates what the enemy will do next.
    Veteran,
    General,
    /// Takes all the time and all the processors that it is given.
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
