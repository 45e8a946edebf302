//! What waits to be told: entered once, sent by one server at a time, and gone once it is accepted.
//!
//! That a seat is told of a version and what its channels are to be sent are kept in one transaction,
//! and a notice is named by what it is about: so nothing is told twice, however many servers look, and
//! nothing is forgotten, whoever is killed. A server that sends holds a lease; when it runs out another
//! sends the same again, under the same name.

use protocol::answer::You;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::channels::{LIVE, quiet, remove};
use super::error::Broken;
use super::link::Link;
use super::{Channel, ChannelTo, Quiet, Store, StoreError};

/// A seat whose account is to be told something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatToTell {
    /// The account.
    pub account: String,
    /// The game.
    pub game: String,
    /// The seat.
    pub you: You,
    /// The version of the game.
    pub version: u32,
}

/// A notice that is to be entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewNotice {
    /// What it is called.
    pub id: String,
    /// To which channel.
    pub channel: String,
    /// What it is about: a game, or `challenge ID`.
    pub about: String,
    /// The word of the seat, in a game.
    pub seat: String,
    /// The version of the game.
    pub version: u32,
    /// What is told, as JSON.
    pub text: String,
    /// When it falls due: seconds since 1970.
    pub due: i64,
}

/// What a server has taken to send: one notice, or all that a channel is told at its hour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parcel {
    /// The name of this taking.
    pub lease: String,
    /// The channel.
    pub channel: String,
    /// Whose it is.
    pub account: String,
    /// What kind of channel it is.
    pub kind: String,
    /// Where it leads; nothing if that is not as it was written.
    pub to: Option<ChannelTo>,
    /// Whether its channel is told all at once, at an hour.
    pub digest: bool,
    /// The quiet hours of the account.
    pub quiet: Option<Quiet>,
    /// When it fell due: seconds since 1970.
    pub due: i64,
    /// How often it was tried before.
    pub tries: u32,
    /// The notices: what each is called, and what it tells.
    pub notices: Vec<(String, String)>,
}

/// Channels whose parcels hold up one another and no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// Addresses of mail.
    Mail,
    /// Webhooks and browsers that accepted what they were sent last.
    Answering,
    /// Those that did not.
    Failing,
}

impl Lane {
    /// All of them.
    pub const ALL: [Lane; 3] = [Lane::Mail, Lane::Answering, Lane::Failing];

    /// Whether a channel, `c`, is of this lane.
    fn has(self, c: char) -> String {
        match self {
            Lane::Mail => format!("{c}.kind = 'mail'"),
            Lane::Answering => format!("{c}.kind <> 'mail' AND {c}.failed = 0"),
            Lane::Failing => format!("{c}.kind <> 'mail' AND {c}.failed <> 0"),
        }
    }
}

/// What became of a parcel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// It was accepted: never again.
    Accepted,
    /// It is tried again then, for this reason.
    Later(i64, String),
    /// It waits until then, and was not tried.
    Waits(i64),
    /// It was tried long enough: the channel rests, for this reason.
    GivenUp(String),
    /// The address is no more: the channel goes.
    Gone,
}

/// The most that waits for a channel: what is older gives way.
const MOST_WAITING: i64 = 64;

/// The version of the game in whose row one is.
const VERSION: &str = "(SELECT COALESCE(MAX(e.version), 0) FROM entries e WHERE e.game = g.id)";

