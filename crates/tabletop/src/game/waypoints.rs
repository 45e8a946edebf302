//! States along a record that is being read or audited, so that taking an order back need not retrace the whole game.

use super::Game;
use crate::Protocol;

/// The number of counting orders between two waypoints.
const APART: usize = 64;

/// The states that are remembered of a game while its entries are read from the first one on.
pub(super) struct Waypoints<S> {
    /// States at intervals of orders, each with the number of entries up to it.
    states: Vec<(usize, S)>,
    /// The state that the game last went back to: the orders that count there, the number of entries it follows on.
    last: Option<(usize, usize, S)>,
    /// The entries that hold orders without a number.
    standing: Vec<usize>,
    /// An order was given again since the game last went back: it may stand after orders without a number that a
    /// retrace applies after it, so the state is no waypoint.
    redone: bool,
}

impl<S> Default for Waypoints<S> {
    fn default() -> Self {
        Waypoints { states: Vec::new(), last: None, standing: Vec::new(), redone: false }
    }
}

impl<R: Protocol> Game<R> {
    pub(crate) fn keep_waypoints(&mut self) {
        self.waypoints = Some(Waypoints::default());
    }

    /// Forgets them, once the record has been read.
    pub(super) fn drop_waypoints(&mut self) {
        self.waypoints = None;
    }

    /// Notes an order that was given again.
    pub(super) fn note_redo(&mut self) {
        if let Some(waypoints) = &mut self.waypoints {
            waypoints.redone = true;
        }
    }

    /// Notes the entry that is about to be appended, once it has been applied.
    pub(super) fn note_waypoint(&mut self, has_standing: bool, is_order: bool) {
        let Some(waypoints) = &mut self.waypoints else { return };
        let entry = self.entries.len();
        if has_standing {
            waypoints.standing.push(entry);
        }
        if is_order && !waypoints.redone && self.line.len() == (waypoints.states.len() + 1) * APART {
            waypoints.states.push((entry + 1, self.state.clone()));
        }
    }

    /// The state after that many of the orders that count.
    pub(super) fn state_after(&self, orders: usize) -> R::State {
        let mut state = self.trace(orders, |_, _| {});
        self.follow_pending(&mut state);
        state
    }

    /// The same, where the orders after these no longer count.
    pub(super) fn go_back_to(&mut self, orders: usize) -> R::State {
        let mut found = Vec::new();
        let mut state = self.trace(orders, |entries, state| found.push((entries, state.clone())));
        let entries = self.entries.len();
        if let Some(waypoints) = &mut self.waypoints {
            waypoints.states.truncate(orders / APART);
            waypoints.states.append(&mut found);
            waypoints.last = Some((orders, entries, state.clone()));
            waypoints.redone = false;
        }
        self.follow_pending(&mut state);
        state
    }

    /// Replays from the nearest remembered state to the one after that many of the orders that count, and all
    /// entries; `each` gets the new waypoints on the way.
    fn trace(&self, orders: usize, mut each: impl FnMut(usize, &R::State)) -> R::State {
        let Some(Waypoints { states, last, standing, .. }) = &self.waypoints else {
            let mut state = self.before();
            self.retrace(&mut state, self.entries.len(), &self.line[..orders], |_, _| {});
            return state;
        };
        let passed = states.len().min(orders / APART);
        let waypoint = states[..passed].last().map(|(entries, state)| (passed * APART, *entries, state));
        let last = last.as_ref().map(|(counted, entries, state)| (*counted, *entries, state));
        // Past the next waypoint it would leave that one out; and an order that was given again since may be older than
        // orders without a number that it already holds.
        let last = last.filter(|(counted, entries, _)| {
            (passed * APART..(passed + 1) * APART).contains(counted)
                && *counted <= orders
                && self.line[*counted..orders].first().is_none_or(|next| next >= entries)
        });
        let (mut counted, first, mut state) = match last.or(waypoint) {
            Some((counted, entries, state)) => (counted, entries, state.clone()),
            None => (0, 0, self.before()),
        };
        let standing = &standing[standing.partition_point(|&entry| entry < first)..];
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
                    each(entry + 1, &state);
                }
            }
        }
        state
    }
}
