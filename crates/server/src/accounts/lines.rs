//! The WebSockets that were opened in a session, which end with it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use super::Accounts;

/// The lines of a session, by number.
type OfSession = HashMap<u64, CancellationToken>;

/// Lines by the hash of their session's secret.
#[derive(Default)]
pub(super) struct Lines(Mutex<(u64, HashMap<String, OfSession>)>);

/// A line that was opened in a session, until this is dropped.
pub(crate) struct Line {
    accounts: Arc<Accounts>,
    /// The hash of the session's secret.
    pub(crate) session: String,
    number: u64,
}

impl Lines {
    fn lines(&self) -> MutexGuard<'_, (u64, HashMap<String, OfSession>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters a line.
    pub(super) fn enter(accounts: &Arc<Accounts>, session: &str, cut: &CancellationToken) -> Line {
        let mut lines = accounts.lines.lines();
        let (next, of) = &mut *lines;
        let number = *next;
        *next += 1;
        of.entry(session.to_owned()).or_default().insert(number, cut.clone());
        Line { accounts: Arc::clone(accounts), session: session.to_owned(), number }
    }

    /// Cuts all lines of a session.
    pub(super) fn cut(&self, session: &str) {
        for cut in self.lines().1.get(session).into_iter().flat_map(HashMap::values) {
            cut.cancel();
        }
    }

    /// The sessions that have lines.
    pub(super) fn sessions(&self) -> Vec<String> {
        self.lines().1.keys().cloned().collect()
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let mut lines = self.accounts.lines.lines();
        let of = &mut lines.1;
        if let Some(session) = of.get_mut(&self.session) {
            session.remove(&self.number);
            if session.is_empty() {
                of.remove(&self.session);
            }
        }
    }
}
