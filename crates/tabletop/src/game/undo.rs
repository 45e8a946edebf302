//! Orders taken back, and given again.

use super::{Game, Proposal};
use crate::{Action, Failure, Protocol, Side};

impl<R: Protocol> Game<R> {
    /// Whether that side may take its last order back.
    pub fn may_undo(&self, side: Side) -> bool {
        self.may_take_back(side).is_ok() && self.undo_target(side).is_ok()
    }

    /// Between two people an order that the other side is to answer can be taken back only once: otherwise a
    /// player could be kept from answering while their clock runs. Records of earlier programs hold more, so
    /// it is no rule for records.
    pub(super) fn may_take_back(&self, side: Side) -> Result<(), Failure> {
        let between_people =
            Side::BOTH.into_iter().all(|side| self.ledger.expected[side] && !self.is_replaced(side));
        if between_people && self.ledger.taken_back[side] > 0 && self.asked() == Some(side.other()) {
            return Err(Failure::Gone(
                "an order that the other side is to answer is taken back only once".to_owned(),
            ));
        }
        Ok(())
    }

    fn undo_target(&self, side: Side) -> Result<usize, Failure> {
        let last = self.last_order_of(side)?;
        let may = |order| self.rules.may_undo(&self.state_after(self.line.len() - 1), order);
        if !self.order_at(last).is_some_and(|(order, _)| may(order)) {
            return Err(Failure::Gone("by the options of this game that order stands".to_owned()));
        }
        Ok(last)
    }

    /// The last order, if it is that side's and took no die.
    ///
    /// # Errors
    /// [`Failure::Gone`] with the reason, if it is not.
    pub(super) fn last_order_of(&self, side: Side) -> Result<usize, Failure> {
        let gone = |text: &str| Err(Failure::Gone(text.to_owned()));
        if self.ledger.chains.declared().is_some() {
            return gone("an order is declared: its dice fall first");
        }
        if self.asked().is_none() {
            return gone("the game is over");
        }
        let Some(&last) = self.line.last() else { return gone("there is nothing to take back") };
        if self.entries[last].side != Some(side) {
            return gone("the last order was the other side's");
        }
        if self.order_at(last).is_some_and(|(_, dice)| dice > 0) {
            return gone("a die was thrown for the last order: it stands");
        }
        Ok(last)
    }

    /// The entry that takes that side's last order back, if it may.
    ///
    /// # Errors
    /// As [`Game::act`].
    pub(crate) fn propose_undo(&self, side: Side) -> Result<Proposal<R>, Failure> {
        let target = self.undo_target(side)?;
        self.propose(Some(side), Action::Undo(self.entries[target].version))
    }

    /// Whether that side may redo what it undid.
    pub fn may_redo(&self, side: Side) -> bool {
        self.ledger.chains.declared().is_none()
            && self.ledger.ending.is_none()
            && self.undone.last().is_some_and(|&i| self.entries[i].side == Some(side))
    }

    /// The entry that gives that side's last undone order again, if there is one.
    ///
    /// # Errors
    /// As [`Game::act`].
    pub(crate) fn propose_redo(&self, side: Side) -> Result<Proposal<R>, Failure> {
        let Some(&target) = self.undone.last().filter(|_| self.may_redo(side)) else {
            return Err(Failure::Gone("there is nothing to redo".to_owned()));
        };
        self.propose(Some(side), Action::Redo(self.entries[target].version))
    }
}
