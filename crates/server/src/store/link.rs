//! Calls to the database: over a connection that is not used any more once anything on it fails.
//!
//! SQLite takes a whole transaction back by itself when the disk is full, and the pool does not
//! notice: such a connection is closed. PostgreSQL answers nothing more in a transaction that failed until that is
//! rolled back; then the connection is as good as before.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::pool::PoolConnection;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AnyPool, Connection, Executor};
use tokio::sync::{Mutex, OwnedMutexGuard, OwnedSemaphorePermit};
use tokio_util::task::TaskTracker;

use super::announcer::{Announcer, Line};

/// A database that is gone does not answer the goodbye of a connection.
pub(super) const GOODBYE: Duration = Duration::from_secs(5);

/// How long a statement waits for the answer of a server, whose connection may be dead. If it is a lock that takes
/// long, the server says so itself, and sooner.
const ANSWERS: Duration = Duration::from_secs(30);

/// A call to the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// A connection is taken from the pool, or opened.
    Connect,
    /// A transaction begins.
    Begin,
    /// A statement that changes something.
    Write,
    /// A statement that reads.
    Read,
    /// A transaction ends, and is on disk from then on.
    Commit,
}

/// How a call fails.
#[derive(Debug)]
pub enum Fault {
    /// Nothing is done.
    Before(sqlx::Error),
    /// It is done, and fails all the same: a commit that reached the disk and could not say so.
    After(sqlx::Error),
}

/// Stands between the store and the database. In play nothing does; tests let calls fail here.
pub trait Seam: Send + Sync + fmt::Debug {
    /// How this call fails, if it is to fail.
    fn fault(&self, call: Call) -> Option<Fault>;

    /// How many bytes the disk has free, if it is not to be asked itself.
    fn room(&self) -> Option<u64> {
        None
    }

    /// Whether other servers hear nothing of what is changed, as if this one ended too soon.
    fn is_cut_off(&self) -> bool {
        false
    }
}

/// A connection in use. It goes back to the pool by [`Link::release`]. If it is dropped in any other way, what it
/// had begun is undone: a connection to a file is closed, and one to a server only if the rollback fails, as opening
/// one for every request that is abandoned would leave none for others.
pub(super) struct Link {
    connection: Option<PoolConnection<Any>>,
    /// A transaction may be open.
    has_begun: bool,
    /// No statement has to be answered within [`ANSWERS`].
    is_patient: bool,
    seam: Option<Arc<dyn Seam>>,
    /// Whoever is next to write waits for this.
    turn: Option<Turn>,
    /// Whoever is next to read a file waits for this.
    place: Option<OwnedSemaphorePermit>,
    /// Connections that are being taken, or given up: the store waits for them at its end.
    closing: TaskTracker,
    announcements: Announcements,
}

/// What others are told once the transaction has ended.
struct Announcements {
    announcer: Option<Announcer>,
    lines: Vec<Line>,
}

impl Announcements {
    fn send(&mut self) {
        for line in self.lines.drain(..) {
            if let Some(announcer) = &self.announcer {
                announcer.send(line);
            }
        }
    }
}

