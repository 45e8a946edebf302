//! A game being played: its record, and the position the record leads to.

mod act;
mod agreement;
mod branch;
mod earlier;
mod history;
mod past;
mod sharing;
mod undo;
mod waypoints;

use std::sync::Arc;

pub use act::Act;
pub(crate) use earlier::{Impossible, caught};
use past::Past;
use serde_json::Value;
use waypoints::Waypoints;

use crate::chain::{header_hash, salt};
use crate::clock::{Downtime, away_since};
use crate::dice::{Dice, ServerSeed, commitment, hex_string};
use crate::record::Header;
use crate::{
    Action, AuditedDice, BySide, Clock, Ending, Entry, Failure, Links, Modifiers, OpenOffer, Protocol,
    Refusal, RuleCheck, Shares, Side, Situation, UnnumberedOrder, Viewer,
};

/// The start of a game, beside its rules.
#[derive(Debug, Clone)]
pub struct Opening {
    /// The secret part of the dice; `None` for a record whose secret is not known: it can be looked
    /// at, and played on only as far as no die is needed.
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
pub struct Game<R: Protocol> {
    rules: Arc<R>,
    header: Header,
    /// The entries before these, if they were dropped.
    past: Option<Past<R::State>>,
    entries: Vec<Entry<R::Order, R::Event>>,
    /// Orders without a number that wait for the next entry, at most one of each side.
    pending: Vec<UnnumberedOrder<R::Order, R::Event>>,
    /// Indices of the order entries that count, oldest first.
    line: Vec<usize>,
    /// Indices of order entries that were undone and may be redone, the next last.
    undone: Vec<usize>,
    state: R::State,
    /// While its record is read.
    waypoints: Option<Waypoints<R::State>>,
    dice: Option<AuditedDice>,
    /// The source of salts where the secret of the dice is not known.
    randomness: Option<[u8; 32]>,
    root: String,
    /// Each entry's link in the chain.
    links: Vec<Link>,
    /// Of each entry, what made the results of its events what they are.
    modifiers: Vec<Modifiers>,
    shares: Shares,
    /// Of a match with shares for each throw: the chains.
    chains: Links,
    /// The sides whose seats people hold on a server: the dice wait for them.
    expected: BySide<bool>,
    /// Of these, those whose players have come to the table.
    come: BySide<bool>,
    /// Each side's open offer to the other.
    offers: BySide<Option<OpenOffer>>,
    /// How it ended, if it was not played to its end, and at which version.
    ending: Option<(u32, Ending)>,
    clock: Option<Clock>,
    /// When both seats were taken, if the record says so.
    seated: Option<u64>,
    /// The sides that have made an entry.
    entered: BySide<bool>,
    /// The level of the computer that plays on for a player whose time has run out.
    replaced: BySide<Option<String>>,
    /// The last time passed in: seconds since 1970.
    now: u64,
    /// How often each side has taken back an order that the other side was to answer, since the other side's last order.
    taken_back: BySide<u32>,
    /// When the server was down, as far as it was handed in.
    away: Arc<[Downtime]>,
}

/// An entry's link in the chain of the record.
#[derive(Clone)]
struct Link {
    hash: String,
    /// The line as it was read, if this program would write it otherwise: its hash is of that.
    line: Option<Value>,
}

impl<R: Protocol> Game<R> {
    pub fn new(rules: R, header: Header, opening: Opening) -> Game<R> {
        Game::by(Arc::new(rules), header, opening)
    }

    /// A game at its start, by rules that another game shares.
    pub(crate) fn by(rules: Arc<R>, header: Header, opening: Opening) -> Game<R> {
        let mut chains = Links::default();
        if header.links {
            chains.record();
        }
        Game {
            state: rules.start(),
            dice: opening.seed.map(|seed| AuditedDice::new(seed, opening.loaded.iter().copied())),
            root: header_hash(&header.value()),
            rules,
            clock: header.clock.clone().map(Clock::new),
            header,
            past: None,
            entries: Vec::new(),
            waypoints: None,
            pending: Vec::new(),
            line: Vec::new(),
            undone: Vec::new(),
            randomness: None,
            links: Vec::new(),
            modifiers: Vec::new(),
            shares: Shares::default(),
            chains,
            expected: BySide::default(),
            come: BySide::default(),
            offers: BySide::default(),
            ending: None,
            seated: None,
            entered: BySide::default(),
            replaced: BySide::default(),
            now: 0,
            taken_back: BySide::default(),
            away: Arc::default(),
        }
    }

