//! Games that may go after a while, where whoever runs the server has said so: those that are over,
//! and those that nobody goes on with.
//!
//! Several servers may look after one database. What only one of them knows is who watches a game
//! there; it notes that in the table `presence`, under a word that is no side's.

use serde::Serialize;
use sqlx::{AssertSqlSafe, Row};

use super::admin::delete_game;
use super::error::Broken;
use super::seal::Moving;
use super::unstarted::{AWAITED, IN_LIBRARY, OF_TOURNAMENT, ORDERED, STANDS, UNSETTLED};
use super::{Location, Store, StoreError};

/// The word under which it is noted that somebody watches a game.
pub(super) const WATCHED: &str = "watched";

/// Which games go after a while. Those without an order are none of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outstayed {
    /// That are over.
    Finished,
    /// That have begun and go on no further.
    Idle,
}

impl Outstayed {
    /// Both.
    pub const ALL: [Outstayed; 2] = [Outstayed::Finished, Outstayed::Idle];

    /// What holds of such a game.
    fn condition(self) -> String {
        match self {
            Outstayed::Finished => {
                format!("asked IS NULL AND NOT {UNSETTLED} AND NOT {OF_TOURNAMENT} AND NOT {IN_LIBRARY}")
            }
            Outstayed::Idle => format!("asked IS NOT NULL AND ({ORDERED} OR {STANDS}) AND NOT {AWAITED}"),
        }
    }
}

impl Store {
    /// The games of this kind that have not changed since `before`, in seconds since 1970.
    ///
    /// # Errors
    /// The database's own.
    pub async fn outstayed(&self, which: Outstayed, before: i64) -> Result<Vec<String>, StoreError> {
        let found = async {
            let condition = which.condition();
            let text =
                format!("SELECT id FROM games WHERE updated < $1 AND {condition} ORDER BY updated, id");
            let query = sqlx::query(AssertSqlSafe(text)).bind(before);
            let mut link = self.link().await?;
            let rows = link.rows(query).await?;
            link.release();
            rows.iter().map(|row| row.try_get("id")).collect::<Result<_, sqlx::Error>>()
        };
        found.await.map_err(|error| self.failed(error))
    }

    /// Notes that somebody watches a game, for the other servers.
    ///
    /// # Errors
    /// The database's own.
    pub async fn note_watched(&self, game: &str, now: i64) -> Result<(), StoreError> {
        let noted = async {
            let mut link = self.change().await?;
            let insert = sqlx::query(
                "INSERT INTO presence (game, seat, version) VALUES ($1, $2, $3) \
                 ON CONFLICT (game, seat) DO UPDATE SET version = excluded.version",
            );
            link.execute(insert.bind(game).bind(WATCHED).bind(now)).await?;
            link.commit().await?;
            link.release();
            Ok::<_, sqlx::Error>(())
        };
        noted.await.map_err(|error| self.failed(error))
    }

    /// Deletes a game of this kind that has not changed since `before`, with all that is kept of
    /// it, if nobody was noted as watching it since `unwatched`; whether it did. One whose standing
    /// is not as it was written stays. Its data pack goes too, if it is as old and no game is played
    /// on it any more.
    ///
    /// # Errors
    /// The database's own. Nothing is deleted then.
    pub async fn retire(
        &self,
        game: &str,
        which: Outstayed,
        (before, unwatched): (i64, i64),
    ) -> Result<bool, StoreError> {
        let mut found = false;
        let outcome = self.try_retire(game, which, (before, unwatched), &mut found).await;
        if found || outcome.is_err() {
            let gone = ("SELECT CAST(COUNT(*) AS TEXT) FROM games WHERE id = $1", game, "0");
            self.settle(outcome, gone).await?;
        }
        Ok(found)
    }

    async fn try_retire(
        &self,
        game: &str,
        which: Outstayed,
        (before, unwatched): (i64, i64),
        found: &mut bool,
    ) -> Result<(), Broken> {
        let mut link = self.change().await?;
        // Whoever writes to the game at the same time comes first, or finds it gone.
        let lock = if matches!(self.location, Location::File(_)) { "" } else { " FOR UPDATE" };
        let text = format!(
            "SELECT {}, mark, pack FROM games WHERE id = $1 AND updated < $2 AND {} AND NOT EXISTS \
             (SELECT 1 FROM presence WHERE presence.game = games.id AND seat = $3 AND version >= $4){lock}",
            Moving::COLUMNS,
            which.condition()
        );
        let query = sqlx::query(AssertSqlSafe(text)).bind(game).bind(before).bind(WATCHED).bind(unwatched);
        let row = link.row(query).await?;
        if let Some(row) = row.filter(|row| self.moving(game, row).is_some()) {
            *found = delete_game(&mut link, game).await?;
            if let Some(pack) = row.try_get::<Option<String>, _>("pack")? {
                let delete = sqlx::query(
                    "DELETE FROM packs WHERE id = $1 AND created < $2 \
                     AND NOT EXISTS (SELECT 1 FROM games WHERE games.pack = packs.id) \
                     AND NOT EXISTS (SELECT 1 FROM shared_packs WHERE shared_packs.pack = packs.id)",
                );
                link.execute(delete.bind(pack).bind(before)).await?;
            }
            self.announce(&mut link, game);
        }
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(())
    }
}
