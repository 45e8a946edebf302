//! How many entries were ever written to a file, counted in it, and noted in a small file beside it. What is noted
//! may lag behind, since it is written after the entries are on disk, and is never ahead: a database that counts
//! fewer has lost entries.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sqlx::AnyPool;

use super::damage::beside;

/// What the name of the small file adds to that of the database.
const SUFFIX: &str = "-count";

/// The length of what is in it: twenty digits and a line feed.
const LENGTH: u64 = 21;

/// Counts the entries of a file from now on; deleted ones stay counted.
const COUNT: [&str; 3] = [
    "CREATE TABLE IF NOT EXISTS entry_count (entries BIGINT NOT NULL)",
    "INSERT INTO entry_count (entries) SELECT COUNT(*) FROM entries WHERE NOT EXISTS (SELECT 1 FROM entry_count)",
    "CREATE TRIGGER IF NOT EXISTS entries_are_counted AFTER INSERT ON entries \
     BEGIN UPDATE entry_count SET entries = entries + 1; END",
];

/// How many entries were written.
pub(super) const WRITTEN: &str = "SELECT entries FROM entry_count";

/// Begins to count, where nobody has yet.
pub(super) async fn begin(pool: &AnyPool) -> Result<(), sqlx::Error> {
    // Who reads first and then writes does not wait for others who write.
    let mut change = pool.begin_with("BEGIN IMMEDIATE").await?;
    for statement in COUNT {
        sqlx::query(statement).execute(&mut *change).await?;
    }
    change.commit().await
}

/// How many entries a database counts, as it was left. One that does not count yet has those that it has.
pub(super) async fn counted(pool: &AnyPool) -> Result<i64, sqlx::Error> {
    let tables = "SELECT name FROM sqlite_schema WHERE name IN ('entry_count', 'entries') ORDER BY name DESC";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(pool).await?;
    let query = match tables.first().map(String::as_str) {
        Some("entry_count") => WRITTEN,
        Some(_) => "SELECT COUNT(*) FROM entries",
        None => return Ok(0),
    };
    sqlx::query_scalar(query).fetch_one(pool).await
}

/// The small file.
#[derive(Debug)]
pub(super) struct EntryCount {
    path: PathBuf,
    noted: Mutex<Noted>,
}

#[derive(Debug)]
struct Noted {
    entries: i64,
    file: Option<File>,
    /// Whether it was said that it cannot be written.
    failed: bool,
}

impl EntryCount {
    /// That of a database, as it is.
    pub(super) fn read(database: &Path) -> EntryCount {
        let path = beside(database, SUFFIX);
        let noted = Noted { entries: 0, file: None, failed: false };
        let count = EntryCount { path, noted: Mutex::new(noted) };
        match std::fs::read_to_string(&count.path) {
            // One that was made and not yet written says nothing.
            Ok(text) if text.is_empty() => {}
            Ok(text) => match text.trim_end().parse() {
                Ok(entries) => count.noted().entries = entries,
                Err(_) => {
                    tracing::warn!(file = %count.path.display(), "the count of entries cannot be read: it is begun anew")
                }
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                tracing::warn!(file = %count.path.display(), %error, "the count of entries cannot be read")
            }
        }
        count
    }

    fn noted(&self) -> std::sync::MutexGuard<'_, Noted> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many entries are noted.
    pub(super) fn entries(&self) -> i64 {
        self.noted().entries
    }

    /// How many of the entries that were noted a database that counts so many does not have.
    pub(super) fn missing(&self, counted: i64) -> i64 {
        self.noted().entries.saturating_sub(counted).max(0)
    }

    /// Notes that so many are on disk. Where that fails, what is noted lags behind.
    pub(super) fn note(&self, entries: i64) {
        let mut noted = self.noted();
        if entries > noted.entries || noted.file.is_none() {
            noted.entries = noted.entries.max(entries);
            self.write(&mut noted);
        }
    }

    /// Notes that so many are there, even if more were.
    pub(super) fn begin_at(&self, entries: i64) {
        let mut noted = self.noted();
        noted.entries = entries;
        self.write(&mut noted);
    }

    /// In place, and as long as ever: whoever is killed over it leaves the old number or the new one.
    fn write(&self, noted: &mut Noted) {
        let text = format!("{:020}\n", noted.entries);
        let written = (|| {
            let file = match &mut noted.file {
                Some(file) => file,
                None => noted.file.insert(open(&self.path)?),
            };
            file.rewind()?;
            file.write_all(text.as_bytes())
        })();
        match written {
            Ok(()) => noted.failed = false,
            Err(error) => {
                if !std::mem::replace(&mut noted.failed, true) {
                    let file = self.path.display();
                    tracing::warn!(%file, %error, "the count of entries cannot be written: a loss may go unnoticed");
                }
            }
        }
    }

    /// Forgets what is noted of a database that is about to be replaced.
    ///
    /// # Errors
    /// The system's.
    pub(super) fn forget(database: &Path) -> io::Result<()> {
        match std::fs::remove_file(beside(database, SUFFIX)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    // Something else stood there.
    if file.metadata()?.len() > LENGTH {
        file.set_len(LENGTH)?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::location::{Access, file, file_pool};
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn whoever_begins_to_count_waits_for_others_who_write() {
        let folder = tempfile::tempdir().unwrap();
        let way = file(&folder.path().join("games.sqlite"), Access::Make).unwrap();
        let pool = file_pool(Duration::from_secs(60), None).connect_with(way).await.unwrap();
        sqlx::query("CREATE TABLE entries (game TEXT)").execute(&pool).await.unwrap();
        begin(&pool).await.unwrap();
        let mut other = pool.begin_with("BEGIN IMMEDIATE").await.unwrap();
        let begins = tokio::spawn({
            let pool = pool.clone();
            async move { begin(&pool).await }
        });
        let long = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) \
                    INSERT INTO entries SELECT MAX(i) FROM n";
        sqlx::query(long).execute(&mut *other).await.unwrap();
        other.commit().await.unwrap();
        begins.await.unwrap().unwrap();
        assert_eq!(counted(&pool).await.unwrap(), 1);
        pool.close().await;
    }

    #[test]
    fn what_is_noted_is_found_again_and_never_goes_back() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("games.sqlite");
        let count = EntryCount::read(&database);
        assert_eq!(count.missing(0), 0, "nothing was noted");
        count.note(5);
        count.note(4);
        assert_eq!(count.missing(3), 2);
        let again = EntryCount::read(&database);
        assert_eq!((again.missing(5), again.missing(9), again.missing(4)), (0, 0, 1));
        again.begin_at(4);
        assert_eq!(EntryCount::read(&database).missing(4), 0, "the loss was accepted");
        EntryCount::forget(&database).unwrap();
        EntryCount::forget(&database).unwrap();
        assert_eq!(EntryCount::read(&database).missing(0), 0);
    }

    #[test]
    fn what_cannot_be_read_or_written_is_no_loss() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("games.sqlite");
        for text in ["", "00000", "somebody's letter home, longer than any number", "\0\0\0"] {
            std::fs::write(beside(&database, SUFFIX), text).unwrap();
            let count = EntryCount::read(&database);
            assert_eq!(count.missing(0), 0, "{text:?}");
            count.note(7);
            assert_eq!(EntryCount::read(&database).missing(0), 7, "{text:?}");
        }
        EntryCount::forget(&database).unwrap();
        std::fs::create_dir(beside(&database, SUFFIX)).unwrap();
        let count = EntryCount::read(&database);
        count.note(7);
        count.note(8);
        assert_eq!(count.missing(8), 0);
    }
}
