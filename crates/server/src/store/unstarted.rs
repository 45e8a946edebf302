//! Games nobody has begun: without a single order, numbered or not.

use sqlx::{AssertSqlSafe, Row};

use super::admin::delete_game;
use super::error::Broken;
use super::{Store, StoreError};

/// Whether a game has an order, numbered or not: every entry with one, and every entry that declares
/// one, holds these words. A text in an entry cannot hold them: quotes in texts are escaped.
pub(super) const STARTED: &str = "(EXISTS (SELECT 1 FROM entries WHERE entries.game = games.id \
     AND (line LIKE '%\"order\":%' OR line LIKE '%\"declared\":%')) \
     OR EXISTS (SELECT 1 FROM standing WHERE standing.game = games.id))";

/// Whether a game is one of a match and over, and its result was not noted yet: it stays until then.
pub(super) const UNSETTLED: &str = "(asked IS NULL AND EXISTS (SELECT 1 FROM match_games \
     WHERE match_games.game = games.id AND match_games.finished = 0))";

/// Whether a game is one of a tournament that is not over: it stays, begun or not.
pub(super) const AWAITED: &str = "EXISTS (SELECT 1 FROM tournament_games JOIN tournaments \
     ON tournaments.id = tournament_games.tournament WHERE tournament_games.game = games.id AND open = 1)";

/// Whether a game is one of any tournament: its record is kept for good, for everybody to check.
pub(super) const OF_TOURNAMENT: &str =
    "EXISTS (SELECT 1 FROM tournament_games WHERE tournament_games.game = games.id)";

/// Whether a game stands in the library: it is kept for its readers.
pub(super) const IN_LIBRARY: &str = "EXISTS (SELECT 1 FROM library WHERE library.game = games.id \
     AND library.source <> 'taken-out')";

impl Store {
    /// The games without an order, and when they changed last, in seconds since 1970.
    ///
    /// # Errors
    /// The database's own.
    pub async fn unstarted(&self) -> Result<Vec<(String, i64)>, StoreError> {
        self.try_unstarted().await.map_err(|e| self.failed(e))
    }

    async fn try_unstarted(&self) -> Result<Vec<(String, i64)>, sqlx::Error> {
        let text = format!("SELECT id, updated FROM games WHERE NOT {STARTED} ORDER BY updated, id");
        let mut link = self.link().await?;
        let found = link.rows(sqlx::query(AssertSqlSafe(text))).await?;
        link.release();
        found.iter().map(|row| Ok((row.try_get("id")?, row.try_get("updated")?))).collect()
    }

    /// Forgets a game if it has no order and has not changed since `before`; whether it did.
    ///
    /// # Errors
    /// The database's own. Nothing is forgotten then.
    pub async fn forget(&self, game: &str, before: i64) -> Result<bool, StoreError> {
        let mut found = false;
        let outcome = self.try_forget(game, before, &mut found).await;
        self.settle(outcome, ("SELECT CAST(COUNT(*) AS TEXT) FROM games WHERE id = $1", game, "0")).await?;
        Ok(found)
    }

    async fn try_forget(&self, game: &str, before: i64, found: &mut bool) -> Result<(), Broken> {
        let mut link = self.change().await?;
        link.row(sqlx::query(self.head_held()).bind(game)).await?;
        let text = format!(
            "SELECT updated FROM games WHERE id = $1 AND updated < $2 AND NOT {STARTED} AND NOT {UNSETTLED} \
             AND NOT {AWAITED}"
        );
        let query = sqlx::query(AssertSqlSafe(text)).bind(game).bind(before);
        *found = link.row(query).await?.is_some();
        if *found {
            delete_game(&mut link, game).await?;
            self.announce(&mut link, game).await?;
        }
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(())
    }
}
