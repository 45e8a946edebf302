//! The entries of a game: read from a record, appended, written as a record, and the positions they led to.

use std::sync::Arc;

use serde_json::{Value, json};

use super::ledger::{Link, Moves};
use super::{Game, Opening, Proposal};
use crate::chain::entry_hash;
use crate::entry::waiting;
use crate::{
    Action, BySide, Entry, Header, Modifiers, Offer, Protocol, Seat, Side, UnnumberedInfo, UnnumberedOrder,
};

impl<R: Protocol> Game<R> {
    /// A game as its record left it.
    ///
    /// # Errors
    /// The first entry that does not follow from those before it. Events are taken as they stand;
    /// whether they were right is a question for an [`Auditor`](crate::Auditor).
    pub fn read(rules: R, header: Header, opening: Opening, entries: &[Value]) -> Result<Game<R>, String> {
        Game::read_by(Arc::new(rules), header, opening, entries)
    }

    /// The same by rules that other games are played by too.
    pub(crate) fn read_by(
        rules: Arc<R>,
        header: Header,
        opening: Opening,
        entries: &[Value],
    ) -> Result<Game<R>, String> {
        let mut game = Game::by(rules, header, opening);
        let (entries, pending) = waiting(entries);
        game.keep_waypoints();
        for (i, value) in entries.iter().enumerate() {
            let at = |what: String| format!("entry {}: {what}", i + 1);
            let entry = Entry::read(&*game.rules, value).map_err(at)?;
            if entry.version as usize != i + 1 {
                return Err(at(format!("it is numbered {}", entry.version)));
            }
            game.replay(entry, value).map_err(at)?;
        }
        game.drop_waypoints();
        if let Some(pending) = pending {
            game.wait(pending)?;
        }
        Ok(game)
    }

    /// Appends entries made for this game elsewhere. No orders without a number may be pending here: those
    /// entries may hold others.
    ///
    /// # Errors
    /// The first entry that does not follow from this game; those before it were appended.
    pub fn follow(&mut self, entries: &[Value]) -> Result<(), String> {
        if !self.pending.is_empty() {
            return Err("orders without a number wait for its next entry".to_owned());
        }
        for value in entries {
            let next = self.version() + 1;
            let at = |what: String| format!("entry {next}: {what}");
            let entry = Entry::read(&*self.rules, value).map_err(at)?;
            if entry.version != next {
                return Err(at(format!("it is numbered {}", entry.version)));
            }
            self.replay(entry, value).map_err(at)?;
        }
        Ok(())
    }

    fn replay(&mut self, entry: Entry<R::Order, R::Event>, line: &Value) -> Result<(), String> {
        match &entry.prev {
            Some(prev) if *prev != self.hash() => {
                return Err("'prev' is not the hash of the line before".to_owned());
            }
            None if self.ledger.header.longroll >= 2
                || self.entries.last().is_some_and(|e| e.prev.is_some()) =>
            {
                return Err("'prev', the hash of the line before, is missing".to_owned());
            }
            _ => {}
        }
        self.tell_time_of(&entry);
        match &entry.action {
            Action::Order { dice, .. } => {
                if let Some(stock) = &mut self.ledger.dice {
                    stock.skip(*dice);
                }
            }
            Action::Undo(version) => {
                if self.line.last().is_none_or(|&i| self.entries[i].version != *version) {
                    return Err(format!("it undoes {version}, which is not the last order"));
                }
            }
            Action::Redo(version) => {
                if self.undone.last().is_none_or(|&i| self.entries[i].version != *version) {
                    return Err(format!("it redoes {version}, which was not the last undone"));
                }
            }
            // On copies: what does not fit is an error, and the game is not read at all.
            Action::Seed(seed) => match entry.side {
                Some(side) => self.ledger.shares.clone().give(side, seed).map_err(|why| why.to_string())?,
                None => return Err("a seed belongs to a side".to_owned()),
            },
            Action::Declared(_) => {
                let side = entry.side.ok_or("a declared order belongs to a side")?;
                self.ledger.chains.clone().declare(side, entry.version).map_err(|why| why.to_string())?;
            }
            Action::Link(link) => {
                let side = entry.side.ok_or("a link belongs to a side")?;
                self.propose_link(side, link).map_err(|why| why.to_string())?;
            }
            Action::Links(links) => {
                self.ledger.chains.clone().throw(links).map_err(|why| why.to_string())?;
            }
            Action::Commit(commit) => match entry.side {
                Some(side) if self.each_throw() => {
                    self.ledger.chains.clone().commit(side, commit).map_err(|why| why.to_string())?;
                }
                Some(side) => {
                    self.ledger.shares.clone().commit(side, commit).map_err(|why| why.to_string())?
                }
                None => return Err("a commitment belongs to a side".to_owned()),
            },
            // Judged on the game as it is: what could not be proposed here is an error.
            Action::Offer(_)
            | Action::Accept(_)
            | Action::Decline(_)
            | Action::Resign
            | Action::Claim
            | Action::Replace(_) => {
                let side = entry.side.ok_or("the side whose it is is missing")?;
                let proposed = match &entry.action {
                    Action::Offer(offer) => self.propose_offer(side, *offer),
                    Action::Accept(version) => self.propose_accept(side, *version),
                    Action::Decline(version) => self.propose_decline(side, *version),
                    Action::Resign => self.propose_resign(side),
                    Action::Replace(level) => self.propose_replace(side, level),
                    _ => self.propose_claim(side),
                };
                proposed.map_err(|failure| failure.to_string())?;
            }
            Action::Seated => {
                entry.at.ok_or("'at', when seats were taken, is missing")?;
                self.propose_seated(entry.side).map_err(|failure| failure.to_string())?;
            }
            Action::Reveal(_) => {}
        }
        let otherwise = entry.record_value(&*self.rules) != *line;
        self.append(entry, entry_hash(&self.hash(), line), otherwise.then(|| line.clone()));
        Ok(())
    }

