//! Games nobody has begun: without a single order, numbered or not.

use sqlx::{AssertSqlSafe, Row};
use tabletop::Header;

use super::admin::delete_game;
use super::error::Broken;
use super::holders::{Held, shares};
use super::{Store, StoreError};
use crate::limits::Shares;

/// Whether a game has an order that takes a number: every entry with one, and every entry that declares
/// one, holds these words. A text in an entry cannot hold them: quotes in texts are escaped. A game with more entries
/// than that has begun whatever they are: this is asked while others wait to write, of many games at once.
pub(super) const ORDERED: &str = "(EXISTS (SELECT 1 FROM entries WHERE entries.game = games.id AND version = 65) \
     OR EXISTS (SELECT 1 FROM entries WHERE entries.game = games.id AND version <= 64 \
     AND (line LIKE '%\"order\":%' OR line LIKE '%\"declared\":%')))";

/// Whether a game has an order without a number, which only its side knows of.
pub(super) const STANDS: &str = "EXISTS (SELECT 1 FROM standing WHERE standing.game = games.id)";

/// Whether a game is one of a match and over, and its result was not noted yet: it stays until then.
pub(super) const UNSETTLED: &str = "(asked IS NULL AND EXISTS (SELECT 1 FROM match_games \
     WHERE match_games.game = games.id AND match_games.finished = 0))";

/// Whether a game is one of a tournament that is not over: it stays, begun or not.
pub(super) const AWAITED: &str = "EXISTS (SELECT 1 FROM tournament_games JOIN tournaments \
     ON tournaments.id = tournament_games.tournament WHERE tournament_games.game = games.id AND open = 1)";

/// Whether a game is one of a match: both accounts expect it, and it never gives way to others.
const OF_MATCH: &str = "EXISTS (SELECT 1 FROM match_games WHERE match_games.game = games.id)";

/// Whether a game is one of any tournament: its record is kept for good, for everybody to check.
pub(super) const OF_TOURNAMENT: &str =
    "EXISTS (SELECT 1 FROM tournament_games WHERE tournament_games.game = games.id)";

/// Whether a game stands in the library: it is kept for its readers.
pub(super) const IN_LIBRARY: &str = "EXISTS (SELECT 1 FROM library WHERE library.game = games.id \
     AND library.source <> 'taken-out')";

/// The longest that a game without an order stays for its clock's sake, in seconds: a hundred days, or nobody
/// could clear a server of games that somebody made by the thousand.
const LONGEST: i64 = 100 * 24 * 3600;

/// Whether the players of a game that is not [`ORDERED`] have agreed on something: to them it has begun.
const AGREED: &str = "EXISTS (SELECT 1 FROM entries WHERE entries.game = games.id AND version <= 64 \
     AND line LIKE '%\"accept\":%')";

/// Whether a game is one of a rated match whose result was not noted yet: it ends by a result alone.
const RATED: &str = "EXISTS (SELECT 1 FROM match_games JOIN matches ON matches.id = match_games.of_match \
     WHERE match_games.game = games.id AND match_games.finished = 0 AND rated = 1)";

/// Whether a game has not begun and no result of it is waited for.
fn idle() -> String {
    format!("NOT {ORDERED} AND NOT {UNSETTLED} AND NOT {AWAITED} AND NOT {RATED}")
}

/// Whether a game goes when it has not changed for a while, as far as both players know.
fn forgettable() -> String {
    format!("{} AND NOT {AGREED}", idle())
}

/// A game without an order that goes when it has not changed for a while.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forgettable {
    /// The game.
    pub id: String,
    /// When it changed last, in seconds since 1970.
    pub updated: i64,
    /// For how many seconds it stays longer than others: a clock may run for so long.
    pub longer: i64,
}

impl Store {
    /// The games without an order, in the order in which they were made.
    ///
    /// # Errors
    /// The database's own.
    pub(crate) async fn unstarted(&self) -> Result<Shares<String, String>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let which = format!(
                "SELECT id, created AS came, CASE WHEN {OF_MATCH} THEN 1 ELSE 0 END AS stays FROM games \
                 WHERE NOT {ORDERED} AND NOT {STANDS}"
            );
            let found = shares(&mut link, Held::Game, &which).await?;
            link.release();
            Ok(found)
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// The games that go when they have not changed for a while, as far as both players know; or that one, if
    /// it is one of them. One with an order without a number stays.
    ///
    /// # Errors
    /// The database's own.
    pub async fn forgettable(&self, of: Option<&str>) -> Result<Vec<Forgettable>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let only = if of.is_some() { "id = $1" } else { "$1 = ''" };
            let text = format!(
                "SELECT id, updated, header FROM games WHERE {only} AND {} ORDER BY updated, id",
                forgettable()
            );
            let found = link.rows(sqlx::query(AssertSqlSafe(text)).bind(of.unwrap_or_default())).await?;
            link.release();
            let read = |row: &sqlx::any::AnyRow| {
                let header: String = row.try_get("header")?;
                let clock = serde_json::from_str::<Header>(&header).ok().and_then(|header| header.clock);
                let longer = clock
                    .map_or(0, |clock| (i64::from(clock.bank) + clock.grace().cast_signed()).min(LONGEST));
                Ok(Forgettable { id: row.try_get("id")?, updated: row.try_get("updated")?, longer })
            };
            found.iter().map(read).collect::<Result<_, sqlx::Error>>()
        };
        found.await.map_err(|error| self.failed(error))
    }

    /// Forgets a game if it has no order and has not changed since `before`; whether it did. Without `before`
    /// it makes room for another: then it goes whatever its age, and whatever its players have agreed on.
    ///
    /// # Errors
    /// The database's own. Nothing is forgotten then.
    pub async fn forget(&self, game: &str, before: Option<i64>) -> Result<bool, StoreError> {
        let mut found = false;
        let outcome = self.try_forget(game, before, &mut found).await;
        self.settle(outcome, ("SELECT CAST(COUNT(*) AS TEXT) FROM games WHERE id = $1", game, "0")).await?;
        Ok(found)
    }

    async fn try_forget(&self, game: &str, before: Option<i64>, found: &mut bool) -> Result<(), Broken> {
        let mut link = self.change().await?;
        link.row(sqlx::query(self.head_held()).bind(game)).await?;
        let goes = if before.is_some() { forgettable() } else { idle() };
        let text =
            format!("SELECT updated FROM games WHERE id = $1 AND updated < $2 AND NOT {STANDS} AND {goes}");
        let query = sqlx::query(AssertSqlSafe(text)).bind(game).bind(before.unwrap_or(i64::MAX));
        *found = link.row(query).await?.is_some();
        if *found {
            delete_game(&mut link, game).await?;
            self.announce(&mut link, game);
        }
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(())
    }
}
