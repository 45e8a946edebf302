//! Tells other servers and workers what was changed, once it is kept: PostgreSQL lets only one transaction of a
//! database that tells something commit at a time, so one that changes games must not wait for the disk meanwhile.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use sqlx::AnyPool;
use tokio::sync::{mpsc, oneshot};

use super::link::{GOODBYE, Seam, answered};

/// How long after a failure it is tried again.
const RETRIED: Duration = Duration::from_secs(1);

/// How many lines are told together at most.
const MOST: usize = 512;

/// A line on a channel of the database.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Line {
    pub(super) channel: &'static str,
    pub(super) text: String,
}

enum Word {
    Tell(Line),
    /// Whoever asks waits until everything before is told.
    Flush(oneshot::Sender<()>),
}

/// Where lines wait to be told.
#[derive(Debug, Clone)]
pub(super) struct Announcer(mpsc::UnboundedSender<Word>);

impl Announcer {
    /// Starts the announcer of a database; it ends with the last who could give it something.
    pub(super) fn start(pool: AnyPool, seam: Option<Arc<dyn Seam>>) -> Announcer {
        let (words, mut waiting) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            let mut group = Vec::new();
            while waiting.recv_many(&mut group, MOST).await > 0 {
                let (mut lines, mut flushed) = (Vec::new(), Vec::new());
                let mut known = HashSet::new();
                for word in group.drain(..) {
                    match word {
                        Word::Tell(line) if known.insert(line.clone()) => lines.push(line),
                        Word::Tell(_) => {}
                        Word::Flush(told) => flushed.push(told),
                    }
                }
                while let Err(error) = tell(&pool, seam.as_deref(), &lines).await {
                    if pool.is_closed() {
                        return;
                    }
                    tracing::warn!(%error, lines = lines.len(), "what was changed is not yet told");
                    tokio::time::sleep(RETRIED).await;
                }
                // Whoever waited may have gone.
                for told in flushed {
                    let _ = told.send(());
                }
            }
        });
        Announcer(words)
    }

    /// Has a line told.
    pub(super) fn tell(&self, line: Line) {
        // It ends only when the database is closed.
        let _ = self.0.send(Word::Tell(line));
    }

    /// Waits until everything before is told, but not long: the database may be gone.
    pub(super) async fn flush(&self) {
        let (told, heard) = oneshot::channel();
        if self.0.send(Word::Flush(told)).is_ok() {
            let _ = tokio::time::timeout(GOODBYE, heard).await;
        }
    }
}

async fn tell(pool: &AnyPool, seam: Option<&dyn Seam>, lines: &[Line]) -> Result<(), sqlx::Error> {
    if lines.is_empty() {
        return Ok(());
    }
    if seam.is_some_and(Seam::is_mute) {
        return Err(sqlx::Error::WorkerCrashed);
    }
    let lines: Vec<_> = lines.iter().map(|line| json!([line.channel, line.text])).collect();
    let query = sqlx::query(
        "SELECT CAST(COUNT(pg_notify(line ->> 0, line ->> 1)) AS BIGINT) FROM json_array_elements(CAST($1 AS JSON)) AS line",
    );
    let mut connection = pool.acquire().await?;
    answered(false, query.bind(json!(lines).to_string()).fetch_all(&mut *connection)).await.map(|_| ())
}
