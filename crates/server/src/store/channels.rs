//! Where an account is told that it is asked: its channels, and its quiet hours.
//!
//! An address may be as good as a password (who knows that of a Discord webhook can write there), and
//! what signs notices is one: both are encrypted under the server's key.

use serde::{Deserialize, Serialize};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::error::Broken;
use super::link::Link;
use super::{Store, StoreError};

/// What is kept encrypted of a channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelTo {
    /// The address.
    pub to: String,
    /// What signs what goes there, and opens the links in it.
    pub secret: String,
    /// Whether a link for signing in may be sent there. It stands with the address: whoever changes
    /// the database without the key opens nothing.
    #[serde(default)]
    pub opens: bool,
}

/// A channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Channel {
    /// What it is called.
    pub id: String,
    /// Whose it is.
    pub account: String,
    /// What kind of channel it is.
    pub kind: String,
    /// Where it leads; nothing if that is not as it was written, or the server has not its key.
    pub to: Option<ChannelTo>,
    /// Whether its owner has shown that the address is theirs, where that has to be shown.
    pub confirmed: bool,
    /// Whether nothing goes there at present.
    pub paused: bool,
    /// The hour of the day at which all is told at once, or nothing if each notice is told by itself.
    pub hour: Option<u8>,
    /// When it was made: seconds since 1970.
    pub created: i64,
    /// When something was accepted last: seconds since 1970; 0 is never.
    pub sent: i64,
    /// When something was not accepted, if nothing was since: seconds since 1970; else 0.
    pub failed: i64,
    /// Why not, in a sentence.
    pub error: Option<String>,
}

/// What became of a channel that was to be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChannelKept {
    /// It is kept.
    Made,
    /// Its account has as many as it may have.
    TooMany,
}

/// The hours of the day in which an account is told nothing; none, if they end as they begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quiet {
    /// From which minute of the day on.
    pub begins: i64,
    /// Until which.
    pub ends: i64,
    /// Minutes by which its midnight is before that of UTC.
    pub east: i64,
}

/// That a channel, `c`, is in use.
pub(super) const LIVE: &str = "c.confirmed = 1 AND c.paused = 0";

const COLUMNS: &str = "SELECT id, account, kind, locked, confirmed, paused, hour, created, sent, failed, error \
     FROM channels";

impl Store {
    fn lock_channel(&self, id: &str, to: &ChannelTo) -> Result<String, StoreError> {
        let key = self.key.as_ref().ok_or(StoreError::NoKey)?;
        key.lock(&format!("channel {id}"), &serde_json::json!(to).to_string()).map_err(StoreError::Locking)
    }

    pub(super) fn unlock_channel(&self, id: &str, locked: &str) -> Option<ChannelTo> {
        let text = self.key.as_ref()?.unlock(&format!("channel {id}"), locked)?;
        serde_json::from_str(&text).ok()
    }

    /// From its row.
    fn read_channel(&self, row: &AnyRow) -> Result<Channel, sqlx::Error> {
        let id: String = row.try_get("id")?;
        let locked: String = row.try_get("locked")?;
        let to = self.unlock_channel(&id, &locked);
        if to.is_none() && self.has_key() {
            tracing::error!(at = %self.location, "a channel of an account is not as it was written");
        }
        Ok(Channel {
            account: row.try_get("account")?,
            kind: row.try_get("kind")?,
            to,
            confirmed: row.try_get::<i64, _>("confirmed")? == 1,
            paused: row.try_get::<i64, _>("paused")? == 1,
            hour: u8::try_from(row.try_get::<i64, _>("hour")?).ok(),
            created: row.try_get("created")?,
            sent: row.try_get("sent")?,
            failed: row.try_get("failed")?,
            error: row.try_get("error")?,
            id,
        })
    }

    /// Keeps a channel, unless its account has `most`. If it is the first that is in use, only what
    /// happens from now on is told.
    ///
    /// # Errors
    /// [`StoreError::NoKey`] where addresses cannot be encrypted, or the database's own.
    pub async fn add_channel(&self, new: &Channel, most: usize) -> Result<ChannelKept, StoreError> {
        let to = new.to.as_ref().ok_or(StoreError::NoKey)?;
        let locked = self.lock_channel(&new.id, to)?;
        let made = async {
            let mut link = self.change().await?;
            // Two that are added at a time are counted one after the other.
            let hold = sqlx::query("UPDATE accounts SET id = id WHERE id = $1");
            link.execute(hold.bind(&new.account)).await?;
            let query = sqlx::query("SELECT COUNT(*) AS there FROM channels WHERE account = $1");
            let row = link.row(query.bind(&new.account)).await?;
            let there: i64 = row.map_or(Ok(0), |row| row.try_get("there"))?;
            if usize::try_from(there).unwrap_or(usize::MAX) >= most {
                return Ok(ChannelKept::TooMany);
            }
            if new.confirmed {
                from_now_on(&mut link, &new.account).await?;
            }
            let insert = sqlx::query(
                "INSERT INTO channels (id, account, kind, locked, confirmed, paused, hour, created, sent, failed) \
                 VALUES ($1, $2, $3, $4, $5, 0, $6, $7, 0, 0)",
            )
            .bind(&new.id)
            .bind(&new.account)
            .bind(&new.kind)
            .bind(&locked)
            .bind(i64::from(new.confirmed))
            .bind(new.hour.map_or(-1, i64::from))
            .bind(new.created);
            link.execute(insert).await?;
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(ChannelKept::Made)
        };
        self.done(made.await)
    }

    /// The channels of an account, the oldest first.
    ///
    /// # Errors
    /// The database's own.
    pub async fn channels(&self, account: &str) -> Result<Vec<Channel>, StoreError> {
        self.channels_where("account = $1", account).await
    }

