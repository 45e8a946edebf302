//! Calls to the database: over a connection that is closed as soon as anything on it fails.
//!
//! SQLite takes a whole transaction back by itself when the disk is full, and the pool does not
//! notice: a connection that failed must never be used again.

use std::fmt;
use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Executor, Sqlite, SqlitePool};

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
}

/// A connection in use. It goes back to the pool by [`Link::release`] only; dropped in any other
/// way it is closed, and what it had begun is undone.
pub(super) struct Link {
    connection: Option<PoolConnection<Sqlite>>,
    seam: Option<Arc<dyn Seam>>,
}

impl Link {
    pub(super) async fn take(pool: &SqlitePool, seam: Option<Arc<dyn Seam>>) -> Result<Link, sqlx::Error> {
        let mut link = Link { connection: None, seam };
        let fault = link.fault(Call::Connect)?;
        link.connection = Some(pool.acquire().await?);
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
    fn connection(&mut self) -> Result<&mut PoolConnection<Sqlite>, sqlx::Error> {
        self.connection.as_mut().ok_or(sqlx::Error::WorkerCrashed)
    }

    async fn carry_out(&mut self, call: Call, statement: &'static str) -> Result<(), sqlx::Error> {
        self.execute_as(call, sqlx::query(statement)).await.map(|_| ())
    }

    async fn execute_as(
        &mut self,
        call: Call,
        query: Query<'_, Sqlite, SqliteArguments>,
    ) -> Result<u64, sqlx::Error> {
        let fault = self.fault(call)?;
        let done = (&mut **self.connection()?).execute(query).await;
        fault.map_or(done.map(|done| done.rows_affected()), Err)
    }

    /// Begins a transaction that means to write: it waits for its turn at once, not halfway.
    pub(super) async fn begin(&mut self) -> Result<(), sqlx::Error> {
        self.carry_out(Call::Begin, "BEGIN IMMEDIATE").await
    }

    /// Begins a transaction that only reads: whatever it reads is of one moment.
    pub(super) async fn begin_reading(&mut self) -> Result<(), sqlx::Error> {
        self.carry_out(Call::Begin, "BEGIN").await
    }

    /// Ends the transaction.
    pub(super) async fn commit(&mut self) -> Result<(), sqlx::Error> {
        self.carry_out(Call::Commit, "COMMIT").await
    }

    /// Carries out a statement that changes something; how many rows it changed.
    pub(super) async fn execute(
        &mut self,
        query: Query<'_, Sqlite, SqliteArguments>,
    ) -> Result<u64, sqlx::Error> {
        self.execute_as(Call::Write, query).await
    }

    /// The rows that a statement finds.
    pub(super) async fn rows(
        &mut self,
        query: Query<'_, Sqlite, SqliteArguments>,
    ) -> Result<Vec<SqliteRow>, sqlx::Error> {
        let fault = self.fault(Call::Read)?;
        let rows = (&mut **self.connection()?).fetch_all(query).await;
        fault.map_or(rows, Err)
    }

    /// The row that a statement finds, if it finds one.
    pub(super) async fn row(
        &mut self,
        query: Query<'_, Sqlite, SqliteArguments>,
    ) -> Result<Option<SqliteRow>, sqlx::Error> {
        Ok(self.rows(query).await?.into_iter().next())
    }

    /// Gives the connection back: nothing has failed, and no transaction is open.
    pub(super) fn release(mut self) {
        drop(self.connection.take());
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // Without the pool's knowing it is closed.
        if let Some(connection) = self.connection.take() {
            drop(connection.detach());
        }
    }
}
