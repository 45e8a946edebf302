//! A game being played: its record, and the position the record leads to.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::chain::{entry_hash, header_hash, salt};
use crate::dice::{Dice, ServerSeed, commitment, hex_string};
use crate::entry::waiting;
use crate::record::{Header, ShareMode};
use crate::{
    AuditedDice, BySide, Deed, Entry, Failure, Inquiry, Links, Refusal, Rules, Seat, ShareState, Shares,
    Side, Situation, StandingOrder, Throw,
};

/// What a game begins with, beside its rules.
#[derive(Debug, Clone)]
pub struct Opening {
    /// The secret part of the dice; `None` for a record whose secret is not known: it can be looked at, and played
    /// on only as far as no die is needed.
    pub seed: Option<ServerSeed>,
    /// The published hash.
    pub commitment: String,
    /// Faces to be thrown first.
    pub loaded: Vec<u8>,
}

impl Opening {
    /// An opening with that seed and no loaded dice.
    pub fn new(seed: ServerSeed) -> Opening {
        Opening { seed: Some(seed), commitment: commitment(&seed), loaded: Vec::new() }
    }
}

/// A game by the rules `R`: an append-only list of entries and the state they lead to.
pub struct Match<R: Rules> {
    rules: Arc<R>,
    header: Header,
    entries: Vec<Entry<R::Order, R::Event>>,
    /// Orders without a number that wait for the next entry, at most one of each side.
    pending: Vec<StandingOrder<R::Order, R::Event>>,
    /// Indices of the order entries that count, oldest first.
    line: Vec<usize>,
    /// Indices of order entries that were undone and may be redone, the next last.
    undone: Vec<usize>,
    state: R::State,
    dice: Option<AuditedDice>,
    /// What salts come from where the secret of the dice is not known.
    randomness: Option<[u8; 32]>,
    /// The hash of the header.
    root: String,
    /// Of each entry, how it stands in the chain.
    links: Vec<Link>,
    shares: Shares,
    /// Of a match with shares for each throw: the chains, and links told for the order that waits for its dice.
    chains: Links,
    told: BySide<Option<String>>,
    /// The sides whose seats people hold on a server: the dice wait for them.
    expected: BySide<bool>,
    /// Of these, those whose players have come to the table.
    come: BySide<bool>,
}

/// How an entry stands in the chain of the record.
struct Link {
    /// The hash of its line.
    hash: String,
    /// The line as it was read, if this program would write it otherwise: its hash is of that.
    line: Option<Value>,
}

impl<R: Rules> Match<R> {
    /// A game at its start.
    pub fn new(rules: R, header: Header, opening: Opening) -> Match<R> {
        Match::by(Arc::new(rules), header, opening)
    }

    /// The same by rules that another game is played by.
    pub(crate) fn by(rules: Arc<R>, header: Header, opening: Opening) -> Match<R> {
        Match {
            state: rules.start(),
            dice: opening.seed.map(|seed| AuditedDice::new(seed, opening.loaded.iter().copied())),
            root: header_hash(&header.value()),
            rules,
            header,
            entries: Vec::new(),
            pending: Vec::new(),
            line: Vec::new(),
            undone: Vec::new(),
            randomness: None,
            links: Vec::new(),
            shares: Shares::default(),
            chains: Links::default(),
            told: BySide::default(),
            expected: BySide::default(),
            come: BySide::default(),
        }
    }

    /// Notes who sits where, which has to be done before the first entry. Records of form 1 do not tell it.
    pub fn seat(&mut self, seats: BySide<String>) {
        if self.entries.is_empty() && self.header.longroll >= 2 {
            self.header.seats = Some(seats);
            self.root = header_hash(&self.header.value());
        }
    }

    /// Hands in randomness that nobody can know, for the salts of a game whose secret is not known.
    pub fn salt_from(&mut self, randomness: [u8; 32]) {
        self.randomness = Some(randomness);
    }

    /// The hash of the last line of the record, which covers all before it.
    pub fn hash(&self) -> &str {
        self.links.last().map_or(&self.root, |link| &link.hash)
    }

    /// A game as its record left it.
    ///
    /// # Errors
    /// The first entry that does not follow from those before it. Events are taken as they stand; whether they
    /// were right is a question for an [`Auditor`](crate::Auditor).
    pub fn read(rules: R, header: Header, opening: Opening, entries: &[Value]) -> Result<Match<R>, String> {
        let mut game = Match::new(rules, header, opening);
        let (entries, pending) = waiting(entries);
        for (i, value) in entries.iter().enumerate() {
            let at = |what: String| format!("entry {}: {what}", i + 1);
            let entry = Entry::read(&*game.rules, value).map_err(at)?;
            if entry.version as usize != i + 1 {
                return Err(at(format!("it is numbered {}", entry.version)));
            }
            game.replay(entry, value).map_err(at)?;
        }
        if let Some(pending) = pending {
            game.wait(pending)?;
        }
        Ok(game)
    }

