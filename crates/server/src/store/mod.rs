//! Storage: every game as an append-only list of entries in one SQLite file.
//!
//! The statements keep to what other databases understand too (`$1` for arguments, text and whole numbers for values), so
//! that one more kind of pool is all it takes to keep games elsewhere.

mod damage;
mod open;
mod packs;

use std::path::{Path, PathBuf};

use serde_json::Value;
use sqlx::sqlite::SqlitePool;
use sqlx::{Row, Sqlite, Transaction};
use tabletop::{Header, PackMark, Side};

use crate::protocol::answer::You;
use crate::protocol::params::Commanders;

pub use damage::Damage;
pub use open::OpenError;

/// What is kept of a game when it begins.
#[derive(Debug, Clone)]
pub struct NewGame {
    /// Its name in the protocol.
    pub id: String,
    /// Without the secret.
    pub header: Header,
    /// The server's seed in hexadecimal, if it is known.
    pub secret: Option<String>,
    /// The battle.
    pub title: String,
    /// What the players call it.
    pub name: String,
    /// `hot-seat`, `two` or `computer`.
    pub mode: &'static str,
    /// Which sides computers command.
    pub commanders: Commanders,
    /// Whether players may ask for advice.
    pub advice: bool,
    /// The seats with the hashes of their tokens.
    pub seats: Vec<(You, String)>,
    /// The entries it begins with.
    pub entries: Vec<Value>,
    /// Where it stands.
    pub standing: Standing,
}

/// Where a game stands, kept beside its entries for lists.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Standing {
    /// The game-turn.
    pub turn: u32,
    /// How many there are.
    pub turns: u32,
    /// The phase.
    pub phase: String,
    /// Who is asked; nobody once it is over.
    pub asked: Option<Side>,
}

/// A game as it is kept.
#[derive(Debug, Clone)]
pub struct Kept {
    /// Without the secret.
    pub header: Header,
    /// The server's seed in hexadecimal.
    pub secret: Option<String>,
    /// What the players call it.
    pub name: String,
    /// `hot-seat`, `two` or `computer`.
    pub mode: String,
    /// Which sides computers command.
    pub commanders: Commanders,
    /// Whether players may ask for advice.
    pub advice: bool,
    /// The seats with the hashes of their tokens.
    pub seats: Vec<(You, String)>,
    /// Every entry.
    pub entries: Vec<Value>,
}

/// A game somebody holds a seat in.
#[derive(Debug, Clone)]
pub struct Held {
    /// Its name in the protocol.
    pub id: String,
    /// What the players call it.
    pub name: String,
    /// The scenario's id.
    pub scenario: String,
    /// The battle; games of older programs did not keep it.
    pub title: Option<String>,
    /// The data pack it is played on.
    pub pack: Option<PackMark>,
    /// The seat.
    pub you: You,
    /// Which sides computers command.
    pub commanders: Commanders,
    /// Where it stands.
    pub standing: Standing,
    /// Seconds since 1970.
    pub updated: i64,
}

/// Why something could not be kept or found again.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// That version has been written before: the game has gone on elsewhere.
    #[error("the game has gone on elsewhere")]
    Stale,
    /// What is kept of a game cannot be read.
    #[error("{file}: game {game}: {what}")]
    Unreadable {
        /// The database file.
        file: PathBuf,
        /// The game.
        game: String,
        /// What is wrong.
        what: String,
    },
    /// The database failed.
    #[error("{file}: {source}")]
    Database {
        /// The database file.
        file: PathBuf,
        /// How.
        source: sqlx::Error,
    },
}

/// The database.
#[derive(Debug, Clone)]
pub struct Store {
    pool: SqlitePool,
    file: PathBuf,
}

