//! Passkeys of accounts, and which ceremonies were answered.
//!
//! Of a passkey the public half is kept, with its counter: nothing here opens anything. Each is bound
//! by a hash, so that a wrong bit is noticed.

use serde_json::json;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::accounts::seal;
use super::error::Broken;
use super::link::Link;
use super::{Store, StoreError};

/// A passkey as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptPasskey {
    /// What the authenticator calls it, in base64 for addresses.
    pub id: String,
    /// Whose it is.
    pub account: String,
    /// What its owner calls it.
    pub name: String,
    /// The public half, with its counter, as JSON.
    pub key: String,
    /// When it was added: seconds since 1970.
    pub created: i64,
    /// When somebody last signed in with it: seconds since 1970; 0 if nobody did.
    pub used: i64,
}

/// What became of a passkey that was to be taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasskeyRemoved {
    /// It is gone.
    Gone,
    /// There is none such.
    Missing,
    /// Without it nobody could sign in any more.
    LastWayIn,
}

/// What became of the answer to a ceremony.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CeremonyAnswered {
    /// It is the first.
    Now,
    /// It was answered before.
    Before,
    /// The account has answered as many as it may for a while.
    TooOften,
}

/// All passkeys.
pub(super) const COLUMNS: &str = "SELECT id, account, name, passkey, created, used, seal FROM passkeys";

/// Whether a passkey is as it was written.
pub(super) fn is_whole(row: &AnyRow) -> bool {
    KeptPasskey::read(row).is_ok_and(|kept| kept.is_some())
}

impl KeptPasskey {
    fn seal(&self) -> String {
        let KeptPasskey { id, account, name, key, created, used } = self;
        seal("longroll passkey 1\0", &json!([id, account, name, key, created, used]))
    }

    /// From its row, if it is as it was written.
    fn read(row: &AnyRow) -> Result<Option<KeptPasskey>, sqlx::Error> {
        let kept = KeptPasskey {
            id: row.try_get("id")?,
            account: row.try_get("account")?,
            name: row.try_get("name")?,
            key: row.try_get("passkey")?,
            created: row.try_get("created")?,
            used: row.try_get("used")?,
        };
        let seal: String = row.try_get("seal")?;
        Ok(Some(kept).filter(|kept| kept.seal() == seal))
    }

    pub(super) async fn insert(&self, link: &mut Link) -> Result<(), sqlx::Error> {
        let insert = sqlx::query(
            "INSERT INTO passkeys (id, account, name, passkey, created, used, seal) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&self.id)
        .bind(&self.account)
        .bind(&self.name)
        .bind(&self.key)
        .bind(self.created)
        .bind(self.used)
        .bind(self.seal());
        link.execute(insert).await.map(|_| ())
    }
}

impl Store {
    /// The passkeys of an account, the oldest first.
    ///
    /// # Errors
    /// [`StoreError::Misfit`] if one is not as it was written, or the database's own.
    pub async fn passkeys(&self, account: &str) -> Result<Vec<KeptPasskey>, StoreError> {
        self.passkeys_where("WHERE account = $1 ORDER BY created, id", account).await
    }

    /// A passkey.
    ///
    /// # Errors
    /// As [`Store::passkeys`].
    pub async fn passkey(&self, id: &str) -> Result<Option<KeptPasskey>, StoreError> {
        Ok(self.passkeys_where("WHERE id = $1", id).await?.pop())
    }

    async fn passkeys_where(&self, of: &'static str, what: &str) -> Result<Vec<KeptPasskey>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let text = format!("{COLUMNS} {of}");
            let rows = link.rows(sqlx::query(sqlx::AssertSqlSafe(text)).bind(what)).await?;
            link.release();
            rows.iter().map(KeptPasskey::read).collect::<Result<Vec<_>, sqlx::Error>>()
        };
        let found = found.await.map_err(|error| self.failed(error))?;
        found.into_iter().map(|kept| kept.ok_or_else(|| self.misfit("a passkey"))).collect()
    }

