//! Opening the database: looked over first, then brought up to this program's form.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use super::damage::{Damage, damaged, look_over};
use super::forms::{self, FORMS, bring_up};
use super::key::KeyError;
use super::link::{Link, Seam};
use super::secrets::take_key;
use super::{Store, StoreError};

/// The file's name in the data folder.
pub(super) const FILE: &str = "games.sqlite";

/// The key's name, if it is beside the database.
const KEY_FILE: &str = "longroll.key";

/// How long a connection waits while another writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long what was written stays in the log alone.
const FOLDED: Duration = Duration::from_secs(10);

/// Where the key to the secrets of the dice is.
#[derive(Debug, Clone, Default)]
pub enum KeyChoice {
    /// In a file of that name beside the database.
    #[default]
    Beside,
    /// In this file.
    File(PathBuf),
    /// It is to be done without: games can be watched, and played as far as no die is needed.
    Without,
}

impl KeyChoice {
    /// The file, for the database in that folder.
    pub fn file(&self, folder: &Path) -> Option<PathBuf> {
        match self {
            KeyChoice::Beside => Some(folder.join(KEY_FILE)),
            KeyChoice::File(file) => Some(file.clone()),
            KeyChoice::Without => None,
        }
    }
}

/// How a database is opened.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where the key is.
    pub key: KeyChoice,
    /// How long a connection waits while another writes.
    pub patience: Duration,
    /// How many pages the file may have, if it is not to grow as far as the disk goes.
    pub most_pages: Option<u32>,
    /// What stands between the store and the database.
    pub seam: Option<Arc<dyn Seam>>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { key: KeyChoice::default(), patience: PATIENCE, most_pages: None, seam: None }
    }
}

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
    /// The key file is at fault.
    #[error(transparent)]
    Key(KeyError),
    /// The key is not there, or another one is.
    #[error(
        "{what}: the secrets of the dice of {games} in {file} are encrypted under the key with the fingerprint {fingerprint}. \
         Put that key back, name its file with --key-file, or start with --without-key: games can then be watched, and \
         played as far as no die is needed"
    )]
    Locked {
        /// What is there instead of the key.
        what: String,
        /// How many games, in words.
        games: String,
        /// The database file.
        file: PathBuf,
        /// The key's fingerprint.
        fingerprint: String,
    },
    /// Anything else.
    #[error("the database cannot be opened: {0}")]
    Store(StoreError),
}

impl Store {
    /// Opens the database in that folder, or begins it; its key is beside it.
    ///
    /// # Errors
    /// [`OpenError`]; a damaged file is copied aside and never written to.
    pub async fn open(folder: &Path) -> Result<Store, OpenError> {
        Store::open_with(folder, Settings::default()).await
    }

    /// The same in another way.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub async fn open_with(folder: &Path, settings: Settings) -> Result<Store, OpenError> {
        tokio::fs::create_dir_all(folder)
            .await
            .map_err(|source| OpenError::Folder { folder: folder.to_owned(), source })?;
        let file = folder.join(FILE);
        look_over(&file).await?;
        let failed = |source| OpenError::Store(StoreError::Database { file: file.clone(), source });
        let mut options = SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // An acknowledged order survives a loss of power, not only of the program.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // What was deleted or encrypted does not stay behind in free pages.
            .pragma("secure_delete", "ON")
            .busy_timeout(settings.patience);
        if let Some(most) = settings.most_pages {
            options = options.pragma("max_page_count", most.to_string());
        }
        let pool = SqlitePoolOptions::new()
            .max_connections(4)
            // A file does not hang up: there is nothing to find out before each use.
            .test_before_acquire(false)
            .connect_with(options)
            .await
            .map_err(failed)?;
        let opened = async {
            let form = bring_up(&pool).await.map_err(failed)?;
            if form > FORMS.len() as i64 {
                return Err(OpenError::Newer { file: file.clone(), form, known: FORMS.len() });
            }
            if let Some(what) = forms::unlike(&pool).await.map_err(failed)? {
                return Err(damaged(&file, what).await);
            }
            let key = take_key(&pool, &file, settings.key.file(folder)).await?.map(Arc::new);
            // From the first moment the main file is more than a husk whose games are all in the
            // log.
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&pool).await.map_err(failed)?;
            Ok(key)
        }
        .await;
        match opened {
            Ok(key) => {
                let written = Arc::new(AtomicBool::new(false));
                tokio::spawn(fold_now_and_then(pool.clone(), file.clone(), Arc::clone(&written)));
                Ok(Store { pool, file, seam: settings.seam, key, written })
            }
            Err(error) => {
                pool.close().await;
                Err(error)
            }
        }
    }
}

/// Folds the log into the main file soon after something was written, without keeping anybody from
/// writing.
async fn fold_now_and_then(pool: SqlitePool, file: PathBuf, written: Arc<AtomicBool>) {
    let mut closed = pool.close_event();
    let fold = async {
        loop {
            tokio::time::sleep(FOLDED).await;
            if !written.swap(false, Ordering::Relaxed) {
                continue;
            }
            let folded = async {
                let mut link = Link::take(&pool, None).await?;
                link.row(sqlx::query("PRAGMA wal_checkpoint(PASSIVE)")).await?;
                link.release();
                Ok::<_, sqlx::Error>(())
            };
            if let Err(error) = folded.await {
                tracing::warn!(file = %file.display(), %error, "the log could not be folded into the database");
                written.store(true, Ordering::Relaxed);
            }
        }
    };
    // The pool ends this: it says so once it is closed.
    let _: Result<std::convert::Infallible, _> = closed.do_until(fold).await;
}
