//! What the players give for the dice: one share for the game, or one for each throw.

use super::{Game, Proposal, Tray, sealed};
use crate::{Action, AuditedDice, BySide, Dice, Failure, Protocol, RuleCheck, Side};

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
        if self.ledger.shares.owes(side) && !self.opened() {
            let text = "a player is not bound yet: a share of the dice shown now could be answered";
            return Err(Failure::Gone(text.to_owned()));
        }
        self.ledger.shares.clone().give(side, seed)?;
        self.propose(Some(side), Action::Seed(seed.to_owned()))
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
            self.ledger.chains.clone().commit(side, commit)?;
        } else if self.ledger.header.coming
            && self.ledger.entered[side]
            && self.ledger.shares.committed(side).is_none()
        {
            // The other could not throw before it is shown, and the game would wait for them.
            let text = "this side has come without a share of the dice, and binds itself to none any more";
            return Err(Failure::Gone(text.to_owned()));
        } else {
            self.ledger.shares.clone().commit(side, commit)?;
        }
        self.propose(Some(side), Action::Commit(commit.to_owned()))
    }

    /// A player's next link, for the order that waits for its dice. With both the dice fall.
    /// Returns the index of the first new entry, if there is one.
    pub(super) fn link(&mut self, side: Side, link: &str) -> Result<usize, Failure> {
        self.ledger.chains.fits(side, link)?;
        let first = self.entries.len();
        if self.ledger.chains.given(side).is_some() {
            return Ok(first);
        }
        let Some(other) = self.ledger.chains.given(side.other()) else {
            if self.ledger.chains.recorded() {
                let proposal = self.propose_link(side, link)?;
                return Ok(self.enter(proposal));
            }
            self.ledger.chains.give(side, link)?;
            return Ok(first);
        };
        let both = BySide::from_fn(|of| if of == side { link } else { other }.to_owned());
        let links = self.propose_links(&both)?;
        let seed = self.ledger.dice.as_ref().map(|dice| *dice.server_seed()).ok_or_else(sealed)?;
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
        if !self.ledger.chains.recorded() {
            return Err(Failure::Gone("in this match both links stand in one entry".to_owned()));
        }
        self.ledger.chains.clone().give(side, link)?;
        self.propose(Some(side), Action::Link(link.to_owned()))
    }

    /// The entry of both players' links, if an order waits for them.
    ///
    /// # Errors
    /// [`Failure::Gone`] if none does, [`Failure::Malformed`] if one of them is another.
    pub(crate) fn propose_links(&self, both: &BySide<String>) -> Result<Proposal<R>, Failure> {
        self.ledger.chains.clone().throw(both)?;
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
        let action = match &self.ledger.dice {
            Some(dice) => {
                let mut own = AuditedDice::of_throw(*dice.server_seed(), both, self.declared_at()?);
                self.judge_thrown(&mut own)?
            }
            None => self.judge_thrown(others)?,
        };
        let (by, _) = self.declared_order()?;
        self.propose(Some(by), action)
    }
}
