//! Accounts, where somebody is signed in, and which seats an account holds.
//!
//! Of a password and of a session's secret only hashes are kept, of a seat that an account holds only
//! which one it is: nothing here opens anything. Each account and each of its seats is bound by a
//! hash, so that a wrong bit is noticed.

use protocol::answer::You;
use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use tabletop::hex_string;

use super::error::Broken;
use super::holders::{Held, hold, let_go, shares};
use super::link::Link;
use super::{KeptPasskey, Location, Store, StoreError};
use crate::limits::{Holder, Room};
use crate::secrets::{fresh_secret, same_hash};

/// An account that is to be kept.
#[derive(Debug, Clone)]
pub struct NewAccount {
    /// What it is called here; nobody is told.
    pub id: String,
    /// The name.
    pub name: String,
    /// The hashes of what no other name may be like.
    pub keys: [String; 2],
    /// The hash of the password, with its salt and how it was made; empty if there is none.
    pub password: String,
    /// The passkey it begins with, if it begins with one.
    pub passkey: Option<KeptPasskey>,
}

/// An account as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// What it is called here.
    pub id: String,
    /// The name.
    pub name: String,
    /// The hash of the password; empty where people sign in by passkeys alone.
    pub password: String,
    /// Seconds since 1970.
    pub created: i64,
    /// When the password was set: seconds since 1970.
    pub changed: i64,
}

/// What became of an account that was to be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountKept {
    /// It is kept.
    Made,
    /// Its name is another's, or like another's.
    Taken,
    /// There are as many as there may be.
    Full,
}

/// A session that is to be kept.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// The hash of its secret.
    pub hash: String,
    /// What it is called where its owner looks at it.
    pub id: String,
    /// Whose it is.
    pub account: String,
    /// Seconds since 1970.
    pub created: i64,
    /// When it ends: seconds since 1970.
    pub until: i64,
    /// What the browser said that it was, in short.
    pub browser: String,
}

/// A session that goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// The hash of its secret.
    pub hash: String,
    /// What it is called where its owner looks at it.
    pub id: String,
    /// Whose it is.
    pub account: String,
    /// When it began.
    pub created: i64,
    /// When it was last seen.
    pub seen: i64,
}

/// A session as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionFacts {
    /// What it is called.
    pub id: String,
    /// The hash of its secret.
    pub hash: String,
    /// When it began: seconds since 1970.
    pub created: i64,
    /// When it was last seen: seconds since 1970.
    pub seen: i64,
    /// When it ends: seconds since 1970.
    pub until: i64,
    /// What the browser said that it was, in short.
    pub browser: String,
}

/// Which sessions of an account are to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended<'a> {
    /// The one that is called so.
    One(&'a str),
    /// All.
    All,
}

/// A seat that an account holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountSeat {
    /// The game.
    pub game: String,
    /// The seat.
    pub you: You,
    /// Since when: seconds since 1970.
    pub created: i64,
    /// The hash of the seat's token.
    pub hash: String,
}

impl Store {
    /// A browser's pass for that account and its password, made at that time, in seconds since 1970; nothing on a
    /// server that was started without its key.
    pub fn browser_pass(&self, account: &Account, now: i64) -> Option<String> {
        let text = format!("{now}-{}", fresh_secret().ok()?);
        Some(format!("{text}-{}", self.pass_mac(&text, account)?))
    }

    /// Whether it was made for that account since `earliest`, and the password is still the same.
    pub fn is_browser_pass(&self, pass: &str, account: &Account, earliest: i64) -> bool {
        let made = pass.split_once('-').and_then(|(made, _)| made.parse::<i64>().ok());
        let Some((text, mac)) = pass.rsplit_once('-') else { return false };
        self.pass_mac(text, account).is_some_and(|own| same_hash(&own, mac))
            && made.is_some_and(|made| made >= earliest)
    }

    /// Binds a browser's pass to the hash of the password: another password voids all passes, even within the same
    /// second.
    fn pass_mac(&self, text: &str, account: &Account) -> Option<String> {
        let Account { id, password, .. } = account;
        Some(self.key.as_ref()?.mac("browser", &format!("{text} {id} {password}")))
    }

    /// Binds the row of a session, with when it ends, under the server's key: whoever can write to the database and
    /// has no key cannot make a session of one account one of another.
    fn session_mac(&self, session: &Session, until: i64) -> String {
        let Session { hash, id, account, created, seen: _ } = session;
        let fields = json!([hash, id, account, created, until]).to_string();
        match &self.key {
            Some(key) => key.mac("sessions", &fields),
            None => seal("longroll session 1\0", &json!(fields)),
        }
    }

