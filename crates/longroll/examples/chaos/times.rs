//! How long games stood still, and what was gone meanwhile.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// A game may stand still for so long when its server has gone.
const LONGEST: Duration = Duration::from_secs(5);

/// What is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waited {
    /// A player, for the answer to an order.
    Answer,
    /// The other player, to hear of it.
    News,
    /// A player, for what a computer does.
    Computer,
}

/// What was measured, by everybody together.
#[derive(Debug, Clone, Default)]
pub struct Times(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// When the database was away.
    away: Vec<(Instant, Option<Instant>)>,
    waits: Vec<(Waited, Instant, Instant)>,
}

impl Times {
    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The database is about to go.
    pub fn goes(&self) {
        self.with(|state| state.away.push((Instant::now(), None)));
    }

    /// The database is there again.
    pub fn is_back(&self) {
        self.with(|state| {
            if let Some((_, back)) = state.away.last_mut() {
                *back = Some(Instant::now());
            }
        });
    }

    /// Somebody has waited since then.
    pub fn waited(&self, what: Waited, since: Instant) {
        self.with(|state| state.waits.push((what, since, Instant::now())));
    }

    /// Half, 99 of 100 and the longest of the waits of that kind, without what the database was away,
    /// and how many were too long.
    pub fn of(&self, what: Waited) -> (usize, [Duration; 3], usize) {
        self.with(|state| {
            let State { away, waits } = state;
            let waits = waits.iter().filter(|(kind, ..)| *kind == what);
            let mut times: Vec<Duration> = waits.map(|(_, from, to)| without(away, *from, *to)).collect();
            times.sort_unstable();
            let at = |share: usize| {
                times
                    .get((times.len() * share / 100).min(times.len().saturating_sub(1)))
                    .copied()
                    .unwrap_or_default()
            };
            let late = times.iter().filter(|time| **time > LONGEST).count();
            (times.len(), [at(50), at(99), at(100)], late)
        })
    }
}

/// The time from one moment to another in which the database was there.
fn without(away: &[(Instant, Option<Instant>)], from: Instant, to: Instant) -> Duration {
    let gone = away
        .iter()
        .map(|(went, back)| back.unwrap_or(to).min(to).saturating_duration_since((*went).max(from)));
    (to - from).saturating_sub(gone.sum())
}
