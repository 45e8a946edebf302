//! `longroll backup FILE`

use std::io::{self, Write};
use std::path::PathBuf;

use crate::game_store::{GameStore, runtime};
use crate::outcome::{Outcome, Stop};

/// Copy all games into one file, while a server runs or not, and check every game in the copy
///
/// A backup of a PostgreSQL database is such a file as well; pg_dump makes a faster one. longroll
/// restore puts the games of a backup back.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The new file; nothing is ever written over
    file: PathBuf,
    #[command(flatten)]
    games: GameStore,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let Arguments { file, games } = arguments;
    let folder = games.folder()?;
    let made = runtime()?
        .block_on(server::store::backup(&games.place()?, file, &games.settings()))
        .map_err(Stop::because)?;
    let mut out = io::stdout().lock();
    let name = file.display();
    let count = match made.games {
        1 => "1 game".to_owned(),
        count => format!("{count} games"),
    };
    let checked = if made.older {
        "of an older program: they carry no hashes to be checked by"
    } else if made.damaged.is_empty() {
        "each checked to its last entry"
    } else {
        "but not all are as they were written"
    };
    writeln!(out, "{name}: {count}, {checked}")?;
    if let Some(fingerprint) = &made.fingerprint {
        let key = games.key().file(&folder).unwrap_or_default();
        writeln!(
            out,
            "the key {} is not in it: keep it elsewhere (its fingerprint is {fingerprint})",
            key.display()
        )?;
    } else if made.games > 0 {
        writeln!(
            out,
            "the secrets of their dice are in it in the clear: start this program's server once to encrypt them"
        )?;
    }
    for (game, what) in &made.damaged {
        writeln!(out, "game {game} is damaged, in the database as in the backup: {what}")?;
    }
    for (kind, count) in &made.misfits {
        writeln!(out, "{kind} that are damaged, in the database as in the backup: {count}")?;
    }
    if made.damaged.is_empty() && made.misfits.is_empty() {
        return Ok(());
    }
    out.flush()?;
    if made.damaged.is_empty() {
        let kinds: Vec<&str> = made.misfits.iter().map(|(kind, _)| *kind).collect();
        return Err(Stop::because(format!(
            "some {} are damaged: keep the backups from before",
            kinds.join(", some ")
        )));
    }
    Err(Stop::because(format!(
        "{} of the games are damaged: keep the backups from before",
        made.damaged.len()
    )))
}
