//! Playing on from an earlier position: a new game for practice that begins with what was played.

use std::sync::Arc;

use super::{Game, Opening, Proposal};
use crate::dice::{Dice, ServerSeed, commitment};
use crate::record::{Header, Origin};
use crate::{Action, AuditedDice, BySide, Failure, Protocol, Side, UnnumberedOrder};

impl<R: Protocol> Game<R> {
    /// A new practice game whose record begins with the orders of this one that counted at that version.
    /// `seats` are its players, `seed` is the secret of its own dice.
    ///
    /// The faces that those orders took are loaded into it, so that its record can be replayed alone. Later
    /// throws come from its own seed, so this game's future dice stay secret.
    ///
    /// # Errors
    /// [`Failure::Malformed`] for a version that the game has not reached, [`Failure::Gone`] if
    /// the battle is over in that position, or if the dice that were thrown are not known.
    pub fn branch(&self, version: u32, seats: BySide<String>, seed: ServerSeed) -> Result<Game<R>, Failure> {
        if version > self.version() {
            return Err(Failure::Malformed(format!(
                "version: {version} was asked for, the game is at {}",
                self.version()
            )));
        }
        if self.held_since() > 0 {
            return Err(Failure::Gone("the entries before that position are not at hand".to_owned()));
        }
        let line = self.line_in(version as usize);
        let faces = self.faces(&line)?;
        let at = version.checked_sub(1).and_then(|last| self.ledger.links.get(last as usize));
        let from = Origin { hash: at.map_or(&self.ledger.root, |link| &link.hash).clone(), version };
        let tells = self.ledger.header.longroll >= 2;
        let header = Header {
            commitment: commitment(&seed),
            practice: true,
            dice: faces.clone(),
            seats: tells.then_some(seats),
            from: tells.then_some(from),
            shares: None,
            links: false,
            coming: false,
            clock: None,
            secret: None,
            ..self.ledger.header.clone()
        };
        let opening = Opening { loaded: faces, ..Opening::new(seed) };
        let mut game = Game::by(Arc::clone(&self.rules), header, opening);
        for (index, entry) in self.entries.iter().enumerate().take(version as usize) {
            game.stand_again(&entry.standing);
            if let (true, Action::Order { dice, .. }) = (line.binary_search(&index).is_ok(), &entry.action) {
                let mut own = game.ledger.dice.clone();
                if let Some(own) = &mut own {
                    own.skip(*dice);
                }
                let proposal = game.propose(entry.side, entry.action.clone())?;
                game.enter(Proposal { dice: own, ..proposal });
            }
        }
        if version == self.version() {
            game.stand_again(&self.pending);
        }
        if game.asked().is_none() {
            return Err(Failure::Gone(
                "the battle is over in that position: there is nothing to play on from".to_owned(),
            ));
        }
        Ok(game)
    }

    /// Orders without a number apply as far as they can be given in this position; what they were
    /// given beside may have been taken back.
    fn stand_again(&mut self, orders: &[UnnumberedOrder<R::Order, R::Event>]) {
        for UnnumberedOrder { side, order, .. } in orders {
            if let Some(Ok(events)) = self.rules.stand(&self.state, *side, order) {
                self.stand(UnnumberedOrder { side: *side, order: order.clone(), events });
            }
        }
    }

    /// The faces that these orders took, in order.
    ///
    /// # Errors
    /// [`Failure::Gone`] if the secret of the dice is not known.
    fn faces(&self, line: &[usize]) -> Result<Vec<u8>, Failure> {
        let mut faces = Vec::new();
        let mut stock = self.known_dice();
        let mut loaded = self.ledger.header.dice.iter();
        for &index in line {
            let Some((_, count)) = self.order_at(index).filter(|(_, count)| *count > 0) else { continue };
            let mut of_throw = if self.each_throw() { self.dice_of_throw(index) } else { None };
            for _ in 0..count {
                let face = match (&mut of_throw, &mut stock) {
                    (Some(dice), _) | (None, Some(dice)) => Some(dice.throw()),
                    (None, None) => loaded.next().copied(),
                };
                faces.push(face.ok_or_else(|| {
                    Failure::Gone(
                        "the dice up to that position are not known: the record has no secret".to_owned(),
                    )
                })?);
            }
        }
        Ok(faces)
    }

    /// The dice from the first on, if their secret is known: to the game's keeper, or since it was published
    /// at the end.
    fn known_dice(&self) -> Option<AuditedDice> {
        if let Some(dice) = &self.ledger.dice {
            return Some(AuditedDice::again(dice, &self.ledger.header.dice, 0));
        }
        let secret = self.revealed_in(self.entries.len());
        let seed = Header { secret, ..self.ledger.header.clone() }.seed()?;
        if commitment(&seed) != self.ledger.header.commitment {
            return None;
        }
        let mut dice = AuditedDice::new(seed, self.ledger.header.dice.iter().copied());
        let BySide { union, confederate } = self.player_seeds();
        dice.set_player_seed(Side::Union, union);
        dice.set_player_seed(Side::Confederate, confederate);
        Some(dice)
    }

    /// The dice of an order for which both players gave a share.
    fn dice_of_throw(&self, index: usize) -> Option<AuditedDice> {
        let seed = *self.known_dice()?.server_seed();
        let before = self.entries.get(..index)?;
        let links = before.iter().rev().find_map(|entry| match &entry.action {
            Action::Links(links) => Some(links),
            _ => None,
        })?;
        let declared = before.iter().rev().find(|entry| matches!(entry.action, Action::Declared(_)))?;
        Some(AuditedDice::of_throw(seed, links, declared.version))
    }
}
