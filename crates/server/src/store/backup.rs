//! Backups: all games in one SQLite file, made while a server may run on them, and checked before it
//! gets its name.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AnyPool, ConnectOptions, Connection};
use tokio_util::task::TaskTracker;

use super::damage::wrong_with;
use super::forms::{BOUND, FORMS};
use super::key::place;
use super::location::{self, Access, Location};
use super::open::{FILE, Settings};
use super::scratch::Scratch;
use super::transfer::{Database, MoveError, transfer};
use super::{OpenError, Store, StoreError};

/// What a backup holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Backup {
    /// How many games.
    pub games: usize,
    /// Those whose entries or whose row are not as they were written, and what is wrong: so they
    /// are in the database.
    pub damaged: Vec<(String, String)>,
    /// What else is not as it was written, accounts and what they do together: a kind of it with how
    /// many.
    pub misfits: Vec<(&'static str, usize)>,
    /// The fingerprint of the key under which the secrets of their dice are; nothing if they are in
    /// the clear.
    pub fingerprint: Option<String>,
    /// An older program wrote the database: there are no hashes to check the games by.
    pub older: bool,
}

/// Why there is no backup.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There are no games.
    #[error("there is no database {file}")]
    Nothing {
        /// Where they were looked for.
        file: PathBuf,
    },
    /// There is such a file already.
    #[error("{file} is there already: a backup never writes over anything")]
    Exists {
        /// The file.
        file: PathBuf,
    },
    /// The database is damaged.
    #[error("the database {file} is damaged ({what}): no backup was made of it")]
    Damaged {
        /// The database file.
        file: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The database cannot be read.
    #[error(transparent)]
    Open(OpenError),
    /// The games of a server could not be copied.
    #[error(transparent)]
    Move(MoveError),
    /// The copy could not be made.
    #[error("{file} could not be written: {source}")]
    Unwritten {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The database refused.
    #[error("the backup of {file} failed: {source}")]
    Database {
        /// The database file.
        file: PathBuf,
        /// How.
        source: sqlx::Error,
    },
}

/// Copies the games to a new SQLite file, and reads every game in the copy. The key is not in it.
///
/// # Errors
/// [`BackupError`]; there is no file of that name then that was not there before.
pub async fn backup(from: &Database, to: &Path, settings: &Settings) -> Result<Backup, BackupError> {
    match from {
        Database::Folder(folder) => backup_file(folder, to).await,
        Database::Server(_) => backup_server(from, to, settings).await,
    }
}

/// A backup of a server: its games are moved to a file, which is then put in its place.
async fn backup_server(from: &Database, to: &Path, settings: &Settings) -> Result<Backup, BackupError> {
    let unwritten = |source| BackupError::Unwritten { file: to.to_owned(), source };
    if tokio::fs::symlink_metadata(to).await.is_ok() {
        return Err(BackupError::Exists { file: to.to_owned() });
    }
    let scratch = Scratch::beside(to).map_err(unwritten)?;
    transfer(from, &Database::Folder(scratch.folder.clone()), settings).await.map_err(BackupError::Move)?;
    let part = scratch.folder.join(FILE);
    let failed = |source| BackupError::Database { file: to.to_owned(), source };
    let way = location::file(&part, Access::ReadUnchanging).map_err(failed)?;
    let pool = AnyPoolOptions::new().max_connections(1).connect_with(way).await.map_err(failed)?;
    let made = check(to, &pool).await;
    pool.close().await;
    let made = made?;
    match place(&part, to) {
        Ok(()) => Ok(made),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(BackupError::Exists { file: to.to_owned() })
        }
        Err(source) => Err(unwritten(source)),
    }
}