/// A turn to write, until it is dropped.
pub(super) struct Turn(#[expect(dead_code, reason = "it counts as long as it is there")] OwnedMutexGuard<()>);

/// Those who write to a file come one after the other, in the order in which they asked.
#[derive(Debug, Clone)]
pub(super) struct Turns {
    turn: Arc<Mutex<()>>,
    patience: Duration,
}

impl Turns {
    /// Nobody waits longer than that for those before.
    pub(super) fn new(patience: Duration) -> Turns {
        Turns { turn: Arc::default(), patience }
    }

    /// The next turn to write. Who has waited too long tries without one: the database says what is
    /// the matter.
    pub(super) async fn next(&self) -> Option<Turn> {
        let turn = Arc::clone(&self.turn).lock_owned();
        tokio::time::timeout(self.patience, turn).await.ok().map(Turn)
    }
}

impl Link {
    /// A connection, which keeps this place among those who read as long as it is used.
    pub(super) async fn take(
        pool: &AnyPool,
        seam: Option<Arc<dyn Seam>>,
        closing: TaskTracker,
        announcer: Option<Announcer>,
        place: Option<OwnedSemaphorePermit>,
    ) -> Result<Link, sqlx::Error> {
        let mut link = Link {
            connection: None,
            has_begun: false,
            is_patient: false,
            seam,
            turn: None,
            place: None,
            closing,
            announcements: Announcements { announcer, lines: Vec::new() },
        };
        let fault = link.fault(Call::Connect)?;
        // A task of its own: if its caller goes meanwhile, the connection is opened or tested all the same, and is
        // not lost to the pool.
        let pool = pool.clone();
        let taken = link.closing.spawn(async move { pool.acquire().await.map(|taken| (taken, place)) }).await;
        let (connection, place) = taken.map_err(|_| sqlx::Error::WorkerCrashed)??;
        link.is_patient = is_file(&connection);
        (link.connection, link.place) = (Some(connection), place);
        fault.map_or(Ok(link), Err)
    }

    /// The error of a call that is to fail: at once, or to be told once it is done.
    fn fault(&self, call: Call) -> Result<Option<sqlx::Error>, sqlx::Error> {
        match self.seam.as_ref().and_then(|seam| seam.fault(call)) {
            None => Ok(None),
            Some(Fault::Before(error)) => Err(error),
            Some(Fault::After(error)) => Ok(Some(error)),
        }
    }

    /// The connection; none after a failure.
    fn connection(&mut self) -> Result<&mut PoolConnection<Any>, sqlx::Error> {
        self.connection.as_mut().ok_or(sqlx::Error::WorkerCrashed)
    }

    async fn run(&mut self, call: Call, statement: &'static str) -> Result<(), sqlx::Error> {
        self.run_as(call, sqlx::query(statement)).await.map(|_| ())
    }

    async fn run_as(&mut self, call: Call, query: Query<'_, Any, AnyArguments>) -> Result<u64, sqlx::Error> {
        let fault = self.fault(call)?;
        let is_patient = self.is_patient;
        let connection = self.connection()?;
        let done = answered(is_patient, (&mut **connection).execute(query)).await;
        fault.map_or(done.map(|done| done.rows_affected()), Err)
    }

    async fn found(&mut self, query: Query<'_, Any, AnyArguments>) -> Result<Vec<AnyRow>, sqlx::Error> {
        let is_patient = self.is_patient;
        let connection = self.connection()?;
        answered(is_patient, (&mut **connection).fetch_all(query)).await
    }

    /// Keeps this turn as long as it is used.
    pub(super) fn keep(&mut self, turn: Option<Turn>) {
        self.turn = turn;
    }

    /// Waits for every answer, however long it takes.
    pub(super) fn be_patient(&mut self) {
        self.is_patient = true;
    }

    /// Begins a transaction that means to write: it waits for its turn at once, not halfway.
    pub(super) async fn begin(&mut self) -> Result<(), sqlx::Error> {
        let statement = match is_file(self.connection()?) {
            true => "BEGIN IMMEDIATE",
            // A row that another transaction has changed is waited for, and an entry that it has
            // written is found.
            false => "BEGIN",
        };
        self.has_begun = true;
        self.run(Call::Begin, statement).await
    }

    /// Carries out a query that begins a transaction and writes, and gives what it finds.
    pub(super) async fn begin_with(
        &mut self,
        query: Query<'_, Any, AnyArguments>,
    ) -> Result<Vec<AnyRow>, sqlx::Error> {
        let begun = self.fault(Call::Begin)?;
        let written = self.fault(Call::Write)?;
        self.has_begun = true;
        let rows = self.found(query).await;
        begun.or(written).map_or(rows, Err)
    }

    /// Carries out a query that is a transaction of its own, and gives what it finds. If it fails it
    /// may have been carried out all the same.
    pub(super) async fn change_at_once(
        &mut self,
        query: Query<'_, Any, AnyArguments>,
    ) -> Result<Vec<AnyRow>, sqlx::Error> {
        let written = self.fault(Call::Write)?;
        let committed = self.fault(Call::Commit)?;
        let rows = self.found(query).await;
        if rows.is_ok() {
            self.announcements.send();
        }
        written.or(committed).map_or(rows, Err)
    }

    /// Begins a transaction that only reads: whatever it reads is of one moment.
    pub(super) async fn begin_reading(&mut self) -> Result<(), sqlx::Error> {
        let statement = match is_file(self.connection()?) {
            true => "BEGIN",
            false => "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        };
        self.has_begun = true;
        self.run(Call::Begin, statement).await
    }

    /// Ends the transaction.
    pub(super) async fn commit(&mut self) -> Result<(), sqlx::Error> {
        self.run(Call::Commit, "COMMIT").await?;
        self.has_begun = false;
        self.announcements.send();
        Ok(())
    }

    /// Tells others this once the transaction has ended. If it is not known whether it was kept they are told too: to
    /// look in vain does no harm.
    pub(super) fn announce(&mut self, line: Line) {
        self.announcements.lines.push(line);
    }

    /// Carries out a statement that changes something; how many rows it changed.
    pub(super) async fn execute(&mut self, query: Query<'_, Any, AnyArguments>) -> Result<u64, sqlx::Error> {
        self.run_as(Call::Write, query).await
    }

    /// The rows that a statement finds.
    pub(super) async fn rows(
        &mut self,
        query: Query<'_, Any, AnyArguments>,
    ) -> Result<Vec<AnyRow>, sqlx::Error> {
        let fault = self.fault(Call::Read)?;
        let rows = self.found(query).await;
        fault.map_or(rows, Err)
    }

    /// The row that a statement finds, if it finds one.
    pub(super) async fn row(
        &mut self,
        query: Query<'_, Any, AnyArguments>,
    ) -> Result<Option<AnyRow>, sqlx::Error> {
        Ok(self.rows(query).await?.into_iter().next())
    }

    /// Gives the connection back: nothing has failed, and no transaction is open.
    pub(super) fn release(mut self) {
        drop(self.connection.take());
    }
}

async fn answered<T>(
    is_patient: bool,
    call: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    if is_patient {
        return call.await;
    }
    let late = |_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()));
    tokio::time::timeout(ANSWERS, call).await.unwrap_or_else(late)
}

