//! A game being played: its record, and the position the record leads to.

mod act;
mod agreement;
mod branch;
mod earlier;
mod history;
mod ledger;
mod past;
mod sharing;
mod undo;
mod waypoints;

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

pub use act::Act;
pub(crate) use earlier::{Impossible, caught};
pub use ledger::Ledger;
use past::Past;
use waypoints::Waypoints;

use crate::chain::salt;
use crate::clock::away_since;
use crate::dice::{Dice, ServerSeed, commitment, hex_string};
use crate::record::Header;
use crate::{
    Action, AuditedDice, Entry, Failure, Modifiers, Protocol, Refusal, RuleCheck, Side, Situation,
    UnnumberedOrder, Viewer,
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
    ledger: Ledger,
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
    /// Of each entry, what made the results of its events what they are.
    modifiers: Vec<Modifiers>,
}

impl<R: Protocol> Deref for Game<R> {
    type Target = Ledger;

    fn deref(&self) -> &Ledger {
        &self.ledger
    }
}

impl<R: Protocol> DerefMut for Game<R> {
    fn deref_mut(&mut self) -> &mut Ledger {
        &mut self.ledger
    }
}

impl<R: Protocol> Game<R> {
    pub fn new(rules: R, header: Header, opening: Opening) -> Game<R> {
        Game::by(Arc::new(rules), header, opening)
    }

    /// A game at its start, by rules that another game shares.
    pub(crate) fn by(rules: Arc<R>, header: Header, opening: Opening) -> Game<R> {
        let dice = opening.seed.map(|seed| AuditedDice::new(seed, opening.loaded.iter().copied()));
        let mut game = Game {
            state: rules.start(),
            ledger: Ledger::new(header, dice),
            rules,
            past: None,
            entries: Vec::new(),
            waypoints: None,
            pending: Vec::new(),
            line: Vec::new(),
            undone: Vec::new(),
            modifiers: Vec::new(),
        };
        game.note_asked();
        game
    }

    /// Notes whom the rules ask, once the position is another.
    fn note_asked(&mut self) {
        self.ledger.asked = self.rules.asked(&self.state);
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
        let dated = self.ledger.clock.is_some() || matches!(action, Action::Seated | Action::Claim);
        let away = match (&self.ledger.clock, self.ledger.seated, &action) {
            (Some(clock), ..) => clock.away().to_vec(),
            (None, Some(seated), Action::Claim) => away_since(&self.ledger.away, seated),
            _ => Vec::new(),
        };
        let mut entry = Entry {
            version,
            side,
            action,
            prev: Some(self.hash()),
            salt: None,
            at: dated.then_some(self.ledger.now),
            away,
            standing: self.pending.clone(),
        };
        if entry.hides(&*self.rules, &self.state) {
            let secret =
                self.ledger.dice.as_ref().map(AuditedDice::server_seed).or(self.ledger.randomness.as_ref());
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

    pub fn state(&self) -> &R::State {
        &self.state
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
        let waiting = self.waiting();
        if self.ledger.chains.declared().is_some() {
            return Err(self.waits(waiting));
        }
        let own = others.is_none();
        let at_hand = self.ledger.dice.is_some() || !own;
        let throws = waiting.is_empty() && !self.each_throw();
        let (dice, others) = if throws { (self.ledger.dice.clone(), others) } else { (None, None) };
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
        let dice = self.ledger.dice.as_ref().filter(|_| self.asked().is_none())?;
        if self.revealed_in(self.entries.len()).is_some() {
            return None;
        }
        self.propose(None, Action::Reveal(hex_string(dice.server_seed()))).ok()
    }

    /// The part of a view besides the position.
    pub fn situation(&self, game: &str, viewer: Viewer) -> Situation {
        let mut situation = self.situation_at(game, self.version());
        situation.shares = self.shares();
        situation.waiting = self.waiting();
        situation.throw = self.throw();
        situation.offers = self.offers();
        situation.clock = self.ledger.clock.clone();
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
            pack: self.ledger.header.pack.clone(),
            commitment: self.ledger.header.commitment.clone(),
            thrown: self.thrown_in(entries),
            practice: self.ledger.header.practice,
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
