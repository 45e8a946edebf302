//! Games nobody has begun: without a single order, numbered or not.

use sqlx::Row;

use super::error::Broken;
use super::{Store, StoreError};

/// What every entry with an order holds, and one that declares an order. A text in an entry cannot
/// hold it: quotes in texts are escaped.
const ORDERS: [&str; 2] = ["%\"order\":%", "%\"declared\":%"];

impl Store {
    /// The games without an order, and when they changed last, in seconds since 1970.
    ///
    /// # Errors
    /// The database's own.
    pub async fn unstarted(&self) -> Result<Vec<(String, i64)>, StoreError> {
        self.try_unstarted().await.map_err(|e| self.failed(e))
    }

    async fn try_unstarted(&self) -> Result<Vec<(String, i64)>, sqlx::Error> {
        let query = sqlx::query(
            "SELECT id, updated FROM games WHERE NOT EXISTS \
             (SELECT 1 FROM entries WHERE entries.game = games.id AND (line LIKE $1 OR line LIKE $2)) \
             AND NOT EXISTS (SELECT 1 FROM standing WHERE standing.game = games.id) ORDER BY updated, id",
        )
        .bind(ORDERS[0])
        .bind(ORDERS[1]);
        let mut link = self.link().await?;
        let found = link.rows(query).await?;
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
        let query = sqlx::query(
            "SELECT updated FROM games WHERE id = $1 AND updated < $2 AND NOT EXISTS \
             (SELECT 1 FROM entries WHERE entries.game = games.id AND (line LIKE $3 OR line LIKE $4)) \
             AND NOT EXISTS (SELECT 1 FROM standing WHERE standing.game = games.id)",
        )
        .bind(game)
        .bind(before)
        .bind(ORDERS[0])
        .bind(ORDERS[1]);
        *found = link.row(query).await?.is_some();
        if *found {
            for statement in [
                "DELETE FROM entries WHERE game = $1",
                "DELETE FROM seats WHERE game = $1",
                "DELETE FROM games WHERE id = $1",
            ] {
                link.execute(sqlx::query(statement).bind(game)).await?;
            }
            self.announce(&mut link, game).await?;
        }
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(())
    }
}