impl Store {
    /// The database file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    fn failed(&self, source: sqlx::Error) -> StoreError {
        if source.as_database_error().is_some_and(|e| e.is_unique_violation()) {
            return StoreError::Stale;
        }
        StoreError::Database { file: self.file.clone(), source }
    }

    fn unreadable(&self, game: &str, what: impl ToString) -> StoreError {
        StoreError::Unreadable { file: self.file.clone(), game: game.to_owned(), what: what.to_string() }
    }

    /// Keeps a new game.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if there is a game of that name, or the database's own.
    pub async fn create(&self, game: &NewGame) -> Result<(), StoreError> {
        self.try_create(game).await.map_err(|e| self.failed(e))
    }

    async fn try_create(&self, game: &NewGame) -> Result<(), sqlx::Error> {
        let now = now();
        let mut change = self.change().await?;
        sqlx::query(
            "INSERT INTO games (id, scenario, header, secret, name, mode, created, updated, turn, turns, phase, asked, \
             pack, title, commanders, advice) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        )
        .bind(&game.id)
        .bind(&game.header.scenario)
        .bind(game.header.value().to_string())
        .bind(&game.secret)
        .bind(&game.name)
        .bind(game.mode)
        .bind(now)
        .bind(now)
        .bind(game.standing.turn)
        .bind(game.standing.turns)
        .bind(&game.standing.phase)
        .bind(game.standing.asked.map(Side::word))
        .bind(game.header.pack.as_ref().map(|pack| &pack.id))
        .bind(&game.title)
        .bind(written(&game.commanders))
        .bind(i64::from(game.advice))
        .execute(&mut *change)
        .await?;
        for (seat, hash) in &game.seats {
            sqlx::query("INSERT INTO seats (game, seat, hash) VALUES ($1, $2, $3)")
                .bind(&game.id)
                .bind(seat.word())
                .bind(hash)
                .execute(&mut *change)
                .await?;
        }
        insert_entries(&mut change, &game.id, 0, &game.entries).await?;
        change.commit().await
    }

    /// Appends entries after version `after`. Once this returns they are on disk.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if one of these versions has been written, or the database's own. Nothing is kept then.
    pub async fn append(
        &self,
        game: &str,
        after: u32,
        entries: &[Value],
        standing: &Standing,
    ) -> Result<(), StoreError> {
        self.try_append(game, after, entries, standing).await.map_err(|e| self.failed(e))
    }

    async fn try_append(
        &self,
        game: &str,
        after: u32,
        entries: &[Value],
        standing: &Standing,
    ) -> Result<(), sqlx::Error> {
        let mut change = self.change().await?;
        insert_entries(&mut change, game, after, entries).await?;
        sqlx::query(
            "UPDATE games SET updated = $1, turn = $2, turns = $3, phase = $4, asked = $5 WHERE id = $6",
        )
        .bind(now())
        .bind(standing.turn)
        .bind(standing.turns)
        .bind(&standing.phase)
        .bind(standing.asked.map(Side::word))
        .bind(game)
        .execute(&mut *change)
        .await?;
        change.commit().await
    }

    /// A game with all its entries; `None` if there is none of that name.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] if it is not as it was written, or the database's own.
    pub async fn load(&self, game: &str) -> Result<Option<Kept>, StoreError> {
        let found =
            sqlx::query("SELECT header, secret, name, mode, commanders, advice FROM games WHERE id = $1")
                .bind(game)
                .fetch_optional(&self.pool)
                .await
                .map_err(|e| self.failed(e))?;
        let Some(row) = found else { return Ok(None) };
        let header: String = row.try_get("header").map_err(|e| self.failed(e))?;
        let header = serde_json::from_str(&header).map_err(|e| self.unreadable(game, e))?;
        let commanders: Option<String> = row.try_get("commanders").map_err(|e| self.failed(e))?;
        let commanders = self.commanders(game, commanders.as_deref())?;
        let advice: i64 = row.try_get("advice").map_err(|e| self.failed(e))?;
        let seats = sqlx::query("SELECT seat, hash FROM seats WHERE game = $1 ORDER BY seat")
            .bind(game)
            .fetch_all(&self.pool)
            .await
            .map_err(|e| self.failed(e))?
            .iter()
            .map(|row| Ok((row.try_get("seat")?, row.try_get("hash")?)))
            .collect::<Result<Vec<(String, String)>, sqlx::Error>>()
            .map_err(|e| self.failed(e))?
            .into_iter()
            .map(|(seat, hash)| Some((You::from_word(&seat)?, hash)))
            .collect::<Option<_>>()
            .ok_or_else(|| self.unreadable(game, "a seat nobody knows"))?;
        let lines = sqlx::query("SELECT version, line FROM entries WHERE game = $1 ORDER BY version")
            .bind(game)
            .fetch_all(&self.pool)
            .await
            .map_err(|e| self.failed(e))?;
        let mut entries = Vec::with_capacity(lines.len());
        for (i, row) in lines.iter().enumerate() {
            let version: i64 = row.try_get("version").map_err(|e| self.failed(e))?;
            if version != i as i64 + 1 {
                return Err(self.unreadable(game, format!("entry {} is missing", i + 1)));
            }
            let line: String = row.try_get("line").map_err(|e| self.failed(e))?;
            let entry = serde_json::from_str(&line)
                .map_err(|e| self.unreadable(game, format!("entry {version}: {e}")))?;
            entries.push(entry);
        }
        let kept = || -> Result<Kept, sqlx::Error> {
            Ok(Kept {
                header,
                secret: row.try_get("secret")?,
                name: row.try_get("name")?,
                mode: row.try_get("mode")?,
                commanders,
                advice: advice != 0,
                seats,
                entries,
            })
        };
        kept().map(Some).map_err(|e| self.failed(e))
    }

    /// The game of the seat whose token has this hash.
    ///
    /// # Errors
    /// The database's own.
    pub async fn seated(&self, hash: &str) -> Result<Option<Held>, StoreError> {
        let found = sqlx::query(
            "SELECT g.id, g.name, g.scenario, g.updated, g.turn, g.turns, g.phase, g.asked, g.title, \
             g.commanders, s.seat, p.id AS pack, p.title AS pack_title \
             FROM seats s JOIN games g ON g.id = s.game LEFT JOIN packs p ON p.id = g.pack WHERE s.hash = $1",
        )
        .bind(hash)
        .fetch_optional(&self.pool)
        .await
        .map_err(|e| self.failed(e))?;
        let Some(row) = found else { return Ok(None) };
        let id: String = row.try_get("id").map_err(|e| self.failed(e))?;
        let commanders: Option<String> = row.try_get("commanders").map_err(|e| self.failed(e))?;
        let commanders = self.commanders(&id, commanders.as_deref())?;
        let read = || -> Result<Option<Held>, sqlx::Error> {
            let seat: String = row.try_get("seat")?;
            let asked: Option<String> = row.try_get("asked")?;
            let Some(you) = You::from_word(&seat) else { return Ok(None) };
            Ok(Some(Held {
                id: id.clone(),
                name: row.try_get("name")?,
                scenario: row.try_get("scenario")?,
                title: row.try_get("title")?,
                pack: match (row.try_get("pack")?, row.try_get("pack_title")?) {
                    (Some(id), Some(title)) => Some(PackMark { id, title }),
                    _ => None,
                },
                you,
                commanders: commanders.clone(),
                standing: Standing {
                    turn: row.try_get("turn")?,
                    turns: row.try_get("turns")?,
                    phase: row.try_get("phase")?,
                    asked: asked.as_deref().and_then(Side::from_word),
                },
                updated: row.try_get("updated")?,
            }))
        };
        read().map_err(|e| self.failed(e))
    }

    /// The commanders of a game as they were written; games of older programs have none.
    fn commanders(&self, game: &str, text: Option<&str>) -> Result<Commanders, StoreError> {
        text.map_or(Ok(Commanders::default()), |text| {
            serde_json::from_str(text).map_err(|e| self.unreadable(game, format!("commanders: {e}")))
        })
    }

    /// A transaction that means to write: it waits for its turn at once, not halfway.
    async fn change(&self) -> Result<Transaction<'static, Sqlite>, sqlx::Error> {
        self.pool.begin_with("BEGIN IMMEDIATE").await
    }

    /// Folds everything into the one file and lets go of it.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

async fn insert_entries(
    change: &mut Transaction<'static, Sqlite>,
    game: &str,
    after: u32,
    entries: &[Value],
) -> Result<(), sqlx::Error> {
    for (version, entry) in (i64::from(after) + 1..).zip(entries) {
        sqlx::query("INSERT INTO entries (game, version, line) VALUES ($1, $2, $3)")
            .bind(game)
            .bind(version)
            .bind(entry.to_string())
            .execute(&mut **change)
            .await?;
    }
    Ok(())
}

/// Commanders as they are kept; none of them, nothing.
fn written(commanders: &Commanders) -> Option<String> {
    (!commanders.is_empty()).then(|| serde_json::json!(commanders).to_string())
}

/// Seconds since 1970, UTC.
fn now() -> i64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}