/// Whether this leads to a file of this machine.
pub(super) fn is_file(connection: &AnyConnection) -> bool {
    connection.backend_name() == "SQLite"
}

impl Drop for Link {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        // The store waits for its end: what is still open to a file when the store is closed would fold the log
        // too late, or hold on to a file that was moved. Its statement runs on until then, and keeps its turn and
        // its place.
        let (has_begun, held) = (self.has_begun, (self.turn.take(), self.place.take()));
        let Announcements { announcer, lines } = &mut self.announcements;
        let mut announcements = Announcements { announcer: announcer.take(), lines: std::mem::take(lines) };
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return drop(connection.detach()) };
        let give_up = async move {
            if is_file(&connection) {
                let _broken_anyway = connection.detach().close().await.is_err();
            } else {
                let undo = async {
                    match has_begun {
                        true => connection.execute("ROLLBACK").await.is_ok(),
                        false => connection.ping().await.is_ok(),
                    }
                };
                if !tokio::time::timeout(GOODBYE, undo).await.unwrap_or(false) {
                    let closed = tokio::time::timeout(GOODBYE, connection.detach().close());
                    let _broken_anyway = closed.await.is_err();
                }
            }
            // Only now has what was under way ended.
            announcements.send();
            drop(held);
        };
        self.closing.spawn_on(give_up, &runtime);
    }
}
