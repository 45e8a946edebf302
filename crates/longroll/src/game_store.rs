//! Where a server's games are stored, and the key to the secrets of their dice.

use std::path::PathBuf;

use directories::ProjectDirs;
use server::store::KeyChoice;

use crate::outcome::Stop;

/// The name of the key file in the settings folder.
const KEY: &str = "longroll.key";

/// The arguments of every command that uses the stored games.
#[derive(clap::Args)]
pub struct GameStore {
    /// Where the games are kept
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// The key that encrypts the secrets of the dice, made on the first start; it lies in
    /// --data-dir if that is given, otherwise in this account's settings folder
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,
}

impl GameStore {
    /// The data folder.
    ///
    /// # Errors
    /// This account has no home folder.
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
