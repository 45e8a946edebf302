//! Entries that a game drops, since they are stored elsewhere, and loads again when they are asked for.

use serde_json::Value;

use super::{Game, Opening};
use crate::{Action, Protocol};

/// What a game still knows of its dropped entries.
pub(super) struct Past<S> {
    /// The position that they led to.
    state: S,
    /// The hash of the last of them.
    hash: String,
    /// How many dice were thrown in them.
    pub(super) thrown: u32,
    /// The server's seed, if they reveal it.
    pub(super) revealed: Option<String>,
}

impl<R: Protocol> Game<R> {
    /// Drops the entries up to that version that can no longer be taken back: those before the last order
    /// that took dice. They must be stored elsewhere.
    pub fn let_go(&mut self, until: u32) {
        let within = until.saturating_sub(self.held_since()) as usize;
        let stands =
            |&&index: &&usize| index <= within && self.order_at(index).is_some_and(|(_, dice)| dice > 0);
        let Some(&first) = self.line.iter().rev().find(stands).filter(|first| **first > 0) else { return };
        let counted = self.line.partition_point(|&index| index < first);
        let mut state = self.before();
        self.retrace(&mut state, first, &self.line[..counted], |_, _| {});
        self.past = Some(Past {
            state,
            hash: self.ledger.links[first - 1].hash.clone(),
            thrown: self.thrown_in(first),
            revealed: self.revealed_in(first),
        });
        self.ledger.dropped += first as u32;
        // Copies, so that what stays lies together, and the pages it was strewn over become free.
        self.entries = self.entries[first..].to_vec();
        self.ledger.links = self.ledger.links[first..].to_vec();
        self.modifiers = self.modifiers[first..].to_vec();
        self.line = self.line[counted..].to_vec();
        self.line.iter_mut().chain(&mut self.undone).for_each(|index| *index -= first);
    }

    /// Loads the dropped entries again.
    ///
    /// # Errors
    /// They are other entries. Nothing has changed then.
    pub fn recall(&mut self, entries: &[Value]) -> Result<(), String> {
        let Some(past) = &self.past else { return Ok(()) };
        let opening =
            Opening { seed: None, commitment: self.ledger.header.commitment.clone(), loaded: Vec::new() };
        let rules = self.shared_rules();
        let mut whole = Game::read_by(rules, self.ledger.header.clone(), opening, entries)?;
        if whole.version() != self.held_since() || whole.hash() != past.hash {
            return Err("these are not the entries that the game has let go of".to_owned());
        }
        let first = whole.entries.len();
        whole.entries.append(&mut self.entries);
        whole.ledger.links.append(&mut self.ledger.links);
        whole.modifiers.append(&mut self.modifiers);
        whole.line.extend(self.line.iter().map(|index| index + first));
        self.undone.iter_mut().for_each(|index| *index += first);
        self.entries = whole.entries;
        self.ledger.links = whole.ledger.links;
        self.modifiers = whole.modifiers;
        self.line = whole.line;
        self.past = None;
        self.ledger.dropped = 0;
        Ok(())
    }

    /// The position before the first entry that the game holds.
    pub(super) fn before(&self) -> R::State {
        self.past.as_ref().map_or_else(|| self.rules.start(), |past| past.state.clone())
    }

    /// How many of the entries that the game holds there are up to that version.
    pub(super) fn held_until(&self, version: u32) -> usize {
        (version.saturating_sub(self.held_since()) as usize).min(self.entries.len())
    }

    /// How many dice were thrown up to that many of the entries the game holds.
    pub(super) fn thrown_in(&self, entries: usize) -> u32 {
        if entries == self.entries.len() {
            return self.thrown_by(&self.line);
        }
        self.thrown_by(&self.line_in(entries))
    }

    /// How many dice were thrown up to the last of these orders: those of orders from which the game
    /// has gone back fall again.
    pub(super) fn thrown_by(&self, line: &[usize]) -> u32 {
        let thrown = |&index: &usize| self.order_at(index).map_or(0, |(_, dice)| dice);
        let before = self.past.as_ref().map_or(0, |past| past.thrown);
        before + line.iter().map(thrown).sum::<u32>()
    }

    /// The server's seed, if the record reveals it within that many of the entries the game holds.
    pub(super) fn revealed_in(&self, entries: usize) -> Option<String> {
        let revealed = self.entries[..entries].iter().rev().find_map(|entry| match &entry.action {
            Action::Reveal(seed) => Some(seed),
            _ => None,
        });
        revealed.or_else(|| self.past.as_ref()?.revealed.as_ref()).cloned()
    }
}
