//! What people say to each other about a game, and what they note for themselves. None of it is
//! part of the game's record.

use serde::Serialize;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::error::Broken;
use super::{Store, StoreError};

/// Something that was said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Said {
    /// Its number in its room.
    pub number: u32,
    /// When: seconds since 1970.
    pub at: i64,
    /// A side's word, or an account's name.
    pub author: String,
    /// What was said.
    pub text: String,
}

/// Something that is to be kept as said.
#[derive(Debug, Clone, Copy)]
pub struct NewSaid<'a> {
    /// The game it is said of.
    pub game: &'a str,
    /// The word of the room it is said in.
    pub room: &'a str,
    /// Who says it.
    pub author: &'a str,
    /// What.
    pub text: &'a str,
    /// When: seconds since 1970.
    pub at: i64,
}

/// What became of something that was to be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaidKept {
    /// It is kept, with this number.
    Kept(u32),
    /// Its author has said as much of this game as anybody may.
    Full,
    /// The room is full, and nobody has said more there than its author.
    RoomFull,
    /// Its author has said as much to watchers, of all games, as an account may.
    AccountFull,
    /// There is no such game.
    NoGame,
}

/// A private note of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Note {
    /// The hex it is about; nothing if it is about the game.
    pub hex: Option<String>,
    /// What it says.
    pub text: String,
    /// When it was written: seconds since 1970.
    pub at: i64,
}

/// How a seat wants to talk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TalkSettings {
    /// It no longer hears the other.
    pub muted: bool,
    /// The other is told when it is at the table.
    pub shown: bool,
}

/// Something that was said and that somebody reported to whoever runs the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// What it is called.
    pub id: String,
    /// The game.
    pub game: String,
    /// Who said it: a side's word, or an account's name.
    pub author: String,
    /// What was said.
    pub text: String,
    /// Who reported it: a side's word, or an account's name.
    pub by: String,
    /// What they said of it.
    pub why: String,
    /// When it was reported: seconds since 1970.
    pub at: i64,
}

/// The most that is kept of a room.
pub const MOST_IN_ROOM: usize = 2000;

/// The most that an account says to the watchers of all games.
pub const MOST_OF_ACCOUNT: usize = 5000;

/// How much of what an author said is read at once: as much as one may say of a game.
const SAID_AT_ONCE: i64 = 500;

/// The most of a game that one side or account reports.
const MOST_REPORTS: usize = 20;

/// The most notes of a seat.
pub const MOST_NOTES: usize = 300;

fn number(row: &AnyRow) -> Result<u32, sqlx::Error> {
    Ok(u32::try_from(row.try_get::<i64, _>("number")?).unwrap_or(u32::MAX))
}

impl Said {
    fn read(row: &AnyRow) -> Result<Said, sqlx::Error> {
        Ok(Said {
            number: number(row)?,
            at: row.try_get("at")?,
            author: row.try_get("author")?,
            text: row.try_get("text")?,
        })
    }
}

impl Store {
    /// Keeps what is said, unless its author has said so much of that game already. In a full room the oldest
    /// words of whoever has said most there make way for those who have said less.
    ///
    /// # Errors
    /// The database's own.
    pub async fn say(&self, said: &NewSaid<'_>, most: usize) -> Result<SaidKept, StoreError> {
        let kept = self.try_say(said, most).await;
        self.done(kept)
    }

