//! Reading games, with everything checked that binds what is kept of them.

use protocol::answer::You;
use protocol::params::Commanders;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use tabletop::Header;

use super::seal::{Moving, Sealed, follow};
use super::{Held, Kept, Key, Store, StoreError};

/// A game as it stands in the database.
pub(crate) struct Written {
    row: AnyRow,
    seats: Vec<AnyRow>,
    lines: Vec<AnyRow>,
}

impl Written {
    /// How long its entries are together, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let length = |row: &AnyRow| row.try_get_unchecked::<&str, _>("line").map_or(0, str::len);
        self.lines.iter().map(length).sum()
    }
}

impl Store {
    /// The scenario of a game and the data pack it is from; `None` if there is no game of that name.
    ///
    /// # Errors
    /// The database's own.
    pub async fn battle(&self, game: &str) -> Result<Option<(String, Option<String>)>, StoreError> {
        let failed = |error| self.failed(error);
        let mut link = self.link().await.map_err(failed)?;
        let query = sqlx::query("SELECT scenario, pack FROM games WHERE id = $1").bind(game);
        let row = link.row(query).await.map_err(failed)?;
        link.release();
        row.map(|row| Ok((row.try_get("scenario")?, row.try_get("pack")?))).transpose().map_err(failed)
    }

    /// A game with all its entries; `None` if there is none of that name.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] if it is not as it was written, or the database's own.
    pub async fn load(&self, game: &str) -> Result<Option<Kept>, StoreError> {
        self.written(game).await?.map(|written| self.kept(game, &written)).transpose()
    }

    /// The same, but for what [`kept`](Store::kept) then does.
    ///
    /// # Errors
    /// As [`Store::load`].
    pub(crate) async fn written(&self, game: &str) -> Result<Option<Written>, StoreError> {
        // Text that is none is found out as it is read.
        let failed = |error| self.misread(game, error);
        let mut link = self.link().await.map_err(failed)?;
        link.begin_reading().await.map_err(failed)?;
        let query =
            format!("SELECT {}, seal, {}, mark FROM games WHERE id = $1", Sealed::COLUMNS, Moving::COLUMNS);
        let row = link.row(sqlx::query(AssertSqlSafe(query)).bind(game)).await.map_err(failed)?;
        let seats = link
            .rows(sqlx::query("SELECT seat, hash FROM seats WHERE game = $1 ORDER BY seat").bind(game))
            .await
            .map_err(failed)?;
        let query = sqlx::query("SELECT version, line FROM entries WHERE game = $1 ORDER BY version");
        let lines = match link.rows(query.bind(game)).await {
            Ok(lines) => lines,
            Err(error @ sqlx::Error::Decode(_)) => return Err(self.garbled(game, error).await),
            Err(error) => return Err(self.failed(error)),
        };
        link.commit().await.map_err(failed)?;
        link.release();
        Ok(row.map(|row| Written { row, seats, lines }))
    }

    /// Which entry of a game cannot be read as text.
    async fn garbled(&self, game: &str, error: sqlx::Error) -> StoreError {
        let found = async {
            let mut link = self.link().await?;
            let versions = link
                .rows(sqlx::query("SELECT version FROM entries WHERE game = $1 ORDER BY version").bind(game))
                .await?;
            for row in &versions {
                let version: i64 = row.try_get(0)?;
                let query = sqlx::query("SELECT line FROM entries WHERE game = $1 AND version = $2");
                match link.row(query.bind(game).bind(version)).await {
                    Ok(_) => {}
                    Err(sqlx::Error::Decode(_)) => return Ok(Some(version)),
                    Err(error) => return Err(error),
                }
            }
            link.release();
            Ok::<_, sqlx::Error>(None)
        };
        match found.await {
            Ok(Some(version)) => self.unreadable(game, format!("entry {version} is not as it was written")),
            Ok(None) => self.misread(game, error),
            Err(error) => self.failed(error),
        }
    }

    /// A game from its rows, with everything checked that binds them: of a long record that takes a while.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] if it is not as it was written.
    pub(crate) fn kept(&self, game: &str, written: &Written) -> Result<Kept, StoreError> {
        let Written { row, seats, lines } = written;
        let sealed = self.sealed(game, row, seats)?;
        let mut entries = Vec::with_capacity(lines.len());
        for (number, row) in (1..).zip(lines) {
            let version: i64 = row.try_get("version").map_err(|e| self.misread(game, e))?;
            if version != number {
                return Err(self.unreadable(game, format!("entry {number} is missing")));
            }
            let line = row.try_get::<String, _>("line").ok();
            let entry = line
                .and_then(|line| serde_json::from_str(&line).ok())
                .ok_or_else(|| self.unreadable(game, format!("entry {number} is not as it was written")))?;
            entries.push(entry);
        }
        let value = serde_json::from_str(&sealed.header).map_err(|e| self.unreadable(game, e))?;
        let head: Option<String> = row.try_get("head").map_err(|e| self.misread(game, e))?;
        follow(&value, &entries, head.as_deref()).map_err(|what| self.unreadable(game, what))?;
        let header = serde_json::from_value(value).map_err(|e| self.unreadable(game, e))?;
        let secret =
            match (&sealed.secret, &self.key) {
                (None, _) => None,
                (Some(kept), _) if !Key::locks(kept) => Some(kept.clone()),
                (Some(_), None) => None,
                (Some(kept), Some(key)) => Some(key.unlock(game, kept).ok_or_else(|| {
                    self.unreadable(game, "the secret of its dice is not as it was written")
                })?),
            };
        Ok(Kept {
            header,
            secret,
            commanders: self.commanders(game, sealed.commanders.as_deref())?,
            name: sealed.name,
            mode: sealed.mode,
            advice: sealed.advice != 0,
            seats: sealed
                .seats
                .into_iter()
                .map(|(seat, hash)| Some((You::from_word(&seat)?, hash)))
                .collect::<Option<_>>()
                .ok_or_else(|| self.unreadable(game, "a seat nobody knows"))?,
            entries,
            bytes: written.bytes(),
            doubtful: self.moving(game, row).is_none(),
        })
    }

