//! Tells other servers and workers what was changed, after the transaction that changed it. PostgreSQL lets only one
//! transaction of a database commit at a time if it notifies anybody, so none that waits for the disk may do so.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use sqlx::AnyPool;
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::TaskTracker;

use super::link::{GOODBYE, Link, Seam};

/// The wait before another try after the database failed.
const RETRIED: Duration = Duration::from_secs(1);

/// How many lines are sent together at most.
const MOST: usize = 512;

/// A line on a channel of the database.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Line {
    pub(super) channel: &'static str,
    pub(super) text: String,
}

enum Task {
    Send(Line),
    /// Answered when all lines before it have been sent.
    Flush(oneshot::Sender<()>),
}

/// Where lines wait to be sent.
#[derive(Debug, Clone)]
pub(super) struct Announcer(mpsc::UnboundedSender<Task>);

impl Announcer {
    /// Starts the announcer of a database; it ends when nobody can give it anything more, or the pool is closed.
    pub(super) fn start(pool: AnyPool, seam: Option<Arc<dyn Seam>>) -> Announcer {
        let (tasks, mut waiting) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            let mut group = Vec::new();
            while waiting.recv_many(&mut group, MOST).await > 0 {
                let (mut lines, mut flushed) = (HashSet::new(), Vec::new());
                for task in group.drain(..) {
                    match task {
                        Task::Send(line) => _ = lines.insert(line),
                        Task::Flush(done) => flushed.push(done),
                    }
                }
                while let Err(error) = send(&pool, seam.as_deref(), &lines).await {
                    if pool.is_closed() {
                        return;
                    }
                    tracing::warn!(%error, lines = lines.len(), "other servers do not yet know what was changed");
                    tokio::time::sleep(RETRIED).await;
                }
                for done in flushed {
                    let _ = done.send(());
                }
            }
        });
        Announcer(tasks)
    }

    /// Has a line sent.
    pub(super) fn send(&self, line: Line) {
        // It ends only when the database is closed.
        let _ = self.0.send(Task::Send(line));
    }

    /// Waits until all lines before have been sent, but not long: the database may be gone.
    pub(super) async fn flush(&self) {
        let (done, flushed) = oneshot::channel();
        if self.0.send(Task::Flush(done)).is_ok() {
            let _ = tokio::time::timeout(GOODBYE, flushed).await;
        }
    }
}

async fn send(pool: &AnyPool, seam: Option<&dyn Seam>, lines: &HashSet<Line>) -> Result<(), sqlx::Error> {
    if lines.is_empty() {
        return Ok(());
    }
    if seam.is_some_and(Seam::is_cut_off) {
        return Err(sqlx::Error::WorkerCrashed);
    }
    let lines: Vec<_> = lines.iter().map(|line| json!([line.channel, line.text])).collect();
    let query = sqlx::query(
        "SELECT CAST(COUNT(pg_notify(line ->> 0, line ->> 1)) AS BIGINT) \
         FROM json_array_elements(CAST($1 AS JSON)) AS line",
    );
    let mut link = Link::take(pool, None, TaskTracker::new(), None, None).await?;
    link.rows(query.bind(json!(lines).to_string())).await?;
    link.release();
    Ok(())
}
