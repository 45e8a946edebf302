//! Who is at a game's table, for servers that share a database: the player of one side may be with
//! one of them and the other player with another. A single server has it in memory.

use sqlx::Row;

use super::error::Broken;
use super::retention::WATCHED;
use super::{Location, Store, StoreError};

/// A player who has come to a game's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Present {
    /// The word of their side.
    pub seat: String,
    /// The version of the game for which they gave a share of the dice that is in no entry yet.
    pub version: u32,
    /// That share.
    pub share: Option<String>,
}

impl Store {
    /// Keeps that a player is at the table, and the share that they gave for the throw at hand; the
    /// other servers hear of it.
    ///
    /// # Errors
    /// The database's own.
    pub async fn keep_present(&self, game: &str, present: &Present) -> Result<(), StoreError> {
        if matches!(self.location, Location::File(_)) {
            return Ok(());
        }
        match self.try_keep_present(game, present).await {
            Ok(()) => Ok(()),
            // Whether it was kept or not: it is kept again when the page gives it again.
            Err(Broken::Undone(source) | Broken::Unknown(source)) => Err(self.failed(source)),
            Err(Broken::Refused(error)) => Err(error),
        }
    }

    async fn try_keep_present(&self, game: &str, present: &Present) -> Result<(), Broken> {
        let mut link = self.change().await?;
        let insert = sqlx::query(
            "INSERT INTO presence (game, seat, version, share) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (game, seat) DO UPDATE SET version = excluded.version, share = excluded.share",
        )
        .bind(game)
        .bind(&present.seat)
        .bind(i64::from(present.version))
        .bind(&present.share);
        link.execute(insert).await?;
        self.announce(&mut link, game);
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(())
    }

    /// The players at a game's table, as far as servers have told each other.
    ///
    /// # Errors
    /// The database's own.
    pub async fn present(&self, game: &str) -> Result<Vec<Present>, StoreError> {
        if matches!(self.location, Location::File(_)) {
            return Ok(Vec::new());
        }
        let found = async {
            let mut link = self.link().await?;
            let query = sqlx::query(
                "SELECT seat, version, share FROM presence WHERE game = $1 AND seat <> $2 ORDER BY seat",
            );
            let rows = link.rows(query.bind(game).bind(WATCHED)).await?;
            link.release();
            rows.iter()
                .map(|row| {
                    let version: i64 = row.try_get("version")?;
                    let version = u32::try_from(version).unwrap_or(u32::MAX);
                    Ok(Present { seat: row.try_get("seat")?, version, share: row.try_get("share")? })
                })
                .collect::<Result<_, sqlx::Error>>()
        };
        found.await.map_err(|error| self.failed(error))
    }
}
