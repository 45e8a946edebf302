//! When servers of this database were up: each notes it every minute, in a row of its own.

use sqlx::Row;

use super::{Store, StoreError};

/// A row of less than so many seconds is removed an hour later, if another is before it: a server that fails again
/// and again as it starts was not up.
const SHORT: i64 = 60;

/// When any server was up, and whether there was anything to play.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UpTimes {
    /// From when to when, in seconds since 1970.
    pub rows: Vec<(i64, i64)>,
    /// Whether there are games.
    pub any_games: bool,
}

impl Store {
    /// Notes that this server has been up from `begun` to `now`, and gives when any server was.
    ///
    /// # Errors
    /// The database's own.
    pub async fn note_up(&self, begun: i64, now: i64) -> Result<UpTimes, StoreError> {
        let noted = async {
            let mut link = self.change().await?;
            let remove = sqlx::query(
                "DELETE FROM uptime WHERE until - begun < $1 AND until < $2 \
                 AND EXISTS (SELECT 1 FROM uptime AS earlier WHERE earlier.begun < uptime.begun)",
            );
            link.execute(remove.bind(SHORT).bind(now.saturating_sub(3600))).await?;
            let insert = sqlx::query(
                "INSERT INTO uptime (node, begun, until) VALUES ($1, $2, $3) \
                 ON CONFLICT (node, begun) DO UPDATE SET until = excluded.until",
            );
            link.execute(insert.bind(&self.node).bind(begun).bind(now)).await?;
            let rows =
                link.rows(sqlx::query("SELECT begun, until FROM uptime ORDER BY begun, until")).await?;
            let games = link.row(sqlx::query("SELECT id FROM games LIMIT 1")).await?;
            link.commit().await?;
            link.release();
            let rows = rows.iter().map(|row| Ok((row.try_get("begun")?, row.try_get("until")?)));
            Ok::<_, sqlx::Error>(UpTimes {
                rows: rows.collect::<Result<_, sqlx::Error>>()?,
                any_games: games.is_some(),
            })
        };
        let noted = noted.await.map_err(|error| self.failed(error))?;
        self.note_written();
        Ok(noted)
    }
}
