//! The games as whoever runs the server sees them: facts about each, none of its secrets, and the
//! end of one.

use protocol::params::Commanders;
use serde::Serialize;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use tabletop::Side;

use super::error::Broken;
use super::holders::{Held, let_go};
use super::link::Link;
use super::{Store, StoreError};
use crate::thought::batch;

/// Facts about a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameFacts {
    /// Its name in the protocol. Whoever has it may watch.
    pub game: String,
    /// What the players call it.
    pub name: String,
    /// The scenario's id.
    pub scenario: String,
    /// The battle; games of older programs did not keep it.
    pub title: Option<String>,
    /// The id of the data pack it is played on.
    pub pack: Option<String>,
    /// `hot-seat`, `two` or `computer`.
    pub mode: String,
    /// Who plays the Union: `person`, a computer's level, or `bot:` and its name.
    pub union: String,
    /// Who plays the Confederacy.
    pub confederate: String,
    /// How many entries its record has.
    pub entries: i64,
    /// How many characters they take.
    pub size: i64,
    /// How many moments of it have been reviewed.
    pub reviewed: i64,
    /// When it began, in seconds since 1970.
    pub created: i64,
    /// When it changed last, in seconds since 1970.
    pub updated: i64,
    /// The game-turn.
    pub turn: i64,
    /// How many there are.
    pub turns: i64,
    /// The phase.
    pub phase: String,
    /// Whether it is over: nobody is asked.
    pub over: bool,
}

/// Sums are made by the database: no record is read for them.
const FACTS: &str = "SELECT id, name, scenario, title, pack, mode, commanders, created, updated, turn, turns, phase, \
     asked, \
     (SELECT COUNT(*) FROM entries WHERE entries.game = games.id) AS entries, \
     CAST((SELECT COALESCE(SUM(LENGTH(line)), 0) FROM entries WHERE entries.game = games.id) AS BIGINT) AS size, \
     (SELECT COUNT(*) FROM reviews WHERE reviews.game = games.id) AS reviewed FROM games";

impl GameFacts {
    fn read(row: &AnyRow) -> Result<GameFacts, sqlx::Error> {
        let commanders: Option<String> = row.try_get("commanders")?;
        // What cannot be read is told by whoever checks the game.
        let commanders: Commanders =
            commanders.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        let asked: Option<String> = row.try_get("asked")?;
        Ok(GameFacts {
            game: row.try_get("id")?,
            name: row.try_get("name")?,
            scenario: row.try_get("scenario")?,
            title: row.try_get("title")?,
            pack: row.try_get("pack")?,
            mode: row.try_get("mode")?,
            union: commanders.seat(Side::Union),
            confederate: commanders.seat(Side::Confederate),
            entries: row.try_get("entries")?,
            size: row.try_get("size")?,
            reviewed: row.try_get("reviewed")?,
            created: row.try_get("created")?,
            updated: row.try_get("updated")?,
            turn: row.try_get("turn")?,
            turns: row.try_get("turns")?,
            phase: row.try_get("phase")?,
            over: asked.is_none(),
        })
    }
}

impl Store {
    /// Facts about all games, the one that changed last first; of one, if it is named.
    ///
    /// # Errors
    /// The database's own.
    pub async fn facts(&self, game: Option<&str>) -> Result<Vec<GameFacts>, StoreError> {
        let facts = async {
            let which = if game.is_some() { "WHERE id = $1" } else { "ORDER BY updated DESC, id" };
            let text = format!("{FACTS} {which}");
            let query = sqlx::query(AssertSqlSafe(text));
            let query = match game {
                Some(game) => query.bind(game),
                None => query,
            };
            let mut link = self.link().await?;
            let rows = link.rows(query).await?;
            link.release();
            rows.iter().map(GameFacts::read).collect::<Result<_, sqlx::Error>>()
        };
        facts.await.map_err(|error| self.failed(error))
    }

    /// What is wrong with a game, read to its last entry; nothing if it is as it was written, or
    /// there is none of that name.
    ///
    /// # Errors
    /// The database's own.
    pub async fn fault(&self, game: &str) -> Result<Option<String>, StoreError> {
        match self.load(game).await {
            Ok(kept) => Ok(kept
                .is_some_and(|kept| kept.doubtful)
                .then(|| "where it stands is not kept as it was written".to_owned())),
            Err(StoreError::Unreadable { what, .. }) => Ok(Some(what)),
            Err(error) => Err(error),
        }
    }

    /// Deletes a game with all that is kept of it; whether there was one.
    ///
    /// # Errors
    /// The database's own. Nothing is deleted then.
    pub async fn erase(&self, game: &str) -> Result<bool, StoreError> {
        let mut found = false;
        let outcome = self.try_erase(game, &mut found).await;
        self.settle(outcome, ("SELECT CAST(COUNT(*) AS TEXT) FROM games WHERE id = $1", game, "0")).await?;
        Ok(found)
    }

    async fn try_erase(&self, game: &str, found: &mut bool) -> Result<(), Broken> {
        let mut link = self.change().await?;
        // First of all: an entry that comes after those of before were deleted would keep the game.
        link.row(sqlx::query(self.head_held()).bind(game)).await?;
        *found = delete_game(&mut link, game).await?;
        self.announce(&mut link, game);
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(())
    }
}

/// Deletes a game with all that is kept of it: its entries, seats and standing, what was found in
/// reviews, who is at its table, which accounts hold its seats, what was
/// said and noted of it, and the jobs for it. Whether there was one.
pub(super) async fn delete_game(link: &mut Link, game: &str) -> Result<bool, sqlx::Error> {
    for statement in [
        "DELETE FROM entries WHERE game = $1",
        "DELETE FROM seats WHERE game = $1",
        "DELETE FROM standing WHERE game = $1",
        "DELETE FROM reviews WHERE game = $1",
        "DELETE FROM presence WHERE game = $1",
        "DELETE FROM account_seats WHERE game = $1",
        "DELETE FROM outbox WHERE about = $1",
        "DELETE FROM talk WHERE game = $1",
        "DELETE FROM notes WHERE game = $1",
        "DELETE FROM talk_settings WHERE game = $1",
        "DELETE FROM library_facts WHERE game = $1",
        "DELETE FROM library WHERE game = $1",
    ] {
        link.execute(sqlx::query(statement).bind(game)).await?;
    }
    let_go(link, (Held::Game, game)).await?;
    // What was thought over in it.
    link.execute(sqlx::query("DELETE FROM jobs WHERE batch = $1").bind(batch(game))).await?;
    Ok(link.execute(sqlx::query("DELETE FROM games WHERE id = $1").bind(game)).await? > 0)
}