    fn replay(&mut self, entry: Entry<R::Order, R::Event>, line: &Value) -> Result<(), String> {
        match &entry.prev {
            Some(prev) if prev != self.hash() => {
                return Err("'prev' is not the hash of the line before".to_owned());
            }
            None if self.header.longroll >= 2 || self.entries.last().is_some_and(|e| e.prev.is_some()) => {
                return Err("'prev', the hash of the line before, is missing".to_owned());
            }
            _ => {}
        }
        match &entry.deed {
            Deed::Order { dice, .. } => {
                if let Some(stock) = &mut self.dice {
                    stock.skip(*dice);
                }
            }
            Deed::Undo(version) => {
                if self.line.last().is_none_or(|&i| self.entries[i].version != *version) {
                    return Err(format!("it undoes {version}, which is not the last order"));
                }
            }
            Deed::Redo(version) => {
                if self.undone.last().is_none_or(|&i| self.entries[i].version != *version) {
                    return Err(format!("it redoes {version}, which was not the last undone"));
                }
            }
            // On copies: what does not fit is an error, and the game is not read at all.
            Deed::Seed(seed) => match entry.side {
                Some(side) => self.shares.clone().give(side, seed).map_err(|why| why.to_string())?,
                None => return Err("a seed belongs to a side".to_owned()),
            },
            Deed::Declared(_) if entry.side.is_none() => {
                return Err("a declared order belongs to a side".to_owned());
            }
            Deed::Declared(_) => {
                self.chains.clone().declare(entry.version).map_err(|why| why.to_string())?;
            }
            Deed::Links(links) => {
                self.chains.clone().throw(links).map_err(|why| why.to_string())?;
            }
            Deed::Commit(commit) => match entry.side {
                Some(side) if self.each_throw() => {
                    self.chains.clone().commit(side, commit).map_err(|why| why.to_string())?;
                }
                Some(side) => self.shares.clone().commit(side, commit).map_err(|why| why.to_string())?,
                None => return Err("a commitment belongs to a side".to_owned()),
            },
            Deed::Reveal(_) => {}
        }
        let link = Link {
            hash: entry_hash(self.hash(), line),
            line: (entry.record_value(&*self.rules) != *line).then(|| line.clone()),
        };
        self.append(entry, link);
        Ok(())
    }

    /// An entry that goes on from the last one.
    ///
    /// # Errors
    /// If it needs a salt, and there is nothing to make one of.
    fn propose(&self, side: Option<Side>, deed: Deed<R::Order, R::Event>) -> Result<Proposal<R>, Failure> {
        let version = self.version() + 1;
        let mut entry = Entry {
            version,
            side,
            deed,
            prev: Some(self.hash().to_owned()),
            salt: None,
            standing: self.pending.clone(),
        };
        if entry.hides(&*self.rules, &self.state) {
            let secret = self.dice.as_ref().map(AuditedDice::server_seed).or(self.randomness.as_ref());
            let secret = secret.ok_or_else(|| {
                Failure::Gone(
                    "the record cannot hide this: there is neither its secret nor randomness".to_owned(),
                )
            })?;
            entry.salt = Some(salt(secret, version));
        }
        Ok(Proposal { entry, dice: None })
    }

    /// Takes back up orders without a number, as [`Match::pending`] gave them, that wait for the next entry.
    ///
    /// # Errors
    /// What is malformed, or not such an order.
    pub fn wait(&mut self, orders: &Value) -> Result<(), String> {
        for order in StandingOrder::read_all(&*self.rules, Some(orders))? {
            order.check(&*self.rules, &self.state)?;
            self.stand(order);
        }
        Ok(())
    }

    /// An order without a number applies from now on, in the place of the one that its side gave before.
    fn stand(&mut self, order: StandingOrder<R::Order, R::Event>) {
        for event in &order.events {
            self.rules.apply(&mut self.state, event);
        }
        self.pending.retain(|before| before.side != order.side);
        self.pending.push(order);
    }

    /// Gives orders without a number as a record has them, before the entry that holds them is judged.
    ///
    /// # Errors
    /// Why they could not be given.
    pub(crate) fn stand_all(&mut self, orders: &[StandingOrder<R::Order, R::Event>]) -> Result<(), String> {
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
    }

    /// Appends an entry that was proposed. Returns its index.
    fn enter(&mut self, proposal: Proposal<R>) -> usize {
        let link =
            Link { hash: entry_hash(self.hash(), &proposal.entry.record_value(&*self.rules)), line: None };
        self.append_proposed(proposal, link);
        self.entries.len() - 1
    }