impl Store {
    /// Seats of accounts with channels in use that are asked, or whose game is over, and whose
    /// accounts were not told so: of one game, or of all.
    ///
    /// # Errors
    /// The database's own.
    pub async fn seats_to_tell(&self, game: Option<&str>) -> Result<Vec<SeatToTell>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let of = if game.is_some() { "s.game = $1" } else { "$1 = ''" };
            let text = format!(
                "SELECT s.account AS account, s.game AS game, s.seat AS seat, {VERSION} AS version \
                 FROM account_seats s JOIN games g ON g.id = s.game \
                 WHERE {of} AND s.seat <> 'both' AND (g.asked IS NULL OR g.asked = s.seat) \
                 AND EXISTS (SELECT 1 FROM channels c WHERE c.account = s.account AND {LIVE}) AND s.told < {VERSION} \
                 ORDER BY s.game, s.seat, s.account"
            );
            let rows = link.rows(sqlx::query(AssertSqlSafe(text)).bind(game.unwrap_or_default())).await?;
            link.release();
            let read = |row: &AnyRow| {
                let seat: String = row.try_get("seat")?;
                let version: i64 = row.try_get("version")?;
                let Some(you) = You::from_word(&seat) else { return Ok(None) };
                let version = u32::try_from(version).unwrap_or(u32::MAX);
                Ok(Some(SeatToTell {
                    account: row.try_get("account")?,
                    game: row.try_get("game")?,
                    you,
                    version,
                }))
            };
            rows.iter().filter_map(|row| read(row).transpose()).collect::<Result<_, sqlx::Error>>()
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// Challenges for accounts with channels in use of which those were not told: each with its
    /// account.
    ///
    /// # Errors
    /// The database's own.
    pub async fn challenges_to_tell(&self, now: i64) -> Result<Vec<(String, String)>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let text = format!(
                "SELECT h.id AS id, h.for_account AS account FROM challenges h \
                 WHERE h.told = 0 AND h.until > $1 AND h.for_account IS NOT NULL \
                 AND EXISTS (SELECT 1 FROM channels c WHERE c.account = h.for_account AND {LIVE}) ORDER BY h.id"
            );
            let rows = link.rows(sqlx::query(AssertSqlSafe(text)).bind(now)).await?;
            link.release();
            let read = |row: &AnyRow| Ok((row.try_get("id")?, row.try_get("account")?));
            rows.iter().map(read).collect::<Result<_, sqlx::Error>>()
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// Enters what a seat's account is told of a version, unless another server has; with nothing to
    /// enter, it is only noted that it is told.
    ///
    /// # Errors
    /// The database's own. Nothing is entered then.
    pub async fn enter_notices(&self, seat: &SeatToTell, notices: &[NewNotice]) -> Result<(), StoreError> {
        let update = sqlx::query(
            "UPDATE account_seats SET told = $1 WHERE account = $2 AND game = $3 AND seat = $4 AND told < $1",
        );
        let version = i64::from(seat.version);
        let update = update.bind(version).bind(&seat.account).bind(&seat.game).bind(seat.you.word());
        self.enter(update, notices).await
    }

