//! Data packs on disk, by the hash of their files.

use sqlx::Row;

use super::error::Broken;
use super::holders::{Held, hold, let_go, shares};
use super::{Store, StoreError, now};
use crate::limits::Holder;
use catalog::pack::{Files, Pack, identity};

/// How many packs are kept on which no game was begun and that nobody shares.
const MOST_UNPLAYED: usize = 200;

impl Store {
    /// Keeps a pack, if it is not kept already. If there are too many that nobody plays or shares one of them
    /// goes: the oldest of whatever network holds the most.
    ///
    /// # Errors
    /// The database's own.
    pub async fn keep_pack(&self, pack: &Pack, holder: Option<&Holder<String>>) -> Result<(), StoreError> {
        let outcome = self.try_keep_pack(pack, holder).await;
        let id = &pack.mark().id;
        self.settle(outcome, ("SELECT id FROM packs WHERE id = $1", id, id)).await
    }

    async fn try_keep_pack(&self, pack: &Pack, holder: Option<&Holder<String>>) -> Result<(), Broken> {
        let mut link = self.change().await?;
        let insert = sqlx::query(
            "INSERT INTO packs (id, title, files, created) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING",
        )
        .bind(&pack.mark().id)
        .bind(&pack.mark().title)
        .bind(serde_json::json!(pack.files()).to_string())
        .bind(now());
        if link.execute(insert).await? > 0 {
            hold(&mut link, (Held::Pack, &pack.mark().id), holder).await?;
            let unplayed = "SELECT p.id AS id, p.created AS came, 0 AS stays FROM packs p \
                 WHERE NOT EXISTS (SELECT 1 FROM games g WHERE g.pack = p.id) \
                 AND NOT EXISTS (SELECT 1 FROM shared_packs s WHERE s.pack = p.id)";
            let mut unplayed = shares(&mut link, Held::Pack, unplayed).await?;
            unplayed.leave(&pack.mark().id);
            while let Some(goes) = unplayed.in_its_place(MOST_UNPLAYED + 1, holder) {
                link.execute(sqlx::query("DELETE FROM packs WHERE id = $1").bind(&goes)).await?;
                let_go(&mut link, (Held::Pack, &goes)).await?;
                unplayed.leave(&goes);
            }
        }
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(())
    }

    /// Whether there is a game on the pack of that id.
    ///
    /// # Errors
    /// The database's own.
    pub async fn is_played(&self, id: &str) -> Result<bool, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let row = link.row(sqlx::query("SELECT id FROM games WHERE pack = $1 LIMIT 1").bind(id)).await?;
            link.release();
            Ok(row.is_some())
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// The files of the pack of that id.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] if they are not as they were written, or the database's own.
    pub async fn pack(&self, id: &str) -> Result<Option<Files>, StoreError> {
        let failed = |error| self.failed(error);
        let mut link = self.link().await.map_err(failed)?;
        let damaged = || {
            self.unreadable(id, format!("the files of its data pack {id:.8} are not as they were written"))
        };
        let found = match link.row(sqlx::query("SELECT files FROM packs WHERE id = $1").bind(id)).await {
            Ok(found) => found,
            Err(sqlx::Error::Decode(_)) => return Err(damaged()),
            Err(error) => return Err(failed(error)),
        };
        link.release();
        let Some(row) = found else { return Ok(None) };
        let text = row.try_get::<String, _>("files").map_err(|_| damaged())?;
        let files: Files = serde_json::from_str(&text).map_err(|_| damaged())?;
        if identity(&files) == id { Ok(Some(files)) } else { Err(damaged()) }
    }
}
