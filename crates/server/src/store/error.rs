//! What can go wrong with what is kept, and how it is told.

use std::path::PathBuf;

/// Why something could not be kept or found again.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// That version has been written before: the game has gone on elsewhere.
    #[error("the game has gone on elsewhere")]
    Stale,
    /// What is kept of a game cannot be read.
    #[error("{file}: game {game:.8}: {what}")]
    Unreadable {
        /// The database file.
        file: PathBuf,
        /// The game.
        game: String,
        /// What is wrong, in words for the player: nothing hidden is in it.
        what: String,
    },
    /// The database failed, and nothing was changed.
    #[error("{file}: {source}")]
    Database {
        /// The database file.
        file: PathBuf,
        /// How.
        source: sqlx::Error,
    },
    /// The database failed, and cannot be asked whether the change was made before it did.
    #[error("{file}: {source}; whether the change was kept is not known")]
    Uncertain {
        /// The database file.
        file: PathBuf,
        /// How.
        source: sqlx::Error,
    },
    /// The secret of a game's dice cannot be kept: the server was started without its key.
    #[error("the key to the secrets of the dice is not here")]
    NoKey,
    /// The secret of a game's dice could not be encrypted.
    #[error("the secret of the dice could not be encrypted: {0}")]
    Locking(String),
}

impl StoreError {
    /// What a player is told of it, in one sentence; how exactly the database failed is for the
    /// log.
    pub fn told(&self) -> String {
        match self {
            StoreError::Stale => "the game has gone on in the meantime".to_owned(),
            StoreError::Unreadable { what, .. } => {
                format!(
                    "this game is damaged: {what}; other games go on, and the server's log names the file"
                )
            }
            StoreError::Database { source, .. } => format!(
                "{}; nothing was changed, and play goes on once that is mended (the server's log says more)",
                cause(source)
            ),
            StoreError::Uncertain { source, .. } => format!(
                "{} while this was being kept, and it cannot be told yet whether it was: look at the game again",
                cause(source)
            ),
            StoreError::NoKey => {
                "this server was started without its key (--without-key): it can begin no game with dice"
                    .to_owned()
            }
            StoreError::Locking(_) => {
                "the secret of the dice could not be encrypted; nothing was changed".to_owned()
            }
        }
    }
}

/// SQLite's primary result code.
pub(super) fn code(error: &sqlx::Error) -> Option<i32> {
    extended(error).map(|code| code & 0xff)
}

fn extended(error: &sqlx::Error) -> Option<i32> {
    error.as_database_error()?.code()?.parse().ok()
}

pub(super) const BUSY: i32 = 5;
pub(super) const LOCKED: i32 = 6;
const NO_MEMORY: i32 = 7;
const READ_ONLY: i32 = 8;
const IO: i32 = 10;
/// An I/O error that is none: memory ran out in the middle of it.
const IO_NO_MEMORY: i32 = 10 | (12 << 8);
const CORRUPT: i32 = 11;
const FULL: i32 = 13;
const CANNOT_OPEN: i32 = 14;
const NO_DATABASE: i32 = 26;

/// What is the matter, as far as a player can use it.
fn cause(error: &sqlx::Error) -> &'static str {
    if extended(error) == Some(IO_NO_MEMORY) {
        return "the server has no memory left";
    }
    match (code(error), error) {
        (Some(FULL), _) => "the server's disk is full",
        (Some(IO), _) => "the server's disk failed",
        (Some(BUSY | LOCKED), _) | (_, sqlx::Error::PoolTimedOut) => {
            "another program holds the server's database"
        }
        (Some(NO_MEMORY), _) => "the server has no memory left",
        (Some(READ_ONLY), _) => "the server's database may not be written to",
        (Some(CANNOT_OPEN), _) => "the server's database cannot be opened",
        (Some(CORRUPT | NO_DATABASE), _) => "the server's database is damaged",
        _ => "the server's database failed",
    }
}

/// How a change came to nothing.
pub(super) enum Broken {
    /// Nothing of it is kept.
    Undone(sqlx::Error),
    /// Its end failed: it may be kept, or not.
    Unknown(sqlx::Error),
    /// It was not to be made.
    Refused(StoreError),
}

impl From<sqlx::Error> for Broken {
    fn from(error: sqlx::Error) -> Broken {
        Broken::Undone(error)
    }
}
