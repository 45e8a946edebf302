//! Storage: every game as an append-only list of entries, in one SQLite file or in PostgreSQL.
//!
//! The statements keep to what both understand (`$1` for arguments, text and whole numbers for
//! values); what only one of them has (checkpoints, room on the disk, locks) is told apart by the
//! [`Location`].

mod admin;
mod backup;
mod damage;
mod error;
mod forms;
mod groups;
mod jobs;
mod key;
mod link;
mod location;
mod log;
mod news;
mod open;
mod packs;
mod presence;
mod ready;
mod restore;
mod retention;
mod reviews;
mod scratch;
mod seal;
mod secrets;
mod standing;
mod transfer;
mod turns;
mod unstarted;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;
use sqlx::any::AnyRow;
use sqlx::{AnyPool, AssertSqlSafe, Row};
use tabletop::{AnyGame, Header, PackMark, Side, chain};
use tokio_util::task::TaskTracker;

use crate::protocol::answer::You;
use crate::protocol::params::Commanders;

use error::Broken;
use groups::{Append, Writer};
use link::{Link, Turn, Turns};
use seal::{Moving, Sealed, follow, head_after};

pub use admin::GameFacts;
pub use backup::{Backup, BackupError, backup};
pub use error::{Damage, OpenError, StoreError};
pub use jobs::{Beat, JobState, JobStatus, MOST_TRIES, NewJob, TakenJob, Taking};
pub use key::{Key, KeyError};
pub use link::{Call, Fault, Seam};
pub use location::{AddressError, Location, ServerAddress};
pub use news::{JobNews, News};
pub use open::{KeyChoice, Settings};
pub use presence::Present;
pub use ready::Unready;
pub use restore::restore;
pub use retention::Outstayed;
pub use transfer::{Database, MoveError, Moved, transfer};
pub use turns::{Claim, NextTurn};

/// What is kept of a game when it begins.
#[derive(Debug, Clone)]
pub struct NewGame {
    /// Its name in the protocol.
    pub id: String,
    /// Without the secret.
    pub header: Header,
    /// The server's seed in hexadecimal, if it is known.
    pub secret: Option<String>,
    /// The battle.
    pub title: String,
    /// What the players call it.
    pub name: String,
    /// `hot-seat`, `two` or `computer`.
    pub mode: &'static str,
    /// Which sides computers command.
    pub commanders: Commanders,
    /// Whether players may ask for advice.
    pub advice: bool,
    /// The seats with the hashes of their tokens.
    pub seats: Vec<(You, String)>,
    /// The entries it begins with.
    pub entries: Vec<Value>,
    /// Where it stands.
    pub standing: Standing,
}

/// Where a game stands, kept beside its entries for lists.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Standing {
    /// The game-turn.
    pub turn: u32,
    /// How many there are.
    pub turns: u32,
    /// The phase.
    pub phase: String,
    /// Who is asked; nobody once it is over.
    pub asked: Option<Side>,
}

impl Standing {
    /// Where that game stands.
    pub fn of(game: &dyn AnyGame) -> Standing {
        let tabletop::Standing { turn, turns, phase, .. } = game.standing();
        Standing { turn, turns, phase, asked: game.asked() }
    }
}

/// A game as it is kept.
#[derive(Debug, Clone)]
pub struct Kept {
    /// Without the secret.
    pub header: Header,
    /// The server's seed in hexadecimal.
    pub secret: Option<String>,
    /// What the players call it.
    pub name: String,
    /// `hot-seat`, `two` or `computer`.
    pub mode: String,
    /// Which sides computers command.
    pub commanders: Commanders,
    /// Whether players may ask for advice.
    pub advice: bool,
    /// The seats with the hashes of their tokens.
    pub seats: Vec<(You, String)>,
    /// Every entry.
    pub entries: Vec<Value>,
    /// Where it stands is not kept as it was written: [`Store::restate`] mends that from the
    /// entries.
    pub doubtful: bool,
}

/// A game somebody holds a seat in.
#[derive(Debug, Clone)]
pub struct Held {
    /// Its name in the protocol.
    pub id: String,
    /// What the players call it.
    pub name: String,
    /// The scenario's id.
    pub scenario: String,
    /// The battle; games of older programs did not keep it.
    pub title: Option<String>,
    /// The data pack it is played on.
    pub pack: Option<PackMark>,
    /// The seat.
    pub you: You,
    /// Which sides computers command.
    pub commanders: Commanders,
    /// Where it stands.
    pub standing: Standing,
    /// Seconds since 1970.
    pub updated: i64,
    /// Where it stands is not kept as it was written, and not told here; whoever reads the game may
    /// mend it.
    pub doubtful: bool,
}