    /// Takes back up orders without a number, as [`Game::pending`] gave them, that wait for the
    /// next entry.
    ///
    /// # Errors
    /// What is malformed, or not such an order.
    pub fn wait(&mut self, orders: &Value) -> Result<(), String> {
        for order in UnnumberedOrder::read_all(&*self.rules, Some(orders))? {
            order.check(&*self.rules, &self.state)?;
            self.stand(order);
        }
        Ok(())
    }

    /// An order without a number applies from here on and replaces its side's earlier one.
    pub(super) fn stand(&mut self, order: UnnumberedOrder<R::Order, R::Event>) {
        for event in &order.events {
            self.rules.apply(&mut self.state, event);
        }
        self.note_asked();
        self.pending.retain(|before| before.side != order.side);
        self.pending.push(order);
    }

    /// Applies a record's orders without a number, before the entry that holds them is judged.
    ///
    /// # Errors
    /// Why they could not be given.
    pub(crate) fn stand_all(&mut self, orders: &[UnnumberedOrder<R::Order, R::Event>]) -> Result<(), String> {
        for (i, order) in orders.iter().enumerate() {
            if self.asked().is_none() {
                return Err("an order without a number was given when the game was over".to_owned());
            }
            if orders[..i].iter().any(|before| before.side == order.side) {
                return Err(
                    "a side has two orders without a number: the second takes the place of the first"
                        .to_owned(),
                );
            }
            order.check(&*self.rules, &self.state)?;
            self.stand(order.clone());
        }
        Ok(())
    }

    /// As if no order without a number waited, in the state in which it was so.
    pub(crate) fn forget_waiting(&mut self, state: R::State) {
        self.pending.clear();
        self.state = state;
        self.note_asked();
    }

    /// Appends an entry that was proposed. Returns its index.
    pub(super) fn enter(&mut self, proposal: Proposal<R>) -> usize {
        let hash = entry_hash(&self.hash(), &proposal.entry.record_value(&*self.rules));
        self.append_proposed(proposal, hash);
        self.entries.len() - 1
    }

    /// Appends a proposed entry that is in a record as that line.
    pub(crate) fn accept(&mut self, proposal: Proposal<R>, line: &Value) {
        let hash = entry_hash(&self.hash(), line);
        self.append_proposed(proposal, hash);
    }

    fn append_proposed(&mut self, proposal: Proposal<R>, hash: String) {
        if let Some(dice) = proposal.dice {
            self.ledger.dice = Some(dice);
        }
        self.append(proposal.entry, hash, None);
        self.pending.clear();
    }

