//! Tournaments, each as one document that is changed as a whole, and the games that they are of.
//!
//! Whoever changes a tournament says which version they have read: if somebody else was faster, nothing
//! is changed. So no step is done twice, whoever is lost between two of them and however many servers
//! look after it.

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Row};
use tabletop::Side;

use super::accounts::seal;
use super::error::Broken;
use super::holders::{Held, hold, shares};
use super::{Store, StoreError};
use crate::limits::{Holder, Room};

/// A tournament as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptTournament {
    /// What it is called.
    pub id: String,
    /// How often it was changed.
    pub version: i64,
    /// The tournament, as JSON.
    pub line: Value,
}

/// A change of a tournament.
#[derive(Debug, Clone, PartialEq)]
pub struct NewTournament<'a> {
    /// What it is called.
    pub id: &'a str,
    /// The version that was read; 0 of one that is new.
    pub version: i64,
    /// Whether it needs looking after: it is not over.
    pub open: bool,
    /// The tournament, as JSON.
    pub line: &'a Value,
    /// Its games so far, each with what it counts for ratings, if it is told here: between two
    /// accounts their match tells it.
    pub games: &'a [(String, Option<Value>)],
}

/// Where a game stands, for whoever looks after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameStand {
    /// Who is asked; nobody once it is over.
    pub asked: Option<Side>,
    /// The hash of its last entry.
    pub head: Option<String>,
}

/// All tournaments.
pub(super) const COLUMNS: &str = "SELECT id, version, line, seal FROM tournaments";

/// All games of tournaments.
pub(super) const GAMES: &str = "SELECT game, tournament, counts, seal FROM tournament_games";

/// Those that were called off, and may be others that are over: quotation marks of a title are escaped in the line.
const CANCELLED: &str = "open = 0 AND line LIKE '%\"stage\":\"cancelled\"%'";

/// When a tournament was made, in seconds since 1970; 0 if it does not say so.
pub(super) fn made(line: &Value) -> i64 {
    line["made"].as_i64().unwrap_or(0)
}

/// The account that made a tournament.
pub(super) fn maker(line: &Value) -> &str {
    line["maker"].as_str().unwrap_or_default()
}

fn sealed(id: &str, version: i64, line: &str) -> String {
    seal("longroll tournament 1\0", &json!([id, version, line]))
}

fn sealed_game(game: &str, tournament: &str, rated: Option<&str>) -> String {
    seal("longroll tournament game 1\0", &json!([game, tournament, rated]))
}

impl Store {
    /// Keeps a tournament as it is now; false if somebody else has changed it meanwhile.
    ///
    /// # Errors
    /// The database's own.
    pub async fn keep_tournament(&self, new: &NewTournament<'_>) -> Result<bool, StoreError> {
        self.tournament_kept(self.try_keep_tournament(new, None).await)
    }

    /// Keeps a new tournament, if there is room for one more among `most` that are not over; it is counted for the
    /// networks of its holder. Whether it is kept.
    ///
    /// # Errors
    /// The database's own.
    #[cfg(feature = "club")]
    pub(crate) async fn make_tournament(
        &self,
        new: &NewTournament<'_>,
        (most, holder): (usize, Option<&Holder<String>>),
    ) -> Result<bool, StoreError> {
        self.tournament_kept(self.try_keep_tournament(new, Some((most, holder))).await)
    }

    fn tournament_kept(&self, outcome: Result<bool, Broken>) -> Result<bool, StoreError> {
        match outcome {
            Ok(kept) => {
                self.note_written();
                Ok(kept)
            }
            // Whoever cannot know whether it was kept reads it again.
            Err(Broken::Unknown(source)) => Err(StoreError::Uncertain { at: self.location.clone(), source }),
            Err(Broken::Undone(source)) if unique(&source) => Ok(false),
            Err(Broken::Undone(source)) => Err(self.failed(source)),
            Err(Broken::Refused(error)) => Err(error),
        }
    }