    /// What never changes of a game, if it is as it was written.
    pub(super) fn sealed(&self, game: &str, row: &AnyRow, seats: &[AnyRow]) -> Result<Sealed, StoreError> {
        let sealed = Sealed::read(row, seats).map_err(|e| self.misread(game, e))?;
        let seal: Option<String> = row.try_get("seal").map_err(|e| self.misread(game, e))?;
        if seal.as_deref() == Some(&sealed.seal()) {
            return Ok(sealed);
        }
        Err(self.unreadable(
            game,
            "what was kept when it began (its seats, name, header or secret) is not as it was written",
        ))
    }

    /// What changes of a game, if it is as it was written.
    pub(super) fn moving(&self, game: &str, row: &AnyRow) -> Option<Moving> {
        let moving = Moving::read(row).ok()?;
        let mark: Option<String> = row.try_get("mark").ok()?;
        (mark? == moving.mark(game)).then_some(moving)
    }

    /// The game of the seat whose token has this hash.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] if what is kept of that game is not as it was written, or the
    /// database's own.
    pub async fn seated(&self, hash: &str) -> Result<Option<Held>, StoreError> {
        let failed = |error| self.failed(error);
        let mut link = self.link().await.map_err(failed)?;
        link.begin_reading().await.map_err(failed)?;
        let query = sqlx::query("SELECT game FROM seats WHERE hash = $1").bind(hash);
        let found = link.row(query).await.map_err(failed)?;
        let game: Option<String> = found.map(|row| row.try_get("game")).transpose().map_err(failed)?;
        let mut rows = None;
        if let Some(game) = &game {
            let query = format!(
                "SELECT {}, seal, {}, mark FROM games WHERE id = $1",
                Sealed::COLUMNS,
                Moving::COLUMNS
            );
            let row = link
                .row(sqlx::query(AssertSqlSafe(query)).bind(game))
                .await
                .map_err(|e| self.misread(game, e))?;
            let query = sqlx::query("SELECT seat, hash FROM seats WHERE game = $1 ORDER BY seat").bind(game);
            let seats = link.rows(query).await.map_err(|e| self.misread(game, e))?;
            rows = row.map(|row| (row, seats));
        }
        link.commit().await.map_err(failed)?;
        link.release();
        let (Some(game), Some((row, seats))) = (game, rows) else { return Ok(None) };
        let sealed = self.sealed(&game, &row, &seats)?;
        let header: Header = serde_json::from_str(&sealed.header).map_err(|e| self.unreadable(&game, e))?;
        let you =
            sealed.seats.iter().find(|(_, kept)| kept == hash).and_then(|(seat, _)| You::from_word(seat));
        let you = you.ok_or_else(|| self.unreadable(&game, "a seat nobody knows"))?;
        let moving = self.moving(&game, &row);
        Ok(Some(Held {
            commanders: self.commanders(&game, sealed.commanders.as_deref())?,
            id: game,
            name: sealed.name,
            scenario: sealed.scenario,
            title: sealed.title,
            pack: header.pack,
            clocks: header.clock.is_some(),
            you,
            updated: moving.as_ref().map_or(sealed.created, |moving| moving.updated),
            doubtful: moving.is_none(),
            standing: moving.map(|moving| moving.standing).unwrap_or_default(),
        }))
    }

    /// The commanders of a game as they were written; games of older programs have none.
    fn commanders(&self, game: &str, text: Option<&str>) -> Result<Commanders, StoreError> {
        text.map_or(Ok(Commanders::default()), |text| {
            serde_json::from_str(text).map_err(|e| self.unreadable(game, format!("commanders: {e}")))
        })
    }

    /// The names of all games, in order.
    ///
    /// # Errors
    /// The database's own.
    pub async fn games(&self) -> Result<Vec<String>, StoreError> {
        let names = async {
            let mut link = self.link().await?;
            let rows = link.rows(sqlx::query("SELECT id FROM games ORDER BY id")).await?;
            link.release();
            rows.iter().map(|row| row.try_get(0)).collect::<Result<_, sqlx::Error>>()
        };
        names.await.map_err(|error| self.failed(error))
    }
}