    /// Appends an entry that is known to be sound. `line` is as in [`Link`].
    fn append(&mut self, entry: Entry<R::Order, R::Event>, hash: String, line: Option<Value>) {
        let index = self.entries.len();
        let standing = entry.standing.iter().flat_map(|order| &order.events);
        for event in standing.clone() {
            self.rules.apply(&mut self.state, event);
        }
        self.note_asked();
        let mut modifiers = Modifiers::default();
        match &entry.action {
            Action::Order { events, dice, .. } => {
                modifiers = self.rules.modifiers(&self.state, events);
                for event in events {
                    self.rules.apply(&mut self.state, event);
                }
                if *dice > 0 {
                    self.ledger.shares.settle();
                    self.dice_fell();
                }
                self.line.push(index);
                self.undone.clear();
                if let Some(side) = entry.side {
                    self.ledger.taken_back[side.other()] = 0;
                }
            }
            Action::Undo(_) => {
                if let Some(side) = entry.side.filter(|side| self.asked() == Some(side.other())) {
                    self.ledger.taken_back[side] += 1;
                }
                self.undone.extend(self.line.pop());
                self.state = self.go_back_to(self.line.len());
                // Standing orders stay.
                for event in standing {
                    self.rules.apply(&mut self.state, event);
                }
            }
            Action::Redo(_) => {
                if let Some(redone) = self.undone.pop() {
                    if let Action::Order { events, .. } = &self.entries[redone].action {
                        for event in events {
                            self.rules.apply(&mut self.state, event);
                        }
                    }
                    self.line.push(redone);
                    self.note_redo();
                }
            }
            // The caller has validated these: they cannot fail here.
            Action::Declared(_) => {
                if let Some(side) = entry.side {
                    let _ = self.ledger.chains.declare(side, entry.version);
                }
            }
            Action::Link(link) => {
                if let Some(side) = entry.side {
                    let _ = self.ledger.chains.give(side, link);
                }
            }
            Action::Links(links) => {
                let _ = self.ledger.chains.throw(links);
            }
            Action::Seed(seed) => {
                if let Some(side) = entry.side {
                    let _ = self.ledger.shares.give(side, seed);
                    if let Some(dice) = &mut self.ledger.dice {
                        dice.set_player_seed(side, seed.clone());
                    }
                }
            }
            Action::Commit(commit) => {
                if let Some(side) = entry.side {
                    let _ = if self.each_throw() {
                        self.ledger.chains.commit(side, commit)
                    } else {
                        self.ledger.shares.commit(side, commit)
                    };
                }
            }
            Action::Offer(_)
            | Action::Accept(_)
            | Action::Decline(_)
            | Action::Resign
            | Action::Seated
            | Action::Claim
            | Action::Replace(_)
            | Action::Reveal(_) => self.settle_agreement(&entry),
        }
        if let Some(side) = entry.side {
            self.ledger.come[side] = true;
            self.ledger.entered[side] = true;
        }
        self.note_asked();
        self.settle_clock(entry.at, entry.side);
        self.note_waypoint(!entry.standing.is_empty(), matches!(entry.action, Action::Order { .. }));
        self.ledger.links.push(Link { hash, line, side: entry.side, moves: Moves::of(&entry.action) });
        self.entries.push(entry);
        self.modifiers.push(modifiers);
    }

    /// The state after that many of the entries the game holds, if these of their orders count. Orders
    /// without a number always count.
    fn replayed(&self, entries: usize, line: &[usize]) -> R::State {
        let mut state = self.before();
        self.retrace(&mut state, entries, line, |_, _| {});
        if entries == self.entries.len() {
            self.follow_pending(&mut state);
        }
        state
    }

    /// Applies the orders without a number that wait for the next entry.
    pub(super) fn follow_pending(&self, state: &mut R::State) {
        for event in self.pending.iter().flat_map(|order| &order.events) {
            self.rules.apply(state, event);
        }
    }

    /// Applies an entry that the game holds: orders without a number, and its own if that counts.
    pub(super) fn follow_entry(&self, state: &mut R::State, index: usize, counts: bool) {
        let entry = &self.entries[index];
        for event in entry.standing.iter().flat_map(|order| &order.events) {
            self.rules.apply(state, event);
        }
        if let Action::Order { events, .. } = &entry.action
            && counts
        {
            for event in events {
                self.rules.apply(state, event);
            }
        }
    }

    /// Replays that many of the entries the game holds; `each` gets the state after every order that counts.
    pub(super) fn retrace(
        &self,
        state: &mut R::State,
        entries: usize,
        line: &[usize],
        mut each: impl FnMut(u32, &R::State),
    ) {
        for index in 0..entries {
            // The orders that count are in the order in which they were given.
            let counts = line.binary_search(&index).is_ok();
            self.follow_entry(state, index, counts);
            if counts {
                each(self.entries[index].version, state);
            }
        }
    }

