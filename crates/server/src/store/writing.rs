//! Writing games: new ones, and what is appended to them.

use protocol::params::Commanders;
use serde_json::Value;
use sqlx::{AssertSqlSafe, Row};
use tabletop::{Side, chain};

use super::error::Broken;
use super::groups::Append;
use super::holders::{Held, hold};
use super::link::Link;
use super::seal::{Moving, Sealed, commitment, head_after};
use super::standing::pending;
use super::{HEAD, NewGame, NextTurn, Standing, Store, StoreError, now};
use crate::limits::Holder;

impl Store {
    /// Keeps a new game, which is counted for the networks of its holder until it has an order.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if there is a game of that name, [`StoreError::NoKey`] if its secret
    /// cannot be kept, or the database's own.
    pub async fn create(&self, game: &NewGame, holder: Option<&Holder<String>>) -> Result<(), StoreError> {
        let (sealed, moving) = self.bind_new(game)?;
        let head = moving.head.clone().unwrap_or_default();
        let outcome = self.try_create((&sealed, &moving), &game.entries, holder).await;
        self.settle(outcome, (HEAD, &game.id, &head)).await
    }

    /// What is written of a new game.
    pub(super) fn bind_new(&self, game: &NewGame) -> Result<(Sealed, Moving), StoreError> {
        let secret = match (&game.secret, &self.key) {
            (None, _) => None,
            (Some(_), None) => return Err(StoreError::NoKey),
            (Some(secret), Some(key)) => Some(key.lock(&game.id, secret).map_err(StoreError::Locking)?),
        };
        let mut seats: Vec<(String, String)> =
            game.seats.iter().map(|(seat, hash)| (seat.word().to_owned(), hash.clone())).collect();
        seats.sort();
        let header = game.header.value();
        let now = now();
        let sealed = Sealed {
            id: game.id.clone(),
            scenario: game.header.scenario.clone(),
            header: header.to_string(),
            secret,
            name: game.name.clone(),
            mode: game.mode.to_owned(),
            created: now,
            pack: game.header.pack.as_ref().map(|pack| pack.id.clone()),
            title: Some(game.title.clone()),
            commanders: written(&game.commanders),
            advice: i64::from(game.advice),
            seats,
        };
        let head = head_after(chain::header_hash(&header), &game.entries);
        let moving = Moving { updated: now, standing: game.standing.clone(), head: Some(head) };
        Ok((sealed, moving))
    }

    async fn try_create(
        &self,
        (sealed, moving): (&Sealed, &Moving),
        entries: &[Value],
        holder: Option<&Holder<String>>,
    ) -> Result<(), Broken> {
        let mut link = self.change().await?;
        insert_game(&mut link, sealed, moving, entries).await?;
        hold(&mut link, (Held::Game, &sealed.id), holder).await?;
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(())
    }

    /// Appends entries after version `after`. Once this returns they are on disk.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if one of these versions has been written, [`StoreError::Uncertain`]
    /// if it cannot be told whether they were kept, or the database's own; but for `Uncertain`,
    /// nothing is kept then.
    pub async fn append(
        &self,
        game: &str,
        after: u32,
        entries: &[Value],
        standing: &Standing,
    ) -> Result<(), StoreError> {
        self.append_with((game, after, &[]), entries, standing, None).await
    }

    /// The same where these orders without a number wait for them; in a game that computers play, together with
    /// what becomes of their turn in the queue. That is passed over in a file.
    ///
    /// # Errors
    /// As [`Store::append`]; [`StoreError::Stale`] also if other orders wait.
    pub async fn append_with(
        &self,
        (game, after, waiting): (&str, u32, &[Value]),
        entries: &[Value],
        standing: &Standing,
        turn: Option<NextTurn>,
    ) -> Result<(), StoreError> {
        let pending = pending(game, after, waiting);
        let (game, entries, standing) = (game.to_owned(), entries.to_vec(), standing.clone());
        let append = Append { game, after, entries, standing, pending, turn };
        let append = match self.writer.as_ref().map(|writer| writer.take(append.clone())) {
            Some(Ok(told)) => {
                return told.await.unwrap_or_else(|_| {
                    let source = sqlx::Error::WorkerCrashed;
                    Err(StoreError::Uncertain { at: self.location.clone(), source })
                });
            }
            Some(Err(append)) => *append,
            None => append,
        };
        self.append_alone(&append).await
    }

    /// Appends entries in a transaction of their own.
    pub(super) async fn append_alone(&self, append: &Append) -> Result<(), StoreError> {
        let mut head = String::new();
        let outcome = self.try_append(append, &mut head).await;
        self.settle(outcome, (HEAD, &append.game, &head)).await
    }