    async fn try_say(&self, said: &NewSaid<'_>, most: usize) -> Result<SaidKept, Broken> {
        let mut link = self.change().await?;
        // Whoever else says something of this game waits here, so that numbers follow each other; orders do not.
        let hold = match self.is_shared() {
            true => {
                "SELECT id, CAST(pg_advisory_xact_lock(hashtext(id)) AS TEXT) FROM games WHERE id = $1 FOR KEY SHARE"
            }
            false => "SELECT id FROM games WHERE id = $1",
        };
        if link.row(sqlx::query(hold).bind(said.game)).await?.is_none() {
            return Ok(SaidKept::NoGame);
        }
        let count = sqlx::query(
            "SELECT COALESCE(SUM(CASE WHEN author = $1 THEN 1 ELSE 0 END), 0) AS own, \
             COALESCE(SUM(CASE WHEN room = $2 THEN 1 ELSE 0 END), 0) AS in_room, \
             COALESCE(MAX(CASE WHEN room = $2 THEN number ELSE 0 END), 0) AS number, \
             (SELECT COUNT(*) FROM talk WHERE room = 'watchers' AND author = $1) AS of_account \
             FROM talk WHERE game = $3",
        );
        let row = link.row(count.bind(said.author).bind(said.room).bind(said.game)).await?;
        let count = |name: &str| row.as_ref().map_or(Ok(0), |row| row.try_get::<i64, _>(name));
        let (own, in_room, of_account) = (count("own")?, count("in_room")?, count("of_account")?);
        let last = row.as_ref().map_or(Ok(0), number)?;
        let reached = |count: i64, most: usize| usize::try_from(count).unwrap_or(usize::MAX) >= most;
        if reached(own, most) {
            return Ok(SaidKept::Full);
        }
        if reached(of_account, MOST_OF_ACCOUNT) {
            return Ok(SaidKept::AccountFull);
        }
        if reached(in_room, MOST_IN_ROOM) {
            let oldest = sqlx::query(
                "DELETE FROM talk WHERE game = $1 AND room = $2 AND number = \
                 (SELECT MIN(number) FROM talk WHERE game = $1 AND room = $2 GROUP BY author \
                  HAVING COUNT(*) > 1 + (SELECT COUNT(*) FROM talk WHERE game = $1 AND room = $2 AND author = $3) \
                  ORDER BY COUNT(*) DESC, MIN(number) LIMIT 1)",
            );
            if link.execute(oldest.bind(said.game).bind(said.room).bind(said.author)).await? == 0 {
                return Ok(SaidKept::RoomFull);
            }
        }
        let insert = sqlx::query(
            "INSERT INTO talk (game, room, number, at, author, text) VALUES ($1, $2, $3, $4, $5, $6)",
        );
        let insert = insert.bind(said.game).bind(said.room).bind(i64::from(last) + 1);
        link.execute(insert.bind(said.at).bind(said.author).bind(said.text)).await?;
        self.announce(&mut link, said.game);
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(SaidKept::Kept(last + 1))
    }

    /// What was said of a game in a room after that number, by one author or by all, in order: at most `most` messages,
    /// and whether there are more.
    ///
    /// # Errors
    /// The database's own.
    pub async fn said(
        &self,
        (game, room): (&str, &str),
        since: u32,
        by: Option<&str>,
        most: usize,
    ) -> Result<(Vec<Said>, bool), StoreError> {
        let query = sqlx::query(
            "SELECT number, at, author, text FROM talk WHERE game = $1 AND room = $2 AND number > $3 \
             AND (author = $4 OR $5 = 1) ORDER BY number LIMIT $6",
        );
        let query = query.bind(game).bind(room).bind(i64::from(since)).bind(by.unwrap_or_default());
        let query = query.bind(i64::from(by.is_none())).bind(i64::try_from(most).unwrap_or(i64::MAX - 1) + 1);
        let mut said = self.read_all(&self.rows_of(query).await?, Said::read)?;
        let more = said.len() > most;
        said.truncate(most);
        Ok((said, more))
    }

    /// What was said of a game in a room under that number.
    ///
    /// # Errors
    /// The database's own.
    pub async fn said_as(&self, game: &str, room: &str, number: u32) -> Result<Option<Said>, StoreError> {
        let query = sqlx::query(
            "SELECT number, at, author, text FROM talk WHERE game = $1 AND room = $2 AND number = $3",
        );
        let rows = self.rows_of(query.bind(game).bind(room).bind(i64::from(number))).await?;
        Ok(self.read_all(&rows, Said::read)?.pop())
    }