    /// Appends an entry that was proposed and stands in a record as that line.
    pub(crate) fn accept(&mut self, proposal: Proposal<R>, line: &Value) {
        let link = Link { hash: entry_hash(self.hash(), line), line: None };
        self.append_proposed(proposal, link);
    }

    fn append_proposed(&mut self, proposal: Proposal<R>, link: Link) {
        if let Some(dice) = proposal.dice {
            self.dice = Some(dice);
        }
        self.append(proposal.entry, link);
        self.pending.clear();
    }

    /// Appends an entry that is known to be sound.
    fn append(&mut self, entry: Entry<R::Order, R::Event>, link: Link) {
        let index = self.entries.len();
        let standing = entry.standing.iter().flat_map(|order| &order.events);
        for event in standing.clone() {
            self.rules.apply(&mut self.state, event);
        }
        match &entry.deed {
            Deed::Order { events, dice, .. } => {
                for event in events {
                    self.rules.apply(&mut self.state, event);
                }
                if *dice > 0 {
                    self.shares.settle();
                }
                self.line.push(index);
                self.undone.clear();
            }
            Deed::Undo(_) => {
                self.undone.extend(self.line.pop());
                self.state = self.state_after(self.line.len());
                // What a side has told the program stays told.
                for event in standing {
                    self.rules.apply(&mut self.state, event);
                }
            }
            Deed::Redo(_) => {
                if let Some(redone) = self.undone.pop() {
                    if let Deed::Order { events, .. } = &self.entries[redone].deed {
                        for event in events {
                            self.rules.apply(&mut self.state, event);
                        }
                    }
                    self.line.push(redone);
                }
            }
            // Whoever appends has tried these: they cannot fail here.
            Deed::Declared(_) => {
                let _ = self.chains.declare(entry.version);
                self.told = BySide::default();
            }
            Deed::Links(links) => {
                let _ = self.chains.throw(links);
            }
            Deed::Seed(seed) => {
                if let Some(side) = entry.side {
                    let _ = self.shares.give(side, seed);
                    if let Some(dice) = &mut self.dice {
                        dice.set_player_seed(side, seed.clone());
                    }
                }
            }
            Deed::Commit(commit) => {
                if let Some(side) = entry.side {
                    let _ = if self.each_throw() {
                        self.chains.commit(side, commit)
                    } else {
                        self.shares.commit(side, commit)
                    };
                }
            }
            Deed::Reveal(_) => {}
        }
        if let Some(side) = entry.side {
            self.come[side] = true;
        }
        self.entries.push(entry);
        self.links.push(link);
    }

    fn state_after(&self, orders: usize) -> R::State {
        self.replayed(self.entries.len(), &self.line[..orders])
    }

    /// The state that the first so many entries lead to when of their orders these count. Orders without a number always do.
    fn replayed(&self, entries: usize, line: &[usize]) -> R::State {
        let mut state = self.rules.start();
        self.retrace(&mut state, entries, line, |_, _| {});
        if entries == self.entries.len() {
            for event in self.pending.iter().flat_map(|order| &order.events) {
                self.rules.apply(&mut state, event);
            }
        }
        state
    }