    /// A session from its row, if that is as this server wrote it.
    fn read_session(&self, row: &AnyRow) -> Result<Option<Session>, sqlx::Error> {
        let session = Session {
            hash: row.try_get("hash")?,
            id: row.try_get("id")?,
            account: row.try_get("account")?,
            created: row.try_get("created")?,
            seen: row.try_get("seen")?,
        };
        let whole = self.session_mac(&session, row.try_get("until")?) == row.try_get::<String, _>("seal")?;
        if !whole {
            tracing::error!("a session is not as it was written: it opens nothing");
        }
        Ok(whole.then_some(session))
    }
}

pub(super) fn seal(domain: &str, fields: &serde_json::Value) -> String {
    let mut hash = Sha256::new();
    hash.update(domain);
    hash.update(fields.to_string());
    hex_string(&hash.finalize())
}

/// All accounts.
pub(super) const COLUMNS: &str = "SELECT a.id AS id, a.name AS name, a.password AS password, \
     a.created AS created, a.changed AS changed, a.seal AS seal FROM accounts a";

/// All sessions.
pub(super) const SESSIONS: &str = "SELECT hash, id, account, created, seen, until, seal FROM sessions";

/// All seats that accounts hold.
pub(super) const SEATS: &str = "SELECT account, game, seat, created, seal FROM account_seats";

/// All accounts, and whether anything was done with each: those that only take a name may give way.
const USED: &str = "SELECT a.id AS id, a.created AS came, CASE WHEN \
     EXISTS (SELECT 1 FROM account_seats s WHERE s.account = a.id) \
     OR EXISTS (SELECT 1 FROM match_games m WHERE m.union_account = a.id OR m.confederate_account = a.id) \
     OR EXISTS (SELECT 1 FROM channels c WHERE c.account = a.id AND c.confirmed = 1) \
     OR EXISTS (SELECT 1 FROM studies t WHERE t.account = a.id) \
     OR EXISTS (SELECT 1 FROM sessions o WHERE o.account = a.id AND o.seen > a.created + 86400) \
     THEN 1 ELSE 0 END AS stays FROM accounts a";

impl Account {
    /// The hash of the password, if there is one.
    pub fn password(&self) -> Option<&str> {
        Some(&*self.password).filter(|hash| !hash.is_empty())
    }

    fn seal(&self) -> String {
        let Account { id, name, password, created, changed } = self;
        seal("longroll account 1\0", &json!([id, name, password, created, changed]))
    }

    /// From its row; the other is its seal.
    fn read(row: &AnyRow) -> Result<(Account, String), sqlx::Error> {
        let account = Account {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            password: row.try_get("password")?,
            created: row.try_get("created")?,
            changed: row.try_get("changed")?,
        };
        Ok((account, row.try_get("seal")?))
    }
}

/// Whether an account is as it was written.
pub(super) fn is_whole(row: &AnyRow) -> bool {
    Account::read(row).is_ok_and(|(account, seal)| account.seal() == seal)
}

/// Whether a seat that an account holds is as it was written.
pub(super) fn is_whole_seat(row: &AnyRow) -> bool {
    read_seat(row).is_some()
}

/// What binds the row of a seat that an account holds.
pub(super) fn seat_seal(account: &str, game: &str, seat: &str, created: i64) -> String {
    seal("longroll account seat 1\0", &json!([account, game, seat, created]))
}

impl Store {
    /// Keeps an account, unless its name is taken or there is no room for one more. An account that nobody has
    /// used may give way to it, and with it its name. A name that was given up is free again once its time is
    /// over; `now` in seconds since 1970.
    ///
    /// # Errors
    /// The database's own.
    pub async fn make_account(
        &self,
        new: &NewAccount,
        now: i64,
        (most, holder): (usize, Option<&Holder<String>>),
    ) -> Result<AccountKept, StoreError> {
        match self.try_make_account(new, now, (most, holder)).await {
            // Somebody else took the name at the very same time.
            Err(Broken::Undone(source) | Broken::Unknown(source))
                if source.as_database_error().is_some_and(|e| e.is_unique_violation()) =>
            {
                Ok(AccountKept::Taken)
            }
            outcome => self.done(outcome),
        }
    }

