//! Opening the database: looked over first, then brought up to this program's form.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use super::damage::{Damage, look_over};
use super::{Store, StoreError};

/// The file's name in the data folder.
const FILE: &str = "games.sqlite";

/// How long a connection waits while another writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// The form of the database after each of these was carried out, one by one, in order. Only ever append.
const FORMS: [&[&str]; 3] = [
    &[
        "CREATE TABLE games (\
       id TEXT NOT NULL PRIMARY KEY, scenario TEXT NOT NULL, header TEXT NOT NULL, secret TEXT, name TEXT NOT NULL, \
       mode TEXT NOT NULL, created BIGINT NOT NULL, updated BIGINT NOT NULL, turn BIGINT NOT NULL, \
       turns BIGINT NOT NULL, phase TEXT NOT NULL, asked TEXT)",
        "CREATE TABLE seats (\
       game TEXT NOT NULL REFERENCES games (id), seat TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (game, seat))",
        "CREATE UNIQUE INDEX seats_by_hash ON seats (hash)",
        "CREATE TABLE entries (\
       game TEXT NOT NULL REFERENCES games (id), version BIGINT NOT NULL, line TEXT NOT NULL, \
       PRIMARY KEY (game, version))",
    ],
    &[
        "CREATE TABLE packs (\
       id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL, files TEXT NOT NULL, created BIGINT NOT NULL)",
        "ALTER TABLE games ADD COLUMN pack TEXT REFERENCES packs (id)",
        "ALTER TABLE games ADD COLUMN title TEXT",
        "CREATE INDEX games_by_pack ON games (pack)",
    ],
    &[
        "ALTER TABLE games ADD COLUMN commanders TEXT",
        "ALTER TABLE games ADD COLUMN advice BIGINT NOT NULL DEFAULT 0",
    ],
];

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
    /// The database file is damaged. A copy was put aside and nothing was written.
    #[error(transparent)]
    Damaged(Damage),
    /// A newer program wrote it.
    #[error("{file} was written by a newer Longroll (form {form}; this one knows {known}): use that one")]
    Newer {
        /// The database file.
        file: PathBuf,
        /// Its form.
        form: i64,
        /// Ours.
        known: usize,
    },
    /// Anything else.
    #[error(transparent)]
    Store(StoreError),
}

impl Store {
    /// Opens the database in that folder, or begins it.
    ///
    /// # Errors
    /// [`OpenError`]; a damaged file is copied aside and never written to.
    pub async fn open(folder: &Path) -> Result<Store, OpenError> {
        tokio::fs::create_dir_all(folder)
            .await
            .map_err(|source| OpenError::Folder { folder: folder.to_owned(), source })?;
        let file = folder.join(FILE);
        look_over(&file).await?;
        let failed = |source| OpenError::Store(StoreError::Database { file: file.clone(), source });
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // An acknowledged order survives a loss of power, not only of the program.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(PATIENCE);
        let pool = SqlitePoolOptions::new()
            .max_connections(4)
            // A file does not hang up: there is nothing to find out before each use.
            .test_before_acquire(false)
            .connect_with(options)
            .await
            .map_err(failed)?;
        let form = bring_up(&pool).await.map_err(failed)?;
        if form > FORMS.len() as i64 {
            return Err(OpenError::Newer { file, form, known: FORMS.len() });
        }
        Ok(Store { pool, file })
    }
}

/// Brings the database to the newest form and returns the form it then has.
async fn bring_up(pool: &SqlitePool) -> Result<i64, sqlx::Error> {
    let mut change = pool.begin_with("BEGIN IMMEDIATE").await?;
    sqlx::query("CREATE TABLE IF NOT EXISTS form (number BIGINT NOT NULL)").execute(&mut *change).await?;
    let known: Option<i64> =
        sqlx::query_scalar("SELECT MAX(number) FROM form").fetch_one(&mut *change).await?;
    let mut form = known.unwrap_or(0);
    for statements in FORMS.iter().skip(usize::try_from(form).unwrap_or(usize::MAX)) {
        for statement in *statements {
            sqlx::query(*statement).execute(&mut *change).await?;
        }
        form += 1;
        sqlx::query("INSERT INTO form (number) VALUES ($1)").bind(form).execute(&mut *change).await?;
    }
    change.commit().await?;
    Ok(form)
}
