//! What servers that share a database tell each other: that a game has changed. The database brings
//! it once the change is kept.

use serde_json::Value;
use sqlx::Row;
use tokio::sync::mpsc;

use super::link::Link;
use super::{Location, Store, StoreError};

/// The channel of the database on which servers talk.
const CHANNEL: &str = "longroll_changes";

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

    /// The entries of a game after that version.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] if one is not as it was written, or the database's own.
    pub async fn entries_after(&self, game: &str, version: u32) -> Result<Vec<Value>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query =
                sqlx::query("SELECT line FROM entries WHERE game = $1 AND version > $2 ORDER BY version");
            let rows = link.rows(query.bind(game).bind(i64::from(version))).await?;
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
            Location::Server(address) => Some(server::listen(address.clone(), self.node.clone())),
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

    use super::{CHANNEL, News};
    use crate::store::ServerAddress;

    /// How long after a failure the database is tried again.
    const RETRIED: Duration = Duration::from_secs(1);

    /// Listens until nobody wants to hear any more.
    pub(super) fn listen(address: ServerAddress, node: String) -> mpsc::UnboundedReceiver<News> {
        let (tell, news) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while !tell.is_closed() {
                if let Err(error) = hear(&address, &node, &tell).await {
                    tracing::warn!(at = %address, %error, "what other servers do is not heard");
                }
                tokio::select! {
                    () = tokio::time::sleep(RETRIED) => {}
                    () = tell.closed() => return,
                }
            }
        });
        news
    }

    async fn hear(
        address: &ServerAddress,
        node: &str,
        tell: &mpsc::UnboundedSender<News>,
    ) -> Result<(), sqlx::Error> {
        let mut listener = PgListener::connect(address.url().as_str()).await?;
        listener.listen(CHANNEL).await?;
        // Whatever was told before this.
        let _ = tell.send(News::Missed);
        loop {
            let heard = tokio::select! {
                heard = listener.try_recv() => heard?,
                () = tell.closed() => return Ok(()),
            };
            // The line was lost, and has been restored.
            let Some(heard) = heard else {
                let _ = tell.send(News::Missed);
                continue;
            };
            match heard.payload().split_once(' ') {
                Some((by, _)) if by == node => {}
                Some((_, game)) => drop(tell.send(News::Changed(game.to_owned()))),
                None => {}
            }
        }
    }
}
