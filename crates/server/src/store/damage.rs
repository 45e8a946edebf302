//! Damage: looking a database over before anything is written to it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use tokio::io::AsyncReadExt;

use super::error::{BUSY, Damage, LOCKED, OpenError, code};

/// Reads the whole file, if there is one, without writing to it.
pub(super) async fn look_over(file: &Path) -> Result<(), OpenError> {
    match wrong_with(file).await? {
        Some(what) => Err(damaged(file, what).await),
        None => Ok(()),
    }
}

/// That the file is damaged, with copies put aside.
pub(super) async fn damaged(file: &Path, what: String) -> OpenError {
    let copies = copy_aside(file).await;
    OpenError::Damaged(Damage { file: file.to_owned(), what, copies })
}

/// What every database file begins with.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// The length of the smallest page there can be. A file of one byte is an empty database to SQLite.
const SMALLEST: u64 = 512;

/// What is wrong with a database file; `None` if nothing is, or if there is nothing yet.
pub(super) async fn wrong_with(file: &Path) -> Result<Option<String>, OpenError> {
    let unread = |source| OpenError::Folder { folder: file.to_owned(), source };
    let log = beside(file, "-wal");
    let logged = match tokio::fs::metadata(&log).await {
        Ok(about) => about.len() > 0,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => false,
        Err(source) => return Err(OpenError::Folder { folder: log, source }),
    };
    let beside = || format!("its write-ahead log {} is not", log.display());
    let size = match tokio::fs::metadata(file).await {
        Ok(about) => about.len(),
        // SQLite would begin anew and remove the log, with every game in it.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(logged.then(|| format!("it is missing, but {}", beside())));
        }
        Err(source) => return Err(unread(source)),
    };
    // SQLite makes the file before it first writes to it: an empty one is a beginning, unless a log
    // belongs to it.
    if size == 0 {
        return Ok(logged.then(|| format!("it is empty, but {}", beside())));
    }
    let mut head = Vec::new();
    let mut open = tokio::fs::File::open(file).await.map_err(unread)?;
    (&mut open).take(100).read_to_end(&mut head).await.map_err(unread)?;
    drop(open);
    if size < SMALLEST || !head.starts_with(MAGIC) {
        let what = if size < SMALLEST {
            format!("only {size} bytes of it are left")
        } else {
            "it does not begin as a database does".to_owned()
        };
        return Ok(Some(if logged { format!("{what}, but {}", beside()) } else { what }));
    }
    let read = tokio::task::spawn_blocking({
        let log = log.clone();
        move || super::log::wrong_with(&log)
    });
    match read.await {
        Ok(Ok(None)) => {}
        Ok(Ok(what)) => return Ok(what),
        Ok(Err(source)) => return Err(OpenError::Folder { folder: log, source }),
        Err(error) => return Err(unread(std::io::Error::other(error))),
    }
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let checked: Result<Vec<String>, sqlx::Error> = async {
        let mut connection = options.connect().await?;
        let lines = sqlx::query_scalar("PRAGMA integrity_check(3)").fetch_all(&mut connection).await?;
        sqlx::Connection::close(connection).await?;
        Ok(lines)
    }
    .await;
    Ok(match checked {
        Ok(lines) if lines == ["ok"] => None,
        Ok(lines) => Some(lines.join("; ").replace('\n', " ")),
        Err(error) => match code(&error) {
            // Another program holds it: no damage, and opening it in earnest will wait or say so.
            Some(BUSY | LOCKED) => None,
            Some(_) | None => {
                Some(error.as_database_error().map_or(error.to_string(), |e| e.message().to_owned()))
            }
        },
    })
}

/// Copies the file and its log to new names beside it.
async fn copy_aside(file: &Path) -> Result<Vec<PathBuf>, std::io::Error> {
    let mut copies = Vec::new();
    let mut number = 1;
    let free = loop {
        let name = beside(file, &format!(".damaged-{number}"));
        let taken =
            tokio::fs::try_exists(&name).await? || tokio::fs::try_exists(beside(&name, "-wal")).await?;
        if !taken {
            break name;
        }
        number += 1;
    };
    for suffix in ["", "-wal"] {
        let from = beside(file, suffix);
        // Looking leaves an empty log behind.
        if tokio::fs::metadata(&from).await.is_ok_and(|about| about.len() > 0) {
            let to = beside(&free, suffix);
            tokio::fs::copy(&from, &to).await?;
            copies.push(to);
        }
    }
    Ok(copies)
}

/// The file of that name with something added.
pub(super) fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(suffix);
    PathBuf::from(name)
}
