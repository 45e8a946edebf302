//! How an order can fail.

use std::fmt;

use crate::{Case, PrintedCase, Side};

/// A "no" by the rules: the case it rests on and what was wrong, in one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub case: Case,
    /// One sentence that a person reads.
    pub message: String,
}

impl Refusal {
    pub fn new(case: Case, message: impl Into<String>) -> Refusal {
        Refusal { case, message: message.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.case)
    }
}

/// Why a request to a game came to nothing. The game is as it was before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The request is not of the right form; the text names the field and what was expected.
    Malformed(String),
    Refused {
        refusal: Refusal,
        /// The rulebook the case is of.
        system: String,
        /// The number that the edition in play prints for it.
        printed: Option<PrintedCase>,
    },
    /// It is too late: the game is over, the version is stale, a die was thrown.
    Gone(String),
    /// It is too early: it needs a die, and the dice wait for these sides' players.
    Waits {
        /// The reason for waiting, in a sentence.
        message: String,
        sides: Vec<Side>,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Malformed(text) | Failure::Gone(text) | Failure::Waits { message: text, .. } => {
                f.write_str(text)
            }
            Failure::Refused { refusal, printed: Some(printed), .. } => {
                write!(f, "{} ({} {})", refusal.message, printed.system, printed.case)
            }
            Failure::Refused { refusal, system, printed: None } => {
                write!(f, "{} ({system} {})", refusal.message, refusal.case)
            }
        }
    }
}

impl std::error::Error for Failure {}
