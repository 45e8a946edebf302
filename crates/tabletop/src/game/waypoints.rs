//! States along a record that is being read: else every order that it takes back would lead through
//! all orders before that once more.

use super::Game;
use crate::Protocol;

/// So many orders that count lie between two waypoints.
const APART: usize = 64;

/// What is remembered of a game of which the entries are read from its first one on.
pub(super) struct Waypoints<S> {
    /// The states after every so many orders, each with the entry of the last of them.
    states: Vec<(usize, S)>,
    /// The entries that hold orders without a number.
    standing: Vec<usize>,
}

impl<S> Default for Waypoints<S> {
    fn default() -> Self {
        Waypoints { states: Vec::new(), standing: Vec::new() }
    }
}

impl<R: Protocol> Game<R> {
    /// Remembers states from now on, until the record has been read.
    pub(crate) fn set_out(&mut self) {
        self.waypoints = Some(Waypoints::default());
    }

    /// The record has been read.
    pub(super) fn arrive(&mut self) {
        self.waypoints = None;
    }

    /// Notes the entry that is about to be appended, whose orders and events have been applied.
    pub(super) fn pass(&mut self, has_standing: bool, is_order: bool) {
        let Some(waypoints) = &mut self.waypoints else { return };
        let entry = self.entries.len();
        if has_standing {
            waypoints.standing.push(entry);
        }
        // Orders that were given again have left none: they follow at the next return.
        if is_order && self.line.len() == (waypoints.states.len() + 1) * APART {
            waypoints.states.push((entry, self.state.clone()));
        }
    }

    /// The state after the first so many orders that count.
    pub(super) fn state_after(&self, orders: usize) -> R::State {
        self.trace(orders, |_, _| {})
    }

    /// The same, where the orders after these no longer count.
    pub(super) fn returned_to(&mut self, orders: usize) -> R::State {
        let mut found = Vec::new();
        let state = self.trace(orders, |entry, state| found.push((entry, state.clone())));
        if let Some(waypoints) = &mut self.waypoints {
            waypoints.states.truncate(orders / APART);
            waypoints.states.append(&mut found);
        }
        state
    }

    /// Goes from the nearest waypoint to the state after the first so many orders that count; `each` is shown those
    /// that would make a waypoint, each with its entry.
    fn trace(&self, orders: usize, mut each: impl FnMut(usize, &R::State)) -> R::State {
        let Some(waypoints) = &self.waypoints else {
            return self.replayed(self.entries.len(), &self.line[..orders]);
        };
        let passed = waypoints.states.len().min(orders / APART);
        let (first, mut state) = match waypoints.states[..passed].last() {
            Some((entry, state)) => (entry + 1, state.clone()),
            None => (0, self.before()),
        };
        let mut counted = passed * APART;
        let standing = &waypoints.standing[waypoints.standing.partition_point(|&entry| entry < first)..];
        let mut entries = [standing, &self.line[counted..orders]].concat();
        // Two runs, each in order.
        entries.sort();
        entries.dedup();
        for entry in entries {
            let counts = self.line[counted..orders].first() == Some(&entry);
            self.follow_entry(&mut state, entry, counts);
            if counts {
                counted += 1;
                if counted.is_multiple_of(APART) {
                    each(entry, &state);
                }
            }
        }
        self.follow_pending(&mut state);
        state
    }
}