/// The hash of the last line of a game's record.
const HEAD: &str = "SELECT head FROM games WHERE id = $1";

/// The database.
#[derive(Debug, Clone)]
pub struct Store {
    pool: AnyPool,
    location: Location,
    /// The name of this server among those that share a database.
    node: String,
    seam: Option<Arc<dyn Seam>>,
    /// The key to the secrets of the dice; nothing on a server that was started without it.
    key: Option<Arc<Key>>,
    /// With fewer bytes free on the disk it is said not to be ready.
    least_room: u64,
    /// Whether something was written since the log was last folded into the file.
    written: Arc<AtomicBool>,
    /// What goes on in the background until it is closed.
    background: TaskTracker,
    /// The writer: it commits appends that come at a time together.
    writer: Option<Writer>,
    /// Who writes to a file takes turns: the database itself would let them wait by the clock.
    turns: Option<Turns>,
    /// Who in this program listens to what happens in the queue of a file.
    listeners: news::Listeners,
}

impl Store {
    /// Where it is.
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// The name of this server among those that share a database.
    pub fn node(&self) -> &str {
        &self.node
    }

    /// Whether the secrets of the dice can be read and kept: not on a server that was started
    /// without its key.
    pub fn has_key(&self) -> bool {
        self.key.is_some()
    }

    /// A connection for one piece of work.
    async fn link(&self) -> Result<Link, sqlx::Error> {
        Link::take(&self.pool, self.seam.clone()).await
    }

    /// The turn to write, where one has to wait for it.
    async fn turn(&self) -> Option<Turn> {
        match &self.turns {
            Some(turns) => turns.next().await,
            None => None,
        }
    }

    /// A connection with a transaction that means to write; to be ended with a commit, and released
    /// then.
    async fn change(&self) -> Result<Link, sqlx::Error> {
        let turn = self.turn().await;
        let mut link = self.link().await?;
        link.keep(turn);
        link.begin().await?;
        Ok(link)
    }

