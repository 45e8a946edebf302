//! `longroll restore FILE`

use std::path::PathBuf;

use crate::game_store::{GameStore, runtime};
use crate::move_database::tell;
use crate::outcome::{Outcome, Stop};

/// Put the games of a backup where a server finds them, and check every game there
///
/// The place must hold no games yet: a restore never writes over anything. The key is not in a
/// backup: put it in its place first, or name it with --key-file.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The backup file to restore from
    file: PathBuf,
    #[command(flatten)]
    games: GameStore,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let Arguments { file, games } = arguments;
    let to = games.place()?;
    let moved =
        runtime()?.block_on(server::store::restore(file, &to, &games.settings())).map_err(Stop::because)?;
    tell(&moved)
}
