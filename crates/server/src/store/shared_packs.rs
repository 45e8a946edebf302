//! The packs that people share with all who come to a server.

use std::collections::HashMap;

use serde::Serialize;
use sqlx::Row;

use super::error::Broken;
use super::holders::{Held, hold, let_go, shares};
use super::{Store, StoreError, now};
use crate::limits::{Holder, Room};
use crate::secrets::same_hash;
use catalog::pack::Pack;

/// How often one that comes at the very time of another is tried again.
const MOST_TRIES: usize = 5;

/// A pack that somebody shares.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KeptShare {
    /// The share.
    pub id: String,
    /// The pack's id.
    pub pack: String,
    /// The pack's title.
    pub title: String,
    /// The reader's name.
    pub author: String,
    /// What the reader says of it.
    pub note: Option<String>,
    /// Seconds since 1970.
    pub created: i64,
}

/// A share that is to be kept.
#[derive(Debug, Clone)]
pub struct NewShare {
    /// The share.
    pub id: String,
    /// The reader's name.
    pub author: String,
    /// What the reader says of it.
    pub note: Option<String>,
    /// The hash of the secret with which it can be withdrawn.
    pub hash: String,
}

/// How many places there are for shared packs, and who takes them.
#[derive(Debug, Clone)]
pub struct Places {
    /// In all.
    pub most: usize,
    /// Those that each share takes, by its id: one that is not named takes one.
    pub of: HashMap<String, usize>,
    /// Those that the new one takes.
    pub own: usize,
}

impl Store {
    /// Shares a pack, if there is room for it, perhaps in the place of others; whether it is shared then.
    ///
    /// # Errors
    /// The database's own.
    pub async fn share_pack(
        &self,
        pack: &Pack,
        share: &NewShare,
        (places, holder): (&Places, Option<&Holder<String>>),
    ) -> Result<bool, StoreError> {
        self.keep_pack(pack, holder).await?;
        let mut tries = 0;
        loop {
            let outcome = match self.try_share(pack, share, (places, holder)).await {
                Ok(false) => return Ok(false),
                Ok(true) => Ok(()),
                Err(broken) => Err(broken),
            };
            let question = ("SELECT id FROM shared_packs WHERE id = $1", &*share.id, &*share.id);
            match self.settle(outcome, question).await {
                // Another server took the number.
                Err(StoreError::Stale) if tries < MOST_TRIES => tries += 1,
                outcome => return outcome.map(|()| true),
            }
        }
    }

    async fn try_share(
        &self,
        pack: &Pack,
        share: &NewShare,
        (places, holder): (&Places, Option<&Holder<String>>),
    ) -> Result<bool, Broken> {
        let mut link = self.change().await?;
        let all = "SELECT id, number AS came, 0 AS stays FROM shared_packs";
        let mut taken = shares(&mut link, Held::Share, all).await?;
        places.of.iter().for_each(|(share, of)| taken.widen(share, *of));
        loop {
            match taken.room_of(places.own, places.most, holder) {
                Room::Free => break,
                Room::Instead(goes) => {
                    taken.leave(&goes);
                    link.execute(sqlx::query("DELETE FROM shared_packs WHERE id = $1").bind(&goes)).await?;
                    let_go(&mut link, (Held::Share, &goes)).await?;
                }
                // Those that would have made room stay.
                Room::None => return Ok(false),
            }
        }
        let last = sqlx::query("SELECT COALESCE(MAX(number), 0) AS last FROM shared_packs");
        let last: i64 = link.row(last).await?.map_or(Ok(0), |row| row.try_get("last"))?;
        let insert = sqlx::query(
            "INSERT INTO shared_packs (id, number, pack, author, note, hash, created) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&share.id)
        .bind(last + 1)
        .bind(&pack.mark().id)
        .bind(&share.author)
        .bind(&share.note)
        .bind(&share.hash)
        .bind(now());
        link.execute(insert).await?;
        hold(&mut link, (Held::Share, &share.id), holder).await?;
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(true)
    }

    /// All shares, in the order in which they were made.
    ///
    /// # Errors
    /// The database's own.
    pub async fn shared_packs(&self) -> Result<Vec<KeptShare>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = sqlx::query(
                "SELECT s.id AS id, s.pack AS pack, p.title AS title, s.author AS author, s.note AS note, \
                 s.created AS created FROM shared_packs s JOIN packs p ON p.id = s.pack ORDER BY s.number",
            );
            let rows = link.rows(query).await?;
            link.release();
            rows.iter()
                .map(|row| {
                    Ok(KeptShare {
                        id: row.try_get("id")?,
                        pack: row.try_get("pack")?,
                        title: row.try_get("title")?,
                        author: row.try_get("author")?,
                        note: row.try_get("note")?,
                        created: row.try_get("created")?,
                    })
                })
                .collect::<Result<_, sqlx::Error>>()
        };
        found.await.map_err(|error| self.failed(error))
    }

    /// Withdraws a share, if that is the hash of its secret; whether there was such a one. Its pack
    /// stays as long as others do on which no game was begun.
    ///
    /// # Errors
    /// The database's own.
    pub async fn withdraw_pack(&self, share: &str, hash: &str) -> Result<bool, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = sqlx::query("SELECT hash FROM shared_packs WHERE id = $1").bind(share);
            let row = link.row(query).await?;
            link.release();
            row.map(|row| row.try_get::<String, _>("hash")).transpose()
        };
        match found.await.map_err(|error: sqlx::Error| self.failed(error))? {
            Some(kept) if same_hash(&kept, hash) => self.unshare_pack(share).await,
            _ => Ok(false),
        }
    }

    /// Removes a share; whether there was one.
    ///
    /// # Errors
    /// The database's own.
    pub async fn unshare_pack(&self, share: &str) -> Result<bool, StoreError> {
        let removed = async {
            let mut link = self.change().await?;
            let query = sqlx::query("DELETE FROM shared_packs WHERE id = $1").bind(share);
            let removed = link.execute(query).await?;
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(removed > 0)
        };
        match removed.await {
            Ok(removed) => {
                self.note_written();
                Ok(removed)
            }
            // Whether it went or not: whoever tries again is told.
            Err(Broken::Undone(source) | Broken::Unknown(source)) => Err(self.failed(source)),
            Err(Broken::Refused(error)) => Err(error),
        }
    }
}