    async fn try_make_account(
        &self,
        new: &NewAccount,
        now: i64,
        (most, holder): (usize, Option<&Holder<String>>),
    ) -> Result<AccountKept, Broken> {
        let mut link = self.change().await?;
        let count = link.row(sqlx::query("SELECT COUNT(*) AS there FROM accounts")).await?;
        let there: i64 = count.map_or(Ok(0), |row| row.try_get("there"))?;
        // As long as half of the places are free nobody is counted.
        if usize::try_from(there).unwrap_or(usize::MAX) >= most / 2 {
            match shares(&mut link, Held::Account, USED).await?.room(most, holder) {
                Room::Free if most > 0 => {}
                Room::Instead(goes) => {
                    delete_account(&mut link, &goes, now).await?;
                }
                Room::Free | Room::None => return Ok(AccountKept::Full),
            }
        }
        hold(&mut link, (Held::Account, &new.id), holder).await?;
        for key in &new.keys {
            let free =
                sqlx::query("DELETE FROM account_names WHERE key = $1 AND account IS NULL AND until <= $2");
            link.execute(free.bind(key).bind(now)).await?;
            let there = sqlx::query("SELECT key FROM account_names WHERE key = $1").bind(key);
            if link.row(there).await?.is_some() {
                return Ok(AccountKept::Taken);
            }
        }
        let account = Account {
            id: new.id.clone(),
            name: new.name.clone(),
            password: new.password.clone(),
            created: now,
            changed: now,
        };
        let insert = sqlx::query(
            "INSERT INTO accounts (id, name, password, created, changed, seal) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&account.id)
        .bind(&account.name)
        .bind(&account.password)
        .bind(account.created)
        .bind(account.changed)
        .bind(account.seal());
        link.execute(insert).await?;
        for key in &new.keys {
            let insert = sqlx::query("INSERT INTO account_names (key, account, until) VALUES ($1, $2, 0)");
            link.execute(insert.bind(key).bind(&new.id)).await?;
        }
        if let Some(passkey) = &new.passkey {
            passkey.insert(&mut link).await?;
        }
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(AccountKept::Made)
    }

    /// What became of a change; whoever cannot know whether it was kept looks again.
    pub(super) fn done<T>(&self, outcome: Result<T, Broken>) -> Result<T, StoreError> {
        match outcome {
            Ok(done) => {
                self.note_written();
                Ok(done)
            }
            Err(Broken::Undone(source)) => Err(self.failed(source)),
            Err(Broken::Unknown(source)) => Err(StoreError::Uncertain { at: self.location.clone(), source }),
            Err(Broken::Refused(error)) => Err(error),
        }
    }

    /// The account of a name, by the hash of what no other is like.
    ///
    /// # Errors
    /// [`StoreError::Misfit`] if it is not as it was written, or the database's own.
    pub async fn account_named(&self, key: &str) -> Result<Option<Account>, StoreError> {
        let of = "JOIN account_names n ON n.account = a.id WHERE n.key = $1";
        self.account_where(of, key).await
    }

    /// An account.
    ///
    /// # Errors
    /// As [`Store::account_named`].
    pub async fn account(&self, id: &str) -> Result<Option<Account>, StoreError> {
        self.account_where("WHERE a.id = $1", id).await
    }

    async fn account_where(&self, of: &'static str, what: &str) -> Result<Option<Account>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let text = format!("{COLUMNS} {of}");
            let row = link.row(sqlx::query(sqlx::AssertSqlSafe(text)).bind(what)).await?;
            link.release();
            row.map(|row| Account::read(&row)).transpose()
        };
        match found.await.map_err(|error: sqlx::Error| self.failed(error))? {
            Some((account, seal)) if account.seal() != seal => Err(self.misfit("an account")),
            found => Ok(found.map(|(account, _)| account)),
        }
    }

    pub(super) fn misfit(&self, what: &'static str) -> StoreError {
        StoreError::Misfit { at: self.location.clone(), what }
    }

