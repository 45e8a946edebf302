//! Orders without a number that wait for the next entry of their game. They are beside its entries,
//! bound to the number of the last: with the next one they are in the record, and what is kept here
//! counts no longer.

use serde_json::Value;
use sqlx::Row;
use tabletop::chain;

use super::error::Broken;
use super::{NextTurn, Store, StoreError};

impl Store {
    /// Keeps the orders that wait for the entry after version `after`, of which none did before. Once this
    /// returns they are on disk. That the game changed is noted nowhere: nobody else is to notice.
    ///
    /// # Errors
    /// As [`Store::keep_standing_with`].
    pub async fn keep_standing(&self, game: &str, after: u32, orders: &[Value]) -> Result<(), StoreError> {
        self.keep_standing_with((game, after, &[]), orders, None).await
    }

    /// The same in place of those that wait; if a computer gave such an order, together with what becomes of its
    /// turn in the queue.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if the game has gone on, if other orders wait for its next entry, or if another server
    /// has carried the computer's decision out; or the database's own.
    pub async fn keep_standing_with(
        &self,
        (game, after, waiting): (&str, u32, &[Value]),
        orders: &[Value],
        turn: Option<NextTurn>,
    ) -> Result<(), StoreError> {
        let now_pending = pending(game, after, orders);
        let changed = (pending(game, after, waiting), now_pending);
        let orders = Value::Array(orders.to_vec());
        let hash = hash(game, after.into(), &orders);
        let outcome = self.try_keep_standing((game, after), (&orders, &hash), changed, turn).await;
        self.settle(outcome, ("SELECT hash FROM standing WHERE game = $1", game, &hash)).await
    }

    async fn try_keep_standing(
        &self,
        (game, after): (&str, u32),
        (orders, hash): (&Value, &str),
        (before, now): (Option<String>, Option<String>),
        turn: Option<NextTurn>,
    ) -> Result<(), Broken> {
        let mut link = self.change().await?;
        let held = link.row(sqlx::query(self.head_held()).bind(game)).await?;
        let Some(held) = held else { return Err(Broken::Refused(StoreError::Stale)) };
        // The game is held: from here on nobody else writes to it.
        let last = sqlx::query("SELECT COALESCE(MAX(version), 0) AS version FROM entries WHERE game = $1");
        let last = link.row(last.bind(game)).await?.map_or(Ok(0), |row| row.try_get::<i64, _>("version"))?;
        if last != i64::from(after) || held.try_get::<Option<String>, _>("pending")? != before {
            return Err(Broken::Refused(StoreError::Stale));
        }
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
        let update = sqlx::query("UPDATE games SET pending = $1 WHERE id = $2");
        link.execute(update.bind(now).bind(game)).await?;
        self.announce(&mut link, game);
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

/// What is kept beside a game of the orders that wait for the entry after that version: nothing if none does.
pub(super) fn pending(game: &str, after: u32, orders: &[Value]) -> Option<String> {
    (!orders.is_empty()).then(|| hash(game, after.into(), &Value::Array(orders.to_vec())))
}

/// What shows damage.
fn hash(game: &str, after: i64, orders: &Value) -> String {
    chain::entry_hash(game, &serde_json::json!({ "after": after, "standing": orders }))
}
