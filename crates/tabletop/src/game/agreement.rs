//! What players agree on, games given up, and time that has run out.

use std::sync::Arc;

use super::ledger::lasting;
use super::{Game, Proposal};
use crate::{
    Action, AuditedDice, BySide, EndedBy, Ending, Entry, Failure, NoShow, Offer, OpenOffer, Protocol, Side,
};

/// The longest that a game is adjourned at once, in seconds: a hundred days.
const LONGEST_ADJOURNMENT: u64 = 100 * 24 * 60 * 60;

impl<R: Protocol> Game<R> {
    /// The offers that wait for an answer.
    pub fn offers(&self) -> Vec<OpenOffer> {
        if self.asked().is_none() {
            return Vec::new();
        }
        Side::BOTH
            .into_iter()
            .filter_map(|side| self.ledger.offers[side])
            .filter(|open| !self.is_void(*open))
            .collect()
    }

    /// Whether nothing is left of what is offered: the order was taken back, or the time has passed.
    fn is_void(&self, open: OpenOffer) -> bool {
        match open.offer {
            Offer::Draw {} => false,
            Offer::Rewind { to } => to >= self.held_since() && self.can_go_back(to).is_err(),
            Offer::Adjourn { until } => self.ledger.clock.as_ref().is_none_or(|clock| until <= clock.since()),
        }
    }

    /// Takes over what an entry says of time.
    pub(crate) fn tell_time_of(&mut self, entry: &Entry<R::Order, R::Event>) {
        if let Some(at) = entry.at {
            self.tell_time(at);
        }
        self.tell_away(&Arc::from(&*entry.away));
    }

    /// Whether an offer can be taken as things stand.
    fn can_be_taken(&self, offer: Offer, by: Side) -> Result<(), Failure> {
        let gone = |text: String| Err(Failure::Gone(text));
        self.goes_on()?;
        if self.ledger.chains.declared().is_some() {
            return gone("an order is declared: its dice fall first".to_owned());
        }
        match offer {
            Offer::Draw {} => match self.computer(by.other()) {
                None => Ok(()),
                Some(_) => gone("a computer commands the other side, and it plays to the end".to_owned()),
            },
            Offer::Rewind { to } => self.can_go_back(to),
            Offer::Adjourn { until } => {
                let Some(now) = self.time() else {
                    return gone("this game has no clocks that could stand still".to_owned());
                };
                if until <= now {
                    return gone("the time until which the clocks would stand still is past".to_owned());
                }
                if until - now > LONGEST_ADJOURNMENT {
                    return gone("a game is adjourned for at most 100 days at once".to_owned());
                }
                Ok(())
            }
        }
    }

    /// Whether the game can go back to the position after that version.
    fn can_go_back(&self, to: u32) -> Result<(), Failure> {
        let gone = |text: String| Err(Failure::Gone(text));
        let version = |&index: &usize| self.held_since() + index as u32 + 1;
        if to < self.held_since() {
            return gone(format!("the entries after version {to} are not at hand"));
        }
        let stays = self.line.partition_point(|index| version(index) <= to);
        if to != self.held_since() && self.line[..stays].last().map(version) != Some(to) {
            return gone(format!("version {to} is no order that counts: name one, or 0 for the start"));
        }
        if stays == self.line.len() {
            return gone("the game stands there already".to_owned());
        }
        let dice = |&index: &usize| self.order_at(index).is_some_and(|(_, dice)| dice > 0);
        if self.each_throw() && self.line[stays..].iter().any(dice) {
            return gone(
                "in this match the dice of an order come from shares given for it alone, and could not fall again as \
                 they fell: it goes back no further than the last order that took dice"
                    .to_owned(),
            );
        }
        Ok(())
    }

    pub(crate) fn propose_offer(&self, side: Side, offer: Offer) -> Result<Proposal<R>, Failure> {
        self.can_be_taken(offer, side)?;
        if self.ledger.offers[side].is_some_and(|open| open.offer == offer) {
            return Err(Failure::Gone("this is offered already, and not answered yet".to_owned()));
        }
        self.propose(Some(side), Action::Offer(offer))
    }