    /// Keeps a session.
    ///
    /// # Errors
    /// The database's own.
    pub async fn open_session(&self, new: &NewSession) -> Result<(), StoreError> {
        let NewSession { hash, id, account, created, until, .. } = new.clone();
        let seal = self.session_mac(&Session { hash, id, account, created, seen: created }, until);
        let insert = sqlx::query(
            "INSERT INTO sessions (hash, id, account, created, seen, until, browser, seal) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(&new.hash)
        .bind(&new.id)
        .bind(&new.account)
        .bind(new.created)
        .bind(new.created)
        .bind(new.until)
        .bind(&new.browser)
        .bind(seal);
        self.change_by(insert).await.map(|_| ())
    }

    /// One statement that changes something: how many rows.
    pub(super) async fn change_by(
        &self,
        statement: sqlx::query::Query<'_, sqlx::Any, sqlx::any::AnyArguments>,
    ) -> Result<u64, StoreError> {
        let changed = async {
            let mut link = self.change().await?;
            let changed = link.execute(statement).await?;
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(changed)
        };
        self.done(changed.await)
    }

    async fn session_in(
        &self,
        link: &mut Link,
        hash: &str,
        now: i64,
    ) -> Result<Option<Session>, sqlx::Error> {
        let query = sqlx::query(AssertSqlSafe(format!("{SESSIONS} WHERE hash = $1 AND until > $2")));
        let row = link.row(query.bind(hash).bind(now)).await?;
        Ok(row.map(|row| self.read_session(&row)).transpose()?.flatten())
    }

    /// Whether a session is as this server wrote it; without the key none can be told from another's.
    pub(super) fn is_whole_session(&self, row: &AnyRow) -> bool {
        self.key.is_none() || self.read_session(row).is_ok_and(|session| session.is_some())
    }

    /// The session whose secret has that hash, if it goes on and its row is as it was written.
    ///
    /// # Errors
    /// The database's own.
    pub async fn session(&self, hash: &str, now: i64) -> Result<Option<Session>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let session = self.session_in(&mut link, hash, now).await?;
            link.release();
            Ok(session)
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// A session was seen, and now ends at that time.
    ///
    /// # Errors
    /// The database's own.
    pub async fn see_session(&self, session: &Session, seen: i64, until: i64) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE sessions SET seen = $1, until = $2, seal = $3 WHERE hash = $4");
        let update = update.bind(seen).bind(until).bind(self.session_mac(session, until)).bind(&session.hash);
        self.change_by(update).await.map(|_| ())
    }