    async fn try_append(&self, append: &Append, new_head: &mut String) -> Result<(), Broken> {
        let Append { game, after, entries, standing, pending, turn } = append;
        let mut link = self.change().await?;
        let found = link.row(sqlx::query(self.head_held()).bind(game)).await?;
        // Somebody has deleted it.
        let Some(row) = found else { return Err(Broken::Refused(StoreError::Stale)) };
        let head: Option<String> = row.try_get("head")?;
        let head = head.ok_or_else(|| Broken::Refused(self.headless(game)))?;
        // Entries that follow on other entries than these: the game has gone on elsewhere.
        let head = append.new_head(head).ok_or(Broken::Refused(StoreError::Stale))?;
        // Another server was given an order that is to be in the first of them.
        if row.try_get::<Option<String>, _>("pending")? != *pending {
            return Err(Broken::Refused(StoreError::Stale));
        }
        insert_entries(&mut link, game, *after, entries).await?;
        if let Some(turn) = turn {
            self.write_turn(&mut link, game, turn).await?;
        }
        self.announce(&mut link, game);
        new_head.clone_from(&head);
        let moving = Moving { updated: now(), standing: standing.clone(), head: Some(head) };
        write_moving(&mut link, game, &moving).await?;
        if pending.is_some() {
            link.execute(sqlx::query("UPDATE games SET pending = NULL WHERE id = $1").bind(game)).await?;
        }
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(())
    }

    /// Writes anew where a game stands, for lists: what was kept of it was damaged, and its entries
    /// tell it.
    ///
    /// # Errors
    /// The database's own.
    pub async fn restate(&self, game: &str, standing: &Standing) -> Result<(), StoreError> {
        let restated: Result<(), sqlx::Error> = async {
            let mut link = self.change().await?;
            let found = link.row(sqlx::query(self.head_held()).bind(game)).await?;
            if let Some(row) = found {
                let moving =
                    Moving { updated: now(), standing: standing.clone(), head: row.try_get("head")? };
                write_moving(&mut link, game, &moving).await?;
            }
            link.commit().await?;
            link.release();
            Ok(())
        }
        .await;
        restated.map_err(|e| self.failed(e))
    }
}

/// Writes a new game, with its seats and what it begins with.
pub(super) async fn insert_game(
    link: &mut Link,
    sealed: &Sealed,
    moving: &Moving,
    entries: &[Value],
) -> Result<(), sqlx::Error> {
    let insert = sqlx::query(
        "INSERT INTO games (id, scenario, header, secret, name, mode, created, pack, title, commanders, advice, \
         seal, commitment, updated, turn, turns, phase) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 0, 0, 0, '')",
    )
    .bind(&sealed.id)
    .bind(&sealed.scenario)
    .bind(&sealed.header)
    .bind(&sealed.secret)
    .bind(&sealed.name)
    .bind(&sealed.mode)
    .bind(sealed.created)
    .bind(&sealed.pack)
    .bind(&sealed.title)
    .bind(&sealed.commanders)
    .bind(sealed.advice)
    .bind(sealed.seal())
    .bind(commitment(&sealed.header));
    link.execute(insert).await?;
    for (seat, hash) in &sealed.seats {
        let insert = sqlx::query("INSERT INTO seats (game, seat, hash) VALUES ($1, $2, $3)")
            .bind(&sealed.id)
            .bind(seat)
            .bind(hash);
        link.execute(insert).await?;
    }
    insert_entries(link, &sealed.id, 0, entries).await?;
    write_moving(link, &sealed.id, moving).await
}

pub(super) async fn insert_entries(
    link: &mut Link,
    game: &str,
    after: u32,
    entries: &[Value],
) -> Result<(), sqlx::Error> {
    let mut versions = i64::from(after) + 1..;
    for entries in entries.chunks(ROWS) {
        let text = format!("INSERT INTO entries (game, version, line) VALUES {}", rows_of(entries.len(), 3));
        let mut insert = sqlx::query(AssertSqlSafe(text));
        for (entry, version) in entries.iter().zip(&mut versions) {
            insert = insert.bind(game).bind(version).bind(entry.to_string());
        }
        link.execute(insert).await?;
    }
    Ok(())
}

/// How many rows one statement inserts: a call for each of a long record keeps all others who write waiting.
pub(super) const ROWS: usize = 200;

/// The places of what so many rows hold: `($1, $2), ($3, $4)`.
pub(super) fn rows_of(rows: usize, columns: usize) -> String {
    let row = |row: usize| {
        let places = (1..=columns).map(|column| format!("${}", row * columns + column));
        format!("({})", places.collect::<Vec<_>>().join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

/// Writes what changes of a game: this is the one place that does.
pub(super) async fn write_moving(link: &mut Link, game: &str, moving: &Moving) -> Result<(), sqlx::Error> {
    let Moving { updated, standing, head } = moving;
    let update = sqlx::query(
        "UPDATE games SET updated = $1, turn = $2, turns = $3, phase = $4, asked = $5, head = $6, mark = $7 WHERE id = $8",
    )
    .bind(*updated)
    .bind(i64::from(standing.turn))
    .bind(i64::from(standing.turns))
    .bind(&standing.phase)
    .bind(standing.asked.map(Side::word))
    .bind(head)
    .bind(moving.mark(game))
    .bind(game);
    link.execute(update).await.map(|_| ())
}

/// Commanders as they are kept; none of them, nothing.
fn written(commanders: &Commanders) -> Option<String> {
    (!commanders.is_empty()).then(|| serde_json::json!(commanders).to_string())
}
