//! Storage: every game as an append-only list of entries, in one SQLite file or in PostgreSQL.
//!
//! The statements keep to what both understand (`$1` for arguments, text and whole numbers for
//! values); what only one of them has (checkpoints, room on the disk, locks) is told apart by the
//! [`Location`].

mod accounts;
mod admin;
mod announcer;
mod backup;
mod challenges;
#[cfg(feature = "club")]
mod channels;
mod checkpoints;
mod damage;
mod entry_count;
mod error;
mod forms;
mod groups;
mod holders;
mod jobs;
mod key;
#[cfg(feature = "club")]
mod library;
mod link;
mod location;
mod log;
mod matches;
mod misfits;
mod news;
mod open;
#[cfg(feature = "club")]
mod outbox;
mod packs;
mod passkeys;
mod presence;
mod reading;
mod ready;
mod restore;
mod retention;
mod reviews;
mod scratch;
mod seal;
mod secrets;
mod server_lock;
mod shared_packs;
mod standing;
#[cfg(feature = "club")]
mod studies;
mod talk;
mod tournaments;
mod transfer;
mod turns;
mod unstarted;
mod uptime;
mod writing;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use protocol::answer::You;
use protocol::params::Commanders;
use serde_json::Value;
use sqlx::{AnyPool, Row};
use tabletop::{AnyGame, Header, PackMark, Side};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::task::TaskTracker;

use announcer::Announcer;
use checkpoints::Checkpoints;
use entry_count::EntryCount;
use error::Broken;
use groups::Writer;
use link::{Link, Turn, Turns};
use seal::Moving;

pub use accounts::{Account, AccountKept, AccountSeat, Ended, NewAccount, NewSession, Session, SessionFacts};
pub use admin::GameFacts;
pub use backup::{Backup, BackupError, backup};
pub use challenges::{Asked, ChallengeKept, KeptChallenge, Notices};
#[cfg(feature = "club")]
pub use channels::{Channel, ChannelKept, ChannelTo, Quiet};
pub use error::{Damage, OpenError, StoreError};
pub use jobs::{AHEAD, Beat, JobState, JobStatus, MOST_TRIES, NewJob, ROUNDS, TakenJob, Taking};
pub use key::{Key, KeyError};
#[cfg(feature = "club")]
pub use library::{Happened, InLibrary, LibraryQuery, Original, PutIn, Shelved, SortBy, Source};
pub use link::{Call, Fault, Seam};
pub use location::{AddressError, Location, ServerAddress};
pub use matches::{
    AbandonedSeat, GameNow, KeptMatch, KeptMatchGame, MatchKept, NewMatch, RatingsVersion, Which,
};
pub use news::{JobNews, News};
pub use open::{KeyChoice, Settings};
#[cfg(feature = "club")]
pub use outbox::{Ended as NoticeEnd, Lane, NewNotice, Parcel, SeatToTell};
pub use passkeys::{CeremonyAnswered, KeptPasskey, PasskeyRemoved};
pub use presence::Present;
pub use ready::Unready;
pub use restore::restore;
pub use retention::Outstayed;
pub use server_lock::ServerLock;
pub use shared_packs::{KeptShare, NewShare, Places};
#[cfg(feature = "club")]
pub use studies::{KeptStudy, Studies};
pub use talk::{
    MOST_IN_ROOM, MOST_NOTES, MOST_OF_ACCOUNT, NewSaid, Note, Report, Said, SaidKept, TalkSettings,
};
pub use tournaments::{GameStand, KeptTournament, NewTournament};
pub use transfer::{Database, MoveError, Moved, transfer};
pub use turns::{Claim, NextTurn};
pub use unstarted::Forgettable;
pub use uptime::UpTimes;

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
    /// How long they are together as they are written.
    pub bytes: usize,
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
    /// Whether it has clocks.
    pub clocks: bool,
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
    /// Folds the log of a file into it.
    checkpoints: Option<Arc<Checkpoints>>,
    /// How many entries of a file are on disk.
    entry_count: Option<Arc<EntryCount>>,
    /// Connections that are being taken or given up.
    closing: TaskTracker,
    /// The writer: it commits appends that come at a time together.
    writer: Option<Writer>,
    /// Who writes to a file takes turns: the database itself would let them wait by the clock.
    turns: Option<Turns>,
    /// So many use a database at a time, that connections are left for who writes orders.
    places: Option<Arc<Semaphore>>,
    /// Who in this program listens to what happens in the queue of a file.
    listeners: news::Listeners,
    /// Tells others that share the database what is changed here.
    announcer: Option<Announcer>,
    /// How many jobs it has taken.
    takings: Arc<AtomicU32>,
}

impl Store {
    /// Where it is.
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// Whether other servers may share it.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self.location, Location::Server(_))
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