    /// What an author said, in the players' room of a game or in the watchers' of all: without the first `from`, at most
    /// [`SAID_AT_ONCE`].
    ///
    /// # Errors
    /// The database's own.
    pub async fn said_by(
        &self,
        game: Option<&str>,
        author: &str,
        from: usize,
    ) -> Result<Vec<Said>, StoreError> {
        let from = i64::try_from(from).unwrap_or(i64::MAX);
        let query = match game {
            Some(game) => sqlx::query(
                "SELECT number, at, author, text FROM talk WHERE author = $1 AND room = 'players' AND game = $4 \
                 ORDER BY number LIMIT $2 OFFSET $3",
            )
            .bind(author)
            .bind(SAID_AT_ONCE)
            .bind(from)
            .bind(game),
            None => sqlx::query(
                "SELECT number, at, author, text FROM talk WHERE author = $1 AND room = 'watchers' \
                 ORDER BY at, game, number LIMIT $2 OFFSET $3",
            )
            .bind(author)
            .bind(SAID_AT_ONCE)
            .bind(from),
        };
        let rows = self.rows_of(query).await?;
        self.read_all(&rows, Said::read)
    }

    /// The number of what was said last of a game, by room.
    ///
    /// # Errors
    /// The database's own.
    pub async fn last_said(&self, game: &str) -> Result<Vec<(String, u32)>, StoreError> {
        let query = sqlx::query(
            "SELECT room, MAX(number) AS number FROM talk WHERE game = $1 GROUP BY room ORDER BY room",
        );
        let rows = self.rows_of(query.bind(game)).await?;
        self.read_all(&rows, |row| Ok((row.try_get("room")?, number(row)?)))
    }

    /// Keeps a note of a seat, in place of the one it had there; one that says nothing goes. Whether
    /// there was room for it.
    ///
    /// # Errors
    /// The database's own.
    pub async fn keep_note(&self, game: &str, seat: &str, note: &Note) -> Result<bool, StoreError> {
        let kept = self.try_keep_note(game, seat, note).await;
        self.done(kept)
    }

    async fn try_keep_note(&self, game: &str, seat: &str, note: &Note) -> Result<bool, Broken> {
        let mut link = self.change().await?;
        let hex = note.hex.as_deref().unwrap_or_default();
        let delete = sqlx::query("DELETE FROM notes WHERE game = $1 AND seat = $2 AND hex = $3");
        link.execute(delete.bind(game).bind(seat).bind(hex)).await?;
        if !note.text.is_empty() {
            let count = sqlx::query("SELECT COUNT(*) AS number FROM notes WHERE game = $1 AND seat = $2");
            let there = match link.row(count.bind(game).bind(seat)).await? {
                Some(row) => number(&row)?,
                None => 0,
            };
            if there as usize >= MOST_NOTES {
                return Ok(false);
            }
            let insert =
                sqlx::query("INSERT INTO notes (game, seat, hex, text, at) VALUES ($1, $2, $3, $4, $5)");
            link.execute(insert.bind(game).bind(seat).bind(hex).bind(&note.text).bind(note.at)).await?;
        }
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(true)
    }

    /// The notes of a seat, that about the game first.
    ///
    /// # Errors
    /// The database's own.
    pub async fn notes(&self, game: &str, seat: &str) -> Result<Vec<Note>, StoreError> {
        let query = sqlx::query("SELECT hex, text, at FROM notes WHERE game = $1 AND seat = $2 ORDER BY hex");
        let rows = self.rows_of(query.bind(game).bind(seat)).await?;
        self.read_all(&rows, |row| {
            let hex: String = row.try_get("hex")?;
            Ok(Note {
                hex: Some(hex).filter(|hex| !hex.is_empty()),
                text: row.try_get("text")?,
                at: row.try_get("at")?,
            })
        })
    }