    async fn try_keep_tournament(
        &self,
        new: &NewTournament<'_>,
        room: Option<(usize, Option<&Holder<String>>)>,
    ) -> Result<bool, Broken> {
        let NewTournament { id, version, open, line, games } = new;
        let (made, maker, line, next) = (made(line), maker(line), line.to_string(), version + 1);
        let mut link = self.change().await?;
        if let Some((most, holder)) = room {
            let open = "SELECT id, made AS came, 1 AS stays FROM tournaments WHERE open = 1";
            if shares(&mut link, Held::Tournament, open).await?.room(most, holder) != Room::Free {
                return Ok(false);
            }
            hold(&mut link, (Held::Tournament, id), holder).await?;
        }
        let statement = if *version == 0 {
            "INSERT INTO tournaments (id, version, open, line, seal, made, maker) VALUES ($1, $2, $3, $4, $5, $6, $7)"
        } else {
            "UPDATE tournaments SET version = $2, open = $3, line = $4, seal = $5, made = $6, maker = $7 \
             WHERE id = $1 AND version = $2 - 1"
        };
        let statement = sqlx::query(statement)
            .bind(*id)
            .bind(next)
            .bind(i64::from(*open))
            .bind(&line)
            .bind(sealed(id, next, &line))
            .bind(made)
            .bind(maker);
        if link.execute(statement).await? == 0 {
            return Ok(false);
        }
        for (game, rated) in *games {
            let rated = rated.as_ref().map(Value::to_string);
            let insert = sqlx::query(
                "INSERT INTO tournament_games (game, tournament, counts, seal) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (game) DO UPDATE SET counts = excluded.counts, seal = excluded.seal",
            )
            .bind(game)
            .bind(*id)
            .bind(&rated)
            .bind(sealed_game(game, id, rated.as_deref()));
            link.execute(insert).await?;
        }
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(true)
    }

    /// A tournament.
    ///
    /// # Errors
    /// [`StoreError::Misfit`] if it is not as it was written, or the database's own.
    pub async fn tournament(&self, id: &str) -> Result<Option<KeptTournament>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = sqlx::query(AssertSqlSafe(format!("{COLUMNS} WHERE id = $1")));
            let row = link.row(query.bind(id)).await?;
            link.release();
            row.map(|row| read(&row)).transpose()
        };
        match found.await.map_err(|error: sqlx::Error| self.failed(error))? {
            None => Ok(None),
            Some(Some(kept)) => Ok(Some(kept)),
            Some(None) => Err(StoreError::Misfit { at: self.location.clone(), what: "a tournament" }),
        }
    }

    /// All tournaments that are as they were written, in no order.
    ///
    /// # Errors
    /// The database's own.
    pub async fn tournaments(&self) -> Result<Vec<KeptTournament>, StoreError> {
        self.found("").await
    }

    /// How many tournaments that account has made that are not over.
    ///
    /// # Errors
    /// The database's own.
    pub async fn open_tournaments_of(&self, maker: &str) -> Result<i64, StoreError> {
        let counted = async {
            let mut link = self.link().await?;
            let query = sqlx::query("SELECT COUNT(*) AS made FROM tournaments WHERE maker = $1 AND open = 1");
            let row = link.row(query.bind(maker)).await?;
            link.release();
            row.map_or(Ok(0), |row| row.try_get("made"))
        };
        counted.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// Of the tournaments that an account has called off, deletes all but so many, the oldest first. None in which
    /// a game was begun: those count for ratings.
    ///
    /// # Errors
    /// The database's own.
    pub async fn keep_newest_cancelled(&self, maker: &str, most: i64) -> Result<(), StoreError> {
        let delete = format!(
            "DELETE FROM tournaments WHERE maker = $1 AND {CANCELLED} \
             AND id NOT IN (SELECT tournament FROM tournament_games) \
             AND id NOT IN (SELECT id FROM tournaments WHERE maker = $1 AND {CANCELLED} \
             ORDER BY made DESC, id DESC LIMIT $2)"
        );
        self.change_by(sqlx::query(AssertSqlSafe(delete)).bind(maker).bind(most)).await.map(|_| ())
    }

    /// The names and versions of at most so many: those that are not over first, then the newest.
    ///
    /// # Errors
    /// The database's own.
    pub async fn newest_tournaments(&self, most: i64) -> Result<Vec<(String, i64)>, StoreError> {
        let query = sqlx::query(
            "SELECT id, version FROM tournaments ORDER BY open DESC, made DESC, id DESC LIMIT $1",
        );
        let rows = self.rows_of(query.bind(most)).await?;
        self.read_all(&rows, |row| Ok((row.try_get("id")?, row.try_get("version")?)))
    }

    /// Those that were called off, and may be others that are over; all as they were written.
    ///
    /// # Errors
    /// The database's own.
    pub async fn cancelled_tournaments(&self) -> Result<Vec<KeptTournament>, StoreError> {
        self.found(&format!("WHERE {CANCELLED}")).await
    }

    /// Those of that clause that are as they were written.
    async fn found(&self, clause: &str) -> Result<Vec<KeptTournament>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let rows = link.rows(sqlx::query(AssertSqlSafe(format!("{COLUMNS} {clause}")))).await?;
            link.release();
            rows.iter().map(read).collect::<Result<Vec<_>, sqlx::Error>>()
        };
        let found = found.await.map_err(|error| self.failed(error))?;
        if found.iter().any(Option::is_none) {
            tracing::error!("a tournament is damaged");
        }
        Ok(found.into_iter().flatten().collect())
    }

    /// Deletes a tournament of which no game was begun: those count for ratings. Whether it is deleted.
    ///
    /// # Errors
    /// The database's own.
    pub async fn delete_tournament(&self, id: &str) -> Result<bool, StoreError> {
        let delete = sqlx::query(
            "DELETE FROM tournaments WHERE id = $1 \
             AND id NOT IN (SELECT tournament FROM tournament_games)",
        );
        Ok(self.change_by(delete.bind(id)).await? > 0)
    }

    /// The names of those that need looking after.
    ///
    /// # Errors
    /// The database's own.
    pub async fn open_tournaments(&self) -> Result<Vec<String>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let rows =
                link.rows(sqlx::query("SELECT id FROM tournaments WHERE open = 1 ORDER BY id")).await?;
            link.release();
            rows.iter().map(|row| row.try_get("id")).collect::<Result<_, sqlx::Error>>()
        };
        found.await.map_err(|error| self.failed(error))
    }

    /// The tournament that a game is of.
    ///
    /// # Errors
    /// The database's own.
    pub async fn tournament_of(&self, game: &str) -> Result<Option<String>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = sqlx::query("SELECT tournament FROM tournament_games WHERE game = $1");
            let row = link.row(query.bind(game)).await?;
            link.release();
            row.map(|row| row.try_get("tournament")).transpose()
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// What games between people and commanders count for ratings, in no order. What is not as it was
    /// written is left out.
    ///
    /// # Errors
    /// The database's own.
    pub async fn rated_against_commanders(&self) -> Result<Vec<Value>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = AssertSqlSafe(format!("{GAMES} WHERE counts IS NOT NULL"));
            let rows = link.rows(sqlx::query(query)).await?;
            link.release();
            let mut games = Vec::new();
            for row in &rows {
                let (game, of): (String, String) = (row.try_get("game")?, row.try_get("tournament")?);
                let (rated, seal): (String, String) = (row.try_get("counts")?, row.try_get("seal")?);
                match serde_json::from_str(&rated) {
                    Ok(value) if sealed_game(&game, &of, Some(&rated)) == seal => games.push(value),
                    _ => tracing::error!("a rated game of a tournament is damaged"),
                }
            }
            Ok::<_, sqlx::Error>(games)
        };
        found.await.map_err(|error| self.failed(error))
    }

    /// Where a game stands; `None` if it is not there.
    ///
    /// # Errors
    /// The database's own.
    pub async fn game_stand(&self, game: &str) -> Result<Option<GameStand>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let row = link.row(sqlx::query("SELECT asked, head FROM games WHERE id = $1").bind(game)).await?;
            link.release();
            row.map(|row| {
                let asked: Option<String> = row.try_get("asked")?;
                let asked = asked.as_deref().and_then(Side::from_word);
                Ok(GameStand { asked, head: row.try_get("head")? })
            })
            .transpose()
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }
}