    /// [`HEAD`] for whoever is about to change the game: on a server nobody else does until the
    /// transaction ends.
    fn head_held(&self) -> &'static str {
        match self.location {
            Location::File(_) => HEAD,
            Location::Server(_) => "SELECT head FROM games WHERE id = $1 FOR NO KEY UPDATE",
        }
    }

    fn failed(&self, source: sqlx::Error) -> StoreError {
        if source.as_database_error().is_some_and(|e| e.is_unique_violation()) {
            return StoreError::Stale;
        }
        StoreError::Database { at: self.location.clone(), source }
    }

    /// The log has to be folded into the file.
    fn note_written(&self) {
        self.written.store(true, Ordering::Relaxed);
    }

    fn headless(&self, game: &str) -> StoreError {
        self.unreadable(game, "the hash of its last entry is missing")
    }

    fn unreadable(&self, game: &str, what: impl ToString) -> StoreError {
        StoreError::Unreadable { at: self.location.clone(), game: game.to_owned(), what: what.to_string() }
    }

    /// An error on reading what is kept of a game: of the database, or of what is in it.
    fn misread(&self, game: &str, error: sqlx::Error) -> StoreError {
        match error {
            sqlx::Error::ColumnDecode { index, .. } => {
                let field = index.trim_matches('"');
                self.unreadable(game, format!("its field '{field}' is not as it was written"))
            }
            sqlx::Error::Decode(_) => self.unreadable(game, "a field is not as it was written"),
            other => self.failed(other),
        }
    }

    /// What became of a change. Of one whose end failed the database is asked: the change was made
    /// if that question, of that row, is answered so.
    async fn settle(
        &self,
        outcome: Result<(), Broken>,
        (question, row, answer): (&'static str, &str, &str),
    ) -> Result<(), StoreError> {
        let source = match outcome {
            Ok(()) => {
                self.note_written();
                return Ok(());
            }
            Err(Broken::Undone(source)) => return Err(self.failed(source)),
            Err(Broken::Refused(error)) => return Err(error),
            Err(Broken::Unknown(source)) => source,
        };
        match self.arrived(question, row, answer).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.failed(source)),
            Err(again) => {
                tracing::error!(at = %self.location, error = %again, "nor can it be seen what was kept");
                Err(StoreError::Uncertain { at: self.location.clone(), source })
            }
        }
    }

    async fn arrived(&self, question: &'static str, row: &str, answer: &str) -> Result<bool, sqlx::Error> {
        let mut link = self.link().await?;
        let found = link.row(sqlx::query(question).bind(row)).await?;
        let found: Option<String> = found.map_or(Ok(None), |row| row.try_get(0))?;
        let arrived = found.as_deref() == Some(answer);
        if arrived {
            // It can be read. A server has it on disk then, but a file only once the log has
            // reached it: its disk did not promise that what is in the log stays.
            if self.location.file().is_some() {
                fold(&mut link, "PRAGMA wal_checkpoint(FULL)").await?;
            }
        }
        link.release();
        Ok(arrived)
    }

    /// Keeps a new game.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if there is a game of that name, [`StoreError::NoKey`] if its secret
    /// cannot be kept, or the database's own.
    pub async fn create(&self, game: &NewGame) -> Result<(), StoreError> {
        let secret = match (&game.secret, &self.key) {
            (None, _) => None,
            (Some(_), None) => return Err(StoreError::NoKey),
            (Some(secret), Some(key)) => Some(key.lock(&game.id, secret).map_err(StoreError::Locking)?),
        };
        let mut seats: Vec<(String, String)> =
            game.seats.iter().map(|(seat, hash)| (seat.word().to_owned(), hash.clone())).collect();
        seats.sort();
        let header = game.header.value();
        let now = now();
        let sealed = Sealed {
            id: game.id.clone(),
            scenario: game.header.scenario.clone(),
            header: header.to_string(),
            secret,
            name: game.name.clone(),
            mode: game.mode.to_owned(),
            created: now,
            pack: game.header.pack.as_ref().map(|pack| pack.id.clone()),
            title: Some(game.title.clone()),
            commanders: written(&game.commanders),
            advice: i64::from(game.advice),
            seats,
        };
        let head = head_after(chain::header_hash(&header), &game.entries);
        let moving = Moving { updated: now, standing: game.standing.clone(), head: Some(head.clone()) };
        let outcome = self.try_create(&sealed, &moving, &game.entries).await;
        self.settle(outcome, (HEAD, &game.id, &head)).await
    }

    async fn try_create(&self, sealed: &Sealed, moving: &Moving, entries: &[Value]) -> Result<(), Broken> {
        let mut link = self.change().await?;
        let insert = sqlx::query(
            "INSERT INTO games (id, scenario, header, secret, name, mode, created, pack, title, commanders, advice, \
             seal, updated, turn, turns, phase) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, 0, 0, '')",
        )
        .bind(&sealed.id)
        .bind(&sealed.scenario)
        .bind(&sealed.header)
        .bind(&sealed.secret)
        .bind(&sealed.name)
        .bind(&sealed.mode)
        .bind(sealed.created)
        .bind(&sealed.pack)
        .bind(&sealed.title)
        .bind(&sealed.commanders)
        .bind(sealed.advice)
        .bind(sealed.seal());
        link.execute(insert).await?;
        for (seat, hash) in &sealed.seats {
            let insert = sqlx::query("INSERT INTO seats (game, seat, hash) VALUES ($1, $2, $3)")
                .bind(&sealed.id)
                .bind(seat)
                .bind(hash);
            link.execute(insert).await?;
        }
        insert_entries(&mut link, &sealed.id, 0, entries).await?;
        write_moving(&mut link, &sealed.id, moving).await?;
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(())
    }

    /// Appends entries after version `after`. Once this returns they are on disk.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if one of these versions has been written, [`StoreError::Uncertain`]
    /// if it cannot be told whether they were kept, or the database's own; but for `Uncertain`,
    /// nothing is kept then.
    pub async fn append(
        &self,
        game: &str,
        after: u32,
        entries: &[Value],
        standing: &Standing,
    ) -> Result<(), StoreError> {
        self.append_with(game, after, entries, standing, None).await
    }

    /// The same; in a game that computers play, together with what becomes of their turn in the
    /// queue. That is passed over in a file.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub async fn append_with(
        &self,
        game: &str,
        after: u32,
        entries: &[Value],
        standing: &Standing,
        turn: Option<NextTurn>,
    ) -> Result<(), StoreError> {
        let (game, entries, standing) = (game.to_owned(), entries.to_vec(), standing.clone());
        let append = Append { game, after, entries, standing, turn };
        let append = match self.writer.as_ref().map(|writer| writer.take(append.clone())) {
            Some(Ok(told)) => {
                return told.await.unwrap_or_else(|_| {
                    let source = sqlx::Error::WorkerCrashed;
                    Err(StoreError::Uncertain { at: self.location.clone(), source })
                });
            }
            Some(Err(append)) => *append,
            None => append,
        };
        self.append_alone(&append).await
    }

    /// Appends entries in a transaction of their own.
    async fn append_alone(&self, append: &Append) -> Result<(), StoreError> {
        let mut head = String::new();
        let outcome = self.try_append(append, &mut head).await;
        self.settle(outcome, (HEAD, &append.game, &head)).await
    }

    async fn try_append(&self, append: &Append, new_head: &mut String) -> Result<(), Broken> {
        let Append { game, after, entries, standing, turn } = append;
        let mut link = self.change().await?;
        let found = link.row(sqlx::query(self.head_held()).bind(game)).await?;
        // Somebody has deleted it.
        let Some(row) = found else { return Err(Broken::Refused(StoreError::Stale)) };
        let head: Option<String> = row.try_get("head")?;
        let head = head.ok_or_else(|| Broken::Refused(self.headless(game)))?;
        // Entries that follow on other entries than these: the game has gone on elsewhere.
        let head = append.new_head(head).ok_or(Broken::Refused(StoreError::Stale))?;
        insert_entries(&mut link, game, *after, entries).await?;
        if let Some(turn) = turn {
            self.write_turn(&mut link, game, turn).await?;
        }
        self.announce(&mut link, game).await?;
        new_head.clone_from(&head);
        let moving = Moving { updated: now(), standing: standing.clone(), head: Some(head) };
        write_moving(&mut link, game, &moving).await?;
        link.commit().await.map_err(Broken::Unknown)?;
        link.release();
        Ok(())
    }

    /// Writes anew where a game stands, for lists: what was kept of it was damaged, and its entries
    /// tell it.
    ///
    /// # Errors
    /// The database's own.
    pub async fn restate(&self, game: &str, standing: &Standing) -> Result<(), StoreError> {
        let restated: Result<(), sqlx::Error> = async {
            let mut link = self.change().await?;
            let found = link.row(sqlx::query(self.head_held()).bind(game)).await?;
            if let Some(row) = found {
                let moving =
                    Moving { updated: now(), standing: standing.clone(), head: row.try_get("head")? };
                write_moving(&mut link, game, &moving).await?;
            }
            link.commit().await?;
            link.release();
            Ok(())
        }
        .await;
        restated.map_err(|e| self.failed(e))
    }

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
        let Some(row) = row else { return Ok(None) };
        self.kept(game, &row, &seats, &lines).map(Some)
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

    /// A game from its rows, with everything checked that binds them.
    fn kept(&self, game: &str, row: &AnyRow, seats: &[AnyRow], lines: &[AnyRow]) -> Result<Kept, StoreError> {
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
            doubtful: self.moving(game, row).is_none(),
        })
    }

    /// What never changes of a game, if it is as it was written.
    fn sealed(&self, game: &str, row: &AnyRow, seats: &[AnyRow]) -> Result<Sealed, StoreError> {
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
    fn moving(&self, game: &str, row: &AnyRow) -> Option<Moving> {
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

    /// Folds everything into the one file, if it is one, and lets go of the database.
    pub async fn close(&self) {
        self.pool.close().await;
        self.background.close();
        self.background.wait().await;
    }
}

async fn insert_entries(
    link: &mut Link,
    game: &str,
    after: u32,
    entries: &[Value],
) -> Result<(), sqlx::Error> {
    for (version, entry) in (i64::from(after) + 1..).zip(entries) {
        let insert = sqlx::query("INSERT INTO entries (game, version, line) VALUES ($1, $2, $3)")
            .bind(game)
            .bind(version)
            .bind(entry.to_string());
        link.execute(insert).await?;
    }
    Ok(())
}

/// Writes what changes of a game: this is the one place that does.
async fn write_moving(link: &mut Link, game: &str, moving: &Moving) -> Result<(), sqlx::Error> {
    let Moving { updated, standing, head } = moving;
    let update = sqlx::query(
        "UPDATE games SET updated = $1, turn = $2, turns = $3, phase = $4, asked = $5, head = $6, mark = $7 WHERE id = $8",
    )
    .bind(*updated)
    .bind(i64::from(standing.turn))
    .bind(i64::from(standing.turns))
    .bind(&standing.phase)
    .bind(standing.asked.map(Side::word))
    .bind(head)
    .bind(moving.mark(game))
    .bind(game);
    link.execute(update).await.map(|_| ())
}

/// Carries out a checkpoint; one that others kept from its end is an error.
async fn fold(link: &mut Link, statement: &'static str) -> Result<(), sqlx::Error> {
    let row = link.row(sqlx::query(statement)).await?;
    let busy: i64 = row.map_or(Ok(0), |row| row.try_get(0))?;
    if busy == 0 {
        Ok(())
    } else {
        Err(sqlx::Error::Protocol("the checkpoint was kept from its end".to_owned()))
    }
}

/// Commanders as they are kept; none of them, nothing.
fn written(commanders: &Commanders) -> Option<String> {
    (!commanders.is_empty()).then(|| serde_json::json!(commanders).to_string())
}

/// Seconds since 1970, UTC.
pub(crate) fn now() -> i64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}
