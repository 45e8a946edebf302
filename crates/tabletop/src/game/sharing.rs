//! What the players give for the dice: one share for the game, or one for each throw.

use super::{Game, Proposal, Tray, sealed};
use crate::chain::header_hash;
use crate::record::ShareMode;
use crate::{
    Action, AuditedDice, BySide, Dice, Entry, Failure, Protocol, RuleCheck, Seat, ShareState, Side, Throw,
};

impl<R: Protocol> Game<R> {
    /// The entry of a player's share of the dice, if it still can be taken.
    ///
    /// # Errors
    /// As [`Game::act`].
    pub(crate) fn propose_seed(&self, side: Side, seed: &str) -> Result<Proposal<R>, Failure> {
        if self.each_throw() {
            let text = "in this match the players give a share for every order that takes dice";
            return Err(Failure::Gone(text.to_owned()));
        }
        if self.asked().is_none() {
            return Err(Failure::Gone("the game is over".to_owned()));
        }
        if self.shares.owes(side) && !self.opened() {
            let text = "a player is not bound yet: a share of the dice shown now could be answered";
            return Err(Failure::Gone(text.to_owned()));
        }
        self.shares.clone().give(side, seed)?;
        self.propose(Some(side), Action::Seed(seed.to_owned()))
    }

    /// The hash that a side's share, or its next link, must have.
    pub(super) fn bound_by(&self, side: Side) -> Option<&str> {
        if self.each_throw() { self.chains.next(side) } else { self.shares.committed(side) }
    }

    /// The entry that binds a side to its share, if it still can be bound and is not by this very
    /// hash.
    ///
    /// # Errors
    /// As [`Game::act`].
    pub(crate) fn propose_commit(&self, side: Side, commit: &str) -> Result<Proposal<R>, Failure> {
        if self.asked().is_none() {
            return Err(Failure::Gone("the game is over".to_owned()));
        }
        if self.bound_by(side) == Some(commit) {
            return Err(Failure::Gone("this side is bound by this hash already".to_owned()));
        }
        if self.each_throw() {
            self.chains.clone().commit(side, commit)?;
        } else if self.header.coming && self.entered[side] && self.shares.committed(side).is_none() {
            // The other could not throw before it is shown, and the game would wait for them.
            let text = "this side has come without a share of the dice, and binds itself to none any more";
            return Err(Failure::Gone(text.to_owned()));
        } else {
            self.shares.clone().commit(side, commit)?;
        }
        self.propose(Some(side), Action::Commit(commit.to_owned()))
    }

    /// Makes both players give a share for every order that takes dice. Call it before the first entry.
    pub fn set_each_throw(&mut self) {
        if self.entries.is_empty() {
            self.header.shares = Some(ShareMode::EachThrow);
            self.header.links = true;
            self.chains.record();
            self.root = header_hash(&self.header.value());
        }
    }

    pub(super) fn each_throw(&self) -> bool {
        self.header.shares.is_some()
    }

    /// A player's next link, for the order that waits for its dice. With both the dice fall.
    /// Returns the index of the first new entry, if there is one.
    pub(super) fn link(&mut self, side: Side, link: &str) -> Result<usize, Failure> {
        self.chains.fits(side, link)?;
        let first = self.entries.len();
        if self.chains.given(side).is_some() {
            return Ok(first);
        }
        let Some(other) = self.chains.given(side.other()) else {
            if self.chains.recorded() {
                let proposal = self.propose_link(side, link)?;
                return Ok(self.enter(proposal));
            }
            self.chains.give(side, link)?;
            return Ok(first);
        };
        let both = BySide::from_fn(|of| if of == side { link } else { other }.to_owned());
        let links = self.propose_links(&both)?;
        let seed = self.dice.as_ref().map(|dice| *dice.server_seed()).ok_or_else(sealed)?;
        // Judged before anything is entered, so that nothing is if it fails.
        let action = self.judge_thrown(&mut AuditedDice::of_throw(seed, &both, self.declared_at()?))?;
        let (by, _) = self.declared_order()?;
        self.enter(links);
        let order = self.propose(Some(by), action)?;
        self.enter_and_reveal(order);
        Ok(first)
    }

    /// The entry of the first link for the order that waits, in a match that has such entries.
    ///
    /// # Errors
    /// [`Failure::Gone`] if none does, or a link was given for it; [`Failure::Malformed`] if it is
    /// another.
    pub(crate) fn propose_link(&self, side: Side, link: &str) -> Result<Proposal<R>, Failure> {
        self.goes_on()?;
        if !self.chains.recorded() {
            return Err(Failure::Gone("in this match both links stand in one entry".to_owned()));
        }
        self.chains.clone().give(side, link)?;
        self.propose(Some(side), Action::Link(link.to_owned()))
    }

    /// The entry of both players' links, if an order waits for them.
    ///
    /// # Errors
    /// [`Failure::Gone`] if none does, [`Failure::Malformed`] if one of them is another.
    pub(crate) fn propose_links(&self, both: &BySide<String>) -> Result<Proposal<R>, Failure> {
        self.chains.clone().throw(both)?;
        self.propose(None, Action::Links(both.clone()))
    }