    /// The offer of that version that a side may answer.
    fn open_offer(&self, of: Side, version: u32) -> Result<OpenOffer, Failure> {
        let open = self.ledger.offers[of].filter(|open| open.version == version);
        open.ok_or_else(|| Failure::Gone("no such offer waits for an answer".to_owned()))
    }

    pub(crate) fn propose_accept(&self, side: Side, version: u32) -> Result<Proposal<R>, Failure> {
        self.goes_on()?;
        let open = self.open_offer(side.other(), version)?;
        self.can_be_taken(open.offer, open.side)?;
        self.propose(Some(side), Action::Accept(version))
    }

    pub(crate) fn propose_decline(&self, side: Side, version: u32) -> Result<Proposal<R>, Failure> {
        self.goes_on()?;
        self.open_offer(side, version).or_else(|_| self.open_offer(side.other(), version))?;
        self.propose(Some(side), Action::Decline(version))
    }

    pub(crate) fn propose_resign(&self, side: Side) -> Result<Proposal<R>, Failure> {
        self.goes_on()?;
        self.propose(Some(side), Action::Resign)
    }

    /// Records that a player has come without a share of the dice, in a match that records it, or that both have taken
    /// their seats (no side). Clocks then start for a player who does not come, and without clocks the other need not
    /// wait for ever. Enters nothing where that makes no difference: if it is entered already, if the player or both
    /// have made an entry, or if the game is over or not between two people.
    pub fn take_seat(&mut self, side: Option<Side>) {
        if let Ok(proposal) = self.propose_seated(side) {
            self.enter(proposal);
        }
    }

    /// # Errors
    /// [`Failure::Gone`] if it makes no difference.
    pub(crate) fn propose_seated(&self, side: Option<Side>) -> Result<Proposal<R>, Failure> {
        self.goes_on()?;
        if let Some(side) = side {
            if !self.ledger.header.coming || self.ledger.entered[side] || self.is_replaced(side) {
                return Err(Failure::Gone("that player is known to have come".to_owned()));
            }
            return self.propose(Some(side), Action::Seated);
        }
        let seats = self.ledger.header.seats.as_ref();
        if !seats.is_some_and(|seats| Side::BOTH.into_iter().all(|side| seats[side] == "person")) {
            return Err(Failure::Gone("this game is not between two people".to_owned()));
        }
        if self.ledger.seated.is_some() || self.ledger.entered.union && self.ledger.entered.confederate {
            return Err(Failure::Gone("both players are known to have come".to_owned()));
        }
        self.propose(None, Action::Seated)
    }

    pub(crate) fn propose_claim(&self, side: Side) -> Result<Proposal<R>, Failure> {
        self.goes_on()?;
        match self.no_show() {
            Some(NoShow { from, side: absent }) if absent != side => {
                if self.ledger.now < from {
                    let what = match self.ledger.clock {
                        Some(_) => "come, or to give a share of the dice",
                        None => "make an entry",
                    };
                    let left = lasting(from - self.ledger.now);
                    return Err(Failure::Gone(format!("the {absent} player has {left} left to {what}")));
                }
            }
            _ => self.has_run_out(side.other())?,
        }
        self.propose(Some(side), Action::Claim)
    }

    pub(crate) fn propose_replace(&self, side: Side, level: &str) -> Result<Proposal<R>, Failure> {
        self.goes_on()?;
        self.has_run_out(side.other())?;
        if self.each_throw() {
            return Err(Failure::Gone(
                "in this match both players give a share for every order that takes dice, which no computer can: claim \
                 the game, or wait"
                    .to_owned(),
            ));
        }
        self.propose(Some(side), Action::Replace(level.to_owned()))
    }

