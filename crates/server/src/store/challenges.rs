//! Challenges: who wants to play whom, on which terms, until when; and who is told of them.
//!
//! Of the secret of a link only its hash is kept. A challenge that is accepted is gone in the same
//! transaction that begins its match: see [`Store::begin_match`].

use serde_json::json;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::accounts::seal;
use super::error::Broken;
use super::holders::{Held, holder_of, shares_by};
use super::link::Link;
use super::{Store, StoreError};
use crate::limits::Room;

/// A challenge as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptChallenge {
    /// What it is called; the match that comes of it is called the same.
    pub id: String,
    /// The hash of the secret of its link, if it is for whoever has the link.
    pub link: Option<String>,
    /// Whose it is.
    pub by: String,
    /// The account that it is for; if it is for nobody and has no link, it is open to all.
    pub to: Option<String>,
    /// On which terms, as JSON.
    pub terms: String,
    /// Seconds since 1970.
    pub created: i64,
    /// When it ends: seconds since 1970.
    pub until: i64,
}

/// What became of a challenge that was to be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChallengeKept {
    /// It is kept.
    Made,
    /// There is one of that name already, which stays as it is.
    There,
    /// Its account has as many as it may have.
    TooMany,
    /// The account that it is for has as many as it may be sent.
    ToTooMany,
}

