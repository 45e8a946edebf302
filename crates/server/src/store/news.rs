//! What servers and workers that share a database tell each other: that a game has changed, and
//! what happens in the queue. The database brings it once the change is kept. What happens in the
//! queue of a file is told within this program.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use sqlx::Row;
use tokio::sync::mpsc;

use super::link::Link;
use super::{Location, Store, StoreError};

/// The channel of the database on which servers talk.
pub(super) const CHANNEL: &str = "longroll_changes";

/// The channel of the database on which what happens in the queue is told.
const JOBS: &str = "longroll_jobs";

/// What has happened in the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobNews {
    /// A job of this kind waits for a worker.
    Waiting(String),
    /// A job of this batch told of its progress.
    Progress(String),
    /// A job of this batch is done, or was set aside.
    Ended(String),
    /// The job of this key was withdrawn.
    Withdrawn(String),
    /// Some news may have been missed.
    Missed,
}

impl JobNews {
    /// As it is told; at most so many bytes go over the channel.
    fn line(&self) -> String {
        let (word, what) = match self {
            JobNews::Waiting(kind) => ("waiting", kind.as_str()),
            JobNews::Progress(batch) => ("progress", batch.as_str()),
            JobNews::Ended(batch) => ("ended", batch.as_str()),
            JobNews::Withdrawn(key) => ("withdrawn", key.as_str()),
            JobNews::Missed => ("missed", ""),
        };
        let line = format!("{word} {what}");
        if line.len() > MOST { "missed ".to_owned() } else { line }
    }

    /// From a line; nothing from one of a newer program.
    #[cfg(feature = "club")]
    fn read(line: &str) -> Option<JobNews> {
        let (word, what) = line.split_once(' ')?;
        let what = what.to_owned();
        Some(match word {
            "waiting" => JobNews::Waiting(what),
            "progress" => JobNews::Progress(what),
            "ended" => JobNews::Ended(what),
            "withdrawn" => JobNews::Withdrawn(what),
            "missed" => JobNews::Missed,
            _ => return None,
        })
    }
}

/// How long a line on a channel of PostgreSQL may be, with room to spare.
const MOST: usize = 7000;

/// Who listens within this program.
pub(super) type Listeners = Arc<Mutex<Vec<mpsc::UnboundedSender<JobNews>>>>;

/// What another server has done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// It has written to this game.
    Changed(String),
    /// Some news may have been missed: any game may have changed.
    Missed,
}

impl Store {
    /// Lets the other servers know that a game changes with this transaction.
    pub(super) async fn announce(&self, link: &mut Link, game: &str) -> Result<(), sqlx::Error> {
        if matches!(self.location, Location::File(_)) {
            return Ok(());
        }
        let told = format!("{} {game}", self.node);
        let query = sqlx::query("SELECT CAST(pg_notify($1, $2) AS TEXT)").bind(CHANNEL).bind(told);
        link.rows(query).await.map(|_| ())
    }

    /// Lets everybody know, once this transaction is kept, what it does in the queue.
    pub(super) async fn announce_job(&self, link: &mut Link, news: &JobNews) -> Result<(), sqlx::Error> {
        if matches!(self.location, Location::File(_)) {
            return Ok(());
        }
        let query = sqlx::query("SELECT CAST(pg_notify($1, $2) AS TEXT)").bind(JOBS).bind(news.line());
        link.rows(query).await.map(|_| ())
    }

    /// Tells what has happened in the queue of a file.
    pub(super) fn tell_jobs(&self, news: &[JobNews]) {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        for news in news {
            listeners.retain(|listener| listener.send(news.clone()).is_ok());
        }
    }

    /// What happens in the queue from now on, for as long as it is listened to. The first is
    /// [`JobNews::Missed`], once nothing is missed any more: look at the queue then. Whatever else
    /// writes to the same file is not heard.
    pub fn job_news(&self) -> mpsc::UnboundedReceiver<JobNews> {
        #[cfg(feature = "club")]
        if let Location::Server(address) = &self.location {
            return server::listen(address.clone(), JOBS, JobNews::Missed, JobNews::read);
        }
        let (tell, news) = mpsc::unbounded_channel();
        // The other end is here.
        let _ = tell.send(JobNews::Missed);
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(tell);
        news
    }