    /// The same for the account that a challenge is for.
    ///
    /// # Errors
    /// The database's own.
    pub async fn enter_challenge(&self, id: &str, notices: &[NewNotice]) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE challenges SET told = 1 WHERE id = $1 AND told = 0");
        self.enter(update.bind(id), notices).await
    }

    async fn enter(
        &self,
        noted: sqlx::query::Query<'_, sqlx::Any, sqlx::any::AnyArguments>,
        notices: &[NewNotice],
    ) -> Result<(), StoreError> {
        let entered = async {
            let mut link = self.change().await?;
            if link.execute(noted).await? == 0 {
                // Somebody else was faster, or the seat is the account's no more.
                return Ok(());
            }
            for new in notices {
                let older = sqlx::query(
                    "DELETE FROM outbox WHERE channel = $1 AND about = $2 AND seat = $3 AND version < $4",
                );
                let version = i64::from(new.version);
                link.execute(older.bind(&new.channel).bind(&new.about).bind(&new.seat).bind(version)).await?;
                let insert = sqlx::query(
                    "INSERT INTO outbox (id, channel, about, seat, version, text, due, next, tries, until) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0) ON CONFLICT (id) DO NOTHING",
                )
                .bind(&new.id)
                .bind(&new.channel)
                .bind(&new.about)
                .bind(&new.seat)
                .bind(version)
                .bind(&new.text)
                .bind(new.due)
                .bind(new.due);
                link.execute(insert).await?;
                let many = sqlx::query(
                    "DELETE FROM outbox WHERE channel = $1 AND until = 0 AND id IN \
                     (SELECT id FROM outbox WHERE channel = $1 ORDER BY due DESC, id LIMIT 1000 OFFSET $2)",
                );
                link.execute(many.bind(&new.channel).bind(MOST_WAITING)).await?;
            }
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(())
        };
        self.done(entered.await)
    }

    /// Who is at the table is told later: puts off what waits for that seat and was not tried yet.
    ///
    /// # Errors
    /// The database's own.
    pub async fn put_off(&self, game: &str, you: You, until: i64) -> Result<(), StoreError> {
        let update = sqlx::query(
            "UPDATE outbox SET next = $1 WHERE about = $2 AND seat = $3 AND tries = 0 AND next < $1 AND until = 0",
        );
        self.change_by(update.bind(until).bind(game).bind(you.word())).await.map(|_| ())
    }

    /// How many notices wait, and how many of them are due and nobody's.
    ///
    /// # Errors
    /// The database's own.
    pub async fn waiting(&self, now: i64) -> Result<(usize, usize), StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = sqlx::query(
                "SELECT COUNT(*) AS there, COUNT(CASE WHEN next <= $1 AND until <= $1 THEN 1 END) AS due FROM outbox",
            );
            let row = link.row(query.bind(now)).await?;
            link.release();
            row.map_or(Ok((0, 0)), |row| Ok((row.try_get("there")?, row.try_get("due")?)))
        };
        let (there, due): (i64, i64) = found.await.map_err(|error: sqlx::Error| self.failed(error))?;
        let count = |number: i64| usize::try_from(number).unwrap_or_default();
        Ok((count(there), count(due)))
    }

    /// Takes what is due next in a lane, if there is anything; until `until` it is this server's. Of each account
    /// one parcel is on its way there at a time, and accounts have their turns: first the one that was sent
    /// something longest ago. What is no news any more is dropped: the seat has answered,
    /// or the challenge is gone. A parcel may be empty: then there may be another.
    ///
    /// # Errors
    /// The database's own.
    pub async fn take_parcel(
        &self,
        lease: &str,
        lane: Lane,
        (now, until): (i64, i64),
    ) -> Result<Option<Parcel>, StoreError> {
        let taken = async {
            // Whoever writes does not wait for the search.
            let mut link = self.link().await?;
            let text = format!(
                "SELECT c.id AS channel, c.account AS account, c.kind AS kind, c.locked AS locked, c.hour AS hour \
                 FROM channels c WHERE {LIVE} AND {} AND EXISTS \
                 (SELECT 1 FROM outbox o WHERE o.channel = c.id AND o.next <= $1 AND o.until <= $1) \
                 AND c.account NOT IN ({BUSY} AND {}) \
                 ORDER BY (SELECT MAX(CASE WHEN s.sent > s.failed THEN s.sent ELSE s.failed END) FROM channels s \
                 WHERE s.account = c.account), \
                 (SELECT MIN(o.next) FROM outbox o WHERE o.channel = c.id AND o.until <= $1), c.id LIMIT 1",
                lane.has('c'),
                lane.has('d')
            );
            let found = link.row(sqlx::query(AssertSqlSafe(text)).bind(now)).await?;
            link.release();
            let Some(row) = found else { return Ok(None) };
            let channel: String = row.try_get("channel")?;
            let account: String = row.try_get("account")?;
            let digest = row.try_get::<i64, _>("hour")? >= 0;
            let mut parcel = Parcel {
                lease: lease.to_owned(),
                to: self.unlock_channel(&channel, &row.try_get::<String, _>("locked")?),
                channel,
                account,
                kind: row.try_get("kind")?,
                digest,
                quiet: None,
                due: 0,
                tries: 0,
                notices: Vec::new(),
            };
            let channel = &parcel.channel;
            let mut link = self.change().await?;
            drop_stale(&mut link, channel, now).await?;
            // Nothing of it may be news any more, or another server was faster.
            let next = format!(
                "SELECT o.id AS id, o.due AS due, o.tries AS tries FROM outbox o WHERE o.channel = $2 \
                 AND o.next <= $1 AND o.until <= $1 AND $3 NOT IN ({BUSY} AND {}) ORDER BY o.next, o.id LIMIT 1",
                lane.has('d')
            );
            let next = sqlx::query(AssertSqlSafe(next)).bind(now).bind(channel).bind(&parcel.account);
            let Some(next) = link.row(next).await? else {
                link.commit().await.map_err(Broken::Unknown)?;
                link.release();
                return Ok(Some(parcel));
            };
            let id: String = next.try_get("id")?;
            parcel.due = next.try_get("due")?;
            parcel.tries = u32::try_from(next.try_get::<i64, _>("tries")?).unwrap_or(u32::MAX);
            let take = match digest {
                true => sqlx::query(
                    "UPDATE outbox SET lease = $1, until = $2 \
                     WHERE channel = $3 AND due = $4 AND until <= $5 AND next <= $5",
                )
                .bind(lease)
                .bind(until)
                .bind(channel)
                .bind(parcel.due)
                .bind(now),
                false => {
                    sqlx::query("UPDATE outbox SET lease = $1, until = $2 WHERE id = $3 AND until <= $4")
                        .bind(lease)
                        .bind(until)
                        .bind(&id)
                        .bind(now)
                }
            };
            link.execute(take).await?;
            let query = sqlx::query("SELECT id, text FROM outbox WHERE lease = $1 ORDER BY about, seat, id");
            let rows = link.rows(query.bind(lease)).await?;
            parcel.quiet = quiet(&mut link, &parcel.account).await?;
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            let notices = rows.iter().map(|row| Ok((row.try_get("id")?, row.try_get("text")?)));
            parcel.notices = notices.collect::<Result<_, sqlx::Error>>()?;
            Ok(Some(parcel))
        };
        self.done(taken.await)
    }

    /// Notes what became of a parcel.
    ///
    /// # Errors
    /// The database's own.
    pub async fn end_parcel(&self, parcel: &Parcel, ended: &Ended, now: i64) -> Result<(), StoreError> {
        let Parcel { lease, channel, .. } = parcel;
        let noted = async {
            let mut link = self.change().await?;
            match ended {
                Ended::Accepted => {
                    link.execute(sqlx::query("DELETE FROM outbox WHERE lease = $1").bind(lease)).await?;
                    let query =
                        sqlx::query("UPDATE channels SET sent = $1, failed = 0, error = NULL WHERE id = $2");
                    link.execute(query.bind(now).bind(channel)).await?;
                }
                Ended::Later(next, why) => {
                    let query = sqlx::query(
                        "UPDATE outbox SET next = $1, tries = tries + 1, lease = NULL, until = 0 WHERE lease = $2",
                    );
                    link.execute(query.bind(*next).bind(lease)).await?;
                    note_failure(&mut link, channel, why, now).await?;
                }
                Ended::Waits(next) => {
                    let query =
                        sqlx::query("UPDATE outbox SET next = $1, lease = NULL, until = 0 WHERE lease = $2");
                    link.execute(query.bind(*next).bind(lease)).await?;
                }
                Ended::GivenUp(why) => {
                    let drop = sqlx::query("DELETE FROM outbox WHERE channel = $1");
                    link.execute(drop.bind(channel)).await?;
                    let rest = sqlx::query("UPDATE channels SET paused = 1 WHERE id = $1");
                    link.execute(rest.bind(channel)).await?;
                    note_failure(&mut link, channel, why, now).await?;
                }
                Ended::Gone => {
                    remove(&mut link, channel).await?;
                }
            }
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(())
        };
        self.done(noted.await)
    }

    /// Notes whether something that did not wait was accepted by a channel.
    ///
    /// # Errors
    /// The database's own.
    pub async fn note_trial(
        &self,
        channel: &Channel,
        failed: Option<&str>,
        now: i64,
    ) -> Result<(), StoreError> {
        let query = match failed {
            None => sqlx::query("UPDATE channels SET sent = $1, failed = 0, error = NULL WHERE id = $2")
                .bind(now)
                .bind(&channel.id),
            Some(why) => sqlx::query("UPDATE channels SET failed = $1, error = $2 WHERE id = $3")
                .bind(now)
                .bind(why)
                .bind(&channel.id),
        };
        self.change_by(query).await.map(|_| ())
    }
}