/// Which challenges are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked<'a> {
    /// The one that is called so.
    One(&'a str),
    /// The one whose link's secret has this hash.
    Link(&'a str),
    /// The newest that are open to all.
    Open,
    /// The same, and all that an account made or was sent.
    Seen(&'a str),
}

/// What an account is told of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notices {
    /// The account.
    pub account: String,
    /// The secret of its feed. It opens nothing but the feed.
    pub feed: String,
    /// When its owner last looked at the challenges: seconds since 1970.
    pub seen: i64,
}

/// How many that are open to all are kept.
const MOST_OPEN: usize = 100;

/// Those that are open to all.
const OPEN: &str = "link IS NULL AND for_account IS NULL";

/// All challenges.
pub(super) const COLUMNS: &str =
    "SELECT id, link, by_account, for_account, terms, created, until, seal FROM challenges";

impl KeptChallenge {
    fn seal(&self) -> String {
        let KeptChallenge { id, link, by, to, terms, created, until } = self;
        seal("longroll challenge 1\0", &json!([id, link, by, to, terms, created, until]))
    }

    /// From its row, if it is as it was written.
    fn read(row: &AnyRow) -> Result<Option<KeptChallenge>, sqlx::Error> {
        let kept = KeptChallenge {
            id: row.try_get("id")?,
            link: row.try_get("link")?,
            by: row.try_get("by_account")?,
            to: row.try_get("for_account")?,
            terms: row.try_get("terms")?,
            created: row.try_get("created")?,
            until: row.try_get("until")?,
        };
        let sealed: String = row.try_get("seal")?;
        Ok((sealed == kept.seal()).then_some(kept))
    }
}

/// How many challenges of an account have not ended.
async fn made_by(link: &mut Link, account: &str, now: i64) -> Result<usize, sqlx::Error> {
    let made = sqlx::query("SELECT COUNT(*) AS there FROM challenges WHERE by_account = $1 AND until > $2");
    let made = link.row(made.bind(account).bind(now)).await?;
    let made: i64 = made.map_or(Ok(0), |row| row.try_get("there"))?;
    Ok(usize::try_from(made).unwrap_or(usize::MAX))
}

/// Whether a challenge is as it was written.
pub(super) fn is_whole(row: &AnyRow) -> bool {
    KeptChallenge::read(row).is_ok_and(|kept| kept.is_some())
}

impl Store {
    /// Keeps a challenge, unless its account has `most`, or those to the same account are `sent` and none gives way.
    /// Of those that are open to all the oldest of a larger network gives way to one too many, or the oldest of its
    /// own.
    ///
    /// # Errors
    /// The database's own.
    pub async fn make_challenge(
        &self,
        new: &KeptChallenge,
        (most, sent): (usize, usize),
    ) -> Result<ChallengeKept, StoreError> {
        let made = async {
            let mut link = self.change().await?;
            let ended = sqlx::query("DELETE FROM challenges WHERE id = $1 AND until <= $2");
            link.execute(ended.bind(&new.id).bind(new.created)).await?;
            if made_by(&mut link, &new.by, new.created).await? >= most {
                return Ok(ChallengeKept::TooMany);
            }
            // Those to one account, and those that are open to all, are shared by the networks of who makes them.
            let among = match (&new.to, &new.link) {
                (Some(to), _) => Some(("for_account = $2", vec![to.as_str()], sent)),
                (None, None) => Some((OPEN, Vec::new(), MOST_OPEN)),
                (None, Some(_)) => None,
            };
            let mut gives_way = None;
            if let Some((among, bound, most)) = among {
                let which = format!(
                    "SELECT id, by_account, created AS came, 0 AS stays FROM challenges \
                     WHERE {among} AND until > {}",
                    new.created
                );
                let shares = shares_by(&mut link, (Held::Account, "by_account"), &which, &bound).await?;
                let holder = holder_of(&mut link, (Held::Account, &new.by)).await?;
                gives_way = match shares.room(most, holder.as_ref()) {
                    Room::None if new.to.is_some() => return Ok(ChallengeKept::ToTooMany),
                    _ => shares.in_its_place(most, holder.as_ref()),
                };
            }
            let insert = sqlx::query(
                "INSERT INTO challenges (id, link, by_account, for_account, terms, created, until, seal) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING",
            )
            .bind(&new.id)
            .bind(&new.link)
            .bind(&new.by)
            .bind(&new.to)
            .bind(&new.terms)
            .bind(new.created)
            .bind(new.until)
            .bind(new.seal());
            let kept = link.execute(insert).await? > 0;
            if let Some(other) = gives_way.filter(|_| kept) {
                let delete = sqlx::query("DELETE FROM challenges WHERE id = $1");
                link.execute(delete.bind(other)).await?;
            }
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(if kept { ChallengeKept::Made } else { ChallengeKept::There })
        };
        self.done(made.await)
    }

    /// How many challenges of an account have not ended.
    ///
    /// # Errors
    /// The database's own.
    pub async fn challenges_made(&self, account: &str, now: i64) -> Result<usize, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let made = made_by(&mut link, account, now).await?;
            link.release();
            Ok(made)
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// Challenges that have not ended, the newest first. One that is not as it was written is left
    /// out, and told in the log.
    ///
    /// # Errors
    /// The database's own.
    pub async fn challenges(&self, asked: Asked<'_>, now: i64) -> Result<Vec<KeptChallenge>, StoreError> {
        let open = format!(
            "id IN (SELECT id FROM challenges WHERE until > $1 AND {OPEN} \
             ORDER BY created DESC, id DESC LIMIT {MOST_OPEN})"
        );
        let (of, what) = match asked {
            Asked::One(id) => ("id = $2".to_owned(), id),
            Asked::Link(hash) => ("link = $2".to_owned(), hash),
            Asked::Open => (format!("$2 = '' AND {open}"), ""),
            Asked::Seen(account) => (format!("(by_account = $2 OR for_account = $2 OR {open})"), account),
        };
        let found = async {
            let mut link = self.link().await?;
            let text = format!("{COLUMNS} WHERE until > $1 AND {of} ORDER BY created DESC, id");
            let rows = link.rows(sqlx::query(AssertSqlSafe(text)).bind(now).bind(what)).await?;
            link.release();
            let mut found = Vec::new();
            for row in &rows {
                match KeptChallenge::read(row)? {
                    Some(kept) => found.push(kept),
                    None => tracing::error!(at = %self.location, "a challenge is not as it was written"),
                }
            }
            Ok(found)
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// Takes a challenge away that this account made or was sent; whether there was one.
    ///
    /// # Errors
    /// The database's own.
    pub async fn end_challenge(&self, id: &str, account: &str) -> Result<bool, StoreError> {
        let delete =
            sqlx::query("DELETE FROM challenges WHERE id = $1 AND (by_account = $2 OR for_account = $2)");
        Ok(self.change_by(delete.bind(id).bind(account)).await? > 0)
    }

    /// Forgets challenges that have ended.
    ///
    /// # Errors
    /// The database's own.
    pub async fn sweep_challenges(&self, now: i64) -> Result<(), StoreError> {
        self.change_by(sqlx::query("DELETE FROM challenges WHERE until <= $1").bind(now)).await.map(|_| ())
    }

    /// What an account is told of, if it has asked for notices.
    ///
    /// # Errors
    /// The database's own.
    pub async fn notices(&self, account: &str) -> Result<Option<Notices>, StoreError> {
        self.notices_where("account = $1", account).await
    }

    /// The same, by the secret of its feed.
    ///
    /// # Errors
    /// The database's own.
    pub async fn notices_at(&self, feed: &str) -> Result<Option<Notices>, StoreError> {
        self.notices_where("feed = $1", feed).await
    }

    async fn notices_where(&self, of: &'static str, what: &str) -> Result<Option<Notices>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let text = format!("SELECT account, feed, seen FROM notices WHERE {of}");
            let row = link.row(sqlx::query(AssertSqlSafe(text)).bind(what)).await?;
            link.release();
            row.map(|row| {
                Ok(Notices {
                    account: row.try_get("account")?,
                    feed: row.try_get("feed")?,
                    seen: row.try_get("seen")?,
                })
            })
            .transpose()
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// From now on an account has notices, at that feed; or if it has them, they stay as they are.
    ///
    /// # Errors
    /// The database's own.
    pub async fn want_notices(&self, notices: &Notices) -> Result<(), StoreError> {
        let insert = sqlx::query(
            "INSERT INTO notices (account, feed, seen) VALUES ($1, $2, $3) ON CONFLICT (account) DO NOTHING",
        );
        let Notices { account, feed, seen } = notices;
        self.change_by(insert.bind(account).bind(feed).bind(*seen)).await.map(|_| ())
    }

    /// An account has no notices any more: the address of its feed is nobody's.
    ///
    /// # Errors
    /// The database's own.
    pub async fn want_no_notices(&self, account: &str) -> Result<(), StoreError> {
        let delete = sqlx::query("DELETE FROM notices WHERE account = $1");
        self.change_by(delete.bind(account)).await.map(|_| ())
    }

    /// The owner of an account has looked at the challenges.
    ///
    /// # Errors
    /// The database's own.
    pub async fn see_notices(&self, account: &str, now: i64) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE notices SET seen = $1 WHERE account = $2");
        self.change_by(update.bind(now).bind(account)).await.map(|_| ())
    }
}
