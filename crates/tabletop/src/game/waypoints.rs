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
    pub(super) fn set_out(&mut self) {
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

    /// As [`Game::state_after`], where the orders after these no longer count.
    pub(super) fn returned_to(&mut self, orders: usize) -> R::State {
        let Some(mut waypoints) = self.waypoints.take() else { return self.state_after(orders) };
        waypoints.states.truncate(orders / APART);
        let mut counted = waypoints.states.len() * APART;
        let (first, mut state) = match waypoints.states.last() {
            Some((entry, state)) => (entry + 1, state.clone()),
            None => (0, self.before()),
        };
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
                    waypoints.states.push((entry, state.clone()));
                }
            }
        }
        self.waypoints = Some(waypoints);
        self.follow_pending(&mut state);
        state
    }
}
