//! What was found of the moments of a finished game. A moment never changes, so what was found of it
//! holds for good; what is kept here can be found again, and is, where it is damaged.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sqlx::Row;
use tabletop::chain;

use super::error::Broken;
use super::{Store, StoreError};

impl Store {
    /// Keeps what was found of the moment after that version.
    ///
    /// # Errors
    /// The database's own.
    pub async fn keep_review(&self, game: &str, version: u32, found: &Value) -> Result<(), StoreError> {
        match self.try_keep_review(game, version, &found.to_string()).await {
            Ok(()) => {
                self.written.store(true, std::sync::atomic::Ordering::Relaxed);
                Ok(())
            }
            Err(Broken::Undone(source) | Broken::Unknown(source)) => Err(self.failed(source)),
            Err(Broken::Refused(error)) => Err(error),
        }
    }

    async fn try_keep_review(&self, game: &str, version: u32, line: &str) -> Result<(), Broken> {
        let mut link = self.change().await?;
        let insert = sqlx::query(
            "INSERT INTO reviews (game, version, line, hash) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (game, version) DO UPDATE SET line = excluded.line, hash = excluded.hash",
        )
        .bind(game)
        .bind(i64::from(version))
        .bind(line)
        .bind(hash(game, version, line));
        link.execute(insert).await?;
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(())
    }

    /// What was found of a game's moments, by their versions. What is damaged is left out.
    ///
    /// # Errors
    /// The database's own.
    pub async fn reviews(&self, game: &str) -> Result<BTreeMap<u32, Value>, StoreError> {
        let failed = |error| self.failed(error);
        let mut link = self.link().await.map_err(failed)?;
        let query = sqlx::query("SELECT version, line, hash FROM reviews WHERE game = $1").bind(game);
        let rows = match link.rows(query).await {
            Ok(rows) => rows,
            Err(sqlx::Error::Decode(_)) => return Ok(BTreeMap::new()),
            Err(error) => return Err(failed(error)),
        };
        link.release();
        let read = |row: &sqlx::any::AnyRow| -> Option<(u32, Value)> {
            let version: i64 = row.try_get("version").ok()?;
            let version = u32::try_from(version).ok()?;
            let (line, kept): (String, String) = (row.try_get("line").ok()?, row.try_get("hash").ok()?);
            (hash(game, version, &line) == kept)
                .then(|| Some((version, serde_json::from_str(&line).ok()?)))?
        };
        Ok(rows.iter().filter_map(read).collect())
    }
}

/// What shows damage.
fn hash(game: &str, version: u32, line: &str) -> String {
    chain::entry_hash(game, &json!({ "version": version, "review": line }))
}