    /// The entries of a game after that version.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] if one is not as it was written, or the database's own.
    pub async fn entries_after(&self, game: &str, version: u32) -> Result<Vec<Value>, StoreError> {
        self.entries_between(game, version, u32::MAX).await
    }

    /// The entries of a game after the one version, up to the other.
    ///
    /// # Errors
    /// As [`Store::entries_after`].
    pub async fn entries_between(
        &self,
        game: &str,
        after: u32,
        until: u32,
    ) -> Result<Vec<Value>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = sqlx::query(
                "SELECT line FROM entries WHERE game = $1 AND version > $2 AND version <= $3 ORDER BY version",
            );
            let rows = link.rows(query.bind(game).bind(i64::from(after)).bind(i64::from(until))).await?;
            link.release();
            rows.iter().map(|row| row.try_get::<String, _>("line")).collect::<Result<Vec<_>, sqlx::Error>>()
        };
        let lines = found.await.map_err(|error| self.failed(error))?;
        let read = lines.iter().map(|line| serde_json::from_str(line)).collect::<Result<_, _>>();
        read.map_err(|error| self.unreadable(game, error))
    }

    /// Whether another server has written to a game since that version.
    ///
    /// # Errors
    /// The database's own.
    pub async fn has_gone_on(&self, game: &str, version: u32) -> Result<bool, StoreError> {
        if matches!(self.location, Location::File(_)) {
            return Ok(false);
        }
        let found = async {
            let mut link = self.link().await?;
            let query = sqlx::query("SELECT version FROM entries WHERE game = $1 AND version > $2 LIMIT 1");
            let found = link.row(query.bind(game).bind(i64::from(version))).await?;
            link.release();
            Ok(found.is_some())
        };
        found.await.map_err(|error| self.failed(error))
    }

    /// What other servers do from now on, for as long as it is listened to; `None` where no other
    /// server can be.
    pub fn news(&self) -> Option<mpsc::UnboundedReceiver<News>> {
        match &self.location {
            Location::File(_) => None,
            #[cfg(feature = "club")]
            Location::Server(address) => {
                let node = self.node.clone();
                let read = move |line: &str| match line.split_once(' ') {
                    Some((by, game)) if by != node => Some(News::Changed(game.to_owned())),
                    _ => None,
                };
                Some(server::listen(address.clone(), CHANNEL, News::Missed, read))
            }
            #[cfg(not(feature = "club"))]
            Location::Server(_) => None,
        }
    }
}

#[cfg(feature = "club")]
mod server {
    use std::time::Duration;

    use sqlx::postgres::PgListener;
    use tokio::sync::mpsc;

    use crate::store::ServerAddress;

    /// How long after a failure the database is tried again.
    const RETRIED: Duration = Duration::from_secs(1);

    /// Listens on a channel until nobody wants to hear any more; `missed` is told whenever
    /// something may have been.
    pub(super) fn listen<N: Clone + Send + Sync + 'static>(
        address: ServerAddress,
        channel: &'static str,
        missed: N,
        read: impl Fn(&str) -> Option<N> + Send + Sync + 'static,
    ) -> mpsc::UnboundedReceiver<N> {
        let (tell, news) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while !tell.is_closed() {
                if let Err(error) = hear(&address, channel, &missed, &read, &tell).await {
                    tracing::warn!(at = %address, %error, "what others do is not heard");
                }
                tokio::select! {
                    () = tokio::time::sleep(RETRIED) => {}
                    () = tell.closed() => return,
                }
            }
        });
        news
    }

    async fn hear<N: Clone>(
        address: &ServerAddress,
        channel: &str,
        missed: &N,
        read: &(impl Fn(&str) -> Option<N> + Sync),
        tell: &mpsc::UnboundedSender<N>,
    ) -> Result<(), sqlx::Error> {
        let mut listener = PgListener::connect(address.url().as_str()).await?;
        listener.listen(channel).await?;
        // Whatever was told before this.
        let _ = tell.send(missed.clone());
        loop {
            let heard = tokio::select! {
                heard = listener.try_recv() => heard?,
                () = tell.closed() => return Ok(()),
            };
            let news = match &heard {
                Some(heard) => read(heard.payload()),
                // The line was lost, and has been restored.
                None => Some(missed.clone()),
            };
            if let Some(news) = news {
                let _ = tell.send(news);
            }
        }
    }
}
