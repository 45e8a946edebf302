//! The commands of `longroll-lab`, the program for games by the hundred: listed here, run there.

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::outcome::{Outcome, Stop};

const PROGRAM: &str = "longroll-lab";

/// Its commands, and what each does.
const COMMANDS: [(&str, &str); 6] = [
    ("simulate", "Play games by the thousand and count how they end"),
    ("lab", "Run an experiment and write its report"),
    (
        "league",
        "Let players meet in pairs of games, and rate them: commanders of this program, commanders of other builds of \
         it, other programs",
    ),
    (
        "tune",
        "Improve the weights of a commander by self-play or against a player of a league, and measure how much better \
         they are",
    ),
    ("tournament", "Run a tournament of a club from a file: who plays whom, standings, ratings"),
    (
        "work",
        "Do work for others from the queue of a database: computers' turns, advice and reviews for its servers, and \
         games of experiments",
    ),
];

/// Adds the commands to the list that `longroll help` prints.
pub(crate) fn listed(line: clap::Command) -> clap::Command {
    line.subcommands(COMMANDS.map(|(name, about)| clap::Command::new(name).about(about)))
}

/// The command of the laboratory that these arguments call, or whose help they ask for.
pub(crate) fn called(words: &[OsString]) -> Option<&'static str> {
    let command = match words {
        [help, command, ..] if help == "help" => command,
        [command, ..] => command,
        [] => return None,
    };
    COMMANDS.iter().map(|(name, _)| *name).find(|name| command == name)
}

/// Runs the laboratory with these arguments, which call that command.
///
/// # Errors
/// It is not there, or of another version.
pub(crate) fn start(command: &str, words: &[OsString]) -> Outcome {
    let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    let beside = std::env::current_exe().map(|own| own.with_file_name(&name)).ok();
    // A name without a folder is looked up on the PATH.
    let program = beside.filter(|path| path.is_file()).unwrap_or_else(|| PathBuf::from(name));
    let failed = |error: io::Error| match error.kind() {
        ErrorKind::NotFound => Stop::because(format!(
            "'{command}' is a command of {PROGRAM}, which is neither beside this program nor on the PATH: in the \
             sources of Longroll 'cargo build --release --locked -p {PROGRAM}' builds it"
        )),
        _ => Stop::because(format!("{}: {error}", program.display())),
    };
    // Without our input it would be given /dev/null, which a root of its own may lack.
    let version = Command::new(&program).arg("--version").stdin(Stdio::inherit()).output();
    let version = version.map_err(failed)?.stdout;
    let wanted = concat!("longroll-lab ", env!("CARGO_PKG_VERSION"));
    let found = String::from_utf8_lossy(&version);
    if found.trim() != wanted {
        let (program, found) = (program.display(), found.trim());
        return Err(Stop::because(format!("{program}: {wanted} was expected, this is '{found:.60}'")));
    }
    run(Command::new(&program).args(words)).map_err(failed)?
}

/// Becomes that program, with its exit code and whatever signals are sent to it.
#[cfg(unix)]
fn run(command: &mut Command) -> io::Result<Outcome> {
    Err(std::os::unix::process::CommandExt::exec(command))
}

/// Waits for that program, and ends with its exit code.
#[cfg(not(unix))]
fn run(command: &mut Command) -> io::Result<Outcome> {
    let code = command.status()?.code().and_then(|code| u8::try_from(code).ok());
    Ok(match code {
        Some(0) => Ok(()),
        code => Err(Stop::Judged(code.unwrap_or(1))),
    })
}
