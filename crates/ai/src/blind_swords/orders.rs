//! Which brigade to activate, and with which order.

use blind_swords::{BrigadeId, BrigadeOrder, Place};
use tabletop::Side;

use super::field::{Field, Piece};

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Plight {
    /// The distance to the nearest enemy.
    pub nearest: u32,
    /// Total strength points on the map.
    pub strength: f64,
    /// The strength of friends within four hexes of the enemies near it, and the strength of those
    /// enemies.
    pub friends: f64,
    pub enemies: f64,
    /// The fractions of its strength that have Morale Hits and that are worn.
    pub shaken: f64,
    pub worn: f64,
    /// Units that could still come back.
    pub waiting: u32,
    /// How many activations' march away the goal that pulls most is, and whether the enemy holds
    /// it.
    pub away: f64,
    pub enemy_goal: bool,
    /// How much strength that goal lacks.
    pub want: f64,
    /// The harm its fire would do now.
    pub fire: f64,
}

impl Field<'_> {
    pub(super) fn plight(&self, brigade: BrigadeId) -> Plight {
        let printed = self.battle.brigade(brigade);
        let side = printed.side;
        let pieces: Vec<&Piece> = printed.units.iter().filter_map(|&u| self.piece(u)).collect();
        let mut plight = Plight { nearest: 99, ..Plight::default() };
        let total: f64 = pieces.iter().map(|p| p.strength).sum();
        plight.strength = total;
        for piece in &pieces {
            let there = self.state.unit(piece.unit);
            plight.nearest = plight.nearest.min(self.nearest(side, piece.hex));
            plight.shaken += if there.hits > 0 { (piece.strength + 1.0) / total.max(1.0) } else { 0.0 };
            let rebuilds = there.worn && !self.battle.unit(piece.unit).fragile;
            plight.worn += if rebuilds { piece.strength / total.max(1.0) } else { 0.0 };
            plight.fire += self.fire_from(piece, piece.hex);
        }
        let near_any = |p: &&Piece| pieces.iter().any(|own| self.battle.distance(own.hex, p.hex) <= 5);
        plight.enemies = self
            .of(side.other())
            .filter(near_any)
            .map(|p| if p.gun { p.strength * 0.3 } else { p.strength })
            .sum();
        plight.friends =
            self.of(side).filter(near_any).map(|p| if p.gun { p.strength * 0.3 } else { p.strength }).sum();
        plight.waiting =
            printed.units.iter().filter(|&&u| self.state.unit(u).place == Place::Broken(0)).count() as u32;
        let mut most = 0.0;
        for (i, goal) in self.ground.goals.iter().enumerate() {
            let away = pieces.iter().map(|p| f64::from(goal.way[p.hex.index()]) / 8.0).fold(99.0, f64::min);
            let pull = self.stakes[i].sqrt() * self.wants(side, i, None) * self.ground.reach(away * 8.0);
            if pull > most {
                most = pull;
                plight.away = away;
                plight.enemy_goal = self.state.holders[i] != side;
                plight.want = self.wants(side, i, None);
            }
        }
        plight
    }

    /// The worth of activating a brigade.
    pub(super) fn brigade_worth(&self, brigade: BrigadeId, limited: bool) -> f64 {
        let plight = self.plight(brigade);
        if limited {
            return plight.fire + 0.001 * plight.strength;
        }
        let near = 1.0 / (1.0 + f64::from(plight.nearest) / 3.0);
        plight.fire + plight.strength * (0.1 + near * 0.3 + 0.1 * plight.want) + f64::from(plight.waiting)
    }

    /// The worth of an order to a brigade, by rules of thumb.
    pub(super) fn order_worth(&self, side: Side, brigade: BrigadeId, order: BrigadeOrder) -> f64 {
        let plight = self.plight(brigade);
        let ratio = plight.friends / plight.enemies.max(0.5);
        let weights = self.weights;
        let odds = weights.odds;
        let hurt = plight.shaken + 0.5 * plight.worn + f64::from(plight.waiting);
        let contact = plight.nearest <= 2;
        let near = plight.nearest <= 5;
        let wants = plight.enemy_goal && plight.away < 3.0;
        let eager = if wants { weights.eager } else { 0.0 };
        // A side that is behind on points must attack.
        let sign = if side == Side::Union { 1.0 } else { -1.0 };
        let behind = if sign * self.outlook() < 0.0 { weights.behind } else { 0.0 };
        // Who goes home marches, and does not attack.
        let home = if weights.leave > 0.0 && self.ground.homes[side].is_some() {
            match order {
                BrigadeOrder::Maneuver => 1.0,
                BrigadeOrder::Attack => -1.0,
                _ => 0.0,
            }
        } else {
            0.0
        };
        home + match order {
            BrigadeOrder::Attack if contact || near => {
                weights.order_attack + (ratio - odds).clamp(-0.6, 0.8) + eager + behind
            }
            BrigadeOrder::Attack => weights.order_attack_afar + if plight.away < 1.5 { 0.2 } else { 0.0 },
            BrigadeOrder::Defend if contact => weights.order_defend_contact + 0.5 * plight.shaken,
            BrigadeOrder::Defend if near => {
                weights.order_defend_near + 0.3 * plight.shaken - if wants { 0.2 } else { 0.0 }
            }
            BrigadeOrder::Defend => {
                let there = if plight.away < 0.3 { 0.4 } else { 0.0 };
                weights.order_defend_afar + 0.3 * plight.shaken + there
            }
            BrigadeOrder::Maneuver if contact => weights.order_maneuver_contact,
            BrigadeOrder::Maneuver if near => {
                weights.order_maneuver_near + if plight.away > 2.0 { 0.2 } else { 0.0 }
            }
            BrigadeOrder::Maneuver => {
                let far = if plight.away > 0.6 { 0.3 * plight.want.min(1.0) } else { -0.2 };
                weights.order_maneuver_afar + far
            }
            BrigadeOrder::Regroup if contact => weights.order_regroup_contact + 0.5 * hurt,
            BrigadeOrder::Regroup => hurt * 1.2,
        }
    }
}
