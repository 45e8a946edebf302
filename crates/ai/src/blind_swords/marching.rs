//! The estimated worth of moves.

use blind_swords::{Order, Part, UnitId};
use hexmap::Hex;

use super::field::{Field, Piece};

impl Field<'_> {
    /// The next move of a brigade: that of the first unit that would stand better elsewhere;
    /// otherwise the end of the step.
    pub(super) fn next_move(&self, closes: bool) -> Option<Order> {
        let mut end = None;
        for part in self.battle.parts(self.state) {
            match &part {
                Part::Move(_) => {
                    let mut best: Option<(f64, Order)> = None;
                    for order in self.battle.orders_in(self.state, &part) {
                        let worth = self.order_of_march(&order, closes);
                        if worth > self.weights.stir && best.as_ref().is_none_or(|(most, _)| worth > *most) {
                            best = Some((worth, order));
                        }
                    }
                    if let Some((_, order)) = best {
                        return Some(order);
                    }
                }
                Part::Order(Order::End {}) => end = Some(Order::End {}),
                _ => {}
            }
        }
        // Where the step may not end yet some unit must move.
        end.or_else(|| self.forced(closes))
    }

    /// The worth of a move; other orders are not moves.
    pub(super) fn order_of_march(&self, order: &Order, closes: bool) -> f64 {
        match order {
            Order::Move { units, to, exit, charge, .. } => {
                self.move_worth(units, *to, *exit, *charge, closes)
            }
            _ => -1.0,
        }
    }

    /// Picks the least bad move available.
    fn forced(&self, closes: bool) -> Option<Order> {
        let offers = self.battle.offers(self.state);
        let worth = |order: &Order| self.order_of_march(order, closes);
        offers.into_iter().max_by(|a, b| worth(a).total_cmp(&worth(b)))
    }

    /// The worth of moving these units there, compared with leaving them where they are.
    pub(super) fn move_worth(
        &self,
        units: &[UnitId],
        to: Option<Hex>,
        exit: bool,
        charge: bool,
        closes: bool,
    ) -> f64 {
        let mut worth = 0.0;
        for piece in units.iter().filter_map(|&u| self.piece(u)) {
            worth += match to {
                Some(to) => self.step_worth(piece, to, charge, closes),
                None if exit => self.exit_worth(piece),
                None => 0.0,
            };
        }
        worth
    }

    fn step_worth(&self, piece: &Piece, to: Hex, charge: bool, closes: bool) -> f64 {
        let side = piece.side;
        let mut worth = self.post(piece, to, closes) - self.stand(piece, closes);
        // A unit that moves away from an adjacent enemy is fired at, and the hex that it held may
        // be lost.
        if self.battle.enemies_around(self.state, side, piece.hex).next().is_some() {
            let fire: f64 = self
                .of(side.other())
                .filter(|p| self.battle.distance(p.hex, piece.hex) == 1)
                .map(|p| p.strength * 0.5)
                .sum();
            worth -= self.harm(fire, piece, piece.hex);
        }
        if charge {
            let gain = self.close_from(piece, to);
            if gain < self.weights.boldness {
                return -1.0;
            }
            worth += gain * 0.5;
        }
        worth
    }

    /// The worth of leaving the map.
    fn exit_worth(&self, piece: &Piece) -> f64 {
        let weights = self.weights;
        let exits = self.battle.scenario.victory.exits[piece.side];
        // Only exits by the side's own edge count.
        let points = exits
            .filter(|e| self.state.turn >= e.from && self.battle.leaves_home(piece.side, piece.hex))
            .map_or(0.0, |e| piece.strength / f64::from(e.strength.max(1)) * weights.point);
        if points == 0.0 {
            return -10.0;
        }
        if weights.leave > 0.0 {
            return self.saved(piece) - self.pull(piece, piece.hex).max(0.0);
        }
        points - piece.worth * self.ahead() - self.pull(piece, piece.hex).max(0.0)
    }
}
