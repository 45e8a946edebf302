//! What players do, in one place: orders and all the rest that makes entries in the record.

use serde_json::Value;

use super::Game;
use crate::{Failure, Offer, Protocol, Side};

#[derive(Debug, Clone, Copy)]
pub enum Act<'a> {
    /// Gives an order. `version` is the one it was made for, `reason` a computer player's; empty if
    /// it gives none.
    Order { order: &'a Value, version: Option<u32>, reason: &'a str },
    /// Takes the side's last order back.
    Undo,
    /// Gives the order that was last undone again.
    Redo,
    /// Makes an offer to the other side, or accepts where the other has offered the same.
    Offer(Offer),
    /// Accepts the other side's offer of that version and carries it out.
    Accept(u32),
    /// Declines the other side's offer of that version, or withdraws the side's own.
    Decline(u32),
    /// Resigns: the other side has won.
    Resign,
    /// Claims the game, since the other's time has run out. In a game without clocks it ends the game without
    /// a result, since the other has not come.
    Claim,
    /// Lets a computer of that level play on for the other side, whose time has run out.
    Replace(&'a str),
    /// Gives the player's share of the dice, once and only before the first die: the one that the side is
    /// bound to, or one without a commitment. In a match with shares for each throw: the next link.
    Seed(&'a str),
    /// Binds the side to its share of the dice by the share's hash, the first. The second is the
    /// hash of the server's seed that the player holds to be this game's.
    Commit(&'a str, &'a str),
}

impl<R: Protocol> Game<R> {
    /// Returns the index of the first new entry among [`Game::entries`]; if there is none, the index that the
    /// next entry will have.
    ///
    /// # Errors
    /// [`Failure::Refused`] by the rules, [`Failure::Malformed`] and [`Failure::Gone`] with the reason,
    /// [`Failure::Waits`] if it needs a die and the dice wait for a player. Nothing has changed then.
    pub fn act(&mut self, side: Side, act: Act<'_>) -> Result<usize, Failure> {
        let proposal = match act {
            Act::Order { order, version, reason } => {
                let reason = (!reason.is_empty()).then(|| reason.to_owned());
                return self.order_because(side, self.read_order(order)?, version, reason);
            }
            Act::Undo => {
                self.may_take_back(side)?;
                self.propose_undo(side)?
            }
            Act::Redo => self.propose_redo(side)?,
            Act::Offer(offer) => match self.ledger.offers[side.other()].filter(|open| open.offer == offer) {
                Some(theirs) => return self.act(side, Act::Accept(theirs.version)),
                None => self.propose_offer(side, offer)?,
            },
            Act::Accept(version) => {
                // Not judged of records: some have such a draw, made when it was still taken.
                let draw = self.ledger.offers[side.other()].is_some_and(|open| open.offer == Offer::Draw {});
                if draw && self.has_run_out(side).is_ok() {
                    return Err(Failure::Gone(
                        "your time has run out, and the other player may claim the game: a draw is theirs to take, if you offer it"
                            .to_owned(),
                    ));
                }
                self.propose_accept(side, version)?
            }
            Act::Decline(version) => self.propose_decline(side, version)?,
            Act::Resign => self.propose_resign(side)?,
            Act::Claim => self.propose_claim(side)?,
            Act::Replace(level) => self.propose_replace(side, level)?,
            Act::Seed(link) if self.each_throw() => return self.link(side, link),
            Act::Seed(seed) => self.propose_seed(side, seed)?,
            Act::Commit(_, commitment) if commitment != self.ledger.header.commitment => {
                return Err(Failure::Malformed(format!(
                    "commitment: the server's share of this game's dice is bound by {:.12}…, not by {commitment:.12}…",
                    self.ledger.header.commitment
                )));
            }
            Act::Commit(commit, _) if self.bound_by(side) == Some(commit) => return Ok(self.entries.len()),
            Act::Commit(commit, _) => self.propose_commit(side, commit)?,
        };
        Ok(self.enter_and_reveal(proposal))
    }
}
