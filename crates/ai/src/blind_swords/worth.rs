//! What a position is worth to a side: points, which side will hold the goals, strength left,
//! exposure to fire.

use blind_swords::{Measure, Place};
use tabletop::Side;

use super::field::{Field, Piece};

impl Field<'_> {
    /// The value of the position to that side, compared with the other.
    pub(super) fn worth(&self, side: Side) -> f64 {
        let weights = self.weights;
        let margin = self.outlook();
        let danger = match self.battle.scenario.victory.measure {
            Measure::UnionHexes => weights.danger,
            _ => weights.peril,
        };
        let sign = if side == Side::Union { 1.0 } else { -1.0 };
        let mut worth = sign * margin;
        if self.state.asked().is_none() {
            return worth;
        }
        for piece in &self.pieces {
            let own = if piece.side == side { 1.0 } else { -1.0 };
            let exposed = if self.leads(piece) {
                self.harm(self.fire_on(piece.side.other(), piece.hex), piece, piece.hex)
            } else {
                0.0
            };
            worth += own * (weights.force * piece.worth - danger * exposed);
        }
        worth
    }

    /// The expected margin of the Union over the Confederates, in points.
    pub(super) fn outlook(&self) -> f64 {
        let weights = self.weights;
        let victory = &self.battle.scenario.victory;
        let mut held = 0.0;
        let mut stakes = 0.0;
        for i in 0..self.ground.goals.len() {
            let chance = self.keeps(i);
            held += chance;
            stakes += chance * self.stakes[i];
        }
        if victory.measure == Measure::UnionHexes {
            let wanted = (0..=self.ground.goals.len())
                .find(|&count| {
                    let level =
                        victory.levels.iter().find(|l| l.upto.is_none_or(|upto| count as i32 <= upto));
                    level.and_then(|l| l.winner) == Some(Side::Union)
                })
                .unwrap_or(0) as f64
                - 0.5;
            return stakes + weights.hex * 2.0 * ((held - wanted) / 0.8).tanh();
        }
        let points = f64::from(self.state.points.union - self.state.points.confederate);
        let mut margin = points * weights.point;
        for side in Side::BOTH {
            let sign = if side == Side::Union { 1.0 } else { -1.0 };
            if let Some(casualties) = victory.casualties[side] {
                let lost: f64 = self.lost(side);
                margin -= sign * lost / f64::from(casualties.divisor.max(1)) * weights.point;
            }
            if let Some(exits) = victory.exits[side] {
                let left = f64::from(self.state.exited[side]) / 4.0;
                margin += sign * left / f64::from(exits.strength.max(1)) * weights.point;
            }
        }
        margin += stakes;
        // Points are worth most where they decide which side wins.
        let spread = weights.spread * (0.25 + self.ahead());
        margin + weights.win * ((margin - self.par()) / spread).tanh()
    }

    /// The margin from which the Union wins, apart from the stakes.
    fn par(&self) -> f64 {
        let victory = &self.battle.scenario.victory;
        if victory.measure != Measure::ConfederateNet {
            return 0.0;
        }
        let upto =
            victory.levels.iter().filter(|l| l.winner == Some(Side::Union)).filter_map(|l| l.upto).max();
        -(f64::from(upto.unwrap_or(0)) + 0.5) * self.weights.point
    }

    /// The strength that a side has lost, for good or for now.
    fn lost(&self, side: Side) -> f64 {
        self.battle
            .ids()
            .filter(|&u| self.battle.unit(u).side == side)
            .filter(|&u| matches!(self.state.unit(u).place, Place::Broken(_) | Place::Eliminated))
            .map(|u| {
                let faces = self.battle.faces(self.state, u);
                let back = if matches!(self.state.unit(u).place, Place::Broken(0)) { 0.9 } else { 1.0 };
                faces.fresh.unwrap_or(faces.worn).strength.number() * back
            })
            .sum()
    }

    /// The chance that the Union holds a goal from now on.
    pub(super) fn keeps(&self, goal: usize) -> f64 {
        let weights = self.weights;
        let holds = if self.state.holders[goal] == Side::Union { 1.0 } else { 0.0 };
        let power = |side: Side| (self.near[side][goal] + 0.5).powf(weights.influence);
        let (union, confederate) = (power(Side::Union), power(Side::Confederate));
        let fight = union / (union + confederate);
        let turns = self.battle.scenario.times.len() as f64 + 1.0 - f64::from(self.state.turn);
        let now = 1.0 / (1.0 + weights.keep * (turns - 1.0).max(0.0));
        now * holds + (1.0 - now) * fight
    }

    /// Whether the piece is the largest in its hex, the one that suffers the results.
    fn leads(&self, piece: &Piece) -> bool {
        let stack = self.state.stack(piece.hex);
        stack.len() < 2
            || stack.iter().filter_map(|&u| self.piece(u)).all(|other| {
                other.unit == piece.unit
                    || other.strength < piece.strength
                    || (other.strength == piece.strength && other.unit > piece.unit)
            })
    }

    /// The pull of the goals on a piece in a hex.
    pub(super) fn pull(&self, piece: &Piece, hex: hexmap::Hex) -> f64 {
        let weights = self.weights;
        let most = match self.battle.scenario.victory.measure {
            Measure::UnionHexes => weights.drive,
            _ => weights.pull,
        };
        let mut best: f64 = 0.0;
        for (i, goal) in self.ground.goals.iter().enumerate() {
            // A mounted unit goes half as far again.
            let away = f64::from(goal.way[hex.index()]) * if piece.mounted { 8.0 / 12.0 } else { 1.0 };
            if away > 240.0 || self.stakes[i] <= 0.0 {
                continue;
            }
            let stake = self.stakes[i].sqrt();
            let arm = if piece.gun { 0.3 } else { 1.0 };
            let mut pull = most
                * stake
                * self.wants(piece.side, i, Some(piece))
                * self.ground.reach(away)
                * piece.strength.max(1.0)
                * arm;
            if goal.hex == hex && !piece.gun {
                pull += weights.stand * stake;
            }
            best = best.max(pull);
        }
        best
    }

    /// The points that are won if a piece leaves by its own edge, and those that its loss would
    /// cost.
    pub(super) fn saved(&self, piece: &Piece) -> f64 {
        let victory = &self.battle.scenario.victory;
        let Some(exits) = victory.exits[piece.side] else { return 0.0 };
        let faces = self.battle.faces(self.state, piece.unit);
        let fresh = faces.fresh.unwrap_or(faces.worn).strength.number();
        let lost = victory.casualties[piece.side].map_or(0.0, |c| fresh / f64::from(c.divisor.max(1)));
        (lost + piece.strength / f64::from(exits.strength.max(1))) * self.weights.point
    }

    /// Whether a side does best to go home: its own strength that leaves brings points, its losses
    /// cost some, and the enemy is strong enough.
    pub(super) fn should_go_home(&self, side: Side) -> bool {
        let victory = &self.battle.scenario.victory;
        let counts = victory.exits[side].is_some() && victory.casualties[side].is_some();
        if victory.measure != Measure::Difference || !counts {
            return false;
        }
        let strength = |side: Side| self.of(side).map(|p| p.strength).sum::<f64>();
        strength(side.other()) > self.weights.home_odds * strength(side)
    }

    /// The worth to a side of having this piece in that hex; `closes`: it could make a Close Combat
    /// from there.
    pub(super) fn post(&self, piece: &Piece, hex: hexmap::Hex, closes: bool) -> f64 {
        let weights = self.weights;
        let side = piece.side;
        let nearest = self.nearest(side, hex);
        let mut worth = self.pull(piece, hex) - weights.contact * f64::from(nearest.min(30));
        for (i, goal) in self.ground.goals.iter().enumerate() {
            if goal.hex == hex && self.state.holders[i] != side {
                let (own, enemy) = (self.near[side][i], self.near[side.other()][i]);
                let last = if self.ahead() < 0.15 { 1.0 } else { 0.35 };
                worth += self.stakes[i] * last * (own + 2.0) / (own + enemy + 2.0);
            }
        }
        if let Some(way) = &self.ground.homes[side] {
            worth -= weights.leave * self.saved(piece) * f64::from(way[hex.index()].min(400)) / 8.0;
        }
        if nearest <= 14 {
            worth -= weights.exposure * self.harm(self.fire_on(side.other(), hex), piece, hex);
        }
        if nearest <= 3 || piece.gun {
            worth += weights.prospect * self.fire_from(piece, hex);
        }
        if nearest == 1 && closes {
            let gain = self.close_from(piece, hex);
            worth += if gain > weights.boldness { weights.assault * gain } else { 0.0 };
        }
        if nearest <= 8 {
            let shelter = f64::from(self.shelter(hex));
            worth += weights.cover * shelter * piece.strength;
            let supports = |friend: &&Piece| {
                friend.unit != piece.unit
                    && friend.side == side
                    && self.battle.distance(friend.hex, hex) <= 1
                    && self.state.unit(friend.unit).hits == 0
                    && if piece.gun { !friend.gun } else { friend.brigade == piece.brigade }
            };
            worth += if self.pieces.iter().any(|p| supports(&p)) { weights.support } else { 0.0 };
        }
        worth
    }
}
