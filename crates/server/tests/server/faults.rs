//! Calls to the database that fail as a test wants it.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::sync::Mutex;

use server::store::{Call, Fault, Seam};
use sqlx::error::{DatabaseError, ErrorKind};

/// What SQLite would have reported.
#[derive(Debug)]
struct FakeError(&'static str);

impl fmt::Display for FakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(code: {}) as a test wants it", self.0)
    }
}

impl Error for FakeError {}

impl DatabaseError for FakeError {
    fn message(&self) -> &str {
        "as a test wants it"
    }

    fn code(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(self.0))
    }

    fn as_error(&self) -> &(dyn Error + Send + Sync + 'static) {
        self
    }

    fn as_error_mut(&mut self) -> &mut (dyn Error + Send + Sync + 'static) {
        self
    }

    fn into_error(self: Box<Self>) -> Box<dyn Error + Send + Sync + 'static> {
        self
    }

    fn kind(&self) -> ErrorKind {
        ErrorKind::Other
    }
}

/// A failure to simulate.
#[derive(Debug, Clone, Copy)]
pub struct Trouble {
    /// SQLite's code.
    pub code: &'static str,
    /// Whether the call is carried out nevertheless.
    pub after: bool,
    /// The index of the failing call from now on, counted from 0.
    pub at: usize,
    /// Whether all later calls fail as well.
    pub lasting: bool,
    /// The calls that can fail; `None` for all.
    pub only: Option<Call>,
}

/// A seam that fails as instructed.
#[derive(Debug, Default)]
pub struct Failing(Mutex<(Option<Trouble>, usize, Vec<Call>)>);

impl Failing {
    pub fn set(&self, trouble: Option<Trouble>) {
        let mut state = self.0.lock().unwrap();
        (state.0, state.1) = (trouble, 0);
    }

    /// How many calls there were since then.
    pub fn calls(&self) -> usize {
        self.0.lock().unwrap().1
    }

    /// The calls that have failed since this was asked last.
    pub fn take_failed(&self) -> Vec<Call> {
        std::mem::take(&mut self.0.lock().unwrap().2)
    }

    /// Whether that call has been reached.
    pub fn struck(&self) -> bool {
        let state = self.0.lock().unwrap();
        state.0.is_some_and(|trouble| state.1 > trouble.at)
    }
}

impl Seam for Failing {
    fn fault(&self, call: Call) -> Option<Fault> {
        let mut state = self.0.lock().unwrap();
        if state.0.is_some_and(|trouble| trouble.only.is_some_and(|only| only != call)) {
            return None;
        }
        let number = state.1;
        state.1 += 1;
        let trouble = state.0.filter(|t| if t.lasting { number >= t.at } else { number == t.at })?;
        state.2.push(call);
        let error = sqlx::Error::Database(Box::new(FakeError(trouble.code)));
        Some(if trouble.after { Fault::After(error) } else { Fault::Before(error) })
    }
}

/// Full, I/O error, I/O error for lack of memory, busy, out of memory, read-only.
pub const KINDS: [(&str, &str); 6] = [
    ("13", "disk is full"),
    ("10", "disk failed"),
    ("3082", "no memory left"),
    ("5", "another program holds"),
    ("7", "no memory left"),
    ("8", "may not be written"),
];