    /// Records the players' seats, which must be done before the first entry. Records of form 1 do not have
    /// them.
    pub fn seat(&mut self, seats: BySide<String>) {
        if self.entries.is_empty() && self.header.longroll >= 2 {
            self.header.seats = Some(seats);
            self.root = header_hash(&self.header.value());
        }
    }

    /// Sets secret randomness, for the salts of a game whose secret is not known.
    pub fn salt_from(&mut self, randomness: [u8; 32]) {
        self.randomness = Some(randomness);
    }

    /// The hash of the last line of the record, which covers all before it.
    pub fn hash(&self) -> &str {
        self.links.last().map_or(&self.root, |link| &link.hash)
    }

    /// An entry that follows the last one.
    ///
    /// # Errors
    /// If it needs a salt, and there is nothing to make one of.
    fn propose(
        &self,
        side: Option<Side>,
        action: Action<R::Order, R::Event>,
    ) -> Result<Proposal<R>, Failure> {
        let version = self.version() + 1;
        let dated = self.clock.is_some() || matches!(action, Action::Seated | Action::Claim);
        let away = match (&self.clock, self.seated, &action) {
            (Some(clock), ..) => clock.away().to_vec(),
            (None, Some(seated), Action::Claim) => away_since(&self.away, seated),
            _ => Vec::new(),
        };
        let mut entry = Entry {
            version,
            side,
            action,
            prev: Some(self.hash().to_owned()),
            salt: None,
            at: dated.then_some(self.now),
            away,
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

    /// The rules it is played by.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The same rules, to be shared.
    pub(crate) fn shared_rules(&self) -> Arc<R> {
        Arc::clone(&self.rules)
    }

    /// The side to act; `None` once the game is over.
    pub fn asked(&self) -> Option<Side> {
        if self.ending.is_some() { None } else { self.rules.asked(&self.state) }
    }

    pub fn state(&self) -> &R::State {
        &self.state
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Every entry so far, except dropped ones.
    pub fn entries(&self) -> &[Entry<R::Order, R::Event>] {
        &self.entries
    }

    /// The entries after that version with what made the results of their events what they are.
    pub(crate) fn entries_with_modifiers(
        &self,
        since: u32,
    ) -> impl Iterator<Item = (&Entry<R::Order, R::Event>, &Modifiers)> {
        self.entries.iter().zip(&self.modifiers).skip(self.held_until(since))
    }

    pub fn version(&self) -> u32 {
        self.held_since() + self.entries.len() as u32
    }

    /// The dice, unless the record came without its secret.
    pub fn dice(&self) -> Option<&AuditedDice> {
        self.dice.as_ref()
    }

    fn order_at(&self, index: usize) -> Option<(&R::Order, u32)> {
        match &self.entries[index].action {
            Action::Order { order, dice, .. } => Some((order, *dice)),
            _ => None,
        }
    }

    fn refused(&self, refusal: Refusal) -> Failure {
        let system = self.rules.system_of(refusal.case).to_owned();
        let printed = self.rules.printed(refusal.case);
        Failure::Refused { refusal, system, printed }
    }

    pub(crate) fn fresh(&self, version: Option<u32>) -> Result<(), Failure> {
        match version {
            // Shares of the dice, offers and who comes change no position.
            Some(version) if version != self.version() && !self.unmoved_since(version) => Err(Failure::Gone(
                format!("the order was made for version {version}, the game is at {}", self.version()),
            )),
            _ => Ok(()),
        }
    }

    fn unmoved_since(&self, version: u32) -> bool {
        // An order still loaded comes after all dropped ones.
        let first = version.checked_sub(self.held_since());
        let fresh = first.and_then(|first| self.entries.get(first as usize..));
        // An order that was taken back and given again has changed nothing either.
        let mut given = 0;
        let moves = |action: &Action<R::Order, R::Event>| match action {
            Action::Commit(_) | Action::Seed(_) | Action::Offer(_) | Action::Decline(_) | Action::Seated => {
                Some(0)
            }
            Action::Undo(_) => Some(-1),
            Action::Redo(_) => Some(1),
            _ => None,
        };
        fresh.is_some_and(|fresh| {
            fresh.iter().all(|entry| moves(&entry.action).inspect(|by| given += by).is_some()) && given == 0
        })
    }

    /// Carries out an order, if it is legal. Returns the index of the first new entry among
    /// [`Game::entries`]; of an order that takes no number ([`Rules::stand`](crate::Rules::stand))
    /// the index that the next entry will have.
    ///
    /// # Errors
    /// [`Failure::Refused`] by the rules, [`Failure::Gone`] if the game is over or `version` is
    /// stale, [`Failure::Waits`] if it needs a die and the dice wait for a player. Nothing has changed then.
    pub fn order(&mut self, side: Side, order: R::Order, version: Option<u32>) -> Result<usize, Failure> {
        self.order_because(side, order, version, None)
    }

    /// The same, with the reason that a computer commander gives for it.
    ///
    /// # Errors
    /// As [`Game::order`].
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
            self.stand(UnnumberedOrder { side, order, events });
            return Ok(self.entries.len());
        }
        let proposal = self.propose_order(side, order, reason, None)?;
        Ok(self.enter_and_reveal(proposal))
    }

    /// Appends what was proposed, and the server's seed if the game is over with it. Returns the
    /// index of the first.
    fn enter_and_reveal(&mut self, proposal: Proposal<R>) -> usize {
        let first = self.enter(proposal);
        if let Some(reveal) = self.owes_reveal() {
            self.enter(reveal);
        }
        first
    }

    /// The entry of an order, if it is legal; where its dice wait for shares of their own, the
    /// entry that fixes it. Its dice are the game's own, unless others are handed in.
    ///
    /// # Errors
    /// As [`Game::order`].
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
            .judge(&self.state, side, &order, &mut tray, &mut RuleCheck::quiet())
            .map_err(|refusal| self.refused(refusal))?;
        if tray.sealed && at_hand {
            if !waiting.is_empty() {
                return Err(self.waits(waiting));
            }
            return self.propose(Some(side), Action::Declared(order));
        }
        if tray.sealed {
            return Err(sealed());
        }
        let action = Action::Order { order, events, dice: tray.thrown, reason };
        let dice = if own { tray.dice } else { None };
        Ok(Proposal { dice, ..self.propose(Some(side), action)? })
    }

