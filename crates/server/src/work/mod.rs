//! Work from the job queue: what kinds of it there are, and the workers who do it.
//!
//! A worker runs within any program over the database: beside a server, or alone in `longroll
//! work`. It takes jobs of the kinds that it knows, each on a thread of its own, and keeps their
//! leases until they are done.

mod errand;
mod worker;

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use ai::Interrupt;
use serde_json::Value;
use tokio::sync::{Notify, watch};

use crate::store::{Location, TakenJob};

pub use worker::Worker;

/// A kind of work.
pub trait Work: Send + Sync {
    /// The kind of job that it does.
    fn kind(&self) -> &str;

    /// For how long a piece of it is a worker's without a sign of life, if that is not the worker's
    /// usual time.
    fn lease(&self) -> Option<Duration> {
        None
    }

    /// After how long a piece is to do with what it has found when another of its kind waits that is as urgent.
    fn gives_way(&self, _job: &TakenJob) -> Option<Duration> {
        None
    }

    /// Does one piece of it and returns the result. It runs on a thread where it may take its time;
    /// whatever it awaits it may block on. A panic counts as a failure.
    ///
    /// # Errors
    /// Why there is no result.
    fn run(&self, piece: &Piece<'_>) -> Result<Value, Unfinished>;
}

/// Why a piece of work has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfinished {
    /// It failed, and may fail elsewhere as well: this was one of its tries.
    Failed(String),
    /// This worker is not fit for its batch, others may be: this was no try, and the worker leaves
    /// that batch alone from now on.
    Refused(String),
}

/// A piece of work that has been taken.
pub struct Piece<'a> {
    /// The job.
    pub job: &'a TakenJob,
    /// Raised when the piece is to end with what it has found: others wait, or the result is of no use any more,
    /// since the job was withdrawn, another worker has it, or the program ends. Thinking on this thread heeds it
    /// without being asked.
    pub interrupt: &'a Interrupt,
    progress: &'a watch::Sender<Option<Value>>,
}

impl Piece<'_> {
    /// Tells how far it is; of what is told in quick succession the last counts.
    pub fn tell(&self, progress: Value) {
        self.progress.send_replace(Some(progress));
    }
}

/// Lets a worker take a job only when there is a place for it among what else is done in the
/// program.
pub struct Gate {
    /// A place, if one is free: it is held until the job is done.
    pub enter: Box<dyn Fn() -> Option<Box<dyn Any + Send>> + Send + Sync>,
    /// Told when one may be free.
    pub free: Arc<Notify>,
}

/// How long things may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    /// How long a worker may be silent before others take its jobs over.
    pub lease: Duration,
    /// How often it extends its leases.
    pub beat: Duration,
    /// How often it looks for jobs of which it heard no news.
    pub look: Duration,
    /// How long after a failure it tries the database again.
    pub again: Duration,
    /// How long it waits for an answer of the database.
    pub patience: Duration,
    /// The least time between what is told of the progress of a job.
    pub told: Duration,
}

impl Times {
    /// The usual times over that database.
    pub fn over(location: &Location) -> Times {
        Times {
            lease: Duration::from_secs(30),
            beat: Duration::from_secs(5),
            // What other programs do to a file is not heard.
            look: match location {
                Location::File(_) => Duration::from_secs(1),
                Location::Server(_) => Duration::from_secs(30),
            },
            again: Duration::from_secs(1),
            patience: Duration::from_secs(10),
            told: Duration::from_millis(500),
        }
    }
}
