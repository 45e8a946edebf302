//! Where a server's games are kept, and the key to the secrets of their dice.

use std::path::PathBuf;

use directories::ProjectDirs;
use server::store::KeyChoice;

use crate::outcome::Stop;

/// The key's name in the folder for settings.
const KEY: &str = "longroll.key";

/// Arguments of every command that comes near the games.
#[derive(clap::Args)]
pub struct GameStore {
    /// Where the games are kept
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// The key under which the secrets of the dice are encrypted, made on the first start; beside the games that --data-dir
    /// names, else in this account's folder for settings
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,
}

impl GameStore {
    /// The data folder.
    ///
    /// # Errors
    /// That this account has no home folder.
    pub fn folder(&self) -> Result<PathBuf, Stop> {
        let own = || ProjectDirs::from("", "", "longroll").map(|folders| folders.data_dir().to_owned());
        self.data_dir.clone().or_else(own).ok_or_else(|| {
            Stop::because("this account has no home folder: say where to keep the games with --data-dir")
        })
    }

    /// The key.
    pub fn key(&self) -> KeyChoice {
        let own = || ProjectDirs::from("", "", "longroll").map(|folders| folders.config_dir().join(KEY));
        match (&self.key_file, &self.data_dir) {
            (Some(file), _) => KeyChoice::File(file.clone()),
            (None, Some(_)) => KeyChoice::Beside,
            (None, None) => own().map_or(KeyChoice::Beside, KeyChoice::File),
        }
    }
}
