//! How a command ends.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Why a command came to nothing.
#[derive(Debug)]
pub enum Stop {
    /// What was wrong, for the person at the terminal.
    Failed(String),
    /// Everything was said already; only the exit code is left to tell.
    Faulty,
    /// Everything was said already, and the verdict has an exit code of its own.
    Judged(u8),
    /// Whoever read our output has gone (`longroll scenarios | head -1`): nothing to complain of.
    Unheard,
}

/// What a command comes to.
pub type Outcome = Result<(), Stop>;

impl Stop {
    /// A failure in words.
    pub fn because(what: impl Display) -> Stop {
        Stop::Failed(what.to_string())
    }
}

impl From<io::Error> for Stop {
    /// Errors of standard output; others are put in words where they happen.
    fn from(error: io::Error) -> Stop {
        match error.kind() {
            ErrorKind::BrokenPipe => Stop::Unheard,
            _ => Stop::because(format!("the output could not be written: {error}")),
        }
    }
}

/// The exit code, after the failure was told.
pub fn code(outcome: Outcome) -> ExitCode {
    match outcome {
        Ok(()) | Err(Stop::Unheard) => ExitCode::SUCCESS,
        Err(Stop::Faulty) => ExitCode::FAILURE,
        Err(Stop::Judged(code)) => ExitCode::from(code),
        Err(Stop::Failed(what)) => {
            // If not even this can be told, the code must do.
            let _ = writeln!(io::stderr(), "longroll: {what}");
            ExitCode::FAILURE
        }
    }
}