    /// The server's seed, if the game is over and it is known and not yet in the record.
    pub(crate) fn owes_reveal(&self) -> Option<Proposal<R>> {
        let dice = self.dice.as_ref().filter(|_| self.asked().is_none())?;
        if self.revealed_in(self.entries.len()).is_some() {
            return None;
        }
        self.propose(None, Action::Reveal(hex_string(dice.server_seed()))).ok()
    }

    /// The part of a view besides the position.
    pub fn situation(&self, game: &str, viewer: Viewer) -> Situation {
        let mut situation = self.situation_at(game, self.version());
        situation.shares = self.shares();
        situation.waiting = self.waited_for();
        situation.throw = self.throw();
        situation.offers = self.offers();
        situation.clock = self.clock.clone();
        situation.no_show = self.no_show();
        situation.undo = self.undoes(viewer);
        situation.redo = self.redoes(viewer);
        situation
    }

    /// The same as it was after that version; what is past is not undone.
    pub fn situation_at(&self, game: &str, version: u32) -> Situation {
        let entries = self.held_until(version);
        Situation {
            game: game.to_owned(),
            version: self.held_since() + entries as u32,
            pack: self.header.pack.clone(),
            commitment: self.header.commitment.clone(),
            thrown: self.thrown_in(entries),
            practice: self.header.practice,
            revealed: self.revealed_in(entries),
            shares: None,
            waiting: Vec::new(),
            throw: None,
            ended: self.ending_in(self.held_since() + entries as u32),
            offers: Vec::new(),
            clock: None,
            no_show: None,
            undo: false,
            redo: false,
        }
    }
}

fn sealed() -> Failure {
    Failure::Gone("this order needs a die, and the secret of this record's dice is not known".to_owned())
}

/// An entry that may come next.
pub(crate) struct Proposal<R: Protocol> {
    pub(crate) entry: Entry<R::Order, R::Event>,
    /// The game's dice as they are afterwards, if it threw any.
    dice: Option<AuditedDice>,
}

/// The dice of one order: a copy that is kept only if the order was legal, or others in their
/// place.
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