async fn note_failure(link: &mut Link, channel: &str, why: &str, now: i64) -> Result<(), sqlx::Error> {
    let query = sqlx::query("UPDATE channels SET failed = $1, error = $2 WHERE id = $3");
    link.execute(query.bind(now).bind(why).bind(channel)).await.map(|_| ())
}

/// The accounts, `d`, of channels to which something is on its way.
const BUSY: &str = "SELECT d.account FROM outbox p JOIN channels d ON d.id = p.channel WHERE p.until > $1";

/// Drops what a channel would be told now and is no news any more.
async fn drop_stale(link: &mut Link, channel: &str, now: i64) -> Result<(), sqlx::Error> {
    let games = format!(
        "DELETE FROM outbox WHERE channel = $2 AND next <= $1 AND until <= $1 AND seat <> '' AND NOT EXISTS \
         (SELECT 1 FROM games g WHERE g.id = outbox.about AND (g.asked IS NULL OR g.asked = outbox.seat) \
         AND {VERSION} = outbox.version \
         AND EXISTS (SELECT 1 FROM account_seats s JOIN channels c ON c.account = s.account \
         WHERE c.id = outbox.channel AND s.game = g.id AND s.seat = outbox.seat))"
    );
    link.execute(sqlx::query(AssertSqlSafe(games)).bind(now).bind(channel)).await?;
    let challenges = "DELETE FROM outbox WHERE channel = $2 AND next <= $1 AND until <= $1 AND seat = '' AND NOT EXISTS \
         (SELECT 1 FROM challenges h WHERE 'challenge ' || h.id = outbox.about)";
    link.execute(sqlx::query(challenges).bind(now).bind(channel)).await.map(|_| ())
}
