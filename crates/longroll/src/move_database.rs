//! `longroll move-database FROM TO`

use std::io::{self, Write};
use std::path::PathBuf;

use server::store::{Database, Moved, ServerLock, transfer};

use crate::game_store::{GameStore, database, runtime};
use crate::outcome::{Outcome, Stop};

/// Copy all games to an empty database, and check every game there by its hashes
///
/// Stop the server first: a data folder that one still serves is refused. The games stay where they
/// were as well. The key stays the same: name it with --key-file.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The data folder or the PostgreSQL database (postgres://...) in which the games are; its
    /// password may be in PGPASSWORD or ~/.pgpass, where other accounts do not see it
    #[arg(value_parser = database)]
    from: Database,
    /// The data folder or the PostgreSQL database in which they are to be
    #[arg(value_parser = database)]
    to: Database,
    /// The key that encrypts the secrets of the dice; that of the data folder if it is not given
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let Arguments { from, to, key_file } = arguments;
    let folder = match (from, to) {
        (Database::Folder(folder), _) | (_, Database::Folder(folder)) => Some(folder.clone()),
        _ => None,
    };
    // What a server writes meanwhile would be left behind.
    let _lock = match from {
        Database::Folder(folder) if folder.join("games.sqlite").exists() => {
            Some(ServerLock::take(folder).map_err(Stop::because)?)
        }
        _ => None,
    };
    let settings = GameStore::settings_beside(folder, key_file.clone());
    let moved = runtime()?.block_on(transfer(from, to, &settings)).map_err(Stop::because)?;
    tell(&moved)
}

/// Says what was moved, and which games are damaged.
pub(crate) fn tell(moved: &Moved) -> Outcome {
    let mut out = io::stdout().lock();
    let count = match moved.games {
        1 => "1 game".to_owned(),
        count => format!("{count} games"),
    };
    let checked = match moved.damaged.is_empty() {
        true => "each checked to its last entry",
        false => "but not all are as they were written",
    };
    writeln!(out, "{}: {count}, {checked}", moved.to)?;
    for (game, what) in &moved.damaged {
        writeln!(out, "game {game} was damaged before, and still is: {what}")?;
    }
    if moved.damaged.is_empty() {
        return Ok(());
    }
    out.flush()?;
    let count = moved.damaged.len();
    Err(Stop::because(format!("{}: damaged games: {count}; keep what they came from", moved.to)))
}
