//! Damage: looking a database over before anything is written to it.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use super::OpenError;

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

/// Reads the whole file, if there is one, without writing to it.
pub(super) async fn look_over(file: &Path) -> Result<(), OpenError> {
    let Some(what) = wrong_with(file).await? else { return Ok(()) };
    let copies = copy_aside(file).await;
    Err(OpenError::Damaged(Damage { file: file.to_owned(), what, copies }))
}

/// What is wrong with a database file; `None` if nothing is, or if there is no file.
async fn wrong_with(file: &Path) -> Result<Option<String>, OpenError> {
    let size = match tokio::fs::metadata(file).await {
        Ok(about) => about.len(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(OpenError::Folder { folder: file.to_owned(), source }),
    };
    // SQLite makes the file before it first writes to it: an empty one is a beginning, unless a log belongs to it.
    if size == 0 {
        let log = tokio::fs::metadata(beside(file, "-wal")).await.is_ok_and(|about| about.len() > 0);
        return Ok(log.then(|| "it is empty, but its write-ahead log is not".to_owned()));
    }
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let checked: Result<Vec<String>, sqlx::Error> = async {
        let mut connection = options.connect().await?;
        sqlx::query_scalar("PRAGMA quick_check(3)").fetch_all(&mut connection).await
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

const BUSY: i32 = 5;
const LOCKED: i32 = 6;

/// SQLite's primary result code.
fn code(error: &sqlx::Error) -> Option<i32> {
    let extended: i32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(extended & 0xff)
}

/// Copies the file and its log to new names beside it.
async fn copy_aside(file: &Path) -> Result<Vec<PathBuf>, std::io::Error> {
    let mut copies = Vec::new();
    let mut number = 1;
    let free = loop {
        let name = beside(file, &format!(".damaged-{number}"));
        if !tokio::fs::try_exists(&name).await? {
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
fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(suffix);
    PathBuf::from(name)
}
