//! What can go wrong with what is kept, and how it is told.

use std::fmt;
use std::path::PathBuf;

use super::key::KeyError;
use super::location::Location;

/// Why something could not be kept or found again.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// That version has been written before: the game has gone on elsewhere.
    #[error("the game has gone on elsewhere")]
    Stale,
    /// What is kept of a game cannot be read.
    #[error("{at}: game {game:.8}: {what}")]
    Unreadable {
        /// The database.
        at: Location,
        /// The game.
        game: String,
        /// What is wrong, in words for the player: nothing hidden is in it.
        what: String,
    },
    /// Something that belongs to no game is not as it was written.
    #[error("{at}: {what} is not as it was written")]
    Misfit {
        /// The database.
        at: Location,
        /// What.
        what: &'static str,
    },
    /// The database failed, and nothing was changed.
    #[error("{at}: {source}")]
    Database {
        /// The database.
        at: Location,
        /// How.
        source: sqlx::Error,
    },
    /// The database failed, and cannot be asked whether the change was made before it did.
    #[error("{at}: {source}; whether the change was kept is not known")]
    Uncertain {
        /// The database.
        at: Location,
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
            StoreError::Misfit { what, .. } => {
                format!("{what} is damaged in the database: whoever runs this server has to look at it")
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
    error.as_database_error()?.code().filter(|code| code.len() < SQLSTATE)?.parse().ok()
}

/// So many characters has a code of PostgreSQL; those of SQLite are numbers of at most four digits.
const SQLSTATE: usize = 5;

/// What the matter is with PostgreSQL, by the classes and codes of its appendix A.
fn cause_at_server(error: &sqlx::Error) -> Option<&'static str> {
    let error = match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) => {
            return Some("the server's database cannot be reached");
        }
        other => other.as_database_error()?,
    };
    let code = error.code().filter(|code| code.len() == SQLSTATE)?;
    Some(match &*code {
        "53100" => "the disk of the server's database is full",
        "53200" => "the server's database has no memory left",
        "25006" | "42501" => "the server's database may not be written to",
        "55P03" => "another program holds the server's database",
        code if ["08", "53", "57"].iter().any(|class| code.starts_with(class)) => {
            "the server's database cannot be reached"
        }
        _ => "the server's database failed",
    })
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
pub(super) fn cause(error: &sqlx::Error) -> &'static str {
    if extended(error) == Some(IO_NO_MEMORY) {
        return "the server has no memory left";
    }
    if let Some(cause) = cause_at_server(error) {
        return cause;
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

/// A damaged database file.
#[derive(Debug)]
pub struct Damage {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub what: String,
    /// Where the copies are, or why there are none.
    pub copies: Result<Vec<PathBuf>, std::io::Error>,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the database {} is damaged ({}). Nothing was written to it. ",
            self.file.display(),
            self.what
        )?;
        match &self.copies {
            Ok(copies) => {
                let names: Vec<String> = copies.iter().map(|copy| copy.display().to_string()).collect();
                write!(f, "A copy was kept as {}. ", names.join(" and "))?;
            }
            Err(error) => write!(f, "It could not be copied: {error}. ")?,
        }
        write!(f, "Put a sound file in its place, or choose another folder with --data-dir")
    }
}

impl std::error::Error for Damage {}

/// Why the database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The data folder cannot be made or read.
    #[error("the data folder {folder}: {source}")]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Another server uses the data folder.
    #[error(
        "{} already serves the games in {}: stop it first",
        holder.map_or_else(|| "another process".to_owned(), |id| format!("process {id}")),
        folder.display()
    )]
    InUse {
        /// The folder.
        folder: PathBuf,
        /// The id of the process, if it can be read.
        holder: Option<u32>,
    },
    /// The database file is damaged. A copy was put aside and nothing was written.
    #[error(transparent)]
    Damaged(Damage),
    /// Entries that were on disk are not in the file.
    #[error(
        "{at} has lost {}: they were written, and it does not hold them. Its write-ahead log was removed or cut short, \
         or an earlier copy was put in its place. Put back what was moved away, or restore a backup. To go on without \
         them, start once with --accept-loss",
        lost(*missing)
    )]
    Lost {
        /// The database.
        at: Location,
        /// How many.
        missing: i64,
    },
    /// A newer program wrote it.
    #[error("{at} was written by a newer Longroll (form {form}; this one knows {known}): use that one")]
    Newer {
        /// The database.
        at: Location,
        /// Its form.
        form: i64,
        /// Ours.
        known: usize,
    },
    /// A database of a server is not as this program makes it.
    #[error("{at}: {what}: nothing was written to it")]
    Unlike {
        /// The database.
        at: Location,
        /// What is not so.
        what: String,
    },
    /// The key file is at fault.
    #[error(transparent)]
    Key(KeyError),
    /// The key is not there, or another one is.
    #[error(
        "{what}: the secrets of the dice of {games} in {at} are encrypted under the key with the fingerprint {fingerprint}. \
         Put that key back, name its file with --key-file, or start with --without-key: games can then be watched, and \
         played as far as no die is needed"
    )]
    Locked {
        /// What is there instead of the key.
        what: String,
        /// How many games, in words.
        games: String,
        /// The database.
        at: Location,
        /// The key's fingerprint.
        fingerprint: String,
    },
    /// Anything else.
    #[error("the database cannot be opened: {0}")]
    Store(StoreError),
}

fn lost(entries: i64) -> String {
    if entries == 1 { "1 entry".to_owned() } else { format!("{entries} entries") }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::fmt;

    use sqlx::error::{DatabaseError, ErrorKind};

    use super::*;

    #[derive(Debug)]
    struct Coded(&'static str);

    impl fmt::Display for Coded {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "code {}", self.0)
        }
    }

    impl std::error::Error for Coded {}

    impl DatabaseError for Coded {
        fn message(&self) -> &str {
            self.0
        }

        fn code(&self) -> Option<Cow<'_, str>> {
            Some(self.0.into())
        }

        fn as_error(&self) -> &(dyn std::error::Error + Send + Sync + 'static) {
            self
        }

        fn as_error_mut(&mut self) -> &mut (dyn std::error::Error + Send + Sync + 'static) {
            self
        }

        fn into_error(self: Box<Self>) -> Box<dyn std::error::Error + Send + Sync + 'static> {
            self
        }

        fn kind(&self) -> ErrorKind {
            ErrorKind::Other
        }
    }

    /// 22023 and 42501 would be 7 and 5 to SQLite.
    #[test]
    fn what_a_server_says_is_not_read_as_if_a_file_had_said_it() {
        for (code, words) in [
            ("13", "the server's disk is full"),
            ("3082", "the server has no memory left"),
            ("53100", "the disk of the server's database is full"),
            ("42501", "the server's database may not be written to"),
            ("22023", "the server's database failed"),
            ("57P01", "the server's database cannot be reached"),
            ("08006", "the server's database cannot be reached"),
        ] {
            assert_eq!(cause(&sqlx::Error::Database(Box::new(Coded(code)))), words, "{code}");
        }
    }
}
