//! Orders without a number that wait for the next entry of their game. They are beside its entries,
//! bound to the number of the last: with the next one they are in the record, and what is kept here
//! counts no longer.

use serde_json::Value;
use sqlx::Row;
use tabletop::chain;

use super::error::Broken;
use super::{NextTurn, Store, StoreError};

impl Store {
    /// Keeps the orders that wait for the entry after version `after`. Once this returns they are
    /// on disk. That the game changed is noted nowhere: nobody else is to notice.
    ///
    /// # Errors
    /// The database's own.
    pub async fn keep_standing(&self, game: &str, after: u32, orders: &[Value]) -> Result<(), StoreError> {
        self.keep_standing_with(game, after, orders, None).await
    }

    /// The same; if a computer gave such an order, together with what becomes of its turn in the
    /// queue.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if another server has carried its decision out, or the database's own.
    pub async fn keep_standing_with(
        &self,
        game: &str,
        after: u32,
        orders: &[Value],
        turn: Option<NextTurn>,
    ) -> Result<(), StoreError> {
        let orders = Value::Array(orders.to_vec());
        let hash = hash(game, after.into(), &orders);
        let outcome = self.try_keep_standing((game, after), &orders, &hash, turn).await;
        self.settle(outcome, ("SELECT hash FROM standing WHERE game = $1", game, &hash)).await
    }

    async fn try_keep_standing(
        &self,
        (game, after): (&str, u32),
        orders: &Value,
        hash: &str,
        turn: Option<NextTurn>,
    ) -> Result<(), Broken> {
        let mut link = self.change().await?;
        if let Some(turn) = &turn
            && !self.write_turn(&mut link, game, turn).await?
        {
            return Err(Broken::Refused(StoreError::Stale));
        }
        let insert = sqlx::query(
            "INSERT INTO standing (game, after, line, hash) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (game) DO UPDATE SET after = excluded.after, line = excluded.line, hash = excluded.hash",
        )
        .bind(game)
        .bind(i64::from(after))
        .bind(orders.to_string())
        .bind(hash);
        link.execute(insert).await?;
        self.announce(&mut link, game).await?;
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(())
    }

    /// The orders that wait for the next entry of a game with so many entries.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] if they are not as they were written, or the database's own.
    pub async fn standing(&self, game: &str, entries: usize) -> Result<Vec<Value>, StoreError> {
        let failed = |error| self.failed(error);
        let mut link = self.link().await.map_err(failed)?;
        let query = sqlx::query("SELECT after, line, hash FROM standing WHERE game = $1").bind(game);
        let unreadable =
            || self.unreadable(game, "the orders that wait for its next entry are not as written");
        let found = match link.row(query).await {
            Ok(found) => found,
            Err(sqlx::Error::Decode(_)) => return Err(unreadable()),
            Err(error) => return Err(failed(error)),
        };
        link.release();
        let Some(row) = found else { return Ok(Vec::new()) };
        let read =
            || Some((row.try_get("after").ok()?, row.try_get("line").ok()?, row.try_get("hash").ok()?));
        let (after, line, kept): (i64, String, String) = read().ok_or_else(unreadable)?;
        let orders: Value = serde_json::from_str(&line).map_err(|_| unreadable())?;
        if hash(game, after, &orders) != kept {
            return Err(unreadable());
        }
        match orders {
            Value::Array(orders) if usize::try_from(after) == Ok(entries) => Ok(orders),
            Value::Array(_) => Ok(Vec::new()),
            _ => Err(unreadable()),
        }
    }
}

/// What shows damage.
fn hash(game: &str, after: i64, orders: &Value) -> String {
    chain::entry_hash(game, &serde_json::json!({ "after": after, "standing": orders }))
}