    /// Applies an entry that was just appended to offers, the end of the game, and its clocks. The caller has
    /// validated it: nothing can fail here.
    pub(super) fn settle_agreement(&mut self, entry: &Entry<R::Order, R::Event>) {
        let version = entry.version;
        match (&entry.action, entry.side) {
            (Action::Offer(offer), Some(side)) => {
                self.ledger.offers[side] = Some(OpenOffer { side, version, offer: *offer });
            }
            (Action::Accept(_), Some(side)) => {
                let taken = self.ledger.offers[side.other()].take();
                match taken.map(|open| open.offer) {
                    Some(Offer::Draw {}) => {
                        self.ledger.ending = Some((version, Ending { by: EndedBy::Agreement, winner: None }));
                    }
                    Some(Offer::Rewind { to }) => self.go_back(to, entry),
                    Some(Offer::Adjourn { until }) => {
                        if let Some(clock) = &mut self.ledger.clock {
                            clock.adjourn(until);
                        }
                    }
                    None => {}
                }
            }
            (Action::Decline(declined), _) => {
                for side in Side::BOTH {
                    if self.ledger.offers[side].is_some_and(|open| open.version == *declined) {
                        self.ledger.offers[side] = None;
                    }
                }
            }
            (Action::Resign, Some(side)) => {
                let ending = Ending { by: EndedBy::Resignation, winner: Some(side.other()) };
                self.ledger.ending = Some((version, ending));
            }
            (Action::Claim, Some(side)) => {
                let ending = match &self.ledger.clock {
                    Some(clock) if clock.waits_for().is_none() => {
                        Ending { by: EndedBy::Time, winner: Some(side) }
                    }
                    _ => Ending { by: EndedBy::NoShow, winner: None },
                };
                self.ledger.ending = Some((version, ending));
            }
            (Action::Seated, None) => {
                self.ledger.seated = entry.at;
                if let (Some(clock), Some(at)) = (&mut self.ledger.clock, entry.at) {
                    clock.seat(at);
                }
            }
            (Action::Replace(level), Some(side)) => {
                self.ledger.replaced[side.other()] = Some(level.clone());
                self.ledger.offers = Default::default();
            }
            _ => {}
        }
    }

    /// Goes back to the position after that version; dice thrown since fall again as they fell. Standing
    /// orders stay, also those in `entry`, which is not appended yet.
    fn go_back(&mut self, to: u32, entry: &Entry<R::Order, R::Event>) {
        let stays = self.line.partition_point(|&index| self.held_since() + (index as u32) < to);
        self.line.truncate(stays);
        self.undone.clear();
        self.ledger.taken_back = BySide::default();
        self.ledger.offers = Default::default();
        self.state = self.go_back_to(stays);
        for event in entry.standing.iter().flat_map(|order| &order.events) {
            self.rules.apply(&mut self.state, event);
        }
        let thrown = self.thrown_by(&self.line);
        if let Some(dice) = &mut self.ledger.dice {
            *dice = AuditedDice::again(dice, &self.ledger.header.dice, thrown);
        }
    }

    /// Starts the clock of the player that the game waits for after that entry.
    pub(super) fn settle_clock(&mut self, at: Option<u64>, by: Option<Side>) {
        let asked = self.asked();
        let keeps_waiting = asked.and_then(|asked| self.keeps_waiting(asked));
        let waited = asked.filter(|_| keeps_waiting.is_none()).map(|asked| self.waited_player(asked));
        // A computer plays without a clock.
        let waited = waited.filter(|side| self.ledger.replaced[*side].is_none());
        let turn = self.rules.clock_turn(&self.state);
        if let (Some(clock), Some(at)) = (&mut self.ledger.clock, at) {
            clock.enter(at, by, turn, waited);
            clock.wait_for(keeps_waiting, at);
        }
    }

    /// The side whose clock runs while that side is asked. In a match with shares for each throw it is the
    /// player for whom the dice wait; of two the one who declared the order, or is asked.
    fn waited_player(&self, asked: Side) -> Side {
        if !self.ledger.chains.recorded() {
            // As it was when both links stood in one entry: the clock of the player who did not declare.
            let declared = self.ledger.chains.declared().is_some().then(|| self.last_declared()).flatten();
            return declared.map_or(asked, Side::other);
        }
        let first = self.ledger.chains.declarer().unwrap_or(asked);
        [first, first.other()].into_iter().find(|side| self.ledger.chains.owes(*side)).unwrap_or(asked)
    }

    /// The side that declared the last order before the entry being appended.
    fn last_declared(&self) -> Option<Side> {
        let declared = self.entries.iter().rev().find(|entry| matches!(entry.action, Action::Declared(_)));
        declared.and_then(|entry| entry.side)
    }
}
