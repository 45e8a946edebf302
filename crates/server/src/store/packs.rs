//! Data packs on disk, by the hash of their files.

use sqlx::Row;

use super::{Store, StoreError, now};
use crate::pack::{Files, Pack};

/// How many packs are kept on which no game was begun; the oldest go.
const MOST_UNPLAYED: i64 = 200;

impl Store {
    /// Keeps a pack, if it is not kept already.
    ///
    /// # Errors
    /// The database's own.
    pub async fn keep_pack(&self, pack: &Pack) -> Result<(), StoreError> {
        self.try_keep_pack(pack).await.map_err(|e| self.failed(e))
    }

    async fn try_keep_pack(&self, pack: &Pack) -> Result<(), sqlx::Error> {
        let mut change = self.change().await?;
        sqlx::query(
            "INSERT INTO packs (id, title, files, created) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING",
        )
        .bind(&pack.mark().id)
        .bind(&pack.mark().title)
        .bind(serde_json::json!(pack.files()).to_string())
        .bind(now())
        .execute(&mut *change)
        .await?;
        sqlx::query(
            "DELETE FROM packs WHERE id IN (SELECT p.id FROM packs p LEFT JOIN games g ON g.pack = p.id \
             WHERE g.id IS NULL AND p.id <> $1 ORDER BY p.created DESC, p.id LIMIT 1000000 OFFSET $2)",
        )
        .bind(&pack.mark().id)
        .bind(MOST_UNPLAYED)
        .execute(&mut *change)
        .await?;
        change.commit().await
    }

    /// The files of the pack of that id.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] if they are not as they were written, or the database's own.
    pub async fn pack(&self, id: &str) -> Result<Option<Files>, StoreError> {
        let found = sqlx::query("SELECT files FROM packs WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await
            .map_err(|e| self.failed(e))?;
        let Some(row) = found else { return Ok(None) };
        let files: String = row.try_get("files").map_err(|e| self.failed(e))?;
        serde_json::from_str(&files).map(Some).map_err(|e| self.unreadable(id, e))
    }
}
