//! What servers and workers that share a database tell each other: that a game has changed, and
//! what happens in the queue. It is handed to the database once the change is kept. What happens in
//! the queue of a file is told within this program.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use sqlx::Row;
use tokio::sync::mpsc;

use super::announcer::Line;
use super::link::Link;
use super::{Location, Store, StoreError};

/// The channel of the database on which servers talk.
const CHANNEL: &str = "longroll_changes";

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
    /// As others are told.
    pub(super) fn line(&self) -> Line {
        let (word, what) = match self {
            JobNews::Waiting(kind) => ("waiting", kind.as_str()),
            JobNews::Progress(batch) => ("progress", batch.as_str()),
            JobNews::Ended(batch) => ("ended", batch.as_str()),
            JobNews::Withdrawn(key) => ("withdrawn", key.as_str()),
            JobNews::Missed => ("missed", ""),
        };
        let text = format!("{word} {what}");
        // Only so many bytes go over a channel.
        Line { channel: JOBS, text: if text.len() > MOST { "missed ".to_owned() } else { text } }
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
    /// Tells the other servers that a game has changed, once this transaction has ended.
    pub(super) fn announce(&self, link: &mut Link, game: &str) {
        // Only so many bytes go over a channel; without a name any game may be meant.
        let game = if game.len() > MOST { "" } else { game };
        link.announce(Line { channel: CHANNEL, text: format!("{} {game}", self.node) });
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
            let way = (address.clone(), address.url().clone());
            return server::listen(way, JOBS, JobNews::Missed, JobNews::read);
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

    /// The servers that listen to what others do, of those that share this database. One that is gone may have
    /// changed something and not told it any more.
    ///
    /// # Errors
    /// The database's own.
    pub async fn servers(&self) -> Result<HashSet<String>, StoreError> {
        if matches!(self.location, Location::File(_)) {
            return Ok(HashSet::new());
        }
        let query = sqlx::query(
            "SELECT application_name FROM pg_stat_activity WHERE datname = current_database() \
             AND starts_with(application_name, $1)",
        );
        let rows = self.rows_of(query.bind(LISTENS)).await?;
        let named = rows.iter().map(|row| row.try_get("application_name")).collect::<Result<_, _>>();
        named.map_err(|error| self.failed(error))
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
                    Some((by, "")) if by != node => Some(News::Missed),
                    Some((by, game)) if by != node => Some(News::Changed(game.to_owned())),
                    _ => None,
                };
                let url = named(address.url(), &self.node);
                Some(server::listen((address.clone(), url), CHANNEL, News::Missed, read))
            }
            #[cfg(not(feature = "club"))]
            Location::Server(_) => None,
        }
    }
}

/// What the connections on which servers listen are called begins with this.
const LISTENS: &str = "longroll ";

/// The address for the connection on which that server listens.
#[cfg(feature = "club")]
fn named(address: &url::Url, node: &str) -> url::Url {
    let mut url = address.clone();
    url.query_pairs_mut().append_pair("application_name", &format!("{LISTENS}{node}"));
    url
}

#[cfg(feature = "club")]
mod server {
    use std::time::Duration;

    use sqlx::postgres::PgListener;
    use tokio::sync::mpsc;
    use url::Url;

    use crate::store::ServerAddress;

    /// How long after a failure the database is tried again.
    const RETRIED: Duration = Duration::from_secs(1);

    /// Listens on a channel until nobody wants to hear any more; `missed` is told whenever
    /// something may have been.
    pub(super) fn listen<N: Clone + Send + Sync + 'static>(
        (address, url): (ServerAddress, Url),
        channel: &'static str,
        missed: N,
        read: impl Fn(&str) -> Option<N> + Send + Sync + 'static,
    ) -> mpsc::UnboundedReceiver<N> {
        let (tell, news) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while !tell.is_closed() {
                if let Err(error) = hear(&url, channel, &missed, &read, &tell).await {
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
        url: &Url,
        channel: &str,
        missed: &N,
        read: &(impl Fn(&str) -> Option<N> + Sync),
        tell: &mpsc::UnboundedSender<N>,
    ) -> Result<(), sqlx::Error> {
        let mut listener = PgListener::connect(url.as_str()).await?;
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