    /// Adds a passkey to an account, unless it has so many already or somebody has this one; whether
    /// it has it now.
    ///
    /// # Errors
    /// The database's own.
    pub async fn add_passkey(&self, new: &KeptPasskey, most: usize) -> Result<bool, StoreError> {
        let added = async {
            let mut link = self.change().await?;
            let there = sqlx::query(
                "SELECT COUNT(CASE WHEN account = $1 THEN 1 END) AS own, COUNT(CASE WHEN id = $2 THEN 1 END) AS this \
                 FROM passkeys WHERE account = $1 OR id = $2",
            );
            let row = link.row(there.bind(&new.account).bind(&new.id)).await?;
            let (own, this): (i64, i64) = match row {
                Some(row) => (row.try_get("own")?, row.try_get("this")?),
                None => (0, 0),
            };
            if this > 0 || usize::try_from(own).unwrap_or(usize::MAX) >= most {
                return Ok(false);
            }
            new.insert(&mut link).await?;
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(true)
        };
        match self.done(added.await) {
            // Somebody added it at the very same time.
            Err(StoreError::Stale) => Ok(false),
            other => other,
        }
    }

    /// Somebody signed in with a passkey, whose counter is another now.
    ///
    /// # Errors
    /// The database's own.
    pub async fn use_passkey(&self, used: &KeptPasskey) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE passkeys SET passkey = $1, used = $2, seal = $3 WHERE id = $4");
        let update = update.bind(&used.key).bind(used.used).bind(used.seal()).bind(&used.id);
        self.change_by(update).await.map(|_| ())
    }

    /// Takes a passkey away from an account, unless it is the only way to sign in to it.
    ///
    /// # Errors
    /// The database's own.
    pub async fn remove_passkey(&self, account: &str, id: &str) -> Result<PasskeyRemoved, StoreError> {
        let removed = async {
            let mut link = self.change().await?;
            let there = sqlx::query(
                "SELECT p.id AS id, a.password AS password FROM passkeys p \
                 JOIN accounts a ON a.id = p.account WHERE p.account = $1",
            );
            let rows = link.rows(there.bind(account)).await?;
            let mut found = false;
            let mut others = 0;
            let mut password = String::new();
            for row in &rows {
                password = row.try_get("password")?;
                match row.try_get::<String, _>("id")? == id {
                    true => found = true,
                    false => others += 1,
                }
            }
            if !found {
                return Ok(PasskeyRemoved::Missing);
            }
            if others == 0 && password.is_empty() {
                return Ok(PasskeyRemoved::LastWayIn);
            }
            link.execute(sqlx::query("DELETE FROM passkeys WHERE id = $1").bind(id)).await?;
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(PasskeyRemoved::Gone)
        };
        self.done(removed.await)
    }

    /// What is handed out and comes back, which only this server can read or make.
    ///
    /// # Errors
    /// [`StoreError::NoKey`] on a server that was started without its key.
    pub fn seal_ceremony(&self, text: &str) -> Result<String, StoreError> {
        let key = self.key.as_ref().ok_or(StoreError::NoKey)?;
        key.seal("ceremony", text).map_err(StoreError::Locking)
    }

    /// What was sealed, if it was.
    pub fn unseal_ceremony(&self, sealed: &str) -> Option<String> {
        self.key.as_ref()?.unseal("ceremony", sealed)
    }

    /// Notes that an account has answered a ceremony, which is kept until the ceremony's time is over; of one
    /// account at most `most`, so that it fills no table.
    ///
    /// # Errors
    /// The database's own.
    pub async fn answer_ceremony(
        &self,
        (id, account): (&str, &str),
        (now, until): (i64, i64),
        most: usize,
    ) -> Result<CeremonyAnswered, StoreError> {
        let answered = async {
            let mut link = self.change().await?;
            link.execute(sqlx::query("DELETE FROM ceremonies WHERE until <= $1").bind(now)).await?;
            let count = sqlx::query("SELECT COUNT(*) AS there FROM ceremonies WHERE line = $1").bind(account);
            let there: i64 = link.row(count).await?.map_or(Ok(0), |row| row.try_get("there"))?;
            if usize::try_from(there).unwrap_or(usize::MAX) >= most {
                return Ok(CeremonyAnswered::TooOften);
            }
            let insert = sqlx::query(
                "INSERT INTO ceremonies (id, line, until) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING",
            );
            let first = link.execute(insert.bind(id).bind(account).bind(until)).await? > 0;
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(if first { CeremonyAnswered::Now } else { CeremonyAnswered::Before })
        };
        self.done(answered.await)
    }
}
