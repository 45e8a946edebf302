//! Where a server's games are stored, and the key to the secrets of their dice.

use std::path::PathBuf;

use directories::ProjectDirs;
use server::store::{Database, KeyChoice, ServerAddress, Settings};

use crate::outcome::Stop;

/// The name of the key file in the settings folder.
const KEY: &str = "longroll.key";

/// The runtime of commands that work on stored games.
///
/// # Errors
/// The system gives no threads.
pub fn runtime() -> Result<tokio::runtime::Runtime, Stop> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Stop::because(format!("no threads could be started: {error}")))
}

/// Reads a data folder or the address of a database.
pub fn database(text: &str) -> Result<Database, String> {
    match text.contains("://") {
        true => text.parse::<ServerAddress>().map(Database::Server).map_err(|error| error.to_string()),
        false => Ok(Database::Folder(PathBuf::from(text))),
    }
}

/// The arguments of every command that uses the stored games.
#[derive(clap::Args)]
pub struct GameStore {
    /// Folder in which the games are stored
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// A PostgreSQL database (15 or later) that keeps the games in place of a file in --data-dir,
    /// such as postgres://longroll@db.example.org/longroll; several servers may share it
    #[arg(long, value_name = "ADDRESS", env = "LONGROLL_DATABASE", hide_env_values = true)]
    database: Option<ServerAddress>,
    /// The key that encrypts the secrets of the dice, made on the first start; it lies in
    /// --data-dir if that is given, otherwise in this account's settings folder; servers that share
    /// a database have the same
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

    /// Where the games are.
    ///
    /// # Errors
    /// This account has no home folder.
    pub fn place(&self) -> Result<Database, Stop> {
        match &self.database {
            Some(address) => Ok(Database::Server(address.clone())),
            None => self.folder().map(Database::Folder),
        }
    }

    /// How games are opened in that data folder, and with the key that is beside them unless
    /// another is named; without a folder the key is where it is by default.
    pub fn settings_beside(folder: Option<PathBuf>, key_file: Option<PathBuf>) -> Settings {
        // The key of a folder lies in it, also if the games go to a server.
        let key_file = key_file.or_else(|| folder.map(|folder| folder.join(KEY)));
        let own = GameStore { data_dir: None, database: None, key_file };
        own.settings()
    }

    pub fn settings(&self) -> Settings {
        Settings { server: self.database.clone(), key: self.key(), ..Settings::default() }
    }

    pub fn key(&self) -> KeyChoice {
        let own = || ProjectDirs::from("", "", "longroll").map(|folders| folders.config_dir().join(KEY));
        match (&self.key_file, &self.data_dir) {
            (Some(file), _) => KeyChoice::File(file.clone()),
            (None, Some(_)) => KeyChoice::Beside,
            (None, None) => own().map_or(KeyChoice::Beside, KeyChoice::File),
        }
    }
}