/// A backup of a file.
async fn backup_file(folder: &Path, to: &Path) -> Result<Backup, BackupError> {
    let file = folder.join(FILE);
    let unwritten = |source| BackupError::Unwritten { file: to.to_owned(), source };
    if let Some(what) = wrong_with(&file).await.map_err(BackupError::Open)? {
        return Err(BackupError::Damaged { file, what });
    }
    if !tokio::fs::metadata(&file).await.is_ok_and(|about| about.len() > 0) {
        return Err(BackupError::Nothing { file });
    }
    // A link that leads nowhere is in the way as well.
    if tokio::fs::symlink_metadata(to).await.is_ok() {
        return Err(BackupError::Exists { file: to.to_owned() });
    }
    let mut name = OsString::from(to);
    name.push(format!(".part-{}", std::process::id()));
    let part = PathBuf::from(name);
    // Made first, so that nobody else may read it at any time, and a folder that cannot be written
    // to is told as that.
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&part).map_err(unwritten)?;
    let made = make(&file, &part).await;
    let placed = made.and_then(|made| {
        let finished = std::fs::File::open(&part).and_then(|copy| copy.sync_all());
        match finished.and_then(|()| place(&part, to)) {
            Ok(()) => Ok(made),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(BackupError::Exists { file: to.to_owned() })
            }
            Err(source) => Err(unwritten(source)),
        }
    });
    // What is in its place has two names now, what failed is of no use.
    let _ = std::fs::remove_file(&part);
    placed
}

/// Copies the database and checks the copy.
async fn make(file: &Path, part: &Path) -> Result<Backup, BackupError> {
    let failed = |source| BackupError::Database { file: file.to_owned(), source };
    let patience = Duration::from_secs(10);
    let from = SqliteConnectOptions::new().filename(file).read_only(true).busy_timeout(patience);
    let mut link = from.connect().await.map_err(failed)?;
    let to = part.to_str().ok_or_else(|| BackupError::Unwritten {
        file: part.to_owned(),
        source: io::Error::other("the name of a backup must be text"),
    })?;
    sqlx::query("VACUUM INTO $1").bind(to).execute(&mut link).await.map_err(failed)?;
    link.close().await.map_err(failed)?;
    let way = location::file(part, Access::ReadUnchanging).map_err(failed)?;
    let pool = AnyPoolOptions::new().max_connections(1).connect_with(way).await.map_err(failed)?;
    let checked = check(file, &pool).await;
    pool.close().await;
    checked
}

async fn check(file: &Path, pool: &AnyPool) -> Result<Backup, BackupError> {
    let failed = |source| BackupError::Database { file: file.to_owned(), source };
    let lines: Vec<String> =
        sqlx::query_scalar("PRAGMA integrity_check(3)").fetch_all(pool).await.map_err(failed)?;
    if lines != ["ok"] {
        return Err(BackupError::Damaged { file: file.to_owned(), what: lines.join("; ") });
    }
    let form: Option<i64> =
        sqlx::query_scalar("SELECT MAX(number) FROM form").fetch_one(pool).await.map_err(failed)?;
    let form = form.unwrap_or(0);
    if form > FORMS.len() as i64 {
        return Err(BackupError::Open(OpenError::Newer {
            at: Location::File(file.to_owned()),
            form,
            known: FORMS.len(),
        }));
    }
    let games: Vec<String> =
        sqlx::query_scalar("SELECT id FROM games ORDER BY id").fetch_all(pool).await.map_err(failed)?;
    let mut backup = Backup {
        games: games.len(),
        damaged: Vec::new(),
        misfits: Vec::new(),
        fingerprint: None,
        older: form < BOUND,
    };
    if backup.older {
        return Ok(backup);
    }
    backup.fingerprint =
        sqlx::query_scalar("SELECT fingerprint FROM keyring").fetch_optional(pool).await.map_err(failed)?;
    let store = Store {
        pool: pool.clone(),
        location: Location::File(file.to_owned()),
        node: String::new(),
        seam: None,
        least_room: 0,
        key: None,
        written: Arc::new(AtomicBool::new(false)),
        checkpoints: None,
        entry_count: None,
        closing: TaskTracker::new(),
        writer: None,
        turns: None,
        places: None,
        listeners: std::sync::Arc::default(),
        announcer: None,
        takings: std::sync::Arc::default(),
    };
    for game in games {
        match store.load(&game).await {
            Ok(_) => {}
            Err(StoreError::Unreadable { what, .. }) => backup.damaged.push((game, what)),
            Err(error) => backup.damaged.push((game, error.to_string())),
        }
    }
    backup.misfits = store.misfits(form).await.map_err(|error| BackupError::Open(OpenError::Store(error)))?;
    Ok(backup)
}
