//! Entries of a game that was begun under earlier rules: what today's rules judge otherwise may have
//! been played all the same.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Game, Proposal};
use crate::{Action, AuditedDice, Dice, Entry, LoadedDice, Protocol, RuleCheck, Side};

/// Why an entry is not what a game under earlier rules wrote.
#[derive(Debug)]
pub(crate) enum Impossible {
    /// No rules could have led to it.
    ByAnyRules(String),
    /// It does not fit the units and the map that this program knows.
    HereOnly(String),
}

impl<R: Protocol> Game<R> {
    /// Whether it was begun under earlier rules than this program's.
    pub fn is_of_earlier_rules(&self) -> bool {
        self.ledger.header.rules < R::VERSION
    }

    /// The entry as it was read, checked for everything but the rules: its order need not be legal, and its
    /// events need not follow from it. The rest is judged as in play: who is asked, the dice and their faces,
    /// the shares given for them. The events must lead to a possible position.
    ///
    /// # Errors
    /// What is wrong with it, apart from the rules.
    pub(crate) fn propose_recorded(
        &self,
        read: &Entry<R::Order, R::Event>,
    ) -> Result<Proposal<R>, Impossible> {
        let broken = |what: &str| Impossible::ByAnyRules(what.to_owned());
        let side = read.side.ok_or_else(|| broken("the side whose it is is missing"))?;
        let mut dice = None;
        match &read.action {
            Action::Order { order, events, dice: thrown, .. } => {
                match (self.owes_throw(), self.declared_order()) {
                    (Some(_), Ok(declared)) if declared == (side, order) => {}
                    (Some(_), _) => return Err(broken("it is not the order that was declared")),
                    (None, _) => self.may_give(side, order)?,
                }
                dice = self.thrown_for(&self.rules.faces(events), *thrown)?;
                self.try_events(events)?;
            }
            Action::Declared(order) => {
                self.may_give(side, order)?;
                self.ledger.chains.clone().declare(side, self.version() + 1).map_err(failed)?;
            }
            Action::Undo(version) => {
                let target = self.last_order_of(side).map_err(failed)?;
                if self.entries[target].version != *version {
                    return Err(broken("it undoes another than the last order"));
                }
            }
            _ => return Err(broken("it does not rest on the rules")),
        }
        let proposal = self.propose(Some(side), read.action.clone()).map_err(failed)?;
        Ok(Proposal { dice, ..proposal })
    }

    /// Whether that side may give an order now, apart from the rules for that order.
    fn may_give(&self, side: Side, order: &R::Order) -> Result<(), Impossible> {
        let asked = self.asked().ok_or_else(|| Impossible::ByAnyRules("the game is over".to_owned()))?;
        if self.ledger.chains.declared().is_some() {
            return Err(failed(self.waits(Vec::new())));
        }
        // Some orders may be given by who is not asked.
        let judged = || {
            let (mut dice, mut rule_check) = (LoadedDice::default(), RuleCheck::quiet());
            caught(|| self.rules.judge(&self.state, side, order, &mut dice, &mut rule_check).is_ok())
        };
        if asked == side || judged() == Ok(true) {
            return Ok(());
        }
        Err(Impossible::ByAnyRules(format!("the {asked} side is asked, not the {side}")))
    }

    /// The game's dice after these faces, which have to be the ones that fall now.
    fn thrown_for(&self, faces: &[u8], count: u32) -> Result<Option<AuditedDice>, Impossible> {
        let broken = |what: String| Err(Impossible::ByAnyRules(what));
        if faces.len() != count as usize {
            return broken(format!("{count} dice are recorded, its events show {}", faces.len()));
        }
        if let Some(face) = faces.iter().find(|face| !(1..=6).contains(*face)) {
            return broken(format!("a die has no face {face}"));
        }
        let of_throw = self.owes_throw();
        match (of_throw, faces) {
            (Some(_), []) => return broken("links were told for its dice, and it shows none".to_owned()),
            (None, []) => return Ok(None),
            (None, _) if self.each_throw() => {
                return broken("its dice lack the players' shares".to_owned());
            }
            _ => {}
        }
        let Some(own) = &self.ledger.dice else { return Ok(None) };
        let mut dice = match of_throw {
            Some(both) => {
                AuditedDice::of_throw(*own.server_seed(), both, self.declared_at().map_err(failed)?)
            }
            None => own.clone(),
        };
        for (at, &face) in (1..).zip(faces) {
            let falls = dice.throw();
            if falls != face {
                return broken(format!("its die {at} shows {face}, and {falls} was thrown"));
            }
        }
        Ok(of_throw.is_none().then_some(dice))
    }

    /// Carries the events out on a copy of the position. They need not be what any rules made, and
    /// so the rules may fail at them.
    fn try_events(&self, events: &[R::Event]) -> Result<(), Impossible> {
        let carried_out = caught(|| {
            self.rules.modifiers(&self.state, events);
            let mut state = self.state.clone();
            events.iter().for_each(|event| self.rules.apply(&mut state, event));
            (self.rules.faults(&self.state), self.rules.faults(&state))
        });
        let (before, after) =
            carried_out.map_err(|()| Impossible::HereOnly("its events cannot be carried out".to_owned()))?;
        match after.into_iter().find(|fault| !before.contains(fault)) {
            Some(fault) => Err(Impossible::HereOnly(format!("its events lead to no position: {fault}"))),
            None => Ok(()),
        }
    }
}

/// The error for what play refuses, apart from the rules.
fn failed(failure: crate::Failure) -> Impossible {
    Impossible::ByAnyRules(failure.to_string())
}

/// Runs what may fail at what a record says.
///
/// # Errors
/// That it panicked.
pub(crate) fn caught<T>(run: impl FnOnce() -> T) -> Result<T, ()> {
    // Nothing that it was handed is looked at again after it has failed.
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| ())
}