    /// What the key is made of by which push services know this server; nothing without its key.
    #[cfg(feature = "club")]
    pub fn push_seed(&self) -> Option<[u8; 32]> {
        self.key.as_ref().map(|key| key.derived("web push"))
    }

    /// A connection for one piece of work.
    async fn link(&self) -> Result<Link, sqlx::Error> {
        let Some(places) = &self.places else { return self.writing_link().await };
        let place = Arc::clone(places).acquire_owned();
        let place = tokio::time::timeout(self.pool.options().get_acquire_timeout(), place).await;
        let place = place.map_err(|_| sqlx::Error::PoolTimedOut)?;
        self.take_link(place.ok()).await
    }

    /// A connection for the holder of the turn to write to a file, or for orders to a server: others leave it free.
    async fn writing_link(&self) -> Result<Link, sqlx::Error> {
        self.take_link(None).await
    }

    async fn take_link(&self, place: Option<OwnedSemaphorePermit>) -> Result<Link, sqlx::Error> {
        Link::take(&self.pool, self.seam.clone(), self.closing.clone(), self.announcer.clone(), place).await
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
        let mut link = match self.location {
            Location::File(_) => self.writing_link().await?,
            Location::Server(_) => self.link().await?,
        };
        link.keep(turn);
        link.begin().await?;
        Ok(link)
    }

    /// [`HEAD`] for whoever is about to change the game: on a server nobody else does until the
    /// transaction ends.
    fn head_held(&self) -> &'static str {
        match self.location {
            Location::File(_) => "SELECT head, pending FROM games WHERE id = $1",
            Location::Server(_) => "SELECT head, pending FROM games WHERE id = $1 FOR NO KEY UPDATE",
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

    /// Folds everything into the one file, if it is one, and lets go of the database.
    pub async fn close(&self) {
        if let Some(announcer) = &self.announcer {
            announcer.flush().await;
        }
        self.pool.close().await;
        self.closing.close();
        self.closing.wait().await;
        if let Some(checkpoints) = &self.checkpoints {
            checkpoints.close().await;
        }
    }
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

/// Seconds since 1970, UTC.
pub(crate) fn now() -> i64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use futures_util::poll;

    use super::*;

    #[tokio::test]
    async fn a_search_goes_by_its_index_and_holds_its_place_until_it_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        for (query, index) in [
            (
                "SELECT 1 FROM library l WHERE EXISTS \
                 (SELECT 1 FROM library_facts f WHERE f.game = l.game AND f.kind = 'x' AND f.turn < 3)",
                "library_facts_by_game (game=? AND kind=?)",
            ),
            ("SELECT 1 FROM outbox WHERE channel = 'a' AND next <= 9 AND until <= 9", "outbox_by_channel"),
            ("SELECT 1 FROM outbox WHERE until > 9", "outbox_by_until"),
            ("SELECT 1 FROM outbox WHERE lease = 'a'", "outbox_by_lease"),
            ("SELECT game FROM match_games WHERE finished = 0", "match_games_by_end"),
            ("SELECT id FROM matches WHERE shown = 1 ORDER BY created DESC, id LIMIT 9", "matches_by_age"),
            ("SELECT 1 FROM challenges WHERE link = 'a' AND until > 9", "challenges_by_link"),
            ("DELETE FROM challenges WHERE until <= 9", "challenges_by_end"),
            ("SELECT 1 FROM notices WHERE feed = 'a'", "notices_by_feed"),
            ("SELECT COUNT(*) FROM library WHERE by_account = 'a' AND source = 'b'", "library_by_account"),
        ] {
            let mut link = store.link().await.unwrap();
            let explain = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {query}"));
            let rows = link.rows(sqlx::query(explain)).await.unwrap();
            link.release();
            let plan: Vec<String> = rows.iter().map(|row| sqlx::Row::get(row, "detail")).collect();
            assert!(plan.iter().any(|step| step.contains(index)), "{query}: {plan:?}");
        }
        let places = store.places.clone().unwrap();
        let before = places.available_permits();
        let dropped = store.link().await.unwrap();
        drop(dropped);
        assert_eq!(places.available_permits(), before - 1, "what nobody waits for may go on");
        store.close().await;
        assert_eq!(places.available_permits(), before);
    }

    #[tokio::test]
    async fn whoever_writes_to_a_file_does_not_wait_for_those_who_read() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let mut reading = Vec::new();
        for _ in 0..location::READERS {
            reading.push(store.link().await.unwrap());
        }
        let mut another = Box::pin(store.link());
        assert!(poll!(another.as_mut()).is_pending(), "a connection is left");
        let mut writing = store.change().await.unwrap();
        writing.commit().await.unwrap();
        writing.release();
        assert!(poll!(another.as_mut()).is_pending());
        if let Some(link) = reading.pop() {
            link.release();
        }
        another.await.unwrap().release();
        drop(reading);
        store.close().await;
    }
}
