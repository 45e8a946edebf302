//! Who commands a side, and how well.

use std::fmt;

/// The computer commanders, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Any legal order: the yardstick.
    Random,
    /// Instant and sensible; a beginner can beat it.
    Recruit,
    /// Thinks about what the enemy will do next.
    Veteran,
    /// Plays to win, and uses the time it is given.
    General,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Level; 4] = [Level::Random, Level::Recruit, Level::Veteran, Level::General];

    /// The word on the command line and in messages.
    pub fn word(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Recruit => "recruit",
            Level::Veteran => "veteran",
            Level::General => "general",
        }
    }

    /// The level of that word.
    pub fn from_word(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word() == word)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