    /// Goes through the first so many entries once more; `each` is shown the state after every order that counts.
    fn retrace(
        &self,
        state: &mut R::State,
        entries: usize,
        line: &[usize],
        mut each: impl FnMut(u32, &R::State),
    ) {
        for (index, entry) in self.entries.iter().enumerate().take(entries) {
            for event in entry.standing.iter().flat_map(|order| &order.events) {
                self.rules.apply(state, event);
            }
            // What counts stands in the order in which it was given.
            if line.binary_search(&index).is_ok()
                && let Deed::Order { events, .. } = &entry.deed
            {
                for event in events {
                    self.rules.apply(state, event);
                }
                each(entry.version, state);
            }
        }
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The same rules, to be shared.
    pub(crate) fn shared_rules(&self) -> Arc<R> {
        Arc::clone(&self.rules)
    }

    /// Who is asked; nobody once the game is over.
    pub fn asked(&self) -> Option<Side> {
        self.rules.asked(&self.state)
    }

    /// The position.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// What the record begins with.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Every entry so far.
    pub fn entries(&self) -> &[Entry<R::Order, R::Event>] {
        &self.entries
    }

    /// How many entries there are.
    pub fn version(&self) -> u32 {
        self.entries.len() as u32
    }

    /// The dice, unless the record came without its secret.
    pub fn dice(&self) -> Option<&AuditedDice> {
        self.dice.as_ref()
    }

    fn order_at(&self, index: usize) -> Option<(&R::Order, u32)> {
        match &self.entries[index].deed {
            Deed::Order { order, dice, .. } => Some((order, *dice)),
            _ => None,
        }
    }

    fn refused(&self, refusal: Refusal) -> Failure {
        let system = self.rules.system_of(refusal.case).to_owned();
        Failure::Refused { refusal, system }
    }

    fn fresh(&self, version: Option<u32>) -> Result<(), Failure> {
        match version {
            // What has only to do with shares of the dice changes no position.
            Some(version) if version != self.version() && !self.unmoved_since(version) => Err(Failure::Gone(
                format!("the order was made for version {version}, the game is at {}", self.version()),
            )),
            _ => Ok(()),
        }
    }

    fn unmoved_since(&self, version: u32) -> bool {
        let fresh = self.entries.get(version as usize..);
        fresh.is_some_and(|fresh| fresh.iter().all(|e| matches!(e.deed, Deed::Commit(_) | Deed::Seed(_))))
    }

    /// Carries out an order, if it is legal. Returns the index of the first new entry; of an order that takes no number
    /// ([`Rules::stand`]) the index that the next entry will have.
    ///
    /// # Errors
    /// [`Failure::Refused`] by the rules, [`Failure::Gone`] if the game is over or `version` is stale,
    /// [`Failure::Waits`] if it needs a die and the dice wait for somebody. Nothing has changed then.
    pub fn order(&mut self, side: Side, order: R::Order, version: Option<u32>) -> Result<usize, Failure> {
        self.order_because(side, order, version, None)
    }

    /// The same, with the reason that a computer commander gives for it.
    ///
    /// # Errors
    /// As [`Match::order`].
    pub fn order_because(
        &mut self,
        side: Side,
        order: R::Order,
        version: Option<u32>,
        reason: Option<String>,
    ) -> Result<usize, Failure> {
        self.fresh(version)?;
        if let Some(judged) = self.rules.stand(&self.state, side, &order).filter(|_| self.asked().is_some()) {
            let events = judged.map_err(|refusal| self.refused(refusal))?;
            self.stand(StandingOrder { side, order, events });
            return Ok(self.entries.len());
        }
        let proposal = self.propose_order(side, order, reason, None)?;
        Ok(self.enter_and_reveal(proposal))
    }

    /// Appends what was proposed, and the server's seed if the game is over with it. Returns the index of the first.
    fn enter_and_reveal(&mut self, proposal: Proposal<R>) -> usize {
        let first = self.enter(proposal);
        if let Some(reveal) = self.owes_reveal() {
            self.enter(reveal);
        }
        first
    }

    /// The entry of an order, if it is legal; where its dice wait for shares of their own, the entry that fixes it. Its dice
    /// are the game's own, unless others are handed in.
    ///
    /// # Errors
    /// As [`Match::order`].
    pub(crate) fn propose_order(
        &self,
        side: Side,
        order: R::Order,
        reason: Option<String>,
        others: Option<&mut dyn Dice>,
    ) -> Result<Proposal<R>, Failure> {
        if self.asked().is_none() {
            return Err(Failure::Gone("the game is over".to_owned()));
        }
        let waiting = self.waited_for();
        if self.chains.declared().is_some() {
            return Err(self.waits(waiting));
        }
        let own = others.is_none();
        let at_hand = self.dice.is_some() || !own;
        let throws = waiting.is_empty() && !self.each_throw();
        let (dice, others) = if throws { (self.dice.clone(), others) } else { (None, None) };
        let mut tray = Tray { dice, others, thrown: 0, sealed: false };
        let events = self
            .rules
            .judge(&self.state, side, &order, &mut tray, &mut Inquiry::quiet())
            .map_err(|refusal| self.refused(refusal))?;
        if tray.sealed && at_hand {
            if !waiting.is_empty() {
                return Err(self.waits(waiting));
            }
            return self.propose(Some(side), Deed::Declared(order));
        }
        if tray.sealed {
            return Err(sealed());
        }
        let deed = Deed::Order { order, events, dice: tray.thrown, reason };
        let dice = if own { tray.dice } else { None };
        Ok(Proposal { dice, ..self.propose(Some(side), deed)? })
    }

    /// The server's seed, if the game is over and it is known and not yet in the record.
    pub(crate) fn owes_reveal(&self) -> Option<Proposal<R>> {
        let dice = self.dice.as_ref().filter(|_| self.asked().is_none())?;
        if self.entries.iter().rev().any(|entry| matches!(entry.deed, Deed::Reveal(_))) {
            return None;
        }
        self.propose(None, Deed::Reveal(hex_string(dice.server_seed()))).ok()
    }

    /// Whether that side may take its last order back.
    pub fn may_undo(&self, side: Side) -> bool {
        self.undo_target(side).is_ok()
    }

    fn undo_target(&self, side: Side) -> Result<usize, Failure> {
        let gone = |text: &str| Err(Failure::Gone(text.to_owned()));
        if self.chains.declared().is_some() {
            return gone("an order is declared: its dice fall first");
        }
        if self.rules.asked(&self.state).is_none() {
            return gone("the game is over");
        }
        let Some(&last) = self.line.last() else { return gone("there is nothing to take back") };
        if self.entries[last].side != Some(side) {
            return gone("the last order was the other side's");
        }
        let Some((order, dice)) = self.order_at(last) else { return gone("there is nothing to take back") };
        if dice > 0 {
            return gone("a die was thrown for the last order: it stands");
        }
        if !self.rules.may_undo(&self.state_after(self.line.len() - 1), order) {
            return gone("by the options of this game that order stands");
        }
        Ok(last)
    }

    /// Takes that side's last order back. Returns the index of the new entry.
    ///
    /// # Errors
    /// [`Failure::Gone`] with the reason, if it may not.
    pub fn undo(&mut self, side: Side) -> Result<usize, Failure> {
        let proposal = self.propose_undo(side)?;
        Ok(self.enter(proposal))
    }

    /// The entry that takes that side's last order back, if it may.
    ///
    /// # Errors
    /// As [`Match::undo`].
    pub(crate) fn propose_undo(&self, side: Side) -> Result<Proposal<R>, Failure> {
        let target = self.undo_target(side)?;
        self.propose(Some(side), Deed::Undo(self.entries[target].version))
    }

    /// Whether that side may redo what it undid.
    pub fn may_redo(&self, side: Side) -> bool {
        self.chains.declared().is_none()
            && self.undone.last().is_some_and(|&i| self.entries[i].side == Some(side))
    }

    /// Gives the order again that was last undone. Returns the index of the new entry.
    ///
    /// # Errors
    /// [`Failure::Gone`] if nothing was undone since the last order.
    pub fn redo(&mut self, side: Side) -> Result<usize, Failure> {
        let proposal = self.propose_redo(side)?;
        Ok(self.enter(proposal))
    }

    /// The entry that gives that side's last undone order again, if there is one.
    ///
    /// # Errors
    /// As [`Match::redo`].
    pub(crate) fn propose_redo(&self, side: Side) -> Result<Proposal<R>, Failure> {
        let Some(&target) = self.undone.last().filter(|_| self.may_redo(side)) else {
            return Err(Failure::Gone("there is nothing to redo".to_owned()));
        };
        self.propose(Some(side), Deed::Redo(self.entries[target].version))
    }

    /// A player's share of the dice, taken once and only before the first die: the one that the side is bound to, or one
    /// without a commitment. Returns the index of the new entry.
    ///
    /// # Errors
    /// [`Failure::Gone`] if it comes too late or too early, [`Failure::Malformed`] if it is too long or does not fit its
    /// commitment.
    pub fn seed(&mut self, side: Side, seed: &str) -> Result<usize, Failure> {
        if self.each_throw() {
            return self.link(side, seed);
        }
        let proposal = self.propose_seed(side, seed)?;
        Ok(self.enter(proposal))
    }

    /// The entry of a player's share of the dice, if it still can be taken.
    ///
    /// # Errors
    /// As [`Match::seed`].
    pub(crate) fn propose_seed(&self, side: Side, seed: &str) -> Result<Proposal<R>, Failure> {
        if self.each_throw() {
            let text = "in this match the players give a share for every order that takes dice";
            return Err(Failure::Gone(text.to_owned()));
        }
        if self.asked().is_none() {
            return Err(Failure::Gone("the game is over".to_owned()));
        }
        if self.shares.owes(side) && !self.opened() {
            let text = "somebody is not bound yet: a share of the dice that was told now could be answered";
            return Err(Failure::Gone(text.to_owned()));
        }
        self.shares.clone().give(side, seed)?;
        self.propose(Some(side), Deed::Seed(seed.to_owned()))
    }

    /// A side binds itself to its share of the dice by the share's hash. `commitment` is the hash of the server's seed
    /// that the player holds to be this game's. Returns the index of the new entry; of none if it is bound by it already.
    ///
    /// # Errors
    /// [`Failure::Malformed`] if that is not the game's commitment or this no hash, [`Failure::Gone`] if it is too late.
    pub fn commit(&mut self, side: Side, commit: &str, commitment: &str) -> Result<Option<usize>, Failure> {
        if commitment != self.header.commitment {
            return Err(Failure::Malformed(format!(
                "commitment: the server's share of this game's dice is bound by {:.12}…, not by {commitment:.12}…",
                self.header.commitment
            )));
        }
        if self.bound_by(side) == Some(commit) {
            return Ok(None);
        }
        let proposal = self.propose_commit(side, commit)?;
        if self.each_throw() {
            self.told[side] = None;
        }
        Ok(Some(self.enter(proposal)))
    }

    /// The hash that a side's share, or its next link, must have.
    fn bound_by(&self, side: Side) -> Option<&str> {
        if self.each_throw() { self.chains.next(side) } else { self.shares.committed(side) }
    }

    /// The entry that binds a side to its share, if it still can be bound and is not by this very hash.
    ///
    /// # Errors
    /// As [`Match::commit`].
    pub(crate) fn propose_commit(&self, side: Side, commit: &str) -> Result<Proposal<R>, Failure> {
        if self.asked().is_none() {
            return Err(Failure::Gone("the game is over".to_owned()));
        }
        if self.bound_by(side) == Some(commit) {
            return Err(Failure::Gone("this side is bound by this hash already".to_owned()));
        }
        if self.each_throw() {
            self.chains.clone().commit(side, commit)?;
        } else {
            self.shares.clone().commit(side, commit)?;
        }
        self.propose(Some(side), Deed::Commit(commit.to_owned()))
    }

    /// From now on both players give a share for every order that takes dice; to be said before the first entry.
    pub fn set_each_throw(&mut self) {
        if self.entries.is_empty() {
            self.header.shares = Some(ShareMode::EachThrow);
            self.root = header_hash(&self.header.value());
        }
    }

    fn each_throw(&self) -> bool {
        self.header.shares.is_some()
    }

    /// A player's next link, for the order that waits for its dice. With both the dice fall. Returns the index of the first
    /// new entry, if there is one.
    fn link(&mut self, side: Side, link: &str) -> Result<usize, Failure> {
        self.chains.fits(side, link)?;
        self.told[side] = Some(link.to_owned());
        let first = self.entries.len();
        let (Some(union), Some(confederate)) = (&self.told.union, &self.told.confederate) else {
            return Ok(first);
        };
        let both = BySide { union: union.clone(), confederate: confederate.clone() };
        let links = self.propose_links(&both)?;
        let seed = self.dice.as_ref().map(|dice| *dice.server_seed()).ok_or_else(sealed)?;
        // Judged before anything is entered, so that nothing is if it fails.
        let deed = self.judge_thrown(&mut AuditedDice::of_throw(seed, &both, self.declared_at()?))?;
        let (by, _) = self.declared_order()?;
        self.enter(links);
        let order = self.propose(Some(by), deed)?;
        self.enter_and_reveal(order);
        Ok(first)
    }

    /// The entry of both players' links, if an order waits for them.
    ///
    /// # Errors
    /// [`Failure::Gone`] if none does, [`Failure::Malformed`] if one of them is another.
    pub(crate) fn propose_links(&self, both: &BySide<String>) -> Result<Proposal<R>, Failure> {
        self.chains.clone().throw(both)?;
        self.propose(None, Deed::Links(both.clone()))
    }

    /// The order that was declared last, and who gave it.
    fn declared_order(&self) -> Result<(Side, &R::Order), Failure> {
        let declared = self.entries.iter().rev().find_map(|entry| match (&entry.deed, entry.side) {
            (Deed::Declared(order), Some(side)) => Some((side, order)),
            _ => None,
        });
        declared.ok_or_else(|| Failure::Gone("no order waits for its dice".to_owned()))
    }

    /// The version at which it was declared.
    fn declared_at(&self) -> Result<u32, Failure> {
        let mut entries = self.entries.iter().rev();
        let declared = entries.find(|entry| matches!(entry.deed, Deed::Declared(_)));
        declared
            .map(|entry| entry.version)
            .ok_or_else(|| Failure::Gone("no order waits for its dice".to_owned()))
    }

    /// What comes of the order that was declared last, with those dice.
    fn judge_thrown(&self, dice: &mut dyn Dice) -> Result<Deed<R::Order, R::Event>, Failure> {
        let (by, order) = self.declared_order()?;
        let mut tray = Tray { dice: None, others: Some(dice), thrown: 0, sealed: false };
        let events = self
            .rules
            .judge(&self.state, by, order, &mut tray, &mut Inquiry::quiet())
            .map_err(|refusal| self.refused(refusal))?;
        Ok(Deed::Order { order: order.clone(), events, dice: tray.thrown, reason: None })
    }

    /// The links that were told last, while their order is still to follow.
    pub(crate) fn owes_throw(&self) -> Option<&BySide<String>> {
        match self.entries.last().map(|entry| &entry.deed) {
            Some(Deed::Links(both)) => Some(both),
            _ => None,
        }
    }

    /// The entry of the order whose links were told last. Where the server's seed is not known the dice are those handed in.
    ///
    /// # Errors
    /// [`Failure::Gone`] if no links were told last.
    pub(crate) fn propose_thrown(&self, others: &mut dyn Dice) -> Result<Proposal<R>, Failure> {
        let Some(both) = self.owes_throw() else {
            return Err(Failure::Gone("no order waits for its dice".to_owned()));
        };
        let deed = match &self.dice {
            Some(dice) => {
                let mut own = AuditedDice::of_throw(*dice.server_seed(), both, self.declared_at()?);
                self.judge_thrown(&mut own)?
            }
            None => self.judge_thrown(others)?,
        };
        let (by, _) = self.declared_order()?;
        self.propose(Some(by), deed)
    }

    /// How a side's share of the dice stands by what is in the record.
    pub(crate) fn share_of(&self, side: Side) -> ShareState {
        if !self.each_throw() {
            return self.shares.standing(side, false);
        }
        match self.chains.next(side) {
            None => ShareState::None,
            Some(_) if self.chains.loose(side) => ShareState::Unbound,
            Some(_) => ShareState::Bound,
        }
    }

    /// A person holds this side's seat: the dice wait until it has come, and for the share that it is bound to.
    pub fn expect(&mut self, side: Side) {
        self.expected[side] = true;
    }

    /// The player of this side has come to the table; whether that is news.
    pub fn come(&mut self, side: Side) -> bool {
        let news = self.expected[side] && !self.come[side];
        self.come[side] = true;
        news
    }

    /// Whether every player is bound or has come without a share: shares may be told now.
    fn opened(&self) -> bool {
        Side::BOTH.into_iter().all(|side| !self.expected[side] || self.come[side])
    }

    /// Whose players the dice wait for. For nobody once a die was thrown, nor in a game for practice.
    pub fn waited_for(&self) -> Vec<Side> {
        if self.rules.asked(&self.state).is_none() {
            return Vec::new();
        }
        if self.each_throw() {
            let declared = self.chains.declared().is_some();
            let waited = |side: &Side| {
                if declared { self.told[*side].is_none() } else { self.chains.next(*side).is_none() }
            };
            return Side::BOTH.into_iter().filter(waited).collect();
        }
        if self.shares.settled() || self.header.practice {
            return Vec::new();
        }
        let waited = |side: &Side| self.expected[*side] && (!self.come[*side] || self.shares.owes(*side));
        let waited: Vec<Side> = Side::BOTH.into_iter().filter(waited).collect();
        let absent: Vec<Side> = waited.iter().copied().filter(|&side| !self.come[side]).collect();
        // Nobody is to tell a share before all have come.
        if absent.is_empty() { waited } else { absent }
    }

    fn waits(&self, sides: Vec<Side>) -> Failure {
        let names: Vec<String> = sides.iter().map(|side| format!("the {side} player")).collect();
        let whom = names.join(" and ");
        let message = if self.chains.declared().is_some() {
            format!("an order is declared, and its dice wait for {whom} to give a share for it")
        } else if self.each_throw() {
            format!("this order needs a die, and the dice wait for {whom} to be bound by a chain of shares")
        } else if sides.iter().any(|&side| !self.come[side]) {
            format!("this order needs a die, and the dice wait for {whom} to come to the table")
        } else {
            let shares = if sides.len() > 1 { "shares" } else { "share" };
            format!("this order needs a die, and the dice wait for the {shares} of {whom}")
        };
        Failure::Waits { message, sides }
    }

    /// How both sides' shares of the dice stand; nothing where none is expected and none was given.
    pub fn shares(&self) -> Option<BySide<ShareState>> {
        let expected = Side::BOTH.into_iter().any(|side| self.expected[side]);
        let standing = |side: Side| {
            if self.each_throw() {
                return self.chain_state(side);
            }
            let awaited = self.expected[side] && !self.come[side] && !self.shares.settled();
            if awaited { ShareState::Awaited } else { self.shares.standing(side, self.opened()) }
        };
        (expected || self.each_throw() || self.shares.any()).then(|| BySide::from_fn(standing))
    }

    fn chain_state(&self, side: Side) -> ShareState {
        let asked = self.chains.declared().is_some() && self.told[side].is_none();
        match self.chains.next(side) {
            None if self.come[side] => ShareState::None,
            None => ShareState::Awaited,
            Some(_) if asked => ShareState::Asked,
            Some(_) if self.chains.loose(side) => ShareState::Unbound,
            Some(_) => ShareState::Committed,
        }
    }

    /// How the throws stand, in a match with shares for each.
    fn throw(&self) -> Option<Throw> {
        let declared = self.chains.declared();
        let next = BySide::from_fn(|side| self.chains.next(side).map(str::to_owned));
        let owed = if declared.is_some() { self.waited_for() } else { Vec::new() };
        self.each_throw().then_some(Throw { next, declared, owed })
    }

    /// Whether an entry holds a share of the dice that a seat is not to be told yet.
    pub fn withholds(&self, entry: &Entry<R::Order, R::Event>, seat: Seat) -> bool {
        matches!(entry.deed, Deed::Seed(_)) && !self.opened() && (seat.is_none() || entry.side != seat)
    }

    /// Every position of the game in order, with the version whose entry led to it; orders that were taken back are left
    /// out. The first is the start, at version 0.
    pub fn walk(&self, mut each: impl FnMut(u32, &R::State)) {
        let mut state = self.rules.start();
        each(0, &state);
        self.retrace(&mut state, self.entries.len(), &self.line, each);
    }

    /// The state as it was after that version. Versions beyond the last give the last.
    pub fn state_at(&self, version: u32) -> R::State {
        let mut line: Vec<usize> = Vec::new();
        let mut undone: Vec<usize> = Vec::new();
        for (i, entry) in self.entries.iter().enumerate().take(version as usize) {
            match entry.deed {
                Deed::Order { .. } => {
                    line.push(i);
                    undone.clear();
                }
                Deed::Undo(_) => undone.extend(line.pop()),
                Deed::Redo(_) => line.extend(undone.pop()),
                Deed::Declared(_) | Deed::Links(_) | Deed::Commit(_) | Deed::Seed(_) | Deed::Reveal(_) => {}
            }
        }
        self.replayed(version as usize, &line)
    }

    /// What a view tells besides the position.
    pub fn situation(&self, game: &str, seat: Seat) -> Situation {
        let mut situation = self.situation_at(game, self.version());
        situation.shares = self.shares();
        situation.waiting = self.waited_for();
        situation.throw = self.throw();
        situation.undo = seat.is_some_and(|side| self.may_undo(side));
        situation.redo = seat.is_some_and(|side| self.may_redo(side));
        situation
    }

    /// The same as it was after that version; what is past is not undone.
    pub fn situation_at(&self, game: &str, version: u32) -> Situation {
        let entries = &self.entries[..self.entries.len().min(version as usize)];
        let revealed = entries.iter().rev().find_map(|e| match &e.deed {
            Deed::Reveal(seed) => Some(seed.clone()),
            _ => None,
        });
        Situation {
            game: game.to_owned(),
            version: entries.len() as u32,
            pack: self.header.pack.clone(),
            commitment: self.header.commitment.clone(),
            thrown: entries
                .iter()
                .map(|e| if let Deed::Order { dice, .. } = e.deed { dice } else { 0 })
                .sum(),
            practice: self.header.practice,
            revealed,
            shares: None,
            waiting: Vec::new(),
            throw: None,
            undo: false,
            redo: false,
        }
    }

    /// The game as JSON Lines, header first.
    pub fn record(&self) -> Vec<Value> {
        let mut lines = vec![self.header.value()];
        lines.extend(self.lines(0));
        lines.extend(self.waiting());
        lines
    }

    /// The entries after that version as the record writes them.
    pub fn lines(&self, since: u32) -> impl Iterator<Item = Value> {
        let entries = self.entries.iter().zip(&self.links).skip(since as usize);
        entries.map(|(entry, link)| link.line.clone().unwrap_or_else(|| entry.record_value(&*self.rules)))
    }

    /// Orders without a number that wait for the next entry, as records write them.
    pub fn pending(&self) -> Vec<Value> {
        self.pending.iter().map(|order| order.value(&*self.rules)).collect()
    }

    /// The same as a seat is told them.
    pub fn pending_told(&self, seat: Seat) -> Vec<Value> {
        self.pending.iter().filter_map(|order| order.told(&*self.rules, seat)).collect()
    }

    /// The last line of a record in which such orders wait.
    fn waiting(&self) -> Option<Value> {
        (!self.pending.is_empty()).then(|| json!({ "standing": self.pending() }))
    }

    /// The seats' seeds as the record has them.
    pub fn player_seeds(&self) -> BySide<String> {
        let mut seeds = BySide::<String>::default();
        for entry in &self.entries {
            if let (Some(side), Deed::Seed(seed)) = (entry.side, &entry.deed) {
                seeds[side] = seed.clone();
            }
        }
        seeds
    }
}

fn sealed() -> Failure {
    Failure::Gone("this order needs a die, and the secret of this record's dice is not known".to_owned())
}

/// An entry that may come next.
pub(crate) struct Proposal<R: Rules> {
    /// The entry.
    pub(crate) entry: Entry<R::Order, R::Event>,
    /// The game's dice as they are afterwards, if it threw any.
    dice: Option<AuditedDice>,
}

/// The dice of one order: a copy that is kept only if the order was legal, or others in their place.
struct Tray<'a> {
    dice: Option<AuditedDice>,
    others: Option<&'a mut dyn Dice>,
    thrown: u32,
    sealed: bool,
}

impl Dice for Tray<'_> {
    fn throw(&mut self) -> u8 {
        self.thrown += 1;
        match (&mut self.others, &mut self.dice) {
            (Some(others), _) => others.throw(),
            (None, Some(dice)) => dice.throw(),
            (None, None) => {
                self.sealed = true;
                1
            }
        }
    }
}