    /// The sessions of an account that go on, the last seen first.
    ///
    /// # Errors
    /// The database's own.
    pub async fn sessions(&self, account: &str, now: i64) -> Result<Vec<SessionFacts>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = sqlx::query(
                "SELECT id, hash, created, seen, until, browser FROM sessions \
                 WHERE account = $1 AND until > $2 ORDER BY seen DESC, created DESC, id",
            );
            let rows = link.rows(query.bind(account).bind(now)).await?;
            link.release();
            rows.iter()
                .map(|row| {
                    Ok(SessionFacts {
                        id: row.try_get("id")?,
                        hash: row.try_get("hash")?,
                        created: row.try_get("created")?,
                        seen: row.try_get("seen")?,
                        until: row.try_get("until")?,
                        browser: row.try_get("browser")?,
                    })
                })
                .collect::<Result<_, sqlx::Error>>()
        };
        found.await.map_err(|error| self.failed(error))
    }

    /// Ends sessions of an account: the hashes of their secrets.
    ///
    /// # Errors
    /// The database's own.
    pub async fn end_sessions(&self, account: &str, which: Ended<'_>) -> Result<Vec<String>, StoreError> {
        let ended = async {
            let mut link = self.change().await?;
            let hashes = end_sessions(&mut link, account, which).await?;
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(hashes)
        };
        self.done(ended.await)
    }

    /// Sets the password of an account and ends its sessions: the hashes of their secrets.
    ///
    /// # Errors
    /// The database's own.
    pub async fn set_password(
        &self,
        account: &Account,
        password: &str,
        now: i64,
    ) -> Result<Vec<String>, StoreError> {
        let set = Account { password: password.to_owned(), changed: now, ..account.clone() };
        let ended = async {
            let mut link = self.change().await?;
            let update =
                sqlx::query("UPDATE accounts SET password = $1, changed = $2, seal = $3 WHERE id = $4");
            let update = update.bind(&set.password).bind(set.changed).bind(set.seal()).bind(&set.id);
            link.execute(update).await?;
            let hashes = end_sessions(&mut link, &account.id, Ended::All).await?;
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(hashes)
        };
        self.done(ended.await)
    }

    /// Deletes an account with its sessions and what it held, and keeps its name from others until
    /// then: the hashes of the sessions' secrets. Its games stay.
    ///
    /// # Errors
    /// The database's own.
    pub async fn delete_account(&self, account: &str, name_until: i64) -> Result<Vec<String>, StoreError> {
        let ended = async {
            let mut link = self.change().await?;
            if matches!(self.location, Location::Server(_)) {
                // A match that begins with it at this moment is waited for, and its seat goes with the others.
                let locked = sqlx::query("SELECT id FROM accounts WHERE id = $1 FOR UPDATE");
                link.row(locked.bind(account)).await?;
            }
            let hashes = delete_account(&mut link, account, name_until).await?;
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(hashes)
        };
        self.done(ended.await)
    }

    /// Forgets sessions that are over, and names that may be taken again.
    ///
    /// # Errors
    /// The database's own.
    pub async fn sweep_accounts(&self, now: i64) -> Result<(), StoreError> {
        self.change_by(sqlx::query("DELETE FROM sessions WHERE until <= $1").bind(now)).await?;
        let names = sqlx::query("DELETE FROM account_names WHERE account IS NULL AND until <= $1");
        self.change_by(names.bind(now)).await.map(|_| ())
    }

    /// Puts a seat into an account, unless it holds `most` already; whether it holds it then. Seats of matches and
    /// tournaments do not count: its owner did not put them there. Whoever puts it there `knows` how the game stands, or is to be told.
    ///
    /// # Errors
    /// The database's own.
    pub async fn hold_seat(
        &self,
        account: &str,
        (game, you): (&str, You),
        (now, knows): (i64, bool),
        most: usize,
    ) -> Result<bool, StoreError> {
        let held = async {
            let mut link = self.change().await?;
            let query = sqlx::query(
                "SELECT COUNT(CASE WHEN game NOT IN (SELECT game FROM match_games) \
                 AND game NOT IN (SELECT game FROM tournament_games) THEN 1 END) AS there, \
                 COUNT(CASE WHEN game = $2 AND seat = $3 THEN 1 END) AS this \
                 FROM account_seats WHERE account = $1",
            );
            let row = link.row(query.bind(account).bind(game).bind(you.word())).await?;
            let (there, this): (i64, i64) = match row {
                Some(row) => (row.try_get("there")?, row.try_get("this")?),
                None => (0, 0),
            };
            let is_full = usize::try_from(there).unwrap_or(usize::MAX) >= most;
            if this > 0 || is_full {
                link.commit().await.map_err(Broken::Unknown)?;
                link.release();
                return Ok(this > 0);
            }
            let insert = sqlx::query(
                "INSERT INTO account_seats (account, game, seat, created, seal, told) VALUES ($1, $2, $3, $4, $5, \
                 CASE WHEN $6 = 1 THEN (SELECT COALESCE(MAX(version), 0) FROM entries WHERE game = $2) ELSE -1 END)",
            )
            .bind(account)
            .bind(game)
            .bind(you.word())
            .bind(now)
            .bind(seat_seal(account, game, you.word(), now))
            .bind(i64::from(knows));
            link.execute(insert).await?;
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(true)
        };
        match self.done(held.await) {
            // It was put there at the very same time.
            Err(StoreError::Stale) => Ok(true),
            other => other,
        }
    }

    /// Takes a seat out of an account; whether it was there.
    ///
    /// # Errors
    /// The database's own.
    pub async fn let_go_of_seat(&self, account: &str, game: &str, you: You) -> Result<bool, StoreError> {
        let delete = sqlx::query("DELETE FROM account_seats WHERE account = $1 AND game = $2 AND seat = $3");
        Ok(self.change_by(delete.bind(account).bind(game).bind(you.word())).await? > 0)
    }

    /// The seats of an account, the newest first. One that is not as it was written is left out.
    ///
    /// # Errors
    /// The database's own.
    pub async fn account_seats(&self, account: &str) -> Result<Vec<AccountSeat>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = sqlx::query(
                "SELECT s.account AS account, s.game AS game, s.seat AS seat, s.created AS created, \
                 s.seal AS seal, t.hash AS hash FROM account_seats s \
                 JOIN seats t ON t.game = s.game AND t.seat = s.seat \
                 WHERE s.account = $1 ORDER BY s.created DESC, s.game, s.seat",
            );
            let rows = link.rows(query.bind(account)).await?;
            link.release();
            rows.iter()
                .filter_map(|row| {
                    let Some((game, you, created)) = read_seat(row) else {
                        tracing::error!("a seat that an account holds is damaged");
                        return None;
                    };
                    Some(row.try_get("hash").map(|hash| AccountSeat { game, you, created, hash }))
                })
                .collect::<Result<_, sqlx::Error>>()
        };
        found.await.map_err(|error| self.failed(error))
    }

    /// The hash of the token of a seat, if the account of that session holds it and the session goes
    /// on.
    ///
    /// # Errors
    /// The database's own.
    pub async fn seat_in_session(
        &self,
        session: &str,
        (game, you): (&str, You),
        now: i64,
    ) -> Result<Option<String>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let Some(session) = self.session_in(&mut link, session, now).await? else { return Ok(None) };
            let query = sqlx::query(
                "SELECT s.account AS account, s.game AS game, s.seat AS seat, s.created AS created, \
                 s.seal AS seal, t.hash AS hash FROM account_seats s \
                 JOIN seats t ON t.game = s.game AND t.seat = s.seat \
                 WHERE s.account = $1 AND s.game = $2 AND s.seat = $3",
            );
            let row = link.row(query.bind(&session.account).bind(game).bind(you.word())).await?;
            link.release();
            row.filter(|row| read_seat(row).is_some()).map(|row| row.try_get("hash")).transpose()
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }
}