    /// The order that was declared last, and who gave it.
    pub(super) fn declared_order(&self) -> Result<(Side, &R::Order), Failure> {
        let declared = self.entries.iter().rev().find_map(|entry| match (&entry.action, entry.side) {
            (Action::Declared(order), Some(side)) => Some((side, order)),
            _ => None,
        });
        declared.ok_or_else(|| Failure::Gone("no order waits for its dice".to_owned()))
    }

    /// The version at which it was declared.
    pub(super) fn declared_at(&self) -> Result<u32, Failure> {
        let mut entries = self.entries.iter().rev();
        let declared = entries.find(|entry| matches!(entry.action, Action::Declared(_)));
        declared
            .map(|entry| entry.version)
            .ok_or_else(|| Failure::Gone("no order waits for its dice".to_owned()))
    }

    /// The result of the order declared last, with those dice.
    fn judge_thrown(&self, dice: &mut dyn Dice) -> Result<Action<R::Order, R::Event>, Failure> {
        let (by, order) = self.declared_order()?;
        let mut tray = Tray { dice: None, others: Some(dice), thrown: 0, sealed: false };
        let events = self
            .rules
            .judge(&self.state, by, order, &mut tray, &mut RuleCheck::quiet())
            .map_err(|refusal| self.refused(refusal))?;
        Ok(Action::Order { order: order.clone(), events, dice: tray.thrown, reason: None })
    }

    /// The links given last, while their order is still to follow.
    pub(crate) fn owes_throw(&self) -> Option<&BySide<String>> {
        match self.entries.last().map(|entry| &entry.action) {
            Some(Action::Links(both)) => Some(both),
            _ => None,
        }
    }

    /// The entry of the order whose links were given last. Where the server's seed is not known the dice are
    /// those passed in.
    ///
    /// # Errors
    /// [`Failure::Gone`] if no links were given last.
    pub(crate) fn propose_thrown(&self, others: &mut dyn Dice) -> Result<Proposal<R>, Failure> {
        let Some(both) = self.owes_throw() else {
            return Err(Failure::Gone("no order waits for its dice".to_owned()));
        };
        let action = match &self.dice {
            Some(dice) => {
                let mut own = AuditedDice::of_throw(*dice.server_seed(), both, self.declared_at()?);
                self.judge_thrown(&mut own)?
            }
            None => self.judge_thrown(others)?,
        };
        let (by, _) = self.declared_order()?;
        self.propose(Some(by), action)
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

    /// A person holds this side's seat: the dice wait until it has come, and for the share that it
    /// is bound to.
    pub fn expect(&mut self, side: Side) {
        self.expected[side] = true;
    }

    /// The player of this side has come to the table; whether that is news.
    pub fn come(&mut self, side: Side) -> bool {
        let news = self.expected[side] && !self.come[side];
        self.come[side] = true;
        news
    }

    /// Whether the player of this side has come to the table.
    pub fn has_come(&self, side: Side) -> bool {
        self.come[side]
    }

    /// Whether a computer plays on for that side's player, who gives no share any more.
    pub(super) fn is_replaced(&self, side: Side) -> bool {
        self.replacement(side).is_some()
    }

    /// Whether every player is bound or has come without a share, so that shares may be shown.
    fn opened(&self) -> bool {
        Side::BOTH.into_iter().all(|side| !self.expected[side] || self.come[side] || self.is_replaced(side))
    }

    /// The sides whose players the dice wait for: none once a die was thrown, nor in a game for practice.
    pub fn waited_for(&self) -> Vec<Side> {
        if self.asked().is_none() {
            return Vec::new();
        }
        if self.each_throw() {
            return Side::BOTH.into_iter().filter(|side| self.chains.owes(*side)).collect();
        }
        if self.shares.settled() || self.header.practice {
            return Vec::new();
        }
        let waited = |side: &Side| {
            let owes = !self.come[*side] || self.shares.owes(*side);
            self.expected[*side] && owes && !self.is_replaced(*side)
        };
        let waited: Vec<Side> = Side::BOTH.into_iter().filter(waited).collect();
        let absent: Vec<Side> = waited.iter().copied().filter(|&side| !self.come[side]).collect();
        // No share may be given before all players have come.
        if absent.is_empty() { waited } else { absent }
    }

    pub(super) fn waits(&self, sides: Vec<Side>) -> Failure {
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
        let asked = self.chains.declared().is_some() && self.chains.owes(side);
        match self.chains.next(side) {
            None if self.come[side] => ShareState::None,
            None => ShareState::Awaited,
            Some(_) if asked => ShareState::Asked,
            Some(_) if self.chains.loose(side) => ShareState::Unbound,
            Some(_) => ShareState::Committed,
        }
    }

    /// How the throws stand, in a match with shares for each.
    pub(super) fn throw(&self) -> Option<Throw> {
        let declared = self.chains.declared();
        let next = BySide::from_fn(|side| self.chains.next(side).map(str::to_owned));
        let owed = if declared.is_some() { self.waited_for() } else { Vec::new() };
        self.each_throw().then_some(Throw { next, declared, owed, recorded: self.chains.recorded() })
    }

    /// Whether an entry holds a share of the dice that a seat must not see yet.
    pub fn withholds(&self, entry: &Entry<R::Order, R::Event>, seat: Seat) -> bool {
        // Once the game is over no player can be bound any more, and the share decides nothing.
        let waits = self.asked().is_some() && !self.opened();
        matches!(entry.action, Action::Seed(_)) && waits && (seat.is_none() || entry.side != seat)
    }
}