    /// Every position of the game in order, with the version whose entry led to it; orders that
    /// were taken back are left out. The first is the start, at version 0.
    pub fn walk(&self, mut each: impl FnMut(u32, &R::State)) {
        let mut state = self.rules.start();
        each(0, &state);
        self.retrace(&mut state, self.entries.len(), &self.line, each);
    }

    /// Every order that counts, in order: the version of its entry, who gave it, and the position in
    /// which it was given. Orders that were taken back are left out.
    pub fn walk_orders(&self, mut each: impl FnMut(u32, Side, &R::State, &R::Order)) {
        let mut state = self.rules.start();
        for (index, entry) in self.entries.iter().enumerate() {
            for event in entry.standing.iter().flat_map(|order| &order.events) {
                self.rules.apply(&mut state, event);
            }
            if self.line.binary_search(&index).is_ok()
                && let (Action::Order { order, events, .. }, Some(side)) = (&entry.action, entry.side)
            {
                each(entry.version, side, &state, order);
                for event in events {
                    self.rules.apply(&mut state, event);
                }
            }
        }
    }

    /// The state after that version. Versions beyond the last give the last; those of dropped entries, the
    /// first that the game holds.
    pub fn state_at(&self, version: u32) -> R::State {
        let entries = self.held_until(version);
        self.replayed(entries, &self.line_in(entries))
    }

    /// The indices of the orders that counted after that many of the entries the game holds.
    pub(super) fn line_in(&self, entries: usize) -> Vec<usize> {
        let mut line: Vec<usize> = Vec::new();
        let mut undone: Vec<usize> = Vec::new();
        for (i, entry) in self.entries.iter().enumerate().take(entries) {
            match entry.action {
                Action::Order { .. } => {
                    line.push(i);
                    undone.clear();
                }
                Action::Undo(_) => undone.extend(line.pop()),
                Action::Redo(_) => line.extend(undone.pop()),
                Action::Accept(offer) => {
                    if let Some(to) = self.rewound_to(offer) {
                        line.truncate(line.partition_point(|&index| self.entries[index].version <= to));
                        undone.clear();
                    }
                }
                Action::Declared(_)
                | Action::Link(_)
                | Action::Links(_)
                | Action::Commit(_)
                | Action::Seed(_)
                | Action::Offer(_)
                | Action::Decline(_)
                | Action::Resign
                | Action::Seated
                | Action::Claim
                | Action::Replace(_)
                | Action::Reveal(_) => {}
            }
        }
        line
    }

    /// The version that the offer of that version went back to, if it was a rewind and is loaded: a dropped
    /// offer went back to nothing that the game holds.
    fn rewound_to(&self, offer: u32) -> Option<u32> {
        let index = offer.checked_sub(self.held_since() + 1)?;
        match self.entries.get(index as usize)?.action {
            Action::Offer(Offer::Rewind { to }) => Some(to),
            _ => None,
        }
    }

    /// The game as JSON Lines, header first.
    pub fn record(&self) -> Vec<Value> {
        let mut lines = vec![self.ledger.header.value()];
        lines.extend(self.lines(0));
        lines.extend(self.pending_line());
        lines
    }

    /// The entries after that version as the record writes them, as far as the game holds them.
    pub fn lines(&self, since: u32) -> impl Iterator<Item = Value> {
        let entries = self.entries.iter().zip(&self.ledger.links).skip(self.held_until(since));
        entries.map(|(entry, link)| link.line.clone().unwrap_or_else(|| entry.record_value(&*self.rules)))
    }

    /// Orders without a number that wait for the next entry, as records write them.
    pub fn pending(&self) -> Vec<Value> {
        self.pending.iter().map(|order| order.value(&*self.rules)).collect()
    }

    /// The same as a seat sees them.
    pub fn pending_info(&self, seat: Seat) -> Vec<UnnumberedInfo> {
        self.pending.iter().filter_map(|order| order.redact(&*self.rules, seat)).collect()
    }

    /// The last line of a record in which such orders wait.
    fn pending_line(&self) -> Option<Value> {
        (!self.pending.is_empty()).then(|| json!({ "standing": self.pending() }))
    }

    /// The seats' seeds as the record has them.
    pub fn player_seeds(&self) -> BySide<String> {
        let mut seeds = BySide::<String>::default();
        for entry in &self.entries {
            if let (Some(side), Action::Seed(seed)) = (entry.side, &entry.action) {
                seeds[side] = seed.clone();
            }
        }
        seeds
    }
}