    /// How a seat wants to talk.
    ///
    /// # Errors
    /// The database's own.
    pub async fn talk_settings(&self, game: &str, seat: &str) -> Result<TalkSettings, StoreError> {
        let query = sqlx::query("SELECT muted, shown FROM talk_settings WHERE game = $1 AND seat = $2");
        let rows = self.rows_of(query.bind(game).bind(seat)).await?;
        let read = |row: &AnyRow| {
            let is = |column| row.try_get::<i64, _>(column).map(|number| number != 0);
            Ok(TalkSettings { muted: is("muted")?, shown: is("shown")? })
        };
        Ok(self.read_all(&rows, read)?.pop().unwrap_or_default())
    }

    /// Keeps how a seat wants to talk.
    ///
    /// # Errors
    /// The database's own.
    pub async fn keep_talk_settings(
        &self,
        game: &str,
        seat: &str,
        settings: TalkSettings,
    ) -> Result<(), StoreError> {
        let keep = sqlx::query(
            "INSERT INTO talk_settings (game, seat, muted, shown) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (game, seat) DO UPDATE SET muted = excluded.muted, shown = excluded.shown",
        );
        let keep = keep.bind(game).bind(seat).bind(i64::from(settings.muted)).bind(i64::from(settings.shown));
        self.change_by(keep).await.map(|_| ())
    }

    /// Keeps a report, unless there is one of the same by the same already; `false` if they have reported as much of
    /// this game as anybody may.
    ///
    /// # Errors
    /// The database's own.
    pub async fn report(&self, report: &Report) -> Result<bool, StoreError> {
        let count = sqlx::query("SELECT COUNT(*) AS number FROM reports WHERE reporter = $1 AND game = $2");
        let rows = self.rows_of(count.bind(&report.by).bind(&report.game)).await?;
        if self.read_all(&rows, number)?.pop().unwrap_or(0) as usize >= MOST_REPORTS {
            return Ok(false);
        }
        let insert = sqlx::query(
            "INSERT INTO reports (id, game, author, text, reporter, why, at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING",
        );
        let insert = insert.bind(&report.id).bind(&report.game).bind(&report.author).bind(&report.text);
        self.change_by(insert.bind(&report.by).bind(&report.why).bind(report.at)).await.map(|_| true)
    }

    /// All reports, the oldest first.
    ///
    /// # Errors
    /// The database's own.
    pub async fn reports(&self) -> Result<Vec<Report>, StoreError> {
        let query =
            sqlx::query("SELECT id, game, author, text, reporter, why, at FROM reports ORDER BY at, id");
        let rows = self.rows_of(query).await?;
        self.read_all(&rows, |row| {
            Ok(Report {
                id: row.try_get("id")?,
                game: row.try_get("game")?,
                author: row.try_get("author")?,
                text: row.try_get("text")?,
                by: row.try_get("reporter")?,
                why: row.try_get("why")?,
                at: row.try_get("at")?,
            })
        })
    }

    /// A report has been seen to, and goes; whether there was such a one.
    ///
    /// # Errors
    /// The database's own.
    pub async fn end_report(&self, id: &str) -> Result<bool, StoreError> {
        let delete = sqlx::query("DELETE FROM reports WHERE id = $1").bind(id);
        Ok(self.change_by(delete).await? > 0)
    }

    pub(super) async fn rows_of(
        &self,
        query: sqlx::query::Query<'_, sqlx::Any, sqlx::any::AnyArguments>,
    ) -> Result<Vec<AnyRow>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let rows = link.rows(query).await?;
            link.release();
            Ok(rows)
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    pub(super) fn read_all<T>(
        &self,
        rows: &[AnyRow],
        read: impl Fn(&AnyRow) -> Result<T, sqlx::Error>,
    ) -> Result<Vec<T>, StoreError> {
        rows.iter().map(read).collect::<Result<_, _>>().map_err(|error| self.failed(error))
    }
}
