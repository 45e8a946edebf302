//! How a command ends.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

#[derive(Debug)]
pub enum Stop {
    /// The error, for the person at the terminal.
    Failed(String),
    /// Everything has been printed already; only the exit code is left.
    Faulty,
    /// Everything has been printed already, and the verdict has its own exit code.
    Judged(u8),
    /// The reader of our output has gone (`longroll scenarios | head -1`): not an error.
    Unheard,
}

pub type Outcome = Result<(), Stop>;

impl Stop {
    pub fn because(what: impl Display) -> Stop {
        Stop::Failed(what.to_string())
    }
}

impl From<io::Error> for Stop {
    /// Errors of standard output; others are described where they happen.
    fn from(error: io::Error) -> Stop {
        match error.kind() {
            ErrorKind::BrokenPipe => Stop::Unheard,
            _ => Stop::because(format!("the output could not be written: {error}")),
        }
    }
}

/// The exit code, after the failure has been printed.
pub fn code(outcome: Outcome) -> ExitCode {
    match outcome {
        Ok(()) | Err(Stop::Unheard) => ExitCode::SUCCESS,
        Err(Stop::Faulty) => ExitCode::FAILURE,
        Err(Stop::Judged(code)) => ExitCode::from(code),
        Err(Stop::Failed(what)) => {
            // If even this cannot be printed, the exit code must do.
            let _ = writeln!(io::stderr(), "longroll: {what}");
            ExitCode::FAILURE
        }
    }
}
