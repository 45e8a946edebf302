//! The policy without search: to every question the answer with the highest estimated worth.

use blind_swords::{Order, Question, UnitId};
use hexmap::Hex;
use tabletop::Side;

use super::field::Field;

/// Orders with their estimated worth, the best first.
pub(super) type Ranked = Vec<(f64, Order)>;

impl Field<'_> {
    /// The best answer without search; `None` once the game is over.
    pub(super) fn answer(&self) -> Option<Order> {
        match self.battle.question(self.state)? {
            Question::Movement(_, order) => {
                let closes = self.battle.scenario.tables.order(order).closes;
                return self.next_move(closes);
            }
            Question::Reserve(_) => return self.next_move(false),
            _ => {}
        }
        self.ranked().into_iter().next().map(|(_, order)| order)
    }

    /// The orders offered, the best first, as ranked without search.
    pub(super) fn ranked(&self) -> Ranked {
        let (Some(side), Some(question)) = (self.state.asked(), self.battle.question(self.state)) else {
            return Vec::new();
        };
        let offers = self.battle.offers(self.state);
        let mut ranked: Ranked =
            offers.into_iter().map(|order| (self.static_worth(side, question, &order), order)).collect();
        // A stable sort: of equals, the first offered stays first.
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        ranked
    }

    /// The worth of an order without search. Passing and ending are worth 0.
    fn static_worth(&self, side: Side, question: Question, order: &Order) -> f64 {
        match order {
            Order::Pass {} | Order::End {} => 0.0,
            Order::Keys { chits } => chits.iter().map(|&chit| self.key_worth(side, chit)).sum(),
            Order::Batteries { hex } => self.battery_worth(*hex),
            Order::Fire { shots } => self.fire_worth(shots),
            Order::Move { units, to, exit, charge, .. } => {
                let closes = matches!(question, Question::Movement(_, order)
                    if self.battle.scenario.tables.order(order).closes);
                self.move_worth(units, *to, *exit, *charge, closes)
            }
            Order::Mount { .. } | Order::LeaveSkirmish { .. } => -1.0,
            Order::Play { .. } => self.play_worth(side, question, order),
            Order::Hold {} => 0.15,
            Order::Common {} => 0.6,
            Order::Chaos { hex } => self.chaos_worth(*hex),
            Order::Wayward { unit, to } => {
                self.piece(*unit).map_or(0.0, |p| self.stand(p, false) - self.post(p, *to, false))
            }
            Order::Activate { brigade } => match question {
                Question::Command { spent: true, .. } => -self.brigade_worth(*brigade, false),
                Question::Command { limited, .. } => self.brigade_worth(*brigade, limited),
                _ => self.brigade_worth(*brigade, false),
            },
            Order::Surprise {} => 1.0,
            Order::Order { order } => match question {
                Question::Orders(brigade) => self.order_worth(side, brigade, *order),
                _ => 0.0,
            },
            Order::Place { unit, hex } => self.place_worth(side, *unit, *hex),
            Order::Withdraw { unit, to } => {
                let bias = if matches!(question, Question::Rider(_)) { 0.3 } else { 0.0 };
                self.piece(*unit).map_or(0.0, |p| bias + self.post(p, *to, false) - self.stand(p, false))
            }
            Order::Lead { unit } => self.piece(*unit).map_or(0.0, |p| f64::from(p.cohesion) - p.deplete),
            Order::Choose { unit } => self.piece(*unit).map_or(0.0, |p| -p.worth),
            Order::Retreat { unit, path } => {
                let Some(piece) = self.piece(*unit) else { return 0.0 };
                path.last().map_or(-piece.loss, |&end| self.post(piece, end, false))
            }
            Order::Close { assaults } => self.close_worth(side, assaults),
            Order::Resolve { target } => self.prize(side, *target),
            Order::Assaulting { hex } => {
                self.state.stack(*hex).iter().filter_map(|&u| self.piece(u)).map(|p| p.strength).sum()
            }
            Order::Advance { unit, path } => self.advance_worth(*unit, path),
            Order::Rally { unit, rally } => self.rally_worth(*unit, *rally),
            Order::Rare { .. } => self.rare_worth(side, order),
            Order::Ask { .. } | Order::Instruct { .. } => -100.0,
        }
    }

    fn place_worth(&self, _: Side, unit: UnitId, hex: Hex) -> f64 {
        if let Some(piece) = self.piece(unit) {
            return self.post(piece, hex, false);
        }
        // A unit that is not on the map yet enters as near to the goals as it can.
        let near = self.ground.goals.iter().map(|goal| f64::from(goal.way[hex.index()]));
        100.0 - near.fold(1e6, f64::min)
    }

    fn advance_worth(&self, unit: UnitId, path: &[Hex]) -> f64 {
        let (Some(piece), Some(&end)) = (self.piece(unit), path.last()) else { return 0.0 };
        let through: f64 = path[..path.len() - 1].iter().map(|&hex| self.prize(piece.side, hex) * 0.5).sum();
        self.post(piece, end, false) - self.stand(piece, false) + through
    }

    fn chaos_worth(&self, hex: Hex) -> f64 {
        let Some(&unit) = self.state.stack(hex).first() else { return 0.0 };
        let side = self.battle.unit(unit).side;
        let worth: f64 = self.state.stack(hex).iter().filter_map(|&u| self.piece(u)).map(|p| p.worth).sum();
        worth / (1.0 + f64::from(self.nearest(side, hex)))
    }
}
