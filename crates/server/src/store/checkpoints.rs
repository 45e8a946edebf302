//! The write-ahead log of a file is folded into it now and then: SQLite calls that a checkpoint.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::{AnyConnection, Connection};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::entry_count::{EntryCount, WRITTEN};

/// How long what was written stays in the log alone.
const FOLDED: Duration = Duration::from_secs(5);

/// Folds the log into the main file soon after something was written, without keeping anybody from
/// writing. Its connection stays open whatever fails: the last that is closed takes the index of the
/// log with it, and a full disk would not let the next one make it again.
#[derive(Debug)]
pub(super) struct Checkpoints {
    stop: CancellationToken,
    task: TaskTracker,
}

impl Checkpoints {
    pub(super) fn start(
        connection: AnyConnection,
        file: PathBuf,
        written: Arc<AtomicBool>,
        entry_count: Arc<EntryCount>,
    ) -> Checkpoints {
        let (stop, task) = (CancellationToken::new(), TaskTracker::new());
        task.spawn(now_and_then(stop.clone(), connection, file, written, entry_count));
        Checkpoints { stop, task }
    }

    /// Closes the connection; all others are closed by then. Of two that are closed at one time each
    /// takes the other for one that stays, and neither folds the log.
    pub(super) async fn close(&self) {
        self.stop.cancel();
        self.task.close();
        self.task.wait().await;
    }
}

impl Drop for Checkpoints {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

async fn now_and_then(
    stop: CancellationToken,
    mut connection: AnyConnection,
    file: PathBuf,
    written: Arc<AtomicBool>,
    entry_count: Arc<EntryCount>,
) {
    let fold = async {
        loop {
            tokio::time::sleep(FOLDED).await;
            if !written.swap(false, Ordering::Relaxed) {
                continue;
            }
            let folded = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_all(&mut connection).await;
            if let Err(error) = folded {
                tracing::warn!(file = %file.display(), %error, "the log could not be folded into the database");
                written.store(true, Ordering::Relaxed);
            }
            count(&mut connection, &entry_count).await;
        }
    };
    let _: Option<std::convert::Infallible> = stop.run_until_cancelled(fold).await;
    count(&mut connection, &entry_count).await;
    if let Err(error) = connection.close().await {
        tracing::warn!(file = %file.display(), %error, "the database was not closed in order");
    }
}

/// Notes how many entries are on disk: those too that no group has written.
async fn count(connection: &mut AnyConnection, entry_count: &EntryCount) {
    match sqlx::query_scalar(WRITTEN).fetch_one(connection).await {
        Ok(entries) => entry_count.note(entries),
        Err(error) => tracing::debug!(%error, "the entries could not be counted"),
    }
}