fn unique(source: &sqlx::Error) -> bool {
    source.as_database_error().is_some_and(|error| error.is_unique_violation())
}

/// Whether a tournament is as it was written.
pub(super) fn is_whole(row: &sqlx::any::AnyRow) -> bool {
    read(row).is_ok_and(|kept| kept.is_some())
}

/// Whether a game of a tournament is as it was written.
pub(super) fn is_whole_game(row: &sqlx::any::AnyRow) -> bool {
    let read = || -> Result<bool, sqlx::Error> {
        let counts: Option<String> = row.try_get("counts")?;
        let (game, of): (String, String) = (row.try_get("game")?, row.try_get("tournament")?);
        Ok(sealed_game(&game, &of, counts.as_deref()) == row.try_get::<String, _>("seal")?)
    };
    read().unwrap_or(false)
}

/// From its row, if it is as it was written.
fn read(row: &sqlx::any::AnyRow) -> Result<Option<KeptTournament>, sqlx::Error> {
    let (id, version): (String, i64) = (row.try_get("id")?, row.try_get("version")?);
    let (line, seal): (String, String) = (row.try_get("line")?, row.try_get("seal")?);
    if sealed(&id, version, &line) != seal {
        return Ok(None);
    }
    Ok(serde_json::from_str(&line).ok().map(|line| KeptTournament { id, version, line }))
}