/// A seat from its row, if it is as it was written.
fn read_seat(row: &AnyRow) -> Option<(String, You, i64)> {
    let account: String = row.try_get("account").ok()?;
    let game: String = row.try_get("game").ok()?;
    let seat: String = row.try_get("seat").ok()?;
    let created: i64 = row.try_get("created").ok()?;
    let seal: String = row.try_get("seal").ok()?;
    if seal != seat_seal(&account, &game, &seat, created) {
        return None;
    }
    Some((game, You::from_word(&seat)?, created))
}

async fn end_sessions(link: &mut Link, account: &str, which: Ended<'_>) -> Result<Vec<String>, sqlx::Error> {
    let rows =
        link.rows(sqlx::query("SELECT hash, id FROM sessions WHERE account = $1").bind(account)).await?;
    let mut ended = Vec::new();
    for row in &rows {
        let (hash, id): (String, String) = (row.try_get("hash")?, row.try_get("id")?);
        let ends = match which {
            Ended::One(one) => id == one,
            Ended::All => true,
        };
        if ends {
            link.execute(sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(&hash)).await?;
            ended.push(hash);
        }
    }
    Ok(ended)
}

/// Deletes an account; the hashes of its sessions. Its name is free again at `name_until`.
async fn delete_account(link: &mut Link, account: &str, name_until: i64) -> Result<Vec<String>, sqlx::Error> {
    let hashes = end_sessions(link, account, Ended::All).await?;
    // What they said as a watcher stays, without their name.
    for statement in [
        "DELETE FROM account_seats WHERE account = $1",
        "DELETE FROM passkeys WHERE account = $1",
        "DELETE FROM challenges WHERE by_account = $1 OR for_account = $1",
        "DELETE FROM notices WHERE account = $1",
        "DELETE FROM outbox WHERE channel IN (SELECT id FROM channels WHERE account = $1)",
        "DELETE FROM channels WHERE account = $1",
        "DELETE FROM quiet_hours WHERE account = $1",
        "DELETE FROM studies WHERE account = $1",
        // Nobody else could take out what it brought. Its games are their players'.
        "DELETE FROM library_facts WHERE game IN \
         (SELECT game FROM library WHERE by_account = $1 AND source = 'imported')",
        "DELETE FROM library WHERE by_account = $1 AND source = 'imported'",
        "UPDATE library SET by_account = NULL WHERE by_account = $1",
        "UPDATE talk SET author = '' WHERE room = 'watchers' \
         AND author = (SELECT name FROM accounts WHERE id = $1)",
        "UPDATE reports SET author = '' WHERE author = (SELECT name FROM accounts WHERE id = $1)",
        "UPDATE reports SET reporter = '' WHERE reporter = (SELECT name FROM accounts WHERE id = $1)",
    ] {
        link.execute(sqlx::query(statement).bind(account)).await?;
    }
    let names = sqlx::query("UPDATE account_names SET account = NULL, until = $1 WHERE account = $2");
    link.execute(names.bind(name_until).bind(account)).await?;
    let_go(link, (Held::Account, account)).await?;
    link.execute(sqlx::query("DELETE FROM accounts WHERE id = $1").bind(account)).await?;
    Ok(hashes)
}