    /// A channel.
    ///
    /// # Errors
    /// The database's own.
    pub async fn channel(&self, id: &str) -> Result<Option<Channel>, StoreError> {
        Ok(self.channels_where("id = $1", id).await?.into_iter().next())
    }

    async fn channels_where(&self, of: &'static str, what: &str) -> Result<Vec<Channel>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let text = format!("{COLUMNS} WHERE {of} ORDER BY created, id");
            let rows = link.rows(sqlx::query(AssertSqlSafe(text)).bind(what)).await?;
            link.release();
            rows.iter().map(|row| self.read_channel(row)).collect::<Result<_, sqlx::Error>>()
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// Writes anew what may be chosen of a channel, and that it is confirmed. What waited for one that
    /// is paused now is never told; of one that is in use again only what happens from now on.
    ///
    /// # Errors
    /// The database's own.
    pub async fn change_channel(&self, channel: &Channel) -> Result<bool, StoreError> {
        let changed = async {
            let mut link = self.change().await?;
            if channel.paused {
                let drop = sqlx::query("DELETE FROM outbox WHERE channel = $1");
                link.execute(drop.bind(&channel.id)).await?;
            } else if channel.confirmed {
                from_now_on(&mut link, &channel.account).await?;
            }
            let update = sqlx::query(
                "UPDATE channels SET confirmed = $1, paused = $2, hour = $3, failed = $4, error = $5 WHERE id = $6",
            )
            .bind(i64::from(channel.confirmed))
            .bind(i64::from(channel.paused))
            .bind(channel.hour.map_or(-1, i64::from))
            .bind(channel.failed)
            .bind(&channel.error)
            .bind(&channel.id);
            let changed = link.execute(update).await?;
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(changed > 0)
        };
        self.done(changed.await)
    }

    /// Writes anew what is kept encrypted of a channel.
    ///
    /// # Errors
    /// [`StoreError::NoKey`] where it cannot be encrypted, or the database's own.
    pub async fn set_channel_to(&self, channel: &Channel) -> Result<bool, StoreError> {
        let to = channel.to.as_ref().ok_or(StoreError::NoKey)?;
        let locked = self.lock_channel(&channel.id, to)?;
        let update = sqlx::query("UPDATE channels SET locked = $1 WHERE id = $2");
        Ok(self.change_by(update.bind(&locked).bind(&channel.id)).await? > 0)
    }

    /// Removes a channel, and what waited for it; whether it was there.
    ///
    /// # Errors
    /// The database's own.
    pub async fn remove_channel(&self, id: &str) -> Result<bool, StoreError> {
        let removed = async {
            let mut link = self.change().await?;
            let removed = remove(&mut link, id).await?;
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(removed)
        };
        self.done(removed.await)
    }

    /// Forgets channels that were made before and that nobody has confirmed.
    ///
    /// # Errors
    /// The database's own.
    pub async fn forget_unconfirmed(&self, before: i64) -> Result<(), StoreError> {
        let delete = sqlx::query("DELETE FROM channels WHERE confirmed = 0 AND created < $1");
        self.change_by(delete.bind(before)).await.map(|_| ())
    }

    /// The quiet hours of an account, if it has some.
    ///
    /// # Errors
    /// The database's own.
    pub async fn quiet(&self, account: &str) -> Result<Option<Quiet>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let found = quiet(&mut link, account).await?;
            link.release();
            Ok(found)
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// From now on an account has these quiet hours.
    ///
    /// # Errors
    /// The database's own.
    pub async fn set_quiet(&self, account: &str, quiet: Quiet) -> Result<(), StoreError> {
        let Quiet { begins, ends, east } = quiet;
        let insert = sqlx::query(
            "INSERT INTO quiet_hours (account, begins, ends, east) VALUES ($1, $2, $3, $4) ON CONFLICT (account) \
             DO UPDATE SET begins = excluded.begins, ends = excluded.ends, east = excluded.east",
        );
        self.change_by(insert.bind(account).bind(begins).bind(ends).bind(east)).await.map(|_| ())
    }
}

/// Before a channel of an account comes into use: if none was, what has happened so far is not news.
async fn from_now_on(link: &mut Link, account: &str) -> Result<(), sqlx::Error> {
    let live = format!("SELECT c.id FROM channels c WHERE c.account = $1 AND {LIVE} LIMIT 1");
    if link.row(sqlx::query(AssertSqlSafe(live)).bind(account)).await?.is_some() {
        return Ok(());
    }
    for statement in [
        "UPDATE account_seats SET told = \
         (SELECT COALESCE(MAX(e.version), 0) FROM entries e WHERE e.game = account_seats.game) WHERE account = $1",
        "UPDATE challenges SET told = 1 WHERE for_account = $1",
    ] {
        link.execute(sqlx::query(statement).bind(account)).await?;
    }
    Ok(())
}

/// Removes a channel, and what waited for it.
pub(super) async fn remove(link: &mut Link, id: &str) -> Result<bool, sqlx::Error> {
    link.execute(sqlx::query("DELETE FROM outbox WHERE channel = $1").bind(id)).await?;
    Ok(link.execute(sqlx::query("DELETE FROM channels WHERE id = $1").bind(id)).await? > 0)
}

pub(super) async fn quiet(link: &mut Link, account: &str) -> Result<Option<Quiet>, sqlx::Error> {
    let query = sqlx::query("SELECT begins, ends, east FROM quiet_hours WHERE account = $1").bind(account);
    let row = link.row(query).await?;
    row.map(|row| {
        Ok(Quiet { begins: row.try_get("begins")?, ends: row.try_get("ends")?, east: row.try_get("east")? })
    })
    .transpose()
}
